"""Blocks of text that several figures have: a heading, small print, lines around a middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.ink import MUTED
from bmreport_plugins.figures.metrics import wrap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport_plugins.figures.canvas import Anchor, Canvas

__all__ = ["BASE", "LEADING", "MARGIN", "SMALL", "draw_heading", "draw_lines", "draw_small", "sentence"]

MARGIN = 8.0
"""Around every figure, in points."""
BASE = 0.33
"""From the middle of a line of text down to its base line, in text sizes."""
LEADING = 1.12
SMALL = 0.88


def draw_heading(canvas: Canvas, text: str, x: float, y: float, width: float, size: float) -> float:
    """The title above a figure; the place below it, which is `y` where there is no title."""
    if not text:
        return y
    large = 1.15 * size
    for line in wrap(text, width, large, bold=True):
        canvas.text(x, y + 0.8 * large, line, large, bold=True)
        y += 1.25 * large
    return y + 0.5 * size


def draw_small(canvas: Canvas, texts: Iterable[str], x: float, y: float, width: float, size: float) -> float:
    """Small print, each text from a line of its own; the place below."""
    small = SMALL * size
    for text in texts:
        for line in wrap(text, width, small):
            canvas.text(x, y + 0.85 * small, line, small, fill=MUTED)
            y += 1.25 * small
    return y


def draw_lines(
    canvas: Canvas,
    lines: Sequence[str],
    x: float,
    middle: float,
    size: float,
    *,
    anchor: Anchor = "start",
    bold: bool = False,
) -> None:
    """Lines of one text around a middle."""
    first = middle - (len(lines) - 1) * LEADING * size / 2 + BASE * size
    for place, line in enumerate(lines):
        canvas.text(x, first + place * LEADING * size, line, size, anchor=anchor, bold=bold)


def sentence(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]
