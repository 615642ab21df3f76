"""What a laid-out report holds and in which order, before any format: HTML and Word are made from the same parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

from bmreport.models import Finding, Grade, GradeStep, Reference, Report, SectionKind, Severity
from bmreport.rendering import (
    RenderedBlock,
    RenderedFigure,
    RenderedList,
    RenderedParagraph,
    RenderedReference,
    RenderedReport,
    RenderedSection,
)
from bmreport.richtext import Note, RichText, Text, to_plain
from bmreport_plugins.exporters.evidence_content import DocumentEvidence, evidence_content
from bmreport_plugins.exporters.identifier_links import IdentifierLink, identifier_links, link_identifiers
from bmreport_plugins.exporters.ledger_content import LedgerContent, judged_sections
from bmreport_plugins.exporters.pictures import Picture, PictureKind, Pictures
from bmreport_plugins.exporters.report_record import LeftOutDocument, history_lines, left_out_documents
from bmreport_plugins.exporters.unit_spaces import with_kept_units
from bmreport_plugins.exporters.wide_blocks import is_wide_picture, is_wide_table, with_turns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MONTHS = [
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
]
# Languages written from right to left in their usual script.
_RTL_LANGUAGES = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"})
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True)
class BlockContent:
    """A block with what it is (`paragraph`, `list`, `table` or `figure`).

    Tables are numbered through the report from 1, and so are figures. A `wide` one stands better on a page on its side,
    and a `turned` block stands there, beside a wide one or as one.
    """

    kind: str
    block: RenderedBlock
    number: int = 0
    wide: bool = False
    turned: bool = False
    picture: Picture | None = None
    """What is shown of a figure; None for other blocks, and in formats that show no pictures."""


@dataclass(frozen=True)
class SectionContent:
    """A headed part; the heading may be empty."""

    heading: str
    kind: SectionKind
    blocks: tuple[BlockContent, ...]

    @property
    def starts_turned(self) -> bool:
        """Whether the section begins on a page on its side."""
        return bool(self.blocks) and self.blocks[0].turned


@dataclass(frozen=True)
class ReferenceContent:
    """One entry of a reference list, its identifiers made live; `other_links` are what the style does not print."""

    reference: Reference
    label: RichText
    body: RichText
    other_links: tuple[IdentifierLink, ...]
    occurrences: tuple[int, ...]


@dataclass(frozen=True)
class ReportContent:
    """The parts of a report in reading order; empty ones are left out by every layout."""

    title: str
    question: str
    date: str
    """Such as `15 June 2023`."""
    byline: str
    """Date and number of references in one line."""
    created: datetime
    language: str
    """A language tag (BCP 47)."""
    direction: str
    """`ltr` or `rtl`, that of the language."""
    lead: tuple[SectionContent, ...]
    strength: str
    grades: tuple[Grade, ...]
    body: tuple[SectionContent, ...]
    notes: tuple[Note, ...]
    references: tuple[ReferenceContent, ...]
    hanging_indent: bool
    further_reading: tuple[ReferenceContent, ...]
    methodology: tuple[str, ...]
    checks: tuple[Finding, ...]
    """Errors first, then warnings."""
    remarks: int
    """Findings that are only for the record and are not shown."""
    metadata: tuple[tuple[str, str], ...]
    evidence: tuple[DocumentEvidence, ...]
    ledger: LedgerContent | None
    """None in a report whose sentences nobody judged."""
    left_out: tuple[LeftOutDocument, ...]
    """Read but not used."""
    left_out_count: int
    """How many passages these are."""
    history: tuple[str, ...]
    """Changes made to the finished report, a line each."""

    @property
    def shows_pictures(self) -> bool:
        """Whether any figure is more than words."""
        blocks = (block for section in (*self.lead, *self.body) for block in section.blocks)
        return any(block.picture is not None and block.picture.is_shown for block in blocks)


def report_content(
    rendered: RenderedReport,
    *,
    passages: bool,
    keep_units: bool = False,
    ledger: bool = False,
    checks: bool = True,
    pictures: PictureKind | None = None,
) -> ReportContent:
    """The parts of a rendered report.

    With `passages` each citation's passage is among them, with `ledger` the rows of the claim ledger, with `checks`
    what the checks found. Sentences that their passages do not hold are marked in any case. `keep_units` is for formats
    that break lines: no line ends between a number and its unit. `pictures` says which ones a format shows, if any.
    """
    report = rendered.report
    language = _language(rendered.locale or report.locale)
    created = report.created_at.astimezone(UTC)
    references = tuple(_reference(entry) for entry in rendered.references)
    further = tuple(_reference(entry) for entry in rendered.further_reading)
    shown, faults = _pictures(rendered, pictures)
    found = _checks(rendered, faults) if checks else ()
    see = "Claim ledger" if ledger else "Checks" if found else ""
    judged, grounds = judged_sections(rendered, printed=ledger, see=see)
    sections = _sections(judged, shown, keep_units=keep_units)
    date = f"{created.day} {_MONTHS[created.month - 1]} {created.year}"
    return ReportContent(
        title=report.title.strip(" \t\r\n") or report.user_question,
        question=report.user_question,
        date=date,
        byline=" · ".join([date, *([counted(len(references), "reference")] if references else [])]),
        created=created,
        language=language,
        direction="rtl" if language.split("-")[0].lower() in _RTL_LANGUAGES else "ltr",
        lead=tuple(section for section in sections if section.kind is SectionKind.LEAD),
        strength=report.evidence_strength,
        grades=tuple(report.grades),
        body=tuple(section for section in sections if section.kind is not SectionKind.LEAD),
        notes=tuple(_notes(rendered.sections)),
        references=references,
        hanging_indent=rendered.hanging_indent,
        further_reading=further,
        methodology=_paragraphs(report.methodology_note),
        checks=found,
        remarks=sum(finding.severity is Severity.INFO for finding in report.findings) if checks else 0,
        metadata=_metadata(rendered, created, grounds),
        evidence=evidence_content(report, _labels((*references, *further))) if passages else (),
        ledger=grounds,
        left_out=left_out_documents(report),
        left_out_count=len(set(report.left_out)),
        history=history_lines(report.history),
    )


def step_text(step: GradeStep) -> str:
    """What was judged in one step of a grade, and why; follows the step's name."""
    judgement = f", {step.judgement}" if step.judgement else ""
    change = f" ({step.change:+d})" if step.change else ""
    return f"{judgement}{change}: {step.reason}"


