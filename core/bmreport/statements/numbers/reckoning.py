"""What follows by one step of arithmetic from one figure, or from two of one sort, with the size of its last digit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.statements.numbers.measures import RATIOS, Measure
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Setting", "from_one", "from_two"]

_TO_TREAT = frozenset({Measure.NNT, Measure.NNH})
_YEAR = 365.25
_NEAR = 40
_LARGEST_RATIO = 20.0


@dataclass(frozen=True)
class Setting:
    """What the words around a claim's figure say that decides what it may be derived from."""

    changes: bool = False
    """It tells a change or a difference (`lower`, `reduction`, `more`)."""
    is_absolute: bool = False
    is_relative: bool = False
    complement: bool = False
    """The claim or the passage tells the other side (`survived` for `died`)."""
    of_each: bool = False
    """The passage gives a count of each of two groups."""
    to_treat: bool = False
    """The claim tells how many must be treated for one to gain."""


def from_one(claimed: Quantity, one: Quantity, setting: Setting) -> Iterator[tuple[float, float]]:
    """Values that follow from one figure."""
    kind = claimed.kind
    if kind is Kind.PERCENT and one.high is None:
        yield from _shares(claimed, one, setting)
    elif kind is Kind.COUNT and setting.of_each and one.kind is Kind.COUNT:
        yield 2 * one.value, 0.0
    elif kind is Kind.COUNT and one.whole and claimed.whole in (0.0, one.whole):
        yield one.whole - one.value, 0.0
    elif kind is Kind.TIMES or (kind is Kind.RATIO and claimed.measure in RATIOS and one.high is None):
        yield from _factors(claimed, one)
    if (claimed.measure in _TO_TREAT or setting.to_treat) and one.value and one.kind in (Kind.PERCENT, Kind.POINTS):
        yield 100 / abs(one.value), 0.0
    if one.kind is Kind.YEAR and one.high is not None and _is_time(claimed):
        yield from _years(claimed, one.high - one.value)


def _shares(claimed: Quantity, one: Quantity, setting: Setting) -> Iterator[tuple[float, float]]:
    if _is_ratio(one) and claimed.writing is Writing.SHARE:  # `half the incidence`
        yield 100 * one.value, 100 * one.step
    if _is_ratio(one) and setting.changes and not setting.is_absolute:
        yield 100 * (1 - one.value), 100 * one.step
    if one.whole and not setting.is_absolute:
        yield 100 * one.value / one.whole, 0.0
    if one.kind is Kind.PERCENT and setting.complement:
        yield 100 - one.value, one.step


def _factors(claimed: Quantity, one: Quantity) -> Iterator[tuple[float, float]]:
    if claimed.kind is Kind.TIMES and _is_ratio(one):
        yield one.value, one.step
        yield 1 / one.value if one.value else 0.0, one.step
    elif one.kind is Kind.PERCENT:
        if claimed.kind is Kind.RATIO or claimed.value < 1:
            yield 1 - one.value / 100, one.step / 100
        if claimed.kind is Kind.RATIO or claimed.value >= 1:
            yield 1 + one.value / 100, one.step / 100


def _is_ratio(one: Quantity) -> bool:
    if one.kind in (Kind.RATIO, Kind.TIMES):
        return True
    # `a hazard ratio of 1.38, which fell to 1.29`: the second goes without its label.
    return one.kind is Kind.PLAIN and one.measure is Measure.NONE and one.step < 1 and 0.05 < one.value < _LARGEST_RATIO


def from_two(claimed: Quantity, one: Quantity, other: Quantity, setting: Setting) -> Iterator[tuple[float, float]]:
    """Values that follow from two figures of one sort."""
    larger, smaller = max(one.value, other.value), min(one.value, other.value)
    step = max(one.step, other.step)
    if claimed.kind in (Kind.PERCENT, Kind.POINTS):
        yield from _percentages(claimed, one, (larger, smaller, step), setting)
    elif claimed.kind in (Kind.TIMES, Kind.RATIO):
        if smaller > 0 and one.kind is not Kind.RATIO:
            yield larger / smaller, step / smaller
            yield smaller / larger, step / larger
    elif claimed.kind in (Kind.COUNT, Kind.PLAIN) and one.kind is Kind.COUNT and claimed.writing is Writing.DIGITS:
        yield from _sums(one, other, setting)
    elif setting.changes:
        yield from _differences(claimed, one, other)
    if (claimed.measure in _TO_TREAT or setting.to_treat) and one.kind is Kind.PERCENT and larger > smaller:
        yield 100 / (larger - smaller), 0.0
    if one.kind is Kind.YEAR and _is_time(claimed):
        yield from _years(claimed, larger - smaller)


def _percentages(
    claimed: Quantity, one: Quantity, ends: tuple[float, float, float], setting: Setting
) -> Iterator[tuple[float, float]]:
    larger, smaller, step = ends
    shares = one.kind is Kind.PERCENT
    absolute = claimed.kind is Kind.POINTS or setting.is_absolute
    if shares and absolute:
        yield larger - smaller, step
    elif shares and claimed.writing is Writing.SHARE:
        yield larger + smaller, step
    elif not absolute and setting.changes and larger and one.kind not in (Kind.P_VALUE, Kind.RATIO):
        yield 100 * (larger - smaller) / larger, 100 * step / larger
        yield (100 * (larger - smaller) / smaller if smaller else 0.0), 100 * step / (smaller or 1)
    if not absolute and step >= 1 and one.kind in (Kind.COUNT, Kind.PLAIN) and smaller > 0:
        yield 100 * smaller / larger, 0.0


def _sums(one: Quantity, other: Quantity, setting: Setting) -> Iterator[tuple[float, float]]:
    parts = one.whole > 0 and other.whole > 0
    if parts or one.measure is Measure.N is other.measure or (one.counted and abs(other.start - one.tail) < _NEAR):
        yield one.value + other.value, 0.0
    if setting.changes:
        yield abs(one.value - other.value), 0.0


def _differences(claimed: Quantity, one: Quantity, other: Quantity) -> Iterator[tuple[float, float]]:
    apart, step = abs(one.value - other.value), max(one.step, other.step)
    if claimed.kind is Kind.MEASURE and one.kind is Kind.MEASURE and claimed.unit and one.unit:
        if claimed.unit.dimension == one.unit.dimension:
            factor = one.unit.factor / claimed.unit.factor
            yield apart * factor, step * factor
    elif _is_score(claimed) and one.kind in (Kind.PLAIN, Kind.MEASURE) and one.step == other.step:
        yield apart, step


def _is_score(one: Quantity) -> bool:
    """Whether a figure is bare, or in points of a scale."""
    return one.kind is Kind.PLAIN or (one.unit is not None and one.unit.dimension == "point")


def _is_time(one: Quantity) -> bool:
    return one.unit is not None and one.unit.dimension == "time"


def _years(claimed: Quantity, years: float) -> Iterator[tuple[float, float]]:
    if claimed.unit is not None:
        yield years * _YEAR / claimed.unit.factor, _YEAR / claimed.unit.factor
