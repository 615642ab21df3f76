"""All grades of a body of evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.collecting import collect_outcomes
from bmreport_plugins.graders.grade.grading import grade_outcome
from bmreport_plugins.graders.grade.judgements_file import read_judgements
from bmreport_plugins.graders.grade.overrides import Overrides
from bmreport_plugins.graders.grade.provisional import grade_citations
from bmreport_plugins.graders.grade.whole_body import grade_whole, with_agreement

if TYPE_CHECKING:
    from bmreport import EvidenceBody, Grade
    from bmreport_plugins.graders.grade.options import GradeOptions

__all__ = ["grade_body"]


def grade_body(body: EvidenceBody, options: GradeOptions) -> list[Grade]:
    """A grade for each outcome, with several one of the whole before them; without studies a provisional one.

    The first grade tells how far assessors agree, of risk of bias and of domains.
    """
    judgements = read_judgements(options.overrides) if options.overrides else []
    outcomes = collect_outcomes(body, options)
    overrides = Overrides.of(judgements, [one.outcome.group for one in outcomes])
    if not outcomes:
        return [with_agreement(grade_citations(body, overrides), overrides.agreement)]
    grades = [grade_outcome(one, overrides) for one in outcomes]
    first = grade_whole(grades) if len(grades) > 1 else grades.pop()
    agreement = (*outcomes[0].biases.agreement, *overrides.agreement)
    return [with_agreement(first, agreement), *grades]
