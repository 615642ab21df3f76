"""One date in any of the forms it arrives in."""

from __future__ import annotations

import math
from collections.abc import Mapping

from bmreport.dates.texts import parse_text
from bmreport.dates.types import ParsedDate
from bmreport.dates.values import parse_lists, parse_mapping, parse_number, parse_object, whole_number


def parse_date(value: object) -> ParsedDate:
    """Read a date from text, a number, a date object, a list of date parts or a CSL-JSON date; never raises.

    None, blank text and NaN give no date and no note. Reading a result again gives the same date.
    """
    if value is None or isinstance(value, str):
        return parse_text(value or "")
    if isinstance(value, Mapping):
        return parse_mapping(value)
    if isinstance(value, list | tuple):
        return parse_lists(value)
    if not isinstance(value, bool) and (number := whole_number(value)) is not None:
        return parse_number(number)
    if isinstance(value, float):
        return ParsedDate(None, None if math.isnan(value) else f"{value} is no year")
    return parse_object(value)
