"""A citation or a bare record as `linking.py` sees it: the fields by which documents are told apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bmreport.dates import parse_date, year_of
from bmreport.identifiers import is_doi, is_pmid, normal_doi, normal_pmcid, normal_pmid
from bmreport.merging import author_key
from bmreport.models import csl_from_fields
from bmreport.notices import RecordStatus, record_status
from bmreport.titles import TitleKey, title_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Citation, Origin, Reference

__all__ = ["Linkable", "linkables"]

_NO_ID = frozenset(["", "0", "-1", "none", "null", "nan", "n/a", "na", "unknown", "undefined"])
_PREPRINT_SERVERS = re.compile(
    r"\b(?:medrxiv|biorxiv|arxiv|chemrxiv|psyarxiv|osf preprints?|research square|ssrn|preprints(?:\.org)?)\b",
    re.IGNORECASE,
)
_PREPRINT_DOIS = ("10.1101/", "10.48550/", "10.21203/rs", "10.2139/ssrn", "10.20944/preprints", "10.26434/chemrxiv",
                  "10.31234/osf", "10.31219/osf", "10.64898/")  # fmt: skip


@dataclass(frozen=True)
class Linkable:
    """One record. `label` names it in messages; `citation_id` is empty for a bare record; `source` is its input."""

    label: str
    citation_id: str
    csl: dict[str, Any]
    document_id: str
    source: str
    title: TitleKey
    year: int | None
    author: str
    doi: str
    pmid: str
    pmcid: str
    container: str
    locus: tuple[str, str]
    """Volume and first page, when both are known, else two empty strings."""
    preprint: bool | None
    """None when the record does not say where it appeared."""
    publication_types: tuple[str, ...]
    retracted: bool
    notes: tuple[str, ...]
    origin: Origin | None

    @property
    def identifiers(self) -> tuple[tuple[str, str], ...]:
        """Pairs of kind and value, those that are there."""
        pairs = (("DOI", self.doi), ("PMID", self.pmid), ("PMCID", self.pmcid))
        return tuple((kind, value) for kind, value in pairs if value)


def linkables(citations: Sequence[Citation], references: Sequence[Reference]) -> list[Linkable]:
    """Citations, then bare records, in the order given."""
    out = [_from_citation(citation) for citation in citations]
    out.extend(_from_reference(reference, place) for place, reference in enumerate(references, start=1))
    return out


def _from_citation(citation: Citation) -> Linkable:
    csl = csl_from_fields(
        {
            "title": citation.document_title,
            "authors_truncated": citation.authors_truncated,
            "publication_date": citation.publication_date,
            "publication": citation.publication,
            "volume": citation.volume,
            "issue": citation.issue,
            "pages": citation.pages,
            "doi": citation.doi,
            "pmid": citation.pmid,
            "pmcid": citation.pmcid,
            "url": citation.url,
        }
    )
    if citation.authors:  # they are CSL names already; reading them again would take most of the time
        csl["author"] = [dict(name) for name in citation.authors]
    if citation.csl:
        csl |= {key: value for key, value in citation.csl.items() if value}
    made = _linkable(csl, citation.document_id, citation.publication_types, citation.notes, citation.origin)
    return replace(made, label=citation.id or made.label, citation_id=citation.id)


def _from_reference(reference: Reference, place: int) -> Linkable:
    made = _linkable(
        dict(reference.csl), reference.document_id, reference.publication_types, reference.notes, reference.origin
    )
    label = str(reference.origin or "") or reference.id or f"bare record {place}"
    return replace(made, label=label, retracted=made.retracted or reference.retracted)


def _linkable(
    csl: dict[str, Any], document_id: str, types: Sequence[str], notes: Sequence[str], origin: Origin | None
) -> Linkable:
    for field, normal in (("DOI", normal_doi), ("PMID", normal_pmid), ("PMCID", normal_pmcid)):
        if csl.get(field):
            csl[field] = normal(str(csl[field]))
    title = str(csl.get("title") or "")
    doi, pmid, pmcid = (str(csl.get(field) or "") for field in ("DOI", "PMID", "PMCID"))
    container = str(csl.get("container-title") or "")
    volume, page = str(csl.get("volume") or "").strip(), str(csl.get("page") or "").strip()
    first_page = re.split(r"[-–,;]", page)[0].strip().lower()
    return Linkable(
        label="",
        citation_id="",
        csl=csl,
        document_id="" if document_id.casefold() in _NO_ID else document_id,
        source=origin.locator if origin else "",
        title=title_key(title),
        year=year_of(parse_date(csl.get("issued")).csl),
        author=author_key(csl),
        # What is no identifier ("n/a", a bare number where a DOI is due) must not join two records.
        doi=doi if is_doi(doi) else "",
        pmid=pmid if is_pmid(pmid) else "",
        pmcid=pmcid if re.fullmatch(r"PMC\d{2,9}", pmcid) else "",
        container=container,
        locus=(volume, first_page) if volume and first_page else ("", ""),
        preprint=_is_preprint(csl, doi, container),
        publication_types=tuple(types),
        retracted=record_status(types, title) is RecordStatus.RETRACTED,
        notes=tuple(notes),
        origin=origin,
    )


def _is_preprint(csl: dict[str, Any], doi: str, container: str) -> bool | None:
    place = f"{container} {csl.get('publisher') or ''} {csl.get('genre') or ''}"
    if doi.startswith(_PREPRINT_DOIS) or _PREPRINT_SERVERS.search(place) or "preprint" in place.casefold():
        return True
    return False if doi or container else None
