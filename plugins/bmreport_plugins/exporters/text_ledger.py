"""The claim ledger as plain text: a numbered block for each claim, as five columns have no room on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.richtext import to_plain
from bmreport_plugins.exporters.ledger_cells import check_line, ledger_cells, verdict_text
from bmreport_plugins.exporters.text_leaf import to_text, visible
from bmreport_plugins.exporters.text_wrap import wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bmreport_plugins.exporters.ledger_content import LedgerRow

__all__ = ["ledger_lines"]

_INDENT = "   "


def ledger_lines(rows: Sequence[LedgerRow], width: int) -> list[str]:
    """Lines of the whole ledger; nothing without rows."""
    lines: list[str] = []
    for row in rows:
        lines.extend(["", *_block(row, width)] if lines else _block(row, width))
    return lines


def _block(row: LedgerRow, width: int) -> Iterator[str]:
    cells = ledger_cells(row)
    statement = visible(f"{verdict_text(row)}: {to_plain(cells.statement)}")
    yield from wrap(statement, width, first=f"{row.number}. ", indent=_INDENT)
    for source in row.sources:
        for quote in source.quotes:
            yield from wrap(visible(f"“{quote}”"), width, first=_INDENT, indent=_INDENT)
        title = visible(f"Source: {source.label} ") if source.label else "Source: "
        yield from wrap(f"{title}{to_text(source.title)}", width, first=_INDENT, indent=f"{_INDENT}  ")
    for check in row.checks:
        said = visible(f"{check.name} {check_line(check)}")
        yield from wrap(said, width, first=f"{_INDENT}- ", indent=f"{_INDENT}  ")
