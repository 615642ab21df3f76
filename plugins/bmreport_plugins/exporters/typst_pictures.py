"""Pictures through the typesetter: as Typst, tried out alone, and drawn as PNG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport_plugins.exporters.pictures import Picture, png_uri
from bmreport_plugins.exporters.typst_compile import compile_alone
from bmreport_plugins.exporters.typst_fonts import embedded_fonts, needs_system_fonts, system_fonts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bmreport_plugins.exporters.safe_svg import SvgPicture
    from bmreport_plugins.exporters.typst_fonts import FontChoice

__all__ = ["can_be_set", "drawn_png", "picture_bytes"]

_DENSITY = 200  # pixels per inch, enough for print
_MOST_PIXELS = 16_000_000
_LAST_ASCII = 0x7F


def picture_bytes(picture: Picture, substitutes: Mapping[int, str]) -> str:
    """A Typst expression that gives the picture as the bytes of an SVG.

    A PNG stands in an SVG of its own: Typst has no shorter way to write down bytes than a number for each.
    `substitutes` are written in place of characters that no font at hand can draw, as everywhere in the document, but
    for ASCII, which mark-up is made of.
    """
    beyond = {one: words for one, words in substitutes.items() if one > _LAST_ASCII}
    svg = (picture.svg or _framed(picture)).translate(beyond)
    literal = svg.replace("\\", "\\\\").replace('"', '\\"')
    return f'bytes("{literal}")'


def can_be_set(picture: Picture, fonts: FontChoice) -> bool:
    """Whether Typst takes the picture."""
    return bool(compile_alone(_page(picture), fonts, "pdf"))


def drawn_png(svg: SvgPicture) -> bytes:
    """The picture in pixels, 200 to the inch where that makes no more than 16 million; empty if it cannot be drawn."""
    fonts = system_fonts(svg.text, "en") if needs_system_fonts(svg.text) else embedded_fonts()
    density = min(_DENSITY, 72 * math.sqrt(_MOST_PIXELS / (svg.width * svg.height)))
    return compile_alone(_page(Picture("", svg.text, b"", svg.width, svg.height)), fonts, "png", density)


def _page(picture: Picture) -> str:
    """A document that is the picture and nothing else."""
    size = f"width: {picture.width:g}pt, height: {picture.height:g}pt"
    return f'#set page({size}, margin: 0pt)\n#place(image({picture_bytes(picture, {})}, format: "svg", {size}))'


def _framed(picture: Picture) -> str:
    size = f'width="{picture.width:g}" height="{picture.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {size} '
        f'viewBox="0 0 {picture.width:g} {picture.height:g}">'
        f'<image {size} preserveAspectRatio="none" xlink:href="{png_uri(picture.png)}"/></svg>'
    )
