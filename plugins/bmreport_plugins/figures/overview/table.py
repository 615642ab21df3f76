"""The overview as its data file, and back."""

from __future__ import annotations

from bmreport import InputError
from bmreport_plugins.figures.looks import TEXT_SIZES
from bmreport_plugins.figures.overview.plot import Item, OverviewPlot
from bmreport_plugins.figures.sheet import Line, Sheet, exact

__all__ = ["KIND", "overview_of_sheet", "sheet_of_overview"]

KIND = "overview"
_HEADER = ("study", "year", "design", "participants")
_EARLIEST, _LATEST = 1500, 2200


def sheet_of_overview(plot: OverviewPlot) -> Sheet:
    """Everything that is drawn."""
    settings: list[tuple[str, ...]] = [
        ("title", plot.title),
        ("heading", plot.heading),
        ("noun", plot.noun),
        ("text size", exact(plot.text_size)),
        ("width", exact(plot.width)),
        *(("note", note) for note in plot.notes),
    ]
    rows = [[one.label, exact(one.year), one.design, exact(one.participants)] for one in plot.items]
    return Sheet.of(KIND, settings, _HEADER, rows)


def overview_of_sheet(sheet: Sheet) -> OverviewPlot:
    """The plot of a data file. Raises InputError naming file, line and column for a year or number that is none."""
    sheet.expect("study", "year", "design")
    if not sheet.lines:
        raise InputError("holds no study", where=sheet.where, remedy="give a row for each study")
    return OverviewPlot(
        title=sheet.setting("title") or "Studies",
        items=tuple(map(_item, sheet.lines)),
        noun=sheet.setting("noun") or "study",
        heading=sheet.setting("heading"),
        text_size=sheet.number("text size", *TEXT_SIZES) or 9.0,
        width=sheet.number("width", 60, 1200) or 300.0,
        notes=tuple(values[0] for values in sheet.all_of("note")),
    )


def _item(line: Line) -> Item:
    year = line.count("year")
    if year is not None and not _EARLIEST <= year <= _LATEST:
        raise line.fault("year", f"{year} is no year", "give it with four digits")
    return Item(line.text("study"), year, line.text("design"), line.count("participants"))
