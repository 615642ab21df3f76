"""Whether a figure of a claim may stand for a figure of a passage: sort, unit, value, rounding.

A claim may round what a passage has, never the reverse; it may write another unit of the same dimension.
"""

from __future__ import annotations

from bmreport.statements.numbers.measures import DIFFERENCES, RATIOS, Measure
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.units import Unit

__all__ = ["comparable", "matches", "peers", "same_p", "same_value", "within_relation"]

_PROPER = RATIOS | {
    Measure.RD, Measure.RRR, Measure.SMD, Measure.NNT, Measure.NNH, Measure.AUC, Measure.KAPPA, Measure.I2, Measure.R,
    Measure.ICER,
}  # fmt: skip
"""Statistics that are not mistaken for one another; a mean difference may be told without its name."""
_LOOSE = frozenset({Writing.SHARE, Writing.TIMES})
_SPREADS = frozenset({Measure.SD, Measure.SE, Measure.SPREAD})
_DEVIATIONS = frozenset({Measure.SD, Measure.SE})
_UNITLESS = RATIOS | {Measure.SMD, Measure.AUC, Measure.KAPPA, Measure.R, Measure.NNT, Measure.NNH}
_PER_PERSON = Unit("/people", 0.01)
_SHARES = frozenset({Kind.PERCENT, Kind.POINTS})
_CALENDAR = 0.015
"""52 weeks are a year, 30 days a month."""
_FOUR_WEEKS = 0.085
"""Trials count twelve weeks as three months."""
_LEVELS = frozenset((0.05, 0.025, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00001))
"""What a p value is told to be below; another threshold is none, but a digit gone wrong."""
_LEAST_LEVEL = 0.05
_CURRENCIES = frozenset("$£€¥")
_HUGE = 1e15
_FARTHEST = 0.2


def same_value(claimed: float, claimed_step: float, value: float, step: float) -> bool:
    """Whether `claimed` is `value` as written or rounded to a digit of the size `claimed_step`."""
    apart = abs(claimed - value)
    if apart <= 1e-3 * min(claimed_step, step):
        return True
    return step < claimed_step * 0.999 and apart <= 0.5 * claimed_step * (1 + 1e-6)


def comparable(claimed: Quantity, found: Quantity) -> bool:
    """Whether both are figures of one sort and one dimension, whatever their values."""
    if (claimed.kind is Kind.P_VALUE) != (found.kind is Kind.P_VALUE):
        return False
    if claimed.measure in _PROPER and found.measure in _PROPER and claimed.measure is not found.measure:
        return False
    if found.measure in _DEVIATIONS and claimed.measure not in _SPREADS:
        return False
    if claimed.kind is found.kind:
        return _same_counted(claimed, found) and (
            claimed.kind is not Kind.MEASURE or _factor(claimed, found) is not None
        )
    return _across_kinds(claimed, found)


def peers(one: Quantity, other: Quantity) -> bool:
    """Whether `other` is told in just the same way as `one`, so that it may be meant where `one` stands by mistake."""
    whole_numbers = {one.kind, other.kind} == {Kind.PLAIN, Kind.COUNT} and min(one.step, other.step) >= 1
    if (one.kind is not other.kind and not whole_numbers) or not _same_counted(one, other):
        return False
    if other.high is not None and one.high is None:
        return False
    if one.high is not None and other.high is None and one.kind is Kind.INTERVAL:
        return False
    if (one.unit is None) != (other.unit is None) or (one.writing in _LOOSE) != (other.writing in _LOOSE):
        return False
    if (one.measure in DIFFERENCES) != (other.measure in DIFFERENCES):
        return False
    if one.measure in _PROPER or other.measure in _PROPER:
        return one.measure is other.measure
    if one.unit is None or other.unit is None:
        return (one.step < 1) == (other.step < 1)
    return one.unit.dimension == other.unit.dimension and 0.002 < one.unit.factor / other.unit.factor < 500


def _same_counted(claimed: Quantity, found: Quantity) -> bool:
    return not claimed.counted or not found.counted or claimed.counted == found.counted


