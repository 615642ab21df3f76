"""A published effect from its cells: the measure, the estimate, and what says how precise it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from bmreport.study_rows.cells import Numbers
from bmreport.study_rows.columns import Column, Role
from bmreport.study_rows.designs import MEASURES, RATIOS, measure_of
from bmreport.study_rows.filling import Filling

__all__ = ["read_estimate"]

_Z = 1.959964
_DISAGREE = 1.5
"""A standard error this many times off the one in the interval was not computed from the same data."""
_VALUES = (Role.VALUE, Role.LOG_VALUE, Role.SCALED)
_Bounds = tuple[float, float, float | None]


@dataclass
class _Parts:
    """What was read; `column` is that of the estimate."""

    column: Column
    value: float
    measure: str
    low: float | None = None
    high: float | None = None
    level: float | None = None
    se: float | None = None


def read_estimate(row: Filling, numbers: Numbers, default_measure: str, *, arms: bool) -> dict[str, Any]:
    """The fields of a StudyEstimate, or none; problems are kept in the row. `arms` says that arms have figures."""
    before = len(row.problems)
    found = _values(row, numbers)
    precision = _precision(row, numbers)
    if len(row.problems) > before:
        return {}
    if not found:
        if precision and not arms:
            row.refuse(precision, "an interval or standard error without its estimate", "give the estimate as well")
        elif precision:
            row.notes.append(f"{precision.name} belongs to no estimate and is not used")
        return {}
    if len(found) > 1:
        names = " and ".join(column.name for column, _value, _bounds in found)
        row.refuse(found[1][0], f"more than one estimate: {names}", "give each its own row, or keep one")
        return {}
    parts = _parts(row, numbers, *found[0], default_measure)
    return _checked(row, parts) if parts else {}


def _values(row: Filling, numbers: Numbers) -> list[tuple[Column, float, _Bounds | None]]:
    """The columns that give an estimate here, each with its number and the interval that stands in the same cell."""
    out = []
    for role in _VALUES:
        for place, column in row.places.get(role, ()):
            read = row.number(place, column, numbers.estimate)
            if read is not None:
                out.append((column, *read))
    return out


def _precision(row: Filling, numbers: Numbers) -> Column | None:
    """The first column of bounds or errors that has something in it."""
    for role in (Role.LOW, Role.HIGH, Role.SE, Role.VARIANCE):
        found = row.first(role)
        if found and row.number(*found, numbers.number) is not None:
            return found[1]
    found = row.first(Role.INTERVAL)
    return found[1] if found and row.text(*found) else None


def _parts(
    row: Filling, numbers: Numbers, column: Column, value: float, inside: _Bounds | None, default_measure: str
) -> _Parts | None:
    measure = _measure(row, column, default_measure)
    if not measure:
        return None
    parts = _Parts(column, value, measure)
    before = len(row.problems)
    if found := row.first(Role.LEVEL):
        parts.level = row.number(*found, numbers.level)
    for name, role in (("low", Role.LOW), ("high", Role.HIGH)):
        if found := row.first(role):
            setattr(parts, name, row.number(*found, numbers.number))
            parts.level = parts.level or found[1].level
    bounds = inside
    if (found := row.first(Role.INTERVAL)) and row.text(*found):
        bounds = row.number(*found, numbers.interval)
        parts.level = parts.level or found[1].level
    if bounds and parts.low is None and parts.high is None:
        parts.low, parts.high, given = bounds
        parts.level = given or parts.level
    if found := row.first(Role.SE):
        parts.se = row.number(*found, numbers.positive)
    if (found := row.first(Role.VARIANCE)) and parts.se is None:
        variance = row.number(*found, numbers.positive)
        parts.se = math.sqrt(variance) if variance is not None else None
    return parts if len(row.problems) == before else None


def _measure(row: Filling, column: Column, default: str) -> str:
    """The measure: from the column's own name, else the column `measure`, else what holds for the whole table."""
    found = row.first(Role.MEASURE)
    said = row.text(*found) if found else ""
    named = measure_of(said) if said else ""
    allowed = ", ".join(MEASURES)
    if said and not named and found:
        row.refuse(found[1], f"{said!r:.40} is no measure of effect that is known", f"known: {allowed}")
        return ""
    if column.measure and named and column.measure != named:
        row.refuse(column, f"the column says {column.measure}, but the measure is {named}", "correct one of the two")
        return ""
    measure = column.measure or named or measure_of(default)
    if not measure and column.role is Role.SCALED:
        return "GEN"  # metafor's `yi` stands on the scale that is pooled, whatever it measures
    if not measure:
        remedy = f"add a column `measure` ({allowed}), or call the column by it, such as `rr`"
        row.refuse(column, "the estimate's measure is not named", remedy)
    return measure


