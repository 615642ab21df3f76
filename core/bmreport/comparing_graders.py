"""Several graders of one body of evidence side by side, and where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import BulletList, Claim, ClaimRole, Section, SectionKind, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Grade

__all__ = ["compare_graders"]

_APART = 1 / 3
"""Verdicts further apart than this share of their scales differ."""


def compare_graders(grades: Sequence[Grade]) -> list[Section]:
    """A section with each grader's verdict on the whole and on the outcomes that several graded; none for one grader.

    The verdict on the whole is a grader's first. Scales differ, so that verdicts are compared by their place on their
    own scale, from best to worst.
    """
    first: dict[str, Grade] = {}
    by_outcome: dict[str, dict[str, Grade]] = {}
    for grade in grades:
        first.setdefault(grade.grader, grade)
        if grade.outcome:
            by_outcome.setdefault(" ".join(grade.outcome.casefold().split()), {}).setdefault(grade.grader, grade)
    if len(first) < 2:
        return []
    shared = [found for found in by_outcome.values() if len(found) > 1]
    subjects = [("The evidence as a whole", first), *((_name(found), found) for found in shared)]
    table = Table(
        caption=[_remark("Verdicts of the graders side by side; each scale goes from best to worst.")],
        header=[[_remark(name)] for name in ("Subject", "Grader", "Verdict", "Scale", "Why")],
        rows=[_row(subject, grade) for subject, found in subjects for grade in found.values()],
    )
    remarks = BulletList(items=[[_remark(_difference(subject, list(found.values())))] for subject, found in subjects])
    return [Section(heading="Graders side by side", kind=SectionKind.EXHIBITS, blocks=[table, remarks])]


def _row(subject: str, grade: Grade) -> list[list[Claim]]:
    scale = ", ".join(grade.levels) or "not given"
    verdict = f"{grade.symbol} {grade.label}".strip()
    return [[_remark(text)] for text in (subject, grade.grader, verdict, scale, grade.reason)]


def _difference(subject: str, grades: Sequence[Grade]) -> str:
    placed = sorted(((_place(grade), grade) for grade in grades if len(grade.levels) > 1), key=lambda one: one[0])
    if len(placed) < 2:
        return f"{subject}: the verdicts stand on no scales that could be compared."
    (best, kindest), (worst, strictest) = placed[0], placed[-1]
    if worst - best <= _APART:
        said = ", ".join(f"{grade.grader} {grade.label}" for _place_, grade in placed)
        return f"{subject}: the graders do not differ much ({said})."
    return (
        f"{subject}: the graders differ. {kindest.grader} says {kindest.label} ({_rank(kindest)}), {strictest.grader} "
        f"says {strictest.label} ({_rank(strictest)}); they judge by different things, which their reasons tell."
    )


def _place(grade: Grade) -> float:
    """Where the label stands on its scale: 0 for the best, 1 for the worst."""
    return grade.levels.index(grade.label) / (len(grade.levels) - 1)


def _rank(grade: Grade) -> str:
    return f"level {grade.levels.index(grade.label) + 1} of {len(grade.levels)}"


def _name(found: dict[str, Grade]) -> str:
    return next(iter(found.values())).outcome


def _remark(text: str) -> Claim:
    return Claim(text=text, role=ClaimRole.BACKGROUND)