def _across_kinds(claimed: Quantity, found: Quantity) -> bool:
    kinds = {claimed.kind, found.kind}
    if kinds & {Kind.LEVEL, Kind.P_VALUE, Kind.ODDS}:
        return False
    if Kind.INTERVAL in kinds:
        return claimed.high is not None and found.high is not None and Kind.YEAR not in kinds
    if kinds & _SHARES and (claimed.measure in _UNITLESS or found.measure in _UNITLESS):
        return False
    if kinds == {Kind.PLAIN, Kind.TIMES}:
        return False
    if Kind.PLAIN in kinds:
        # A bare figure may be anything; one with a noun is a count of that, and no score or dose.
        return not (claimed.noun and found.kind in (Kind.MEASURE, Kind.RATIO, Kind.INTERVAL, Kind.TIMES))
    if kinds == {Kind.POINTS, Kind.MEASURE}:  # of HbA1c, percentage points are called points
        return any(one.unit is not None and one.unit.dimension == "point" for one in (claimed, found))
    if kinds == {Kind.PERCENT, Kind.MEASURE}:
        return _factor(claimed, found) is not None
    if kinds == {Kind.TIMES, Kind.RATIO}:
        return True
    return kinds in ({Kind.COUNT, Kind.YEAR}, {Kind.NAME, Kind.COUNT})


def _factor(claimed: Quantity, found: Quantity) -> float | None:
    """What a value of `found` is multiplied by to be in the unit of `claimed`; None when it cannot be."""
    if Kind.PLAIN in (claimed.kind, found.kind) and {claimed.kind, found.kind} & _SHARES:
        # 0.22 is 22 %; but `by 1.5 % with the one and by 0.9 with the other` leaves a sign out.
        bare, other = (claimed, found) if claimed.kind is Kind.PLAIN else (found, claimed)
        is_share = (
            abs(bare.value) <= 1
            and bare.step < 1
            and abs(100 * bare.value - other.value) < abs(bare.value - other.value)
        )
        return 1.0 if not is_share else 0.01 if bare is claimed else 100.0
    mine, theirs = _unit(claimed), _unit(found)
    if mine is None or theirs is None or {claimed.kind, found.kind} == {Kind.POINTS, Kind.MEASURE}:
        return 1.0
    if (
        mine.dimension[:1] in _CURRENCIES
        and theirs.dimension[:1] == mine.dimension[:1]
        and ""
        in (
            mine.dimension[1:],
            theirs.dimension[1:],
        )
    ):
        return 1.0  # `£50,000 for each further QALY` goes without its unit
    if mine.dimension != theirs.dimension or (mine.per and theirs.per and mine.per != theirs.per):
        return None
    return theirs.factor / mine.factor


def _unit(quantity: Quantity) -> Unit | None:
    if quantity.kind in _SHARES:
        return _PER_PERSON
    return quantity.unit


def matches(claimed: Quantity, found: Quantity) -> bool:
    """Whether the claim's figure is the passage's figure, allowing for format, unit and rounding."""
    if claimed.digits or found.digits:
        return claimed.digits == found.digits
    if not comparable(claimed, found):
        return False
    if claimed.kind is Kind.P_VALUE:
        return same_p(claimed, found)
    factor = _factor(claimed, found)
    if factor is None or (claimed.whole and found.whole and claimed.whole != found.whole):
        return False
    if claimed.high is not None and found.high is not None:
        return _same_range(claimed, found, factor)
    if claimed.high is not None:
        return False
    ends = [(found.value, found.step)]
    if found.high is not None:
        if found.kind is Kind.INTERVAL or found.measure is Measure.SPREAD:
            return False
        ends.append((found.high, found.high_step))
    return any(_same_single(claimed, found, value * factor, step * factor) for value, step in ends)


