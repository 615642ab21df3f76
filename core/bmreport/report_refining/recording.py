"""What a refined report tells of its change: history, findings, method and provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport._version import __version__
from bmreport.models import Finding, Provenance, Revision, Severity
from bmreport.pipeline import without_secrets
from bmreport.report_merging.parts import MERGE, is_frame
from bmreport.report_merging.provenance import joined_names, names_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from bmreport.evidence import EvidenceBody
    from bmreport.host import Registered
    from bmreport.models import Draft, Report

__all__ = ["REFINE", "change_findings", "kept_findings", "method_sentence", "revision_of", "with_makers"]

REFINE = "refine"
_MOST_NAMED = 10


def revision_of(
    before: Report, after: Report, *, excluded: Sequence[str], added: Sequence[str], made_at: datetime, note: str
) -> Revision:
    """The entry of the history. Sentences are compared by id and words; those that only frame a report do not count."""
    old = {(claim.id, claim.text) for claim in before.claims if not is_frame(claim)}
    new = {(claim.id, claim.text) for claim in after.claims if not is_frame(claim)}
    return Revision(
        made_at=made_at,
        action=REFINE,
        note=note,
        excluded=list(excluded),
        added=list(added),
        kept_claims=len(old & new),
        new_claims=len(new - old),
        dropped_claims=[one.text for one in before.claims if (one.id, one.text) in old - new],
    )


def kept_findings(report: Report, verifiers: Sequence[str], gone: frozenset[str], *, changed: bool) -> list[Finding]:
    """What was found before and cannot be found again: of the import, of linking, of the synthesizer.

    After a change, remarks on what the old draft did not use, on earlier changes and on overlaps are out of date; so
    is what was said of things that are `gone`.
    """
    again = set(verifiers)
    left = [finding for finding in report.findings if finding.verifier not in again]
    if not changed:
        return left
    stale = {*names_in(report.provenance.synthesizer), REFINE, MERGE}
    return [
        finding
        for finding in left
        if not (finding.severity is Severity.INFO and finding.verifier in stale)
        and not gone.intersection(finding.where.split(", "))
    ]


def change_findings(revision: Revision, body: EvidenceBody, left_out: Sequence[str]) -> list[Finding]:
    """What was taken out, what came in, which sentences went, and which citations nothing cites."""
    told: list[Finding] = []
    if revision.excluded:
        told.append(_remark(f"taken out: {_some(revision.excluded)}"))
    if revision.added:
        told.append(_remark(f"came in: {_some(revision.added)}"))
    if revision.dropped_claims:
        texts = "; ".join(f"“{text}”" for text in revision.dropped_claims)
        told.append(_remark(f"{_count(len(revision.dropped_claims), 'sentence')} went: {texts}"))
    if left_out:
        total = _count(len(body.citations), "citation")
        told.append(_remark(f"{len(left_out):,} of {total} not cited: {_some(left_out)}"))
    return told


def method_sentence(revision: Revision, body: EvidenceBody) -> str:
    """What the note on method says of the change."""
    parts = [
        f"{_count(len(ids), noun)} {what} ({_some(ids)})"
        for ids, noun, what in (
            (revision.excluded, "item", "taken out"),
            (revision.added, "citation", "added"),
        )
        if ids
    ]
    change = f" {' and '.join(parts)};" if parts else ""
    return (
        f"Refined on {revision.made_at:%Y-%m-%d}:{change} {_count(revision.kept_claims, 'sentence')} as before, "
        f"{revision.new_claims:,} new, {len(revision.dropped_claims):,} gone. The evidence is now "
        f"{_count(len(body.citations), 'citation')} from {_count(body.unique_documents, 'document')}."
    )


def with_makers(
    old: Provenance,
    *,
    graders: Sequence[Registered[Any]],
    synthesizers: Sequence[Registered[Any]],
    drafts: Sequence[Draft],
    options: Mapping[str, Mapping[str, Any]],
) -> Provenance:
    """The provenance of a report to which these have added. What stands was made by those named before."""
    plugins = dict(old.plugins)
    for one in (*graders, *synthesizers):
        name, version = f"{one.kind} {one.name}", f"{one.plugin.package} {one.plugin.version}".strip()
        plugins[name] = version if one.kind == "grader" else joined_names([plugins.get(name, ""), version])
    return Provenance(
        bmreport=__version__,
        grader=joined_names([old.grader, *(one.name for one in graders)]),
        synthesizer=joined_names([old.synthesizer, *(one.name for one in synthesizers)]),
        model=joined_names([old.model, *(draft.model for draft in drafts)]),
        prompt_sha256=joined_names([old.prompt_sha256, *(draft.prompt_sha256 for draft in drafts)]),
        plugins=plugins,
        options={**old.options, **{name: without_secrets(values) for name, values in sorted(options.items())}},
    )


def _remark(message: str) -> Finding:
    return Finding(verifier=REFINE, severity=Severity.INFO, message=message)


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
