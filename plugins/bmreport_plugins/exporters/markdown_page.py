"""The parts of a report as Markdown, and what a template may call."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmreport.rendering import RenderedClaim, RenderedTable, sentences
from bmreport.richtext import Effect, Styled, Text, joined, to_plain
from bmreport.richtext.markdown import Markdown, escape_markdown, to_markdown
from bmreport_plugins.exporters.ledger_cells import LEDGER_HEADINGS, LedgerCells, ledger_cells
from bmreport_plugins.exporters.markdown_figure import figure_markdown
from bmreport_plugins.exporters.report_content import counted, finding_text, shown_figures, step_text
from bmreport_plugins.exporters.templating import render_template

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bmreport.richtext import RichText
    from bmreport_plugins.exporters.ledger_content import LedgerRow
    from bmreport_plugins.exporters.report_content import ReferenceContent, ReportContent

_TEMPLATE = "report.md.j2"


@dataclass(frozen=True)
class MarkdownSetup:
    """What the person who makes the text chooses."""

    anchors: bool = True
    other_links: bool = False
    embed: bool = True
    """Whether pictures are part of the text."""


def page(content: ReportContent, setup: MarkdownSetup, template: Path | None) -> str:
    """The whole text. Raises TemplateError naming file and line."""
    writer = _Writer(content, setup)
    context: dict[str, Any] = {
        "report": content,
        "md": writer.line,
        "run": writer.run,
        "bold": _bold,
        "table": writer.table,
        "picture": figure_markdown,
        "reference_list": writer.reference_list,
        "ledger_table": _ledger_table,
        "figures": shown_figures,
        "finding": finding_text,
        "step_text": step_text,
        "counted": counted,
    }
    text = render_template(_TEMPLATE, template, context, escape_markdown, Markdown)
    return text.strip("\n") + "\n"


def _bold(text: str) -> Markdown:
    return to_markdown((Styled(Effect.BOLD, (Text(text),)),))


def _ledger_table(rows: Sequence[LedgerRow]) -> Markdown:
    """A pipe table, whose cells are one line each."""
    return _pipe_table(
        [
            LEDGER_HEADINGS,
            *([to_markdown(_on_one_line(lines), in_cell=True) for lines in _lines(ledger_cells(row))] for row in rows),
        ]
    )


def _lines(cells: LedgerCells) -> tuple[Sequence[RichText], ...]:
    return ([cells.number], [cells.statement], [cells.verdict], cells.passages, cells.checks)


def _on_one_line(lines: Sequence[RichText]) -> RichText:
    out: list[RichText] = []
    for line in lines:
        out.extend([(Text(" · "),), line] if out else [line])
    return joined(out)


def _pipe_table(rows: Sequence[Sequence[str]]) -> Markdown:
    """Rows of cells that are Markdown already, the first the heading (GitHub Flavored Markdown, "Tables")."""
    first, *rest = (f"| {' | '.join(row)} |" for row in rows)
    return Markdown("\n".join([first, "|" + " --- |" * len(rows[0]), *rest]))


class _Writer:
    """Parts of one report; ids of references come from outside and may hold anything, so anchors are counted."""

    def __init__(self, content: ReportContent, setup: MarkdownSetup) -> None:
        self._setup = setup
        listed = (*content.references, *content.further_reading)
        self._anchors = {entry.reference.id: f"ref-{place}" for place, entry in enumerate(listed, start=1)}
        self._links = self._anchors if setup.anchors else {}

    def line(self, rich: RichText) -> Markdown:
        """Rich text as one block of inline Markdown."""
        return to_markdown(rich, self._links)

    def run(self, claims: tuple[RenderedClaim, ...]) -> Markdown:
        """Sentences with their cites."""
        return to_markdown(sentences(claims), self._links)

    def table(self, block: RenderedTable) -> Markdown:
        """Header and rows as a pipe table."""
        width = max(len(row) for row in (block.header, *block.rows))
        return _pipe_table([self._row(row, width) for row in (block.header, *block.rows)])

    def reference_list(self, entries: Sequence[ReferenceContent]) -> Markdown:
        """The list as an ordered list where the style counts `1.`, `2.` …, else as paragraphs."""
        labels = [to_plain(entry.label).strip() for entry in entries]
        first = re.fullmatch(r"([0-9]{1,6})\.", labels[0]) if labels else None
        start = int(first[1]) if first else 0
        if first and labels == [f"{start + place}." for place in range(len(labels))]:
            return Markdown(
                "\n".join(f"{label} {self._entry(entry)}" for label, entry in zip(labels, entries, strict=True))
            )
        paragraphs = [
            f"{self.line(entry.label)} {self._entry(entry)}" if entry.label else self._entry(entry) for entry in entries
        ]
        return Markdown("\n\n".join(paragraphs))

    def _row(self, row: tuple[tuple[RenderedClaim, ...], ...], width: int) -> list[str]:
        cells: list[str] = [to_markdown(sentences(cell), self._links, in_cell=True) for cell in row]
        return [*cells, *[""] * (width - len(cells))]

    def _entry(self, entry: ReferenceContent) -> str:
        parts = [f'<a id="{self._anchors[entry.reference.id]}"></a>' if self._setup.anchors else ""]
        parts.append(self.line(entry.body))
        if entry.reference.retracted:
            parts.append(" **Retracted.**")
        if self._setup.other_links:
            parts.extend(f" [{escape_markdown(link.label)}]({link.href})" for link in entry.other_links)
        return "".join(parts)
