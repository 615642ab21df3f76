"""A numeric axis: from values to places on the page, and the ticks that people expect on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bmreport_plugins.figures.metrics import text_width
from bmreport_plugins.figures.numbers import general

__all__ = ["Axis", "Tick"]

_MOST_TICKS = 9
_ENOUGH_TICKS = 7
_FEWEST_TICKS = 3
_NARROW = 3.6  # an axis from 0.5 to 1.8 spans so much
# Steps within a decade of a logarithmic axis, from fine to coarse; 1 is always among them.
_WITHIN_DECADE = (
    (1, 1.5, 2, 3, 4, 5, 6, 8),
    (1, 1.5, 2, 3, 5, 7),
    (1, 2, 3, 5),
    (1, 2, 5),
    (1, 3),
    (1,),
)
_GAP = 1.2  # between labels, in text sizes


@dataclass(frozen=True)
class Tick:
    """A value with its label."""

    value: float
    label: str


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high` between `start` and `end` on the page; `log` for ratios."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """The place of a value; beyond the ends for those outside."""
        share = (self._scaled(value) - self._scaled(self.low)) / (self._scaled(self.high) - self._scaled(self.low))
        return self.start + share * (self.end - self.start)

    def inside(self, value: float) -> float:
        """The place of a value, at the nearer end for those outside; infinite ones among them."""
        low, high = sorted((self.start, self.end))
        if math.isinf(value) or (self.log and value <= 0):
            return self.end if value > 0 else self.start
        return min(max(self.at(value), low), high)

    def holds(self, value: float) -> bool:
        """Whether a value lies between the ends."""
        slack = 1e-9 * max(abs(self.low), abs(self.high))
        return self.low - slack <= value <= self.high + slack

    def ticks(self, size: float) -> list[Tick]:
        """Ticks whose labels, `size` high, do not touch: as many as are easily read, on both sides of 1 for ratios."""
        fitting = [found for found in self._candidates() if len(found) <= _MOST_TICKS and self._have_room(found, size)]
        best = max(fitting, key=self._quality, default=[])
        return [Tick(value, general(value)) for value in best]

    def _quality(self, values: Sequence[float]) -> tuple[bool, bool, int]:
        """Among equals the finer ones come first and win."""
        both = not self.log or (min(values, default=1) < 1 < max(values, default=1))
        return len(values) >= _FEWEST_TICKS, both, min(len(values), _ENOUGH_TICKS if self.log else _FEWEST_TICKS)

    def _scaled(self, value: float) -> float:
        return math.log(value) if self.log else value

    def _candidates(self) -> Iterator[list[float]]:
        """Sets of ticks, from many to few."""
        if self.log:
            # Where the axis spans little, even steps are read best: 0.8, 0.9, 1, 1.1.
            if self.high / self.low < _NARROW:
                yield from (_even(self.low, self.high, step) for step in _even_steps(self.high - self.low))
            for steps in _WITHIN_DECADE:
                yield _in_decades(self.low, self.high, steps)
            for decades in (2, 3, 4, 6, 8):
                yield _in_decades(self.low, self.high, (1,), decades)
        else:
            yield from (_even(self.low, self.high, step) for step in _even_steps(self.high - self.low))

    def _have_room(self, values: Sequence[float], size: float) -> bool:
        places = [(self.at(value), text_width(general(value), size) / 2) for value in values]
        return all(
            abs(after - before) >= half + other + _GAP * size for (before, half), (after, other) in pairwise(places)
        )


def _even_steps(span: float) -> Iterator[float]:
    """Round steps (1, 2, 2.5, 5 times a power of ten), from fine to coarse."""
    power = 10.0 ** math.floor(math.log10(span / 20))
    for decade in range(4):
        for base in (1, 2, 2.5, 5):
            yield base * power * 10**decade


def _even(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    if last - first > 10 * _MOST_TICKS:
        return [0.0] * (_MOST_TICKS + 1)
    # Rounded, so that 0.1 + 0.2 is 0.3 on paper.
    digits = max(0, 3 - math.floor(math.log10(step)))
    return [round(number * step, digits) for number in range(first, last + 1)]


def _in_decades(low: float, high: float, steps: Sequence[float], every: int = 1) -> list[float]:
    """The steps in every so many decades; with one digit 0.5 stands across from 2, 0.7 from 1.5, 0.3 from 3."""
    exponents = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    values = (
        float(f"{step * 10.0**exponent:.6g}") for exponent in exponents if exponent % every == 0 for step in steps
    )
    return [value for value in values if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
