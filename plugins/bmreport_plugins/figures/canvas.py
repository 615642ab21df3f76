"""A canvas that writes SVG: a handful of shapes, text that stays text, every text escaped here and nowhere else.

All lengths are points. Only what every reader of SVG 1.1 understands is written: no style sheet, no script, no
reference to anything outside.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from bmreport_plugins.figures.ink import INK, LINE
from bmreport_plugins.figures.metrics import FONTS, runs, text_width

__all__ = ["Anchor", "Canvas", "Point"]

Anchor: TypeAlias = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]

# What XML 1.0 cannot hold, lone surrogates among them, and marks that would reorder the text around them.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]")
_BOLD = "600"


class Canvas:
    """Shapes in the order in which they are drawn; later ones lie on top."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def rect(
        self, x: float, y: float, width: float, height: float, *, fill: str = "none", stroke: str = "none",
        line: float = LINE, radius: float = 0.0,
    ) -> None:  # fmt: skip
        """A rectangle by its upper left corner."""
        size = f'width="{_n(max(0.0, width))}" height="{_n(max(0.0, height))}"'
        round_ = f' rx="{_n(radius)}"' if radius else ""
        self._parts.append(f'<rect x="{_n(x)}" y="{_n(y)}" {size}{round_}{_paint(fill, stroke, line)}/>')

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, stroke: str = INK, line: float = LINE, dash: str = ""
    ) -> None:
        """A straight line; `dash` is a list of lengths such as `3 2`."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        ends = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
        self._parts.append(f'<line {ends} stroke="{stroke}" stroke-width="{_n(line)}"{dashed}/>')

    def polygon(
        self, points: Sequence[Point], *, fill: str = "none", stroke: str = "none", line: float = LINE, dash: str = ""
    ) -> None:
        """A closed shape."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(f'<polygon points="{_points(points)}"{_paint(fill, stroke, line)}{dashed}/>')

    def polyline(self, points: Sequence[Point], *, stroke: str = INK, line: float = LINE, dash: str = "") -> None:
        """Lines from point to point."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(f'<polyline points="{_points(points)}"{_paint("none", stroke, line)}{dashed}/>')

    def circle(
        self, x: float, y: float, radius: float, *, fill: str = "none", stroke: str = "none", line: float = LINE
    ) -> None:
        """A circle by its middle."""
        self._parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_paint(fill, stroke, line)}/>')

    def path(self, commands: str, *, fill: str = "none", stroke: str = "none", line: float = LINE) -> None:
        """A path in the language of SVG; `commands` come from code, never from a file."""
        self._parts.append(f'<path d="{commands}"{_paint(fill, stroke, line)}/>')

    def text(
        self, x: float, y: float, text: str, size: float, *, anchor: Anchor = "start", bold: bool = False,
        italic: bool = False, fill: str = INK, turned: bool = False,
    ) -> None:  # fmt: skip
        """One line of text; `y` is its base line. `turned` text reads upwards, and is anchored at (x, y) as well."""
        shown = legal(text)
        if not shown.strip():
            return
        style = f'font-size="{_n(size)}" fill="{fill}"'
        style += f' font-weight="{_BOLD}"' if bold else ""
        style += ' font-style="italic"' if italic else ""
        pieces = runs(shown)
        if len(pieces) == 1 or turned:
            turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if turned else ""
            self._parts.append(_text(x, y, shown, anchor, style + turn))
            return
        start = x - text_width(shown, size, bold=bold) * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        for piece, _main in pieces:
            lead = len(piece) - len(piece.lstrip(" "))
            place = start + text_width(piece[:lead], size, bold=bold)
            if piece.strip():
                self._parts.append(_text(place, y, piece.strip(" "), "start", style))
            start += text_width(piece, size, bold=bold)

    def lay_over(self, other: Canvas) -> None:
        """Put everything on another canvas on top of this one."""
        self._parts.extend(other._parts)

    def svg(self, width: float, height: float, title: str, description: str) -> str:
        """The picture with its name and the words that stand for it (SVG 1.1, 5.4)."""
        size = f'width="{_n(width)}pt" height="{_n(height)}pt" viewBox="0 0 {_n(width)} {_n(height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family={quoteattr(FONTS)}>'
        said = f"<title>{escape(legal(title))}</title><desc>{escape(legal(description))}</desc>"
        ground = f'<rect width="{_n(width)}" height="{_n(height)}" fill="#FFFFFF"/>'
        return "\n".join([head, said, ground, *self._parts, "</svg>\n"])


def legal(text: str) -> str:
    """Text on one line, without what XML cannot hold."""
    return _ILLEGAL.sub("\ufffd", text.replace("\n", " ").replace("\t", " ").replace("\r", " "))


def _text(x: float, y: float, text: str, anchor: Anchor, style: str) -> str:
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{_n(x)}" y="{_n(y)}"{anchored} {style}>{escape(text)}</text>'


def _paint(fill: str, stroke: str, line: float) -> str:
    outline = f' stroke="{stroke}" stroke-width="{_n(line)}"' if stroke != "none" else ""
    return f' fill="{fill}"{outline}'


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """A coordinate: hundredths of a point are finer than any printer."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is no place on a page")
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
