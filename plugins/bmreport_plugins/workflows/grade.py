"""Workflows `grade` and `summary-of-findings`: GRADE from study data, without passages to write an answer from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Options
from bmreport_plugins.graders.grade import GradeOptions
from bmreport_plugins.workflows.options import WorkflowOptions

if TYPE_CHECKING:
    from bmreport import Report, RunContext

__all__ = ["GradeWorkflow", "GradeWorkflowOptions", "SummaryWorkflow"]


class GradeWorkflowOptions(WorkflowOptions, GradeOptions):
    """Everything that the grader `grade` can be told, and which rows to work on."""


class GradeWorkflow:
    """Grades each outcome: every step with its numbers, Summary of Findings, evidence profile, figures."""

    name = "grade"
    summary = "GRADE assessment of each outcome with every step, Summary of Findings and evidence profile"
    options_model: type[Options] = GradeWorkflowOptions

    def run(self, inputs: list[str], context: RunContext, options: GradeWorkflowOptions) -> Report:
        """The report, not checked yet. Raises what the grader `grade` raises, and InputError without evidence."""
        # numpy and the sources load here, when somebody grades.
        from bmreport_plugins.workflows.grade_reporting import grade_report

        return grade_report(self.name, inputs, context, options)


class SummaryWorkflow:
    """The Summary of Findings table alone."""

    name = "summary-of-findings"
    summary = "Summary of Findings table: effects, absolute effects per 1,000, certainty, what happens"
    options_model: type[Options] = GradeWorkflowOptions

    def run(self, inputs: list[str], context: RunContext, options: GradeWorkflowOptions) -> Report:
        """The report, not checked yet. Raises as `grade` does, and InputError without study data."""
        from bmreport_plugins.workflows.grade_reporting import summary_report

        return summary_report(self.name, inputs, context, options)
