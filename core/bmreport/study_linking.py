"""Studies to references: each row of study data to the document that it was taken from.

A row leads to its reference by, in this order, its key (id of a citation, document or reference, citation key), DOI,
PMID, PMCID, and the registration number of its trial. What leads to several documents leads to none. Papers of one
trial count once: rows of one name or one registration number are one study, and a result that stands twice is told.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.identifiers import is_doi, is_pmid, normal_doi, normal_pmcid, normal_pmid
from bmreport.models import Finding, Severity
from bmreport.registrations import normal_registration, registrations_in
from bmreport.study_repeats import count_trials_once

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport.models import Citation, Reference, Study

__all__ = ["link_studies"]

_MOST_NAMED = 12
_Index = dict[str, dict[str, None]]


def link_studies(
    studies: Sequence[Study],
    references: Sequence[Reference],
    citations: Sequence[Citation],
    reference_of: Mapping[str, str],
) -> tuple[list[Study], list[Finding]]:
    """Copies of the rows with `reference_id` filled and `retracted` set, and what is to be said about them.

    A row that repeats another exactly is left out with a finding; one that contradicts another stays, with a warning.
    A row that leads to no reference stays too. Linear in the number of rows, references and citations.
    """
    if not studies:
        return [], []
    book = _Book.made(references, citations, reference_of)
    findings: list[Finding] = []
    linked = [_linked(study, book, findings) for study in studies]
    findings.extend(_retracted(linked, book))
    findings.extend(_unmatched(linked))
    kept, repeats = count_trials_once(linked)
    return kept, [*findings, *repeats]


@dataclass(frozen=True)
class _Book:
    """Where a reference is found: for each kind of identifier, value -> ids of references."""

    references: dict[str, Reference]
    keys: tuple[_Index, ...]
    """Kinds of keys in the order in which they are tried."""
    identifiers: dict[str, _Index]
    registrations: _Index = field(default_factory=dict)
    """Numbers in the bibliographic records."""
    mentions: _Index = field(default_factory=dict)
    """Numbers in the words of passages, abstracts and titles; a review may mention those of many trials."""

    @classmethod
    def made(
        cls, references: Sequence[Reference], citations: Sequence[Citation], reference_of: Mapping[str, str]
    ) -> _Book:
        """Read all references and citations once."""
        book = cls(
            references={reference.id: reference for reference in references},
            keys=tuple(defaultdict(dict) for _kind in range(5)),
            identifiers={kind: defaultdict(dict) for kind in ("DOI", "PMID", "PMCID")},
            registrations=defaultdict(dict),
            mentions=defaultdict(dict),
        )
        by_citation, by_document, by_citation_key, by_csl_id, by_reference = book.keys
        for reference in references:
            for index, key in (
                (by_document, reference.document_id),
                (by_citation_key, _text(reference.csl.get("citation-key"))),
                (by_csl_id, _text(reference.csl.get("id"))),
                (by_reference, reference.id),
            ):
                _enter(index, key, reference.id)
            book._enter_identifiers(reference.id, reference.doi, reference.pmid, reference.pmcid)
            for text in _texts(reference.csl):
                for number in registrations_in(text):
                    book.registrations[number][reference.id] = None
        for citation in citations:
            place = reference_of.get(citation.id, "")
            if place:
                _enter(by_citation, citation.id, place)
                _enter(by_document, citation.document_id, place)
                # Records that were joined may have had identifiers that the reference's own record does not show.
                book._enter_identifiers(place, citation.doi, citation.pmid, citation.pmcid)
                for number in registrations_in(f"{citation.document_title}\n{citation.passage}\n{citation.abstract}"):
                    book.mentions[number][place] = None
        return book

    def _enter_identifiers(self, place: str, doi: str | None, pmid: str | None, pmcid: str | None) -> None:
        for kind, value in (("DOI", doi), ("PMID", pmid), ("PMCID", pmcid)):
            _enter(self.identifiers[kind], value or "", place)

    def by_key(self, key: str) -> list[str]:
        """References that a key names; the first kind of key that knows it decides."""
        for index in self.keys:
            if found := index.get(key.strip()) or index.get(key.strip().casefold()):
                return list(found)
        return []

    def by_registration(self, number: str, year: int | None) -> list[str]:
        """References of a registered trial: by their records, else by a passage that mentions it."""
        found = list(self.registrations.get(number, ())) or list(self.mentions.get(number, ()))
        if len(found) > 1 and year is not None:
            same_year = [one for one in found if self.references[one].year == year]
            return same_year if len(same_year) == 1 else found
        return found


def _enter(index: _Index, key: str, reference_id: str) -> None:
    for spelling in {key.strip(), key.strip().casefold()} - {""}:
        index.setdefault(spelling, {})[reference_id] = None


def _linked(study: Study, book: _Book, findings: list[Finding]) -> Study:
    """A copy of the row that knows its reference, if one is found."""
    found: dict[str, str] = {}
    for name, value, places in _ways(study, book):
        if len(places) > 1:
            findings.append(_several(study, name, value, places))
        elif places:
            found[f"{name} {value}"] = places[0]
    if len(set(found.values())) > 1:
        findings.append(_contradiction(study, found))
    reference_id = next(iter(found.values()), "")
    reference = book.references.get(reference_id)
    retracted = study.retracted or (reference is not None and reference.retracted)
    return study.model_copy(update={"reference_id": reference_id, "retracted": retracted, "notes": list(study.notes)})


def _ways(study: Study, book: _Book) -> list[tuple[str, str, list[str]]]:
    """Each identifier of a row with the references it leads to; registration counts where nothing else is given."""
    ways: list[tuple[str, str, list[str]]] = []
    if study.key:
        ways.append(("key", study.key, book.by_key(study.key)))
    doi, pmid, pmcid = normal_doi(study.doi), normal_pmid(study.pmid), normal_pmcid(study.pmcid)
    if study.pmid.strip().casefold().startswith("pmc"):
        pmid, pmcid = "", pmcid or normal_pmcid(study.pmid)
    for kind, value, is_one in (
        ("DOI", doi, is_doi(doi)),
        ("PMID", pmid, is_pmid(pmid)),
        ("PMCID", pmcid, bool(pmcid)),
    ):
        if is_one:
            ways.append((kind, value, list(book.identifiers[kind].get(value, ()))))
    if not any(places for _name, _value, places in ways):
        numbers = registrations_in(study.registration) or [normal_registration(study.registration)]
        ways.extend(("registration", one, book.by_registration(one, study.year)) for one in numbers if one)
    return ways


def _retracted(studies: Sequence[Study], book: _Book) -> list[Finding]:
    """One warning for each study that was retracted: it is never pooled in silence."""
    rows: dict[tuple[str, str], list[Study]] = defaultdict(list)
    for study in studies:
        if study.retracted:
            rows[study.study, study.reference_id].append(study)
    findings = []
    for (name, reference_id), own in rows.items():
        reference = book.references.get(reference_id)
        because = f"its reference {reference_id} was" if reference and reference.retracted else "it is marked as"
        outcomes = _few([study.outcome for study in own])
        findings.append(
            _finding(
                Severity.WARNING,
                f"the study {name} counts as retracted: {because} retracted (outcomes: {outcomes})",
                _where(own),
                "read the notice; it is left out of pooled results unless you decide otherwise",
            )
        )
    return findings


def _unmatched(studies: Sequence[Study]) -> list[Finding]:
    """One remark on all rows that lead to no reference."""
    loose = [study for study in studies if not study.reference_id]
    if not loose:
        return []
    names = list(dict.fromkeys(study.study for study in loose))
    rows = "1 row" if len(loose) == 1 else f"{len(loose):,} rows"
    return [
        _finding(
            Severity.INFO,
            f"{rows} of study data lead to no reference, and cannot be cited: {_few(names)}",
            _where(loose),
            "give each a key, a DOI, a PMID or its registration number, and the record among the sources",
        )
    ]


def _several(study: Study, name: str, value: str, places: Sequence[str]) -> Finding:
    return _finding(
        Severity.INFO,
        f"the {name} {value} of the study {study.study} leads to several references: {_few(places)}",
        _where([study]),
        "name the one with its DOI or PMID",
    )


def _contradiction(study: Study, found: Mapping[str, str]) -> Finding:
    said = ", ".join(f"{way} to {place}" for way, place in found.items())
    return _finding(
        Severity.WARNING,
        f"the identifiers of the study {study.study} lead to different references ({said}); the first one counts",
        _where([study]),
        "correct the identifiers",
    )


def _finding(severity: Severity, message: str, where: str, remedy: str) -> Finding:
    return Finding(verifier="studies", severity=severity, message=message, where=where, remedy=remedy)


def _where(studies: Sequence[Study]) -> str:
    return _few([str(study.origin) for study in studies if study.origin], 3)


def _few(names: Sequence[str], most: int = _MOST_NAMED) -> str:
    named = list(dict.fromkeys(names))
    more = f" and {len(named) - most:,} more" if len(named) > most else ""
    return ", ".join(named[:most]) + more


def _text(value: object) -> str:
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _texts(csl: Mapping[str, object]) -> list[str]:
    """The texts of a record, those one level down included (`custom`); names of people hold no number."""
    texts = [value for value in csl.values() if isinstance(value, str)]
    custom = csl.get("custom")
    if isinstance(custom, dict):
        texts.extend(str(value) for value in custom.values() if isinstance(value, str | list))
    return texts