def figure_name(name: str) -> str:
    """The name of a figure as people write it: `mean_relevance` is `mean relevance`."""
    return re.sub(r"(?<=[^\W_])_(?=[^\W_])", " ", name)


def figure_text(value: float | str) -> str:
    """A figure of a grade as people write it."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def shown_figures(grade: Grade) -> tuple[tuple[str, str], ...]:
    """Name and value of each figure, as people write them, but for numbers that the reason tells already."""
    named = [(figure_name(name), value) for name, value in grade.figures.items()]
    return tuple((name, figure_text(value)) for name, value in named if not _told(name, value, grade.reason))


def _told(name: str, value: float | str, reason: str) -> bool:
    if isinstance(value, str):
        return False
    written = {figure_text(value), *([f"{value:.2f}"] if isinstance(value, float) else [])}
    words = rf"(?<!\w){re.escape(name)}(?!\w)"
    numbers = rf"(?<![\w.])(?:{'|'.join(map(re.escape, written))})(?![\w%]|\.\d)"
    return bool(re.search(words, reason, re.IGNORECASE) and re.search(numbers, reason))


def references_text(report: Report) -> str:
    """How many documents the evidence comes from, and how many of them are cited where that is fewer.

    BMLibrarian lists every document; a report that quotes a part of them lists that part.
    """
    cited = len(report.references)
    if cited >= report.unique_documents:
        return str(report.unique_documents)
    return f"{report.unique_documents}, of which {cited} {'is' if cited == 1 else 'are'} cited"


def counted(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def finding_text(finding: Finding) -> str:
    """What was found, where, and what to do, as one line."""
    place = f"{finding.where}: " if finding.where else ""
    return f"{place}{finding.message}{f' ({finding.remedy})' if finding.remedy else ''}"


def _language(locale: str) -> str:
    tag = locale.replace("_", "-").strip()
    return tag if _LANGUAGE_TAG.fullmatch(tag) else "en"


def _pictures(rendered: RenderedReport, kind: PictureKind | None) -> tuple[list[Picture], list[Finding]]:
    """The pictures of all figures in reading order, and what is to be said of them; none for a format without."""
    if kind is None:
        return [], []
    figures = [one for section in rendered.sections for one in section.blocks if isinstance(one, RenderedFigure)]
    pictures = Pictures(kind)
    return [pictures.read(figure, number) for number, figure in enumerate(figures, start=1)], pictures.findings


def _sections(
    sections: tuple[RenderedSection, ...], pictures: list[Picture], *, keep_units: bool
) -> list[SectionContent]:
    numbering = _Numbering(pictures)
    set_block = with_kept_units if keep_units else _as_it_is

    def blocks(section: RenderedSection) -> tuple[BlockContent, ...]:
        numbered = tuple(numbering.block(set_block(block)) for block in section.blocks)
        # The lead stands in the summary box, which no page can begin in.
        return numbered if section.kind is SectionKind.LEAD else with_turns(numbered)

    return [SectionContent(one.heading, one.kind, blocks(one)) for one in sections]


def _as_it_is(block: RenderedBlock) -> RenderedBlock:
    return block


class _Numbering:
    """Counts tables and figures apart, and hands out the pictures of the latter."""

    def __init__(self, pictures: Iterable[Picture]) -> None:
        self._tables = count(1)
        self._figures = count(1)
        self._pictures = iter(pictures)

    def block(self, block: RenderedBlock) -> BlockContent:
        if isinstance(block, RenderedParagraph):
            return BlockContent("paragraph", block)
        if isinstance(block, RenderedList):
            return BlockContent("list", block)
        if isinstance(block, RenderedFigure):
            picture = next(self._pictures, None)
            wide = picture is not None and picture.is_shown and is_wide_picture(picture.width, picture.height)
            return BlockContent("figure", block, next(self._figures), wide, picture=picture)
        return BlockContent("table", block, next(self._tables), is_wide_table(block))


def _reference(entry: RenderedReference) -> ReferenceContent:
    body, others = link_identifiers(entry.body, identifier_links(entry.reference))
    return ReferenceContent(entry.reference, entry.label, body, others, entry.occurrences)


def _notes(sections: Iterable[RenderedSection]) -> Iterator[Note]:
    """Every footnote in reading order."""
    for section in sections:
        for block in section.blocks:
            for run in block.runs:
                for claim in run:
                    yield from _notes_in(claim.content)


def _notes_in(rich: RichText) -> Iterator[Note]:
    for node in rich:
        if isinstance(node, Note):
            yield node
        elif not isinstance(node, Text):
            yield from _notes_in(node.children)


def _paragraphs(text: str) -> tuple[str, ...]:
    parts = (part.strip(" \t\r\n") for part in re.split(r"\n[ \t\r]*\n", text))
    return tuple(part for part in parts if part)


def _checks(rendered: RenderedReport, faults: list[Finding]) -> tuple[Finding, ...]:
    style = [Finding(verifier="style", severity=Severity.WARNING, message=text) for text in rendered.warnings if text]
    found = [*rendered.report.findings, *style, *faults]
    return tuple(
        finding for severity in (Severity.ERROR, Severity.WARNING) for finding in found if finding.severity is severity
    )


def _labels(entries: Iterable[ReferenceContent]) -> dict[str, str]:
    return {entry.reference.id: to_plain(entry.label) for entry in entries}


def _metadata(rendered: RenderedReport, created: datetime, ledger: LedgerContent | None) -> tuple[tuple[str, str], ...]:
    report = rendered.report
    provenance = report.provenance
    style = f"{rendered.style_title} ({rendered.style_id})" if rendered.style_title else rendered.style_id
    rows = (
        ("Generated", f"{created:%Y-%m-%d %H:%M:%S} UTC"),
        ("Citations analyzed", str(report.citation_count)),
        ("Unique references", references_text(report)),
        ("Evidence strength", report.evidence_strength),
        ("Grounding", ledger.grounding if ledger else ""),
        ("Reference style", style),
        ("Citation processor", rendered.engine),
        ("Locale", rendered.locale),
        ("Grader", provenance.grader),
        ("Synthesizer", provenance.synthesizer),
        ("Model", provenance.model),
        ("Made with", f"bmreport {provenance.bmreport}" if provenance.bmreport else ""),
    )
    return tuple((name, value) for name, value in rows if value)
