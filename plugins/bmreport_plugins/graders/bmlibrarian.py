"""BMLibrarian's evidence strength: how many citations, from how many documents, how relevant on average.

| label        | citations | documents | mean relevance |
|--------------|-----------|-----------|----------------|
| Strong       | ≥ 5       | ≥ 3       | ≥ 0.85         |
| Moderate     | ≥ 3       | ≥ 2       | ≥ 0.75         |
| Limited      | ≥ 2       |           | ≥ 0.70         |
| Insufficient | otherwise |           |                |

It counts and says nothing about the quality of the studies; a grader after GRADE does that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport import Grade, GradeStep, NoOptions, Options

if TYPE_CHECKING:
    from bmreport import EvidenceBody, RunContext

__all__ = ["BmlibrarianGrader", "assess"]

INSUFFICIENT = "Insufficient"
# A mean that is 0.85 on paper may come out as 0.8499999999999999.
TOLERANCE = 1e-9
# "Strong" is read as GRADE's certainty by many; what it is made of should stand beside it.
_MEANING = (
    "This counts sources and how closely they fit the question (relevance, 0 to 1); "
    "it does not judge the quality of the studies or the certainty of their results."
)


@dataclass(frozen=True)
class Level:
    """A label and the least figures that earn it."""

    label: str
    citations: int
    documents: int
    mean_relevance: float

    def met_by(self, citations: int, documents: int, mean_relevance: float) -> bool:
        """Whether these figures earn the label."""
        return (
            citations >= self.citations
            and documents >= self.documents
            and mean_relevance >= self.mean_relevance - TOLERANCE
        )


LEVELS = (
    Level("Strong", 5, 3, 0.85),
    Level("Moderate", 3, 2, 0.75),
    Level("Limited", 2, 0, 0.70),
)


def assess(citations_count: int, documents: int, mean_relevance: float) -> str:
    """The label for these figures; the mean relevance may miss a threshold by 1e-9, for rounding's sake."""
    return next(
        (level.label for level in LEVELS if level.met_by(citations_count, documents, mean_relevance)), INSUFFICIENT
    )


class BmlibrarianGrader:
    """Grades the body of evidence as a whole by BMLibrarian's thresholds."""

    name = "bmlibrarian"
    summary = "Strong, Moderate, Limited or Insufficient by number, sources and relevance of citations"
    options_model: type[Options] = NoOptions

    def grade(self, body: EvidenceBody, context: RunContext, options: Options) -> list[Grade]:  # as the Protocol
        """One grade, with a step for each threshold of the label reached and of the next one."""
        figures = _Figures.of(body)
        label = assess(figures.citations, figures.documents, figures.mean_relevance)
        return [
            Grade(
                grader=self.name,
                label=label,
                levels=[*(level.label for level in LEVELS), INSUFFICIENT],
                reason=_reason(label, figures),
                steps=_steps(label, figures),
                figures={
                    "citations": figures.citations,
                    "documents": figures.documents,
                    "mean_relevance": round(figures.mean_relevance, 9),
                },
            )
        ]


@dataclass(frozen=True)
class _Figures:
    citations: int
    documents: int
    mean_relevance: float
    lexical: int
    """Citations whose relevance was computed from shared words."""

    @classmethod
    def of(cls, body: EvidenceBody) -> _Figures:
        scores = [citation.relevance for citation in body.citations]
        return cls(
            citations=len(scores),
            documents=body.unique_documents,
            mean_relevance=math.fsum(scores) / len(scores) if scores else 0.0,
            lexical=sum(citation.relevance_basis == "lexical" for citation in body.citations),
        )


def _steps(label: str, figures: _Figures) -> list[GradeStep]:
    """The thresholds of the label, all met, after those of the next one up, of which at least one is not."""
    labels = [level.label for level in LEVELS]
    reached = labels.index(label) if label in labels else len(LEVELS)
    shown = LEVELS[max(0, reached - 1) : reached + 1]
    return [step for level in shown for step in _steps_of(level, figures)]


def _steps_of(level: Level, figures: _Figures) -> list[GradeStep]:
    criteria = [("citations", figures.citations, level.citations)]
    if level.documents:
        criteria.append(("documents", figures.documents, level.documents))
    steps = [
        _step(level, name, found >= least, f"{found} {_noun(name, found)}, at least {least} needed")
        for name, found, least in criteria
    ]
    met = figures.mean_relevance >= level.mean_relevance - TOLERANCE
    shown = _exact(figures.mean_relevance, level.mean_relevance)
    reason = f"mean relevance {shown}, at least {level.mean_relevance:.2f} needed"
    return [*steps, _step(level, "mean relevance", met, reason)]


def _step(level: Level, name: str, met: bool, reason: str) -> GradeStep:
    return GradeStep(name=f"{level.label}: {name}", judgement="met" if met else "not met", reason=reason)


def _reason(label: str, figures: _Figures) -> str:
    mean = figures.mean_relevance
    counts = (
        f"{figures.citations} {_noun('citations', figures.citations)} from {figures.documents} "
        f"{_noun('documents', figures.documents)} with a mean relevance of {_shown(label, mean)}"
    )
    if figures.lexical:
        which = "" if figures.lexical == figures.citations else f"for {figures.lexical} of them "
        counts += f" ({which}nobody judged it: it is the share of the question's words found in title and passage)"
    missing = _missing(label, figures)
    return f"{counts}{f'; {missing}' if missing else ''}. {_MEANING}"


def _missing(label: str, figures: _Figures) -> str:
    labels = [level.label for level in LEVELS]
    place = labels.index(label) if label in labels else len(LEVELS)
    if place == 0:
        return ""
    following = LEVELS[place - 1]
    lacking = []
    if figures.citations < following.citations:
        lacking.append(f"at least {following.citations} citations")
    if figures.documents < following.documents:
        lacking.append(f"at least {following.documents} documents")
    if figures.mean_relevance < following.mean_relevance - TOLERANCE:
        lacking.append(f"a mean relevance of at least {following.mean_relevance:.2f}")
    return f"{following.label} would need {' and '.join(lacking)}"


def _shown(label: str, mean: float) -> str:
    """The mean with two decimals, with more where two would hide on which side of a threshold it lies."""
    labels = [level.label for level in LEVELS]
    place = labels.index(label) if label in labels else len(LEVELS)
    return _exact(mean, LEVELS[place - 1].mean_relevance) if place else f"{mean:.2f}"


def _exact(mean: float, threshold: float) -> str:
    for decimals in (2, 3, 4, 6, 9):
        shown = f"{mean:.{decimals}f}"
        if (float(shown) >= threshold) == (mean >= threshold - TOLERANCE):
            return shown
    return repr(mean)


def _noun(plural: str, count: int) -> str:
    return plural[:-1] if count == 1 else plural
