"""The claim ledger as a table of pandoc's document tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.richtext import RichText, Text
from bmreport_plugins.exporters.ledger_cells import LEDGER_HEADINGS, ledger_cells
from bmreport_plugins.exporters.pandoc_ast import Block, table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bmreport_plugins.exporters.ledger_content import LedgerRow

__all__ = ["ledger_table"]

_WIDTHS = (0.06, 0.26, 0.14, 0.32, 0.22)


def ledger_table(rows: Sequence[LedgerRow], paragraph: Callable[[RichText], Block]) -> Block:
    """A row for each claim; `paragraph` makes the paragraphs of the cells."""
    head = [[paragraph((Text(heading),))] for heading in LEDGER_HEADINGS]
    return table([], head, [_row(row, paragraph) for row in rows], "ledger_table", _WIDTHS)


def _row(row: LedgerRow, paragraph: Callable[[RichText], Block]) -> list[list[Block]]:
    cells = ledger_cells(row)
    lines = ([cells.number], [cells.statement], [cells.verdict], cells.passages, cells.checks)
    return [[paragraph(line) for line in cell] for cell in lines]
