"""The claim ledger as records for programs and spreadsheets, with the words and sources that its ids stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.richtext import to_plain
from bmreport_plugins.exporters.ledger_content import statement_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bmreport.models import LedgerEntry, Quote, Reference, Report
    from bmreport.rendering import RenderedClaim, RenderedReport

__all__ = ["LedgerRecord", "ledger_records", "passages_of", "quoted_words"]


@dataclass(frozen=True)
class LedgerRecord:
    """An entry of the ledger and where its claim stands; a claim that the report no longer has stands nowhere."""

    entry: LedgerEntry
    section: str
    statement: str
    """The sentence without its cluster."""
    printed: str
    """The sentence as the style prints it."""
    references: tuple[Reference, ...]
    """What its citations come from, each once."""


def ledger_records(rendered: RenderedReport) -> list[LedgerRecord]:
    """Every entry in its order."""
    report = rendered.report
    places = _places(rendered)
    references = {one.id: one for one in (*report.references, *report.further_reading)}
    return [_record(entry, places, report, references) for entry in report.ledger.entries]


def passages_of(report: Report) -> dict[str, str]:
    """Passages by citation id."""
    return {citation.id: citation.passage for citation in report.citations}


def quoted_words(quote: Quote, passages: Mapping[str, str]) -> str:
    """The words that a quote points at; empty when its citation is not there."""
    return passages.get(quote.citation_id, "")[quote.start : quote.end]


def _places(rendered: RenderedReport) -> dict[str, tuple[str, RenderedClaim]]:
    """Heading of the section and sentence of each claim; the first where an id is not unique."""
    found: dict[str, tuple[str, RenderedClaim]] = {}
    for section in rendered.sections:
        for block in section.blocks:
            for run in block.runs:
                for claim in run:
                    found.setdefault(claim.claim.id, (section.heading, claim))
    return found


def _record(
    entry: LedgerEntry,
    places: Mapping[str, tuple[str, RenderedClaim]],
    report: Report,
    references: Mapping[str, Reference],
) -> LedgerRecord:
    ids = dict.fromkeys(report.reference_of.get(identifier, "") for identifier in entry.citation_ids)
    sources = tuple(references[identifier] for identifier in ids if identifier in references)
    if entry.claim_id not in places:
        return LedgerRecord(entry, "", entry.text, entry.text, sources)
    heading, claim = places[entry.claim_id]
    return LedgerRecord(entry, heading, statement_text(claim), to_plain(claim.content), sources)
