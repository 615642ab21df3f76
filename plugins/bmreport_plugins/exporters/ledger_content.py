"""The claim ledger as readers see it: each sentence with its verdict, the words it rests on, what the checks said."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from bmreport.models import Verdict
from bmreport.rendering import RenderedClaim, RenderedSection
from bmreport.richtext import Effect, RichText, Styled, Text, parse_csl_markup, to_plain
from bmreport_plugins.exporters.block_claims import map_claims
from bmreport_plugins.exporters.ledger_words import (
    grounding_text,
    legend_text,
    mark_of,
    verdict_name,
    warning_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bmreport.models import LedgerCheck, LedgerEntry, Quote, Report
    from bmreport.rendering import RenderedReference, RenderedReport

__all__ = [
    "CheckContent",
    "JudgedClaim",
    "LedgerContent",
    "LedgerRow",
    "SourceContent",
    "judged_sections",
    "shortened",
    "statement_text",
    "worst_entries",
]

# The worst of several entries counts where ids of claims are not unique.
_WORST_FIRST = (
    Verdict.CONTRADICTED,
    Verdict.NOT_FOUND,
    Verdict.PARTLY,
    Verdict.SUPPORTED,
    Verdict.UNCHECKED,
    Verdict.BACKGROUND,
)
_LONGEST_QUOTE = 600


@dataclass(frozen=True)
class SourceContent:
    """A document that a claim names, and its words that count; `reference_id` is empty when no list has it."""

    reference_id: str
    label: str
    """What hangs left of the reference, such as `3.`; empty in styles without."""
    title: RichText
    quotes: tuple[str, ...]


@dataclass(frozen=True)
class CheckContent:
    """What one check said: its name, its verdict in words, its reason with what to do."""

    name: str
    verdict: Verdict
    verdict_name: str
    text: str


@dataclass(frozen=True)
class LedgerRow:
    """One claim of the ledger; `number` counts from 1 in reading order, `mark` stands after it in the text."""

    number: int
    text: str
    verdict: Verdict
    verdict_name: str
    mark: str
    sources: tuple[SourceContent, ...]
    checks: tuple[CheckContent, ...]


@dataclass(frozen=True)
class JudgedClaim(RenderedClaim):
    """A sentence with its mark in place, and its row of the ledger when it was judged."""

    row: LedgerRow | None = None


@dataclass(frozen=True)
class LedgerContent:
    """What a report says of its own sentences. Every text is empty where there is nothing to say."""

    rows: tuple[LedgerRow, ...]
    """Every claim that was to be checked; empty when the ledger is not to be printed."""
    grounding: str
    warning: str
    """How many sentences their passages do not hold."""
    legend: str
    """What the marks in the text mean."""
    see: str
    """The heading under which the report says more of them."""

    @property
    def warning_line(self) -> str:
        """The warning with where to look."""
        return self._with_place(self.warning)

    @property
    def legend_line(self) -> str:
        """The legend, with where to look unless the warning says so."""
        return self.legend if self.warning else self._with_place(self.legend)

    def _with_place(self, text: str) -> str:
        return f"{text} See {self.see}." if text and self.see else text


def judged_sections(
    rendered: RenderedReport, *, printed: bool, see: str
) -> tuple[tuple[RenderedSection, ...], LedgerContent | None]:
    """The sections with their sentences marked, and the ledger; None when nothing in the report was judged.

    Its rows are there when it is to be `printed`. `see` names the part of the report that says more of the marks.
    """
    judge = _Judge(rendered)
    sections = tuple(
        replace(section, blocks=tuple(map_claims(block, judge.claim) for block in section.blocks))
        for section in rendered.sections
    )
    counts = Counter(row.verdict for row in judge.rows)
    grounding = grounding_text(counts, rendered.report.ledger.grounding)
    if not grounding:
        return sections, None
    rows = tuple(judge.rows) if printed else ()
    return sections, LedgerContent(rows, grounding, warning_text(counts), legend_text(counts), see)


def worst_entries(entries: Iterable[LedgerEntry]) -> dict[str, LedgerEntry]:
    """Entries by claim id."""
    found: dict[str, LedgerEntry] = {}
    for entry in entries:
        other = found.get(entry.claim_id)
        if other is None or _WORST_FIRST.index(entry.verdict) < _WORST_FIRST.index(other.verdict):
            found[entry.claim_id] = entry
    return found


def shortened(text: str, longest: int) -> str:
    """The text on one line, cut at a word where it is longer."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    cut = line[:longest]
    return (cut.rsplit(" ", 1)[0] if " " in cut[longest // 2 :] else cut).rstrip(" ,;:") + " …"


class _Judge:
    """Marks sentences in reading order, and keeps the rows."""

    def __init__(self, rendered: RenderedReport) -> None:
        report = rendered.report
        self.rows: list[LedgerRow] = []
        self._entries = worst_entries(report.ledger.entries)
        self._numbers = count(1)
        self._sources = _Sources(report, {one.reference.id: to_plain(one.label) for one in _listed(rendered)})

    def claim(self, claim: RenderedClaim) -> JudgedClaim:
        entry = self._entries.get(claim.claim.id)
        if entry is None or entry.verdict is Verdict.BACKGROUND:
            return JudgedClaim(claim.claim, claim.content)
        row = LedgerRow(
            number=next(self._numbers),
            text=statement_text(claim),
            verdict=entry.verdict,
            verdict_name=verdict_name(entry.verdict),
            mark=mark_of(entry.verdict),
            sources=self._sources.of(entry),
            checks=tuple(map(_check, entry.checks)),
        )
        self.rows.append(row)
        mark: RichText = (Styled(Effect.SUPERSCRIPT, (Text(row.mark),)),) if row.mark else ()
        return JudgedClaim(claim.claim, (*claim.content, *mark), row if entry.verdict.is_judgement else None)


def _listed(rendered: RenderedReport) -> Iterable[RenderedReference]:
    return (*rendered.references, *rendered.further_reading)


class _Sources:
    """The citations of a report as sources of claims; each title is read once, citations of one document are one."""

    def __init__(self, report: Report, labels: Mapping[str, str]) -> None:
        self._report = report
        self._labels = labels
        self._passages = {citation.id: citation.passage for citation in report.citations}
        self._titles = {citation.id: citation.document_title for citation in report.citations}
        self._known: dict[str, SourceContent] = {}
        self._documents: dict[str, SourceContent] = {}

    def of(self, entry: LedgerEntry) -> tuple[SourceContent, ...]:
        """Every document that is quoted or cited, with its words; quoted ones first, as the ledger has them."""
        words: dict[SourceContent, list[str]] = {}
        for quote in entry.quotes:
            words.setdefault(self._source(quote.citation_id), []).extend(self._words(quote))
        for identifier in entry.citation_ids:
            words.setdefault(self._source(identifier), [])
        return tuple(replace(source, quotes=tuple(quoted)) for source, quoted in words.items())

    def _words(self, quote: Quote) -> list[str]:
        words = self._passages.get(quote.citation_id, "")[quote.start : quote.end].strip()
        return [shortened(words, _LONGEST_QUOTE)] if words else []

    def _source(self, identifier: str) -> SourceContent:
        if identifier not in self._known:
            document = self._report.reference_of.get(identifier) or f"citation {identifier}"
            title = self._titles.get(identifier)
            source = SourceContent(
                reference_id=document if document in self._labels else "",
                label=self._labels.get(document, ""),
                title=parse_csl_markup(title) if title else (Text(f"citation {identifier}"),),
                quotes=(),
            )
            self._known[identifier] = self._documents.setdefault(document, source)
        return self._known[identifier]


def statement_text(claim: RenderedClaim) -> str:
    """The sentence without its cluster; where it names authors they are only in the rendered one."""
    named = any(cite.mode.is_named for cite in claim.claim.cites)
    return to_plain(claim.content) if named else claim.claim.text


def _check(check: LedgerCheck) -> CheckContent:
    remedy = f" ({check.remedy})" if check.remedy else ""
    return CheckContent(check.check, check.verdict, verdict_name(check.verdict), f"{check.reason}{remedy}")
