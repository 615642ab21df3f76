"""Writing what changes in an answer: by the synthesizer's own hand where it can, else sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bmreport.errors import NotEnoughEvidenceError, PluginError
from bmreport.models import Claim, ClaimRole, Draft, Finding, Paragraph, Section, SectionKind, Severity, Table
from bmreport.models.draft import block_claims, walk_claims
from bmreport.pipeline import Plan, Work, synthesize
from bmreport.providers import Reviser
from bmreport.report_merging.grafting import grafted, plain_words, without_repeats
from bmreport.report_merging.trimming import without
from bmreport.report_refining.keeping import Kept, keep_untouched, rests_on, with_count

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bmreport.evidence import Change, EvidenceBody
    from bmreport.host import Registered
    from bmreport.models import Grade
    from bmreport.report_refining.exclusions import Excluded

__all__ = ["Rewriting", "Written", "can_revise", "rewritten"]

FINDINGS_HEADING = "Findings"


@dataclass(frozen=True)
class Written:
    """The sections of one question after the change, and who wrote what is new (None where nothing was)."""

    sections: list[Section]
    findings: list[Finding] = field(default_factory=list)
    draft: Draft | None = None


@dataclass(frozen=True)
class Rewriting:
    """One question: its answer as it stands, the evidence and the grades after the change."""

    plan: Plan
    sections: list[Section]
    body: EvidenceBody
    excluded: Excluded
    change: Change
    grades: tuple[Grade, ...]


def can_revise(synthesizer: Registered[Any]) -> bool:
    """Whether a synthesizer changes finished answers itself."""
    return isinstance(synthesizer.provider, Reviser)


def rewritten(job: Rewriting) -> Written:
    """The answer after the change.

    Raises NotEnoughEvidenceError when no sentence with a cite is left, and what the synthesizer raises.
    """
    kept = keep_untouched(job.sections, job.excluded)
    revise = can_revise(job.plan.host.synthesizer(job.plan.synthesizer))
    written = _revised(job, kept) if revise else _written(job, kept)
    if any(claim.cites for claim in walk_claims(job.sections)) and not any(
        claim.cites for claim in walk_claims(written.sections)
    ):
        raise NotEnoughEvidenceError(
            len(job.body.citations),
            1,
            message="nothing is left of the answer: every sentence rested on what is taken out",
            where=job.body.question,
            remedy="take out less, or add evidence that answers the question",
        )
    return written


# -- by a synthesizer that revises ------------------------------------------------------------------------------------


def _revised(job: Rewriting, kept: Kept) -> Written:
    synthesizer = job.plan.host.synthesizer(job.plan.synthesizer)
    options = job.plan.host.options(synthesizer, job.plan.options)
    given = [section.model_copy(deep=True) for section in job.sections]
    with synthesizer.guarded("revise") as provider:
        assert isinstance(provider, Reviser)  # noqa: S101  # `can_revise` said so
        draft: object = provider.revise(given, job.body, job.change, list(job.grades), job.plan.context, options)
    if not isinstance(draft, Draft):
        raise PluginError(synthesizer.plugin.name, f"synthesizer {synthesizer.name}", "returned no Draft")
    findings = _said_of(draft, synthesizer.name)
    sections, false = without_repeats(draft.sections, lambda claim: rests_on(claim, job.excluded))
    if false:
        findings.append(
            _finding(f"{_count(len(false), 'sentence')} that cited what is taken out did not stay", Severity.WARNING)
        )
    standing = {plain_words(claim) for claim in walk_claims(sections)}
    lost = [one for one in walk_claims(kept.sections) if one.cites and plain_words(one) not in standing]
    if lost:
        told = f"{_count(len(lost), 'sentence')} that the change does not touch went with the revision"
        findings.append(_finding(told, Severity.WARNING, remedy="the history names them"))
    return Written(sections, findings, draft)


# -- for any other synthesizer ----------------------------------------------------------------------------------------


def _written(job: Rewriting, kept: Kept) -> Written:
    """What stands, and in its midst the sentences that are written from new evidence and from what was set free.

    A citation is set free when a sentence that goes rested on it as well.
    """
    standing = list(walk_claims(kept.sections))
    free = {identifier for claim in kept.dropped for identifier in claim.citation_ids} | job.change.added
    draft, findings = _drafted(job, free)
    sections = list(kept.sections)
    if draft:
        fresh = _fresh_sections(draft, standing)
        room = max(kept.lost(SectionKind.LEAD, job.sections), 1 if job.change.added else 0)
        sections = grafted(sections, _with_room_in_lead(fresh, room, sections))
    if _has_lead(job.sections) and not _has_lead(sections):
        whole, more = _drafted(job, {citation.id for citation in job.body.citations})
        draft = draft or whole
        sections = _with_lead(sections, whole) if whole else sections
        findings.extend(one for one in more if one not in findings)
    return Written(with_count(sections, _count_sentence(sections, job.body)), findings, draft)


def _drafted(job: Rewriting, citation_ids: Collection[str]) -> tuple[Draft | None, list[Finding]]:
    """A draft from these citations alone; None when there are none, or nothing in them answers the question."""
    citations = tuple(one for one in job.body.citations if one.id in citation_ids)
    if not citations:
        return None, []
    documents = {job.body.reference_of.get(one.id, "") for one in citations}
    body = replace(
        job.body,
        citations=citations,
        references=tuple(one for one in job.body.references if one.id in documents),
        reference_of={one.id: job.body.reference_of[one.id] for one in citations},
        contradictions=(),
    )
    try:
        work = synthesize(Work(job.plan, body=body, grades=job.grades))
    except NotEnoughEvidenceError as error:
        told = f"nothing was written from {_count(len(citations), 'citation')}: {error.message}"
        return None, [_finding(told, Severity.WARNING, where=", ".join(one.id for one in citations[:10]))]
    # Remarks of the synthesizer speak of these citations as if there were no others.
    warnings = [one for one in work.findings if one.severity is not Severity.INFO]
    return work.draft, warnings


def _fresh_sections(draft: Draft, standing: Sequence[Claim]) -> list[Section]:
    """The draft without ids, without what stands already, and without remarks on the draft as a whole."""
    sections = [section.model_copy(deep=True) for section in draft.sections]
    for claim in walk_claims(sections):
        claim.id = ""
    words = {plain_words(claim) for claim in standing}
    quotes = {frozenset(_quoted(claim)) for claim in standing if claim.quotes}

    def repeats(claim: Claim) -> bool:
        return plain_words(claim) in words or (bool(claim.quotes) and frozenset(_quoted(claim)) in quotes)

    new, _repeated = without_repeats(sections, repeats)
    remarks = {
        id(claim)
        for section in new
        for block in section.blocks
        if not isinstance(block, Table)
        for claim in block_claims(block)
        if claim.role is ClaimRole.BACKGROUND and not claim.cites
    }
    return without(new, lambda claim: id(claim) in remarks)


def _quoted(claim: Claim) -> list[tuple[str, int, int]]:
    return [(quote.citation_id, quote.start, quote.end) for quote in claim.quotes]


def _with_room_in_lead(fresh: Sequence[Section], room: int, before: Sequence[Section]) -> list[Section]:
    """The fresh sections with no more than `room` sentences for the short answer; the others go to the findings.

    A short answer that grew with every change would be none.
    """
    lead = [section for section in fresh if section.kind is SectionKind.LEAD]
    claims = list(walk_claims(lead))
    over = {id(claim) for claim in claims[room:]}
    if not over:
        return list(fresh)
    kept = without(fresh, lambda claim: id(claim) in over)
    headings = (one.heading for one in (*before, *fresh) if one.kind is SectionKind.FINDINGS)
    moved = Section(
        heading=next(headings, FINDINGS_HEADING),
        kind=SectionKind.FINDINGS,
        blocks=[Paragraph(claims=claims[room:])],
    )
    at = next((place for place, one in enumerate(kept) if one.kind is not SectionKind.LEAD), len(kept))
    return [*kept[:at], moved, *kept[at:]]


def _has_lead(sections: Sequence[Section]) -> bool:
    return any(claim.cites for section in sections if section.kind is SectionKind.LEAD for claim in _claims_in(section))


def _with_lead(sections: Sequence[Section], whole: Draft) -> list[Section]:
    """The short answer that the synthesizer gives to all evidence, where the old one is gone.

    A sentence that stands in running text already moves up; it is not said twice.
    """
    lead = [section for section in whole.sections if section.kind is SectionKind.LEAD]
    running = {
        plain_words(claim): claim
        for section in sections
        for block in section.blocks
        if not isinstance(block, Table)
        for claim in block_claims(block)
    }
    claims = [
        running.get(plain_words(claim)) or claim.model_copy(update={"id": ""})
        for claim in walk_claims(lead)
        if claim.cites
    ]
    if not claims:
        return list(sections)
    moved = {id(claim) for claim in claims}
    rest = without(sections, lambda claim: id(claim) in moved)
    rest = [section for section in rest if section.kind is not SectionKind.LEAD]
    return [Section(heading=lead[0].heading, kind=SectionKind.LEAD, blocks=[Paragraph(claims=claims)]), *rest]


def _count_sentence(sections: Sequence[Section], body: EvidenceBody) -> str:
    cites = (cite for claim in walk_claims(list(sections)) for cite in claim.cites)
    cited = {body.reference_of.get(cite.citation_id, cite.reference_id) for cite in cites} - {""}
    return f"This answer cites {len(cited):,} of {_count(max(body.unique_documents, len(cited)), 'document')}."


def _claims_in(section: Section) -> list[Claim]:
    return [claim for block in section.blocks for claim in block_claims(block)]


def _said_of(draft: Draft, name: str) -> list[Finding]:
    said = (*((Severity.WARNING, text) for text in draft.notes), *((Severity.INFO, text) for text in draft.remarks))
    return [Finding(verifier=name, severity=severity, message=text) for severity, text in said]


def _finding(message: str, severity: Severity, *, where: str = "", remedy: str = "") -> Finding:
    return Finding(verifier="refine", severity=severity, message=message, where=where, remedy=remedy)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
