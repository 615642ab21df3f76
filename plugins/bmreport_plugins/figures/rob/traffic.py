"""The traffic-light plot: one row a study, one disc a judgement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.blocks import MARGIN, draw_heading, draw_lines, draw_small
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.ink import BAND, HAIR, INK, LINE, RULE
from bmreport_plugins.figures.levels import draw_levels
from bmreport_plugins.figures.metrics import text_width, wrap
from bmreport_plugins.figures.signs import draw_not_judged, draw_sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.figures.rob.plot import BiasPlot, DomainHead, JudgedRow

__all__ = ["draw_traffic"]

_WIDEST_NAME = 26.0
_LEAST_WIDTH = 34.0  # the names of domains wrap beyond it
_LEAST_LEGEND = 26.0


def draw_traffic(plot: BiasPlot, alt: str) -> tuple[str, float, float]:
    """The picture, and its width and height in points."""
    page = _Page(plot)
    page.draw()
    return page.canvas.svg(page.width, page.y + MARGIN, plot.title, alt), page.width, page.y + MARGIN


class _Page:
    """The plot while it is drawn from top to bottom."""

    def __init__(self, plot: BiasPlot) -> None:
        self.plot = plot
        self.canvas = Canvas()
        self.size = plot.text_size
        self.row = 2.0 * self.size
        self.radius = 0.8 * self.size
        names = [row.label for row in plot.rows]
        self.name_width = min(
            max(text_width(name, self.size) for name in ["Study", *names]) + 1, _WIDEST_NAME * self.size
        )
        self.middles = self._middles()
        self.right = self.middles[-1] + (2.0 if plot.overall else 1.1) * self.size
        key = max(text_width(domain.name, 0.92 * self.size) for domain in plot.domains) + 2.5 * self.size + 2 * MARGIN
        self.width = max(self.right + MARGIN, min(key, _LEAST_WIDTH * self.size), _LEAST_LEGEND * self.size)
        self.y = MARGIN

    def draw(self) -> None:
        self.y = draw_heading(self.canvas, self.plot.heading, MARGIN, self.y, self.width - 2 * MARGIN, self.size)
        self._heads()
        for place, row in enumerate(self.plot.rows):
            self._study(row, banded=place % 2 == 0 and len(self.plot.rows) > 1)
        self.canvas.line(MARGIN - 3, self.y, self.right, self.y, stroke=RULE, line=HAIR)
        self.y += 0.7 * self.size
        self._key()
        self.y = draw_levels(
            self.canvas,
            self.plot.signs,
            MARGIN,
            self.y,
            self.width - MARGIN,
            0.92 * self.size,
            open_ones=self.plot.has_gaps,
        )
        self.y = draw_small(self.canvas, self.plot.notes, MARGIN, self.y, self.width - 2 * MARGIN, self.size)

    def _middles(self) -> list[float]:
        """Where the columns stand; a block of another kind, and the overall judgement, stand apart."""
        step, x = 2.25 * self.size, MARGIN + self.name_width + 1.2 * self.size
        middles: list[float] = []
        before: DomainHead | None = None
        for domain, _levels in self.plot.columns:
            apart = before is not None and (domain.applicability != before.applicability or domain.is_overall)
            x += (step if before is not None else step / 2) + (1.1 * self.size if apart else 0.0)
            middles.append(x)
            before = domain
        return middles

    def _heads(self) -> None:
        columns = [domain for domain, _levels in self.plot.columns]
        of_bias = [place for place, one in enumerate(columns) if not (one.applicability or one.is_overall)]
        of_fit = [place for place, one in enumerate(columns) if one.applicability]
        if of_bias and of_fit:
            for name, places in (("Risk of bias", of_bias), ("Applicability", of_fit)):
                left = self.middles[places[0]] - 0.9 * self.size
                right = self.middles[places[-1]] + 0.9 * self.size
                middle = (left + right) / 2
                self.canvas.text(middle, self.y + 0.9 * self.size, name, self.size, anchor="middle", bold=True)
                self.canvas.line(
                    left, self.y + 1.35 * self.size, right, self.y + 1.35 * self.size, stroke=RULE, line=HAIR
                )
            self.y += 1.5 * self.size
        base = self.y + 0.9 * self.size
        self.canvas.text(MARGIN, base, "Study", self.size, bold=True)
        for domain, x in zip(columns, self.middles, strict=True):
            self.canvas.text(
                x, base, domain.name if domain.is_overall else domain.short, self.size, anchor="middle", bold=True
            )
        self.y += 1.4 * self.size
        self.canvas.line(MARGIN - 3, self.y, self.right, self.y, stroke=INK, line=LINE)
        self.y += 1.5

    def _study(self, row: JudgedRow, *, banded: bool) -> None:
        lines = wrap(row.label, self.name_width, self.size)
        height = self.row + (len(lines) - 1) * 1.12 * self.size
        if banded:
            self.canvas.rect(MARGIN - 3, self.y, self.right - MARGIN + 3, height, fill=BAND)
        middle = self.y + height / 2
        draw_lines(self.canvas, lines, MARGIN, middle, self.size)
        levels: Sequence[str] = [*row.levels, *([row.overall] if self.plot.overall else [])]
        for x, level in zip(self.middles, levels, strict=True):
            if level:
                draw_sign(self.canvas, self.plot.signs[level], x, middle, self.radius)
            else:
                draw_not_judged(self.canvas, x, middle, self.radius)
        self.y += height

    def _key(self) -> None:
        """What the heads of the columns mean."""
        head = f"{self.plot.tool}: " if self.plot.tool else ""
        size = 0.92 * self.size
        self.canvas.text(MARGIN, self.y + 0.85 * size, f"{head}domains", size, bold=True)
        self.y += 1.35 * size
        lead = max(text_width(domain.short, size, bold=True) for domain in self.plot.domains) + 0.7 * size
        for domain in self.plot.domains:
            self.canvas.text(MARGIN, self.y + 0.85 * size, domain.short, size, bold=True)
            for line in wrap(domain.name, self.width - 2 * MARGIN - lead, size):
                self.canvas.text(MARGIN + lead, self.y + 0.85 * size, line, size)
                self.y += 1.25 * size
        self.y += 0.5 * size
