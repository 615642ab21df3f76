"""Dates as RIS writes them: `PY` is a year, `DA` is `YYYY/MM/DD/other`, each part but the year may be empty."""

from __future__ import annotations

from bmreport.dates import CslDate, parse_date

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SEASONS = {1: "Spring", 2: "Summer", 3: "Autumn", 4: "Winter"}


def issued_fields(value: object) -> list[tuple[str, str]]:
    """PY and DA of a publication date; what is no plain date (a range, `ca.`, `in press`) is put in words."""
    date = parse_date(value).csl
    if not date:
        return []
    first = _first(date)
    if not first:
        return [("PY", date.get("literal") or date.get("raw") or "")]
    if date.get("circa") and len(first) == 1 and not _is_range(date):
        return [("PY", _in_words(date))]  # a bare year beside it would be taken for the more exact one
    year = f"{first[0]:04}" if first[0] > 0 else _words(first)
    if _is_plain(date):
        return [("PY", year), *([("DA", _in_parts(date))] if len(first) > 1 or date.get("season") else [])]
    return [("PY", year), *([("DA", _in_words(date))] if _in_words(date) != year else [])]


def other_date(value: object) -> str:
    """A date of access, say, in one field."""
    date = parse_date(value).csl
    if not date:
        return ""
    if not _first(date):
        return date.get("literal") or date.get("raw") or ""
    return _in_parts(date) if _is_plain(date) else _in_words(date)


def _first(date: CslDate) -> list[int]:
    parts = date.get("date-parts") or [[]]
    return parts[0]


def _is_range(date: CslDate) -> bool:
    return len(date.get("date-parts") or []) > 1


def _is_plain(date: CslDate) -> bool:
    return not _is_range(date) and not date.get("circa") and _first(date)[0] > 0


def _in_parts(date: CslDate) -> str:
    year, month, day = [*_first(date), 0, 0][:3]
    season = _SEASONS.get(date.get("season", 0), "")
    return f"{year:04}/{f'{month:02}' if month else ''}/{f'{day:02}' if day else ''}/{season}"


def _in_words(date: CslDate) -> str:
    about = "ca. " if date.get("circa") else ""
    season = _SEASONS.get(date.get("season", 0), "")
    return about + (f"{season} " if season else "") + "-".join(map(_words, date.get("date-parts") or []))


def _words(parts: list[int]) -> str:
    year = str(parts[0]) if parts[0] >= 1000 else (f"{parts[0]:04}" if parts[0] > 0 else f"{-parts[0]} BC")
    month = f" {_MONTHS[parts[1] - 1]}" if len(parts) > 1 else ""
    day = f" {parts[2]}" if len(parts) > 2 else ""
    return f"{year}{month}{day}"
