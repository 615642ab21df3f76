"""A flow diagram in words, from top to bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.prisma.boxes import ROWS, Box, boxes_of
from bmreport_plugins.figures.prisma.presets import word

if TYPE_CHECKING:
    from bmreport_plugins.figures.prisma.flow import Flow

__all__ = ["alt_text", "caption"]

_COLUMNS = (("previous",), ("main", "out"), ("other", "other out"))


def alt_text(flow: Flow) -> str:
    """Box after box with its numbers, the ways in one after the other, what is included at the end."""
    boxes = boxes_of(flow)
    names = {"other": word(flow, "other beside"), "main": word(flow, "databases alone")}
    parts = [f"Flow diagram. {flow.title}."]
    for columns in _COLUMNS:
        told = [
            _told(box)
            for row in ROWS[:-2]
            for column in columns
            for box in boxes
            if (box.column, box.row) == (column, row)
        ]
        if told:
            head = f"{names[columns[0]]}: " if flow.other and columns[0] in names else ""
            parts.append(f"{head}{' '.join(told)}")
    parts += [_told(box) for row in ROWS[-2:] for box in boxes if box.row == row]
    return " ".join(parts).replace("\u00a0", " ")


def caption(flow: Flow) -> str:
    """What is seen."""
    named = {"prisma-2020": "PRISMA 2020 flow diagram", "prisma-scr": "PRISMA-ScR flow diagram"}
    return f"{named.get(flow.preset, 'Flow diagram')}. {flow.title}."


def _told(box: Box) -> str:
    first, *rest = [words.text.rstrip(":") for words in box.words]
    if not rest:
        return f"{first}."
    # A list has a head with a colon; other boxes hold several sentences.
    return f"{first}: {'; '.join(rest)}." if box.words[0].text.endswith(":") else f"{first}; {'; '.join(rest)}."
