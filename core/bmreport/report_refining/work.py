"""Change of a report in progress: what was asked for, and what has come of it so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.intake import Harvest
from bmreport.report_merging.provenance import names_in
from bmreport.report_refining.writing import can_revise

if TYPE_CHECKING:
    from bmreport.models import Draft, Finding, Report
    from bmreport.pipeline import Plan
    from bmreport.report_merging.steps import Steps
    from bmreport.report_refining.exclusions import Excluded

__all__ = ["RefineWork"]


@dataclass
class RefineWork:
    """`findings` are those of what came in, of grading and of writing; `drafts` what was written."""

    before: Report
    plan: Plan
    excluded: Excluded
    note: str
    steps: Steps
    harvest: Harvest = field(default_factory=Harvest)
    findings: list[Finding] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    graded: bool = False

    @property
    def revises(self) -> bool:
        """Whether the synthesizer changes finished answers itself."""
        names = [self.plan.synthesizer] if self.plan.synthesizer else names_in(self.before.provenance.synthesizer)
        known = self.plan.host.names("synthesizer")
        return len(names) == 1 and names[0] in known and can_revise(self.plan.host.synthesizer(names[0]))

    @property
    def note_is_work(self) -> bool:
        """Whether the note alone may change the text."""
        return bool(self.note) and self.revises
