"""A forest plot as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.blocks import BASE, LEADING, SMALL, draw_heading, draw_lines, draw_small
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.forest.layout import Layout, Placed, effect_texts, lay_out
from bmreport_plugins.figures.forest.marks import Marks
from bmreport_plugins.figures.forest.scale import axis_of
from bmreport_plugins.figures.ink import BAND, HAIR, INK, LINE, MUTED, RULE
from bmreport_plugins.figures.levels import draw_levels
from bmreport_plugins.figures.metrics import text_width, wrap
from bmreport_plugins.figures.numbers import percent, spelled_level
from bmreport_plugins.figures.signs import draw_not_judged, draw_sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.figures.forest.plot import BiasColumns, ForestPlot, Row, Summary

__all__ = ["draw_forest"]

_WIDEST_SIDE = 18.0
_FEW = 3  # so few rows need no bands to guide the eye


def draw_forest(plot: ForestPlot, alt: str) -> tuple[str, float, float]:
    """The picture, and its width and height in points."""
    page = _Page(plot)
    page.draw()
    return page.svg(alt), page.layout.width, page.height


class _Page:
    """The plot while it is drawn from top to bottom; `y` is the upper edge of what comes next."""

    def __init__(self, plot: ForestPlot) -> None:
        self.plot = plot
        self.layout: Layout = lay_out(plot)
        self.ground = Canvas()  # bands and lines, which lie below everything
        self.canvas = Canvas()
        axis = axis_of(plot, self.layout.plot_left, self.layout.plot_right)
        weights = [row.weight for row in plot.rows if row.weight]
        self.marks = Marks(self.canvas, axis, self.layout.row_height, max(weights, default=0.0))
        self.size = self.layout.size
        self.height = 0.0
        self.y = 8.0

    def svg(self, alt: str) -> str:
        self.ground.lay_over(self.canvas)
        return self.ground.svg(self.layout.width, self.height, self.plot.title, alt)

    def draw(self) -> None:
        left, room = self.layout.study_left, self.layout.width - 2 * self.layout.study_left
        self.y = draw_heading(self.canvas, self.plot.heading, left, self.y, room, self.size)
        self._heads()
        top = self.y
        shaded = len(self.plot.rows) > _FEW
        for stratum in self.plot.strata:
            self._stratum_name(stratum.name)
            for place, row in enumerate(stratum.rows):
                self._study(row, banded=shaded and place % 2 == 0)
            if stratum.summary:
                self._summary(stratum.summary)
            else:
                self._below(stratum.statements)
        if self.plot.total:
            self._rule(self.y + 1)
            self.y += 2
            self._summary(self.plot.total, apart=False)
        if self.plot.prediction:
            self._prediction()
        bottom = self.y
        self._lines(top, bottom)
        below = self._axis(bottom)
        said = self._statements(bottom)
        self.y = max(below, said)
        if self.plot.bias:
            self._legend(self.plot.bias)
        self.y += 0.4 * self.size if self.plot.notes else 0
        self.y = draw_small(self.canvas, self.plot.notes, left, self.y, room, self.size)
        self.height = self.y + 6

    # -- above the rows --------------------------------------------------------------------------------------------

    def _heads(self) -> None:
        """Names of columns, those of groups above them."""
        layout = self.layout
        groups = self._groups()
        lines = max((len(self._head_lines(name, members)) for name, members in groups), default=0)
        for name, members in groups:
            left, right = members[0].left, members[-1].right
            above = self._head_lines(name, members)
            for place, line in enumerate(above):
                y = self.y + (lines - len(above) + place + 0.75) * 1.15 * self.size
                self.canvas.text((left + right) / 2, y, line, self.size, anchor="middle", bold=True)
            rule = self.y + lines * 1.15 * self.size + 0.25 * self.size
            self.canvas.line(left, rule, right, rule, stroke=RULE, line=HAIR)
        self.y += lines * 1.15 * self.size + (0.35 * self.size if lines else 0)
        columns = [*layout.left, *layout.right, *([layout.weight] if layout.weight else []), layout.effect]
        heads = [(placed, layout.cell_lines(placed.column.head, placed, bold=True)) for placed in columns]
        height = (0.18 + LEADING * max(len(shown) for _placed, shown in heads)) * self.size
        base = self.y + height - 0.32 * self.size
        self.canvas.text(layout.study_left, base, "Study", self.size, bold=True)
        for placed, shown in heads:
            # What stands on one line less stands at the bottom, next to its column.
            middle = base - BASE * self.size - (len(shown) - 1) * LEADING * self.size / 2
            self._column_lines(placed, shown, middle, bold=True)
        for middle, domain in zip(layout.bias_middles, self.plot.bias.domains if self.plot.bias else (), strict=True):
            self.canvas.text(middle, base, domain[0], 0.92 * self.size, anchor="middle", bold=True)
        self.y += height + 0.1 * self.size
        self._rule(self.y, ink=INK, line=LINE)
        self.y += 2

    def _column_lines(self, placed: Placed, lines: Sequence[str], middle: float, *, bold: bool = False) -> None:
        """Lines of text in a column, flush at the end where they are numbers."""
        if placed.column.numeric:
            draw_lines(self.canvas, lines, placed.right, middle, self.size, anchor="end", bold=bold)
        else:
            draw_lines(self.canvas, lines, placed.left, middle, self.size, bold=bold)

    def _groups(self) -> list[tuple[str, list[Placed]]]:
        found: dict[tuple[str, str], list[Placed]] = {}
        for placed in (*self.layout.left, *self.layout.right):
            if placed.column.group:
                found.setdefault((placed.column.side, placed.column.group), []).append(placed)
        return [(name, members) for (_side, name), members in found.items()]

    def _head_lines(self, name: str, members: Sequence[Placed]) -> list[str]:
        return wrap(name, members[-1].right - members[0].left + 1, self.size, bold=True)

    # -- rows ------------------------------------------------------------------------------------------------------

    def _stratum_name(self, name: str) -> None:
        if not name:
            return
        self.y += 0.35 * self.size
        for line in wrap(name, self.layout.left_width, self.size, bold=True):
            base = self.y + self.layout.row_height / 2 + BASE * self.size
            self.canvas.text(self.layout.study_left, base, line, self.size, bold=True)
            self.y += self.layout.row_height - (0 if line else 1)

    def _study(self, row: Row, *, banded: bool) -> None:
        layout = self.layout
        names = layout.name_lines(row.study)
        columns = (*layout.left, *layout.right)
        lines = [layout.cell_lines(_cell_of(row, placed), placed) for placed in columns]
        height = self._row_height(max(len(one) for one in (names, *lines)))
        if banded:
            left = layout.study_left - 3
            self.ground.rect(left, self.y, layout.width - 2 * left, height, fill=BAND)
        middle = self.y + height / 2
        draw_lines(self.canvas, names, layout.study_left, middle, self.size)
        for placed, cell in zip(columns, lines, strict=True):
            self._column_lines(placed, cell, middle)
        self._effect(row, middle)
        if layout.weight and row.weight is not None:
            self._cell(layout.weight, percent(row.weight), middle + BASE * self.size)
        if row.estimate:
            self.marks.study(row.estimate, row.weight, middle)
        self._bias(row, middle)
        self.y += height

    def _summary(self, summary: Summary, *, apart: bool = True) -> None:
        """A pooled estimate, and what is said of it below."""
        layout = self.layout
        if apart:
            self.y += 0.1 * self.size
        names = wrap(summary.label, layout.study_width, self.size, bold=True)
        columns = (*layout.left, *layout.right)
        cells = [layout.cell_lines(_cell_of(summary, placed), placed, bold=True) for placed in columns]
        height = self._row_height(max(len(one) for one in (names, *cells)))
        middle = self.y + height / 2
        draw_lines(self.canvas, names, layout.study_left, middle, self.size, bold=True)
        for placed, cell in zip(columns, cells, strict=True):
            self._column_lines(placed, cell, middle, bold=True)
        if layout.weight and summary.weight is not None:
            self._cell(layout.weight, percent(summary.weight), middle + BASE * self.size, bold=True)
        self._numbers(*effect_texts(self.plot, summary.estimate), middle, bold=True)
        self.marks.pooled(summary.estimate, middle, of_all=summary is self.plot.total)
        self.y += height
        if summary is not self.plot.total:
            self._below(summary.statements)

    def _below(self, statements: Sequence[str]) -> None:
        """What is said of a subgroup, in the room left of the plot."""
        size = SMALL * self.size
        for statement in statements:
            for line in wrap(statement, self.layout.left_width, size):
                self.canvas.text(self.layout.study_left, self.y + 0.85 * size, line, size, fill=MUTED)
                self.y += 1.22 * size
        self.y += 0.3 * self.size if statements else 0

    def _prediction(self) -> None:
        assert self.plot.prediction is not None  # noqa: S101  # the caller has looked
        middle = self.y + self.layout.row_height / 2
        base = middle + BASE * self.size
        self.canvas.text(
            self.layout.study_left, base, f"{spelled_level(self.plot.level)} prediction interval", self.size
        )
        self._numbers(*effect_texts(self.plot, self.plot.prediction), middle)
        self.marks.prediction(self.plot.prediction, middle)
        self.y += self.layout.row_height

    def _row_height(self, lines: int) -> float:
        return self.layout.row_height + (lines - 1) * LEADING * self.size

    def _effect(self, row: Row, middle: float) -> None:
        if row.estimate is None:
            base = middle + BASE * self.size
            self.canvas.text(self.layout.effect.left, base, row.note, self.size, italic=True, fill=MUTED)
        else:
            self._numbers(*effect_texts(self.plot, row.estimate), middle)

    def _numbers(self, value: str, bounds: str, middle: float, *, bold: bool = False) -> None:
        """The estimate flush right, its interval flush left, so that they stand below each other."""
        base = middle + BASE * self.size
        self.canvas.text(self.layout.value_right, base, value, self.size, anchor="end", bold=bold)
        self.canvas.text(self.layout.interval_left, base, bounds, self.size, bold=bold)

    def _cell(self, placed: Placed, text: str, base: float, *, bold: bool = False) -> None:
        if placed.column.numeric:
            self.canvas.text(placed.right, base, text, self.size, anchor="end", bold=bold)
        else:
            self.canvas.text(placed.left, base, text, self.size, bold=bold)

    def _bias(self, row: Row, middle: float) -> None:
        if not self.plot.bias or not any(row.bias):
            return  # a study that nobody judged at all has no discs
        for x, level in zip(self.layout.bias_middles, row.bias, strict=False):
            if level:
                draw_sign(self.canvas, self.plot.bias.signs[level], x, middle, 0.62 * self.size)
            else:
                draw_not_judged(self.canvas, x, middle, 0.62 * self.size)

    # -- below the rows --------------------------------------------------------------------------------------------

    def _lines(self, top: float, bottom: float) -> None:
        """The line of no effect, and a dashed one through the pooled estimate."""
        axis = self.marks.axis
        total = self.plot.total
        if total and total.estimate.value is not None and axis.holds(total.estimate.value):
            x = axis.at(total.estimate.value)
            self.ground.line(x, top, x, bottom, stroke=RULE, line=0.6, dash="2.5 2")
        if self.plot.null is not None and axis.holds(self.plot.null):
            x = axis.at(self.plot.null)
            self.ground.line(x, top, x, bottom + 4, stroke=INK, line=0.7)

    def _axis(self, top: float) -> float:
        """The axis, its name, and which side favours what; the place below it."""
        axis, size = self.marks.axis, 0.94 * self.size
        y = top + 4
        self.canvas.line(axis.start, y, axis.end, y, line=0.7)
        for tick in axis.ticks(size):
            x = axis.at(tick.value)
            self.canvas.line(x, y, x, y + 3, line=0.7)
            self.canvas.text(x, y + 4 + 0.85 * size, tick.label, size, anchor="middle")
        y += 4 + 1.25 * size
        scale = f"{self.plot.measure}{' (log scale)' if axis.log else ''}"
        self.canvas.text((axis.start + axis.end) / 2, y + 0.85 * size, scale, size, anchor="middle", fill=MUTED)
        y += 1.3 * size
        return max(self._side(y, -1), self._side(y, 1))

    def _side(self, top: float, side: int) -> float:
        """The words on one side of no effect, with an arrow that points there."""
        words = self.plot.lower if side < 0 else self.plot.higher
        if not words:
            return top
        axis, size = self.marks.axis, 0.94 * self.size
        least = 0.28 * (axis.end - axis.start)
        null = self.plot.null
        middle = axis.at(null) if null is not None and axis.holds(null) else (axis.start + axis.end) / 2
        middle = min(max(middle, axis.start + least), axis.end - least)
        # Right of the axis the page is free; left of it stands what is said of all studies.
        end = max(axis.end, min(self.layout.width - self.layout.study_left, middle + _WIDEST_SIDE * size))
        room = (middle - axis.start if side < 0 else end - middle) - 0.5 * size
        arrow = text_width("← ", size)
        lines = wrap(words, max(room - arrow, 6 * size), size)
        for place, line in enumerate(lines):
            marked = line if place else (f"← {line}" if side < 0 else f"{line} →")
            base = top + 0.9 * size + place * 1.15 * size
            self.canvas.text(middle + side * 0.5 * size, base, marked, size, anchor="end" if side < 0 else "start")
        return top + (len(lines) * 1.15 + 0.2) * size

    def _statements(self, top: float) -> float:
        """What is said of all studies together, left of the axis."""
        statements = [*(self.plot.total.statements if self.plot.total else ()), *self.plot.statements]
        size, y = SMALL * self.size, top + 3
        for statement in statements:
            for line in wrap(statement, self.layout.left_width, size):
                self.canvas.text(self.layout.study_left, y + 0.85 * size, line, size, fill=MUTED)
                y += 1.25 * size
            y += 0.15 * size
        return y

    def _legend(self, bias: BiasColumns) -> None:
        """What the signs and the heads of the risk-of-bias columns mean."""
        size, left = SMALL * self.size, self.layout.study_left
        self.y += 0.6 * self.size
        domains = "; ".join(f"{short} {name}" for short, name in bias.domains)
        for line in wrap(f"Risk of bias ({bias.tool}): {domains}.", self.layout.width - 2 * left, size):
            self.canvas.text(left, self.y + 0.85 * size, line, size, fill=MUTED)
            self.y += 1.25 * size
        self.y += 0.4 * size
        gaps = any("" in row.bias and any(row.bias) for row in self.plot.rows)
        right = self.layout.width - left
        self.y = draw_levels(self.canvas, bias.signs, left, self.y, right, size, open_ones=gaps, fill=MUTED)

    def _rule(self, y: float, *, ink: str = RULE, line: float = HAIR) -> None:
        left = self.layout.study_left - 3
        self.canvas.line(left, y, self.layout.width - left, y, stroke=ink, line=line)


def _cell_of(row: Row | Summary, placed: Placed) -> str:
    return row.cells[placed.place] if placed.place < len(row.cells) else ""
