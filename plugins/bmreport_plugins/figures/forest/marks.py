"""The marks of a forest plot: squares with lines, diamonds, the bar of a prediction interval, arrows where cut."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.figures.ink import POOLED, PREDICTION, STUDY, SUBGROUP

if TYPE_CHECKING:
    from bmreport_plugins.figures.axes import Axis
    from bmreport_plugins.figures.canvas import Canvas
    from bmreport_plugins.figures.forest.plot import Range

__all__ = ["Marks"]

_LARGEST = 0.68  # side of the heaviest study's square, in heights of a row
_SMALLEST = 1.8
_UNWEIGHTED = 0.36
_HEAD = 4.0  # length of an arrow's head
_HALF_HEAD = 2.2


@dataclass(frozen=True)
class Marks:
    """Draws on a canvas along an axis; `most` is the largest weight, which gets the largest square."""

    canvas: Canvas
    axis: Axis
    row_height: float
    most: float

    def study(self, estimate: Range, weight: float | None, y: float) -> None:
        """The interval as a line, the estimate as a square whose area is the weight (an empty one without a weight)."""
        self._bounds(estimate, y, STUDY, 1.0)
        if estimate.value is None or not self._on_axis(estimate.value):
            return
        x = self.axis.at(estimate.value)
        share = math.sqrt(weight / self.most) * _LARGEST if weight and self.most else _UNWEIGHTED
        side = max(share * self.row_height, _SMALLEST)
        empty = weight is None and self.most > 0
        self.canvas.rect(x - side / 2, y - side / 2, side, side, fill="#FFFFFF" if empty else STUDY,
                         stroke=STUDY if empty else "none", line=0.9)  # fmt: skip

    def pooled(self, estimate: Range, y: float, *, of_all: bool) -> None:
        """A diamond from bound to bound, highest at the estimate; those of subgroups are paler and lower."""
        if estimate.value is None:
            return
        half, colour = (0.34 if of_all else 0.28) * self.row_height, POOLED if of_all else SUBGROUP
        low, high = self.axis.inside(estimate.low), self.axis.inside(estimate.high)
        middle = self.axis.inside(estimate.value)
        # However precise the estimate, a diamond has a width.
        low, high = min(low, middle - 1.2), max(high, middle + 1.2)
        self.canvas.polygon([(low, y), (middle, y - half), (high, y), (middle, y + half)], fill=colour)
        self._arrows(estimate, y, colour)

    def prediction(self, interval: Range, y: float) -> None:
        """A bar without a mark in the middle: it speaks of effects to come, not of an estimate."""
        low, high = self.axis.inside(interval.low), self.axis.inside(interval.high)
        thick = 0.24 * self.row_height
        self.canvas.rect(low, y - thick / 2, high - low, thick, fill=PREDICTION)
        self._arrows(interval, y, PREDICTION, scale=1.3)

    def _bounds(self, estimate: Range, y: float, colour: str, line: float) -> None:
        low, high = self.axis.inside(estimate.low), self.axis.inside(estimate.high)
        if high > low:
            self.canvas.line(low, y, high, y, stroke=colour, line=line)
        self._arrows(estimate, y, colour)

    def _arrows(self, estimate: Range, y: float, colour: str, scale: float = 1.0) -> None:
        """Heads of arrows at the ends of the axis for what goes on beyond them."""
        long, half = _HEAD * scale, _HALF_HEAD * scale
        if self._below(estimate.low):
            x = self.axis.start
            self.canvas.polygon([(x - 1, y), (x + long, y - half), (x + long, y + half)], fill=colour)
        if self._above(estimate.high):
            x = self.axis.end
            self.canvas.polygon([(x + 1, y), (x - long, y - half), (x - long, y + half)], fill=colour)

    def _on_axis(self, value: float) -> bool:
        return not self._below(value) and not self._above(value)

    def _below(self, value: float) -> bool:
        return value < self.axis.low and not self.axis.holds(value)

    def _above(self, value: float) -> bool:
        return value > self.axis.high and not self.axis.holds(value)
