"""Inconsistency: I2, tau2 and the prediction interval, overlap of intervals, directions (GRADE guidelines 7).

I2 alone decides nothing: it grows with the size of the studies even where their results differ by nothing of note. It
counts when the intervals miss each other, the directions differ, or the prediction interval (which is what tau2 means
for the next study) allows another conclusion than the pooled interval does.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.directions import lines_of
from bmreport_plugins.graders.grade.steps import lowered, not_assessed
from bmreport_plugins.graders.grade.wording import (
    at_least,
    counted,
    effect,
    interval,
    listed,
    p_value,
    per_cent,
    points,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import GradeStep
    from bmreport_meta import Interval, Natural
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["NAME", "band_of", "judge", "pairs_apart"]

NAME = "inconsistency"
_FEWEST, _FEWEST_FOR_T = 3, 5
"""Studies for a prediction interval, and for one by t with k - 2 degrees of freedom."""


@dataclass(frozen=True)
class _Signs:
    """What bears an I2 out; `words` has a sentence for each thing looked at."""

    count: int
    words: tuple[str, ...]


def judge(evidence: OutcomeEvidence) -> GradeStep:
    """The step; with one study there is nothing to compare."""
    outcome, options = evidence.outcome, evidence.options
    if outcome.pooled is None:
        if evidence.saw_no_events:
            return lowered(NAME, 0, "No study saw an event, so that results do not differ.", judgement="not applicable")
        return not_assessed(NAME, "no study is pooled.")
    if outcome.pooled.k < 2:
        return lowered(NAME, 0, "One study: there is nothing to compare it with.", judgement="not applicable")
    i2 = outcome.pooled.heterogeneity.i2
    signs = _signs(evidence)
    change = 0
    if at_least(i2, options.i2_serious) and signs.count >= 1:
        change = -2 if at_least(i2, options.i2_very_serious) and signs.count >= 2 else -1
    return lowered(NAME, change, f"{_heterogeneity(evidence)} {' '.join(signs.words)} {_rule(evidence)}")


def pairs_apart(intervals: Sequence[Interval]) -> float:
    """The share (0-1) of the pairs of intervals that have no value in common."""
    k = len(intervals)
    if k < 2:
        return 0.0
    ends = sorted(one.high for one in intervals)
    # For each interval, the others that end before it begins: each such pair is met once.
    apart = sum(bisect_left(ends, one.low) for one in intervals)
    return apart / (k * (k - 1) / 2)


def band_of(natural: Natural, k: int) -> Interval | None:
    """The prediction interval to judge by: with t from five studies on, by the normal for three or four.

    With one or two degrees of freedom t allows nearly everything (IntHout et al. 2016; Cochrane Handbook 10.10.4.3).
    """
    if natural.prediction is None or k < _FEWEST:
        return None
    return natural.prediction.t_k_minus_2 if k >= _FEWEST_FOR_T else natural.prediction.by_model


def _signs(evidence: OutcomeEvidence) -> _Signs:
    outcome, options = evidence.outcome, evidence.options
    apart = pairs_apart([row.effect.interval(options.level) for row in outcome.rows])
    poor = at_least(apart, options.apart_share)
    words = [f"{per_cent(apart, options.apart_share)} of the pairs of studies have intervals that do not meet."]
    opposite = _opposite(evidence)
    mixed = opposite is not None and at_least(opposite, options.opposite_share)
    if opposite is not None:
        said = per_cent(opposite, options.opposite_share)
        words.append(f"Studies that point the other way than the pooled effect carry {said} of the weight.")
    other, about = _prediction(evidence)
    return _Signs(poor + mixed + other, (*words, *about))


def _opposite(evidence: OutcomeEvidence) -> float | None:
    """The weight of studies on the other side of no effect; None for measures that have no such side."""
    outcome = evidence.outcome
    if outcome.pooled is None or outcome.measure is None or outcome.measure.null is None:
        return None
    null = outcome.measure.null
    side = outcome.pooled.estimate - null
    return math.fsum(row.percent for row in outcome.rows if (row.effect.yi - null) * side < 0) / 100


def _prediction(evidence: OutcomeEvidence) -> tuple[bool, list[str]]:
    natural, pooled = evidence.outcome.natural, evidence.outcome.pooled
    if natural is None or pooled is None or natural.prediction is None:
        return False, []
    band = band_of(natural, pooled.k)
    if band is None:
        return False, ["A prediction interval needs three studies."]
    other = not lines_of(evidence).same_conclusion(natural.interval, band)
    meaning = "allows another conclusion than the pooled interval" if other else "allows no other conclusion"
    shown = interval(band.low, band.high)
    return other, [f"The prediction interval, where the effect in a new study is expected, is {shown} and {meaning}."]


def _heterogeneity(evidence: OutcomeEvidence) -> str:
    pooled, options = evidence.outcome.pooled, evidence.options
    assert pooled is not None  # noqa: S101  # the caller has looked
    found = pooled.heterogeneity
    words = [
        f"I² is {points(found.i2, options.i2_serious, options.i2_very_serious)}%",
        f"τ² {effect(found.tau2)}",
        f"Q {effect(found.q)} with {counted(found.df, 'degree')} of freedom, {p_value(found.p)}",
    ]
    return f"{listed(words)}."


def _rule(evidence: OutcomeEvidence) -> str:
    options = evidence.options
    apart, opposite = per_cent(options.apart_share), per_cent(options.opposite_share)
    return (
        f"Rule: one level down when I² is at least {options.i2_serious:g}% and it shows in at least one of three: "
        f"{apart} or more of the pairs of intervals do not meet, {opposite} "
        "or more of the weight points the other way, or the prediction interval allows another conclusion; two levels "
        f"when I² is at least {options.i2_very_serious:g}% and it shows in two of them."
    )
