"""A map of the evidence as its data file, and back."""

from __future__ import annotations

from bmreport import InputError
from bmreport_plugins.figures.evidence_map.plot import Cell, EvidenceMap
from bmreport_plugins.figures.looks import TEXT_SIZES
from bmreport_plugins.figures.sheet import Line, Sheet, exact

__all__ = ["KIND", "map_of_sheet", "sheet_of_map"]

KIND = "evidence-map"
_HEADER = ("line", "column", "studies", "participants")


def sheet_of_map(plot: EvidenceMap) -> Sheet:
    """Everything that is drawn."""
    settings: list[tuple[str, ...]] = [
        ("title", plot.title),
        ("heading", plot.heading),
        ("down", plot.down),
        ("across", plot.across),
        ("text size", exact(plot.text_size)),
        *(("line", name) for name in plot.lines),
        *(("column", name) for name in plot.columns),
        *(("certainty", line, text) for line, text in plot.certainty),
        *(("note", note) for note in plot.notes),
    ]
    rows = [[one.down, one.across, str(one.studies), exact(one.participants)] for one in plot.cells]
    return Sheet.of(KIND, settings, _HEADER, rows)


def map_of_sheet(sheet: Sheet) -> EvidenceMap:
    """The map of a data file. Raises InputError naming file, line and column, and for two rows of one crossing."""
    sheet.expect(*_HEADER[:3])
    cells: dict[tuple[str, str], Cell] = {}
    for row in sheet.lines:
        cell = _cell(row)
        if (cell.down, cell.across) in cells:
            raise row.fault("line", f"{cell.down!r:.40} by {cell.across!r:.40} stands twice", "keep one of the rows")
        cells[cell.down, cell.across] = cell
    lines = [values[0] for values in sheet.all_of("line")] + [cell.down for cell in cells.values()]
    columns = [values[0] for values in sheet.all_of("column")] + [cell.across for cell in cells.values()]
    if not cells:
        raise InputError("holds no evidence", where=sheet.where, remedy="give a row for each outcome and design")
    return EvidenceMap(
        title=sheet.setting("title") or "Map of the evidence",
        cells=tuple(cells.values()),
        lines=tuple(dict.fromkeys(lines)),
        columns=tuple(dict.fromkeys(columns)),
        down=sheet.setting("down") or "Outcome",
        across=sheet.setting("across") or "Design",
        certainty=tuple((values[0], values[1]) for values in sheet.all_of("certainty") if len(values) > 1),
        heading=sheet.setting("heading"),
        text_size=sheet.number("text size", *TEXT_SIZES) or 9.0,
        notes=tuple(values[0] for values in sheet.all_of("note")),
    )


def _cell(line: Line) -> Cell:
    studies = line.count("studies")
    for column in ("line", "column"):
        if not line.text(column).strip():
            raise line.fault(column, "is empty", "name it in every row")
    if not studies:
        raise line.fault("studies", "is no number of studies", "give 1 or more, or take the row out: a gap has no row")
    return Cell(line.text("line"), line.text("column"), studies, line.count("participants"))