def _same_single(claimed: Quantity, found: Quantity, value: float, step: float) -> bool:
    if {claimed.relation, found.relation} in (
        {"<", ">"},
        {"<", "≥"},
        {"≤", ">"},
        {"≤", "≥"},
    ) and claimed.kind is not Kind.MEASURE:
        return False
    given, other = abs(claimed.value), abs(value)
    # A word or a unit like `third` is never exact, in the passage no more than in the claim.
    claimed_step = claimed.step
    if found.writing in (Writing.SHARE, Writing.TIMES) and claimed.writing is Writing.DIGITS:
        return abs(given - other) <= 0.5 * step
    if claimed.noun and found.noun and claimed.noun != found.noun:
        step = claimed_step = min(step, claimed_step)  # of two things, only the very figure may be meant
    if same_value(given, claimed_step, other, step):
        return True
    if _is_time(claimed) and _is_time(found) and claimed.unit != found.unit:
        return _same_time(claimed, found, given, other)
    return not found.relation and within_relation(claimed, other)


def within_relation(claimed: Quantity, value: float) -> bool:
    """Whether `about`, `more than` or `nearly` makes the claim's figure true of `value`.

    Such a word excuses a rounder figure, not another one: `more than 80` may stand for 84, `more than 81` may not.
    """
    given = abs(claimed.value)
    if claimed.writing in (Writing.SHARE, Writing.TIMES):
        slack = {"~": claimed.step, ">": given, "≥": given, "<": 0.5 * given, "≤": 0.5 * given}.get(
            claimed.relation, 0.0
        )
    else:
        slack = _rounded_to(given, claimed.step)
    if claimed.writing is Writing.DIGITS:
        slack = min(slack, _FARTHEST * given)
    if claimed.relation == "~":
        return abs(given - value) <= 0.75 * slack
    if claimed.relation in (">", "≥"):
        return 0 <= value - given < slack
    if claimed.relation in ("<", "≤"):
        return 0 <= given - value < slack
    return False


def _rounded_to(value: float, step: float) -> float:
    """The size of what a figure seems rounded to: 100 for 1,200, 5 for 25, its last digit for others."""
    units = round(value / step) if step and value < _HUGE * step else 0
    if units <= 0:
        return step
    factor = 1
    while units % (factor * 10) == 0:
        factor *= 10
    return step * (factor * 5 if units % (factor * 5) == 0 and units > factor * 5 else factor)


def _is_time(quantity: Quantity) -> bool:
    return quantity.unit is not None and quantity.unit.dimension == "time"


def _same_time(claimed: Quantity, found: Quantity, given: float, other: float) -> bool:
    """Months of four weeks, years of fifty-two: calendars do not divide evenly."""
    apart = abs(given - other) / max(given, other, 1e-12)
    if apart <= _CALENDAR:
        return True
    units = {claimed.unit.factor if claimed.unit else 0.0, found.unit.factor if found.unit else 0.0}
    return 7.0 in units and max(units) > 28 and apart <= _FOUR_WEEKS


def _same_range(claimed: Quantity, found: Quantity, factor: float) -> bool:
    low, high = found.value * factor, (found.high or 0.0) * factor
    steps = found.step * factor, found.high_step * factor
    given = claimed.value, claimed.high or 0.0
    for first, last in ((low, high), (-high, -low)):
        one, other = steps if first == low else steps[::-1]
        if same_value(given[0], claimed.step, first, one) and same_value(given[1], claimed.high_step, last, other):
            return True
    if claimed.kind is Kind.INTERVAL and {given[0] > 0, given[1] > 0, low > 0, high > 0} != {True}:
        return False
    if _is_time(claimed) and _is_time(found) and claimed.unit != found.unit:
        return _same_time(claimed, found, given[0], low) and _same_time(claimed, found, given[1], high)
    return False


def same_p(claimed: Quantity, found: Quantity) -> bool:
    """Whether the passage's p value makes the claim's true: `p < 0.05` follows from `p = 0.03`, not the reverse."""
    given, value = claimed.value, found.value
    if claimed.relation in ("<", "≤"):
        if found.relation in ("<", "≤", "", "~"):
            return (value < given and given in _LEVELS) or same_value(given, claimed.step, value, found.step)
        return False
    if claimed.relation in (">", "≥"):
        if found.relation in ("<", "≤"):
            return False
        return (value > given and given >= _LEAST_LEVEL) or same_value(given, claimed.step, value, found.step)
    return found.relation in ("", "~") and same_value(given, claimed.step, value, found.step)
