"""The grade of the whole body of evidence: the lowest among the critical outcomes (GRADE guidelines 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bmreport import Grade, GradeStep
from bmreport_plugins.graders.grade.grading import NAME
from bmreport_plugins.graders.grade.scale import LEVELS, SYMBOLS, rank_of
from bmreport_plugins.graders.grade.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["AGREEMENT", "grade_whole", "with_agreement"]

AGREEMENT: Final = "agreement of assessors"

_SHOWN = 5


def grade_whole(grades: Sequence[Grade]) -> Grade:
    """One grade for all outcomes. Where none was declared critical, all of them count, which is said."""
    critical = [grade for grade in grades if grade.summary and grade.summary.importance == "critical"]
    deciding = critical or list(grades)
    lowest = min(deciding, key=lambda grade: rank_of(grade.label))
    alike = [grade.outcome for grade in deciding if grade.label == lowest.label]
    of = f"{counted(len(critical), 'critical outcome')}" if critical else f"all {counted(len(grades), 'outcome')}"
    declared = "" if critical else " No outcome was declared critical, so that all of them count."
    return Grade(
        grader=NAME,
        label=lowest.label,
        levels=list(LEVELS),
        reason=f"The lowest certainty among {of}: {lowest.label}, for {_some(alike)}.{declared}",
        steps=[
            GradeStep(
                name="lowest of the critical outcomes" if critical else "lowest of all outcomes",
                judgement=lowest.label,
                reason=f"{_distribution(deciding)}.{declared} Rule: the certainty of a body of evidence is the lowest "
                "among the outcomes that are critical for a decision.",
                assessed=bool(critical),
            )
        ],
        figures={"outcomes": len(grades), "critical outcomes": len(critical)},
        symbol=SYMBOLS[lowest.label],
    )


def with_agreement(grade: Grade, sentences: Sequence[str]) -> Grade:
    """The grade with a remark on how far assessors agree."""
    if not sentences:
        return grade
    remark = GradeStep(name=AGREEMENT, reason=" ".join(sentences))
    return grade.model_copy(update={"steps": [*grade.steps, remark]})


def _distribution(grades: Sequence[Grade]) -> str:
    parts = []
    for label in LEVELS:
        outcomes = [grade.outcome for grade in grades if grade.label == label]
        if outcomes:
            parts.append(f"{label}: {_some(outcomes)}")
    return "; ".join(parts)


def _some(outcomes: Sequence[str]) -> str:
    if len(outcomes) <= _SHOWN:
        return listed(outcomes)
    return f"{', '.join(outcomes[:_SHOWN])} and {len(outcomes) - _SHOWN} more"
