"""The signs of risk-of-bias levels as shapes, so that they look alike in every font and in print without colour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport_plugins.figures.ink import RULE
from bmreport_plugins.risk_of_bias import SIGNS

if TYPE_CHECKING:
    from bmreport_plugins.figures.canvas import Canvas

__all__ = ["draw_not_judged", "draw_sign", "draw_symbol"]

_ARM = 0.5  # half the length of a stroke, in radii
_STROKE = 0.22
_OUTLINE = "#4D4D4D"


def draw_sign(canvas: Canvas, sign_id: str, x: float, y: float, radius: float) -> None:
    """A disc in the colour of the sign with its symbol on it."""
    sign = SIGNS[sign_id]
    canvas.circle(x, y, radius, fill=sign.colour, stroke=_OUTLINE, line=0.05 * radius + 0.15)
    draw_symbol(canvas, sign_id, x, y, radius)


def draw_not_judged(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """An empty disc: nobody judged, which is no level and has no sign."""
    canvas.circle(x, y, radius, fill="#FFFFFF", stroke=RULE, line=0.5)


def draw_symbol(canvas: Canvas, sign_id: str, x: float, y: float, radius: float) -> None:
    """The symbol alone."""
    sign = SIGNS[sign_id]
    arm, line, ink = _ARM * radius, _STROKE * radius, sign.ink
    if sign.symbol == "+":
        _plus(canvas, x, y, arm, line, ink)
    elif sign.symbol == "(+)":
        _plus(canvas, x, y, 0.55 * arm, line, ink)
        for side in (-1, 1):
            bow = f"M {x + side * 0.5 * radius:.2f} {y - 0.55 * radius:.2f} q {side * 0.3 * radius:.2f} "
            bow += f"{0.55 * radius:.2f} 0 {1.1 * radius:.2f}"
            canvas.path(bow, stroke=ink, line=0.7 * line)
    elif sign.symbol in ("–", "-"):
        canvas.line(x - arm, y, x + arm, y, stroke=ink, line=line)
    elif sign.symbol in ("×", "x"):
        part = arm * math.sqrt(0.75)
        canvas.line(x - part, y - part, x + part, y + part, stroke=ink, line=line)
        canvas.line(x - part, y + part, x + part, y - part, stroke=ink, line=line)
    elif sign.symbol == "!":
        canvas.line(x, y - 1.1 * arm, x, y + 0.25 * arm, stroke=ink, line=line)
        canvas.circle(x, y + 0.95 * arm, 0.62 * line, fill=ink)
    elif sign.symbol == "·":
        canvas.circle(x, y, 0.6 * line, fill=ink)
    else:
        canvas.text(x, y + 0.45 * radius, sign.symbol, 1.4 * radius, anchor="middle", bold=True, fill=ink)


def _plus(canvas: Canvas, x: float, y: float, arm: float, line: float, ink: str) -> None:
    canvas.line(x - arm, y, x + arm, y, stroke=ink, line=line)
    canvas.line(x, y - arm, x, y + arm, stroke=ink, line=line)
