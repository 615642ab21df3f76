"""Makers `rob` and `rob-summary`, and their pictures for whoever has judgements at hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport import Drawing, InputError
from bmreport_plugins.figures.options import StudyOptions

if TYPE_CHECKING:
    from bmreport import RunContext
    from bmreport_plugins.figures.picture import Picture
    from bmreport_plugins.figures.rob.plot import BiasPlot

MOST_ROWS = 600
"""A plot of more studies is too tall to be read, let alone printed."""

__all__ = ["BiasOptions", "BiasSummaryMaker", "TrafficLightMaker", "bias_summary_picture", "traffic_light_picture"]


class BiasOptions(StudyOptions):
    """Options of pictures of risk of bias."""

    tool: str = ""
    """The tool (rob2, robins-i, quadas-2 …) or its YAML file, where the names of columns do not say it."""
    weighted: bool = True
    """Count by weight in the summary, where every row has one in a column `weight`."""
    title: str = ""
    """The title; without it the name of the tool."""
    heading: bool = True
    """Print the title above the picture."""
    text_size: float = 9.0
    """Size of the text in points."""


class TrafficLightMaker:
    """Traffic lights from tables of judgements or study data, saved reports, or the data file of such a picture."""

    name = "rob"
    summary = "Traffic-light plot of risk of bias: every judgement of every study"
    options_model = BiasOptions

    def draw(self, inputs: list[str], context: RunContext, options: BiasOptions) -> Drawing:
        """The plot. Raises InputError naming file, row and column, for an unknown level above all."""
        return traffic_light_picture(_plot(inputs, options, self.name)).drawing()


class BiasSummaryMaker:
    """Summary bars from the same inputs."""

    name = "rob-summary"
    summary = "Summary of risk of bias: the share of each level in each domain"
    options_model = BiasOptions

    def draw(self, inputs: list[str], context: RunContext, options: BiasOptions) -> Drawing:
        """The plot. Raises InputError as above."""
        return bias_summary_picture(_plot(inputs, options, self.name)).drawing()


def traffic_light_picture(plot: BiasPlot) -> Picture:
    """The picture, with its words and its data. Raises InputError for more studies than a page can hold."""
    from bmreport_plugins.figures.picture import Picture
    from bmreport_plugins.figures.rob.table import sheet_of_plot
    from bmreport_plugins.figures.rob.traffic import draw_traffic
    from bmreport_plugins.figures.rob.words import traffic_alt, traffic_caption

    if len(plot.rows) > MOST_ROWS:
        raise InputError(
            f"a traffic-light plot of {len(plot.rows):,} studies is too tall to be read",
            remedy="draw the summary (rob-summary), or choose studies with the option `only`",
        )
    alt = traffic_alt(plot)
    svg, width, height = draw_traffic(plot, alt)
    data = sheet_of_plot(plot, "rob").to_csv()
    caption = traffic_caption(plot)
    return Picture(plot.name, plot.title, svg, width, height, alt, caption, data, plot.notes, plot.reference_ids)


def bias_summary_picture(plot: BiasPlot) -> Picture:
    """The picture, with its words and its data."""
    from bmreport_plugins.figures.picture import Picture
    from bmreport_plugins.figures.rob.summary import draw_summary
    from bmreport_plugins.figures.rob.table import sheet_of_plot
    from bmreport_plugins.figures.rob.words import summary_alt, summary_caption

    alt = summary_alt(plot)
    svg, width, height = draw_summary(plot, alt)
    data = sheet_of_plot(plot, "rob-summary").to_csv()
    caption, name = summary_caption(plot), f"{plot.name}-summary"
    return Picture(name, plot.title, svg, width, height, alt, caption, data, plot.notes, plot.reference_ids)


def _plot(inputs: list[str], options: BiasOptions, maker: str) -> BiasPlot:
    # Reading is wanted only now; a host lists makers without it.
    from bmreport_plugins.figures.inputs import opened, sheet_for
    from bmreport_plugins.figures.looks import adjusted
    from bmreport_plugins.figures.rob.plot import bias_plot
    from bmreport_plugins.figures.rob.reading import read_judged
    from bmreport_plugins.figures.rob.table import KINDS, plot_of_sheet

    files = opened(inputs, maker)
    sheet = sheet_for(files, KINDS)
    if sheet:
        plot = plot_of_sheet(sheet)
        return adjusted(replace(plot, weighted=plot.weighted and options.weighted), options, maker)
    found = read_judged(files, options, maker)
    if not found.judged:
        raise InputError(
            "there is no judgement on risk of bias in the input",
            remedy="name columns after the tool and its domains (rob2.D1), or name the tool with --set "
            f"{maker}.tool=rob2",
        )
    plot = bias_plot(found.judged, title=options.title, weights=found.weights, weighted=options.weighted)
    plot = replace(plot, heading=plot.title if options.heading else "", reference_ids=found.reference_ids)
    return adjusted(plot, options, maker)
