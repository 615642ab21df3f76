"""What is to be taken out of a report: from the names that a person types to citations and documents."""

from __future__ import annotations

import difflib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.errors import UsageError
from bmreport.identifiers import is_doi, is_pmid, normal_doi, normal_pmcid, normal_pmid
from bmreport.report_merging.overlaps import short_name
from bmreport.report_merging.uniting import reference_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.models import Report

__all__ = ["Excluded", "find_excluded"]

_MOST_NAMED = 5


@dataclass(frozen=True)
class Excluded:
    """Ids of citations, and of references that lose their last citation or never had one."""

    citations: frozenset[str] = frozenset()
    references: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Whether anything is taken out."""
        return bool(self.citations or self.references)


@dataclass(frozen=True)
class _Index:
    """Where names lead to."""

    citation_ids: frozenset[str]
    reference_of: dict[str, str]
    citations_of: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Citation ids by reference id."""
    documents: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    """Reference ids by anything that names a document: its id, document id, DOI, PMID, PMCID."""
    numbers: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)


def find_excluded(report: Report, names: Iterable[str]) -> Excluded:
    """The citations that these names mean: ids of citations, or of documents (reference id, document id, DOI, PMID).

    A document stands for all its citations. Several names may stand in one text, with commas between them. Raises
    UsageError for a name that means nothing here, with those that come near, and for one that means two documents.
    """
    index = _index(report)
    citations: set[str] = set()
    references: set[str] = set()
    for name in _single(names, index):
        if name in index.citation_ids:
            citations.add(name)
            continue
        document = _document(name, index)
        citations.update(index.citations_of.get(document, ()))
        references.add(document)
    for reference_id, own in index.citations_of.items():
        if citations.issuperset(own):
            references.add(reference_id)
    return Excluded(frozenset(citations), frozenset(references))


def _index(report: Report) -> _Index:
    documents = reference_ids(report)
    pairs = list(zip(report.citations, documents, strict=True))
    index = _Index(
        frozenset(citation.id for citation in report.citations), {citation.id: one for citation, one in pairs}
    )
    for reference in (*report.references, *report.further_reading):
        keys = (reference.document_id, reference.doi, _prefixed("pmid", reference.pmid), reference.pmid)
        for key in (reference.id, *keys, reference.pmcid):
            if key:
                index.documents[key][reference.id] = None
        index.labels[reference.id] = short_name(reference)
        if reference.number:
            index.numbers[str(reference.number)] = reference.id
    for citation, reference_id in pairs:
        if reference_id:
            index.citations_of[reference_id].append(citation.id)
            for key in (citation.document_id, citation.doi, _prefixed("pmid", citation.pmid), citation.pmid):
                if key:
                    index.documents[key][reference_id] = None
    return index


def _prefixed(kind: str, value: str | None) -> str:
    return f"{kind}:{value}" if value else ""


def _single(names: Iterable[str], index: _Index) -> list[str]:
    """Each name alone. A comma may belong to a DOI, so that a text is looked up whole before it is cut."""
    out: list[str] = []
    for text in names:
        whole = text.strip()
        if "," in whole and not (whole in index.citation_ids or any(key in index.documents for key in _keys(whole))):
            out.extend(part for part in map(str.strip, whole.split(",")) if part)
        elif whole:
            out.append(whole)
    return list(dict.fromkeys(out))


def _keys(name: str) -> list[str]:
    """The spellings under which a name may be known; one that says that it is a PMID means nothing else."""
    doi, pmid, pmcid = normal_doi(name), normal_pmid(name), normal_pmcid(name)
    if is_pmid(pmid) and pmid != name.strip().lstrip("0"):
        return [f"pmid:{pmid}"]
    keys = [name, *([doi] if is_doi(doi) else []), *([pmid] if is_pmid(pmid) else [])]
    return list(dict.fromkeys([*keys, *([pmcid] if name.upper().startswith("PMC") else [])]))


def _document(name: str, index: _Index) -> str:
    found = dict.fromkeys(reference for key in _keys(name) for reference in index.documents.get(key, ()))
    if not found:
        raise _unknown(name, index)
    if len(found) > 1:
        named = [f"{one} ({index.labels[one]})" for one in found][:_MOST_NAMED]
        raise UsageError(
            f"{name!r} names {len(found)} documents of the report: {', '.join(named)}",
            where="exclude",
            remedy="give the reference id of the one that is meant",
        )
    return next(iter(found))


def _unknown(name: str, index: _Index) -> UsageError:
    number = name.strip("[]() ")
    if number in index.numbers:
        meant = index.numbers[number]
        remedy = f"number {number} of the list is {meant} ({index.labels[meant]}): give {meant}"
    else:
        near = _near(name, [*sorted(index.citation_ids), *index.documents])
        remedy = f"did you mean {' or '.join(near)}?" if near else _known(index)
    return UsageError(f"{name!r} is neither a citation nor a document of the report", where="exclude", remedy=remedy)


def _near(name: str, known: Sequence[str]) -> list[str]:
    lower = {one.casefold(): one for one in reversed(known)}
    if name.casefold() in lower:
        return [lower[name.casefold()]]
    return [lower[one] for one in difflib.get_close_matches(name.casefold(), lower, n=3, cutoff=0.6)]


def _known(index: _Index) -> str:
    ids = sorted(index.citation_ids)
    more = f" and {len(ids) - _MOST_NAMED:,} more" if len(ids) > _MOST_NAMED else ""
    listed = f"; its citations: {', '.join(ids[:_MOST_NAMED])}{more}" if ids else ""
    return f"give a citation id, a reference id, a document id, a DOI or a PMID of it{listed}"
