"""A report as pandoc's document tree, in the order of every layout; pandoc's writers make Word and others of it.

Paragraphs carry `custom-style` for Word, and classes and identifiers for the writers that have no styles. Identifiers
are legal names of Word bookmarks: `ref_3` is an entry of the list, `cite_7` a pointer in the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport.richtext import Text, to_plain
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
    span,
    strong,
    text_inlines,
)
from bmreport_plugins.exporters.pandoc_leaf import Leaf
from bmreport_plugins.exporters.pandoc_ledger import ledger_table
from bmreport_plugins.exporters.pandoc_sections import LIST_ITEM, SectionBlocks
from bmreport_plugins.exporters.report_content import (
    ReferenceContent,
    ReportContent,
    counted,
    finding_text,
    shown_figures,
    step_text,
)

if TYPE_CHECKING:
    from bmreport.models import Finding, Grade
    from bmreport_plugins.exporters.evidence_content import DocumentEvidence

SUMMARY = "Summary Box"
SUMMARY_TERM = "Summary Term"
BIBLIOGRAPHY = "Bibliography"
BIBLIOGRAPHY_FLUSH = "Bibliography Flush"
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
    options = AstOptions(reference_ids, content.direction)
    leaf = Leaf(options)
    build = _Builder(content, options, leaf, identifier_links=identifier_links, back_links=back_links)
    meta: dict[str, list[Inline] | str] = {
        "title": leaf.text(content.title),
        "date": leaf.text(content.byline),
        "lang": content.language,
        "dir": content.direction if content.direction == "rtl" else "",
    }
    return document(build.blocks(), meta)


class _Builder:
    """The parts of one report as blocks."""

    def __init__(
        self, content: ReportContent, options: AstOptions, leaf: Leaf, *, identifier_links: bool, back_links: bool
    ) -> None:
        self._content = content
        self._options = options
        self._leaf = leaf
        self._sections = SectionBlocks(leaf, options)
        self._identifier_links = identifier_links
        self._back_links = back_links

    def blocks(self) -> list[Block]:
        content = self._content
        return [
            *self._warning(),
            *self._summary(),
            *self._sections.blocks(content.body),
            *self._references("References", "references", content.references),
            *self._references("Further reading", "further_reading", content.further_reading),
            *self._methodology(),
            *self._checks(),
            *self._metadata(),
            *self._ledger(),
            *self._evidence(),
        ]

    # -- the summary box -------------------------------------------------------------------------------------

    def _warning(self) -> list[Block]:
        ledger = self._content.ledger
        if ledger is None or not ledger.warning:
            return []
        return [self._leaf.para((Text(f" {ledger.warning_line}"),), WARNING, name="Warning.")]

    def _summary(self) -> list[Block]:
        content = self._content
        lead = content.lead
        title = lead[0].heading if lead and lead[0].heading else "Summary"
        inside = [self._leaf.label("Question", SUMMARY_TERM), self._leaf.para((Text(content.question),), SUMMARY)]
        for place, section in enumerate(lead):
            if place == 0:
                inside.append(self._leaf.label("Short answer", SUMMARY_TERM))
            elif section.heading:
                inside.append(self._leaf.para((Text(section.heading),), SUMMARY_TERM))
            for block in section.blocks:
                inside.extend(self._sections.block(block, SUMMARY))
        for grade in content.grades:
            inside.extend(self._grade(grade))
        if not content.grades and content.strength:
            strength = self._leaf.para((Text(content.strength),), SUMMARY)
            inside.extend([self._leaf.label("Evidence strength", SUMMARY_TERM), strength])
        if content.ledger is not None:
            lines = (content.ledger.grounding, content.ledger.legend_line)
            inside.append(self._leaf.label("Grounding", SUMMARY_TERM))
            inside.extend(self._leaf.para((Text(line),), SUMMARY) for line in lines if line)
        heading = self._leaf.heading(self._leaf.text(title), title, "summary")
        return [heading, div(inside, classes=("summary-box",))]

    def _grade(self, grade: Grade) -> list[Block]:
        name = f"Evidence strength: {grade.outcome}" if grade.outcome else "Evidence strength"
        symbol = f" {grade.symbol}" if grade.symbol else ""
        scale = f" (scale: {', '.join(grade.levels)})" if grade.levels else ""
        figures = "; ".join(f"{key}: {value}" for key, value in shown_figures(grade))
        return [
            self._leaf.label(name, SUMMARY_TERM),
            self._leaf.para((Text(f"{symbol}{scale}"),), SUMMARY, name=grade.label),
            self._leaf.para((Text(grade.reason),), SUMMARY),
            *([self._leaf.para((Text(figures),), SUMMARY)] if figures else []),
        ]

    # -- references ------------------------------------------------------------------------------------------

    def _references(self, title: str, name: str, entries: tuple[ReferenceContent, ...]) -> list[Block]:
        if not entries:
            return []
        # Only one part may be pandoc's `refs`; the classes are those of its citeproc.
        identifier = "refs" if name == "references" else f"{name}_list"
        classes = ("references", "csl-bib-body", *(("hanging-indent",) if self._content.hanging_indent else ()))
        listed = [self._entry(entry) for entry in entries]
        return [self._leaf.label_heading(title, name), div(listed, identifier, classes)]

    def _entry(self, entry: ReferenceContent) -> Block:
        direction = self._leaf.direction(to_plain(entry.body))
        body = inlines(entry.body, self._options, direction)
        if entry.reference.retracted:
            body = [*body, {"t": "Space"}, span([strong(self._leaf.text("Retracted."))], custom_style=RETRACTED)]
        if entry.other_links and self._identifier_links:
            body = [*body, *self._other_links(entry)]
        if entry.occurrences and self._back_links:
            body = [*body, *self._links_back(entry.occurrences)]
        if entry.label:
            label = span(inlines(entry.label, self._options, direction), classes=("csl-left-margin",))
            body = [label, span(body, classes=("csl-right-inline",))]
        flush = not entry.label and not self._content.hanging_indent
        directed = self._leaf.directed([para(body)], direction, BIBLIOGRAPHY_FLUSH if flush else BIBLIOGRAPHY)
        return div([directed], self._options.reference_ids[entry.reference.id], ("csl-entry",))

    def _other_links(self, entry: ReferenceContent) -> list[Inline]:
        out: list[Inline] = []
        for place in entry.other_links:
            out.extend([{"t": "Space"}, link(self._leaf.text(place.label), place.href)])
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
        out = [self._leaf.label_heading("Methodology", "methodology")]
        out.extend(self._leaf.para((Text(paragraph),)) for paragraph in self._content.methodology)
        for grade in graded:
            outcome = f", {grade.outcome}" if grade.outcome else ""
            out.append(header(2, self._leaf.text(f"How the evidence was graded: {grade.grader}{outcome}")))
            steps = [self._leaf.para((Text(step_text(step)),), LIST_ITEM, name=step.name) for step in grade.steps]
            out.append(bullet_list([[step] for step in steps]))
        return [*out, *self._left_out()]

    def _left_out(self) -> list[Block]:
        documents = self._content.left_out
        if not documents:
            return []
        passages = counted(self._content.left_out_count, "passage")
        lines = [(*document.title, Text(f" ({document.citations})")) for document in documents]
        items = [[self._leaf.para(line, LIST_ITEM)] for line in lines]
        return [header(2, self._leaf.text(f"Read but not used: {passages}")), bullet_list(items)]

    def _checks(self) -> list[Block]:
        content = self._content
        if not content.checks and not content.remarks:
            return []
        out = [self._leaf.label_heading("Checks", "checks")]
        items = [[self._check(found)] for found in content.checks]
        out.extend([bullet_list(items)] if items else [])
        if content.remarks:
            remarks = counted(content.remarks, "remark")
            out.append(self._leaf.para((Text(f"{remarks} for the record: see the JSON export."),)))
        return out

    def _check(self, found: Finding) -> Block:
        text = f" {finding_text(found)} [{found.verifier}]"
        return self._leaf.para((Text(text),), LIST_ITEM, name=f"{found.severity.capitalize()}.")

    def _metadata(self) -> list[Block]:
        rows = [
            div([para([strong(self._leaf.text(f"{name}:")), *self._leaf.text(f" {value}")])], custom_style=METADATA)
            for name, value in self._content.metadata
        ]
        changes = [[self._leaf.para((Text(change),), LIST_ITEM)] for change in self._content.history]
        history = [header(2, self._leaf.text("History")), bullet_list(changes)] if changes else []
        return [self._leaf.label_heading("Report metadata", "metadata"), *rows, *history]

    def _ledger(self) -> list[Block]:
        ledger = self._content.ledger
        if ledger is None or not ledger.rows:
            return []
        made = ledger_table(ledger.rows, lambda rich: self._leaf.para(rich, LEDGER_CELL))
        return [self._leaf.label_heading("Claim ledger", "ledger"), made]

    def _evidence(self) -> list[Block]:
        if not self._content.evidence:
            return []
        out = [
            self._leaf.label_heading("Evidence", "evidence"),
            self._leaf.para((Text("The passages that were read. Underlined words are quoted in the report."),)),
        ]
        for found in self._content.evidence:
            out.extend(self._document_evidence(found))
        return out

    def _document_evidence(self, found: DocumentEvidence) -> list[Block]:
        title = [*(self._leaf.text(f"{found.label} ") if found.label else []), *inlines(found.title, self._options)]
        target = self._options.reference_ids.get(found.reference_id)
        linked = [link(title, f"#{target}")] if target else title
        out = [self._leaf.heading(linked, to_plain(found.title), level=2)]
        for passage in found.passages:
            direction = self._leaf.direction(passage.citation.passage)
            content: list[Inline] = []
            for text, quoted in passage.pieces:
                piece = text_inlines(text, direction)
                content.extend([{"t": "Underline", "c": piece}] if quoted else piece)
            out.append(self._leaf.directed([block_quote([para(content)])], direction))
            out.append(self._leaf.para((Text(passage.source_line),), SOURCE_LINE))
        return out
