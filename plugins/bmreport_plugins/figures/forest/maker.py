"""Maker `forest`, and the picture of a pooled outcome for whoever has one at hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from bmreport import ConfigError, Drawing
from bmreport_plugins.figures.looks import adjusted, within
from bmreport_plugins.figures.options import PoolingOptions

if TYPE_CHECKING:
    from bmreport import RunContext, SourceLocator
    from bmreport_plugins.figures.forest.plot import ForestPlot
    from bmreport_plugins.figures.picture import Picture

__all__ = ["ForestMaker", "ForestOptions", "forest_picture"]


class ForestOptions(PoolingOptions):
    """Options of forest plots."""

    by: str = "subgroup"
    """What makes subgroups: a field (subgroup, design, funding …) or a moderator; none for no subgroups."""
    show: list[str] = Field(default_factory=list)
    """Columns right of the plot: year, follow_up, funding, design, registration, participants, or moderators."""
    order: Literal["given", "name", "year", "effect", "weight"] = "given"
    """Order of the studies."""
    bias: bool = True
    """Show judgements on risk of bias, where the table has them."""
    prediction: bool = True
    """Show the prediction interval, where there are three studies or more."""
    axis: list[float] = Field(default_factory=list)
    """Lower and upper end of the axis, such as [0.2, 5]; intervals beyond get an arrow."""
    plot_width: float = 190.0
    """Width of the plot between the columns, in points."""


class ForestMaker:
    """Forest plots from tables of study data, saved reports, or the data file of a forest plot."""

    name = "forest"
    summary = "Forest plot of one outcome: studies, weights, pooled estimate, subgroups, risk of bias"
    options_model = ForestOptions

    def draw(self, inputs: list[str], context: RunContext, options: ForestOptions) -> Drawing:
        """The plot. Raises InputError naming file, row and column, ConfigError for options that do not fit."""
        # Reading, pooling and printing are wanted only now; a host lists makers without them.
        from bmreport_plugins.figures.forest.table import forest_of_sheet
        from bmreport_plugins.figures.inputs import opened, sheet_for

        files = opened(inputs, self.name)
        sheet = sheet_for(files, (self.name,))
        plot = forest_of_sheet(sheet) if sheet else _plot_of_tables(files, context, options)
        return forest_picture(_fitted(plot, options)).drawing()


def forest_picture(plot: ForestPlot) -> Picture:
    """The picture of a plot, with its words and its data."""
    from bmreport_plugins.figures.forest.drawing import draw_forest
    from bmreport_plugins.figures.forest.table import sheet_of_forest
    from bmreport_plugins.figures.forest.words import alt_text, caption
    from bmreport_plugins.figures.picture import Picture

    alt = alt_text(plot)
    svg, width, height = draw_forest(plot, alt)
    data = sheet_of_forest(plot).to_csv()
    return Picture(plot.name, plot.title, svg, width, height, alt, caption(plot), data, plot.notes, plot.reference_ids)


def _plot_of_tables(files: list[SourceLocator], context: RunContext, options: ForestOptions) -> ForestPlot:
    from bmreport_plugins.figures.forest.building import forest_plot
    from bmreport_plugins.figures.inputs import read_inputs
    from bmreport_plugins.figures.pooled_inputs import pooled_of, strata_of
    from bmreport_plugins.risk_of_bias import judge_studies, load_tool

    studies = read_inputs(files, options, context, "forest").studies
    outcome, settings = pooled_of(studies, options, "forest")
    own = {tool.id: tool for tool in map(load_tool, options.tools)}
    judged = [one for tool in own.values() for one in judge_studies(studies, tool)] or None
    plot = forest_plot(
        outcome,
        settings=settings,
        subgroups=strata_of(outcome, options.by, "forest"),
        judged=judged,
        bias=options.bias,
        columns=options.show,
        better=options.better,
        order=options.order,
        prediction=options.prediction,
        title=options.title,
    )
    return replace(plot, heading=plot.title if options.heading else "")


def _fitted(plot: ForestPlot, options: ForestOptions) -> ForestPlot:
    """The plot with what the options say of its looks."""
    plot = adjusted(plot, options, "forest")
    if "plot_width" in options.model_fields_set:
        plot = replace(plot, plot_width=within("forest", "plot_width", options.plot_width, 60.0, 1200.0))
    return replace(plot, axis=_ends(plot, options.axis)) if options.axis else plot


def _ends(plot: ForestPlot, axis: list[float]) -> tuple[float, float]:
    low = axis[0] if axis else 0.0
    good = len(axis) == 2 and all(map(math.isfinite, axis)) and axis[0] < axis[1] and (low > 0 or not plot.log)
    if not good:
        kind = "two ratios above 0, such as [0.2, 5]" if plot.log else "two numbers, such as [-10, 10]"
        raise ConfigError(f"option 'axis' is {axis}", where="figure forest", remedy=f"give {kind}, the lower one first")
    return axis[0], axis[1]
