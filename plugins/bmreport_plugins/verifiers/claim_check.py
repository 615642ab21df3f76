"""What the verifiers of claims share: each runs one check of `bmreport.statements` over every claim of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Finding, NoOptions, Options, Quote
from bmreport.ledger import SEVERITY_OF
from bmreport.models import Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport import Report, RunContext
    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["ClaimCheck"]


class ClaimCheck:
    """Base of a verifier that looks at one claim at a time; a subclass names itself and gives its `_checker`."""

    name: str
    summary: str
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """A finding with a verdict for each fault of each claim."""
        # The patterns of a language load when a report is checked, not when plugins are listed.
        from bmreport.statements.claim_view import claims_in_view

        check = self._checker()
        return [self._finding(view, fault) for view in claims_in_view(report) for fault in check(view)]

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        raise NotImplementedError

    def _finding(self, view: ClaimInView, fault: Fault) -> Finding:
        return Finding(
            verifier=self.name,
            severity=SEVERITY_OF.get(fault.verdict, Severity.INFO),
            message=fault.message,
            where=view.claim_id,
            remedy=fault.remedy,
            verdict=fault.verdict,
            quotes=[Quote(citation_id=one.citation_id, start=one.start, end=one.end) for one in fault.quotes],
        )
