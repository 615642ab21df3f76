"""Publication dates as sources write them, read into CSL-JSON dates (CSL 1.0.2, "Dates").

Decisions, where more than one reading is possible:

- "03/04/2020": day and month could change places, so only the year is kept and the note holds the text. Dots are read
  day first ("03.04.2020"), and a number above 12 settles the order. Two-digit years stay text.
- "2020-21" to "2020-24" are seasons (EDTF, ISO 8601-2); the note says when the years 2020/2021 may be meant.
- "44 BC" and "-0044" both become the year -44, as CSL-JSON data have it. A year 0 or all zeros is a filler: no date.
- "c2010", "ca. 1850", "2010?" and "2010~" are `circa`.
- An impossible month or day is cut off with what follows it ("2020-13-45" keeps 2020, "2020-02-30" keeps 2020-02).
- A time of day has no place in CSL: it goes, with a note unless it is midnight.
- Text without a date becomes `literal`; known terms ("in press", "n.d.") need no note.

Whenever the result says less than the input did, or was a guess, `note` says so.
"""

import calendar
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from typing_extensions import TypedDict

__all__ = ["CslDate", "ParsedDate", "iso_date", "parse_date", "same_year", "year_of"]

CslDate = TypedDict(
    "CslDate",
    {"date-parts": list[list[int]], "season": int, "circa": bool, "literal": str, "raw": str},
    total=False,
)


@dataclass(frozen=True)
class ParsedDate:
    """What was read: the date (None when there is none) and a remark for whoever looks after the source, or None."""

    csl: CslDate | None
    note: str | None = None


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# English, German, French, Spanish, Italian, Portuguese, Dutch; without accents.
_MONTH_NAMES = (
    "january januar janner janvier enero gennaio janeiro januari",
    "february februar feber fevrier febrero febbraio fevereiro februari",
    "march marz maerz mars marzo marco maart mrt",
    "april avril abril aprile",
    "may mai mayo maggio maio mei maj",
    "june juni juin junio giugno junho",
    "july juli juillet julio luglio julho",
    "august aout agosto augustus",
    "september septembre septiembre setiembre settembre setembro",
    "october oktober octobre octubre ottobre outubro",
    "november novembre noviembre novembro",
    "december dezember decembre diciembre dicembre dezembro",
)
_SEASON_NAMES = (
    "spring spr fruhling fruehling fruhjahr printemps primavera lente voorjaar",
    "summer sum sommer ete verano estate verao zomer",
    "autumn aut fall herbst automne otono autunno outono herfst najaar",
    "winter win hiver invierno inverno",
)


def _month_table() -> dict[str, int]:
    """Names and abbreviations of three letters or more, but none that fits two months ("jui", "juin" or "juillet")."""
    meanings: dict[str, set[int]] = {}
    for number, names in enumerate(_MONTH_NAMES, start=1):
        for name in names.split():
            for length in range(3, len(name) + 1):
                meanings.setdefault(name[:length], set()).add(number)
    return {name: numbers.pop() for name, numbers in meanings.items() if len(numbers) == 1}


_MONTHS = _month_table()
_SEASONS = {name: number for number, names in enumerate(_SEASON_NAMES, start=1) for name in names.split()}
_RANGE_WORDS = _words("- / to through until bis au al ao a tot t/m and und et y e & en")
_FILLERS = _words("of de del the den le el d le der di ,")
_WEEKDAYS = _words("mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday")
_STATUS = re.compile(
    r"in press|in print|forthcoming|to appear|n\.? ?d\.?|no date|undated|date unknown|unknown|submitted|accepted|"
    r"under review|in review|in preparation|in progress|unpublished|preprint|online first|ahead of print|"
    r"(?:e?pub(?:lished)? )?(?:online )?ahead of print|advance online publication|ongoing|"
    r"s\.? ?[ad]\.?|o\. ?j\.?|ohne jahr|im druck|im erscheinen|eingereicht|sous presse|a paraitre|sans date|"
    r"en prensa|sin fecha|in stampa|senza data|no prelo|sem data|in druk|z\. ?j\.?|出版中|印刷中|в печати",
)

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_UNSEEN = dict.fromkeys([0xAD, 0x61C, *range(0x200B, 0x2010), 0x2060, 0xFEFF, *range(0x202A, 0x202F)])
_CONTROL = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")
_CLEANING = _UNSEEN | _CONTROL
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST = 200  # no date is longer; longer text stays literal unread

