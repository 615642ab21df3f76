"""What raises the certainty of observational evidence: large effect, dose-response, opposing confounding.

GRADE guidelines 9; handbook 5.3. Only where nothing else is seriously wrong. Dose-response and opposing confounding
are for people to declare, in the file of overrides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bmreport import GradeStep
from bmreport_plugins.graders.grade.absolute import risk_with
from bmreport_plugins.graders.grade.steps import UPGRADES, raised
from bmreport_plugins.graders.grade.study_design import starts_by_robins
from bmreport_plugins.graders.grade.wording import effect, interval, listed
from bmreport_plugins.study_pooling.grouping import DesignClass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["hindrance", "judge"]

_LARGE, _DOSE, _CONFOUNDING = UPGRADES
_RATIOS: Final = ("RR", "OR", "PETO", "HR", "IRR", "RD")


def judge(evidence: OutcomeEvidence, downgrades: Sequence[GradeStep]) -> list[GradeStep]:
    """The three steps; none for randomised trials, which these rules are not for."""
    if evidence.outcome.group.design is DesignClass.RANDOMISED:
        return []
    declare = "Nobody declared it; a reviewer can, with a reason, in the file of overrides."
    return [
        _large_effect(evidence, downgrades),
        raised(_DOSE, 0, "not assessed", f"Not assessed: {declare}", assessed=False),
        raised(_CONFOUNDING, 0, "not assessed", f"Not assessed: {declare}", assessed=False),
    ]


def hindrance(evidence: OutcomeEvidence, downgrades: Sequence[GradeStep]) -> str:
    """Why certainty may not be raised; empty when it may.

    With ROBINS-I, risk of bias down to serious stands for what the design costs other observational studies, and does
    not hinder.
    """
    if evidence.outcome.group.design is not DesignClass.OBSERVATIONAL:
        return "the studies are not known to be observational"
    excused = -2 if starts_by_robins(evidence) else 0
    wrong = [step.name for step in downgrades if step.change < (excused if step.name == "risk of bias" else 0)]
    if wrong:
        return f"certainty was lowered for {listed(wrong)}"
    unknown = [step.name for step in downgrades if step.name == "risk of bias" and not step.assessed]
    return "risk of bias was not assessed" if unknown else ""


def _large_effect(evidence: OutcomeEvidence, downgrades: Sequence[GradeStep]) -> GradeStep:
    options, outcome = evidence.options, evidence.outcome
    large, very_large = options.large_effect, options.very_large_effect
    rule = (
        f"Rule: one level up for a risk ratio above {large:g} or below {_reciprocal(large)}, two above {very_large:g} "
        f"or below {_reciprocal(very_large)}, in observational studies with no serious problem."
    )
    ratio = _risk_ratio(evidence)
    if ratio is None or outcome.natural is None or outcome.measure is None:
        return raised(_LARGE, 0, "not applicable", f"There is no ratio of risks. {rule}")
    bounds = interval(outcome.natural.interval.low, outcome.natural.interval.high)
    told = f"The {outcome.measure.title} is {effect(outcome.natural.estimate)} ({bounds})"
    if outcome.measure.name not in ("RR", "HR", "IRR"):
        told += f", which is a risk ratio of {effect(ratio)}"
    levels = 2 if _beyond(ratio, very_large) else 1 if _beyond(ratio, large) else 0
    if not levels:
        return raised(_LARGE, 0, "not large", f"{told}. {rule}")
    judgement = "very large" if levels == 2 else "large"
    if why := hindrance(evidence, downgrades):
        return raised(
            _LARGE, 0, f"{judgement}, not counted", f"{told}. It does not raise the certainty, because {why}. {rule}"
        )
    return raised(_LARGE, levels, judgement, f"{told}. {rule}")


def _risk_ratio(evidence: OutcomeEvidence) -> float | None:
    """The pooled effect as a risk ratio; an odds ratio counts as one where the control risk is not known."""
    natural, measure, baseline = evidence.outcome.natural, evidence.outcome.measure, evidence.baseline
    if natural is None or measure is None or measure.name not in _RATIOS:
        return None
    if measure.name in ("RR", "HR", "IRR"):
        return natural.estimate
    if baseline is None or baseline.risk == 0:
        return natural.estimate if measure.is_ratio else None
    risk = risk_with(measure.name, baseline.risk, natural.estimate)
    return None if risk is None else risk / baseline.risk


def _beyond(ratio: float, size: float) -> bool:
    return ratio > size or ratio < 1 / size


def _reciprocal(size: float) -> str:
    return f"{1 / size:.3g}"
