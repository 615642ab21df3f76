"""Where passages disagree, the report shows both and the answer speaks of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Finding, NoOptions, Options, SectionKind, Severity
from bmreport.models.draft import block_claims

if TYPE_CHECKING:
    from bmreport import Contradiction, Report, RunContext

__all__ = ["Contradictions"]


class Contradictions:
    """Holds the contradictions that were found in the evidence against the text."""

    name = "contradictions"
    summary = "Passages that disagree are shown side by side and spoken of in the answer"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """An error for each contradiction that the report does not show, or that the answer passes over."""
        shown = _cited_together(report, within=True)
        spoken = _cited_together(report, within=False)
        findings: list[Finding] = []
        for one in report.contradictions:
            ids = frozenset(side.citation_id for side in one.sides)
            if not any(ids <= cited for cited in shown):
                findings.append(self._finding(one, "the report does not show both sides of a contradiction"))
            if not any(ids <= cited for cited in spoken):
                findings.append(self._finding(one, "the answer passes over a contradiction"))
        return findings

    def _finding(self, contradiction: Contradiction, message: str) -> Finding:
        sides = ", ".join(side.citation_id for side in contradiction.sides)
        return Finding(
            verifier=self.name,
            severity=Severity.ERROR,
            message=f"{message} on {contradiction.outcome} ({contradiction.reason})",
            where=sides,
            remedy="build the report again; its text or its evidence was changed",
        )


def _cited_together(report: Report, *, within: bool) -> list[frozenset[str]]:
    """The citations of each block of the section of contradictions, or of each claim elsewhere."""
    found: list[frozenset[str]] = []
    for section in report.sections:
        if (section.kind is SectionKind.CONTRADICTIONS) is not within:
            continue
        for block in section.blocks:
            claims = [claim.citation_ids for claim in block_claims(block)]
            if within:
                found.append(frozenset(identifier for ids in claims for identifier in ids))
            else:
                found.extend(map(frozenset, claims))
    return found
