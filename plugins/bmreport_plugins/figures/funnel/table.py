"""A funnel plot as its data file, and back."""

from __future__ import annotations

from bmreport import InputError
from bmreport_plugins.figures.funnel.plot import FunnelPlot, Point
from bmreport_plugins.figures.looks import LARGEST, SMALLEST, TEXT_SIZES
from bmreport_plugins.figures.sheet import Line, Sheet, exact

__all__ = ["KIND", "funnel_of_sheet", "sheet_of_funnel"]

KIND = "funnel"
_HEADER = ("study", "effect", "standard error", "filled")


def sheet_of_funnel(plot: FunnelPlot) -> Sheet:
    """Everything that is drawn."""
    settings: list[tuple[str, ...]] = [
        ("title", plot.title),
        ("heading", plot.heading),
        ("measure", plot.measure),
        ("scale", "log" if plot.log else "linear"),
        ("null", exact(plot.null)),
        ("level", exact(plot.level)),
        ("pooled", exact(plot.centre)),
        ("pooled with filled", exact(plot.adjusted)),
        ("contours", *map(exact, plot.contours)),
        ("method", plot.method),
        *(("statement", text) for text in plot.statements),
        *(("note", text) for text in plot.notes),
        ("text size", exact(plot.text_size)),
        ("width", exact(plot.width)),
        ("height", exact(plot.height)),
    ]
    rows = [[one.study, exact(one.effect), exact(one.se), "yes" if one.filled else ""] for one in plot.points]
    return Sheet.of(KIND, settings, _HEADER, rows)


def funnel_of_sheet(sheet: Sheet) -> FunnelPlot:
    """The plot of a data file. Raises InputError naming file, line and column for what cannot be drawn."""
    sheet.expect(*_HEADER[:3])
    log = sheet.setting("scale") == "log"
    points = tuple(_point(line, log=log) for line in sheet.lines)
    least = SMALLEST if log else -LARGEST
    centre = sheet.number("pooled", least, LARGEST)
    if centre is None:
        raise InputError(
            "names no pooled estimate", where=f"{sheet.where}: setting pooled", remedy="give it as a number"
        )
    if len([point for point in points if not point.filled]) < 1:
        raise InputError("holds no study", where=sheet.where, remedy="give at least one row that is not filled")
    return FunnelPlot(
        title=sheet.setting("title") or "Funnel plot",
        measure=sheet.setting("measure") or "Effect",
        points=points,
        centre=centre,
        adjusted=sheet.number("pooled with filled", least, LARGEST),
        null=sheet.number("null", least, LARGEST),
        log=log,
        level=sheet.number("level", 0.01, 0.9999) or 0.95,
        contours=tuple(sheet.numbers("contours", 0.5, 0.9999)),
        statements=tuple(values[0] for values in sheet.all_of("statement")),
        notes=tuple(values[0] for values in sheet.all_of("note")),
        method=sheet.setting("method"),
        heading=sheet.setting("heading"),
        text_size=sheet.number("text size", *TEXT_SIZES) or 9.0,
        width=sheet.number("width", 60, 1200) or 300.0,
        height=sheet.number("height", 60, 1200) or 220.0,
    )


def _point(line: Line, *, log: bool) -> Point:
    effect, se = line.number("effect"), line.number("standard error")
    if effect is None or not abs(effect) <= LARGEST or (log and effect < SMALLEST):
        raise line.fault("effect", f"{line.text('effect')!r:.40} is no {'ratio' if log else 'effect'}", "give a number")
    if se is None or not SMALLEST <= se <= LARGEST:
        raise line.fault(
            "standard error", f"{line.text('standard error')!r:.40} is no standard error", "give a number above 0"
        )
    return Point(line.text("study"), effect, se, filled=line.text("filled").strip().casefold() in ("yes", "1", "true"))
