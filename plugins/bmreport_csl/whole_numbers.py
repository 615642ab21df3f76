"""Whole numbers that styles and cites write as text."""

from __future__ import annotations

_MAX_DIGITS = 9


def whole_number(text: str | None, default: int = 0) -> int:
    """The number, or the default for what is no number, or one of more digits than anything can be counted with."""
    return int(text) if text is not None and text.isdecimal() and len(text) <= _MAX_DIGITS else default
