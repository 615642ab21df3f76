"""The dates of an item: what CSL-JSON may hold, as one immutable shape (CSL 1.0.2, "Date Variables")."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bmreport_csl.printable import printable

_MAX_DIGITS = 9
_SEASONS = ("spring", "summer", "autumn", "winter")


@dataclass(frozen=True, slots=True)
class DatePoint:
    """One day, month, season or year. `None`, 0 and "" stand for the unknown; years before Christ are negative."""

    year: int | None
    month: int = 0
    day: int = 0
    season: int = 0
    """1 spring to 4 winter, where it stands in place of the month."""
    season_name: str = ""
    """A season of another name, such as a term or a feast."""

    def __bool__(self) -> bool:
        return self.year is not None or bool(self.month or self.day or self.season or self.season_name)

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """Year, month and day; a season sorts as the month before it begins, a missing part first."""
        return self.year or 0, self.month or self.season * 3 - 1 if self.season else self.month, self.day


NOWHEN = DatePoint(None)


@dataclass(frozen=True, slots=True)
class ItemDate:
    """A date or a range; `end` is `NOWHEN` for a range that is open, `literal` what could not be read as a date."""

    start: DatePoint = NOWHEN
    end: DatePoint | None = None
    circa: bool = False
    literal: str = ""

    @property
    def sort_key(self) -> tuple[int, int, int, int, int, int]:
        """Compares dates in time; a range comes after its first day alone."""
        return (*self.start.sort_key, *(self.end.sort_key if self.end is not None else (0, 0, 0)))


def read_date(value: object) -> ItemDate | None:
    """A CSL-JSON date: `date-parts`, `season`, `circa`, `literal`, `raw`, an EDTF string, or year and month as keys.

    None when there is nothing in it. Never raises: what is no date at all counts as absent.
    """
    # The reader of raw strings needs the shapes above.
    from bmreport_csl.raw_dates import read_raw_date

    if isinstance(value, str):
        return read_raw_date(printable(value))
    if isinstance(value, Mapping):
        return _from_mapping(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        year = _whole(value)
        return ItemDate(DatePoint(year)) if year else None
    return None


def _from_mapping(value: Mapping[object, object]) -> ItemDate | None:
    from bmreport_csl.raw_dates import read_raw_date

    circa = bool(value.get("circa"))
    date = _from_parts(value.get("date-parts")) or _from_keys(value)
    if date is None:
        for key in ("raw", "edtf", "date"):
            text = value.get(key)
            if isinstance(text, str) and (date := read_raw_date(printable(text))) is not None:
                break
    if date is None:
        literal = value.get("literal")
        text = printable(literal).strip() if isinstance(literal, str) else ""
        return ItemDate(literal=text, circa=circa) if text else None
    if circa:
        date = replace(date, circa=True)
    return _with_season(date, value.get("season"))


def _with_season(date: ItemDate, season: object) -> ItemDate:
    """The `season` key fills the place of a month that is not given."""
    if not season or isinstance(season, bool) or date.start.month or date.start.season or not date.start:
        return date
    number = _whole(season)
    if number is None and isinstance(season, str):
        name = printable(season).strip()
        number = _SEASONS.index(name.lower()) + 1 if name.lower() in _SEASONS else None
        if number is None:
            return replace(date, start=replace(date.start, season_name=name))
    if number is not None and (number := _season_of(number)):
        return replace(date, start=replace(date.start, season=number))
    return date


def _from_parts(parts: object) -> ItemDate | None:
    """`[[2005, 3, 4]]`, or two such lists for a range. A flat list `[2005, 3, 4]` is taken for one date."""
    if not isinstance(parts, Sequence) or isinstance(parts, str) or not parts:
        return None
    if not any(isinstance(part, list | tuple) for part in parts):
        parts = [parts]
    points = [_point(part) for part in parts[:2] if isinstance(part, list | tuple)]
    if not points or not points[0][0]:
        return None
    (start, circa), *rest = points
    if not rest:
        return ItemDate(start, None, circa)
    second = parts[1]
    end, end_circa = rest[0]
    # `[0]` ends a range that goes on; an empty list or a null is only a careless way to say "no range".
    if not end and not (isinstance(second, list | tuple) and second and second[0] in (0, "0")):
        return ItemDate(start, None, circa)
    return ItemDate(start, end, circa or end_circa)


def _point(part: Sequence[object]) -> tuple[DatePoint, bool]:
    """One list of year, month and day, and whether a mark such as `c.` says that it is uncertain."""
    year, month, day = [*part, None, None, None][:3]
    if isinstance(year, str) and _whole(year) is None and year.strip():
        from bmreport_csl.raw_dates import read_raw_date

        read = read_raw_date(year)
        if read is None or read.literal:
            return NOWHEN, False
        known = read.start
        return (known if known.month or known.season else _with_month(known.year, month, day)), read.circa
    return _with_month(_whole(year) or None, month, day), False


def _with_month(year: int | None, month: object, day: object) -> DatePoint:
    """The point with a month and a day that can be; a number beyond 12 is a season, anything else is not known."""
    from bmreport_csl.raw_dates import month_number

    number = _whole(month)
    if number is None and isinstance(month, str):
        number = month_number(month)
    if not number or number < 0:
        return DatePoint(year)
    if number > 12:
        return DatePoint(year, season=_season_of(number))
    days = _whole(day) or 0
    return DatePoint(year, number, days if 1 <= days <= 99 else 0)


def _season_of(number: int) -> int:
    """1–4, or a month that stands for a season: 13–16 (citeproc-js), 21–24 (EDTF)."""
    for first in (1, 13, 21):
        if first <= number <= first + 3:
            return number - first + 1
    return 0


def _from_keys(value: Mapping[object, object]) -> ItemDate | None:
    """`{"year": 2005, "month": 3, "day": 4}`, as older exporters write it."""
    year = _whole(value.get("year"))
    if not year:
        return None
    return ItemDate(_with_month(year, value.get("month"), value.get("day")))


def _whole(value: object) -> int | None:
    """A whole number of at most nine digits, given as a number or in digits; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        value = int(value) if math.isfinite(value) and abs(value) < 10**_MAX_DIGITS else None
    if isinstance(value, int):
        return value if abs(value) < 10**_MAX_DIGITS else None
    if isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        if digits.isdecimal() and len(digits) <= _MAX_DIGITS:
            return int(text) if text.isascii() else -int(digits) if text != digits else int(digits)
    return None
