"""Maker `funnel`, and the picture of a funnel plot for whoever has a pooled outcome at hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport import Drawing
from bmreport_plugins.figures.options import PoolingOptions

if TYPE_CHECKING:
    from bmreport import RunContext, SourceLocator
    from bmreport_plugins.figures.funnel.plot import FunnelPlot
    from bmreport_plugins.figures.picture import Picture

__all__ = ["FunnelMaker", "FunnelOptions", "funnel_picture"]


class FunnelOptions(PoolingOptions):
    """Options of funnel plots."""

    contours: bool = True
    """Shade the ground by the p value of a test against no effect (0.1, 0.05, 0.01)."""
    fill: bool = True
    """Show the studies that trim and fill adds."""
    asymmetry: bool = True
    """Print the test of asymmetry that goes with the measure (Peters, Harbord or Egger)."""


class FunnelMaker:
    """Funnel plots from tables of study data, saved reports, or the data file of a funnel plot."""

    name = "funnel"
    summary = "Funnel plot with contours of significance, trim and fill, and a test of asymmetry"
    options_model = FunnelOptions

    def draw(self, inputs: list[str], context: RunContext, options: FunnelOptions) -> Drawing:
        """The plot. Raises InputError naming file, row and column, and for fewer than three studies."""
        # Reading, pooling and printing are wanted only now; a host lists makers without them.
        from bmreport_plugins.figures.funnel.table import funnel_of_sheet
        from bmreport_plugins.figures.inputs import opened, sheet_for
        from bmreport_plugins.figures.looks import adjusted

        files = opened(inputs, self.name)
        sheet = sheet_for(files, (self.name,))
        plot = funnel_of_sheet(sheet) if sheet else _plot_of_tables(files, context, options)
        return funnel_picture(adjusted(plot, options, self.name)).drawing()


def funnel_picture(plot: FunnelPlot) -> Picture:
    """The picture of a plot, with its words and its data."""
    from bmreport_plugins.figures.funnel.drawing import draw_funnel
    from bmreport_plugins.figures.funnel.table import sheet_of_funnel
    from bmreport_plugins.figures.funnel.words import alt_text, caption
    from bmreport_plugins.figures.picture import Picture

    alt = alt_text(plot)
    svg, width, height = draw_funnel(plot, alt)
    data = sheet_of_funnel(plot).to_csv()
    return Picture(plot.name, plot.title, svg, width, height, alt, caption(plot), data, plot.notes, plot.reference_ids)


def _plot_of_tables(files: list[SourceLocator], context: RunContext, options: FunnelOptions) -> FunnelPlot:
    from bmreport_plugins.figures.funnel.building import funnel_plot
    from bmreport_plugins.figures.inputs import read_inputs
    from bmreport_plugins.figures.pooled_inputs import pooled_of

    outcome, _settings = pooled_of(read_inputs(files, options, context, "funnel").studies, options, "funnel")
    plot = funnel_plot(
        outcome,
        fill=options.fill,
        contours=(0.9, 0.95, 0.99) if options.contours else (),
        test=options.asymmetry,
        title=options.title,
    )
    return replace(plot, heading=plot.title if options.heading else "")
