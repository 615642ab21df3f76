"""From SVG to PDF and PNG, through the typesetter that sets the reports: in process, text stays text.

A page takes some milliseconds, needs no display and no further package, and has the same bytes on every machine as long
as the text needs no font of the machine's own.
"""

from __future__ import annotations

import math
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bmreport import BmreportError
from bmreport.richtext.typst import typst_string
from bmreport_plugins.exporters.typst_fonts import font_library, needs_system_fonts

if TYPE_CHECKING:
    from typst import PDFStandard

__all__ = ["DENSITY", "Page", "to_pdf", "to_png"]

DENSITY = 300.0
"""Pixels per inch, as journals ask for."""
_MOST_PIXELS = 25_000_000  # more than the exporters let through


@dataclass(frozen=True)
class Page:
    """A picture as SVG, its size in points, its name, and the words that stand for it."""

    svg: str
    width: float
    height: float
    title: str
    alt: str


def to_pdf(page: Page) -> bytes:
    """The picture as vectors on a page of its size: PDF/UA-1 where the fonts have every character, without a date."""
    # Text that no font can draw is against the standard; the rest of the picture is worth having all the same.
    standards: tuple[list[PDFStandard], ...] = (["ua-1"], [])
    return _compiled(page, "pdf", standards, DENSITY)


def to_png(page: Page) -> bytes:
    """The picture in pixels, 300 to the inch where that makes no more than 25 million."""
    density = min(DENSITY, 72 * math.sqrt(_MOST_PIXELS / (page.width * page.height)))
    return _compiled(page, "png", ([],), density)


def _compiled(
    page: Page, made: Literal["pdf", "png"], standards: tuple[list[PDFStandard], ...], density: float
) -> bytes:
    # A compiler of 60 MB, which only those who print a picture pay for.
    from typst import Compiler, TypstError

    with tempfile.TemporaryDirectory(prefix="bmreport-typst-") as empty:
        compiler = Compiler(
            root=empty,
            font_paths=font_library(system=needs_system_fonts(page.svg)),
            ignore_system_fonts=True,
            package_path=empty,
            package_cache_path=empty,
        )
        for standard in standards:
            try:
                pages = compiler.compile(_source(page).encode(), format=made, ppi=density, pdf_standards=standard)
            except TypstError as error:
                failure = error
            else:
                return (pages[0] if isinstance(pages, list) else pages) or b""
    raise BmreportError(
        f"the picture cannot be printed: {failure.message}", where=page.title, remedy="please report this"
    )


def _source(page: Page) -> str:
    """A document that is the picture and nothing else."""
    size = f"width: {page.width:g}pt, height: {page.height:g}pt"
    literal = page.svg.replace("\\", "\\\\").replace('"', '\\"')
    image = f'image(bytes("{literal}"), format: "svg", alt: {typst_string(page.alt)}, {size})'
    return (
        f"#set document(title: {typst_string(page.title)}, date: none)\n#set page({size}, margin: 0pt)\n#place({image})"
    )
