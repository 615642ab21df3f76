"""The overview as SVG: one line of bars for each design below the line of all, along the same years."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.axes import Axis
from bmreport_plugins.figures.blocks import MARGIN, draw_heading, draw_small, sentence
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.ink import HAIR, INK, LINE, MUTED, RULE, STUDY, SUBGROUP
from bmreport_plugins.figures.metrics import text_width, wrap
from bmreport_plugins.figures.numbers import count
from bmreport_plugins.figures.overview.plot import NO_DESIGN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.figures.overview.plot import Item, OverviewPlot

__all__ = ["draw_overview"]

_WIDEST_NAME = 17.0
_ROW = 3.7  # height of a line of bars, in text sizes


def draw_overview(plot: OverviewPlot, alt: str) -> tuple[str, float, float]:
    """The picture, and its width and height in points."""
    page = _Page(plot)
    page.draw()
    return page.canvas.svg(page.width, page.y + MARGIN, plot.title, alt), page.width, page.y + MARGIN


class _Page:
    """The picture while it is drawn from top to bottom."""

    def __init__(self, plot: OverviewPlot) -> None:
        self.plot = plot
        self.canvas = Canvas()
        self.size = plot.text_size
        self.step = plot.step
        names = ["All studies", *(name or NO_DESIGN for name in plot.designs)]
        self.name_width = min(max(text_width(name, self.size, bold=True) for name in names), _WIDEST_NAME * self.size)
        self.left = MARGIN + self.name_width + 1.5 * self.size
        self.right = self.left + plot.width
        heads = ["Studies" if plot.noun == "study" else "Documents"]
        if any(item.participants is not None for item in plot.items):
            heads.append("Participants")
        self.columns = []
        x = self.right + 1.2 * self.size
        for head in heads:
            x += text_width(head, self.size, bold=True) + 0.6 * self.size
            self.columns.append((head, x))
            x += 0.8 * self.size
        self.width = self.columns[-1][1] + MARGIN
        bins = plot.bins(plot.items)
        first = bins[0].first if bins else 0
        last = bins[-1].first + self.step if bins else 1
        self.axis = Axis(first, last, self.left, self.right)
        self.most = max((one.count for one in bins), default=1)
        self.y = MARGIN

    def draw(self) -> None:
        self.y = draw_heading(self.canvas, self.plot.heading, MARGIN, self.y, self.width - 2 * MARGIN, self.size)
        self._heads()
        plural = "All studies" if self.plot.noun == "study" else "All documents"
        self._row(plural, self.plot.items, SUBGROUP, bold=True)
        self.canvas.line(MARGIN, self.y, self.width - MARGIN, self.y, stroke=RULE, line=HAIR)
        for design in self.plot.designs:
            self._row(sentence(design) or NO_DESIGN, self.plot.of(design), STUDY)
        self._years()
        lacking = sum(item.year is None for item in self.plot.items)
        notes = [*self.plot.notes, *([f"Without a year, and in no bar: {count(lacking)}."] if lacking else [])]
        self.y = draw_small(self.canvas, notes, MARGIN, self.y, self.width - 2 * MARGIN, self.size)

    def _heads(self) -> None:
        base = self.y + 0.9 * self.size
        self.canvas.text(MARGIN, base, "Design", self.size, bold=True)
        years = f"Published, by {'year' if self.step == 1 else f'{self.step} years'}"
        self.canvas.text(self.left, base, years, self.size, bold=True)
        for head, x in self.columns:
            self.canvas.text(x, base, head, self.size, anchor="end", bold=True)
        self.y += 1.4 * self.size
        self.canvas.line(MARGIN, self.y, self.width - MARGIN, self.y, stroke=INK, line=LINE)
        self.y += 0.4 * self.size

    def _row(self, name: str, items: Sequence[Item], colour: str, *, bold: bool = False) -> None:
        height = _ROW * self.size
        ground = self.y + height - 0.5 * self.size
        base = ground - 0.15 * self.size
        lines = wrap(name, self.name_width, self.size, bold=bold)
        first = base - (len(lines) - 1) * 1.12 * self.size
        for place, line in enumerate(lines):
            self.canvas.text(MARGIN, first + place * 1.12 * self.size, line, self.size, bold=bold)
        self._bars(items, ground, colour)
        self.canvas.line(self.left, ground, self.right, ground, stroke=RULE, line=HAIR)
        known = [item.participants for item in items if item.participants is not None]
        numbers = [count(len(items)), count(sum(known)) if known else "–"]
        for (_head, x), number in zip(self.columns, numbers, strict=False):
            self.canvas.text(x, base, number, self.size, anchor="end", bold=bold)
        self.y += height

    def _bars(self, items: Sequence[Item], ground: float, colour: str) -> None:
        """A bar for each stretch of years, its number above it where there is room."""
        room = (_ROW - 1.7) * self.size
        size = 0.8 * self.size
        for one in self.plot.bins(items):
            left, right = self.axis.at(one.first), self.axis.at(one.first + self.step)
            gap = min(1.2, 0.12 * (right - left))
            high = max(room * one.count / self.most, 1.0)
            wide = min(right - left - 2 * gap, 26.0)
            middle = (left + right) / 2
            self.canvas.rect(middle - wide / 2, ground - high, wide, high, fill=colour)
            label = count(one.count)
            if text_width(label, size) <= right - left + 2:
                self.canvas.text(middle, ground - high - 0.25 * size, label, size, anchor="middle", fill=MUTED)

    def _years(self) -> None:
        """Labels below the first bar of each, as many as do not touch."""
        size = 0.94 * self.size
        low, high = int(self.axis.low), int(self.axis.high)
        if not self.plot.years:
            self.y += 0.4 * self.size
            return
        years = list(range(low, high, self.step))
        wide = text_width("2000", size) + 0.9 * size
        every = next(
            (one for one in (1, 2, 5, 10, 20, 25, 50) if one * (self.right - self.left) / len(years) >= wide), 50
        )
        for year in years:
            if year % (every * self.step):
                continue
            x = (self.axis.at(year) + self.axis.at(year + self.step)) / 2
            label = str(year) if self.step == 1 else f"{year}–"
            self.canvas.line(x, self.y - 0.5 * self.size, x, self.y - 0.5 * self.size + 3, line=0.6)
            self.canvas.text(x, self.y + 0.85 * size, label, size, anchor="middle")
        self.y += 1.7 * size
