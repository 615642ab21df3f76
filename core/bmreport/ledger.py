"""The claim ledger of a report, from what the verifiers say of its claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import ClaimRole, Finding, Ledger, LedgerCheck, LedgerEntry, Quote, Severity, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.models import Claim, Report

__all__ = ["SEVERITY_OF", "make_ledger", "worth_telling"]

# The worst of what the checks say is the verdict of the claim.
_ORDER = (
    Verdict.CONTRADICTED,
    Verdict.NOT_FOUND,
    Verdict.PARTLY,
    Verdict.SUPPORTED,
    Verdict.BACKGROUND,
    Verdict.UNCHECKED,
)
_WORTH = {Verdict.SUPPORTED: 1.0, Verdict.PARTLY: 0.5}
_MOST_QUOTES = 5

SEVERITY_OF = {
    Verdict.CONTRADICTED: Severity.ERROR,
    Verdict.NOT_FOUND: Severity.ERROR,
    Verdict.PARTLY: Severity.WARNING,
}
"""How grave a finding with this verdict is; the others are for the record."""


def make_ledger(report: Report, findings: Iterable[Finding]) -> Ledger:
    """An entry for each claim in reading order. Findings without a verdict, or on no claim, do not count."""
    judged: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.verdict is not None:
            judged.setdefault(finding.where, []).append(finding)
    entries = [_entry(claim, judged.get(claim.id, [])) for claim in report.claims]
    worths = [_WORTH.get(entry.verdict, 0.0) for entry in entries if entry.verdict.is_judgement]
    return Ledger(entries=entries, grounding=round(sum(worths) / len(worths), 4) if worths else None)


def worth_telling(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that belong in the list of findings: what merely confirms a claim stands in the ledger alone."""
    return [finding for finding in findings if finding.verdict is None or finding.verdict in SEVERITY_OF]


def _entry(claim: Claim, findings: Sequence[Finding]) -> LedgerEntry:
    verdicts = {finding.verdict for finding in findings}
    verdict = next((one for one in _ORDER if one in verdicts), _without_judgement(claim))
    return LedgerEntry(
        claim_id=claim.id,
        text=claim.text,
        citation_ids=claim.citation_ids,
        verdict=verdict,
        quotes=_quotes(claim, findings, verdict),
        checks=[
            LedgerCheck(
                check=finding.verifier,
                verdict=finding.verdict,
                reason=finding.message,
                remedy=finding.remedy,
                quotes=finding.quotes,
            )
            for finding in findings
            if finding.verdict is not None
        ],
    )


def _without_judgement(claim: Claim) -> Verdict:
    return Verdict.BACKGROUND if claim.role is ClaimRole.BACKGROUND and not claim.cites else Verdict.UNCHECKED


def _quotes(claim: Claim, findings: Sequence[Finding], verdict: Verdict) -> list[Quote]:
    """The claim's own quotes first, then those of the checks that decided, then the others; each once."""
    deciding = sorted(findings, key=lambda finding: finding.verdict is not verdict)
    every = [*claim.quotes, *(quote for finding in deciding for quote in finding.quotes)]
    once = {(quote.citation_id, quote.start, quote.end): quote for quote in every}
    return list(once.values())[:_MOST_QUOTES]
