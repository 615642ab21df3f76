"""The tables that a GRADE assessment brings into a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Section, SectionKind
from bmreport_plugins.graders.grade.comparisons import comparisons_of
from bmreport_plugins.graders.grade.evidence_profile import evidence_profile
from bmreport_plugins.graders.grade.evidence_to_decision import decision_table
from bmreport_plugins.graders.grade.sof_table import sof_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import EvidenceBody, Grade, Table
    from bmreport_plugins.graders.grade.options import GradeOptions

__all__ = ["exhibits_of"]


def exhibits_of(body: EvidenceBody, grades: Sequence[Grade], options: GradeOptions) -> list[Section]:
    """Sections with a table for each comparison; none where no grade has a summary."""
    comparisons = comparisons_of(grades)
    if not comparisons:
        return []
    known = body.reference_by_id
    sections = [
        _section("Summary of findings", [sof_table(one, known) for one in comparisons]),
        _section("GRADE evidence profile", [evidence_profile(one, known) for one in comparisons]),
    ]
    if options.evidence_to_decision:
        sections.append(_section("Evidence to decision", [decision_table(one) for one in comparisons]))
    return sections


def _section(heading: str, tables: list[Table]) -> Section:
    return Section(heading=heading, kind=SectionKind.EXHIBITS, blocks=list(tables))
