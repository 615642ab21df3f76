"""Every cite points at a citation that is known and a reference that is listed, and the two belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Cite, Finding, NoOptions, Options, Severity

if TYPE_CHECKING:
    from bmreport import Claim, Report, RunContext

__all__ = ["CitesResolve"]


class CitesResolve:
    """Finds cites that lead nowhere; sentences that should have one are the matter of `uncited`."""

    name = "cites-resolve"
    summary = "Every cite resolves to a known citation and a listed reference"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """An error for each cite that does not resolve."""
        known = _Known(report)
        pairs = ((claim, known.fault(cite)) for claim in report.claims for cite in claim.cites)
        return [self._finding(claim, fault) for claim, fault in pairs if fault]

    def _finding(self, claim: Claim, message: str) -> Finding:
        return Finding(
            verifier=self.name,
            severity=Severity.ERROR,
            message=message,
            where=claim.id,
            remedy="mend or remove the cite",
        )


class _Known:
    def __init__(self, report: Report) -> None:
        self._listed = {reference.id for reference in report.references}
        self._further = {reference.id for reference in report.further_reading}
        self._citations = {citation.id for citation in report.citations}
        self._reference_of = report.reference_of

    def fault(self, cite: Cite) -> str:
        """What is wrong with a cite; empty when nothing is."""
        # A report made from a finished text knows references only.
        if cite.citation_id and self._citations and cite.citation_id not in self._citations:
            return f"cites citation {cite.citation_id!r}, which is not among the evidence"
        if not cite.reference_id:
            return f"the cite of {cite.citation_id or 'nothing'} leads to no reference"
        if cite.reference_id not in self._listed:
            place = "stands under further reading only" if cite.reference_id in self._further else "is not in the list"
            return f"cites reference {cite.reference_id!r}, which {place}"
        expected = self._reference_of.get(cite.citation_id)
        if expected is not None and expected != cite.reference_id:
            return f"citation {cite.citation_id!r} belongs to reference {expected!r}, not to {cite.reference_id!r}"
        return ""
