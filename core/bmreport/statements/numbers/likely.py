"""A cheap first look: whether a figure by its bare value may be the one that a claim tells, before its unit is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.numbers.numerals import Numeral, Writing
from bmreport.statements.numbers.quantity import Kind

if TYPE_CHECKING:
    from bmreport.statements.numbers.quantity import Quantity

__all__ = ["may_stand_for"]

_THOUSANDS = (1.0, 1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9, 10.0, 0.1, 100.0, 0.01, 1e4, 1e-4, 1e5, 1e-5)
_MONTH = 365.25 / 12
_IN_DAYS = (3652.5, 365.25, _MONTH, 7.0, 1.0, 1 / 24, 1 / 1440, 1 / 86400)
_TIMES = tuple({one / other for one in _IN_DAYS for other in _IN_DAYS})
_OTHER_UNITS = (*_THOUSANDS, 7.50062, 1 / 7.50062, 453.592, 0.453592, 2.54, 0.0254, 4.184, 239.006)
_SHARES = (1.0, 100.0, 0.01, 0.1, 10.0, 1e-3)
_AS_WRITTEN = (1.0, 100.0)
_CALENDAR = 0.09


def may_stand_for(one: Quantity, numeral: Numeral, *, converted: bool) -> bool:
    """Whether `matching.matches` could hold for a quantity with this numeral; in doubt, yes.

    `converted`: in another unit, or told loosely, too.
    """
    if one.kind is Kind.ODDS:
        return True  # its value is a quotient of two numerals
    if one.digits or numeral.digits:
        return one.digits == numeral.digits
    loose = one.writing in (Writing.SHARE, Writing.TIMES) or numeral.writing in (Writing.SHARE, Writing.TIMES)
    if converted and (one.relation or loose or one.kind is Kind.P_VALUE):
        return True
    value, step = abs(numeral.value), max(one.step, one.high_step)
    wanted = (abs(one.value),) if one.high is None else (abs(one.value), abs(one.high))
    is_time = converted and one.unit is not None and one.unit.dimension == "time"
    slack = 0.5 * step * 1.001
    for factor in _factors(one) if converted else _AS_WRITTEN:
        for given in wanted:
            apart = abs(given - value * factor)
            if apart <= slack or (is_time and apart <= _CALENDAR * given):
                return True
    return False


def _factors(one: Quantity) -> tuple[float, ...]:
    if one.kind in (Kind.PERCENT, Kind.POINTS, Kind.PLAIN):
        return _SHARES
    if one.kind is not Kind.MEASURE or one.unit is None:
        return (1.0, 0.01, 100.0)
    return _TIMES if one.unit.dimension == "time" else _OTHER_UNITS
