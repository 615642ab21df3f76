"""A funnel plot as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from statistics import NormalDist
from typing import TYPE_CHECKING

from bmreport_plugins.figures.axes import Axis
from bmreport_plugins.figures.blocks import BASE, MARGIN, draw_heading, draw_small
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.ink import HAIR, INK, LINE, RULE, STUDY
from bmreport_plugins.figures.metrics import text_width
from bmreport_plugins.figures.numbers import general, spelled_level

if TYPE_CHECKING:
    from bmreport_plugins.figures.canvas import Point as Place
    from bmreport_plugins.figures.funnel.plot import FunnelPlot, Point

__all__ = ["draw_funnel"]

_SHADES = ("#FFFFFF", "#C3CAD3", "#D9DEE4", "#ECEFF2")
"""From where nothing is significant outwards."""
_DOT = 2.7
_MOST_DOTS = 120  # beyond, smaller ones overlap less


def draw_funnel(plot: FunnelPlot, alt: str) -> tuple[str, float, float]:
    """The picture, and its width and height in points."""
    page = _Page(plot)
    page.draw()
    return page.canvas.svg(page.width, page.height, plot.title, alt), page.width, page.height


class _Page:
    """The plot while it is drawn."""

    def __init__(self, plot: FunnelPlot) -> None:
        self.plot = plot
        self.canvas = Canvas()
        self.size = plot.text_size
        self.top = draw_heading(self.canvas, plot.heading, MARGIN, MARGIN, plot.width + 12 * self.size, self.size)
        self.most = _round_up(max(point.se for point in plot.points) * 1.06)
        down = Axis(0.0, self.most, self.top, self.top + plot.height)
        labels = [tick.label for tick in down.ticks(self.size)]
        self.left = MARGIN + 1.6 * self.size + max(text_width(label, self.size) for label in labels) + 8
        self.across = _across(plot, self.left, self.left + plot.width, self.most)
        self.down = down
        self.bottom = self.top + plot.height
        self.width, self.height = 0.0, 0.0

    def draw(self) -> None:
        right = self.left + self.plot.width
        self._contours()
        self._funnel()
        self.canvas.rect(self.left, self.top, self.plot.width, self.plot.height, stroke=RULE, line=HAIR)
        self._axes()
        self._dots()
        legend_right = self._legend(right + 1.6 * self.size)
        self.width = legend_right + MARGIN
        y = self.bottom + 4.4 * self.size
        said = [*self.plot.statements, *self.plot.notes]
        self.height = draw_small(self.canvas, said, MARGIN, y, self.width - 2 * MARGIN, self.size) + MARGIN

    # -- the ground ------------------------------------------------------------------------------------------------

    def _contours(self) -> None:
        """Shades by what a test against no effect says: the white part is where nothing is significant."""
        levels, null = sorted(self.plot.contours), self.plot.null
        if not levels or null is None:
            return
        self.canvas.rect(self.left, self.top, self.plot.width, self.plot.height, fill=_shade(len(levels), len(levels)))
        for place in reversed(range(len(levels))):
            self.canvas.polygon(self._triangle(null, levels[place]), fill=_shade(place, len(levels)))

    def _funnel(self) -> None:
        """Where studies of one true effect would lie, and the pooled estimate in the middle."""
        plot = self.plot
        z = NormalDist().inv_cdf(0.5 + plot.level / 2)
        for sign in (-1, 1):
            self.canvas.polyline(self._ray(plot.centre, sign * z), stroke=INK, line=LINE, dash="4 2.5")
        if plot.null is not None:
            x = self.across.at(plot.null)
            self.canvas.line(x, self.top, x, self.bottom, stroke=RULE, line=LINE)
        for value, dash in ((plot.centre, ""), (plot.adjusted, "1.5 2")):
            if value is not None and self.across.holds(value):
                x = self.across.at(value)
                self.canvas.line(x, self.top, x, self.bottom, line=1.1, dash=dash)

    def _triangle(self, middle: float, level: float) -> list[Place]:
        z = NormalDist().inv_cdf(0.5 + level / 2)
        left, right = self._ray(middle, -z), self._ray(middle, z)
        return [*right, *reversed(left)]

    def _ray(self, middle: float, z: float) -> list[Place]:
        """From the tip down along z standard errors, then down the side of the plot where it meets that."""
        end = self.across.high if z > 0 else self.across.low
        room = abs(self._scaled(end) - self._scaled(middle))
        apex = (self.across.at(middle), self.down.at(0.0))
        if abs(z) * self.most <= room:
            return [apex, (self.across.at(self._moved(middle, z * self.most)), self.bottom)]
        meets = room / abs(z)
        return [apex, (self.across.at(end), self.down.at(meets)), (self.across.at(end), self.bottom)]

    def _scaled(self, value: float) -> float:
        return math.log(value) if self.plot.log else value

    def _moved(self, value: float, by: float) -> float:
        return value * math.exp(by) if self.plot.log else value + by

    # -- axes, dots, legend ----------------------------------------------------------------------------------------

    def _axes(self) -> None:
        size = self.size
        for tick in self.across.ticks(size):
            x = self.across.at(tick.value)
            self.canvas.line(x, self.bottom, x, self.bottom + 3, line=0.7)
            self.canvas.text(x, self.bottom + 4 + 0.85 * size, tick.label, size, anchor="middle")
        for tick in self.down.ticks(size):
            y = self.down.at(tick.value)
            self.canvas.line(self.left - 3, y, self.left, y, line=0.7)
            self.canvas.text(self.left - 5, y + BASE * size, tick.label, size, anchor="end")
        scale = f"{self.plot.measure}{' (log scale)' if self.plot.log else ''}"
        middle = self.left + self.plot.width / 2
        self.canvas.text(middle, self.bottom + 4 + 2.35 * size, scale, size, anchor="middle")
        of = " of the logarithm" if self.plot.log else ""
        self.canvas.text(
            MARGIN + size, self.top + self.plot.height / 2, f"Standard error{of}", size, anchor="middle", turned=True
        )

    def _dots(self) -> None:
        radius = _DOT * (1.0 if len(self.plot.points) <= _MOST_DOTS else 0.75)
        for point in (*self.plot.filled, *self.plot.studies):
            self._dot(self.across.inside(point.effect), self.down.at(point.se), radius, point)

    def _dot(self, x: float, y: float, radius: float, point: Point) -> None:
        if point.filled:
            self.canvas.circle(x, y, radius, fill="#FFFFFF", stroke=INK, line=0.9)
        else:
            self.canvas.circle(x, y, radius, fill=STUDY, stroke="#FFFFFF", line=0.5)

    def _legend(self, x: float) -> float:
        """What the marks mean, right of the plot; the right end of its text."""
        size, y = 0.92 * self.size, self.top + 0.5 * self.size
        wide, right = 2.2 * size, x
        entries: list[tuple[str, str]] = [("dot", "Study")]
        if self.plot.filled:
            entries.append(("filled", "Study added by trim and fill"))
        entries.append(("line", "Pooled estimate"))
        if self.plot.adjusted is not None:
            entries.append(("dots", "Pooled with added studies"))
        entries.append(("dash", f"Pseudo {spelled_level(self.plot.level)} CI"))
        for mark, text in entries:
            self._key(mark, x, y, wide)
            self.canvas.text(x + wide + 0.5 * size, y + BASE * size, text, size)
            right = max(right, x + wide + 0.5 * size + text_width(text, size))
            y += 1.6 * size
        if self.plot.contours and self.plot.null is not None:
            y += 0.5 * size
            head = f"Test against {general(self.plot.null)}"
            self.canvas.text(x, y + BASE * size, head, size, bold=True)
            right = max(right, x + text_width(head, size, bold=True))
            y += 1.6 * size
            for place, text in enumerate(_p_ranges(sorted(self.plot.contours))):
                shade = _shade(place, len(self.plot.contours))
                self.canvas.rect(x, y - 0.5 * size, wide, size, fill=shade, stroke=RULE, line=HAIR)
                self.canvas.text(x + wide + 0.5 * size, y + BASE * size, text, size)
                right = max(right, x + wide + 0.5 * size + text_width(text, size))
                y += 1.6 * size
        return right

    def _key(self, mark: str, x: float, y: float, wide: float) -> None:
        if mark == "dot":
            self.canvas.circle(x + wide / 2, y, _DOT, fill=STUDY)
        elif mark == "filled":
            self.canvas.circle(x + wide / 2, y, _DOT, fill="#FFFFFF", stroke=INK, line=0.9)
        else:
            dash = {"line": "", "dots": "1.5 2", "dash": "4 2.5"}[mark]
            self.canvas.line(x, y, x + wide, y, line=LINE if mark == "dash" else 1.1, dash=dash)


def _across(plot: FunnelPlot, start: float, end: float, most: float) -> Axis:
    """The axis of effects: all studies, no effect, and the funnel as far as it leaves room for them."""
    scaled, back = (math.log, math.exp) if plot.log else (float, float)
    middle = scaled(plot.centre)
    values = [scaled(point.effect) for point in plot.points]
    values += [middle, *([scaled(plot.null)] if plot.null is not None else [])]
    z = NormalDist().inv_cdf(0.5 + plot.level / 2)
    low, high = min(values), max(values)
    room = 0.35 * max(high - low, most)
    low, high = (
        min(low - 0.05 * (high - low), max(middle - z * most, low - room)),
        max(high + 0.05 * (high - low), min(middle + z * most, high + room)),
    )
    return Axis(back(low), back(high), start, end, plot.log)


def _shade(place: int, levels: int) -> str:
    """White where no test is significant; the last shade outside of all contours."""
    return _SHADES[0] if place == 0 else _SHADES[len(_SHADES) - 1 - min(levels - place, len(_SHADES) - 2)]


def _p_ranges(levels: Sequence[float]) -> list[str]:
    """The p values between the contours, from the middle outwards."""
    limits = [f"{1 - level:.4g}" for level in levels]
    between = [f"{high} ≥ P > {low}" for high, low in pairwise(limits)]
    return [f"P > {limits[0]}", *between, f"P ≤ {limits[-1]}"]


def _round_up(value: float) -> float:
    """The next number with two significant digits."""
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.ceil(value / step) * step
