"""Figures that follow from the figures of a passage by one step of arithmetic.

A relative change follows from a ratio (RR 0.78 → 22 % lower), a share from counts (12/100 → 12 %), a difference and a
quotient from two figures of one sort, a sum from counts. Two figures are combined only when they stand in one sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.numbers.matching import comparable, same_value, within_relation
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.reckoning import Setting, from_one, from_two

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Setting", "derives"]

_MOST = 12
"""Of a sentence with more figures (a table in prose) only so many are combined, to keep the cost linear."""
_NEVER = frozenset({Kind.YEAR, Kind.P_VALUE, Kind.LEVEL, Kind.NAME, Kind.ODDS})


def derives(claimed: Quantity, sentence: Sequence[Quantity], setting: Setting) -> tuple[Quantity, ...]:
    """The figures of the sentence, one or two, that the claim's figure is derived from; none when it is not."""
    sources = tuple(
        one
        for one in sentence[: 4 * _MOST]
        if any(_equals(claimed, value, step) for value, step in from_one(claimed, one, setting))
        or (claimed.high is not None and one.high is not None and _derived_range(claimed, one))
    )
    return sources or _from_several(claimed, sentence, setting)


def _equals(claimed: Quantity, value: float, step: float) -> bool:
    if claimed.high is not None:
        return False
    given, value = abs(claimed.value), abs(value)
    if within_relation(claimed, value):
        return True
    # What is reckoned from figures cannot have more digits than they have.
    return claimed.step >= 0.999 * step and abs(given - value) <= 0.5 * claimed.step * 1.001


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


def _from_several(claimed: Quantity, sentence: Sequence[Quantity], setting: Setting) -> tuple[Quantity, ...]:
    if claimed.high is not None or claimed.kind in _NEVER:
        return ()
    singles = [single for one in sentence for single in _ends(one)][:_MOST]
    for number, one in enumerate(singles):
        for other in singles[number + 1 :]:
            if _is_part(claimed, one, other):
                return one, other
            if comparable(one, other) and one.unit == other.unit:
                values = from_two(claimed, one, other, setting)
                if any(_equals(claimed, value, step) for value, step in values):
                    return one, other
    if claimed.kind is Kind.COUNT:
        counts = [one for one in singles if one.kind is Kind.COUNT]
        if len(counts) > 2 and _equals(claimed, sum(one.value for one in counts), 0.0):
            return tuple(counts)
    return ()


def _is_part(claimed: Quantity, one: Quantity, other: Quantity) -> bool:
    """12 % of 250 people → 30 people."""
    if claimed.kind not in (Kind.COUNT, Kind.PLAIN) or {one.kind, other.kind} != {Kind.PERCENT, Kind.COUNT}:
        return False
    whole = one.value if one.kind is Kind.COUNT else other.value
    return claimed.whole in (0.0, whole) and _equals(claimed, one.value * other.value / 100, claimed.step)


def _ends(one: Quantity) -> Iterator[Quantity]:
    """A range as its two ends; `from 8.2 % to 6.1 %` reads as one."""
    if one.high is None or one.kind is Kind.INTERVAL:
        yield one
    else:
        yield one._replace(high=None)
        yield one._replace(value=one.high, step=one.high_step, high=None)
