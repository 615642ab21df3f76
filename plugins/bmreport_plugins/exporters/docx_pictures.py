"""Pictures in a Word file: as large as their page has room for, and described once.

This module imports lxml when loaded; only the Word exporter imports it, when it writes a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.exporters.docx_package import W
from bmreport_plugins.exporters.pandoc_figure import picture_id

if TYPE_CHECKING:
    from lxml.etree import _Element

    from bmreport_plugins.exporters.docx_sections import PageRoom
    from bmreport_plugins.exporters.report_content import BlockContent, ReportContent

__all__ = ["fit_pictures"]

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
_PLACED = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_EMU = 12_700  # in a point
_TALLEST = 0.82  # of the page, which leaves room for a caption


def fit_pictures(document: _Element, content: ReportContent, room: PageRoom) -> None:
    """Give each picture of a figure its size."""
    figures = {
        picture_id(block.number): block
        for section in (*content.lead, *content.body)
        for block in section.blocks
        if block.picture is not None and block.picture.is_shown
    }
    for mark in list(document.iter(f"{W}bookmarkStart")):
        figure = figures.get(mark.get(f"{W}name", ""))
        paragraph = mark.getparent()
        if figure is not None and paragraph is not None:
            for drawing in paragraph.iter(f"{_PLACED}inline"):
                _fit(drawing, figure, room)


def _fit(drawing: _Element, figure: BlockContent, room: PageRoom) -> None:
    picture = figure.picture
    assert picture is not None  # noqa: S101  # fit_pictures chose it for its picture
    width, height = room.points(turned=figure.turned)
    scale = min(1.0, width / picture.width, _TALLEST * height / picture.height)
    size = {"cx": f"{scale * picture.width * _EMU:.0f}", "cy": f"{scale * picture.height * _EMU:.0f}"}
    for extent in (*drawing.iter(f"{_PLACED}extent"), *drawing.iter(f"{_DRAWING}ext")):
        for name, value in size.items():
            extent.set(name, value)
    # Pandoc repeats the whole address here, which is the picture itself; the description stands in wp:docPr.
    for properties in drawing.iter(f"{_PICTURE}cNvPr"):
        properties.set("descr", "")
