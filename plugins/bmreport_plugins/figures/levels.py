"""The key to the signs of a tool's levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.blocks import BASE
from bmreport_plugins.figures.ink import INK
from bmreport_plugins.figures.metrics import text_width
from bmreport_plugins.figures.signs import draw_not_judged, draw_sign
from bmreport_plugins.risk_of_bias import SIGNS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bmreport_plugins.figures.canvas import Canvas

__all__ = ["NOT_JUDGED", "draw_levels", "ordered_levels"]

NOT_JUDGED = "Not judged"


def ordered_levels(signs: Mapping[str, str]) -> list[str]:
    """Levels from best to worst; those that say `not applicable` last, as they take no part in the order."""
    return sorted(signs, key=lambda level: (signs[level] == "none", SIGNS[signs[level]].severity))


def draw_levels(
    canvas: Canvas, signs: Mapping[str, str], left: float, y: float, right: float, size: float, *, open_ones: bool,
    fill: str = INK,
) -> float:  # fmt: skip
    """Draw the levels side by side, on further lines where there is no room; the place below.

    `open_ones` explains the empty disc of what nobody judged as well.
    """
    x, radius = left, 0.64 * size
    for level in [*ordered_levels(signs), *([NOT_JUDGED] if open_ones else [])]:
        wide = 2 * radius + 0.45 * size + text_width(level, size)
        if x + wide > right and x > left:
            x, y = left, y + 1.7 * size
        if open_ones and level == NOT_JUDGED:
            draw_not_judged(canvas, x + radius, y + 0.75 * size, radius)
        else:
            draw_sign(canvas, signs[level], x + radius, y + 0.75 * size, radius)
        canvas.text(x + 2 * radius + 0.45 * size, y + (0.75 + BASE) * size, level, size, fill=fill)
        x += wide + 1.5 * size
    return y + 1.8 * size
