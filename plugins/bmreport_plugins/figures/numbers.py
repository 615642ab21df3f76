"""Numbers as figures print them: fixed decimals, a true minus sign, thousands apart."""

from __future__ import annotations

import math
from collections.abc import Iterable

__all__ = ["count", "decimals_for", "fixed", "general", "interval", "p_value", "percent", "spelled_level"]

MINUS = "−"
_LARGEST_PRINTED = 1e6


def fixed(value: float, decimals: int = 2) -> str:
    """A number with so many decimals; those far beyond a million as a power of ten."""
    if math.isinf(value):
        return f"{MINUS if value < 0 else ''}∞"
    if abs(value) >= _LARGEST_PRINTED:
        mantissa, exponent = f"{value:.1e}".split("e")
        return f"{mantissa}e{int(exponent)}".replace("-", MINUS)
    text = f"{value:,.{decimals}f}"
    if not any(digit in text for digit in "123456789"):
        text = text.removeprefix("-")  # −0.00 is no number that people write
    return text.replace("-", MINUS)


def ratio(value: float) -> str:
    """A ratio: two decimals, fewer where it is large, more where two would leave nothing of it."""
    size = abs(value)
    if size >= 100:
        return fixed(value, 0)
    if size >= 10:
        return fixed(value, 1)
    if 0 < size < 0.01:
        return fixed(value, min(6, 1 - math.floor(math.log10(size))))
    return fixed(value, 2)


def decimals_for(values: Iterable[float]) -> int:
    """How many decimals tell these values of one scale apart: two around 1, fewer for large ones."""
    sizes = sorted(abs(value) for value in values if math.isfinite(value) and value)
    if not sizes:
        return 2
    middle = sizes[len(sizes) // 2]
    if middle >= 100:
        return 0
    if middle >= 10:
        return 1
    return 3 if middle < 0.05 else 2


def general(value: float) -> str:
    """A number as short as it can be said, for axes."""
    return f"{value:,.10g}".replace("-", MINUS) if abs(value) < _LARGEST_PRINTED else fixed(value)


def count(value: float) -> str:
    """A count, thousands apart."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def percent(value: float) -> str:
    """A share in percent, with one decimal."""
    return f"{fixed(value, 1)}%"


def interval(low: str, high: str) -> str:
    """An interval, without a dash that could be a minus."""
    return f"{low} to {high}"


def p_value(p: float) -> str:
    """`P < 0.001`, `P = 0.004`, `P = 0.03`: as many decimals as journals print."""
    if p < 0.001:
        return "P < 0.001"
    if p > 0.99:
        return "P > 0.99"
    # Close to 0.05 a third decimal says on which side of it the value lies.
    return f"P = {p:.{3 if p < 0.01 or 0.045 <= p < 0.055 else 2}f}"


def spelled_level(level: float) -> str:
    """A level of confidence: `95%`."""
    return f"{level * 100:.4g}%"
