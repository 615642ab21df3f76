"""Uniting: several reports in one set of names, with one reference a document and one citation a passage."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.models import Citation, Merge
from bmreport.models.json_values import is_blank
from bmreport.report_merging.names import Names
from bmreport.report_merging.relinking import Record, Relinked, relink
from bmreport.report_merging.renaming import Renaming

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Finding, Reference, Report

__all__ = ["United", "passage_key", "reference_ids", "unite"]


@dataclass
class United:
    """What the reports hold together; `reports` are copies that use the common names."""

    citations: list[Citation] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    reference_of: dict[str, str] = field(default_factory=dict)
    reports: list[Report] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    """Documents that several of the reports list."""
    findings: list[Finding] = field(default_factory=list)
    shared_passages: int = 0
    """Citations that came again and are one now."""


def unite(reports: Sequence[Report]) -> United:
    """Give every report the names of the common one.

    The ids of the first report stay; in the others an id changes where it clashes, or where its passage or document is
    there already. The given reports are not changed.
    """
    linked, reference_ids_of, documents = _link(reports)
    united = United(references=linked.references, findings=linked.findings)
    united.merges = list(linked.merges)
    citation_names, claim_names = Names(), Names()
    by_passage: dict[tuple[str, str, int], str] = {}
    kept: dict[str, Citation] = {}
    for place, report in enumerate(reports):
        names: dict[str, str] = {}
        moved: dict[str, tuple[str, str]] = {}
        times: Counter[tuple[str, str]] = Counter()
        own: list[Citation] = []
        for citation, document in zip(report.citations, documents[place], strict=True):
            passage = (document, passage_key(citation))
            times[passage] += 1
            name = by_passage.get((*passage, times[passage]), "")
            if name:
                united.shared_passages += 1
                kept[name] = _together(kept[name], citation)
                if citation.passage != kept[name].passage:
                    moved[citation.id] = (citation.passage, kept[name].passage)
            else:
                name = citation_names.free(citation.id or "c")
                by_passage[*passage, times[passage]] = name
                kept[name] = citation.model_copy(update={"id": name})
                united.reference_of[name] = document
            names.setdefault(citation.id, name)
            own.append(citation.model_copy(update={"id": name}))
        claims = {claim.id: claim_names.free(claim.id) for claim in report.claims if claim.id}
        renaming = Renaming(names, reference_ids_of[place], claims, moved)
        united.reports.append(_renamed(report, renaming, own))
    united.citations = list(kept.values())
    return united


def reference_ids(report: Report) -> list[str]:
    """The reference of each citation of a report; empty for one that belongs to none.

    A report that was written by hand may tell only by its cites to which reference a citation belongs.
    """
    known = {reference.id for reference in (*report.references, *report.further_reading)}
    by_cite = {
        cite.citation_id: cite.reference_id
        for claim in report.claims
        for cite in claim.cites
        if cite.citation_id and cite.reference_id in known
    }
    found = ({**by_cite, **report.reference_of}.get(citation.id, "") for citation in report.citations)
    return [identifier if identifier in known else "" for identifier in found]


def passage_key(citation: Citation) -> str:
    """A passage without what two exports of it differ in: blanks and line ends."""
    return " ".join(citation.passage.split())


def _link(reports: Sequence[Report]) -> tuple[Relinked, list[dict[str, str]], list[list[str]]]:
    """The common references; for each report the new id of each old one, and the document of each citation."""
    records: list[Record] = []
    loose: list[Citation] = []
    of_report = [reference_ids(report) for report in reports]
    for place, report in enumerate(reports):
        passages: dict[str, list[str]] = defaultdict(list)
        for number, (citation, identifier) in enumerate(zip(report.citations, of_report[place], strict=True)):
            if identifier:
                passages[identifier].append(passage_key(citation))
            else:
                loose.append(citation.model_copy(update={"id": _loose_name(place, number)}))
        records.extend(
            Record(place, reference, f"{reference.id} of report {place + 1}", tuple(passages[reference.id]))
            for reference in (*report.references, *report.further_reading)
        )
    linked = relink(records, loose)
    ids: list[dict[str, str]] = [{} for _report in reports]
    for record, identifier in zip(records, linked.id_of, strict=True):
        ids[record.report][record.reference.id] = identifier
    documents = [
        [
            ids[place][identifier] if identifier else linked.reference_of[_loose_name(place, number)]
            for number, identifier in enumerate(found)
        ]
        for place, found in enumerate(of_report)
    ]
    return linked, ids, documents


def _loose_name(report: int, place: int) -> str:
    return f"citation {place + 1} (report {report + 1})"


def _together(kept: Citation, other: Citation) -> Citation:
    """One citation out of two of the same passage: what one does not know is taken from the other."""
    update = {
        name: getattr(other, name)
        for name in Citation.model_fields
        if is_blank(getattr(kept, name)) and not is_blank(getattr(other, name))
    }
    update |= {key: value for key, value in (other.model_extra or {}).items() if key not in (kept.model_extra or {})}
    notes = dict.fromkeys([*kept.notes, *other.notes])
    if kept.relevance != other.relevance:
        notes[f"relevance {kept.relevance:.2f} and {other.relevance:.2f} in two reports; the higher one counts"] = None
        update["relevance_score"] = max(kept.relevance, other.relevance)
        update["relevance_basis"] = max((kept, other), key=lambda one: one.relevance).relevance_basis
    return kept.model_copy(update={**update, "notes": list(notes)})


def _renamed(report: Report, renaming: Renaming, citations: list[Citation]) -> Report:
    documents = {
        renaming.citations.get(old, old): renaming.references.get(reference, reference)
        for old, reference in report.reference_of.items()
    }
    return report.model_copy(
        update={
            "sections": renaming.sections(report.sections),
            "citations": citations,
            "reference_of": documents,
            "grades": [renaming.grade(grade) for grade in report.grades],
            "studies": [renaming.study(study) for study in report.studies],
            "findings": [renaming.finding(finding) for finding in report.findings],
            "contradictions": [renaming.contradiction(one) for one in report.contradictions],
            "left_out": [renaming.citations.get(one, one) for one in report.left_out],
            "history": [renaming.revision(revision) for revision in report.history],
            "merges": [renaming.merge(merge) for merge in report.merges],
        }
    )
