"""The change of a report question by question: what each loses, what comes in, and how it is graded then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bmreport.evidence import Change, EvidenceBody
from bmreport.lexical import QuestionTerms
from bmreport.models import Finding, Severity, walk_claims
from bmreport.pipeline import Plan, Work, grade
from bmreport.report_refining.keeping import rests_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Citation, Grade, Section, Study
    from bmreport.report_merging.parts import Part
    from bmreport.report_refining.exclusions import Excluded

__all__ = ["PartChange", "changes_of", "part_body", "regraded"]

MACHINE = "machine"


@dataclass(frozen=True)
class PartChange:
    """A question with the citations that it has after the change, and what changes for it.

    `exhibits` are the tables and figures that its graders bring.
    """

    part: Part
    change: Change
    evidence_changes: bool
    exhibits: tuple[Section, ...] = ()


def changes_of(parts: Sequence[Part], excluded: Excluded, added: Sequence[Citation], note: str) -> list[PartChange]:
    """What the change is for each question.

    What comes in serves the question with most of whose words it shares; where several have as many, all of them.
    """
    new: list[list[str]] = [[] for _part in parts]
    terms = [QuestionTerms(part.question) for part in parts]
    for citation in added:
        text = f"{citation.document_title} {citation.passage}"
        shares = [one.coverage(text) for one in terms]
        for place, share in enumerate(shares):
            if share == max(shares):
                new[place].append(citation.id)
    out = []
    for part, ids in zip(parts, new, strict=True):
        left = tuple(one for one in part.citation_ids if one not in excluded.citations)
        gone = frozenset(part.citation_ids) & excluded.citations
        loses = bool(gone) or any(rests_on(claim, excluded) for claim in walk_claims(part.sections))
        changed = replace(part, citation_ids=(*left, *ids))
        out.append(PartChange(changed, Change(gone, frozenset(ids), note), loses or bool(ids)))
    return out


def part_body(part: Part, body: EvidenceBody, *, alone: bool) -> EvidenceBody:
    """The evidence of one question; of a report on one question alone the whole."""
    if alone:
        return replace(body, question=part.question)
    ids = set(part.citation_ids)
    reference_of = {identifier: one for identifier, one in body.reference_of.items() if identifier in ids}
    documents = set(reference_of.values())
    return EvidenceBody(
        question=part.question,
        citations=tuple(one for one in body.citations if one.id in ids),
        references=tuple(one for one in body.references if one.id in documents),
        reference_of=reference_of,
        contradictions=tuple(
            one for one in body.contradictions if ids.issuperset(side.citation_id for side in one.sides)
        ),
        studies=tuple(one for one in body.studies if _serves(one, part, documents)),
    )


def _serves(study: Study, part: Part, documents: set[str]) -> bool:
    """Whether a row of study data is evidence of a question: by its document, else by an outcome graded there."""
    if study.reference_id:
        return study.reference_id in documents
    outcomes = {grade.outcome.casefold() for grade in part.grades}
    return study.outcome.casefold() in outcomes or not any(outcomes)


def regraded(change: PartChange, body: EvidenceBody, plan: Plan) -> tuple[PartChange, list[Finding]]:
    """The part with new grades by machine. A person's grade stays, and a warning says that it is older."""
    part = change.part
    own = {one.grader for one in part.grades}
    names = tuple(name for name in plan.graders if name in own) or plan.graders
    work = grade(Work(replace(plan, graders=names), body=body))
    human = [one for one in part.grades if one.suggested_by != MACHINE]
    first = bool(human) and part.grades[0] is human[0]
    grades: list[Grade] = [*human, *work.grades] if first else [*work.grades, *human]
    findings = [
        Finding(
            verifier="refine",
            severity=Severity.WARNING,
            message=f"the grade {one.label!r} was given by {one.suggested_by} before the evidence changed",
            where=part.question,
            remedy="look at it again",
        )
        for one in human
    ]
    part = replace(part, grades=grades, strength=grades[0].label)
    return replace(change, part=part, exhibits=work.exhibits), findings
