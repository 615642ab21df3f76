"""Dates given as numbers, date objects, lists and mappings."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from bmreport.dates.building import (
    clean_text,
    finish_date,
    found_dates,
    joined_notes,
    plain_text,
    quoted_text,
    shown_value,
)
from bmreport.dates.texts import parse_text
from bmreport.dates.types import CslDate, FoundDate, ParsedDate
from bmreport.dates.vocabulary import LONGEST, SEASONS


def parse_number(number: int) -> ParsedDate:
    """A year given as a number."""
    if 0 < abs(number) <= 9999:
        return ParsedDate({"date-parts": [[number]]})
    if number == 0:
        return ParsedDate(None, "the year 0 stands for no date")
    if 10**7 <= number < 10**8:
        return parse_text(str(number))  # 20200221
    text = str(number) if abs(number) < 10**30 else "so large a number"
    return ParsedDate(None, f"{text} is no year; give a year from 1 to 9999 or an ISO date")


def parse_object(value: object) -> ParsedDate:
    """A datetime, date or anything like one (pandas.Timestamp); NaT has NaN for a year."""
    try:
        year = getattr(value, "year", None)
        parts = [whole_number(year), *(whole_number(getattr(value, name, None)) for name in ("month", "day"))]
        hours = [whole_number(getattr(value, name, None)) for name in ("hour", "minute", "second", "microsecond")]
    except Exception as error:  # noqa: BLE001  # a stranger's property may raise anything
        return ParsedDate(None, f"{type(value).__name__} could not be read as a date: {type(error).__name__}")
    if isinstance(year, float) and math.isnan(year):
        return ParsedDate(None)
    if parts[0] is None:
        return ParsedDate(None, f"cannot read a date from {type(value).__name__}; give text such as 2020-02-21")
    found = found_dates("-".join(map(str, filter(None, parts))), parts)
    if any(hours):
        found.notes.append("the time of day was left out")
    return finish_date(found)


def parse_lists(value: Sequence[object]) -> ParsedDate:
    """A date given as `[2020, 2, 21]` or `[[2020, 2], [2020, 3]]`."""
    if len(value) == 1 and isinstance(value[0], Mapping):
        return parse_mapping(value[0])
    return finish_date(_date_parts(value))


def _date_parts(value: Sequence[object]) -> FoundDate:
    """CSL-JSON `date-parts`: numbers may come as text, and null ends a date (Crossref); one flat date will do."""
    days = value if any(isinstance(day, list | tuple) for day in value) else [value]
    numbers: list[list[int | None]] = []
    notes = []
    for day in days[:2]:
        given = list(day[:3]) if isinstance(day, list | tuple) else [day]
        parts = [whole_number(part) for part in given]
        if any(part is None and not _is_blank(raw) for part, raw in zip(parts, given, strict=True)):
            notes.append(f"date parts that are no numbers were left out: {shown_value(day)}")
        if isinstance(day, list | tuple) and not all(map(_is_blank, day[3:])):
            notes.append(f"more than year, month and day: {shown_value(day)}")
        numbers.append(parts)
    if len(days) > 2:
        notes.append("only the first two dates of a range were kept")
    found = found_dates(shown_value(value), *numbers, edtf=True)
    found.notes[:0] = notes
    return found


def parse_mapping(value: Mapping[object, object]) -> ParsedDate:
    """A date given as a mapping: CSL-JSON, Crossref, or fields such as `year` and `month`."""
    if settled := _settled(value):
        return ParsedDate(settled)
    names = {key.casefold() for key in value if isinstance(key, str)}
    if "date-parts" not in names and names & {"year", "medlinedate"}:
        return _parse_fields(value)
    rest, parts = CslDate(), value.get("date-parts")
    found = _date_parts(parts) if isinstance(parts, list | tuple) else FoundDate()
    if not (parts is None or isinstance(parts, list | tuple)):
        found.notes.append("date-parts is no list")
    found.circa = _is_true(value.get("circa"))
    _add_season(found, value.get("season"))
    literal, raw, stamp = (
        clean_text(text) if isinstance(text := value.get(key), str) else "" for key in ("literal", "raw", "date-time")
    )
    if literal:
        rest["literal"] = literal
    if raw and (found.dates or literal):
        rest["raw"] = raw
    elif (raw or stamp) and not found.dates and not literal:
        return _with_extras(parse_text(raw or stamp), found)
    return finish_date(found, rest)


def _settled(value: Mapping[object, object]) -> CslDate | None:
    """One plain date that has been read already, as most have; None when it takes a closer look."""
    days = value.get("date-parts")
    if len(value) != 1 or not isinstance(days, list) or len(days) != 1 or not isinstance(days[0], list):
        return None
    parts = days[0]
    limits = ((1, 9999), (1, 12), (1, 28))
    if not 1 <= len(parts) <= 3 or not all(
        type(part) is int and low <= part <= high for part, (low, high) in zip(parts, limits, strict=False)
    ):
        return None
    return {"date-parts": [[*parts]]}


def _with_extras(read: ParsedDate, found: FoundDate) -> ParsedDate:
    csl = read.csl
    if csl and found.circa:
        csl["circa"] = True
    if csl and found.season and "date-parts" in csl:
        csl.setdefault("season", found.season)
    return ParsedDate(csl, joined_notes([*found.notes, read.note or ""]))


def _parse_fields(value: Mapping[object, object]) -> ParsedDate:
    """A mapping with year, month, day and season of its own (PubMed XML, Europe PMC)."""
    plain = {key.casefold(): part for key, part in value.items() if isinstance(key, str)}
    texts, notes = [], []
    for key in ("medlinedate", "year", "season", "month", "day"):
        part = plain.get(key)
        if isinstance(part, str) or (number := whole_number(part)) is None or abs(number) > 9999:
            text = clean_text(part) if isinstance(part, str) else ""
        else:
            text = str(number)
        if text and key == "day" and not any(char.isalnum() for char in str(plain.get("month") or "")):
            notes.append(f"a day without a month was left out: {quoted_text(text)}")
        elif text:
            texts.append(text)
        elif not _is_blank(part):
            notes.append(f"the field {key} could not be read")
    read = parse_text(("-" if len(texts) > 1 and all(map(str.isdecimal, texts)) else " ").join(texts))
    return ParsedDate(read.csl, joined_notes([*notes, read.note or ""]))


def _add_season(found: FoundDate, season: object) -> None:
    """1-4 (CSL-JSON) or 21-24 (EDTF) or a name."""
    if _is_blank(season) or season is False:
        return
    number = whole_number(season)
    if number is None and isinstance(season, str):
        number = SEASONS.get(plain_text(season[:LONGEST]))
    number = number - 20 if number is not None and number > 20 else number
    if number is None or not 1 <= number <= 4:
        found.notes.append(f"unknown season: {shown_value(season)}")
    else:
        found.season = number


def whole_number(value: object) -> int | None:
    """The whole number that a part stands for, or None: 2, "02", "２", 2.0, a numpy integer; never a bool."""
    if isinstance(value, str):
        text = value.strip()
        return int(text) if len(text) < 10 and re.fullmatch(r"-?\d+", text) else None
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e9 else None
    index = getattr(type(value), "__index__", None)
    try:
        return int(index(value)) if index else None
    except Exception:  # noqa: BLE001  # a stranger's number may raise anything
        return None


def _is_blank(value: object) -> bool:
    if isinstance(value, float):
        return math.isnan(value)
    return value is None or (isinstance(value, str) and not value.strip())


def _is_true(value: object) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() not in ("", "false", "0", "no")
    return isinstance(value, int | float) and bool(value)
