"""From where to where the axis of a forest plot goes."""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING

from bmreport_plugins.figures.axes import Axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.figures.forest.plot import ForestPlot, Range

__all__ = ["axis_of"]

_WIDE = 4.0  # an interval so many times as wide as the middle one does not stretch the axis
_MARGIN = 0.04
_LITTLE = 0.2
_LEAST = 0.7  # of the logarithm: a doubling


def axis_of(plot: ForestPlot, start: float, end: float) -> Axis:
    """The axis between two places on the page; what lies outside gets an arrow.

    It holds no effect, all pooled estimates with their intervals, and those of studies as far as they do not make the
    others too small to see.
    """
    if plot.axis:
        return Axis(*plot.axis, start, end, plot.log)
    scaled = _Scaled(plot.log)
    studies = [row.estimate for row in plot.rows if row.estimate]
    pooled = [scaled.bounds(summary.estimate) for summary in plot.summaries]
    low, high = _ends(scaled, studies, pooled, plot)
    middle = (low + high) / 2
    spread = max(high - low, _LEAST if plot.log else 1e-6 * max(abs(middle), 1e-6))
    low, high = middle - spread * (0.5 + _MARGIN), middle + spread * (0.5 + _MARGIN)
    return Axis(scaled.back(low), scaled.back(high), start, end, plot.log)


class _Scaled:
    """Values on the scale of the axis."""

    def __init__(self, log: bool) -> None:  # the one thing that it is about
        self.log = log

    def of(self, value: float) -> float:
        if not self.log:
            return value
        return math.log(value) if value > 0 else -math.inf

    def back(self, value: float) -> float:
        return math.exp(value) if self.log else value

    def bounds(self, estimate: Range) -> tuple[float, float]:
        return self.of(estimate.low), self.of(estimate.high)


def _ends(
    scaled: _Scaled, studies: Sequence[Range], pooled: Sequence[tuple[float, float]], plot: ForestPlot
) -> tuple[float, float]:
    intervals = [scaled.bounds(estimate) for estimate in studies]
    halves = [(high - low) / 2 for low, high in intervals if math.isfinite(high - low)]
    usual = median(halves) if halves else 0.0
    core = [value for bounds in pooled for value in bounds if math.isfinite(value)]
    if plot.null is not None:
        core.append(scaled.of(plot.null))
    for estimate, (low, high) in zip(studies, intervals, strict=True):
        value = scaled.of(estimate.value) if estimate.value is not None else (low + high) / 2
        if math.isfinite(value) and (high - low) / 2 <= _WIDE * usual:
            core.append(value)
    if not core:
        core = [0.0]
    first, last = min(core), max(core)
    room = max(last - first, 2.0 * usual)
    shown = [*intervals, *([scaled.bounds(plot.prediction)] if plot.prediction else [])]
    least, most = min([first, *(low for low, _high in shown)]), max([last, *(high for _low, high in shown)])
    # An arrow in place of a little more axis would hide more than it saves.
    little = _LITTLE * (last - first + 2 * room)
    return (
        least if first - room - least <= little else first - room,
        most if most - last - room <= little else last + room,
    )
