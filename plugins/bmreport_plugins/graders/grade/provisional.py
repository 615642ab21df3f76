"""A grade from citations alone: nothing but designs is known, so that it is provisional and says what is missing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport import Grade, GradeStep
from bmreport_plugins.graders.document_designs import Kind, document_designs
from bmreport_plugins.graders.grade.grading import NAME
from bmreport_plugins.graders.grade.scale import (
    LEVELS,
    PROVISIONAL,
    PROVISIONAL_LEVELS,
    SYMBOLS,
    label_of,
    words_of_change,
)
from bmreport_plugins.graders.grade.steps import DOWNGRADES, NOT_ASSESSED, not_assessed
from bmreport_plugins.graders.grade.study_design import NAME as DESIGN
from bmreport_plugins.graders.grade.study_design import start_of
from bmreport_plugins.graders.grade.wording import counted, listed

if TYPE_CHECKING:
    from bmreport import EvidenceBody
    from bmreport_plugins.graders.grade.overrides import Overrides

__all__ = ["grade_citations"]

_RANDOMISED = (Kind.RANDOMISED, Kind.REVIEW_OF_TRIALS)
_NO_EVIDENCE = (Kind.OPINION, Kind.UNKNOWN)
_WHY = "it needs study data (figures and judgements of each study), and there are citations only."


def grade_citations(body: EvidenceBody, overrides: Overrides) -> Grade:
    """The starting level by design, each domain not assessed unless a reviewer judged it for all outcomes."""
    design = overrides.apply(_design(body), None)
    steps = [design, *(overrides.apply(not_assessed(name, _WHY), None) for name in DOWNGRADES)]
    label = label_of(start_of(design) + sum(step.change for step in steps[1:]))
    missing = [step.name for step in steps if step.judgement == NOT_ASSESSED]
    moved = [f"{words_of_change(step.change)} for {step.name}" for step in steps[1:] if step.change]
    reason = f"Provisional: {design.reason.split(' Rule: ', 1)[0]}"
    if moved:
        reason += f" Then {listed(moved)}."
    if missing:
        reason += f" Not assessed: {listed(missing)}. It is where a GRADE assessment would start, not its result."
    return Grade(
        grader=NAME,
        label=f"{label}{PROVISIONAL}",
        levels=list(PROVISIONAL_LEVELS),
        reason=reason,
        steps=steps,
        figures={"documents": body.unique_documents, "domains not assessed": len(missing)},
        symbol=SYMBOLS[label],
    )


def _design(body: EvidenceBody) -> GradeStep:
    """High only where every document whose design is stated is a randomised trial or a review of such trials."""
    kinds = Counter(one.kind for one in document_designs(body))
    stated = {kind: number for kind, number in kinds.items() if kind not in _NO_EVIDENCE}
    high = bool(stated) and all(kind in _RANDOMISED for kind in stated)
    start = LEVELS[0] if high else LEVELS[2]
    told = _told(kinds)
    return GradeStep(
        name=DESIGN,
        judgement=f"starts at {start}",
        reason=f"{told} Rule: it starts at High when all documents whose design is stated are randomised trials or "
        "reviews of them, else at Low.",
        assessed=bool(stated),
    )


def _told(kinds: Counter[Kind]) -> str:
    if not kinds:
        return "There is no document."
    total = sum(kinds.values())
    parts = [f"{number} {kind}" for kind, number in sorted(kinds.items(), key=lambda one: (-one[1], one[0]))]
    words = "; ".join(parts)
    return f"{counted(total, 'document')} by publication type or title: {words}."
