"""The optimal information size: what a single trial would need to be big enough (GRADE guidelines 6; handbook 5.2.4.2).

Two proportions by the usual formula with pooled variance under the null; events for hazard and rate ratios by
Schoenfeld (1983); two means with equal groups. Where neither counts nor a control risk are known, the width of the
interval stands in: an upper bound of more than 3 times the lower for risk ratios, 2.5 times for others, is one that
too little information makes (GRADE guidance 34, Zeng et al. 2022).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from bmreport_plugins.graders.grade.baseline import typical_sd
from bmreport_plugins.graders.grade.wording import effect, per_cent, whole

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence
    from bmreport_plugins.graders.grade.options import GradeOptions

__all__ = ["OptimalSize", "events_needed", "means_needed", "optimal_size", "proportions_needed"]

_FEWEST_EVENTS: Final = 300
"""The rule of thumb where the control risk is 0 (GRADE guidelines 6)."""
_WIDEST: Final = {"RR": 3.0}
_WIDEST_OTHER: Final = 2.5


@dataclass(frozen=True)
class OptimalSize:
    """What is needed and what there is; `share` is the part reached (1 or more when met), None for a mere width."""

    met: bool
    share: float | None
    needed: int | None
    words: str


def optimal_size(evidence: OutcomeEvidence) -> OptimalSize | None:
    """The size for the pooled measure; None where nothing tells how much information there is."""
    measure = evidence.outcome.measure
    if measure is None or evidence.outcome.natural is None:
        return None
    if measure.name in ("HR", "IRR") and evidence.events is not None:
        needed = events_needed(evidence.options)
        return _counted(evidence.events, needed, "events", _aim(evidence.options))
    if (measure.is_ratio and measure.name != "ROM") or measure.name == "RD":
        return _for_risks(evidence)
    return _for_means(evidence)


def proportions_needed(risk: float, options: GradeOptions) -> int:
    """People in two equal groups, to show the relative reduction from this control risk (0 < risk < 1)."""
    other = risk * (1 - options.ois_relative_reduction)
    middle = (risk + other) / 2
    alpha, power = _quantiles(options)
    root = alpha * math.sqrt(2 * middle * (1 - middle)) + power * math.sqrt(risk * (1 - risk) + other * (1 - other))
    return 2 * math.ceil((root / (risk - other)) ** 2)


def events_needed(options: GradeOptions) -> int:
    """Events in two equal groups, to show a hazard ratio of one minus the relative reduction (Schoenfeld 1983)."""
    return math.ceil(4 * (sum(_quantiles(options)) / math.log(1 - options.ois_relative_reduction)) ** 2)


def means_needed(standardised: float, options: GradeOptions) -> int:
    """People in two equal groups, to show a difference of so many standard deviations."""
    return 2 * math.ceil(2 * (sum(_quantiles(options)) / standardised) ** 2)


def _for_risks(evidence: OutcomeEvidence) -> OptimalSize | None:
    options, baseline, people = evidence.options, evidence.baseline, evidence.participants
    if baseline is not None and not baseline.is_rate and people is not None and not evidence.outcome.without_people:
        if 0 < baseline.risk < 1:
            aim = f"{_aim(options)} from a control risk of {per_cent(baseline.risk, 0.01, 0.001)}"
            return _counted(people, proportions_needed(baseline.risk, options), "people", aim)
        if evidence.events is not None:
            return _counted(
                evidence.events, _FEWEST_EVENTS, "events", "the rule of thumb where the control risk is 0 or 1"
            )
    return _by_width(evidence)


def _for_means(evidence: OutcomeEvidence) -> OptimalSize | None:
    options, people = evidence.options, evidence.participants
    if people is None or evidence.outcome.without_people:
        return None
    declared, sd = evidence.settings.important_difference, typical_sd(evidence)
    if declared is not None and sd:
        aim = f"a difference of {effect(declared)} with a standard deviation of {effect(sd)}"
        return _counted(people, means_needed(declared / sd, options), "people", _with_errors(aim, options))
    return _counted(people, options.ois_participants, "people", "the rule of thumb for means")


def _by_width(evidence: OutcomeEvidence) -> OptimalSize | None:
    natural, measure = evidence.outcome.natural, evidence.outcome.measure
    if natural is None or measure is None or not measure.is_ratio or natural.interval.low <= 0:
        return None
    width = natural.interval.high / natural.interval.low
    most = _WIDEST.get(measure.name, _WIDEST_OTHER)
    met = width <= most
    words = (
        f"Optimal information size: not computed, because people and control risk are not all known; the upper bound "
        f"is {effect(width)} times the lower, and more than {most:g} times means too little information: "
        f"{'enough' if met else 'not enough'}."
    )
    return OptimalSize(met, None, None, words)


def _counted(have: int, needed: int, unit: str, aim: str) -> OptimalSize:
    met = have >= needed
    words = (
        f"Optimal information size: {whole(needed)} {unit} ({aim}); the studies have {whole(have)}: "
        f"{'met' if met else 'not met'}."
    )
    return OptimalSize(met, have / needed, needed, words)


def _aim(options: GradeOptions) -> str:
    return _with_errors(f"a relative reduction of {options.ois_relative_reduction:.0%}", options)


def _with_errors(aim: str, options: GradeOptions) -> str:
    return f"alpha {options.ois_alpha:g}, power {options.ois_power:.0%}, {aim}"


def _quantiles(options: GradeOptions) -> tuple[float, float]:
    normal = NormalDist()
    return normal.inv_cdf(1 - options.ois_alpha / 2), normal.inv_cdf(options.ois_power)
