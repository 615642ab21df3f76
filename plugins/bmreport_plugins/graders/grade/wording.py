"""Numbers as a clinician reads them; more digits only where fewer would hide on which side of a threshold one lies."""

from __future__ import annotations

import math
from collections.abc import Iterable

__all__ = [
    "MINUS", "at_least", "counted", "effect", "interval", "listed", "p_value", "per_cent", "per_mille", "points",
    "whole",
]  # fmt: skip

MINUS = "\u2212"
_CLOSE = 1e-9


def at_least(value: float, threshold: float) -> bool:
    """Whether a sum reaches a threshold; what is equal on paper may differ by 1e-9 in floating point."""
    return value >= threshold - _CLOSE


def per_cent(share: float, *thresholds: float) -> str:
    """A share 0-1 in percent, told apart from these thresholds (shares)."""
    return f"{points(100 * share, *(100 * one for one in thresholds))}%"


def points(value: float, *thresholds: float) -> str:
    """A number without decimals, or with as many as tell it apart from these thresholds."""
    for decimals in (0, 1, 2, 4):
        shown = f"{value:.{decimals}f}"
        if all((float(shown) >= one) == at_least(value, one) for one in thresholds):
            return shown.replace("-", MINUS)
    return f"{value:.9g}".replace("-", MINUS)


def effect(value: float) -> str:
    """An effect with two decimals; fewer for large ones, two significant digits for small ones."""
    size = abs(value)
    if math.isinf(value):
        return "infinity" if value > 0 else f"{MINUS}infinity"
    if size >= 1e6:
        text = f"{value:.3g}".replace("e+", "e")
    elif size >= 100:
        text = f"{value:,.0f}"
    elif size >= 10:
        text = f"{value:.1f}"
    elif size >= 0.045 or size == 0:
        text = f"{value:.2f}"
    elif size < 1e-6:
        text = "0.00"
    else:
        text = f"{value:.{1 - math.floor(math.log10(size))}f}"
    return text.replace("-", MINUS)


def interval(low: float, high: float) -> str:
    """`0.62 to 0.95`."""
    return f"{effect(low)} to {effect(high)}"


def p_value(p: float) -> str:
    """`p = 0.03`, `p < 0.001`."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def per_mille(risk: float, size: float | None = None) -> str:
    """A number of people per 1,000: whole where sizes of 10 or more are told, with one or two decimals below.

    `size` is the size that decides; else the number itself is.
    """
    deciding = abs(risk if size is None else size)
    decimals = 0 if deciding >= 9.95 or deciding == 0 else 1 if deciding >= 0.95 else 2
    text = f"{risk:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals and size is None else text


def whole(number: float) -> str:
    """A count with commas between thousands."""
    return f"{number:,.0f}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 study`, `12 studies`."""
    return f"{whole(number)} {noun if number == 1 else plural or f'{noun}s'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    given = list(words)
    if len(given) < 2:
        return "".join(given)
    return f"{', '.join(given[:-1])} {last} {given[-1]}"
