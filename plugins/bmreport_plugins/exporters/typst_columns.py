"""The columns of a table as Typst: how wide they are, and how small their type is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.exporters.table_columns import GREAT_MANY, MANY, TableColumns, column_count

if TYPE_CHECKING:
    from bmreport.rendering import RenderedTable

__all__ = ["ColumnLook", "column_look"]

# Characters in a line of a table, by what its page and its number of columns make of its type.
_LINE, _SMALL_LINE, _TURNED_LINE, _TINY_LINE = 106, 116, 181, 200
_SMALL, _TINY = "set text(size: 0.91em)\n", "set text(size: 0.82em)\n"


@dataclass(frozen=True)
class ColumnLook:
    """The columns' shares of the width, and rules for their type, each on a line of its own."""

    widths: str
    rules: str


def column_look(table: RenderedTable, *, turned: bool) -> ColumnLook:
    """For a page upright or turned on its side."""
    count = column_count(table)
    line, size = _LINE, ""
    if count >= MANY:
        line, size = (_TURNED_LINE if turned else _SMALL_LINE), _SMALL
    if turned and count >= GREAT_MANY:
        line, size = _TINY_LINE, _TINY
    columns = TableColumns(table)
    shares = columns.shares(line)
    return ColumnLook(", ".join(f"{share}fr" for share in shares), size + _undivided(columns.roomy(shares)))


def _undivided(columns: list[int]) -> str:
    """No word is divided in these columns but in their headings."""
    if not columns:
        return ""
    rules = [f"show table.cell.where(x: {place}): set text(hyphenate: false)\n" for place in columns]
    return "".join([*rules, "show table.cell.where(y: 0): set text(hyphenate: true)\n"])
