"""The summary plot: for each domain a bar that is cut by the share of each level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.figures.blocks import BASE, MARGIN, draw_heading, draw_lines
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.ink import HAIR, INK, MUTED, PAPER, RULE
from bmreport_plugins.figures.levels import draw_levels
from bmreport_plugins.figures.metrics import text_width, wrap
from bmreport_plugins.figures.signs import draw_symbol

if TYPE_CHECKING:
    from bmreport_plugins.figures.rob.plot import BiasPlot, DomainHead

__all__ = ["Share", "draw_summary", "shares"]

_WIDEST_NAME = 22.0
_BAR = 29.0


@dataclass(frozen=True)
class Share:
    """A level's part of a domain: `part` is 0-1, `count` the number of studies."""

    level: str
    part: float
    count: int


def shares(plot: BiasPlot, levels: list[str]) -> list[Share]:
    """The parts of one column, from best to worst, those that nobody judged last; by weight where weights count."""
    weights = plot.weights or [1.0] * len(levels)
    whole = sum(weights)
    found = []
    for level in (*plot.levels, ""):
        places = [place for place, one in enumerate(levels) if one == level]
        if places:
            found.append(Share(level, sum(weights[place] for place in places) / whole, len(places)))
    return found


def draw_summary(plot: BiasPlot, alt: str) -> tuple[str, float, float]:
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
        names = [domain.name for domain, _levels in plot.columns]
        self.name_width = min(
            max(text_width(name, self.size, bold=True) for name in names) + 1, _WIDEST_NAME * self.size
        )
        self.left = MARGIN + self.name_width + 1.2 * self.size
        self.bar = _BAR * self.size
        self.right = self.left + self.bar
        self.width = self.right + 1.2 * self.size + MARGIN
        self.y = MARGIN

    def draw(self) -> None:
        self.y = draw_heading(self.canvas, self.plot.heading, MARGIN, self.y, self.width - 2 * MARGIN, self.size)
        apart = False
        for domain, levels in self.plot.columns:
            if domain.applicability and not apart:
                apart = True
                self.y += 0.8 * self.size
            if domain.is_overall:
                self.y += 0.35 * self.size
                self.canvas.line(MARGIN, self.y, self.right, self.y, stroke=RULE, line=HAIR)
                self.y += 0.55 * self.size
            self._bar(domain, levels)
        self._axis()
        self.y = draw_levels(
            self.canvas,
            self.plot.signs,
            MARGIN,
            self.y,
            self.width - MARGIN,
            0.92 * self.size,
            open_ones=self.plot.has_gaps,
        )

    def _bar(self, domain: DomainHead, levels: list[str]) -> None:
        bold = domain.is_overall
        lines = wrap(domain.name, self.name_width, self.size, bold=bold)
        height = max(1.75 * self.size, len(lines) * 1.12 * self.size)
        middle = self.y + height / 2
        draw_lines(self.canvas, lines, MARGIN, middle, self.size, bold=bold)
        x = self.left
        for share in shares(self.plot, levels):
            self._segment(share, x, middle, share.part * self.bar)
            x += share.part * self.bar
        thick = 1.5 * self.size
        self.canvas.rect(self.left, middle - thick / 2, self.bar, thick, stroke=INK, line=0.6)
        self.y += height + 0.45 * self.size

    def _segment(self, share: Share, x: float, middle: float, width: float) -> None:
        """One level's part, with its sign and its share where there is room for them."""
        thick, size = 1.5 * self.size, 0.88 * self.size
        sign = self.plot.sign(share.level) if share.level else None
        fill, ink = (sign.colour, sign.ink) if sign else (PAPER, MUTED)
        self.canvas.rect(x, middle - thick / 2, width, thick, fill=fill, stroke=INK, line=0.6)
        text = f"{100 * share.part:.0f}%"
        mark = 1.3 * size
        if width >= text_width(text, size) + mark + 0.8 * size:
            start = x + (width - text_width(text, size) - mark) / 2
            if sign:
                draw_symbol(self.canvas, sign.id, start + 0.4 * size, middle, 0.72 * size)
            self.canvas.text(start + (mark if sign else mark / 2), middle + BASE * size, text, size, fill=ink)
        elif width >= 1.2 * size and sign:
            draw_symbol(self.canvas, sign.id, x + width / 2, middle, 0.72 * size)

    def _axis(self) -> None:
        size = 0.94 * self.size
        y = self.y
        self.canvas.line(self.left, y, self.right, y, line=0.7)
        for part in (0, 25, 50, 75, 100):
            x = self.left + part / 100 * self.bar
            self.canvas.line(x, y, x, y + 3, line=0.7)
            self.canvas.text(x, y + 4 + 0.85 * size, f"{part}%", size, anchor="middle")
        what = "Share of the weight" if self.plot.weights else f"Share of {self.plot.counted}"
        self.canvas.text((self.left + self.right) / 2, y + 4 + 2.1 * size, what, size, anchor="middle", fill=MUTED)
        self.y += 4 + 3.2 * size
