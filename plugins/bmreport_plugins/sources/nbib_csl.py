"""From a MEDLINE record to CSL-JSON; a pure function of the record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bmreport.dates import parse_date
from bmreport.identifiers import is_doi, is_pmid, normal_doi, normal_pmcid, normal_pmid
from bmreport_plugins.sources.abstracts import plain_abstract
from bmreport_plugins.sources.addresses import addresses_in
from bmreport_plugins.sources.field_values import filled, without_final_stop
from bmreport_plugins.sources.languages import language_tag
from bmreport_plugins.sources.mapped_record import MappedRecord
from bmreport_plugins.sources.nbib_names import read_byline
from bmreport_plugins.sources.nbib_types import RETRACTED, csl_type
from bmreport_plugins.sources.pages import full_range
from bmreport_plugins.sources.serials import read_serials
from bmreport_plugins.sources.tagged_fields import Picker

if TYPE_CHECKING:
    from bmreport_plugins.sources.nbib_tags import NbibRecord

_QUALIFIED = re.compile(r"(?P<value>.*?)\s*\[(?P<kind>[A-Za-z-]+)\]$")
# An article number as publishers put it into LID; longer things there are the publisher's internal number.
_ARTICLE_NUMBER = re.compile(r"[eE]?\d{1,8}")
_BOOKS = frozenset({"book", "chapter", "report", "thesis"})
_REMARKS = (
    ("RIN", "PubMed records a retraction of this article"),
    ("ECI", "PubMed records an expression of concern about this article"),
    ("EIN", "PubMed records an erratum to this article"),
)


def map_nbib(record: NbibRecord) -> MappedRecord:
    """Map one record. What CSL has no variable for is under `custom.nbib`, by tag; nothing is dropped."""
    picker = Picker(record.fields)
    types = picker.texts("PT")
    notes = [f"{remark}: {field.text}" for tag, remark in _REMARKS for field in picker.peek(tag)]
    if picker.has("RIN") and RETRACTED not in types:
        types.append(RETRACTED)
    kind = csl_type(
        types,
        in_journal=picker.has("JT", "TA"),
        in_issue=picker.has("VI", "IP"),
        in_book=picker.has("BTI") and picker.has("TI"),
    )
    csl: dict[str, Any] = {"type": kind}
    csl.update(_titles(picker, kind, notes))
    names, truncated = _names(picker, notes)
    csl.update(names)
    csl.update(_dates(picker, notes))
    csl.update(_identifiers(picker))
    csl.update(_numbers(picker))
    csl.update(_publishing(picker, kind))
    abstract = plain_abstract(" ".join(filter(None, map(filled, picker.texts("AB") or picker.texts("OAB")))))
    custom: dict[str, Any] = {"nbib": picker.rest()} if picker.rest() else {}
    if truncated:
        custom["authors_truncated"] = True
    if custom:
        csl["custom"] = custom
    return MappedRecord(csl, abstract, tuple(types), tuple(notes))


def _titles(picker: Picker, kind: str, notes: list[str]) -> dict[str, str]:
    own = picker.texts("TI")
    if len(own) > 1:
        notes.append(f"{len(own)} titles (TI) were joined")
    title = without_final_stop(" ".join(own)) or without_final_stop(picker.first("BTI"))
    csl = {"title": title, "original-title": without_final_stop(picker.first("TT"))}
    if kind in {"report", "thesis", "book"}:
        csl["publisher"] = picker.first("PB", "JT")  # ERIC gives the publisher of a report in JT
    else:
        short = picker.first("TA")
        csl["container-title"] = without_final_stop(picker.first("BTI")) or picker.first("JT") or short
        csl["container-title-short"] = short
    if kind in _BOOKS:
        # With a journal article CTI names a theme of the issue; styles would print it before the volume, as a series.
        csl["collection-title"] = picker.first("CTI")
    return {key: value for key, value in csl.items() if value}


def _names(picker: Picker, notes: list[str]) -> tuple[dict[str, Any], bool]:
    csl: dict[str, Any] = {}
    truncated = False
    for role, tags in (("author", ("FAU", "AU", "CN")), ("editor", ("FED", "ED"))):
        read = read_byline(picker.all(*tags), *tags)
        notes.extend(f"{tags[0]}: {note}" for note in read.notes)
        if read.names:
            csl[role] = [dict(name) for name in read.names]
        truncated |= read.truncated and role == "author"
    return csl, truncated


def _dates(picker: Picker, notes: list[str]) -> dict[str, Any]:
    """DP is the date of the issue, DEP that of the electronic version before it."""
    csl: dict[str, Any] = {}
    issued, electronic = parse_date(picker.first("DP")), parse_date(picker.first("DEP"))
    notes.extend(filter(None, [issued.note, electronic.note]))
    if electronic.csl:
        csl["available-date"] = electronic.csl
    if issued.csl or electronic.csl:
        csl["issued"] = issued.csl or electronic.csl
    return csl


def _identifiers(picker: Picker) -> dict[str, str]:
    csl: dict[str, str] = {}
    number = picker.peek("PMID")
    if number and is_pmid(normal_pmid(number[0].text)):
        picker.take(number[0])
        csl["PMID"] = normal_pmid(number[0].text)
    pmc = next((field for field in picker.peek("PMC") if re.search(r"\d", field.text)), None)
    if pmc:
        picker.take(pmc)
        csl["PMCID"] = normal_pmcid(pmc.text)
    for field in picker.peek("LID", "AID"):
        qualified = _QUALIFIED.fullmatch(field.text)
        doi = normal_doi(qualified["value"] if qualified else field.text)
        if (not qualified or qualified["kind"].lower() == "doi") and is_doi(doi) and doi == csl.setdefault("DOI", doi):
            picker.take(field)
    # ERIC gives the address of its own record in LID and that of the document in AID.
    for field in picker.peek("LID"):
        links = addresses_in([field.text])
        if links and "URL" not in csl:
            picker.take(field)
            csl["URL"] = links[0]
    return csl


def _numbers(picker: Picker) -> dict[str, str]:
    csl = {"volume": picker.first("VI"), "issue": picker.first("IP"), "edition": picker.first("EN")}
    csl["page"] = full_range(picker.first("PG")) or _article_number(picker)
    fields = picker.peek("IS", "ISSN", "ISBN")
    # The linking ISSN stands for print and electronic alike; a reference gives one of those.
    ordered = sorted(fields, key=lambda field: "linking" in field.text.casefold())
    serials = read_serials(field.text for field in ordered)
    if len({*serials.issn, *serials.isbn, *serials.others}) == 1:
        picker.all("IS", "ISSN", "ISBN")
    csl["ISSN"] = " ".join(serials.issn[:1])
    csl["ISBN"] = " ".join(serials.isbn[:1])
    return {key: value for key, value in csl.items() if value}


def _article_number(picker: Picker) -> str:
    """The location of an article without pages: a short `pii` in LID, which then is the article's number."""
    for field in picker.peek("LID"):
        qualified = _QUALIFIED.fullmatch(field.text)
        if qualified and qualified["kind"] == "pii" and _ARTICLE_NUMBER.fullmatch(qualified["value"]):
            picker.take(field)
            return qualified["value"]
    return ""


def _publishing(picker: Picker, kind: str) -> dict[str, str]:
    csl = {"publisher": picker.first("PB")} if picker.peek("PB") else {}
    if kind in _BOOKS:
        csl["publisher-place"] = picker.first("PL")  # for journals PL is only the country
    csl["keyword"] = "; ".join(dict.fromkeys(picker.texts("MH", "OT")))
    csl["language"] = language_tag(picker.first("LA"))
    return {key: value for key, value in csl.items() if value}
