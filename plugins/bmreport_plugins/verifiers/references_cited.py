"""Every listed reference is cited: the list holds what the text rests on and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Finding, NoOptions, Options, Severity

if TYPE_CHECKING:
    from bmreport import Report, RunContext

__all__ = ["ReferencesCited"]


class ReferencesCited:
    """Finds references that no cite points at."""

    name = "references-cited"
    summary = "Every listed reference is cited in the text"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """An error for each reference that nothing cites."""
        cited = {cite.reference_id for claim in report.claims for cite in claim.cites}
        return [
            Finding(
                verifier=self.name,
                severity=Severity.ERROR,
                message=f"reference {reference.number or '(without number)'} is listed but nothing cites it",
                where=reference.id,
                remedy="cite it, or move it to further reading",
            )
            for reference in report.references
            if reference.id not in cited
        ]
