"""The grader `grade`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Options
from bmreport_plugins.graders.grade.options import GradeOptions

if TYPE_CHECKING:
    from bmreport import EvidenceBody, Grade, RunContext, Section

__all__ = ["GradeGrader"]


class GradeGrader:
    """Rates the certainty of the evidence on each outcome as the GRADE working group lays down.

    From study data it computes every domain that can be computed; what only people can tell stands in the data or in
    the file of overrides, and what nobody told is said to be not assessed. From citations alone the grade is
    provisional.
    """

    name = "grade"
    summary = "GRADE certainty per outcome, computed from study data, with every step and a Summary of Findings"
    options_model: type[Options] = GradeOptions

    def grade(self, body: EvidenceBody, context: RunContext, options: GradeOptions) -> list[Grade]:  # as the Protocol
        """A grade for each outcome; with several, one of the whole comes first.

        Raises InputError for a file of overrides or a judgement that cannot be used, ConfigError for an option on an
        outcome that no study has.
        """
        # numpy and scipy load here, when somebody grades.
        from bmreport_plugins.graders.grade.whole_grading import grade_body

        return grade_body(body, options)

    def exhibits(
        self,
        body: EvidenceBody,
        grades: list[Grade],
        context: RunContext,  # as the Protocol
        options: GradeOptions,
    ) -> list[Section]:
        """Summary of Findings, evidence profile, on request the Evidence-to-Decision skeleton; none without studies."""
        from bmreport_plugins.graders.grade.exhibits import exhibits_of

        return exhibits_of(body, grades, options)