_TIME = re.compile(
    r"(?:(?<=\d)t| +|(?<=\d),? +at )(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?)"
    r"(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?(?= |$)"
)
_CIRCA_BEFORE = re.compile(r"(?:circa|approximately|approx\.?|about|around|ca\.?|c\.?|um|vers|~)(?: ?)(?=[-\d])")
_BC = re.compile(r"(\d{1,4}) ?(?:b\.? ?c\.?(?: ?e\.?)?|v\. ?chr\.?|av\. ?j\.?-c\.?|a\.? ?c\.?)")
_AD = re.compile(r"(?:ad|a\.d\.) ?(\d{1,4})|(\d{1,4}) ?(?:ad|a\.d\.|ce|c\.e\.)")
_BLURRED = re.compile(r"-?\d{1,3}[xu*?_-]{1,3}(?:-[xu]{2}){0,2}|-?\d{4}-[xu]{2}(?:-[xu]{2})?|-?\d{4}-\d{2}-[xu]{2}|\d{4}s")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})?(?:t?(\d{4}(?:\d{2})?)z?)?")
_NUMERIC = re.compile(r"(-?\d{3,4})(?:([-/. ]) ?(\d{1,2})(?:\2 ?(\d{1,2}))?)?\.?")
_DAY_FIRST = re.compile(r"(?:(\d{1,2})([-/. ]) ?)?(\d{1,2})[-/. ] ?(\d{4})")
_EAST_ASIAN = re.compile(r"(\d{1,4}) ?[年년] ?(?:(\d{1,2}) ?[月월] ?(?:(\d{1,2}) ?[日일])?)?")
_RIS = re.compile(r"(\d{4})/([^/]*)/([^/]*)(?:/(.*))?")
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:/m)?|[-/&]|[^\s\d]")
_ORDINAL = re.compile(r"(?<=\b\d)(?:st|nd|rd|th|er|[oa]|\.)(?=\W|$)|(?<=\b\d\d)(?:st|nd|rd|th|[oa]|\.)(?=\W|$)")


@dataclass
class _Found:
    """One reading of a text, filled in step by step and then frozen into a ParsedDate."""

    dates: list[list[int]] = field(default_factory=list)
    season: int = 0
    circa: bool = False
    notes: list[str] = field(default_factory=list)


def parse_date(value: object) -> ParsedDate:
    """Read a date from text, a number, a date object, a list of date parts or a CSL-JSON date; never raises.

    None, blank text and NaN give no date and no note. Reading a result again gives the same date.
    """
    if value is None or isinstance(value, str):
        return _parse_text(value or "")
    if isinstance(value, Mapping):
        return _parse_mapping(value)
    if isinstance(value, list | tuple):
        return _parse_lists(value)
    if not isinstance(value, bool) and (number := _whole(value)) is not None:
        return _parse_number(number)
    if isinstance(value, float):
        return ParsedDate(None, None if math.isnan(value) else f"{value} is no year")
    return _parse_object(value)


def year_of(date: CslDate | None) -> int | None:
    """The (first) year, negative before Christ, or None."""
    parts = date.get("date-parts") if date else None
    return parts[0][0] if parts and parts[0] else None


def iso_date(date: CslDate | None) -> str | None:
    """ISO 8601 text as exact as the date is: "2020", "2020-02", "2020-02-21", a range with "/"; None without a year.

    Season and `circa` are not part of it. Years before Christ keep their number: -44 is "-0044".
    """
    parts = [day for day in (date or {}).get("date-parts", []) if day]
    return "/".join(map(_iso, parts)) or None


def same_year(a: CslDate | None, b: CslDate | None) -> bool:
    """Whether both have a year and it is the same one; an unknown year equals nothing."""
    return year_of(a) is not None and year_of(a) == year_of(b)


def _iso(parts: Sequence[int]) -> str:
    year = f"-{-parts[0]:04}" if parts[0] < 0 else f"{parts[0]:04}"
    return "-".join([year, *(f"{part:02}" for part in parts[1:])])


# --- other things than text -------------------------------------------------------------------------------------------


def _parse_number(number: int) -> ParsedDate:
    if 0 < abs(number) <= 9999:
        return ParsedDate({"date-parts": [[number]]})
    if number == 0:
        return ParsedDate(None, "the year 0 stands for no date")
    if 10**7 <= number < 10**8:
        return _parse_text(str(number))  # 20200221
    text = str(number) if abs(number) < 10**30 else "so large a number"
    return ParsedDate(None, f"{text} is no year; give a year from 1 to 9999 or an ISO date")


