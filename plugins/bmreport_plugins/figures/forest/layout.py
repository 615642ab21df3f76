"""Where everything in a forest plot stands: widths of columns, the plot between them, the height of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.figures.forest.plot import Column
from bmreport_plugins.figures.metrics import text_width, wrap
from bmreport_plugins.figures.numbers import fixed, interval, ratio, spelled_level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.figures.forest.plot import ForestPlot, Range, Row, Side, Summary

__all__ = ["Layout", "Placed", "effect_texts", "lay_out"]

_WIDEST_NAME = 24.0  # in text sizes; longer names go on to a second line
_WIDEST_CELL = 16.0
_LEAST_LEFT = 23.0
"""What is said below a pooled estimate stands left of the plot, and needs that much room."""
_GAP = 1.3
_MARGIN = 8.0


@dataclass(frozen=True)
class Placed:
    """A column and the left and right end of its text; `place` is where its cells stand in the plot's rows."""

    column: Column
    left: float
    right: float
    place: int = -1


@dataclass(frozen=True)
class Layout:
    """Places across the page; lengths are points."""

    size: float
    row_height: float
    study_left: float
    study_width: float
    left: tuple[Placed, ...]
    plot_left: float
    plot_right: float
    weight: Placed | None
    value_right: float
    interval_left: float
    effect: Placed
    right: tuple[Placed, ...]
    bias_middles: tuple[float, ...]
    width: float

    @property
    def left_width(self) -> float:
        """The room left of the plot."""
        return self.plot_left - self.study_left - _GAP * self.size

    def name_lines(self, name: str) -> list[str]:
        """The name of a study on as many lines as it takes."""
        return wrap(name, self.study_width, self.size)

    def cell_lines(self, text: str, placed: Placed, *, bold: bool = False) -> list[str]:
        """A cell on as many lines as it takes."""
        width = max(placed.right - placed.left, 0.0) + 0.01
        return wrap(text, width, self.size, bold=bold)


def effect_texts(plot: ForestPlot, estimate: Range) -> tuple[str, str]:
    """An estimate and its interval as printed."""

    def shown(value: float) -> str:
        return ratio(value) if plot.log and plot.decimals is None else fixed(value, plot.decimals or 0)

    value = "" if estimate.value is None else shown(estimate.value)
    return value, f"({interval(shown(estimate.low), shown(estimate.high))})"


def lay_out(plot: ForestPlot) -> Layout:
    """Measure every text once, and put the columns side by side."""
    size = plot.text_size
    gap = _GAP * size
    names = [row.study for row in plot.rows]
    totals = [*plot.summaries]
    study = max(
        [text_width("Study", size, bold=True)]
        + [text_width(name, size) for name in names]
        + [text_width(stratum.name, size, bold=True) for stratum in plot.strata]
        + [text_width(summary.label, size, bold=True) for summary in totals]
    )
    study = min(study + 1, _WIDEST_NAME * size)
    widths = _widths(plot, size)
    lefts, rights = _in_groups(plot, "left"), _in_groups(plot, "right")
    spare = _LEAST_LEFT * size - study - sum(widths[place] + gap for place in lefts)
    needs_room = any(summary.statements for summary in totals) or bool(plot.statements)
    study += max(0.0, spare) if needs_room else 0.0
    x = _MARGIN + study
    left, x = _side_by_side(plot, lefts, widths, x, gap)
    plot_left = x + gap
    plot_right = plot_left + plot.plot_width
    x = plot_right
    weight = None
    if any(row.weight is not None for row in plot.rows):
        wide = max(text_width("Weight", size, bold=True), text_width("100.0%", size, bold=True))
        weight = Placed(Column("Weight"), x + gap, x + gap + wide)
        x = weight.right
    effect_left = x + gap
    value_width, interval_width, head = _effect_widths(plot, size)
    value_right = effect_left + value_width
    interval_left = value_right + 0.3 * size
    x = max(interval_left + interval_width, effect_left + head)
    effect = Placed(Column(f"{plot.short} ({spelled_level(plot.level)} CI)", numeric=False), effect_left, x)
    right, x = _side_by_side(plot, rights, widths, x, gap)
    middles: list[float] = []
    step = 1.62 * size
    if plot.bias:
        x += gap + step / 2
        middles = [x + place * step for place in range(len(plot.bias.domains))]
        x = middles[-1] + step / 2
    return Layout(
        size, 1.55 * size, _MARGIN, study, left, plot_left, plot_right, weight, value_right, interval_left, effect,
        right, tuple(middles), x + _MARGIN,
    )  # fmt: skip


def _side_by_side(
    plot: ForestPlot, places: Sequence[int], widths: Sequence[float], x: float, gap: float
) -> tuple[tuple[Placed, ...], float]:
    placed: list[Placed] = []
    for place in places:
        column = plot.columns[place]
        # Groups of columns stand a little apart.
        new_group = bool(placed) and column.group != placed[-1].column.group
        x += gap * (1.4 if new_group or not placed else 1.0)
        placed.append(Placed(column, x, x + widths[place], place))
        x += widths[place]
    return tuple(placed), x


def _in_groups(plot: ForestPlot, side: Side) -> list[int]:
    """The places of the columns on one side, those of a group next to each other."""
    members: dict[str, list[int]] = {}
    for place, column in enumerate(plot.columns):
        if column.side == side:
            members.setdefault(column.group, []).append(place)
    return [place for found in members.values() for place in found]


def _widths(plot: ForestPlot, size: float) -> list[float]:
    """Widths of the columns of text; those below a long name share what it needs."""
    rows: list[Row | Summary] = [*plot.rows, *plot.summaries]
    widths = []
    for place, column in enumerate(plot.columns):
        cells = [row.cells[place] for row in rows if place < len(row.cells)]
        wide = max([text_width(column.head, size, bold=True)] + [text_width(cell, size, bold=True) for cell in cells])
        widths.append(min(wide, _WIDEST_CELL * size))
    for side, group in {(column.side, column.group) for column in plot.columns if column.group}:
        members = [place for place in _in_groups(plot, side) if plot.columns[place].group == group]
        head = min(text_width(group, size, bold=True), 2 * _WIDEST_CELL * size)
        lacking = head - sum(widths[place] for place in members) - _GAP * size * (len(members) - 1)
        for place in members:
            widths[place] += max(0.0, lacking) / len(members)
    return widths


def _effect_widths(plot: ForestPlot, size: float) -> tuple[float, float, float]:
    """Widths of the estimates, of their intervals, and of what stands above."""
    estimates = [row.estimate for row in plot.rows if row.estimate]
    texts = [(effect_texts(plot, estimate), False) for estimate in estimates]
    texts += [(effect_texts(plot, summary.estimate), True) for summary in plot.summaries]
    texts += [(effect_texts(plot, plot.prediction), False)] if plot.prediction else []
    values = [text_width(value, size, bold=bold) for (value, _), bold in texts]
    intervals = [text_width(bounds, size, bold=bold) for (_, bounds), bold in texts]
    head = text_width(f"{plot.short} ({spelled_level(plot.level)} CI)", size, bold=True)
    notes = [text_width(row.note, size) for row in plot.rows if row.estimate is None]
    return max(values, default=0.0), max(intervals, default=0.0), max([head, *notes])
