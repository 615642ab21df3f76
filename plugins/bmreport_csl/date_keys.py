"""Dates as strings that sort in time (CSL 1.0.2, "Sorting")."""

from __future__ import annotations

from bmreport_csl.item_dates import ItemDate

ALL_PARTS = frozenset({"year", "month", "day"})
_ZERO = 500_000_000
"""Where the years are counted from, so that those before Christ have fewer digits' worth than those after."""


def date_key(value: ItemDate, shown: frozenset[str] = ALL_PARTS) -> str:
    """Year, month and day of both ends as digits; a part that is missing or not shown comes first.

    A literal date has no place in time: it sorts as no date, as in citeproc-js.
    """
    if value.literal and value.start.year is None:
        return ""
    texts = []
    for point in (value.start, value.end):
        if point is None:
            continue
        year, month, day = point.sort_key
        shown_month = month if "month" in shown else 0
        shown_day = day if "day" in shown else 0
        texts.append(f"{_ZERO + year:010}{shown_month:02}{shown_day:02}")
    return "-".join(texts)
