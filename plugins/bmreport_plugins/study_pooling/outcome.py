"""A pooled outcome: every row as pooled or left out, and what the pooling said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.study_pooling.row_tables import people_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport.models import Study
    from bmreport_meta import Effect, EffectSizes, Measure, Natural, Pooled
    from bmreport_plugins.study_pooling.grouping import StudyGroup

__all__ = ["LeftOutRow", "PooledOutcome", "PooledRow", "count_people", "count_studies"]


@dataclass(frozen=True)
class PooledRow:
    """A row that is pooled: its effect on the pooled scale (log for ratios), and its weight in percent."""

    study: Study
    effect: Effect
    percent: float


@dataclass(frozen=True)
class LeftOutRow:
    """A row that is not pooled, and why; `without_events` when nobody in either arm had the event."""

    study: Study
    reason: str
    without_events: bool = False

    def __str__(self) -> str:
        place = f" ({self.study.origin})" if self.study.origin else ""
        return f"{self.study.study}{place}: {self.reason}"


@dataclass(frozen=True)
class PooledOutcome:
    """What came of one group of rows; rows and left-out rows stand in the order in which they were given.

    `pooled` is None when nothing could be pooled, and `why_not` says why. `sizes` are the effects that were pooled, in
    an order that follows from their figures alone, so that the result does not depend on that of the rows.
    """

    group: StudyGroup
    measure: Measure | None
    rows: tuple[PooledRow, ...] = ()
    left_out: tuple[LeftOutRow, ...] = ()
    pooled: Pooled | None = None
    natural: Natural | None = None
    sizes: EffectSizes | None = None
    why_not: str = ""
    notes: tuple[str, ...] = ()
    """What was done otherwise than asked, and what looks doubtful, with the study's name."""
    strata: dict[str, int] = field(default_factory=dict)
    """Subgroup -> number of pooled rows; empty when no row has one."""

    @property
    def studies(self) -> int:
        """Studies that are pooled; rows of one name are one study."""
        return count_studies(row.study for row in self.rows)

    @property
    def participants(self) -> int | None:
        """People in the pooled studies as far as they are known; None when that is nowhere said."""
        return count_people(row.study for row in self.rows)

    @property
    def without_people(self) -> int:
        """Pooled rows of which the number of people is not known."""
        return sum(people_in(row.study) is None for row in self.rows)

    @property
    def without_events(self) -> tuple[LeftOutRow, ...]:
        """Rows in which nobody had the event (or everybody), which tell nothing of a ratio."""
        return tuple(row for row in self.left_out if row.without_events)


def count_studies(studies: Iterable[Study]) -> int:
    """How many studies these rows are of."""
    return len({name_key(study.study) for study in studies})


def count_people(studies: Iterable[Study]) -> int | None:
    """People in these rows; a number that is said of a whole study counts once for all of its rows."""
    known: dict[str, int] = {}
    total = 0
    for study in studies:
        people = people_in(study)
        if people is None:
            continue
        if study.intervention.total is None or study.control.total is None:
            known[name_key(study.study)] = max(people, known.get(name_key(study.study), 0))
        else:
            total += people
    return total + sum(known.values()) if total or known else None
