"""Linking of finished reports: their references, and new citations, as the records that are joined.

What one report holds to be one document stays one document. Across reports the rules of `bmreport.linking` decide. Two
records that are the same in every field, and come from the same place of the same file or carry the same passages, are
one document even where those rules find too little to go by.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.linking import link_documents
from bmreport.models import Merge, Reference
from bmreport.report_merging.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bmreport.linking import Links
    from bmreport.models import Citation, Finding

__all__ = ["Record", "Relinked", "relink"]

SAME_RECORD = "same record"
_APART = re.compile(r"listed apart from (?P<ids>[^:]+): ")


@dataclass(frozen=True)
class Record:
    """A reference of one report (`report` counts from 0), and the passages that come from it.

    `label` is how the log of joined records names it.
    """

    report: int
    reference: Reference
    label: str
    passages: tuple[str, ...] = ()


@dataclass
class Relinked:
    """One reference for each document, without numbers, and the way there from the references that were given."""

    references: list[Reference] = field(default_factory=list)
    id_of: list[str] = field(default_factory=list)
    """The new id of each record, in the order given."""
    reference_of: dict[str, str] = field(default_factory=dict)
    """Id of a loose citation -> new reference id."""
    merges: list[Merge] = field(default_factory=list)
    """What was joined now; joins that the reports bring along are not repeated."""
    findings: list[Finding] = field(default_factory=list)


def relink(records: Sequence[Record], citations: Sequence[Citation] = (), *, taken: Iterable[str] = ()) -> Relinked:
    """Join the records of several reports, and citations that belong to none of them yet.

    A reference keeps its id if no earlier one bears it; ids that are `taken` are given to no new one. The records of
    the earliest report come first, documents of new citations alone last.
    """
    first_of = _same_records(records)
    distinct = sorted(set(first_of))
    links = link_documents(citations, [_bare(records[place]) for place in distinct])
    linked_at = dict(zip(distinct, links.record_references, strict=True))
    groups = _Groups()
    for record, first in zip(records, first_of, strict=True):
        groups.members[linked_at[first]].append(record)
    for citation_id, identifier in links.reference_of.items():
        groups.loose[identifier].append(citation_id)
    final = _final_ids(groups, links, taken)
    out = Relinked(
        id_of=[final[linked_at[first]] for first in first_of],
        reference_of={citation: final[identifier] for citation, identifier in links.reference_of.items()},
        findings=[_renamed_finding(finding, final) for finding in links.findings],
    )
    linked = {reference.id: reference for reference in links.references}
    told = {merge.reference_id: merge for merge in links.merges}
    for identifier, name in final.items():
        out.references.append(_named(_reference(linked[identifier], groups, identifier), name, final))
        joined = [*(record.label for record in groups.members[identifier]), *groups.loose[identifier]]
        if len(joined) > 1:
            why = told.get(identifier)
            reason, conflicts = (why.reason, why.conflicts) if why else (SAME_RECORD, [])
            out.merges.append(Merge(reference_id=name, joined=joined, reason=reason, conflicts=conflicts))
    return out


@dataclass(frozen=True)
class _Groups:
    """What each document is made of, by the id that linking gave it."""

    members: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    loose: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Ids of new citations."""


def _same_records(records: Sequence[Record]) -> list[int]:
    """For each record the place of the first one that is the same in another report.

    Equal records of one report are two documents there: the first answers to the first of the other report, and so on.
    """
    seen: dict[tuple[object, ...], int] = {}
    times: dict[tuple[object, ...], int] = defaultdict(int)
    out: list[int] = []
    for place, record in enumerate(records):
        reference = record.reference
        origin = str(reference.origin or "")
        csl = json.dumps(reference.csl, sort_keys=True, default=str)
        key = (csl, reference.document_id, origin, () if origin else tuple(sorted(record.passages)))
        times[record.report, *key] += 1
        known = (*key, times[record.report, *key])
        # Without a place in a file or a passage, a bare title tells too little.
        out.append(seen.setdefault(known, place) if origin or record.passages else place)
    return out


def _bare(record: Record) -> Reference:
    """A record for linking: under a name that messages can use, without remarks on what was kept apart before."""
    notes = [note for note in record.reference.notes if not _APART.match(note)]
    return record.reference.model_copy(update={"id": record.label, "number": None, "notes": notes})


def _final_ids(groups: _Groups, links: Links, taken: Iterable[str]) -> dict[str, str]:
    """The id of each document by the id that linking gave it: that of its first record, if it is free."""
    names = Names()
    final = {identifier: names.free(records[0].reference.id or "r") for identifier, records in groups.members.items()}
    fresh = Names([*taken, *final.values()])
    for number, reference in enumerate(links.references, start=1):
        if reference.id not in final:
            final[reference.id] = fresh.free(f"r{number}")
    return final


def _reference(linked: Reference, groups: _Groups, identifier: str) -> Reference:
    """The reference of a document. One that nothing was added to stays as it is, but for what is said of its kin."""
    given = [record.reference for record in groups.members.get(identifier, [])]
    kept: dict[str, object] = {"retracted": linked.retracted or any(reference.retracted for reference in given)}
    alone = bool(given) and all(reference.csl == given[0].csl for reference in given)
    if groups.loose.get(identifier) or not alone:
        return linked.model_copy(update=kept)
    return given[0].model_copy(update={**kept, "notes": linked.notes, "publication_types": linked.publication_types})


def _named(reference: Reference, name: str, final: Mapping[str, str]) -> Reference:
    notes = [_renamed_note(note, final) for note in reference.notes]
    return reference.model_copy(update={"id": name, "notes": notes, "number": None})


def _renamed_note(note: str, final: Mapping[str, str]) -> str:
    found = _APART.match(note)
    if not found:
        return note
    ids = ", ".join(final.get(identifier, identifier) for identifier in found["ids"].split(", "))
    return f"listed apart from {ids}: {note[found.end() :]}"


def _renamed_finding(finding: Finding, final: Mapping[str, str]) -> Finding:
    where = ", ".join(final.get(identifier, identifier) for identifier in finding.where.split(", "))
    return finding.model_copy(update={"where": where})
