"""Maker `prisma`, and the picture of a flow for whoever has its numbers at hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from bmreport import Drawing, Options

if TYPE_CHECKING:
    from bmreport import RunContext, SourceLocator
    from bmreport_plugins.figures.picture import Picture
    from bmreport_plugins.figures.prisma.flow import Flow

__all__ = ["FlowMaker", "FlowOptions", "flow_picture"]


class FlowOptions(Options):
    """Options of flow diagrams."""

    preset: Literal["", "prisma-2020", "prisma-scr", "umbrella", "bmreport"] = ""
    """The words of the boxes; without it those that the file names, else PRISMA 2020."""
    title: str = ""
    """The title; without it that of the file."""
    heading: bool = False
    """Print the title above the picture."""
    text_size: float = 9.0
    """Size of the text in points."""


class FlowMaker:
    """Flow diagrams from a small TOML or CSV file, from a saved report, or from the data file of such a diagram."""

    name = "prisma"
    summary = "PRISMA 2020 (or PRISMA-ScR) flow diagram, whose numbers must add up"
    options_model = FlowOptions

    def draw(self, inputs: list[str], context: RunContext, options: FlowOptions) -> Drawing:
        """The diagram. Raises InputError naming file, line and box, also where numbers do not add up."""
        # Reading and printing are wanted only now; a host lists makers without them.
        from bmreport_plugins.figures.inputs import only, opened
        from bmreport_plugins.figures.looks import adjusted
        from bmreport_plugins.figures.prisma.balance import balanced

        locator = only(opened(inputs, self.name), self.name)
        flow = _read(locator)
        if options.preset:
            flow = replace(flow, preset=options.preset)
        return flow_picture(adjusted(balanced(flow, locator.label), options, self.name)).drawing()


def flow_picture(flow: Flow) -> Picture:
    """The picture of a balanced flow, with its words and its data."""
    from bmreport_plugins.figures.picture import Picture
    from bmreport_plugins.figures.prisma.drawing import draw_flow
    from bmreport_plugins.figures.prisma.table import sheet_of_flow
    from bmreport_plugins.figures.prisma.words import alt_text, caption

    alt = alt_text(flow)
    svg, width, height = draw_flow(flow, alt)
    data = sheet_of_flow(flow).to_csv()
    return Picture(flow.name, flow.title, svg, width, height, alt, caption(flow), data, flow.notes)


def _read(locator: SourceLocator) -> Flow:
    from bmreport_plugins.figures.inputs import is_report, load_report, sheet_for
    from bmreport_plugins.figures.prisma.of_report import flow_of_report
    from bmreport_plugins.figures.prisma.table import flow_of_sheet
    from bmreport_plugins.figures.prisma.toml_file import flow_of_toml
    from bmreport_plugins.figures.sheet import read_sheet

    if sheet := sheet_for([locator], ("prisma",)):
        return flow_of_sheet(sheet)
    if is_report(locator.head):
        return flow_of_report(load_report(locator), locator.label)
    if locator.suffix == ".toml":
        return flow_of_toml(locator.data, locator.label)
    return flow_of_sheet(read_sheet(locator.data, locator.label))
