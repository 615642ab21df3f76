"""link: which citations and records are one document, and one reference for each.

Records are joined, in this order, when they share

1. a document id: unless identifiers or titles say clearly that it names two papers. A bare number means something only
   within one database, so across two inputs the titles must agree as well;
2. a DOI, a PMID or a PMCID: unless titles and first authors both say clearly that these are two papers (a wrong DOI);
3. title, year and first author (`title_linking.py`).

Joins carry over: A with B by DOI and B with C by PMID make one document; where A and C disagree, the merge says so.
Records that look alike but are kept apart are named in a finding and in the notes of their references. Everything but
the numbering is independent of the order of the input, and the work grows linearly with it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.linkable import Linkable, linkables
from bmreport.merging import merge_records, richness
from bmreport.models import Finding, Merge, Reference, Severity
from bmreport.title_linking import SAME_TITLE, join_by_title
from bmreport.titles import word_overlap
from bmreport.union_find import Joiner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bmreport.models import Citation

__all__ = ["Links", "link_documents"]

_SAME_DOCUMENT_ID = "same document id"
_SAME_IDENTIFIER = {kind: f"same {kind}" for kind in ("DOI", "PMID", "PMCID")}
_REASONS = (_SAME_DOCUMENT_ID, *_SAME_IDENTIFIER.values(), SAME_TITLE)
_DIFFERENT_TITLES = 0.3
_SAME_TITLES = 0.75
_FEWEST_WORDS = 3
_MOST_PARTS = 20


@dataclass(frozen=True)
class Links:
    """References by first appearance (`r1`, `r2` …), the reference of each citation, and what was joined or not."""

    references: list[Reference] = field(default_factory=list)
    reference_of: dict[str, str] = field(default_factory=dict)
    """Citation id -> reference id."""
    record_references: list[str] = field(default_factory=list)
    """Reference id of each bare record, in the order given."""
    merges: list[Merge] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def link_documents(citations: Sequence[Citation], references: Sequence[Reference]) -> Links:
    """One reference per document, for citations and bare records together.

    The richest record of a document wins, missing fields are filled from the others, and disagreements stand in the
    merge's `conflicts`. Citations need unique ids, as `screen_citations` gives them.
    """
    records = linkables(citations, references)
    joiner = Joiner(len(records))
    _join_by_document_id(records, joiner)
    for kind in _SAME_IDENTIFIER:
        _join_by_identifier(records, joiner, kind)
    join_by_title(records, joiner)
    links = Links()
    place_of: dict[int, str] = {}
    for number, group in enumerate(joiner.groups(), start=1):
        members = [records[place] for place in group]
        reference, conflicts = _reference(f"r{number}", members)
        links.references.append(reference)
        links.reference_of.update({one.citation_id: reference.id for one in members if one.citation_id})
        place_of.update(dict.fromkeys(group, reference.id))
        if len(members) > 1:
            reason = ", ".join(sorted(joiner.reasons(group[0]), key=_REASONS.index))
            labels = [one.label for one in members]
            links.merges.append(Merge(reference_id=reference.id, joined=labels, reason=reason, conflicts=conflicts))
    links.record_references.extend(place_of[place] for place in range(len(citations), len(records)))
    _tell_what_stays_apart(links, joiner, place_of)
    return links


def _join_by_document_id(records: Sequence[Linkable], joiner: Joiner) -> None:
    by_id: dict[str, list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        if record.document_id:
            by_id[record.document_id].append(place)
    for identifier, places in by_id.items():
        parts = _parts(records, places, _is_other_document)
        _join_parts(parts, joiner, _SAME_DOCUMENT_ID)
        if len(parts) > 1:
            joiner.keep_apart(
                [part[0] for part in parts], f"document id {identifier!r} names different papers", grave=True
            )


def _join_by_identifier(records: Sequence[Linkable], joiner: Joiner, kind: str) -> None:
    by_id: dict[str, list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        if value := dict(record.identifiers).get(kind):
            by_id[value].append(place)
    for value, places in by_id.items():
        parts = _parts(records, places, lambda one, other: _is_wrong_identifier(one, other, kind))
        _join_parts(parts, joiner, _SAME_IDENTIFIER[kind])
        if len(parts) > 1:
            why = f"{kind} {value} stands on papers with different titles and authors"
            joiner.keep_apart([part[0] for part in parts], why, grave=True)


def _join_parts(parts: list[list[int]], joiner: Joiner, reason: str) -> None:
    for part in parts:
        for place in part[1:]:
            joiner.join(part[0], place, reason)


def _parts(
    records: Sequence[Linkable], places: list[int], differ: Callable[[Linkable, Linkable], bool]
) -> list[list[int]]:
    """Split records that share a key into those that may be one document; records of one signature stay together.

    A record joins the first part none of whose kinds of record it contradicts. Only so many parts are tried, which
    bounds the work where one key stands on thousands of papers.
    """
    parts: list[list[int]] = []
    kinds: list[list[Linkable]] = []
    part_of: dict[tuple[object, ...], int] = {}
    for place in sorted(places, key=lambda place: _rank(records[place])):
        record = records[place]
        signature = (*_rank(record), record.source)
        if signature not in part_of:
            fits = (number for number, seen in enumerate(kinds[:_MOST_PARTS]) if not _any(differ, record, seen))
            part_of[signature] = next(fits, len(parts))
            if part_of[signature] == len(parts):
                parts.append([])
                kinds.append([])
            kinds[part_of[signature]].append(record)
        parts[part_of[signature]].append(place)
    return parts


def _any(differ: Callable[[Linkable, Linkable], bool], record: Linkable, seen: list[Linkable]) -> bool:
    return any(differ(record, other) for other in seen[:_MOST_PARTS])


def _rank(record: Linkable) -> tuple[int, str, str, str, str, str, int]:
    """Records with most identifiers first, then by content: an order that the input's order cannot change."""
    return (
        -len(record.identifiers),
        record.doi,
        record.pmid,
        record.pmcid,
        record.title.full,
        record.author,
        record.year or 0,
    )


