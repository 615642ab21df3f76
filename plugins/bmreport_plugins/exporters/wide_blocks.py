"""Which tables and pictures are better off on a page turned on its side.

A Summary of Findings has seven columns of sentences, an evidence profile a dozen of short words: on an upright page
each column is a finger wide, and rows grow as tall as the page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport_plugins.exporters.table_columns import TableColumns, column_count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport.rendering import RenderedTable
    from bmreport_plugins.exporters.report_content import BlockContent

__all__ = ["is_wide_picture", "is_wide_table", "with_turns"]

_FEWEST_COLUMNS = 6
_LINE = 116  # characters of small type on an upright page
# The printed part of A4 in points, less room for a caption; US Letter differs by a few points.
_UPRIGHT = (440.0, 590.0)
_TURNED = (690.0, 380.0)
_LEGIBLE = 0.65
_WORTH_TURNING = 1.2
# Text of so many characters is read on an upright page, whatever stands beside it.
_LONG_TEXT = 600


def is_wide_table(table: RenderedTable) -> bool:
    """Whether the columns of the table are too many and too full for an upright page."""
    return column_count(table) >= _FEWEST_COLUMNS and TableColumns(table).comfortable > _LINE


def is_wide_picture(width: float, height: float) -> bool:
    """Whether a picture of this size in points is hard to read on an upright page, and less so on a turned one."""
    upright, turned = (min(1.0, page[0] / width, page[1] / height) for page in (_UPRIGHT, _TURNED))
    return upright < _LEGIBLE and turned > _WORTH_TURNING * upright


def with_turns(blocks: Iterable[BlockContent]) -> tuple[BlockContent, ...]:
    """The blocks of a section, each `turned` if it stands on a page on its side.

    Short text goes with the table or picture that it stands before, and at the end with the one that it follows.
    """
    turned: list[BlockContent] = []
    waiting: list[BlockContent] = []
    last = False
    for block in blocks:
        waiting.append(block)
        if not _is_short_text(block):
            last = block.wide
            turned.extend(replace(one, turned=last) for one in waiting)
            waiting = []
    return (*turned, *(replace(one, turned=last) for one in waiting))


def _is_short_text(block: BlockContent) -> bool:
    if block.kind not in ("paragraph", "list"):
        return False
    return sum(len(claim.claim.text) for run in block.block.runs for claim in run) <= _LONG_TEXT
