"""The plain-text report: BMLibrarian's layout, section for section, with what a report has besides in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.rendering import RenderedFigure, RenderedList, RenderedParagraph, RenderedTable, sentences
from bmreport_plugins.exporters.report_content import (
    counted,
    finding_text,
    references_text,
    shown_figures,
    step_text,
)
from bmreport_plugins.exporters.text_box import boxed
from bmreport_plugins.exporters.text_leaf import to_text, visible
from bmreport_plugins.exporters.text_ledger import ledger_lines
from bmreport_plugins.exporters.text_table import text_table
from bmreport_plugins.exporters.text_wrap import display_width, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bmreport.models import Grade, Report
    from bmreport.rendering import RenderedClaim
    from bmreport_plugins.exporters.report_content import (
        BlockContent,
        ReferenceContent,
        ReportContent,
        SectionContent,
    )

_RULE = "-" * 20


def page(content: ReportContent, report: Report, *, width: int) -> str:
    """The whole text. A part that is empty is left out, with its heading."""
    layout = _Layout(width)
    parts = [
        layout.head(report),
        layout.grounding(content),
        layout.answer((*content.lead, *content.body)),
        layout.part("NOTES", layout.notes(content)),
        layout.part("REFERENCES", layout.references(content.references)),
        layout.part("FURTHER READING", layout.references(content.further_reading)),
        layout.part("METHODOLOGY", layout.methodology(content), blank=False),
        layout.part("EVIDENCE GRADES", layout.grades(content.grades)),
        layout.part("CHECKS", layout.checks(content)),
        layout.part("CLAIM LEDGER", ledger_lines(content.ledger.rows, width) if content.ledger else []),
        layout.part("REPORT METADATA", layout.metadata(content, report), blank=False),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


class _Layout:
    """Parts as lists of lines."""

    def __init__(self, width: int) -> None:
        self._width = width

    def head(self, report: Report) -> list[str]:
        title = visible(report.title).strip(" ")
        question = visible(report.user_question).strip(" ")
        strength = visible(report.evidence_strength).strip(" ")
        return [
            *([title, ""] if title and title != question else []),
            f"Research Question: {question}".rstrip(" "),
            "=" * self._width,
            *(["", f"Evidence Strength: {strength}"] if strength else []),
        ]

    def grounding(self, content: ReportContent) -> list[str]:
        """What the report says of its own sentences; nothing where nobody judged them."""
        ledger = content.ledger
        if ledger is None:
            return []
        grounding = wrap(f"Grounding: {ledger.grounding}", self._width, indent="  ")
        warning = wrap(f"WARNING: {ledger.warning_line}", self._width, indent="  ") if ledger.warning else []
        legend = wrap(ledger.legend_line, self._width, first="  ", indent="  ") if ledger.legend else []
        return self._apart([lines for lines in (warning, [*grounding, *legend]) if lines])

    def part(self, heading: str, lines: list[str], *, blank: bool = True) -> list[str]:
        """A headed part; after some headings of BMLibrarian's stands a blank line, after others none."""
        return [heading, _RULE, *([""] if blank else []), *lines] if lines else []

    def answer(self, sections: Sequence[SectionContent]) -> list[str]:
        """The sections; headings only where there are several."""
        filled = [section for section in sections if section.blocks]
        blocks: list[list[str]] = []
        for section in filled:
            heading = visible(section.heading).strip(" ")
            if heading and len(filled) > 1:
                blocks.append([heading, "-" * min(display_width(heading), self._width)])
            blocks.extend(lines for block in section.blocks for lines in self._block(block))
        return self._apart(blocks)

    def notes(self, content: ReportContent) -> list[str]:
        return [f"[{note.number}] {to_text(note.children)}" for note in content.notes]

    def references(self, entries: Sequence[ReferenceContent]) -> list[str]:
        return [self._reference(entry) for entry in entries]

    def methodology(self, content: ReportContent) -> list[str]:
        blocks = [wrap(visible(text), self._width) for text in content.methodology]
        if content.left_out:
            title = f"Read but not used: {counted(content.left_out_count, 'passage')}"
            items = [line for one in content.left_out for line in self._item(visible(one.line))]
            blocks.append([title, *items])
        return self._apart(blocks)

    def grades(self, grades: Sequence[Grade]) -> list[str]:
        return self._apart([list(self._grade(grade)) for grade in grades])

    def checks(self, content: ReportContent) -> list[str]:
        found = [f"{one.severity.capitalize()}: {finding_text(one)} [{one.verifier}]" for one in content.checks]
        return [line for text in found for line in self._item(visible(text))]

    def metadata(self, content: ReportContent, report: Report) -> list[str]:
        strength = visible(report.evidence_strength).strip(" ")
        return [
            f"Generated: {content.created:%Y-%m-%d %H:%M:%S} UTC",
            f"Citations analyzed: {report.citation_count}",
            f"Unique references: {references_text(report)}",
            *([f"Evidence strength: {strength}"] if strength else []),
            *([f"Grounding: {content.ledger.grounding}"] if content.ledger else []),
            *(["History:"] if content.history else []),
            *(line for change in content.history for line in self._item(visible(change))),
        ]

    # -- blocks ----------------------------------------------------------------------------------------------

    def _block(self, content: BlockContent) -> Iterator[list[str]]:
        """One block as runs of lines between which a blank line stands."""
        block = content.block
        if isinstance(block, RenderedParagraph):
            yield wrap(_run(block.claims), self._width)
        elif isinstance(block, RenderedList):
            yield [line for item in block.items for line in self._item(_run(item))]
        elif isinstance(block, RenderedFigure):
            yield from self._figure(content, block)
        else:
            yield from self._table(block, content.number)

    def _table(self, table: RenderedTable, number: int) -> Iterator[list[str]]:
        yield wrap(f"Table {number}. {_run(table.caption)}", self._width)
        header = [_run(cell) for cell in table.header]
        yield text_table(header, [[_run(cell) for cell in row] for row in table.rows], self._width)
        if table.footnotes:
            yield [line for footnote in table.footnotes for line in wrap(_run(footnote), self._width)]

    def _figure(self, content: BlockContent, figure: RenderedFigure) -> Iterator[list[str]]:
        """The caption, and the words that stand for the picture in a box."""
        yield wrap(f"Figure {content.number}. {_run(figure.caption)}", self._width)
        if content.picture is not None:
            yield boxed(visible(content.picture.alt), self._width)
        if figure.notes:
            yield [line for note in figure.notes for line in wrap(_run(note), self._width)]

    def _item(self, text: str) -> list[str]:
        return wrap(text, self._width, first="- ", indent="  ")

    def _grade(self, grade: Grade) -> Iterator[str]:
        scale = f" (scale: {', '.join(grade.levels)})" if grade.levels else ""
        outcome = f", {grade.outcome}" if grade.outcome else ""
        symbol = f" {grade.symbol}" if grade.symbol else ""
        yield from wrap(visible(f"{grade.grader}{outcome}: {grade.label}{symbol}{scale}"), self._width)
        yield from wrap(visible(grade.reason), self._width, first="  ", indent="  ")
        for step in grade.steps:
            yield from wrap(visible(f"{step.name}{step_text(step)}"), self._width, first="  - ", indent="    ")
        for name, value in shown_figures(grade):
            yield from wrap(visible(f"{name}: {value}"), self._width, first="  ", indent="    ")

    def _reference(self, entry: ReferenceContent) -> str:
        parts = [to_text(entry.label), to_text(entry.body), "[Retracted]" if entry.reference.retracted else ""]
        return " ".join(part for part in parts if part)

    @staticmethod
    def _apart(blocks: list[list[str]]) -> list[str]:
        lines: list[str] = []
        for block in blocks:
            lines.extend(["", *block] if lines else block)
        return lines


def _run(claims: tuple[RenderedClaim, ...]) -> str:
    return to_text(sentences(claims))
