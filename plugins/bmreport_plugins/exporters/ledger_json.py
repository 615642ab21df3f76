"""Exporter `ledger-json`: the claim ledger as data, with the words that each verdict rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport.models import NoOptions, Options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bmreport.models import LedgerCheck, Quote, Report
    from bmreport.rendering import RenderedReport
    from bmreport_plugins.exporters.ledger_records import LedgerRecord

SCHEMA_VERSION = 1


class LedgerJsonExporter:
    """Each claim with verdict, quotes (offsets and words), sources and checks; the score; what passages disagree on."""

    name = "ledger-json"
    summary = "Claim ledger as data: verdicts, quotes, checks"
    suffix = ".ledger.json"
    media_type = "application/json"
    takes_template = False
    options_model: type[Options] = NoOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: Options) -> bytes:
        """The ledger as UTF-8; offsets are in characters (code points) of the citation's passage."""
        # These bring in rich text, which listing the formats should not wait for.
        import json

        from bmreport_plugins.exporters.ledger_records import ledger_records, passages_of

        report = rendered.report
        passages = passages_of(report)
        data = {
            "schema_version": SCHEMA_VERSION,
            "title": report.title,
            "question": report.user_question,
            "created_at": report.created_at.isoformat(),
            "model": report.provenance.model,
            "grounding": report.ledger.grounding,
            "counts": {str(verdict): number for verdict, number in report.ledger.counts().items()},
            "claims": [_claim(record, passages) for record in ledger_records(rendered)],
            "sources": _sources(report),
            "contradictions": _contradictions(report, passages),
            "left_out": report.left_out,
        }
        text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
        # A lone surrogate has no UTF-8 form; as JSON's own escape it is read back as it was.
        return text.encode("utf-8", "backslashreplace")


def _claim(record: LedgerRecord, passages: Mapping[str, str]) -> dict[str, Any]:
    entry = record.entry
    return {
        "claim_id": entry.claim_id,
        "section": record.section,
        "text": entry.text,
        "printed": record.printed,
        "verdict": str(entry.verdict),
        "citation_ids": entry.citation_ids,
        "reference_ids": [reference.id for reference in record.references],
        "quotes": [_quote(quote, passages) for quote in entry.quotes],
        "checks": [_check(check, passages) for check in entry.checks],
    }


def _check(check: LedgerCheck, passages: Mapping[str, str]) -> dict[str, Any]:
    return {
        "check": check.check,
        "verdict": str(check.verdict),
        "reason": check.reason,
        "remedy": check.remedy,
        "quotes": [_quote(quote, passages) for quote in check.quotes],
    }


def _quote(quote: Quote, passages: Mapping[str, str]) -> dict[str, Any]:
    from bmreport_plugins.exporters.ledger_records import quoted_words

    return {
        "citation_id": quote.citation_id,
        "start": quote.start,
        "end": quote.end,
        "words": quoted_words(quote, passages),
    }


def _sources(report: Report) -> list[dict[str, Any]]:
    """The citations that the ledger speaks of, and the references they come from."""
    named = {identifier for entry in report.ledger.entries for identifier in entry.citation_ids}
    named.update(quote.citation_id for entry in report.ledger.entries for quote in entry.quotes)
    named.update(side.citation_id for found in report.contradictions for side in found.sides)
    references = {one.id: one for one in (*report.references, *report.further_reading)}
    out: list[dict[str, Any]] = []
    for citation in report.citations:
        if citation.id not in named:
            continue
        reference = references.get(report.reference_of.get(citation.id, ""))
        out.append(
            {
                "citation_id": citation.id,
                "reference_id": reference.id if reference else "",
                "reference_number": reference.number if reference else None,
                "title": citation.document_title,
                "doi": reference.doi if reference else "",
                "pmid": reference.pmid if reference else "",
            }
        )
    return out


def _contradictions(report: Report, passages: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "outcome": found.outcome,
            "kind": str(found.kind),
            "reason": found.reason,
            "sides": [
                {
                    "citation_id": side.citation_id,
                    "statement": side.statement,
                    "quote": _quote(side.quote, passages),
                }
                for side in found.sides
            ],
        }
        for found in report.contradictions
    ]
