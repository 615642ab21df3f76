"""The pictures of a report's figures as they may be shown: screened, measured, and bounded together.

Of a figure's two pictures each format takes the one it can show; where neither can be used, the words that stand for
the figure are shown in its place, and a finding says why.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from bmreport.models import Finding, Severity
from bmreport.richtext import to_plain
from bmreport_plugins.exporters.safe_png import MAX_PNG_BYTES, PngPicture, read_png
from bmreport_plugins.exporters.safe_svg import SvgPicture, read_svg
from bmreport_plugins.exporters.unusable_picture import UnusablePictureError

if TYPE_CHECKING:
    from bmreport.rendering import RenderedFigure

__all__ = ["Picture", "PictureKind", "Pictures", "picture_finding", "png_uri", "svg_uri"]

PictureKind = Literal["vector", "raster", "words"]
"""What a format shows: `vector` takes the SVG, or else the PNG; `raster` the PNG, drawn from the SVG where need be."""

# All pictures of a report together; an HTML page holds them as base64, and templates write at most 64 Mi characters.
_MOST_BYTES = 24 * 1024 * 1024
_REMEDY = "draw the figure anew"
_WORDS_INSTEAD = "its description is shown instead"


@dataclass(frozen=True)
class Picture:
    """What is shown of a figure; at most one of `svg` and `png` is there. Sizes are in points, 0 without a picture."""

    alt: str
    """The words that stand for the picture; never empty."""
    svg: str = ""
    png: bytes = b""
    width: float = 0.0
    height: float = 0.0

    @property
    def is_shown(self) -> bool:
        """Whether there is a picture, and not words alone."""
        return bool(self.svg or self.png)

    @property
    def uri(self) -> str:
        """The picture as a data URI; empty without one."""
        return svg_uri(self.svg) if self.svg else png_uri(self.png) if self.png else ""

    def words_alone(self) -> Picture:
        """The same without the picture."""
        return Picture(self.alt)


class Pictures:
    """Reads the figures of one report in their order, and keeps what is to be said of them."""

    def __init__(self, kind: PictureKind) -> None:
        self.findings: list[Finding] = []
        self._kind = kind
        self._left = _MOST_BYTES
        self._where = ""

    def read(self, block: RenderedFigure, number: int) -> Picture:
        """The picture of figure `number`."""
        self._where = f"figure {number}"
        words = Picture(_alt(block, number))
        if self._kind == "words":
            return words
        if not block.figure.svg.strip() and not block.figure.png.strip():
            self._say("it has no picture", _WORDS_INSTEAD)
            return words
        picture = self._vector(block, words) if self._kind == "vector" else self._raster(block, words)
        return self._within_bounds(picture) if picture.is_shown else picture

    def _vector(self, block: RenderedFigure, words: Picture) -> Picture:
        svg = self._svg(block.figure.svg)
        if svg is not None:
            return replace(words, svg=svg.text, width=svg.width, height=svg.height)
        png = self._png(block.figure.png)
        return replace(words, png=png.data, width=png.width, height=png.height) if png is not None else words

    def _raster(self, block: RenderedFigure, words: Picture) -> Picture:
        png = self._png(block.figure.png)
        if png is not None:
            return replace(words, png=png.data, width=png.width, height=png.height)
        svg = self._svg(block.figure.svg)
        data = self._drawn(svg) if svg is not None else b""
        return replace(words, png=data, width=svg.width, height=svg.height) if svg is not None and data else words

    def _svg(self, text: str) -> SvgPicture | None:
        try:
            return read_svg(text) if text.strip() else None
        except UnusablePictureError as error:
            self._say(f"its SVG {error}", "it is left out")
            return None

    def _png(self, text: str) -> PngPicture | None:
        try:
            return read_png(_decoded(text)) if text.strip() else None
        except UnusablePictureError as error:
            self._say(f"its PNG {error}", "it is left out")
            return None

    def _drawn(self, svg: SvgPicture) -> bytes:
        """The PNG of a figure that brought only an SVG."""
        # This brings in the typesetter, which draws SVG; figures with a PNG of their own never need it.
        from bmreport_plugins.exporters.typst_pictures import drawn_png

        data = drawn_png(svg)
        if not data:
            self._say("its SVG cannot be drawn", _WORDS_INSTEAD)
        return data

    def _within_bounds(self, picture: Picture) -> Picture:
        self._left -= len(picture.svg.encode("utf-8")) + len(picture.png)
        if self._left >= 0:
            return picture
        limit = _MOST_BYTES // 1024 // 1024
        self._say(f"with it the pictures of the report are larger than {limit} MiB", _WORDS_INSTEAD)
        return picture.words_alone()

    def _say(self, fault: str, outcome: str) -> None:
        self.findings.append(picture_finding(self._where, f"{fault}; {outcome}"))


def picture_finding(where: str, message: str) -> Finding:
    """A warning on one figure."""
    return Finding(verifier="figures", severity=Severity.WARNING, message=message, where=where, remedy=_REMEDY)


def svg_uri(text: str) -> str:
    """SVG as a data URI (RFC 2397)."""
    return f"data:image/svg+xml;base64,{base64.b64encode(text.encode('utf-8')).decode('ascii')}"


def png_uri(data: bytes) -> str:
    """PNG as a data URI (RFC 2397)."""
    return f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"


def _alt(block: RenderedFigure, number: int) -> str:
    """The figure's description, else its caption: a picture without words is none to a person who does not see it."""
    caption = " ".join(to_plain(claim.content) for claim in block.caption)
    found = (" ".join(text.split()) for text in (block.figure.alt, caption, block.figure.name))
    return next((text for text in found if text), f"Figure {number}")


def _decoded(text: str) -> bytes:
    # Four characters of base64 are three bytes; a third more leaves room for line ends.
    if len(text) > 2 * MAX_PNG_BYTES:
        raise UnusablePictureError(f"is larger than {MAX_PNG_BYTES // 1024 // 1024} MiB")
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:  # the latter where it holds anything but ASCII
        raise UnusablePictureError(f"is no base64: {error}") from error
