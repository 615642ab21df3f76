"""From the evidence to the report of a GRADE assessment, and to the Summary of Findings alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Figure, InputError, Report, Section, SectionKind
from bmreport_plugins.graders.grade import GradeGrader
from bmreport_plugins.graders.grade.collecting import usable_studies
from bmreport_plugins.graders.grade.whole_body import AGREEMENT, grade_whole, with_agreement
from bmreport_plugins.graders.grade.wording import listed
from bmreport_plugins.study_pooling import PoolingSettings, group_studies, pool_group
from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.workflows.assembling import assemble
from bmreport_plugins.workflows.figures_of_studies import bias_figures, forest
from bmreport_plugins.workflows.reading import gather
from bmreport_plugins.workflows.selecting import expect_studies, select

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import EvidenceBody, Grade, RunContext, Study
    from bmreport_plugins.workflows.grade import GradeWorkflowOptions
    from bmreport_plugins.workflows.reading import Gathered

__all__ = ["grade_report", "summary_report"]

_SUMMARY = "Summary of findings"
_SHOWN = 10


def grade_report(name: str, inputs: list[str], context: RunContext, options: GradeWorkflowOptions) -> Report:
    """Grades with every step, their tables and figures. With citations alone the grade is provisional."""
    gathered = gather(inputs, context, options)
    if not gathered.body.studies and not gathered.body.citations:
        expect_studies((), "grade", inputs)
    gathered, grades, exhibits = _graded(gathered, context, options)
    sections = list(exhibits)
    if options.figures and not _has_figures(exhibits):
        sections.extend(_figures(gathered.body, options))
    return _report(name, gathered, sections, grades, context, options, title="GRADE assessment")


def summary_report(name: str, inputs: list[str], context: RunContext, options: GradeWorkflowOptions) -> Report:
    """The Summary of Findings; the grades behind it stand in the report with their steps."""
    gathered = gather(inputs, context, options)
    expect_studies(gathered.body.studies, "sof", inputs)
    gathered, grades, exhibits = _graded(gathered, context, options)
    sections = [section for section in exhibits if section.heading == _SUMMARY]
    if not sections:
        raise InputError("no outcome could be summarised", where=", ".join(inputs)[:400], remedy="see `bmreport grade`")
    return _report(name, gathered, sections, grades, context, options, title=_SUMMARY)


def _graded(
    gathered: Gathered, context: RunContext, options: GradeWorkflowOptions
) -> tuple[Gathered, list[Grade], list[Section]]:
    """The rows that were asked for, their grades, and the tables of these.

    All outcomes are graded, because declarations and overrides may speak of any of them.
    """
    grader = GradeGrader()
    body = gathered.body
    kept = select(body.studies, options)
    grades = grader.grade(body, context, options)
    if len(kept) < len(body.studies):
        grades = _of_these(grades, body, kept)
        gathered = gathered.with_studies(kept)
    return gathered, grades, grader.exhibits(gathered.body, grades, context, options)


def _of_these(grades: Sequence[Grade], body: EvidenceBody, kept: Sequence[Study]) -> list[Grade]:
    """The grades of the outcomes of these rows; the grade of the whole is that of these outcomes alone."""
    wanted = {(name_key(study.outcome), name_key(study.comparison)) for study in kept}
    groups = group_studies(usable_studies(body))
    outcomes = [grade for grade in grades if grade.summary]
    found = [
        grade
        for grade, group in zip(outcomes, groups, strict=True)
        if (name_key(group.outcome), name_key(group.comparison)) in wanted
    ]
    first = grade_whole(found) if len(found) > 1 else found.pop()
    agreement = [step.reason for step in grades[0].steps if step.name == AGREEMENT]
    return [with_agreement(first, agreement), *found]


def _has_figures(sections: Sequence[Section]) -> bool:
    return any(isinstance(block, Figure) for section in sections for block in section.blocks)


def _figures(body: EvidenceBody, options: GradeWorkflowOptions) -> list[Section]:
    """Forest plots of all outcomes, and the judgements on risk of bias."""
    studies = usable_studies(body)
    settings = PoolingSettings(options.method, options.test, options.level, options.measure)
    forests = [block for group in group_studies(studies) for block in forest(pool_group(group, settings), settings)]
    lights = bias_figures(studies, options.bias_tools, options.bias_consensus)
    made = (("Forest plots", forests), ("Risk of bias", lights))
    return [Section(heading=name, kind=SectionKind.EXHIBITS, blocks=[*blocks]) for name, blocks in made if blocks]


def _report(
    name: str,
    gathered: Gathered,
    sections: Sequence[Section],
    grades: Sequence[Grade],
    context: RunContext,
    options: GradeWorkflowOptions,
    *,
    title: str,
) -> Report:
    outcomes = list(dict.fromkeys(study.outcome for study in gathered.body.studies))
    more = len(outcomes) - _SHOWN
    named = f"{', '.join(outcomes[:_SHOWN])} and {more} more outcomes" if more > 0 else listed(outcomes)
    asked = f"How certain is the evidence on {named}?" if outcomes else "How certain is the evidence?"
    return assemble(
        gathered,
        sections,
        name=name,
        title=options.title or title,
        question=options.question or gathered.body.question or asked,
        note="Certainty is rated by GRADE for each outcome; every step stands with its rule, its numbers and its "
        "thresholds. What was not assessed is said to be so, and counts neither for nor against the evidence.",
        context=context,
        options=options,
        grades=grades,
    )
