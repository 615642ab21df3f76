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
_RANGE_MARKS = _words("- / to through until bis au al ao a tot t/m and und et y e & en")
_FILLERS = _words("of de del the den le el d der di , . ( ) [ ]")
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
_LAST_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LONGEST = 200  # no date is longer; longer text stays literal unread

_TIME = re.compile(
    r"(?:(?<=\d)t| +|(?<=\d),? +at )(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?)"
    r"(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?(?= |$)"
)
_CIRCA_BEFORE = re.compile(r"(?:circa|approximately|approx\.?|about|around|ca\.|~) ?|(?:ca|c\.?|um|vers) ?(?=[-\d])")
_CIRCA_AFTER = re.compile(r"(?<=\d)\\?[?~%]+(?=/|$)")
_BC = re.compile(r"(\d{1,4}) ?(?:b\.? ?c\.?(?: ?e\.?)?|v\. ?chr\.?|av\. ?j\.?-c\.?|a\.? ?c\.?)")
_AD = re.compile(r"(?:ad|a\.d\.) ?(\d{1,4})|(\d{1,4}) ?(?:ad|a\.d\.|ce|c\.e\.)")
_BLURRED = re.compile(r"-?\d{1,3}[xu*?_-]{1,3}|-?\d{3,4}'?s")
_UNSPECIFIED = re.compile(r"(?:-(?:uu|xx)){1,2}$")
_COMPACT = re.compile(r"([12]\d{3})(\d{2})(\d{2})?(?:t?(\d{4}(?:\d{2})?)z?)?")
_NUMERIC = re.compile(r"(-?\d{3,4})(?:([-/. ]) ?(\d{1,2})(?:\2 ?(\d{1,2}))?)?\.?")
_DAY_FIRST = re.compile(r"(?:(\d{1,2})([-/. ]) ?)?(\d{1,2})[-/. ] ?(\d{4})")
_EAST_ASIAN = re.compile(r"(\d{1,4}) ?[年년] ?(?:(\d{1,2}) ?[月월] ?(?:(\d{1,2}) ?[日일])?)?")
_ISO = re.compile(r"(-?\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_OPEN = {"", *_words(".. open unknown *")}
_RIS = re.compile(r"(\d{4})/(\d{0,2})/(\d{0,2})(?:/(.*))?")
_LONE_YEAR = re.compile(r"(?<!\w)(?<!^-)(1\d{3}|2[01]\d{2})(?!\d)")
_WORDS_AROUND = re.compile(r"(?:([^\W\d]\D*) )?(\d(?:.*\d)?)(?:[ ,]+([^\W\d]\D*|[(\[]\D*))?")
_TOKEN = re.compile(r"\d+|t/m|[^\W\d_]+|[^\s\d]")
_ORDINAL = re.compile(r"\b(\d\d?)(?:st|nd|rd|th|er|o|a)\b")


@dataclass
class _Found:
    """One reading, filled in by a single function before it is frozen into a ParsedDate."""

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
    parts = [day for day in date.get("date-parts", []) if day] if date else []
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
    try:
        year = getattr(value, "year", None)
        parts = [_whole(year), *(_whole(getattr(value, name, None)) for name in ("month", "day"))]
        hours = [_whole(getattr(value, name, None)) for name in ("hour", "minute", "second", "microsecond")]
    except Exception as error:  # noqa: BLE001  a stranger's property may raise anything
        return ParsedDate(None, f"{type(value).__name__} could not be read as a date: {type(error).__name__}")
    if isinstance(year, float) and math.isnan(year):
        return ParsedDate(None)
    if parts[0] is None:
        return ParsedDate(None, f"cannot read a date from {type(value).__name__}; give text such as 2020-02-21")
    found = _dates("-".join(map(str, filter(None, parts))), parts)
    if any(hours):
        found.notes.append("the time of day was left out")
    return _finish(found)


def _parse_lists(value: Sequence[object]) -> ParsedDate:
    if len(value) == 1 and isinstance(value[0], Mapping):
        return _parse_mapping(value[0])
    return _finish(_date_parts(value))


def _date_parts(value: Sequence[object]) -> _Found:
    """CSL-JSON `date-parts`: numbers may come as text, and null ends a date (Crossref); one flat date will do."""
    days = value if any(isinstance(day, list | tuple) for day in value) else [value]
    numbers: list[list[int | None]] = []
    notes = []
    for day in days[:2]:
        given = list(day[:3]) if isinstance(day, list | tuple) else [day]
        parts = [_whole(part) for part in given]
        if any(part is None and not _is_blank(raw) for part, raw in zip(parts, given, strict=True)):
            notes.append(f"date parts that are no numbers were left out: {_shown(day)}")
        if isinstance(day, list | tuple) and not all(map(_is_blank, day[3:])):
            notes.append(f"more than year, month and day: {_shown(day)}")
        numbers.append(parts)
    if len(days) > 2:
        notes.append("only the first two dates of a range were kept")
    found = _dates(_shown(value), *numbers, edtf=True)
    found.notes[:0] = notes
    return found


def _parse_mapping(value: Mapping[object, object]) -> ParsedDate:
    names = {key.casefold() for key in value if isinstance(key, str)}
    if "date-parts" not in names and names & {"year", "medlinedate"}:
        return _parse_fields(value)
    rest, parts = CslDate(), value.get("date-parts")
    found = _date_parts(parts) if isinstance(parts, list | tuple) else _Found()
    if not (parts is None or isinstance(parts, list | tuple)):
        found.notes.append("date-parts is no list")
    found.circa = _is_true(value.get("circa"))
    _add_season(found, value.get("season"))
    literal, raw, stamp = (
        _clean(text) if isinstance(text := value.get(key), str) else "" for key in ("literal", "raw", "date-time")
    )
    if literal:
        rest["literal"] = literal
    if raw and (found.dates or literal):
        rest["raw"] = raw
    elif (raw or stamp) and not found.dates and not literal:
        return _with_extras(_parse_text(raw or stamp), found)
    return _finish(found, rest)


def _with_extras(read: ParsedDate, found: _Found) -> ParsedDate:
    csl = read.csl
    if csl and found.circa:
        csl["circa"] = True
    if csl and found.season and "date-parts" in csl:
        csl.setdefault("season", found.season)
    return ParsedDate(csl, _joined([*found.notes, read.note or ""]))


def _parse_fields(value: Mapping[object, object]) -> ParsedDate:
    """A mapping with year, month, day and season of its own (PubMed XML, Europe PMC)."""
    plain = {key.casefold(): part for key, part in value.items() if isinstance(key, str)}
    texts, notes = [], []
    for key in ("medlinedate", "year", "season", "month", "day"):
        part = plain.get(key)
        if isinstance(part, str) or (number := _whole(part)) is None or abs(number) > 9999:
            text = _clean(part) if isinstance(part, str) else ""
        else:
            text = str(number)
        if text and key == "day" and not any(char.isalnum() for char in str(plain.get("month") or "")):
            notes.append(f"a day without a month was left out: {_quoted(text)}")
        elif text:
            texts.append(text)
        elif not _is_blank(part):
            notes.append(f"the field {key} could not be read")
    read = _parse_text(("-" if len(texts) > 1 and all(map(str.isdecimal, texts)) else " ").join(texts))
    return ParsedDate(read.csl, _joined([*notes, read.note or ""]))


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
    if isinstance(value, float):
        return math.isnan(value)
    return value is None or (isinstance(value, str) and not value.strip())


def _is_true(value: object) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() not in ("", "false", "0", "no")
    return isinstance(value, int | float) and bool(value)


# --- text -------------------------------------------------------------------------------------------------------------


def _parse_text(value: str) -> ParsedDate:
    text = _clean(value)
    if len(text) > _LONGEST:
        return ParsedDate({"literal": text}, f"longer than any date, kept as text: {_quoted(text)}")
    plain = _plain(text)
    if not plain.strip("/"):
        return ParsedDate(None)
    if not any(map(str.isalnum, plain)):
        return ParsedDate(None, f"there is no date in {_quoted(text)}")
    if not plain.strip("0-/. "):
        return ParsedDate(None, f"all zeros, read as no date: {_quoted(text)}")
    if _STATUS.fullmatch(plain) or _STATUS.fullmatch(plain.strip("[]().")):
        return ParsedDate({"literal": text})
    if _BLURRED.fullmatch(plain.strip("[]()")):
        return ParsedDate({"literal": text}, f"the year is only partly known, kept as text: {_quoted(text)}")
    return _read_plain(text, plain)


def _read_plain(text: str, plain: str) -> ParsedDate:
    body, circa, notes = _without_circa(_unwrapped(plain))
    body, time_notes = _without_time(body)
    body = _UNSPECIFIED.sub("", _unwrapped(body))
    words = _WORDS_AROUND.fullmatch(body)
    found = _first_reading(body)
    if not found and words and (found := _first_reading(words[2])):  # Epub 2020-02-21, 2013/02/18 [received]
        notes.append(f"left out: {_quoted(' '.join(filter(None, (words[1], words[3]))))}")
    if found:
        found.circa = circa
        found.notes[:0] = [*notes, *time_notes]
        return _finish(found)
    years = set(_LONE_YEAR.findall(plain))
    if len(years) == 1:
        return ParsedDate({"date-parts": [[int(years.pop())]]}, f"only the year of {_quoted(text)} could be read")
    return ParsedDate({"literal": text}, f"no date could be read in {_quoted(text)}, kept as text")


def _unwrapped(text: str) -> str:
    return text[1:-1].strip() if text[:1] + text[-1:] in ("[]", "()", "<>") else text


def _first_reading(text: str) -> _Found | None:
    readings = (_compact, _numeric, _interval, _ris, _day_first, _era, _named)
    return next((found for read in readings if (found := read(text)) and found.dates), None)


def _without_circa(text: str) -> tuple[str, bool, list[str]]:
    match = _CIRCA_BEFORE.match(text)
    copyright_too = match is not None and match.group() == "c"
    notes = [f"{_quoted(text)} was read as circa; it can mean copyright as well"] if copyright_too else []
    rest = text[match.end() :] if match else text
    shorter = _CIRCA_AFTER.sub("", rest)
    return shorter, bool(match) or shorter != rest, notes


def _without_time(text: str) -> tuple[str, list[str]]:
    match = _TIME.search(text)
    if not match:
        return text, []
    midnight = not match.group(1).strip("0:.,")
    notes = [] if midnight else [f"the time of day was left out: {match.group(1)}"]
    return (text[: match.start()] + text[match.end() :]).strip(), notes


def _compact(text: str) -> _Found | None:
    """20200221, 202002, 20200221T1000."""
    match = _COMPACT.fullmatch(text)
    if not match or not 1 <= int(match[2]) <= 12:
        return None
    found = _dates(text, _numbers(match[1], match[2], match[3]))
    if match[4] and match[4].strip("0"):
        found.notes.append(f"the time of day was left out: {match[4]}")
    return found


def _numeric(text: str) -> _Found | None:
    """2020, 2020-02, 2020/02/21, 2013 06 10, 2020年2月21日, and the seasons 2020-21 to 2020-24."""
    if match := _EAST_ASIAN.fullmatch(text):
        return _dates(text, _numbers(*match.groups()))
    if not (match := _NUMERIC.fullmatch(text)):
        return None
    year, mark, month, day = match.groups()
    later = _later_year(year, month) if mark and mark in "-/" and not day else None
    if mark == "-" and not day and 21 <= int(month) <= 24:
        found = _dates(text, _numbers(year, month), edtf=True)
        if later == int(year) + 1:
            found.notes.append(f"{_quoted(text)} was read as a season; if two years are meant, write {year}/{later}")
        return found
    if later:
        found = _dates(text, [int(year)], [later])
        found.notes.append(f"{_quoted(text)} was read as the years {year} to {later}")
        return found
    return _dates(text, _numbers(year, month, day))


def _later_year(year: str, short: str) -> int | None:
    """The end of "1998-99": two digits that are no month and come later in the century."""
    if len(year) != 4 or len(short) != 2 or int(short) <= max(12, int(year[2:])):
        return None
    return int(year[:2] + short)


def _interval(text: str) -> _Found | None:
    """EDTF: 2020-02/2020-03, -0877/-0866, 1998/.., 1998/."""
    sides = text.split("/")
    days = [match for side in sides if (match := _ISO.fullmatch(side))]
    if len(sides) != 2 or not days or len(days) + sum(side in _OPEN for side in sides) != 2:
        return None
    found = _dates(text, *(_numbers(*day.groups()) for day in days), edtf=True)
    if len(days) == 1:
        found.notes.append(f"one end of the range {_quoted(text)} is open; only the other was kept")
    return found


def _ris(text: str) -> _Found | None:
    """YYYY/MM/DD/other information; any of the last three may be empty."""
    match = _RIS.fullmatch(text)
    if not match:
        return None
    found = _dates(text, _numbers(match[1], match[2], match[3]))
    other = (match[4] or "").strip(" /")
    read = _parse_text(f"{match[1]} {other}" if other else "")
    csl = read.csl or CslDate()
    if "season" in csl:
        found.season = csl["season"]
    elif not read.note and csl.get("date-parts", [[]])[0][: len(found.dates[0])] == found.dates[0]:
        found.dates = csl["date-parts"]  # the same date once more, perhaps more exact: 2020///Feb 21
    elif other:
        found.notes.append(f"left out: {_quoted(other)}")
    return found


def _day_first(text: str) -> _Found | None:
    """21.2.2020, 25/12/2020, 12/25/2020, 02/2020; only the year of 03/04/2020."""
    match = _DAY_FIRST.fullmatch(text)
    if not match:
        return None
    if not match[1]:
        return _dates(text, _numbers(match[4], match[3]))
    year, month, day = int(match[4]), int(match[3]), int(match[1])
    if month > 12 >= day:
        day, month = month, day
    elif match[2] != "." and day <= 12 and day != month:
        found = _dates(text, [year])
        found.notes.append(f"day and month of {_quoted(text)} could change places: only {year} was kept")
        return found
    return _dates(text, [year, month, day])


def _era(text: str) -> _Found | None:
    if match := _BC.fullmatch(text):
        return _dates(text, [-int(match[1])])
    match = _AD.fullmatch(text)
    return _dates(text, [int(match[1] or match[2])]) if match else None


# --- text with names of months or seasons -----------------------------------------------------------------------------


class _Token(NamedTuple):
    kind: str  # Y year, M month, D day, S season, R range mark, "" unknown
    value: int
    text: str


# Dashes and slashes that only stand between the parts of one date: 21-Feb-2020, Feb/2020.
_ONE_DATE = _words("DRMRY YRMRD MRDRY MRY YRM")
_SKIPPED = _FILLERS | _WEEKDAYS


def _named(text: str) -> _Found | None:
    """2020 Feb 21, February 21, 2020, 2020 Nov-Dec, 2020 Dec 28-2021 Jan 3, Winter 1998 and their like."""
    if text.startswith("-"):
        return None  # a year before Christ that the stricter readings refused
    tokens = [_token(word) for word in _TOKEN.findall(_ORDINAL.sub(r"\1", text)) if word not in _SKIPPED]
    known = [token for token in tokens if token.kind]
    if "".join(token.kind for token in known) in _ONE_DATE:
        known = [token for token in known if token.kind != "R"]
    sides: list[dict[str, int]] = [{}]
    for token in known:
        if token.kind == "R":
            sides.append({})
        elif token.kind in sides[-1]:
            return None
        else:
            sides[-1][token.kind] = token.value
    lonely_mark = len(sides) > 1 and not (sides[0] and sides[-1])
    sides = [side for side in sides if side]
    if not 1 <= len(sides) <= 2 or not _complete(sides):
        return None
    found = _dates(text, *([side["Y"], side.get("M"), side.get("D")] for side in sides))
    seasons = list(dict.fromkeys(side["S"] for side in sides if "S" in side))
    found.season = seasons[0] if seasons else 0
    if len(seasons) > 1:
        found.notes.append(f"only the first season of {_quoted(text)} was kept")
    if lonely_mark:
        found.notes.append(f"only part of {_quoted(text)} was read")
    if unknown := " ".join(token.text for token in tokens if not token.kind):
        found.notes.append(f"left out of {_quoted(text)}: {unknown}")
    return found


def _token(word: str) -> _Token:
    if word.isdecimal():
        return _Token({1: "D", 2: "D", 4: "Y"}.get(len(word), ""), int(word[:9]), word)
    if word in _RANGE_MARKS:
        return _Token("R", 0, word)
    if month := _MONTHS.get(word):
        return _Token("M", month, word)
    season = _SEASONS.get(word, 0)
    return _Token("S" if season else "", season, word)


def _complete(sides: list[dict[str, int]]) -> bool:
    """Fill what one side of a range leaves to the other; False when it is no date or range."""
    left, right = sides[0], sides[-1]
    if set(right) == {"D"} and "D" not in left and len(sides) == 2:
        if "M" not in left and "Y" in left and right["D"] == (left["Y"] + 1) % 100:
            right["Y"] = left["Y"] + 1  # Winter 1998/99
            del right["D"]
        else:
            left |= sides.pop()  # 2020 Feb-21
    for one, other in ((left, right), (right, left)):
        if "Y" in other:
            one.setdefault("Y", other["Y"])
        if "D" in one and "M" in other:
            one.setdefault("M", other["M"])
    return all("Y" in side and ("M" in side or "D" not in side) for side in sides)


# --- building blocks --------------------------------------------------------------------------------------------------


def _dates(shown: str, *days: Sequence[int | None], edtf: bool = False) -> _Found:
    """One date or the two of a range; `edtf`: month 21-24 is a season."""
    found = _Found()
    for parts in days:
        year, month, day = [*parts, None, None, None][:3]
        if edtf and month and 21 <= month <= 24 and not day:
            if found.season:
                found.notes.append(f"only one season was kept of {_quoted(shown)}")
            found.season, month = found.season or month - 20, None
        if year and abs(year) <= 9999:
            found.dates.append(_valid(year, month, day, _quoted(shown), found.notes))
        elif year is not None or month or day:
            found.notes.append(f"there is no year from 1 to 9999 in {_quoted(shown)}")
    return found


def _valid(year: int, month: int | None, day: int | None, shown: str, notes: list[str]) -> list[int]:
    """The date, cut before the first part that no calendar has; zeros are fillers (2020-00-00)."""
    if not month:
        if day:
            notes.append(f"a day without a month was left out: {shown}")
        return [year]
    if not 1 <= month <= 12:
        notes.append(f"there is no month {_shown(month)} in {shown}; kept {year}")
        return [year]
    last = 29 if month == 2 and calendar.isleap(year) else _LAST_DAYS[month - 1]
    if day and not 1 <= day <= last:
        notes.append(f"there is no day {_shown(day)} in {shown}; kept {_iso([year, month])}")
        return [year, month]
    return [year, month, day] if day else [year, month]


def _finish(found: _Found, rest: CslDate | None = None) -> ParsedDate:
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
    return ParsedDate((csl | (rest or CslDate())) or None, _joined(found.notes))


def _range(dates: list[list[int]], notes: list[str]) -> list[list[int]]:
    if len(dates) < 2:
        return dates
    start, end = dates[:2]
    exact = min(len(start), len(end))
    if start[:exact] == end[:exact]:
        return [max(start, end, key=len)]
    if end[:exact] < start[:exact]:
        notes.append(f"the range ends before it starts; {_iso(end)} was left out")
        return [start]
    return [start, end]


def _numbers(*parts: str | None) -> list[int | None]:
    return [int(part) if part else None for part in parts]


def _joined(notes: Iterable[str]) -> str | None:
    return "; ".join(dict.fromkeys(filter(None, notes))) or None


def _clean(text: str) -> str:
    return " ".join(_SURROGATE.sub("\ufffd", text.translate(_CLEANING)).split())


def _plain(text: str) -> str:
    """Lower case, ASCII digits and dashes, no accents; for comparing only."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    plain = unicodedata.normalize("NFC", bare).translate(_DASHES).casefold()
    return " ".join("".join(str(unicodedata.decimal(char, char)) for char in plain).split())


def _shown(value: object) -> str:
    """A value for a note, short whatever it is; very large numbers cannot be written out at all."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join("[…]" if isinstance(part, list | tuple) else _shown(part) for part in value[:6]) + "]"
    if isinstance(value, str):
        return _quoted(_clean(value[:_LONGEST]))
    if value is None:
        return "null"
    return str(value) if isinstance(value, int | float) and abs(value) < 1e15 else f"({type(value).__name__})"


def _quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= 80 else f'"{text[:79]}…"'