def _parse_object(value: object) -> ParsedDate:
    """A datetime, date or anything like one (pandas.Timestamp); NaT has NaN for a year."""
    if type(value).__name__ == "NaTType":
        return ParsedDate(None)
    try:
        parts = [_whole(getattr(value, name, None)) for name in ("year", "month", "day")]
        hours = [_whole(getattr(value, name, None)) for name in ("hour", "minute", "second", "microsecond")]
    except Exception as error:  # noqa: BLE001  a stranger's property may raise anything
        return ParsedDate(None, f"{type(value).__name__} could not be read as a date: {type(error).__name__}")
    if parts[0] is None:
        return ParsedDate(None, f"cannot read a date from {type(value).__name__}; give text such as 2020-02-21")
    found = _Found()
    _add(found, parts, str(parts))
    if any(hours):
        found.notes.append("the time of day was left out")
    return _finish(found)


def _parse_lists(value: Sequence[object]) -> ParsedDate:
    found = _Found()
    days = value if any(isinstance(day, list | tuple) for day in value) else [value]
    _add_parts(found, days)
    return _finish(found)


def _add_parts(found: _Found, days: Iterable[object]) -> None:
    """CSL-JSON `date-parts`: numbers may come as text, and null ends a date (Crossref)."""
    for number, day in enumerate(days):
        if not isinstance(day, list | tuple):
            found.notes.append("a date part that is no list was left out")
        elif number > 1:
            found.notes.append("only the first two dates of a range were kept")
            break
        else:
            given = list(day[:3])
            parts = [_whole(part) for part in given]
            if any(part is None and not _is_blank(raw) for part, raw in zip(parts, given, strict=True)):
                found.notes.append(f"date parts that are no numbers were left out: {_shown(day)}")
            if any(not _is_blank(part) for part in day[3:]):
                found.notes.append(f"more than year, month and day: {_shown(day)}")
            _add(found, parts, _shown(day))


def _parse_mapping(value: Mapping[object, object]) -> ParsedDate:
    if "date-parts" not in value and any(isinstance(key, str) and key.casefold() == "year" for key in value):
        return _parse_fields(value)
    found, csl = _Found(), CslDate()
    parts = value.get("date-parts")
    if isinstance(parts, list | tuple):
        days = parts if any(isinstance(day, list | tuple) for day in parts) else [parts]
        _add_parts(found, days)
    elif parts is not None:
        found.notes.append("date-parts is no list")
    found.circa = _is_true(value.get("circa"))
    _add_season(found, value.get("season"))
    literal, raw = (_clean(text) if isinstance(text := value.get(key), str) else "" for key in ("literal", "raw"))
    if literal:
        csl["literal"] = literal
    if not found.dates and not literal:
        for text in (raw, value.get("date-time")):
            if isinstance(text, str) and (read := _parse_text(text)).csl:
                return _with_extras(read, found)
    elif raw:
        csl["raw"] = raw
    result = _finish(found)
    return ParsedDate((csl | (result.csl or {})) or None, result.note)


def _with_extras(read: ParsedDate, found: _Found) -> ParsedDate:
    csl = CslDate(**(read.csl or {}))
    if found.circa:
        csl["circa"] = True
    if found.season and "date-parts" in csl:
        csl.setdefault("season", found.season)
    return ParsedDate(csl, _joined([*found.notes, *([read.note] if read.note else [])]))


def _parse_fields(value: Mapping[object, object]) -> ParsedDate:
    """A mapping with year, month, day and season of its own (PubMed XML, Europe PMC)."""
    plain = {key.casefold(): part for key, part in value.items() if isinstance(key, str)}
    texts = [str(part) for key in ("year", "season", "month", "day") if _is_text(part := plain.get(key))]
    if len(texts) > 1 and all(text.strip().isdecimal() for text in texts):
        return _parse_text("-".join(text.strip() for text in texts))
    return _parse_text(" ".join(texts))


def _add_season(found: _Found, season: object) -> None:
    """1-4 (CSL-JSON) or 21-24 (EDTF) or a name."""
    if _is_blank(season) or season is False:
        return
    number = _whole(season)
    if number is None and isinstance(season, str):
        number = _SEASONS.get(_plain(season[:_LONGEST]))
    number = number - 20 if number is not None and number > 20 else number
    if number is None or not 1 <= number <= 4:
        found.notes.append(f"unknown season: {_shown(season)}")
    else:
        found.season = number


def _whole(value: object) -> int | None:
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
    except Exception:  # noqa: BLE001  a stranger's number may raise anything
        return None


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip()) or (isinstance(value, float) and value != value)


def _is_text(value: object) -> bool:
    return not _is_blank(value) and isinstance(value, str | int) and not (isinstance(value, int) and abs(value) > 9999)


def _is_true(value: object) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() not in ("", "false", "0", "no")
    return isinstance(value, int | float) and bool(value)
