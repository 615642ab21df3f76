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

from __future__ import annotations

from bmreport.dates.display import iso_date, same_year, year_of
from bmreport.dates.parsing import parse_date
from bmreport.dates.types import CslDate, ParsedDate

__all__ = ["CslDate", "ParsedDate", "iso_date", "parse_date", "same_year", "year_of"]
