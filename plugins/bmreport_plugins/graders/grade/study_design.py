"""Where a body of evidence starts: randomised trials High, observational studies Low (GRADE handbook 5.1).

Observational studies judged with ROBINS-I start High, because the tool measures them against a target trial and
lack of randomisation then counts as risk of bias (Schünemann et al. 2019, GRADE guidelines 18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import GradeStep
from bmreport_plugins.graders.grade.scale import rank_of
from bmreport_plugins.graders.grade.wording import counted
from bmreport_plugins.study_pooling.grouping import DesignClass

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["NAME", "judge", "start_of", "starts_by_robins"]

NAME = "study design"
_STARTS = "starts at "
_RULE = (
    "Rule: randomised trials start at High, observational studies at Low, or at High when every one of them was judged "
    "with ROBINS-I."
)


def judge(evidence: OutcomeEvidence) -> GradeStep:
    """The step; `start_of` reads the rank from it."""
    design = evidence.outcome.group.design or DesignClass.UNKNOWN
    number = counted(evidence.studies, "study", "studies")
    if design is DesignClass.RANDOMISED:
        return _step("High", f"{number} of randomised design.")
    if design is DesignClass.DIAGNOSTIC:
        return _step("High", f"{number} of diagnostic accuracy, which start at High (GRADE handbook 7).")
    if design is DesignClass.UNKNOWN:
        reason = f"The design of {number} is not given; they start where observational studies do."
        return _step("Low", reason, assessed=False)
    if starts_by_robins(evidence):
        return _step("High", f"{number} of observational design, all judged with ROBINS-I.")
    some = evidence.share(lambda one: one.bias is not None and one.bias.is_robins) > 0
    partly = " ROBINS-I was used for some of them only." if some else ""
    return _step("Low", f"{number} of observational design.{partly}")


def starts_by_robins(evidence: OutcomeEvidence) -> bool:
    """Whether these are observational studies that start High because of ROBINS-I."""
    return (
        evidence.outcome.group.design is DesignClass.OBSERVATIONAL
        and bool(evidence.weighted)
        and all(
            one.bias is not None and one.bias.is_robins and one.bias.severity is not None for one in evidence.weighted
        )
    )


def start_of(step: GradeStep) -> int:
    """The rank at which a design step starts."""
    return rank_of(step.judgement.removeprefix(_STARTS))


def _step(label: str, reason: str, *, assessed: bool = True) -> GradeStep:
    return GradeStep(name=NAME, judgement=f"{_STARTS}{label}", reason=f"{reason} {_RULE}", assessed=assessed)
