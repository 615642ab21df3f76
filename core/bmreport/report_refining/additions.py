"""What comes in: citations named and screened, passages that are there already told apart from new ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bmreport.citation_studies import studies_of_citations
from bmreport.models import Finding, Severity
from bmreport.report_merging.each_once import each_once
from bmreport.report_merging.names import Names
from bmreport.report_merging.relinking import Record, Relinked, relink
from bmreport.report_merging.renaming import Renaming
from bmreport.report_merging.uniting import passage_key, reference_ids
from bmreport.study_linking import link_studies
from bmreport.validating import screen_citations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.intake import Harvest
    from bmreport.models import Citation, Merge, Reference, Report, Study
    from bmreport.report_refining.exclusions import Excluded

__all__ = ["Evidence", "changed_evidence"]

_MOST_NAMED = 10


@dataclass(frozen=True)
class Evidence:
    """The evidence after the change; what was there before keeps its ids."""

    citations: list[Citation]
    references: list[Reference]
    reference_of: dict[str, str]
    added: tuple[str, ...] = ()
    merges: list[Merge] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    studies: list[Study] = field(default_factory=list)
    reference_renamed: dict[str, str] = field(default_factory=dict)
    """References that turned out to be one with another of the report, and that one."""


def changed_evidence(report: Report, excluded: Excluded, harvest: Harvest) -> Evidence:
    """The report's evidence without what is excluded and with what was read.

    A passage that the report has already, from the same document, does not come in again. Bare records that come in
    are further reading.
    """
    documents = dict(zip((one.id for one in report.citations), reference_ids(report), strict=True))
    kept = [citation for citation in report.citations if citation.id not in excluded.citations]
    everything = [*report.references, *report.further_reading]
    there = [one for one in everything if one.id not in excluded.references]
    loose = [citation for citation in kept if not documents[citation.id]]
    new, findings = _screened(harvest.citations, report)
    if not (new or loose or harvest.references):
        unnumbered = [reference.model_copy(update={"number": None}) for reference in there]
        unchanged = Evidence(kept, unnumbered, {one.id: documents[one.id] for one in kept}, findings=findings)
        return _with_studies(unchanged, report, excluded, harvest)
    records = [
        *(Record(0, one, one.id) for one in there),
        *(Record(1, one, str(one.origin or "a record that came in")) for one in harvest.references),
    ]
    taken = [reference.id for reference in everything]
    linked = relink(records, [*loose, *new], taken=taken)
    added, repeats = _without_repeats(kept, _documents(kept, documents, there, linked), new, linked)
    if repeats:
        findings.append(_repeats_finding(repeats))
        # What is there already must not change the records that it belongs to.
        linked = relink(records, [*loose, *added], taken=taken)
    findings.extend(_clashes(added, harvest.citations, new))
    reference_of = _documents(kept, documents, there, linked)
    evidence = Evidence(
        citations=[*kept, *added],
        references=linked.references,
        reference_of=reference_of | {citation.id: linked.reference_of[citation.id] for citation in added},
        added=tuple(citation.id for citation in added),
        merges=linked.merges,
        findings=[*findings, *linked.findings],
        reference_renamed={old.id: name for old, name in zip(there, linked.id_of, strict=False) if old.id != name},
    )
    return _with_studies(evidence, report, excluded, harvest)


def _with_studies(evidence: Evidence, report: Report, excluded: Excluded, harvest: Harvest) -> Evidence:
    """Rows of study data go with their document; new ones are joined to theirs."""
    renaming = Renaming(references=evidence.reference_renamed)
    kept = [renaming.study(one) for one in report.studies if one.reference_id not in excluded.references]
    added = set(evidence.added)
    carried, refused = studies_of_citations([citation for citation in evidence.citations if citation.id in added])
    rows = [*harvest.studies, *carried]
    new, unlinked = link_studies(rows, evidence.references, evidence.citations, evidence.reference_of)
    return replace(evidence, studies=each_once([*kept, *new]), findings=[*evidence.findings, *refused, *unlinked])


def _screened(citations: Sequence[Citation], report: Report) -> tuple[list[Citation], list[Finding]]:
    """New citations that may be used, under ids that the report never used, not even for what was taken out of it."""
    used = [identifier for revision in report.history for identifier in (*revision.excluded, *revision.added)]
    names = Names([*(citation.id for citation in report.citations), *used])
    first = len(report.citations) + 1
    named = [
        citation.model_copy(update={"id": names.free(citation.id or f"c{place}")})
        for place, citation in enumerate(citations, start=first)
    ]
    return screen_citations(named, report.user_question)


def _documents(
    kept: Sequence[Citation], documents: dict[str, str], there: Sequence[Reference], linked: Relinked
) -> dict[str, str]:
    """The document of each citation that was there before."""
    names = {old.id: name for old, name in zip(there, linked.id_of, strict=False)}
    return {one.id: names.get(documents[one.id]) or linked.reference_of.get(one.id, "") for one in kept}


def _without_repeats(
    kept: Sequence[Citation], reference_of: dict[str, str], new: Sequence[Citation], linked: Relinked
) -> tuple[list[Citation], list[tuple[Citation, str]]]:
    """The new citations whose passage is not there yet, and the others with the id of the one that is."""
    there = {(reference_of[one.id], passage_key(one)): one.id for one in reversed(kept)}
    added: list[Citation] = []
    repeats: list[tuple[Citation, str]] = []
    for citation in new:
        key = (linked.reference_of[citation.id], passage_key(citation))
        if key in there:
            repeats.append((citation, there[key]))
        else:
            there[key] = citation.id
            added.append(citation)
    return added, repeats


def _repeats_finding(repeats: Sequence[tuple[Citation, str]]) -> Finding:
    named = [f"{old} ({citation.origin})" if citation.origin else old for citation, old in repeats]
    more = f" and {len(named) - _MOST_NAMED:,} more" if len(named) > _MOST_NAMED else ""
    what = "1 passage is" if len(repeats) == 1 else f"{len(repeats):,} passages are"
    return _remark(f"{what} in the report already and did not come in again: {', '.join(named[:_MOST_NAMED])}{more}")


def _clashes(added: Sequence[Citation], given: Sequence[Citation], named: Sequence[Citation]) -> list[Finding]:
    """Where a citation that came in bears another id than its file gave it."""
    usable = [citation for citation in given if not citation.rejected_by_reviewer]
    old = {new.id: citation.id for citation, new in zip(usable, named, strict=True)}
    return [
        _remark(f"the id {old[one.id]!r} is taken in the report; the citation that came in is {one.id!r}")
        for one in added
        if old[one.id] and old[one.id] != one.id
    ]


def _remark(message: str) -> Finding:
    return Finding(verifier="refine", severity=Severity.INFO, message=message)
