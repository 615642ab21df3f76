"""Oxford CEBM 2011 levels of evidence, for questions of the kind "does this intervention help?".

| level | evidence |
|---|---|
| 1 | systematic review of randomised trials |
| 2 | randomised trial, or observational study with a dramatic effect |
| 3 | non-randomised controlled cohort or follow-up study |
| 4 | case series, case-control study, or historically controlled study |
| 5 | mechanism-based reasoning |

OCEBM Levels of Evidence Working Group, 2011. The level comes from the design alone. The table lets people lower it for
quality, imprecision, indirectness, inconsistency or a small effect, and raise it for a large one: nobody did so here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bmreport import Grade, GradeStep, NoOptions, Options
from bmreport_plugins.graders.document_designs import DocumentDesign, Kind, document_designs

if TYPE_CHECKING:
    from bmreport import EvidenceBody, RunContext

__all__ = ["LEVELS", "CebmGrader", "level_of"]

NOT_DETERMINED: Final = "Not determined"
LEVELS: Final = ("Level 1", "Level 2", "Level 3", "Level 4", "Level 5", NOT_DETERMINED)
_MEANING: Final = {
    "Level 1": "systematic reviews of randomised trials",
    "Level 2": "randomised trials",
    "Level 3": "non-randomised controlled cohort or follow-up studies",
    "Level 4": "case series, case-control or historically controlled studies",
    "Level 5": "mechanism-based reasoning and opinion",
}
_LEVEL: Final = {
    Kind.REVIEW_OF_TRIALS: "Level 1",
    Kind.RANDOMISED: "Level 2",
    Kind.NON_RANDOMISED: "Level 3",
    Kind.COHORT: "Level 3",
    Kind.OBSERVATIONAL: "Level 4",
    Kind.CASE_CONTROL: "Level 4",
    Kind.CROSS_SECTIONAL: "Level 4",
    Kind.CASE_SERIES: "Level 4",
    Kind.OPINION: "Level 5",
}
_SHOWN: Final = 5


def level_of(kind: Kind) -> str:
    """The level of a document of this kind; what does not state its design has none."""
    return _LEVEL.get(kind, NOT_DETERMINED)


class CebmGrader:
    """Gives the level of the best evidence there is, by the designs of the documents."""

    name = "oxford-cebm"
    summary = "Oxford CEBM 2011 level of evidence for treatment questions, by the designs of the documents"
    options_model: type[Options] = NoOptions

    def grade(self, body: EvidenceBody, context: RunContext, options: Options) -> list[Grade]:  # as the Protocol
        """One grade: the best level, with a step for each level that says which documents have it."""
        found: dict[str, list[DocumentDesign]] = {}
        for document in document_designs(body):
            found.setdefault(level_of(document.kind), []).append(document)
        label = next((level for level in LEVELS if level in found), NOT_DETERMINED)
        return [
            Grade(
                grader=self.name,
                label=label,
                levels=list(LEVELS),
                reason=_reason(label, found),
                steps=[*(_step(level, found.get(level, [])) for level in LEVELS), _not_judged()],
                figures={f"documents at {level}": len(documents) for level, documents in sorted(found.items())},
            )
        ]


def _reason(label: str, found: dict[str, list[DocumentDesign]]) -> str:
    if label == NOT_DETERMINED:
        return "No document states a design that the levels know, by publication type, title or study data."
    number = len(found[label])
    documents = "1 document is" if number == 1 else f"{number} documents are"
    return (
        f"The best evidence is {label}, {_MEANING[label]}: {documents} at it. The level comes from the design alone; "
        "quality, precision, directness, consistency and size of the effect were not judged."
    )


def _step(level: str, documents: Sequence[DocumentDesign]) -> GradeStep:
    name = f"{level}: {_MEANING[level]}" if level in _MEANING else "design not stated"
    if not documents:
        return GradeStep(name=name, judgement="none", reason="No document of this kind.")
    shown = [
        f"“{_short(one.title)}” ({one.kind}{f', by {one.basis}' if one.basis else ''})" for one in documents[:_SHOWN]
    ]
    more = f"; and {len(documents) - _SHOWN} more" if len(documents) > _SHOWN else ""
    count = "1 document" if len(documents) == 1 else f"{len(documents)} documents"
    return GradeStep(name=name, judgement=count, reason=f"{'; '.join(shown)}{more}.", assessed=level != NOT_DETERMINED)


def _not_judged() -> GradeStep:
    return GradeStep(
        name="lowering or raising the level",
        judgement="not assessed",
        reason="The levels may be lowered for study quality, imprecision, indirectness, inconsistency or a small "
        "effect, and raised for a large one. That is for a person to judge, and nobody did.",
        assessed=False,
    )


def _short(title: str) -> str:
    words = " ".join(title.split())
    return words if len(words) <= 80 else f"{words[:79].rstrip()}…"
