"""Dates as years and ISO 8601."""

from __future__ import annotations

from collections.abc import Sequence

from bmreport.dates.types import CslDate


def year_of(date: CslDate | None) -> int | None:
    """The (first) year, negative before Christ, or None."""
    parts = date.get("date-parts") if date else None
    return parts[0][0] if parts and parts[0] else None


def iso_date(date: CslDate | None) -> str | None:
    """ISO 8601 text as exact as the date is: "2020", "2020-02", "2020-02-21", a range with "/"; None without a year.

    Season and `circa` are not part of it. Years before Christ keep their number: -44 is "-0044".
    """
    parts = [day for day in date.get("date-parts", []) if day] if date else []
    return "/".join(map(iso_text, parts)) or None


def same_year(a: CslDate | None, b: CslDate | None) -> bool:
    """Whether both have a year and it is the same one; an unknown year equals nothing."""
    return year_of(a) is not None and year_of(a) == year_of(b)


def iso_text(parts: Sequence[int]) -> str:
    """Year, month and day as ISO 8601; years before Christ with a minus."""
    year = f"-{-parts[0]:04}" if parts[0] < 0 else f"{parts[0]:04}"
    return "-".join([year, *(f"{part:02}" for part in parts[1:])])
