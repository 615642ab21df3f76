"""Words in a box of plain text."""

from __future__ import annotations

from bmreport_plugins.exporters.text_wrap import display_width, padded, wrap

__all__ = ["boxed"]


def boxed(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, but for a word that is longer, such as an address: the box is as wide as it."""
    lines = wrap(text, width - 4)
    inner = max(map(display_width, lines))
    edge = f"+{'-' * (inner + 2)}+"
    return [edge, *(f"| {padded(line, inner)} |" for line in lines), edge]
