"""From numbers to a checked date, with notes on what was cut."""

from __future__ import annotations

import calendar
import unicodedata
from collections.abc import Iterable, Sequence

from bmreport.dates.display import iso_text
from bmreport.dates.types import CslDate, FoundDate, ParsedDate
from bmreport.dates.vocabulary import CLEANING, DASHES, LAST_DAYS, LONGEST, SURROGATE


def found_dates(shown: str, *days: Sequence[int | None], edtf: bool = False) -> FoundDate:
    """One date or the two of a range; `edtf`: month 21-24 is a season."""
    found = FoundDate()
    for parts in days:
        year, month, day = [*parts, None, None, None][:3]
        if edtf and month and 21 <= month <= 24 and not day:
            if found.season:
                found.notes.append(f"only one season was kept of {quoted_text(shown)}")
            found.season, month = found.season or month - 20, None
        if year and abs(year) <= 9999:
            found.dates.append(_valid(year, month, day, quoted_text(shown), found.notes))
        elif year is not None or month or day:
            found.notes.append(f"there is no year from 1 to 9999 in {quoted_text(shown)}")
    return found


def _valid(year: int, month: int | None, day: int | None, shown: str, notes: list[str]) -> list[int]:
    """The date, cut before the first part that no calendar has; zeros are fillers (2020-00-00)."""
    if not month:
        if day:
            notes.append(f"a day without a month was left out: {shown}")
        return [year]
    if not 1 <= month <= 12:
        notes.append(f"there is no month {shown_value(month)} in {shown}; kept {year}")
        return [year]
    last = 29 if month == 2 and calendar.isleap(year) else LAST_DAYS[month - 1]
    if day and not 1 <= day <= last:
        notes.append(f"there is no day {shown_value(day)} in {shown}; kept {iso_text([year, month])}")
        return [year, month]
    return [year, month, day] if day else [year, month]


def finish_date(found: FoundDate, rest: CslDate | None = None) -> ParsedDate:
    """Freeze a reading; `rest` holds what a CSL-JSON date said in words."""
    csl = CslDate()
    if found.dates:
        csl["date-parts"] = _range(found.dates, found.notes)
    if found.season and (csl or rest):
        csl["season"] = found.season
    elif found.season:
        found.notes.append("a season without a year was left out")
    if found.circa and (csl or rest):
        csl["circa"] = True
    return ParsedDate((csl | (rest or CslDate())) or None, joined_notes(found.notes))


def _range(dates: list[list[int]], notes: list[str]) -> list[list[int]]:
    if len(dates) < 2:
        return dates
    start, end = dates[:2]
    exact = min(len(start), len(end))
    if start[:exact] == end[:exact]:
        return [max(start, end, key=len)]
    if end[:exact] < start[:exact]:
        notes.append(f"the range ends before it starts; {iso_text(end)} was left out")
        return [start]
    return [start, end]


def whole_numbers(*parts: str | None) -> list[int | None]:
    """Digits as numbers; an absent part stays None."""
    return [int(part) if part else None for part in parts]


def joined_notes(notes: Iterable[str]) -> str | None:
    """Notes as one text, each once; None when there are none."""
    return "; ".join(dict.fromkeys(filter(None, notes))) or None


def clean_text(text: str) -> str:
    """One line without invisible or control characters."""
    return " ".join(SURROGATE.sub("\ufffd", text.translate(CLEANING)).split())


def plain_text(text: str) -> str:
    """Lower case, ASCII digits and dashes, no accents; for comparing only."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    plain = unicodedata.normalize("NFC", bare).translate(DASHES).casefold()
    return " ".join("".join(str(unicodedata.decimal(char, char)) for char in plain).split())


def shown_value(value: object) -> str:
    """A value for a note, short whatever it is; very large numbers cannot be written out at all."""
    if isinstance(value, list | tuple):
        return (
            "[" + ", ".join("[…]" if isinstance(part, list | tuple) else shown_value(part) for part in value[:6]) + "]"
        )
    if isinstance(value, str):
        return quoted_text(clean_text(value[:LONGEST]))
    if value is None:
        return "null"
    return str(value) if isinstance(value, int | float) and abs(value) < 1e15 else f"({type(value).__name__})"


def quoted_text(text: str) -> str:
    """A text in quotation marks for a note, cut when long."""
    return f'"{text}"' if len(text) <= 80 else f'"{text[:79]}…"'
