"""The rows of the claim ledger as Typst, whose look is the template's business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.richtext import to_plain
from bmreport_plugins.exporters.ledger_cells import ledger_cells
from bmreport_plugins.exporters.typst_markup import TypstMarkup
from bmreport_plugins.exporters.typst_run import run_typst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.richtext import RichText
    from bmreport.richtext.typst import TypstOptions
    from bmreport_plugins.exporters.ledger_content import LedgerRow

__all__ = ["LedgerRowView", "ledger_rows"]

# A row of so many characters in its widest column, or half as many in the narrow one of the checks, fits on any page.
_LONGEST_UNCUT = 800


@dataclass(frozen=True)
class LedgerRowView:
    """A claim as Typst; a row that is not `breakable` stays on one page."""

    number: int
    statement: TypstMarkup
    verdict: TypstMarkup
    fails: bool
    passages: TypstMarkup
    checks: TypstMarkup
    breakable: bool


def ledger_rows(rows: Sequence[LedgerRow], options: TypstOptions) -> tuple[LedgerRowView, ...]:
    """What the template prints of each row."""
    return tuple(_row(row, options) for row in rows)


def _row(row: LedgerRow, options: TypstOptions) -> LedgerRowView:
    cells = ledger_cells(row)

    def typst(*lines: RichText) -> TypstMarkup:
        return TypstMarkup("\n\n".join(run_typst(line, options) for line in lines))

    return LedgerRowView(
        number=row.number,
        statement=typst(cells.statement),
        verdict=typst(cells.verdict),
        fails=row.verdict.fails,
        passages=typst(*cells.passages),
        checks=typst(*cells.checks),
        breakable=max(_length(cells.passages), 2 * _length(cells.checks)) > _LONGEST_UNCUT,
    )


def _length(lines: Sequence[RichText]) -> int:
    return sum(len(to_plain(line)) + 20 for line in lines)
