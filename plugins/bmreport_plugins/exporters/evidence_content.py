"""The passages of a report by document, cut where its sentences quote them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.richtext import RichText, parse_csl_markup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bmreport.models import Citation, Quote, Report

__all__ = ["DocumentEvidence", "PassageContent", "evidence_content"]


@dataclass(frozen=True)
class PassageContent:
    """A passage in pieces, each with whether a sentence of the report quotes it, and a line on where it comes from."""

    citation: Citation
    pieces: tuple[tuple[str, bool], ...]
    source_line: str


@dataclass(frozen=True)
class DocumentEvidence:
    """The passages taken from one document; when it is `listed`, `label` is what hangs left of its reference."""

    reference_id: str
    listed: bool
    label: str
    title: RichText
    passages: tuple[PassageContent, ...]


def evidence_content(report: Report, labels: Mapping[str, str]) -> tuple[DocumentEvidence, ...]:
    """Passages by document: the listed references first, in the order of `labels`, then what nothing lists.

    `labels` maps the id of each listed reference to its label.
    """
    quotes: dict[str, list[Quote]] = {}
    for claim in report.claims:
        for quote in claim.quotes:
            quotes.setdefault(quote.citation_id, []).append(quote)
    by_reference: dict[str, list[Citation]] = {reference_id: [] for reference_id in labels}
    for citation in report.citations:
        by_reference.setdefault(report.reference_of.get(citation.id, ""), []).append(citation)
    return tuple(
        DocumentEvidence(
            reference_id=reference_id,
            listed=reference_id in labels,
            label=labels.get(reference_id, ""),
            title=parse_csl_markup(citations[0].document_title),
            passages=tuple(_passage(citation, quotes.get(citation.id, [])) for citation in citations),
        )
        for reference_id, citations in by_reference.items()
        if citations
    )


def _passage(citation: Citation, quotes: list[Quote]) -> PassageContent:
    parts = [f"Citation {citation.id}" if citation.id else "Citation"]
    if citation.locator is not None:
        parts.append(f"{citation.locator.label} {citation.locator.value}")
    if citation.relevance_score is not None:
        parts.append(f"relevance {citation.relevance_score:.2f} ({citation.relevance_basis})")
    if citation.human_review_status:
        parts.append(f"review: {citation.human_review_status}")
    return PassageContent(citation, _pieces(citation.passage, quotes), ", ".join(parts))


def _pieces(passage: str, quotes: list[Quote]) -> tuple[tuple[str, bool], ...]:
    """The passage cut at the ends of the quoted stretches; overlapping ones are one."""
    pieces: list[tuple[str, bool]] = []
    position = 0
    for quote in sorted(quotes, key=lambda one: (one.start, one.end)):
        start, end = max(quote.start, position), min(quote.end, len(passage))
        if start >= end:
            continue
        pieces.extend([(passage[position:start], False), (passage[start:end], True)])
        position = end
    pieces.append((passage[position:], False))
    return tuple(piece for piece in pieces if piece[0])
