"""Workflows `grade` and `summary-of-findings`: grades from study data alone, and the outcomes that were asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bmreport import Figure, InputError, Report, RunContext, Table
from bmreport_plugins.workflows import bmreport_workflows
from bmreport_plugins.workflows.grade import GradeWorkflow, GradeWorkflowOptions, SummaryWorkflow

HEADER = "study,outcome,comparison,design,events1,n1,events2,n2,rob2.overall,funding"
ROWS = [
    "A,Death,drug versus placebo,randomised trial,100,1000,140,1000,low,public",
    "B,Death,drug versus placebo,randomised trial,90,1000,125,1000,low,public",
    "A,Stroke,drug versus placebo,randomised trial,3,1000,5,1000,high,public",
    "B,Stroke,drug versus placebo,randomised trial,4,1000,3,1000,high,public",
]


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A table of two outcomes."""
    path = tmp_path / "studies.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n", encoding="utf-8")
    return str(path)


def graded(*inputs: str, **options: Any) -> Report:
    """The report of the workflow `grade`."""
    return GradeWorkflow().run(list(inputs), RunContext(), GradeWorkflowOptions(**options))


def headings(report: Report) -> list[str]:
    """The headings of the sections."""
    return [section.heading for section in report.sections]


def test_three_workflows_are_offered() -> None:
    """They are those of `bmreport meta`, `grade` and `sof`."""
    assert [one.name for one in bmreport_workflows()] == ["meta-analysis", "grade", "summary-of-findings"]


def test_study_data_alone_is_graded_with_its_tables_and_figures(table: str) -> None:
    """One grade for the whole and one for each outcome; forest plots and the judgements on risk of bias."""
    report = graded(table)
    assert [grade.outcome for grade in report.grades] == ["", "Death", "Stroke"]
    assert report.evidence_strength == report.grades[0].label
    assert headings(report)[:2] == ["Summary of findings", "GRADE evidence profile"]
    figures = [block.name for section in report.sections for block in section.blocks if isinstance(block, Figure)]
    starts = ("forest-death", "forest-stroke", "risk-of-bias-rob2")
    assert [name.startswith(start) for name, start in zip(figures, starts, strict=True)] == [True] * 3
    assert not any(isinstance(block, Figure) for one in graded(table, figures=False).sections for block in one.blocks)


def test_one_outcome_is_graded_as_among_all(table: str) -> None:
    """Choosing an outcome changes nothing about its grade, and declarations on the others are no errors."""
    importance = {"Death": "critical", "Stroke": "important"}
    whole = graded(table, figures=False, importance=importance)
    one = graded(table, figures=False, importance=importance, outcome=["stroke"])
    assert [grade.outcome for grade in one.grades] == ["Stroke"]
    assert one.grades[0] == whole.grades[2]
    assert {study.outcome for study in one.studies} == {"Stroke"}
    both = graded(table, figures=False, importance=importance, outcome=["stroke", "death"])
    assert both.grades == whole.grades


def test_the_summary_of_findings_stands_alone(table: str) -> None:
    """The report holds that table and nothing else; the steps stay with the grades."""
    report = SummaryWorkflow().run([table], RunContext(), GradeWorkflowOptions())
    (section,) = report.sections
    assert section.heading == "Summary of findings"
    assert [type(block) for block in section.blocks] == [Table]
    assert report.grades[1].steps


def test_citations_alone_give_a_provisional_grade(tmp_path: Path) -> None:
    """It says so; a Summary of Findings cannot be made of them."""
    path = tmp_path / "papers.ris"
    path.write_text(
        "TY  - JOUR\nTI  - A randomised trial\nAB  - Deaths were fewer with the drug.\nPY  - 1990\nER  - \n",
        encoding="utf-8",
    )
    assert graded(str(path)).evidence_strength.endswith("(provisional)")
    with pytest.raises(InputError, match="no study data"):
        SummaryWorkflow().run([str(path)], RunContext(), GradeWorkflowOptions())
