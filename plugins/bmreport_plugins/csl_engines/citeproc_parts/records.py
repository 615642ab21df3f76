"""CSL-JSON items as citeproc-py can take them: whatever comes, nothing in it can crash the processor.

What cannot be printed is reported through `warn`; nothing is altered in silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bmreport.dates import CslDate, parse_date
from bmreport.identifiers import (
    doi_url,
    is_doi,
    is_pmid,
    normal_doi,
    normal_pmcid,
    normal_pmid,
    pmcid_url,
    pmid_url,
)
from bmreport.names import parse_names
from bmreport_plugins.csl_engines.citeproc_parts.marks import Mark, escape, from_field

Warn = Callable[[str], None]

# CSL 1.0.2, Appendix IV: variables that hold names and dates; all others are text or numbers.
NAME_VARIABLES = frozenset({
    "author", "chair", "collection-editor", "compiler", "composer", "container-author", "contributor", "curator",
    "director", "editor", "editor-translator", "editorial-director", "executive-producer", "guest", "host",
    "illustrator", "interviewer", "narrator", "organizer", "original-author", "performer", "producer", "recipient",
    "reviewed-author", "script-writer", "series-creator", "translator",
})  # fmt: skip
DATE_VARIABLES = frozenset({"accessed", "available-date", "event-date", "issued", "original-date", "submitted"})
# Old names and the ones that Zotero and citeproc-js write, and what CSL calls them.
_OTHER_NAMES = {
    "journalAbbreviation": "container-title-short",
    "shortTitle": "title-short",
    "event": "event-title",
    "event-title": "event",
}
_NOT_PRINTED = frozenset({"id", "type", "custom", "citation-key", "categories"})
_PARTS = ("family", "given", "suffix", "dropping-particle", "non-dropping-particle")
_PMCID = re.compile(r"PMC\d+")
# Every sort key has the same width (years count from -9999).
_YEAR_ZERO = 10000


@dataclass(frozen=True)
class PersonName:
    """A name; every part is marked text. A group has only `literal`."""

    family: str = ""
    given: str = ""
    suffix: str = ""
    dropping: str = ""
    non_dropping: str = ""
    literal: str = ""


@dataclass(frozen=True)
class DateValue:
    """A date or a range: (year, month, day) with 0 for what is not known; `end` is None, or empty for an open range."""

    begin: tuple[int, int, int] | None = None
    end: tuple[int, int, int] | None = None
    is_open: bool = False
    season: int = 0
    circa: bool = False
    literal: str = ""

    @property
    def sort_key(self) -> str:
        """Text that sorts as the dates do; a date that is only words sorts by them."""
        if self.begin is None:
            return self.literal
        return "-".join(
            f"{year + _YEAR_ZERO:05}{month:02}{day:02}" for year, month, day in filter(None, (self.begin, self.end))
        )


Value: TypeAlias = str | list[PersonName] | DateValue


class Record(dict[str, Value]):
    """One item: variable -> marked text, names or a date; a variable without a value is absent."""

    def __init__(self, item: Mapping[str, Any], warn: Warn) -> None:
        """`item` may hold anything; what cannot be printed is told to `warn`, with the item's id and the field."""
        super().__init__()
        self.type = str(item.get("type") or "document")
        self.truncated = False
        self.links: dict[Mark, str] = {}
        for key, value in item.items():
            if isinstance(key, str) and key not in _NOT_PRINTED and value not in (None, "", [], {}):
                self._add(key, value, _located(warn, item.get("id"), key))
        custom = item.get("custom")
        if isinstance(custom, Mapping) and custom.get("authors_truncated"):
            self.truncated = True

    @property
    def language(self) -> str:
        """The language tag of the item, or empty text."""
        return str(self.get("language", ""))

    def _add(self, key: str, value: object, warn: Warn) -> None:
        if key in NAME_VARIABLES:
            self._add_names(key, value, warn)
        elif key in DATE_VARIABLES:
            self._add_date(key, value, warn)
        else:
            self._add_text(key, value, warn)

    def _add_names(self, key: str, value: object, warn: Warn) -> None:
        names = _plain_names(value)
        if names is None:
            read = parse_names(value)
            names = [_person(name) for name in read.names]
            for note in read.notes:
                warn(note)
            if read.truncated and key == "author":
                self.truncated = True
        if names:
            self[key] = names

    def _add_date(self, key: str, value: object, warn: Warn) -> None:
        read = parse_date(value)
        if read.note:
            warn(read.note)
        if read.csl:
            self[key] = _date(read.csl)

    def _add_text(self, key: str, value: object, warn: Warn) -> None:
        text = _text(value)
        if text is None:
            warn(f"is no text but {type(value).__name__} and cannot be printed")
            return
        if not text:
            return
        if key == "DOI":
            text = normal_doi(text) if not text.startswith("10.") else text
            if is_doi(normal_doi(text)):
                self.links[Mark.DOI] = doi_url(normal_doi(text))
        elif key == "PMID" and is_pmid(normal_pmid(text)):
            self.links[Mark.PMID] = pmid_url(normal_pmid(text))
        elif key == "PMCID" and _PMCID.fullmatch(normal_pmcid(text)):
            self.links[Mark.PMCID] = pmcid_url(normal_pmcid(text))
        elif key == "URL" and text.lower().startswith(("http://", "https://")) and not re.search(r"[\s<>\"]", text):
            self.links[Mark.URL] = text
        self[key] = from_field(text)
        other = _OTHER_NAMES.get(key)
        if other:
            self.setdefault(other, self[key])


def _located(warn: Warn, identifier: object, key: str) -> Warn:
    return lambda text: warn(f"item {identifier}, field {key}: {text}")


def _plain_names(value: object) -> list[PersonName] | None:
    """Names that are in CSL form already; None when any of them has to be read with more care."""
    if not isinstance(value, list):
        return None
    out = []
    for name in value:
        if not isinstance(name, dict) or not all(isinstance(part, str) for part in name.values()):
            return None
        family = name.get("family", "")
        if not set(name) <= {*_PARTS, "literal"} or not (family or name.get("literal")):
            return None
        if " " in family and family[0].islower():  # particles that have to be told from the name
            return None
        out.append(_person(name))
    return out


def _person(name: Mapping[str, Any]) -> PersonName:
    family, given, suffix, dropping, non_dropping = (escape(" ".join(name.get(part, "").split())) for part in _PARTS)
    literal = escape(" ".join(name.get("literal", "").split()))
    if literal and not family:
        return PersonName(literal=literal)
    return PersonName(family, given, suffix, dropping, non_dropping)


def _date(csl: CslDate) -> DateValue:
    days = [_day(parts) for parts in csl.get("date-parts", [])]
    if not days or days[0] is None:
        return DateValue(literal=escape(csl.get("literal") or csl.get("raw") or ""), circa=bool(csl.get("circa")))
    end = days[1] if len(days) > 1 else None
    return DateValue(
        begin=days[0],
        end=end if end != days[0] else None,
        is_open=len(days) > 1 and end is None,
        season=int(csl.get("season") or 0),
        circa=bool(csl.get("circa")),
    )


def _day(parts: list[int]) -> tuple[int, int, int] | None:
    year, month, day = (*parts, 0, 0, 0)[:3]
    return (year, month, day) if year else None


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else None
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 10**15 else str(value)
    if isinstance(value, list | tuple):
        parts = [_text(part) for part in value]
        return None if None in parts else ", ".join(part for part in parts if part)
    return None
