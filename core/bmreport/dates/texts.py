"""Dates given as text with numbers."""

from __future__ import annotations

from bmreport.dates.building import clean_text, finish_date, found_dates, plain_text, quoted_text, whole_numbers
from bmreport.dates.named import read_named
from bmreport.dates.types import CslDate, FoundDate, ParsedDate
from bmreport.dates.vocabulary import (
    AD,
    BC,
    BLURRED,
    CIRCA_AFTER,
    CIRCA_BEFORE,
    COMPACT,
    DAY_FIRST,
    EAST_ASIAN,
    ISO,
    LONE_YEAR,
    LONGEST,
    NUMERIC,
    OPEN,
    RIS,
    STATUS,
    TIME,
    UNSPECIFIED,
    WORDS_AROUND,
)


def parse_text(value: str) -> ParsedDate:
    """A date from text; what cannot be read stays literal."""
    text = clean_text(value)
    if len(text) > LONGEST:
        return ParsedDate({"literal": text}, f"longer than any date, kept as text: {quoted_text(text)}")
    plain = plain_text(text)
    if not plain.strip("/"):
        return ParsedDate(None)
    if not any(map(str.isalnum, plain)):
        return ParsedDate(None, f"there is no date in {quoted_text(text)}")
    if not plain.strip("0-/. "):
        return ParsedDate(None, f"all zeros, read as no date: {quoted_text(text)}")
    if STATUS.fullmatch(plain) or STATUS.fullmatch(plain.strip("[]().")):
        return ParsedDate({"literal": text})
    if BLURRED.fullmatch(plain.strip("[]()")):
        return ParsedDate({"literal": text}, f"the year is only partly known, kept as text: {quoted_text(text)}")
    return _read_plain(text, plain)


def _read_plain(text: str, plain: str) -> ParsedDate:
    body, circa, notes = _without_circa(_unwrapped(plain))
    body, time_notes = _without_time(body)
    body = UNSPECIFIED.sub("", _unwrapped(body))
    words = WORDS_AROUND.fullmatch(body)
    found = _first_reading(body)
    if not found and words and (found := _first_reading(words[2])):  # Epub 2020-02-21, 2013/02/18 [received]
        notes.append(f"left out: {quoted_text(' '.join(filter(None, (words[1], words[3]))))}")
    if found:
        found.circa = circa
        found.notes[:0] = [*notes, *time_notes]
        return finish_date(found)
    years = set(LONE_YEAR.findall(plain))
    if len(years) == 1:
        return ParsedDate({"date-parts": [[int(years.pop())]]}, f"only the year of {quoted_text(text)} could be read")
    return ParsedDate({"literal": text}, f"no date could be read in {quoted_text(text)}, kept as text")


def _unwrapped(text: str) -> str:
    return text[1:-1].strip() if text[:1] + text[-1:] in ("[]", "()", "<>") else text


def _first_reading(text: str) -> FoundDate | None:
    readings = (_compact, _numeric, _interval, _ris, _day_first, _era, read_named)
    return next((found for read in readings if (found := read(text)) and found.dates), None)


def _without_circa(text: str) -> tuple[str, bool, list[str]]:
    match = CIRCA_BEFORE.match(text)
    copyright_too = match is not None and match.group() == "c"
    notes = [f"{quoted_text(text)} was read as circa; it can mean copyright as well"] if copyright_too else []
    rest = text[match.end() :] if match else text
    shorter = CIRCA_AFTER.sub("", rest)
    return shorter, bool(match) or shorter != rest, notes


def _without_time(text: str) -> tuple[str, list[str]]:
    match = TIME.search(text)
    if not match:
        return text, []
    midnight = not match.group(1).strip("0:.,")
    notes = [] if midnight else [f"the time of day was left out: {match.group(1)}"]
    return (text[: match.start()] + text[match.end() :]).strip(), notes


