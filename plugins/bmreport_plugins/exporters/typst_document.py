"""A report as the source of a Typst document: its parts prepared, then put in place by a template."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from bmreport.models import Finding, Severity
from bmreport.richtext import Link, Text, to_plain, walk_ref_links
from bmreport.richtext.direction import first_strong
from bmreport.richtext.typst import TypstOptions, typst_string, typst_text
from bmreport_plugins.exporters.report_content import ReportContent, counted, finding_text, shown_figures
from bmreport_plugins.exporters.templating import render_template
from bmreport_plugins.exporters.typst_blocks import block_typst
from bmreport_plugins.exporters.typst_fonts import code_point, described, font_advice
from bmreport_plugins.exporters.typst_ledger import ledger_rows
from bmreport_plugins.exporters.typst_markup import TypstMarkup
from bmreport_plugins.exporters.typst_run import run_typst

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bmreport.models import Grade
    from bmreport.richtext import RichText
    from bmreport_plugins.exporters.evidence_content import DocumentEvidence
    from bmreport_plugins.exporters.report_content import ReferenceContent, SectionContent
    from bmreport_plugins.exporters.report_record import LeftOutDocument
    from bmreport_plugins.exporters.typst_fonts import FontChoice

_TEMPLATE = "report.typ.j2"
_SHORT_TITLE_WIDTH = 64
_SIGN = "⊕"  # what GRADE's signs of certainty begin with


@dataclass(frozen=True)
class PageSetup:
    """Paper by its Typst name, size of text in points, and whether wide tables and pictures get pages of their own."""

    paper: str
    font_size: float
    turns_pages: bool = True


@dataclass(frozen=True)
class SectionView:
    """A headed part; `body` is Typst. Where it begins on a turned page, the heading stands in it."""

    heading: str
    kind: str
    body: TypstMarkup


@dataclass(frozen=True)
class StepView:
    """A step of a grade."""

    name: str
    judgement: str
    change: str
    reason: str


@dataclass(frozen=True)
class GradeView:
    """A grade; `rank` of `levels` marks are filled, the best level fills all."""

    label: str
    symbol: str
    outcome: str
    reason: str
    figures: tuple[str, ...]
    rank: int
    levels: int
    steps: tuple[StepView, ...]
    judged_by: str


@dataclass(frozen=True)
class EntryView:
    """An entry of a reference list. `href` is where it can be looked up when nothing in its text leads there."""

    label: TypstMarkup
    body: TypstMarkup
    href: str
    back_links: tuple[TypstMarkup, ...]


@dataclass(frozen=True)
class PassageView:
    """A passage with the words quoted in the report set off, and where it is from."""

    body: TypstMarkup
    source: str


@dataclass(frozen=True)
class EvidenceView:
    """The passages taken from one document."""

    title: TypstMarkup
    label: str
    passages: tuple[PassageView, ...]


def document_source(
    content: ReportContent,
    setup: PageSetup,
    fonts: FontChoice,
    template: Path | None,
    undrawn: frozenset[str] = frozenset(),
) -> str:
    """The Typst source. Characters in `undrawn` are written by their code point, and a check says so.

    Raises TemplateError.
    """
    options = TypstOptions(
        labels=_labels(content),
        substitutes={ord(one): f"[{code_point(one)}]" for one in sorted(undrawn)},
        rtl=content.direction == "rtl",
    )
    if undrawn:
        content = replace(content, checks=(*content.checks, _undrawn_finding(undrawn)))
    return render_template(
        _TEMPLATE,
        template,
        _context(content, setup, fonts, options),
        partial(typst_text, options=options),
        TypstMarkup,
    )


def _context(content: ReportContent, setup: PageSetup, fonts: FontChoice, options: TypstOptions) -> Mapping[str, Any]:
    language, region = _language(content.language)
    places = _places(content)
    list_direction = _list_direction(content)
    listed = replace(options, rtl=list_direction == "rtl")

    def quoted(text: str) -> TypstMarkup:
        return TypstMarkup(typst_string(text, options.substitutes))

    def directed(text: str) -> TypstMarkup:
        return TypstMarkup(run_typst((Text(text),), options))

    def number(value: object) -> TypstMarkup:
        if isinstance(value, bool):
            return TypstMarkup(str(value).lower())
        if isinstance(value, int | float):
            return TypstMarkup(value)
        raise TypeError(f"number() takes numbers, not {type(value).__name__}")

    sections = [_section(section, options, turns=setup.turns_pages) for section in content.body]
    return {
        "number": number,
        "quoted": quoted,
        "directed": directed,
        "title": content.title or "Evidence report",
        "title_direction": TypstMarkup(first_strong(content.title) or content.direction),
        "short_title": _shortened(content.title or "Evidence report"),
        "question": content.question,
        "date": content.date,
        "created": content.created,
        "language": language,
        "region": region,
        "paper": setup.paper,
        "font_size": setup.font_size,
        "fonts": fonts.families,
        "lead": [_section(section, options) for section in content.lead],
        "sections": sections,
        "certainty_signs": any(_SIGN in text for text in (*(one.body for one in sections), *_symbols(content))),
        "strength": content.strength,
        "grades": [_grade(grade) for grade in content.grades],
        "references": [_entry(entry, f"ref-{n}", places, listed) for n, entry in enumerate(content.references, 1)],
        "further_reading": [
            _entry(entry, f"more-{n}", places, listed) for n, entry in enumerate(content.further_reading, 1)
        ],
        "references_direction": TypstMarkup(list_direction),
        "hanging_indent": content.hanging_indent,
        "methodology": content.methodology,
        "checks": [(str(finding.severity), finding_text(finding)) for finding in content.checks],
        "remarks": content.remarks,
        "metadata": content.metadata,
        "left_out": [TypstMarkup(run_typst(_left_out(document), options)) for document in content.left_out],
        "left_out_title": f"Read but not used: {counted(content.left_out_count, 'passage')}",
        "history": content.history,
        **_ledger(content, options),
        "evidence": [_evidence(document, options) for document in content.evidence],
    }


def _symbols(content: ReportContent) -> tuple[str, ...]:
    return tuple(grade.symbol for grade in content.grades)


def _ledger(content: ReportContent, options: TypstOptions) -> Mapping[str, Any]:
    ledger = content.ledger
    return {
        "warning": ledger.warning_line if ledger else "",
        "grounding": ledger.grounding if ledger else "",
        "legend": ledger.legend_line if ledger else "",
        "ledger": ledger_rows(ledger.rows if ledger else (), options),
    }


def _left_out(document: LeftOutDocument) -> RichText:
    return (*document.title, Text(f" ({document.citations})"))


def _labels(content: ReportContent) -> dict[str, str]:
    """Reference id -> label. Ids come from outside and may hold anything; labels are counted."""
    listed = {entry.reference.id: f"ref-{place}" for place, entry in enumerate(content.references, 1)}
    more = {entry.reference.id: f"more-{place}" for place, entry in enumerate(content.further_reading, 1)}
    return more | listed


def _section(section: SectionContent, options: TypstOptions, *, turns: bool = False) -> SectionView:
    """The section; where it `turns` pages, wide tables and pictures get pages on their side."""
    heading = section.heading
    parts: list[str] = []
    for turned, blocks in groupby(section.blocks, key=lambda block: turns and block.turned):
        body = "\n\n".join(block_typst(block, options, turned=turned) for block in blocks)
        if turned and not parts and heading:
            body = f"#heading(level: 1)[{run_typst((Text(heading),), options)}]\n\n{body}"
            heading = ""
        parts.append(f"#page(flipped: true)[\n{body}\n];" if turned else body)
    return SectionView(heading, str(section.kind), TypstMarkup("\n\n".join(parts)))


def _grade(grade: Grade) -> GradeView:
    rank = len(grade.levels) - grade.levels.index(grade.label) if grade.label in grade.levels else 0
    return GradeView(
        label=grade.label,
        symbol=grade.symbol,
        outcome=grade.outcome,
        reason=grade.reason,
        figures=tuple(f"{name} {value}" for name, value in shown_figures(grade)),
        rank=rank,
        levels=len(grade.levels) if rank else 0,
        steps=tuple(
            StepView(
                step.name, step.judgement, f"{step.change:+d}".replace("-", "−") if step.change else "", step.reason
            )
            for step in grade.steps
        ),
        judged_by="" if grade.suggested_by == "machine" else grade.suggested_by,
    )


def _places(content: ReportContent) -> frozenset[int]:
    """Numbers of the pointers that stand in the text once, and so can be led back to."""
    runs = (
        claims for section in (*content.lead, *content.body) for block in section.blocks for claims in block.block.runs
    )
    found = Counter(link.occurrence for claims in runs for claim in claims for link in walk_ref_links(claim.content))
    return frozenset(number for number, times in found.items() if number and times == 1)


def _list_direction(content: ReportContent) -> str:
    """Labels hang on the side where the first entry begins."""
    entries = (*content.references, *content.further_reading)
    return (first_strong(to_plain(entries[0].body)) if entries else "") or content.direction


def _entry(entry: ReferenceContent, label: str, places: frozenset[int], options: TypstOptions) -> EntryView:
    return EntryView(
        label=TypstMarkup(run_typst(entry.label, options)),
        body=TypstMarkup(f"#metadata(none)<{label}>" + run_typst(entry.body, options)),
        href=entry.other_links[0].href if entry.other_links and not _has_link(entry.body) else "",
        back_links=tuple(TypstMarkup(f"<cite-{number}>") for number in entry.occurrences if number in places),
    )


def _has_link(rich: RichText) -> bool:
    return any(isinstance(node, Link) or (not isinstance(node, Text) and _has_link(node.children)) for node in rich)


def _evidence(document: DocumentEvidence, options: TypstOptions) -> EvidenceView:
    return EvidenceView(
        title=TypstMarkup(run_typst(document.title, options)),
        label=document.label,
        passages=tuple(
            PassageView(
                TypstMarkup("".join(_piece(text, quoted=quoted, options=options) for text, quoted in passage.pieces)),
                passage.source_line,
            )
            for passage in document.passages
        ),
    )


def _piece(text: str, *, quoted: bool, options: TypstOptions) -> str:
    literal = typst_text(text, options)
    return f"#underline[{literal}];" if quoted else literal


def _language(tag: str) -> tuple[str, str]:
    """The parts that Typst takes: a language of two or three letters, a region of two (ISO 639, ISO 3166-1)."""
    first, *rest = tag.split("-")
    language = first.lower() if re.fullmatch("[A-Za-z]{2,3}", first) else "en"
    return language, next((part.upper() for part in rest if re.fullmatch("[A-Za-z]{2}", part)), "")


def _shortened(title: str) -> str:
    """The title for the running head, cut at a word; wide characters count twice."""
    width = 0
    words = " ".join(title.split())
    for place, character in enumerate(words):
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if width > _SHORT_TITLE_WIDTH:
            cut = words[:place]
            return (cut.rsplit(" ", 1)[0] if " " in cut[_SHORT_TITLE_WIDTH // 2 :] else cut).rstrip(" ,;:.–-") + " …"
    return words


def _undrawn_finding(undrawn: frozenset[str]) -> Finding:
    one = len(undrawn) == 1
    return Finding(
        verifier="pdf",
        severity=Severity.WARNING,
        message=f"{len(undrawn)} {'character has' if one else 'characters have'} no glyph in the fonts at hand and "
        f"{'is' if one else 'are'} written by code point: {described(undrawn)}",
        remedy=font_advice(undrawn),
    )
