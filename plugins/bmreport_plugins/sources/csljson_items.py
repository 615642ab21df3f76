"""From one CSL-JSON item as programs write it to one that keeps to the schema (CSL-JSON 1.0.2); a pure function.

What is mended: numbers where text is due, names and dates in other forms, null and empty date parts, identifiers and
citation keys that live in `note` (Zotero's "Extra"), a missing type. Keys that CSL does not know stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bmreport.dates import parse_date
from bmreport.identifiers import is_doi, is_pmid, normal_doi, normal_pmcid, normal_pmid
from bmreport.names import parse_names
from bmreport_plugins.sources.abstracts import plain_abstract
from bmreport_plugins.sources.field_values import filled, without_final_stop
from bmreport_plugins.sources.languages import language_tag
from bmreport_plugins.sources.mapped_record import MappedRecord
from bmreport_plugins.sources.word_sets import words

NAME_VARIABLES = words(
    """
    author chair collection-editor compiler composer container-author contributor curator director editor
    editorial-director executive-producer guest host illustrator interviewer narrator organizer original-author
    performer producer recipient reviewed-author script-writer series-creator translator
    """
)
DATE_VARIABLES = words(
    """
    accessed available-date event-date issued original-date submitted
    """
)
_NOTE_LINE = re.compile(r"\{?:?\s*(PMID|PMCID|DOI|Citation[ -]Key)\s*:\s*([^\n}]+?)\s*\}?\s*$", re.IGNORECASE)
_NOTE_KEYS = {
    "pmid": "PMID",
    "pmcid": "PMCID",
    "doi": "DOI",
    "citation key": "citation-key",
    "citation-key": "citation-key",
}
_SINGLE_TEXTS = frozenset(
    {"title", "title-short", "container-title", "container-title-short", "original-title", "ISSN", "ISBN"}
)
_NAME_PARTS = frozenset({"family", "given", "suffix", "dropping-particle", "non-dropping-particle", "literal", "name"})
_NOTHING_SAID = frozenset({"id", "type", "citation-key"})


def says_nothing(item: Mapping[str, Any]) -> bool:
    """Whether an item has no field beside its id and type."""
    return not any(value not in (None, "", [], {}) for key, value in item.items() if key not in _NOTHING_SAID)


def looks_like_item(value: Mapping[str, Any]) -> bool:
    """Whether a mapping is an item, and not the loose fields of a reference."""
    return "csl" not in value and bool({"type", "issued", "author"} & value.keys())


def map_item(item: Mapping[str, Any]) -> MappedRecord:
    """Map one item; its abstract is given beside it as plain text."""
    csl = {str(key): value for key, value in item.items() if value is not None}
    notes: list[str] = []
    for key in sorted(NAME_VARIABLES & csl.keys()):
        _mend_names(csl, key, notes)
    for key in sorted(DATE_VARIABLES & csl.keys()):
        _mend_date(csl, key, notes)
    for key, value in csl.items():
        csl[key] = _as_csl_text(key, value)
    if isinstance(csl.get("title"), str):
        csl["title"] = without_final_stop(csl["title"])
    if isinstance(csl.get("language"), str):
        csl["language"] = language_tag(csl["language"])
    _read_note(csl)
    _mend_identifiers(csl, notes)
    _mend_type(csl, notes)
    abstract = csl.pop("abstract", "")
    if not isinstance(abstract, str):
        notes.append("the abstract is no text and was left out")
        abstract = ""
    return MappedRecord(csl, plain_abstract(filled(abstract)), notes=tuple(sorted(notes)))


def _as_csl_text(key: str, value: object) -> object:
    """Numbers as text; keywords as one text; the first of the titles that Crossref's API gives as a list."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        if key == "keyword":
            return "; ".join(value)
        if key in _SINGLE_TEXTS:
            return value[0]
    return value


def _mend_names(csl: dict[str, Any], key: str, notes: list[str]) -> None:
    """Names in CSL's form; keys of a name that this reader does not know (ORCID, affiliation) stay with it."""
    given = csl.pop(key)
    entries = given if isinstance(given, list) else [given]
    names: list[dict[str, Any]] = []
    for entry in entries:
        read = parse_names([entry])
        notes.extend(f"{key}: {note}" for note in read.notes)
        if read.truncated and key == "author":
            csl["custom"] = {**_mapping(csl.get("custom")), "authors_truncated": True}
        single = dict(read.names[0]) if len(read.names) == 1 and isinstance(entry, Mapping) else None
        if single is not None:
            extra = {
                name: value for name, value in entry.items() if name not in _NAME_PARTS and value not in (None, "")
            }
            names.append({**extra, **single})
        else:
            names.extend(dict(name) for name in read.names)
    if names:
        csl[key] = names


def _mend_date(csl: dict[str, Any], key: str, notes: list[str]) -> None:
    given = csl.pop(key)
    if isinstance(given, list) and len(given) == 1 and isinstance(given[0], Mapping):
        given = given[0]
    read = parse_date(given)
    if read.note:
        notes.append(f"{key}: {read.note}")
    if read.csl:
        csl[key] = dict(read.csl)


def _read_note(csl: dict[str, Any]) -> None:
    """Take identifiers and the citation key out of `note`; they do not replace what the item says itself."""
    note = csl.get("note")
    if not isinstance(note, str):
        return
    left = []
    for line in note.split("\n"):
        found = _NOTE_LINE.fullmatch(line.strip())
        key = _NOTE_KEYS[found[1].lower()] if found else ""
        if found and not csl.get(key):
            csl[key] = found[2]
        elif not found or csl.get(key) != found[2]:
            left.append(line)
    if "".join(left).strip():
        csl["note"] = "\n".join(left).strip()
    else:
        del csl["note"]


def _mend_identifiers(csl: dict[str, Any], notes: list[str]) -> None:
    for key, normal, is_valid in (
        ("DOI", normal_doi, is_doi),
        ("PMID", normal_pmid, is_pmid),
        ("PMCID", normal_pmcid, lambda text: text.startswith("PMC")),
    ):
        value = csl.get(key)
        if value is None:
            continue
        text = normal(value) if isinstance(value, str) else ""
        if text and is_valid(text):
            csl[key] = text
        else:
            notes.append(f"{key} is none and is kept aside: {str(value)[:80]}")
            custom = _mapping(csl.get("custom"))
            csl["custom"] = {**custom, "csljson": {**_mapping(custom.get("csljson")), key: csl.pop(key)}}


def _mend_type(csl: dict[str, Any], notes: list[str]) -> None:
    kind = csl.get("type")
    if isinstance(kind, str) and kind.strip():
        csl["type"] = kind.strip()
        return
    csl["type"] = (
        "article-journal" if csl.get("container-title") and (csl.keys() & {"volume", "issue", "page"}) else "document"
    )
    notes.append(f"no type: taken for {csl['type']}")


def _mapping(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}
