"""One row of a Summary of Findings: studies, people, effects, and what happens."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport import OutcomeSummary, RelativeEffect
from bmreport_plugins.graders.grade.absolute import absolute_effect
from bmreport_plugins.graders.grade.baseline import control_mean
from bmreport_plugins.graders.grade.inconsistency import band_of
from bmreport_plugins.graders.grade.optimal_size import optimal_size
from bmreport_plugins.graders.grade.plain_language import happens
from bmreport_plugins.study_pooling.one_row_a_study import follow_up_days

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["figures_of", "summarise"]

_DIGITS = 6


def summarise(evidence: OutcomeEvidence, label: str) -> OutcomeSummary:
    """The row; whatever is not pooled is named in `left_out` with its reason."""
    outcome = evidence.outcome
    references = (one.study.reference_id for one in evidence.weighted if one.study.reference_id)
    return OutcomeSummary(
        comparison=outcome.group.comparison,
        follow_up=_follow_up(evidence),
        studies=evidence.studies,
        participants=evidence.participants,
        design=str(outcome.group.design or ""),
        relative=_relative(evidence),
        absolute=absolute_effect(evidence),
        plain=happens(evidence, label),
        importance=evidence.settings.importance,
        reference_ids=list(dict.fromkeys(references)),
        left_out=[str(row) for row in outcome.left_out],
    )


def figures_of(evidence: OutcomeEvidence) -> dict[str, int | float | str]:
    """The figures that the domains were judged by, for whoever wants to look at them."""
    outcome = evidence.outcome
    figures: dict[str, int | float | str] = {
        "studies": evidence.studies,
        "rows pooled": len(outcome.rows),
        "rows left out": len(outcome.left_out),
    }
    if outcome.pooled is None:
        return figures
    found, method = outcome.pooled.heterogeneity, outcome.pooled.method
    figures["method"] = f"{method}, {outcome.pooled.test}"
    if outcome.pooled.k > 1:
        figures |= {
            "I² %": _shown(found.i2),
            "τ²": _shown(found.tau2),
            "Q": _shown(found.q),
            "p of Q": _shown(found.p),
        }
    if outcome.natural and (band := band_of(outcome.natural, outcome.pooled.k)):
        figures |= {"prediction low": _shown(band.low), "prediction high": _shown(band.high)}
    if (size := optimal_size(evidence)) and size.needed is not None:
        figures["optimal information size"] = size.needed
    if mean := control_mean(evidence):
        figures["control mean"] = _rounded(mean.risk)
    if outcome.without_people:
        figures["rows without number of people"] = outcome.without_people
    return figures


def _relative(evidence: OutcomeEvidence) -> RelativeEffect | None:
    """The pooled effect; a bound beyond all numbers is left out."""
    natural, measure = evidence.outcome.natural, evidence.outcome.measure
    if natural is None or measure is None or not math.isfinite(natural.estimate):
        return None
    low, high = (_rounded(one) if math.isfinite(one) else None for one in (natural.interval.low, natural.interval.high))
    return RelativeEffect(
        measure=measure.name, value=_rounded(natural.estimate), low=low, high=high, level=evidence.options.level
    )


def _follow_up(evidence: OutcomeEvidence) -> str:
    """The one follow-up of all studies, or the shortest and the longest."""
    given = sorted(dict.fromkeys(one.study.follow_up for one in evidence.weighted if one.study.follow_up))
    if len(given) < 2:
        return "".join(given)
    timed = sorted((follow_up_days(text), text) for text in given)
    return f"{timed[0][1]} to {timed[-1][1]}" if timed[0][0] else ", ".join(given[:3])


def _rounded(number: float) -> float:
    """Six significant digits: the order in which a sum is made may change what follows."""
    return float(f"{number:.{_DIGITS}g}") + 0.0


def _shown(number: float) -> float:
    """Three significant digits, for figures that are printed beside the grade."""
    return float(f"{number:.3g}") + 0.0
