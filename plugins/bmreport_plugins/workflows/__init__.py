"""Built-in workflows: from tables of study data to a meta-analysis, a GRADE assessment, or a Summary of Findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.workflows.grade import GradeWorkflow, SummaryWorkflow
from bmreport_plugins.workflows.meta_analysis import MetaAnalysisWorkflow

if TYPE_CHECKING:
    from bmreport.providers import Workflow


@hookimpl
def bmreport_workflows() -> list[Workflow]:
    """What `bmreport meta`, `bmreport grade` and `bmreport sof` run."""
    return [MetaAnalysisWorkflow(), GradeWorkflow(), SummaryWorkflow()]
