"""Maker `overview`, and the picture for whoever has studies at hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport import Drawing, InputError
from bmreport_plugins.figures.options import StudyOptions

if TYPE_CHECKING:
    from bmreport import RunContext
    from bmreport_plugins.figures.inputs import Inputs
    from bmreport_plugins.figures.overview.plot import OverviewPlot
    from bmreport_plugins.figures.picture import Picture

__all__ = ["OverviewMaker", "OverviewOptions", "overview_picture"]


class OverviewOptions(StudyOptions):
    """Options of the overview."""

    title: str = "Studies by year and design"
    """The title."""
    heading: bool = True
    """Print the title above the picture."""
    text_size: float = 9.0
    """Size of the text in points."""


class OverviewMaker:
    """Overviews from tables of study data, from saved reports (their documents, where they hold no studies)."""

    name = "overview"
    summary = "Studies by year and design"
    options_model = OverviewOptions

    def draw(self, inputs: list[str], context: RunContext, options: OverviewOptions) -> Drawing:
        """The picture. Raises InputError naming file, row and column."""
        # Reading and printing are wanted only now; a host lists makers without them.
        from bmreport_plugins.figures.inputs import opened, read_inputs, sheet_for
        from bmreport_plugins.figures.looks import adjusted
        from bmreport_plugins.figures.overview.table import overview_of_sheet

        files = opened(inputs, self.name)
        sheet = sheet_for(files, (self.name,))
        if sheet:
            return overview_picture(adjusted(overview_of_sheet(sheet), options, self.name)).drawing()
        plot = _plot(read_inputs(files, options, context, self.name), options)
        plot = replace(plot, heading=plot.title if options.heading else "")
        return overview_picture(adjusted(plot, options, self.name)).drawing()


def overview_picture(plot: OverviewPlot) -> Picture:
    """The picture, with its words and its data."""
    from bmreport_plugins.figures.overview.drawing import draw_overview
    from bmreport_plugins.figures.overview.table import sheet_of_overview
    from bmreport_plugins.figures.overview.words import alt_text, caption
    from bmreport_plugins.figures.picture import Picture

    alt = alt_text(plot)
    svg, width, height = draw_overview(plot, alt)
    data = sheet_of_overview(plot).to_csv()
    return Picture(plot.name, plot.title, svg, width, height, alt, caption(plot), data, plot.notes, plot.reference_ids)


def _plot(inputs: Inputs, options: OverviewOptions) -> OverviewPlot:
    from bmreport_plugins.figures.inputs import on_topic
    from bmreport_plugins.figures.overview.plot import OverviewPlot, items_of_references, items_of_studies

    studies = on_topic(inputs.studies, options)
    if studies:
        ids = tuple(study.reference_id for study in studies if study.reference_id)
        return OverviewPlot(options.title, items_of_studies(studies), reference_ids=ids)
    documents = [reference for report in inputs.reports for reference in (*report.references, *report.further_reading)]
    if not documents:
        raise InputError("there is no study in the input", remedy="give a table of study data, or a saved report")
    title = "Documents by year and design" if "title" not in options.model_fields_set else options.title
    return OverviewPlot(title, items_of_references(documents), noun="document")