def _compact(text: str) -> FoundDate | None:
    """20200221, 202002, 20200221T1000."""
    match = COMPACT.fullmatch(text)
    if not match or not 1 <= int(match[2]) <= 12:
        return None
    found = found_dates(text, whole_numbers(match[1], match[2], match[3]))
    if match[4] and match[4].strip("0"):
        found.notes.append(f"the time of day was left out: {match[4]}")
    return found


def _numeric(text: str) -> FoundDate | None:
    """2020, 2020-02, 2020/02/21, 2013 06 10, 2020年2月21日, and the seasons 2020-21 to 2020-24."""
    if match := EAST_ASIAN.fullmatch(text):
        return found_dates(text, whole_numbers(*match.groups()))
    if not (match := NUMERIC.fullmatch(text)):
        return None
    year, mark, month, day = match.groups()
    later = _later_year(year, month) if mark and mark in "-/" and not day else None
    if mark == "-" and not day and 21 <= int(month) <= 24:
        found = found_dates(text, whole_numbers(year, month), edtf=True)
        if later == int(year) + 1:
            found.notes.append(
                f"{quoted_text(text)} was read as a season; if two years are meant, write {year}/{later}"
            )
        return found
    if later:
        found = found_dates(text, [int(year)], [later])
        found.notes.append(f"{quoted_text(text)} was read as the years {year} to {later}")
        return found
    return found_dates(text, whole_numbers(year, month, day))


def _later_year(year: str, short: str) -> int | None:
    """The end of "1998-99": two digits that are no month and come later in the century."""
    if len(year) != 4 or len(short) != 2 or int(short) <= max(12, int(year[2:])):
        return None
    return int(year[:2] + short)


def _interval(text: str) -> FoundDate | None:
    """EDTF: 2020-02/2020-03, -0877/-0866, 1998/.., 1998/."""
    sides = text.split("/")
    days = [match for side in sides if (match := ISO.fullmatch(side))]
    if len(sides) != 2 or not days or len(days) + sum(side in OPEN for side in sides) != 2:
        return None
    found = found_dates(text, *(whole_numbers(*day.groups()) for day in days), edtf=True)
    if len(days) == 1:
        found.notes.append(f"one end of the range {quoted_text(text)} is open; only the other was kept")
    return found


def _ris(text: str) -> FoundDate | None:
    """YYYY/MM/DD/other information; any of the last three may be empty."""
    match = RIS.fullmatch(text)
    if not match:
        return None
    found = found_dates(text, whole_numbers(match[1], match[2], match[3]))
    other = (match[4] or "").strip(" /")
    read = parse_text(f"{match[1]} {other}" if other else "")
    csl = read.csl or CslDate()
    if "season" in csl:
        found.season = csl["season"]
    elif not read.note and csl.get("date-parts", [[]])[0][: len(found.dates[0])] == found.dates[0]:
        found.dates = csl["date-parts"]  # the same date once more, perhaps more exact: 2020///Feb 21
    elif other:
        found.notes.append(f"left out: {quoted_text(other)}")
    return found


def _day_first(text: str) -> FoundDate | None:
    """21.2.2020, 25/12/2020, 12/25/2020, 02/2020; only the year of 03/04/2020."""
    match = DAY_FIRST.fullmatch(text)
    if not match:
        return None
    if not match[1]:
        return found_dates(text, whole_numbers(match[4], match[3]))
    year, month, day = int(match[4]), int(match[3]), int(match[1])
    if month > 12 >= day:
        day, month = month, day
    elif match[2] != "." and day <= 12 and day != month:
        found = found_dates(text, [year])
        found.notes.append(f"day and month of {quoted_text(text)} could change places: only {year} was kept")
        return found
    return found_dates(text, [year, month, day])


def _era(text: str) -> FoundDate | None:
    if match := BC.fullmatch(text):
        return found_dates(text, [-int(match[1])])
    match = AD.fullmatch(text)
    return found_dates(text, [int(match[1] or match[2])]) if match else None
