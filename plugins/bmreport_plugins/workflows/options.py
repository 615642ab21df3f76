"""What all workflows on study data can be told."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from bmreport import Options

__all__ = ["WorkflowOptions"]


class WorkflowOptions(Options):
    """Which rows to work on, and how the report is called."""

    outcome: list[str] = Field(default_factory=list)
    """Outcomes to work on; without it all of them."""
    comparison: list[str] = Field(default_factory=list)
    """Comparisons to work on; without it all of them."""
    title: str = ""
    """Title of the report."""
    question: str = ""
    """The question that the studies answer."""
    figures: bool = True
    """Whether figures are drawn."""
    sources: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Options of the sources that read the inputs, such as {studies = {outcome = "death"}}."""
