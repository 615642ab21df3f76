"""The grader: one level for each document, and the best level that enough of them reach."""

from __future__ import annotations

from bmreport import Citation, EvidenceBody, Grade, GradeStep, Options, Reference, RunContext
from pydantic import Field

from bmreport_cebm.levels import LABELS, NOT_CLASSIFIED, Judged, judge

_SUGGESTION = (
    "A machine suggested this from publication types and words; quality, precision, directness, consistency and size "
    "of the effect, for which CEBM lets a reader move the level, were not judged."
)


class CebmOptions(Options):
    """What `--set cebm.option=value` can change."""

    documents: int = Field(default=1, ge=1)
    """How many documents must reach a level before the whole body of evidence is given it."""


class CebmGrader:
    """Oxford CEBM 2011 levels of evidence for questions about treatment."""

    name = "cebm"
    summary = "Oxford CEBM 2011 levels of evidence, from study designs"
    options_model = CebmOptions

    def grade(self, body: EvidenceBody, context: RunContext, options: CebmOptions) -> list[Grade]:
        """Judge every document that a citation comes from."""
        judged = [(reference, judge_document(reference, cited)) for reference, cited in documents_of(body)]
        levels = sorted(one.level for _reference, one in judged)
        reached = [level for level in levels if level < NOT_CLASSIFIED]
        enough = len(reached) >= options.documents
        level = reached[options.documents - 1] if enough else NOT_CLASSIFIED
        count = sum(1 for one in levels if one <= level)
        reason = (
            f"{count} of {len(levels)} documents are {LABELS[level]} or better. {_SUGGESTION}"
            if enough
            else f"Only {len(reached)} of {len(levels)} documents name a study design. {_SUGGESTION}"
        )
        return [
            Grade(
                grader=self.name,
                label=LABELS[level],
                levels=list(LABELS.values()),
                reason=reason,
                steps=[
                    GradeStep(name=reference.title or reference.id, judgement=LABELS[one.level], reason=one.reason)
                    for reference, one in judged
                ],
                figures={"documents": len(levels), "classified": len(reached)},
            )
        ]


def documents_of(body: EvidenceBody) -> list[tuple[Reference, list[Citation]]]:
    """Each document that is cited, with its citations, in the order in which they came in."""
    cited: dict[str, list[Citation]] = {}
    for citation in body.citations:
        cited.setdefault(body.reference_of[citation.id], []).append(citation)
    return [(body.reference_by_id[identifier], citations) for identifier, citations in cited.items()]


def judge_document(reference: Reference, citations: list[Citation]) -> Judged:
    """The level of one document, from its record and the passages taken from it."""
    types = [*reference.publication_types, *(kind for citation in citations for kind in citation.publication_types)]
    return judge(types, reference.title, [citation.passage for citation in citations])
