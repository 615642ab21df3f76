"""What is known of one outcome: its pooled studies with their weights, judgements, and what reviewers declared."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.baseline import Baseline, baseline_of
from bmreport_plugins.study_pooling.outcome import count_people, count_studies
from bmreport_plugins.study_pooling.row_tables import people_in

if TYPE_CHECKING:
    from bmreport import Study
    from bmreport_plugins.graders.grade.options import GradeOptions
    from bmreport_plugins.graders.grade.outcome_settings import OutcomeSettings
    from bmreport_plugins.graders.grade.study_bias import BiasOfStudies, StudyBias
    from bmreport_plugins.study_pooling import PooledOutcome

__all__ = ["OutcomeEvidence", "Weighted"]


@dataclass(frozen=True)
class Weighted:
    """A study's row with its share (0-1) of the pooled weight."""

    study: Study
    share: float
    bias: StudyBias | None


@dataclass(frozen=True)
class OutcomeEvidence:
    """One outcome as the domains look at it; `name` is how it is called in the report."""

    name: str
    outcome: PooledOutcome
    options: GradeOptions
    settings: OutcomeSettings
    biases: BiasOfStudies

    @cached_property
    def weighted(self) -> tuple[Weighted, ...]:
        """Rows with their shares: those of the pool; where no study had events, those of the people in them."""
        if self.outcome.rows:
            pairs = [(row.study, row.percent / 100) for row in self.outcome.rows]
        else:
            studies = [row.study for row in self.outcome.without_events]
            people = [float(people_in(study) or 0) for study in studies]
            total = math.fsum(people)
            pairs = [
                (one, part / total if total else 1 / len(people)) for one, part in zip(studies, people, strict=True)
            ]
        return tuple(Weighted(study, share, self.biases.of(study)) for study, share in pairs)

    @cached_property
    def baseline(self) -> Baseline | None:
        """The risk without the intervention."""
        return baseline_of(self)

    @property
    def saw_no_events(self) -> bool:
        """Whether studies are there but nobody in them had the event, so that there is no ratio."""
        return not self.outcome.rows and bool(self.outcome.without_events)

    @property
    def studies(self) -> int:
        """Studies that the grade rests on."""
        return count_studies(one.study for one in self.weighted)

    @property
    def participants(self) -> int | None:
        """People in them, as far as known."""
        return count_people(one.study for one in self.weighted)

    @cached_property
    def events(self) -> int | None:
        """People with the event in both arms of all of them; None where a row gives no counts."""
        counts = [(one.study.intervention.events, one.study.control.events) for one in self.weighted]
        known = [one + other for one, other in counts if one is not None and other is not None]
        return sum(known) if known and len(known) == len(counts) else None

    def share(self, holds: Callable[[Weighted], bool]) -> float:
        """The share of the weight for which something holds."""
        return math.fsum(one.share for one in self.weighted if holds(one))
