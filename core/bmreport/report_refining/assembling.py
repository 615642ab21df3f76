"""The refined report put together, and what it tells of its change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import walk_claims
from bmreport.numbering import number_references
from bmreport.pipeline import check_report, record_findings
from bmreport.report_merging.each_once import each_once
from bmreport.report_merging.layout import laid_out, unique_documents
from bmreport.report_merging.overlaps import overlap_findings, overlaps
from bmreport.report_merging.parts import evidence_strength, graded, tagged
from bmreport.report_merging.renaming import Renaming
from bmreport.report_refining.recording import (
    change_findings,
    kept_findings,
    method_sentence,
    revision_of,
    with_makers,
)
from bmreport.report_refining.settling import settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.evidence import EvidenceBody
    from bmreport.models import Merge, Provenance, Report, Revision
    from bmreport.report_merging.parts import Part
    from bmreport.report_refining.additions import Evidence
    from bmreport.report_refining.work import RefineWork

__all__ = ["assembled", "checked_again", "unchanged"]


def assembled(work: RefineWork, parts: Sequence[Part], body: EvidenceBody, evidence: Evidence) -> Report:
    """The report on the evidence after the change, with its history; not checked yet."""
    before = work.before
    numbered = number_references(settled(laid_out(parts, body), before.claims), body)
    cited = {identifier for claim in walk_claims(numbered.sections) for identifier in claim.citation_ids}
    after = before.model_copy(
        update={
            "sections": numbered.sections,
            "references": numbered.cited,
            "further_reading": numbered.uncited,
            "citations": tagged(body.citations, parts),
            "reference_of": dict(body.reference_of),
            "grades": graded(parts),
            "evidence_strength": evidence_strength(parts),
            "citation_count": len(body.citations) + max(before.citation_count - len(before.citations), 0),
            "unique_documents": unique_documents(parts, body),
            "contradictions": list(body.contradictions),
            "studies": list(body.studies),
            # They are of the studies as they were; tables and figures are made anew by those who made them.
            "analyses": before.analyses if list(body.studies) == before.studies else [],
            "left_out": [one.id for one in body.citations if one.id not in cited],
            "merges": _merges(before, evidence),
            "imports": [*before.imports, *work.harvest.reports],
            "provenance": _provenance(work),
            "rendering": None,
        }
    )
    revision = _revision(work, after, evidence.added)
    gone = work.excluded.citations | work.excluded.references
    after.history = [*before.history, revision]
    after.methodology_note = _method_note(work, method_sentence(revision, body))
    after.findings = each_once(
        [
            *kept_findings(before, work.plan.host.names("verifier"), gone, changed=True),
            *work.findings,
            *change_findings(revision, body, after.left_out),
            *(overlap_findings(overlaps(parts, body)) if len(parts) > 1 else []),
        ]
    )
    return after


def unchanged(work: RefineWork) -> Report:
    """A copy of the report as it is, with an entry in its history and what came of reading the inputs."""
    after = work.before.detached_copy()
    after.rendering = None
    after.imports.extend(work.harvest.reports)
    after.findings = [
        *kept_findings(work.before, work.plan.host.names("verifier"), frozenset(), changed=False),
        *work.findings,
    ]
    after.history = [*after.history, _revision(work, after, ())]
    return after


def checked_again(work: RefineWork, report: Report) -> Report:
    """The report with the findings of all verifiers, and a new ledger."""
    record_findings(report, check_report(report, work.plan.host, work.plan.context, work.plan.options))
    return report


def _revision(work: RefineWork, after: Report, added: Sequence[str]) -> Revision:
    before = work.before
    bare = {one.id for one in (*before.references, *before.further_reading)} - set(before.reference_of.values())
    excluded = [one.id for one in before.citations if one.id in work.excluded.citations]
    revision = revision_of(
        before,
        after,
        excluded=[*excluded, *sorted(work.excluded.references & bare)],
        added=added,
        made_at=work.plan.context.clock(),
        note=work.note,
    )
    revision.sources = [report.locator for report in work.harvest.reports]
    return revision


def _merges(before: Report, evidence: Evidence) -> list[Merge]:
    """The log of joined records, without the documents that are gone."""
    renaming = Renaming(references=evidence.reference_renamed)
    there = {reference.id for reference in evidence.references}
    kept = (merge for merge in map(renaming.merge, before.merges) if merge.reference_id in there)
    return [*kept, *evidence.merges]


def _method_note(work: RefineWork, sentence: str) -> str:
    """The note that was there, what a revising synthesizer says of its work, and what was changed.

    A synthesizer that wrote a draft from what is new alone speaks of that alone, and is not quoted.
    """
    first = work.before.methodology_note.strip()
    notes = [draft.methodology_note.strip() for draft in work.drafts if work.revises]
    return "\n\n".join(dict.fromkeys(filter(None, [first, *(one for one in notes if one not in first), sentence])))


def _provenance(work: RefineWork) -> Provenance:
    host, plan = work.plan.host, work.plan
    return with_makers(
        work.before.provenance,
        graders=[host.grader(name) for name in plan.graders] if work.graded else [],
        synthesizers=[host.synthesizer(plan.synthesizer)] if work.drafts else [],
        drafts=work.drafts,
        options=plan.options,
    )
