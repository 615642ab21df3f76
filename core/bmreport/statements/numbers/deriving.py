"""Figures that follow from the figures of a passage by one step of arithmetic.

A relative change follows from a ratio (RR 0.78 → 22 % lower), a share from counts (12/100 → 12 %), a difference and a
quotient from two figures of one sort, a sum from counts. Two figures are combined only when they stand in one sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.numbers.matching import comparable, same_value, within_relation
from bmreport.statements.numbers.measures import RATIOS, Measure
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Setting", "derives"]

_TO_TREAT = frozenset({Measure.NNT, Measure.NNH})
_NEAR = 40
_LARGEST_RATIO = 20.0
_MOST = 12
"""Of a sentence with more figures (a table in prose) only so many are combined, to keep the cost linear."""


class Setting:
    """What the words around a claim's figure say that decides what it may be derived from."""

    __slots__ = ("changes", "complement", "is_absolute", "is_relative", "of_each", "to_treat")

    def __init__(
        self, *, changes: bool = False, is_absolute: bool = False, is_relative: bool = False, complement: bool = False,
        of_each: bool = False, to_treat: bool = False,
    ) -> None:  # fmt: skip
        self.of_each = of_each
        """The passage gives a count of each of two groups."""
        self.to_treat = to_treat
        """The claim tells how many must be treated for one to gain."""
        self.changes = changes
        """It tells a change or a difference (`lower`, `reduction`, `more`)."""
        self.is_absolute = is_absolute
        self.is_relative = is_relative
        self.complement = complement
        """The claim or the passage tells the other side (`survived` for `died`)."""


def derives(claimed: Quantity, sentence: Sequence[Quantity], setting: Setting) -> tuple[Quantity, ...]:
    """The figures of the sentence, one or two, that the claim's figure is derived from; none when it is not."""
    sources = tuple(
        one
        for one in sentence[: 4 * _MOST]
        if any(_equals(claimed, value, step) for value, step in _from_one(claimed, one, setting))
        or (claimed.high is not None and one.high is not None and _derived_range(claimed, one))
    )
    return sources or _from_two(claimed, sentence, setting)


def _equals(claimed: Quantity, value: float, step: float) -> bool:
    if claimed.high is not None:
        return False
    given, value = abs(claimed.value), abs(value)
    if within_relation(claimed, value):
        return True
    # What is reckoned from figures cannot have more digits than they have.
    return claimed.step >= 0.999 * step and abs(given - value) <= 0.5 * claimed.step * 1.001


def _from_one(claimed: Quantity, one: Quantity, setting: Setting) -> Iterator[tuple[float, float]]:
    """Values that follow from one figure, each with the size of its last digit."""
    kind = claimed.kind
    # `a hazard ratio of 1.38, which fell to 1.29`: the second goes without its label.
    bare = one.kind is Kind.PLAIN and one.measure is Measure.NONE and one.step < 1 and 0.05 < one.value < _LARGEST_RATIO
    ratio = one.kind is Kind.RATIO or one.kind is Kind.TIMES or bare
    if kind is Kind.PERCENT and one.high is None:
        if ratio and claimed.writing is Writing.SHARE:  # `half the incidence`
            yield 100 * one.value, 100 * one.step
        if ratio and setting.changes and not setting.is_absolute:
            yield 100 * (1 - one.value), 100 * one.step
        if one.whole and not setting.is_absolute:
            yield 100 * one.value / one.whole, 0.0
        if one.kind is Kind.PERCENT and setting.complement:
            yield 100 - one.value, one.step
    elif kind is Kind.COUNT and setting.of_each and one.kind is Kind.COUNT:
        yield 2 * one.value, 0.0
    elif kind is Kind.COUNT and one.whole and claimed.whole in (0.0, one.whole):
        yield one.whole - one.value, 0.0
    elif kind is Kind.TIMES:
        if ratio:
            yield one.value, one.step
            yield 1 / one.value if one.value else 0.0, one.step
        elif one.kind is Kind.PERCENT:
            yield (1 - one.value / 100 if claimed.value < 1 else 1 + one.value / 100), one.step / 100
    elif kind is Kind.RATIO and one.kind is Kind.PERCENT and one.high is None and claimed.measure in RATIOS:
        yield 1 - one.value / 100, one.step / 100
        yield 1 + one.value / 100, one.step / 100
    if (claimed.measure in _TO_TREAT or setting.to_treat) and one.value and one.kind in (Kind.PERCENT, Kind.POINTS):
        yield 100 / abs(one.value), 0.0
    if one.kind is Kind.YEAR and one.high is not None and claimed.unit is not None and claimed.unit.dimension == "time":
        yield (one.high - one.value) * 365.25 / claimed.unit.factor, 365.25 / claimed.unit.factor


