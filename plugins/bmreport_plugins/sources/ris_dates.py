"""Dates of a RIS record.

The date of publication is DA, else PY, else Y1, whatever order the tags stand in; Y2 is when somebody looked. A later
tag may only make the first one more exact: `PY  - 2020` with `Y1  - 4-8 Aug. 2020` is August 2020, and so is
`DA  - Aug 4` with `PY  - 2020`. Y1 that names another day is kept as the date of first availability.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmreport.dates import CslDate, parse_date, year_of
from bmreport_plugins.sources.field_values import is_placeholder

if TYPE_CHECKING:
    from bmreport_plugins.sources.tagged_fields import Picker, TaggedField

_HAS_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)|[12]\d{7}")
# PubMed Central puts the history of a paper into further PY: `2013/02/15/received`.
_HISTORY = re.compile(r"/(?:received|accepted|revised|submitted)\b", re.IGNORECASE)
_LEADING_WORDS = re.compile(r"^[A-Za-z][A-Za-z ]*:\s*")


@dataclass(frozen=True)
class _Read:
    field: TaggedField
    date: CslDate
    note: str | None


def date_fields(picker: Picker, *, only_accessed: bool = False) -> tuple[dict[str, Any], list[str]]:
    """`issued`, `available-date` and `accessed` as far as the record has them, and remarks.

    `only_accessed` is for types whose DA is the date of access.
    """
    csl: dict[str, Any] = {}
    notes: list[str] = []
    accessed = _first(picker, "Y2") or (_first(picker, "DA") if only_accessed else None)
    if accessed and "date-parts" in accessed.date:
        picker.take(accessed.field)
        csl["accessed"] = accessed.date
    year = next(
        (found.field.text for tag in ("PY", "Y1") if (found := _first(picker, tag)) and year_of(found.date)), ""
    )
    tags = ("PY", "Y1") if only_accessed else ("DA", "PY", "Y1")
    reads = [read for tag in tags for field in picker.peek(tag) if (read := _read(field, year))]
    dated = [read for read in reads if year_of(read.date) is not None]
    if not dated:
        if reads:
            picker.take(reads[0].field)
            csl["issued"] = reads[0].date
            notes.extend(filter(None, [reads[0].note]))
        return csl, notes
    issued = _most_exact(dated)
    csl["issued"] = issued.date
    notes.extend(filter(None, [issued.note]))
    for read in dated:
        if read.date == issued.date or _is_within(issued.date, read.date):
            picker.take(read.field)
    available = next(
        (read for read in dated if read.field.tag == "Y1" and not _is_within(issued.date, read.date)), None
    )
    if available and available.field.tag != issued.field.tag:
        picker.take(available.field)
        csl["available-date"] = available.date
    return csl, notes


def _first(picker: Picker, tag: str) -> _Read | None:
    return next((read for field in picker.peek(tag) if (read := _read(field, ""))), None)


def _read(field: TaggedField, year: str) -> _Read | None:
    """A field as a date; a day without a year takes the year of the record."""
    text = _LEADING_WORDS.sub("", field.text).strip()
    if is_placeholder(text) or _HISTORY.search(text):
        return None
    if year and not _HAS_YEAR.search(text):
        found = _HAS_YEAR.search(year)
        whole = parse_date(f"{found[0][:4]} {text}" if found else text)
        if year_of(whole.csl) is not None:
            return _Read(field, whole.csl or {}, whole.note)
    parsed = parse_date(text)
    return _Read(field, parsed.csl, parsed.note) if parsed.csl else None


def _most_exact(dated: list[_Read]) -> _Read:
    """The first date, or a later one that says the same and more."""
    best = dated[0]
    for read in dated[1:]:
        if _is_within(read.date, best.date) and read.date != best.date:
            best = read
    return best


def _is_within(date: CslDate, frame: CslDate) -> bool:
    """Whether `date` agrees with `frame` in everything that `frame` says (2005-07-15 is within 2005)."""
    parts, outer = date.get("date-parts") or [], frame.get("date-parts") or []
    if not parts or not outer or len(outer) > 1:
        return date == frame
    same_season = "season" not in frame or frame["season"] == date.get("season")
    return parts[0][: len(outer[0])] == outer[0] and same_season
