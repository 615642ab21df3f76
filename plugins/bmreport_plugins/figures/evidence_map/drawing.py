"""A map of the evidence as SVG: bubbles where lines and columns cross."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport_plugins.figures.blocks import BASE, MARGIN, draw_heading, draw_lines, draw_small, sentence
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.ink import BAND, GRID, HAIR, INK, LINE, MUTED, RULE, STUDY
from bmreport_plugins.figures.metrics import text_width, wrap
from bmreport_plugins.figures.numbers import count

if TYPE_CHECKING:
    from bmreport_plugins.figures.evidence_map.plot import Cell, EvidenceMap

__all__ = ["draw_map"]

_WIDEST_LINE = 18.0
_COLUMN = 9.6  # width of a column, in text sizes
_BUBBLE = 1.9  # radius of the largest bubble, in text sizes
_LEAST = 2.2


def draw_map(plot: EvidenceMap, alt: str) -> tuple[str, float, float]:
    """The picture, and its width and height in points."""
    page = _Page(plot)
    page.draw()
    return page.canvas.svg(page.width, page.y + MARGIN, plot.title, alt), page.width, page.y + MARGIN


class _Page:
    """The map while it is drawn from top to bottom."""

    def __init__(self, plot: EvidenceMap) -> None:
        self.plot = plot
        self.canvas = Canvas()
        self.size = plot.text_size
        names = [plot.down, *plot.lines]
        self.name_width = min(max(text_width(name, self.size, bold=True) for name in names), _WIDEST_LINE * self.size)
        self.left = MARGIN + self.name_width + 1.2 * self.size
        self.column = _COLUMN * self.size
        self.right = self.left + self.column * len(plot.columns)
        certainty = [text_width(text, self.size) for _line, text in plot.certainty]
        self.certainty_left = self.right + 1.2 * self.size
        head = text_width("Certainty", self.size, bold=True)
        self.width = (self.certainty_left + max(head, *certainty) if certainty else self.right) + MARGIN
        self.most = max((plot.size_of(cell) for cell in plot.cells), default=1)
        self.y = MARGIN

    def draw(self) -> None:
        self.y = draw_heading(self.canvas, self.plot.heading, MARGIN, self.y, self.width - 2 * MARGIN, self.size)
        self._heads()
        certainty = dict(self.plot.certainty)
        for place, line in enumerate(self.plot.lines):
            self._line(line, certainty.get(line, ""), banded=place % 2 == 0)
        self.canvas.line(MARGIN, self.y, self.width - MARGIN, self.y, stroke=RULE, line=HAIR)
        self.y += 0.6 * self.size
        unit = "participants" if self.plot.by_people else "studies"
        said = f"The area of a bubble is the number of {unit}; an empty field is a gap in the evidence."
        texts = [said, *self.plot.notes]
        self.y = draw_small(self.canvas, texts, MARGIN, self.y, self.width - 2 * MARGIN, self.size)

    def _heads(self) -> None:
        size = self.size
        heads = [wrap(sentence(name), self.column - size, size, bold=True) for name in self.plot.columns]
        lines = max(map(len, heads))
        base = self.y + (lines - 1) * 1.15 * size + 0.9 * size
        self.canvas.text(MARGIN, base, self.plot.down, size, bold=True)
        for place, shown in enumerate(heads):
            for row, line in enumerate(shown):
                y = base - (len(shown) - 1 - row) * 1.15 * size
                self.canvas.text(self._middle(place), y, line, size, anchor="middle", bold=True)
        if self.plot.certainty:
            self.canvas.text(self.certainty_left, base, "Certainty", size, bold=True)
        self.y = base + 0.5 * size
        self.canvas.line(MARGIN, self.y, self.width - MARGIN, self.y, stroke=INK, line=LINE)

    def _line(self, name: str, certainty: str, *, banded: bool) -> None:
        size = self.size
        lines = wrap(name, self.name_width, size)
        height = max((2 * _BUBBLE + 2.9) * size, (len(lines) * 1.12 + 0.8) * size)
        if banded:
            self.canvas.rect(MARGIN, self.y, self.width - 2 * MARGIN, height, fill=BAND)
        middle = self.y + height / 2
        draw_lines(self.canvas, lines, MARGIN + 3, middle, size)
        for place, column in enumerate(self.plot.columns):
            x = self._middle(place)
            self.canvas.line(x - self.column / 2, self.y, x - self.column / 2, self.y + height, stroke=GRID, line=HAIR)
            cell = self.plot.cell(name, column)
            if cell:
                self._bubble(cell, x)
        self.canvas.text(self.certainty_left, middle + BASE * size, certainty, size)
        self.y += height

    def _bubble(self, cell: Cell, x: float) -> None:
        """A disc whose area is the amount of evidence, and the numbers below it."""
        share = math.sqrt(self.plot.size_of(cell) / self.most) if self.most else 0.0
        radius = max(_BUBBLE * self.size * share, _LEAST)
        y = self.y + (_BUBBLE + 0.35) * self.size
        self.canvas.circle(x, y, radius, fill=STUDY)
        small = 0.88 * self.size
        below = self.y + (2 * _BUBBLE + 0.75) * self.size + 0.8 * small
        self.canvas.text(
            x, below, f"{count(cell.studies)} {'study' if cell.studies == 1 else 'studies'}", small, anchor="middle"
        )
        if cell.participants is not None:
            self.canvas.text(
                x, below + 1.15 * small, f"n = {count(cell.participants)}", small, anchor="middle", fill=MUTED
            )

    def _middle(self, column: int) -> float:
        return self.left + (column + 0.5) * self.column