def _is_other_document(one: Linkable, other: Linkable) -> bool:
    """Whether two records of one document id are clearly two documents."""
    mine, theirs = dict(one.identifiers), dict(other.identifiers)
    shared = mine.keys() & theirs.keys()
    if any(mine[kind] == theirs[kind] for kind in shared):
        return False
    same_source = not (one.source and other.source) or one.source == other.source
    if shared:
        # Within one database, id and title together outweigh a DOI.
        return not (same_source and one.title.full == other.title.full and not one.title.is_generic)
    if same_source or not one.document_id.isdecimal():
        return _titles_differ(one, other) and not (one.author and one.author == other.author and one.year == other.year)
    return word_overlap(one.title, other.title) < _SAME_TITLES


def _is_wrong_identifier(one: Linkable, other: Linkable, kind: str) -> bool:
    """Whether two records that share an identifier are clearly two papers: nothing else agrees."""
    mine, theirs = dict(one.identifiers), dict(other.identifiers)
    if any(mine[name] == theirs[name] for name in mine.keys() & theirs.keys() if name != kind):
        return False
    return _titles_differ(one, other) and bool(one.author and other.author) and one.author != other.author


def _titles_differ(one: Linkable, other: Linkable) -> bool:
    fewest = min(len(one.title.words), len(other.title.words))
    return fewest >= _FEWEST_WORDS and word_overlap(one.title, other.title) < _DIFFERENT_TITLES


def _reference(identifier: str, members: Sequence[Linkable]) -> tuple[Reference, list[str]]:
    conflicts: list[str] = []
    csl = members[0].csl
    ordered = list(members)
    if len(members) > 1:
        ordered.sort(key=lambda one: (*(-part for part in richness(one.csl)), _rank(one), one.label))
        merged = merge_records([(one.label, one.csl) for one in members])
        csl, conflicts = merged.csl, merged.conflicts
    reference = Reference(
        id=identifier,
        csl=csl,
        document_id=next((one.document_id for one in ordered if one.document_id), ""),
        publication_types=list(dict.fromkeys(kind for one in ordered for kind in one.publication_types)),
        retracted=any(one.retracted for one in members),
        origin=next((one.origin for one in ordered if one.origin), None),
        notes=list(dict.fromkeys(note for one in ordered for note in one.notes)),
    )
    return reference, conflicts


def _tell_what_stays_apart(links: Links, joiner: Joiner, reference_at: dict[int, str]) -> None:
    by_id = {reference.id: reference for reference in links.references}
    for apart in joiner.apart:
        ids = list(dict.fromkeys(reference_at[place] for place in sorted(apart.places)))
        if len(ids) == 1:  # joined by another key after all
            continue
        for identifier in ids:
            others = ", ".join(other for other in ids if other != identifier)
            by_id[identifier].notes.append(f"listed apart from {others}: {apart.why}")
        links.findings.append(
            Finding(
                verifier="link",
                severity=Severity.WARNING if apart.grave else Severity.INFO,
                message=f"kept as {len(ids)} references: {apart.why}",
                where=", ".join(ids),
                remedy="if they are one document, give its records the same DOI or PMID",
            )
        )
