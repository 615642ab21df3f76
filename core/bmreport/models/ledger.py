"""The claim ledger: for each sentence of a report what it rests on, and what the checks say of it."""

from __future__ import annotations

from pydantic import Field

from bmreport.models.base import Model
from bmreport.models.draft import Quote
from bmreport.models.verdict import Verdict


class LedgerCheck(Model):
    """What one verifier says of a claim."""

    check: str
    """The verifier's name."""
    verdict: Verdict
    reason: str = ""
    remedy: str = ""
    quotes: list[Quote] = Field(default_factory=list)


class LedgerEntry(Model):
    """One claim of the report."""

    claim_id: str
    text: str
    citation_ids: list[str] = Field(default_factory=list)
    verdict: Verdict
    """The worst that any check says."""
    quotes: list[Quote] = Field(default_factory=list)
    """The words of the passages that the claim rests on, or is at odds with."""
    checks: list[LedgerCheck] = Field(default_factory=list)


class Ledger(Model):
    """All claims in reading order, and the report's grounding score."""

    entries: list[LedgerEntry] = Field(default_factory=list)
    grounding: float | None = Field(default=None, ge=0.0, le=1.0)
    """Share (0-1) of the judged claims that are supported; one that is partly so counts half. None without any."""

    @property
    def by_claim(self) -> dict[str, LedgerEntry]:
        """Entries by claim id."""
        return {entry.claim_id: entry for entry in self.entries}

    def counts(self) -> dict[Verdict, int]:
        """How many claims have each verdict, in the order of `Verdict`."""
        return {verdict: sum(entry.verdict is verdict for entry in self.entries) for verdict in Verdict}