def _derived_range(claimed: Quantity, one: Quantity) -> bool:
    """95 % CI 0.74-0.82 → 18-26 %."""
    low, high, step = one.value, one.high or 0.0, 100 * max(one.step, one.high_step)
    given = claimed.value, claimed.high or 0.0
    if one.kind is not Kind.INTERVAL or claimed.kind not in (Kind.INTERVAL, Kind.PERCENT, Kind.PLAIN):
        return False
    ends = 100 * (1 - high), 100 * (1 - low)
    for first, last in (ends, (-ends[1], -ends[0]), (ends[1], ends[0])):
        if same_value(given[0], claimed.step, first, step) and same_value(given[1], claimed.high_step, last, step):
            return True
    return False


def _from_two(claimed: Quantity, sentence: Sequence[Quantity], setting: Setting) -> tuple[Quantity, ...]:
    if claimed.high is not None or claimed.kind in (Kind.YEAR, Kind.P_VALUE, Kind.LEVEL, Kind.NAME, Kind.ODDS):
        return ()
    singles = [single for one in sentence for single in _ends(one)][:_MOST]
    for number, one in enumerate(singles):
        for other in singles[number + 1 :]:
            if claimed.kind in (Kind.COUNT, Kind.PLAIN) and {one.kind, other.kind} == {Kind.PERCENT, Kind.COUNT}:
                whole = one.value if one.kind is Kind.COUNT else other.value
                if claimed.whole in (0.0, whole) and _equals(claimed, one.value * other.value / 100, claimed.step):
                    return one, other
            if not comparable(one, other) or one.unit != other.unit:
                continue
            for value, step in _combined(claimed, one, other, setting):
                if _equals(claimed, value, step):
                    return one, other
    if claimed.kind is Kind.COUNT:
        counts = [one for one in singles if one.kind is Kind.COUNT]
        if len(counts) > 2 and _equals(claimed, sum(one.value for one in counts), 0.0):
            return tuple(counts)
    return ()


def _is_score(one: Quantity) -> bool:
    """Whether a figure is bare, or in points of a scale."""
    return one.kind is Kind.PLAIN or (one.unit is not None and one.unit.dimension == "point")


def _ends(one: Quantity) -> Iterator[Quantity]:
    """A range as its two ends; `from 8.2 % to 6.1 %` reads as one."""
    if one.high is None or one.kind is Kind.INTERVAL:
        yield one
    else:
        yield one._replace(high=None)
        yield one._replace(value=one.high, step=one.high_step, high=None)


def _combined(claimed: Quantity, one: Quantity, other: Quantity, setting: Setting) -> Iterator[tuple[float, float]]:
    """Values that follow from two figures of one sort."""
    kind = claimed.kind
    larger, smaller = max(one.value, other.value), min(one.value, other.value)
    step = max(one.step, other.step)
    shares = one.kind is Kind.PERCENT
    if shares and (kind is Kind.POINTS or (kind is Kind.PERCENT and setting.is_absolute)):
        yield larger - smaller, step
    elif shares and kind is Kind.PERCENT and claimed.writing is Writing.SHARE:
        yield larger + smaller, step
    elif (
        kind is Kind.PERCENT and setting.changes and not setting.is_absolute and larger and one.kind is not Kind.P_VALUE
    ):
        if one.kind is not Kind.RATIO:
            yield 100 * (larger - smaller) / larger, 100 * step / larger
            yield (100 * (larger - smaller) / smaller if smaller else 0.0), 100 * step / (smaller or 1)
    elif kind in (Kind.TIMES, Kind.RATIO) and smaller > 0 and one.kind is not Kind.RATIO:
        yield larger / smaller, step / smaller
        yield smaller / larger, step / larger
    elif kind is Kind.MEASURE and one.kind is Kind.MEASURE and claimed.unit and one.unit and setting.changes:
        if claimed.unit.dimension == one.unit.dimension:
            factor = one.unit.factor / claimed.unit.factor
            yield (larger - smaller) * factor, step * factor
    elif kind in (Kind.COUNT, Kind.PLAIN) and one.kind is Kind.COUNT and claimed.writing is Writing.DIGITS:
        parts = one.whole > 0 and other.whole > 0
        if parts or one.measure is Measure.N is other.measure or (one.counted and abs(other.start - one.tail) < _NEAR):
            yield larger + smaller, 0.0
        if setting.changes:
            yield larger - smaller, 0.0
    elif _is_score(claimed) and one.kind in (Kind.PLAIN, Kind.MEASURE) and setting.changes and one.step == other.step:
        yield larger - smaller, step
    if (claimed.measure in _TO_TREAT or setting.to_treat) and shares and larger > smaller:
        yield 100 / (larger - smaller), 0.0
    if one.kind is Kind.YEAR and claimed.unit is not None and claimed.unit.dimension == "time":
        yield (larger - smaller) * 365.25 / claimed.unit.factor, 365.25 / claimed.unit.factor
    whole_numbers = min(one.step, other.step) >= 1 and one.kind in (Kind.COUNT, Kind.PLAIN)
    if kind is Kind.PERCENT and whole_numbers and smaller > 0 and not setting.is_absolute:
        yield 100 * smaller / larger, 0.0
