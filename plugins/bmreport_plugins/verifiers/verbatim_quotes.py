"""Quotes are where they are said to be, and a sentence of an extractive answer is what the passage says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import ClaimRole, Finding, NoOptions, Options, Severity

if TYPE_CHECKING:
    from bmreport import Citation, Claim, Quote, Report, RunContext

__all__ = ["VerbatimQuotes"]

_EXTRACTIVE = "extractive"


class VerbatimQuotes:
    """Compares claims with the words of the passages they quote."""

    name = "verbatim-quotes"
    summary = "Quoted words stand in the passage; extractive sentences equal them"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """An error for each quote that is not in its passage or is not among the claim's cites.

        In a report of the extractive synthesizer, also for a claim that differs from its quote, or that has none and
        is neither background nor a comparison of passages. Of several quotes of one claim the first is exact; white
        space and case of the others may differ.
        """
        passages = {citation.id: citation for citation in report.citations}
        extractive = report.provenance.synthesizer == _EXTRACTIVE
        findings: list[Finding] = []
        for claim in report.claims:
            is_quoted = claim.role is not ClaimRole.COMPARISON
            faults = [
                fault
                for place, quote in enumerate(claim.quotes)
                if (fault := _fault(claim, quote, passages, compare=extractive and is_quoted, exact=place == 0))
            ]
            if extractive and is_quoted and not claim.quotes and claim.role is not ClaimRole.BACKGROUND:
                faults.append("an extractive sentence without a quote")
            findings.extend(
                Finding(
                    verifier=self.name,
                    severity=Severity.ERROR,
                    message=fault,
                    where=claim.id,
                    remedy="build the report again; its text or its passages were changed",
                )
                for fault in faults
            )
        return findings


def _fault(claim: Claim, quote: Quote, passages: dict[str, Citation], *, compare: bool, exact: bool) -> str:
    citation = passages.get(quote.citation_id)
    if citation is None:
        return f"quotes citation {quote.citation_id!r}, which is not among the evidence"
    if quote.citation_id not in claim.citation_ids:
        return f"quotes citation {quote.citation_id!r} without citing it"
    length = len(citation.passage)
    if not quote.start < quote.end <= length:
        return f"quotes characters {quote.start} to {quote.end} of {quote.citation_id}, whose passage has {length}"
    words = citation.passage[quote.start : quote.end]
    same = claim.text == words if exact else claim.text.casefold().split() == words.casefold().split()
    if compare and not same:
        return f"the sentence differs from the passage of {quote.citation_id}: {_excerpt(words)}"
    return ""


def _excerpt(words: str) -> str:
    return repr(words if len(words) <= 80 else words[:80] + "…")