def _checked(row: Filling, parts: _Parts) -> dict[str, Any]:
    """The estimate on its own scale, if its numbers can be true together."""
    ratio = parts.measure in RATIOS
    logged = parts.column.role is Role.LOG_VALUE or (parts.column.role is Role.SCALED and ratio)
    if not _ordered(row, parts) or (ratio and not logged and not _positive(row, parts)):
        return {}
    if logged and not _from_logarithms(row, parts):
        return {}
    _compare_errors(row, parts, ratio=ratio)
    fields = {
        "measure": parts.measure, "value": parts.value, "low": parts.low, "high": parts.high, "se": parts.se,
        "level": parts.level,
    }  # fmt: skip
    return {name: value for name, value in fields.items() if value is not None}


def _ordered(row: Filling, parts: _Parts) -> bool:
    low, high, value = parts.low, parts.high, parts.value
    bounds = row.first(Role.LOW) or row.first(Role.INTERVAL)
    column = bounds[1] if bounds else parts.column
    if low is not None and high is not None and low > high:
        row.refuse(column, f"the lower bound {low:g} is above the upper bound {high:g}", "exchange or correct them")
        return False
    if (low is not None and value < low) or (high is not None and value > high):
        between = f"{'' if low is None else f'{low:g}'} to {'' if high is None else f'{high:g}'}"
        row.refuse(
            parts.column, f"the estimate {value:g} lies outside its interval {between}", "correct one of the three"
        )
        return False
    return True


def _positive(row: Filling, parts: _Parts) -> bool:
    for name, number in (("estimate", parts.value), ("lower bound", parts.low)):
        if number is not None and (number < 0 or (number == 0 and name == "estimate")):
            row.refuse(
                parts.column,
                f"the {name} of {number:g} is no ratio, which is above 0; is it a logarithm?",
                f"call the column log_{parts.measure.lower()} if it is",
            )
            return False
    return True


def _from_logarithms(row: Filling, parts: _Parts) -> bool:
    """Ratios leave the logarithms they were typed as; bounds are logarithms like their estimate."""
    try:
        for name in ("value", "low", "high"):
            number = getattr(parts, name)
            setattr(parts, name, None if number is None else math.exp(number))
    except OverflowError:
        row.refuse(parts.column, f"{parts.value:g} is too large for a logarithm", "is it the ratio itself?")
        return False
    return True


def _compare_errors(row: Filling, parts: _Parts, *, ratio: bool) -> None:
    """A remark where standard error and interval tell of different precision: an SD may stand in place of the SE."""
    low, high = parts.low, parts.high
    if parts.se is None or low is None or high is None or high <= low or parts.level not in (None, 0.95):
        return
    if ratio:
        if low <= 0:
            return
        low, high = math.log(low), math.log(high)
    implied = (high - low) / (2 * _Z)
    if not 1 / _DISAGREE <= parts.se / implied <= _DISAGREE:
        row.notes.append(
            f"the standard error {parts.se:.3g} does not fit the interval, which implies {implied:.3g}: "
            "is it an SD, or on another scale?"
        )
