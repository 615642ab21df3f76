"""A report as pandoc's document tree, in the order of every layout; pandoc's writers make Word and others of it.

Paragraphs carry `custom-style` for Word, and classes and identifiers for the writers that have no styles. Identifiers
are legal names of Word bookmarks: `ref_3` is an entry of the list, `cite_7` a pointer in the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport.rendering import RenderedClaim, RenderedList, RenderedParagraph, RenderedTable, sentences
from bmreport.richtext import RichText, Text, to_plain
from bmreport.richtext.direction import first_strong
from bmreport_plugins.exporters.pandoc_ast import (
    AstOptions,
    Block,
    Inline,
    block_quote,
    bullet_list,
    cite_id,
    div,
    document,
    header,
    inlines,
    link,
    para,
    plain,
    span,
    strong,
    table,
    text_inlines,
)
from bmreport_plugins.exporters.pandoc_ledger import ledger_table
from bmreport_plugins.exporters.report_content import (
    BlockContent,
    ReferenceContent,
    ReportContent,
    SectionContent,
    counted,
    finding_text,
    shown_figures,
    step_text,
)

if TYPE_CHECKING:
    from bmreport.models import Finding, Grade
    from bmreport_plugins.exporters.evidence_content import DocumentEvidence

BODY = "Body Text"
LIST_ITEM = "Compact"
SUMMARY = "Summary Box"
SUMMARY_TERM = "Summary Term"
BIBLIOGRAPHY = "Bibliography"
BIBLIOGRAPHY_FLUSH = "Bibliography Flush"
TABLE_NOTE = "Table Note"
METADATA = "Report Metadata"
SOURCE_LINE = "Evidence Source"
RETRACTED = "Retracted"
BACK_LINK = "Back Link"
WARNING = "Warning Box"
LEDGER_CELL = "Ledger Cell"


def report_document(
    content: ReportContent, *, identifier_links: bool = False, back_links: bool = True
) -> dict[str, Any]:
    """The tree for `pandoc -f json`.

    With `identifier_links`, links to DOI, PubMed and PMC follow a reference that does not print them; with
    `back_links`, links to the places where it is cited.
    """
    listed = (*content.references, *content.further_reading)
    reference_ids = {entry.reference.id: f"ref_{place}" for place, entry in enumerate(listed, start=1)}
    build = _Builder(
        content, AstOptions(reference_ids, content.direction), identifier_links=identifier_links, back_links=back_links
    )
    meta: dict[str, list[Inline] | str] = {
        "title": build.text(content.title),
        "date": build.text(content.byline),
        "lang": content.language,
        "dir": content.direction if content.direction == "rtl" else "",
    }
    return document(build.blocks(), meta)


class _Builder:
    """The parts of one report as blocks."""

    def __init__(
        self, content: ReportContent, options: AstOptions, *, identifier_links: bool, back_links: bool
    ) -> None:
        self._content = content
        self._options = options
        self._identifier_links = identifier_links
        self._back_links = back_links

    def blocks(self) -> list[Block]:
        content = self._content
        return [
            *self._warning(),
            *self._summary(),
            *(block for place, section in enumerate(content.body, start=1) for block in self._section(section, place)),
            *self._references("References", "references", content.references),
            *self._references("Further reading", "further_reading", content.further_reading),
            *self._methodology(),
            *self._checks(),
            *self._metadata(),
            *self._ledger(),
            *self._evidence(),
        ]

    # -- leaves ----------------------------------------------------------------------------------------------

    def text(self, text: str) -> list[Inline]:
        return text_inlines(text, self._options.direction)

    def _para(self, rich: RichText, style: str = BODY, name: str = "") -> Block:
        """A paragraph in the direction of its own first letter; `name` is what it begins with, in bold."""
        direction = self._direction(name + to_plain(rich))
        start = [strong(text_inlines(name, direction))] if name else []
        return self._directed([para([*start, *inlines(rich, self._options, direction)])], direction, style)

    def _label(self, text: str, style: str) -> Block:
        """Words of ours, in the direction of the document."""
        return div([para(self.text(text))], custom_style=style)

    def _direction(self, text: str) -> str:
        return first_strong(text) or self._options.direction

    def _directed(self, blocks: list[Block], direction: str, style: str = "") -> Block:
        return div(blocks, custom_style=style, dir=direction if direction != self._options.direction else "")

    def _label_heading(self, text: str, identifier: str) -> Block:
        return header(1, self.text(text), identifier)

    def _heading(self, content: list[Inline], text: str, identifier: str = "", level: int = 1) -> Block:
        """A heading of the report's own, in the direction of its first letter."""
        direction = self._direction(text)
        made = header(level, content, identifier)
        return made if direction == self._options.direction else self._directed([made], direction)

    # -- the summary box -------------------------------------------------------------------------------------

    def _warning(self) -> list[Block]:
        ledger = self._content.ledger
        if ledger is None or not ledger.warning:
            return []
        return [self._para((Text(f" {ledger.warning_line}"),), WARNING, name="Warning.")]

    def _summary(self) -> list[Block]:
        content = self._content
        lead = content.lead
        title = lead[0].heading if lead and lead[0].heading else "Summary"
        inside = [self._label("Question", SUMMARY_TERM), self._para((Text(content.question),), SUMMARY)]
        for place, section in enumerate(lead):
            if place == 0:
                inside.append(self._label("Short answer", SUMMARY_TERM))
            elif section.heading:
                inside.append(self._para((Text(section.heading),), SUMMARY_TERM))
            for block in section.blocks:
                inside.extend(self._block(block, SUMMARY))
        for grade in content.grades:
            inside.extend(self._grade(grade))
        if not content.grades and content.strength:
            strength = self._para((Text(content.strength),), SUMMARY)
            inside.extend([self._label("Evidence strength", SUMMARY_TERM), strength])
        if content.ledger is not None:
            lines = (content.ledger.grounding, content.ledger.legend_line)
            inside.append(self._label("Grounding", SUMMARY_TERM))
            inside.extend(self._para((Text(line),), SUMMARY) for line in lines if line)
        heading = self._heading(self.text(title), title, "summary")
        return [heading, div(inside, classes=("summary-box",))]

    def _grade(self, grade: Grade) -> list[Block]:
        name = f"Evidence strength: {grade.outcome}" if grade.outcome else "Evidence strength"
        scale = f" (scale: {', '.join(grade.levels)})" if grade.levels else ""
        figures = "; ".join(f"{key}: {value}" for key, value in shown_figures(grade))
        return [
            self._label(name, SUMMARY_TERM),
            self._para((Text(scale),), SUMMARY, name=grade.label),
            self._para((Text(grade.reason),), SUMMARY),
            *([self._para((Text(figures),), SUMMARY)] if figures else []),
        ]

    # -- sections --------------------------------------------------------------------------------------------

    def _section(self, section: SectionContent, place: int) -> list[Block]:
        title = section.heading
        heading = [self._heading(self.text(title), title, f"section_{place}")] if title else []
        return [*heading, *(block for part in section.blocks for block in self._block(part, BODY))]

    def _block(self, part: BlockContent, style: str) -> list[Block]:
        block = part.block
        if isinstance(block, RenderedParagraph):
            return [self._para(block.content, style)]
        if isinstance(block, RenderedList):
            item_style = style if style != BODY else LIST_ITEM
            return [bullet_list([[self._para(sentences(item), item_style)] for item in block.items])]
        return self._table(block, part.number)

    def _table(self, block: RenderedTable, number: int) -> list[Block]:
        about = sentences(block.caption)
        caption = [strong(self.text(f"Table {number}.")), {"t": "Space"}, *inlines(about, self._options)]
        made = table(
            caption,
            [self._cell(cell) for cell in block.header] if any(block.header) else [],
            [[self._cell(cell) for cell in row] for row in block.rows],
            f"table_{number}",
        )
        return [made, *(self._para(sentences(footnote), TABLE_NOTE) for footnote in block.footnotes)]

    def _cell(self, claims: tuple[RenderedClaim, ...]) -> list[Block]:
        rich = sentences(claims)
        if not rich:
            return []
        direction = self._direction(to_plain(rich))
        content = plain(inlines(rich, self._options, direction))
        return [content if direction == self._options.direction else self._directed([content], direction)]

    # -- references ------------------------------------------------------------------------------------------

    def _references(self, title: str, name: str, entries: tuple[ReferenceContent, ...]) -> list[Block]:
        if not entries:
            return []
        # Only one part may be pandoc's `refs`; the classes are those of its citeproc.
        identifier = "refs" if name == "references" else f"{name}_list"
        classes = ("references", "csl-bib-body", *(("hanging-indent",) if self._content.hanging_indent else ()))
        return [self._label_heading(title, name), div([self._entry(entry) for entry in entries], identifier, classes)]

    def _entry(self, entry: ReferenceContent) -> Block:
        direction = self._direction(to_plain(entry.body))
        body = inlines(entry.body, self._options, direction)
        if entry.reference.retracted:
            body = [*body, {"t": "Space"}, span([strong(self.text("Retracted."))], custom_style=RETRACTED)]
        if entry.other_links and self._identifier_links:
            body = [*body, *self._other_links(entry)]
        if entry.occurrences and self._back_links:
            body = [*body, *self._links_back(entry.occurrences)]
        if entry.label:
            label = span(inlines(entry.label, self._options, direction), classes=("csl-left-margin",))
            body = [label, span(body, classes=("csl-right-inline",))]
        flush = not entry.label and not self._content.hanging_indent
        directed = self._directed([para(body)], direction, BIBLIOGRAPHY_FLUSH if flush else BIBLIOGRAPHY)
        return div([directed], self._options.reference_ids[entry.reference.id], ("csl-entry",))

    def _other_links(self, entry: ReferenceContent) -> list[Inline]:
        out: list[Inline] = []
        for place in entry.other_links:
            out.extend([{"t": "Space"}, link(self.text(place.label), place.href)])
        return out

    def _links_back(self, occurrences: tuple[int, ...]) -> list[Inline]:
        marks = [f"↑{place}" for place in range(1, len(occurrences) + 1)] if len(occurrences) > 1 else ["↑"]
        out: list[Inline] = []
        for mark, occurrence in zip(marks, occurrences, strict=True):
            out.append({"t": "Space"})
            out.append(link([span([{"t": "Str", "c": mark}], custom_style=BACK_LINK)], f"#{cite_id(occurrence)}"))
        return out

    # -- what follows the references -------------------------------------------------------------------------

    def _methodology(self) -> list[Block]:
        graded = [grade for grade in self._content.grades if grade.steps]
        if not self._content.methodology and not graded and not self._content.left_out:
            return []
        out = [self._label_heading("Methodology", "methodology")]
        out.extend(self._para((Text(paragraph),)) for paragraph in self._content.methodology)
        for grade in graded:
            outcome = f", {grade.outcome}" if grade.outcome else ""
            out.append(header(2, self.text(f"How the evidence was graded: {grade.grader}{outcome}")))
            steps = [self._para((Text(step_text(step)),), LIST_ITEM, name=step.name) for step in grade.steps]
            out.append(bullet_list([[step] for step in steps]))
        return [*out, *self._left_out()]

    def _left_out(self) -> list[Block]:
        documents = self._content.left_out
        if not documents:
            return []
        passages = counted(self._content.left_out_count, "passage")
        items = [[self._para((*document.title, Text(f" ({document.citations})")), LIST_ITEM)] for document in documents]
        return [header(2, self.text(f"Read but not used: {passages}")), bullet_list(items)]

    def _checks(self) -> list[Block]:
        content = self._content
        if not content.checks and not content.remarks:
            return []
        out = [self._label_heading("Checks", "checks")]
        items = [[self._check(found)] for found in content.checks]
        out.extend([bullet_list(items)] if items else [])
        if content.remarks:
            remarks = counted(content.remarks, "remark")
            out.append(self._para((Text(f"{remarks} for the record: see the JSON export."),)))
        return out

    def _check(self, found: Finding) -> Block:
        text = f" {finding_text(found)} [{found.verifier}]"
        return self._para((Text(text),), LIST_ITEM, name=f"{found.severity.capitalize()}.")

    def _metadata(self) -> list[Block]:
        rows = [
            div([para([strong(self.text(f"{name}:")), *self.text(f" {value}")])], custom_style=METADATA)
            for name, value in self._content.metadata
        ]
        changes = [[self._para((Text(change),), LIST_ITEM)] for change in self._content.history]
        history = [header(2, self.text("History")), bullet_list(changes)] if changes else []
        return [self._label_heading("Report metadata", "metadata"), *rows, *history]

    def _ledger(self) -> list[Block]:
        ledger = self._content.ledger
        if ledger is None or not ledger.rows:
            return []
        made = ledger_table(ledger.rows, lambda rich: self._para(rich, LEDGER_CELL))
        return [self._label_heading("Claim ledger", "ledger"), made]

    def _evidence(self) -> list[Block]:
        if not self._content.evidence:
            return []
        out = [
            self._label_heading("Evidence", "evidence"),
            self._para((Text("The passages that were read. Underlined words are quoted in the report."),)),
        ]
        for found in self._content.evidence:
            out.extend(self._document_evidence(found))
        return out

    def _document_evidence(self, found: DocumentEvidence) -> list[Block]:
        title = [*(self.text(f"{found.label} ") if found.label else []), *inlines(found.title, self._options)]
        target = self._options.reference_ids.get(found.reference_id)
        linked = [link(title, f"#{target}")] if target else title
        out = [self._heading(linked, to_plain(found.title), level=2)]
        for passage in found.passages:
            direction = self._direction(passage.citation.passage)
            content: list[Inline] = []
            for text, quoted in passage.pieces:
                piece = text_inlines(text, direction)
                content.extend([{"t": "Underline", "c": piece}] if quoted else piece)
            out.append(self._directed([block_quote([para(content)])], direction))
            out.append(self._para((Text(passage.source_line),), SOURCE_LINE))
        return out
