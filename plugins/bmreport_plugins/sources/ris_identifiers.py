"""DOI, PubMed numbers and addresses of a RIS record, wherever its maker put them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bmreport.identifiers import is_doi, is_pmid, normal_doi, normal_pmcid, normal_pmid
from bmreport_plugins.sources.addresses import addresses_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport_plugins.sources.ris_dialects import Dialect
    from bmreport_plugins.sources.tagged_fields import Picker, TaggedField

_LABELLED_DOI = re.compile(r"\bdoi\b\s*[:=]?\s*(?:https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_DOI_ADDRESS = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/10\.\d{4,9}/\S+", re.IGNORECASE)
# At the start of a line only: a note may go on about other papers ("Comment in: … PMID: …").
_LABELLED_PMID = re.compile(
    r"(?:pmid|medline)\s*[:#]?\s*(\d{1,8})\b|pubmed(?: id)?\s*[:#]?\s*(\d{5,8})\b|(\d{1,8})\s*\[pmid\]", re.IGNORECASE
)
_ABOUT_OTHERS = re.compile(r"errat|correct|comment|retract|repl(?:y|ies)|update|cites|see also", re.IGNORECASE)
_PMID_ADDRESS = re.compile(r"//(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/(?:m/)?pubmed)/(\d{1,8})\b")
_PMCID = re.compile(r"\bPMC\s?\d{2,9}\b", re.IGNORECASE)
_PUBMED = re.compile(r"pubmed|medline|\bNLM\b", re.IGNORECASE)
# EndNote writes its own record number into ID; no PubMed number of the last decades is as short.
_SHORTEST_PMID = 6


def identifier_fields(picker: Picker, dialect: Dialect) -> tuple[dict[str, Any], list[str]]:
    """`DOI`, `PMID`, `PMCID` and `URL`; the raw text of a DOI that was rewritten stays in the record's rest."""
    links = picker.peek("UR", "L1", "L2", "LK")
    found = {
        "DOI": _doi(picker, links),
        "PMID": _pmid(picker, links, dialect),
        "PMCID": _pmcid(picker, links),
    }
    csl = {key: value for key, value in found.items() if value}
    notes = []
    written = picker.peek("DO")
    if written and not csl.get("DOI"):
        notes.append(f"DO is no DOI and is kept aside: {written[0].text[:80]}")
    csl.update(_address(picker))
    return csl, notes


def _doi(picker: Picker, links: list[TaggedField]) -> str:
    for field in _in_turn(picker, "DO", "DI", "M3", "L3"):
        doi = normal_doi(field.text)
        if is_doi(doi):
            if doi == field.text:
                picker.take(field)
            return doi
    for field in picker.peek("N1"):
        labelled = _LABELLED_DOI.search(field.text)
        bare = labelled[1] if labelled else field.text
        before = field.text[: labelled.start()] if labelled else ""
        if is_doi(normal_doi(bare)) and not _ABOUT_OTHERS.search(before):
            return normal_doi(bare)
    addresses = (_DOI_ADDRESS.search(field.text) for field in links)
    return next((doi for found in addresses if found and is_doi(doi := normal_doi(found[0]))), "")


def _pmid(picker: Picker, links: list[TaggedField], dialect: Dialect) -> str:
    for field in picker.peek("PMID"):
        if is_pmid(normal_pmid(field.text)):
            picker.take(field)
            return normal_pmid(field.text)
    for field in _in_turn(picker, "AN", "U1", "C3", "ID", "N1"):
        for line in field.lines:
            labelled = _LABELLED_PMID.match(line.strip())
            if labelled:
                return normal_pmid(labelled[1] or labelled[2] or labelled[3])
    database = " ".join(field.text for field in picker.peek("DB", "DP"))
    if _PUBMED.search(database):
        fields = _in_turn(picker, "AN", "U1", "ID")
        numbers = (field.text for field in fields if field.tag == "AN" or len(field.text) >= _SHORTEST_PMID)
        number = next((text for text in numbers if is_pmid(text) and len(text) <= 8), "")
        if number:
            return number
    if "scopus" in database.casefold() or dialect.name == "scopus":
        number = next((field.text for field in picker.peek("C2") if is_pmid(field.text)), "")
        if number:
            return number
    addresses = (_PMID_ADDRESS.search(field.text) for field in links)
    return next((found[1] for found in addresses if found), "")


def _in_turn(picker: Picker, *tags: str) -> Iterator[TaggedField]:
    """Fields by tag, in the order of the tags and not of the file."""
    for tag in tags:
        yield from picker.peek(tag)


def _pmcid(picker: Picker, links: list[TaggedField]) -> str:
    """EndNote has C2 for it, PMC itself AN; else a link to PMC tells."""
    for field in picker.peek("C2", "AN", "C7"):
        found = _PMCID.fullmatch(field.text)
        if found:
            return normal_pmcid(found[0])
    addresses = (_PMCID.search(field.text) for field in links if "nih.gov" in field.text or "europepmc" in field.text)
    return next((normal_pmcid(found[0]) for found in addresses if found), "")


def _address(picker: Picker) -> dict[str, str]:
    """The address to print: the first that is no DOI resolver, else the first. Further ones stay in the rest."""
    fields = picker.peek("UR")
    found = addresses_in(field.text for field in fields)
    if not found:
        only = next(iter(fields), None)
        # `www.oecd.org/x` is an address without a scheme.
        if only and re.match(r"www\.\S+$", only.text):
            picker.take(only)
            return {"URL": f"http://{only.text}"}
        return {}
    if len(found) == 1 and len(fields) == 1 and found[0] == fields[0].text:
        picker.take(fields[0])
    return {"URL": next((url for url in found if not _DOI_ADDRESS.match(url)), found[0])}
