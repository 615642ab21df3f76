"""A row of the claim ledger as the cells of a table, in rich text: PDF, Word and Markdown print the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.richtext import Effect, RichText, Styled, Text
from bmreport_plugins.exporters.ledger_content import shortened

if TYPE_CHECKING:
    from bmreport_plugins.exporters.ledger_content import CheckContent, LedgerRow, SourceContent

__all__ = ["LEDGER_HEADINGS", "LedgerCells", "check_line", "ledger_cells", "verdict_text"]

LEDGER_HEADINGS = ("No.", "Statement", "Verdict", "Passages", "Checks")
_LONGEST_STATEMENT = 180


@dataclass(frozen=True)
class LedgerCells:
    """Each cell in lines; the cells follow `LEDGER_HEADINGS`."""

    number: RichText
    statement: RichText
    verdict: RichText
    passages: tuple[RichText, ...]
    checks: tuple[RichText, ...]


def ledger_cells(row: LedgerRow) -> LedgerCells:
    """The cells of one row; a long statement is cut at a word, as the whole of it stands in the text."""
    verdict: RichText = (Text(verdict_text(row)),)
    return LedgerCells(
        number=(Text(str(row.number)),),
        statement=(Text(shortened(row.text, _LONGEST_STATEMENT)),),
        verdict=(Styled(Effect.BOLD, verdict),) if row.mark else verdict,
        passages=tuple(line for source in row.sources for line in _source_lines(source)),
        checks=tuple((Styled(Effect.BOLD, (Text(check.name),)), Text(f" {check_line(check)}")) for check in row.checks),
    )


def verdict_text(row: LedgerRow) -> str:
    """The verdict after the mark that its sentence bears."""
    return f"{row.mark} {row.verdict_name}" if row.mark else row.verdict_name


def check_line(check: CheckContent) -> str:
    """What stands after the name of a check."""
    return f"{check.verdict_name.lower()}: {check.text}" if check.text else check.verdict_name.lower()


def _source_lines(source: SourceContent) -> list[RichText]:
    words: list[RichText] = [(Text(f"“{quote}”"),) for quote in source.quotes]
    label: RichText = (Text(f"{source.label} "),) if source.label else ()
    return [*words, (Styled(Effect.ITALIC, (*label, *source.title)),)]
