"""From the evidence to the report of a meta-analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import ConfigError, InputError, Report, Section
from bmreport_plugins.graders.grade.collecting import usable_studies
from bmreport_plugins.graders.grade.plain_language import split_comparison
from bmreport_plugins.graders.grade.wording import counted, listed
from bmreport_plugins.study_pooling import PooledOutcome, PoolingSettings, group_studies, pool_group
from bmreport_plugins.workflows.assembling import assemble
from bmreport_plugins.workflows.figures_of_studies import analysis_figures
from bmreport_plugins.workflows.meta.analysing import analyse
from bmreport_plugins.workflows.meta.fields import NO_GROUPS, expect_field
from bmreport_plugins.workflows.meta.sections import headings_of, outcome_section, overview_section, refused_section
from bmreport_plugins.workflows.meta.wording import method_words
from bmreport_plugins.workflows.selecting import expect_studies, select

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Analysis, RunContext, Study
    from bmreport_plugins.workflows.meta_options import MetaOptions
    from bmreport_plugins.workflows.reading import Gathered

__all__ = ["meta_report"]

_SHOWN = 10


def meta_report(gathered: Gathered, inputs: Sequence[str], context: RunContext, options: MetaOptions) -> Report:
    """The report. Raises InputError when nothing can be pooled, ConfigError for options that do not fit."""
    expect_studies(gathered.body.studies, "meta", inputs)
    studies = select(usable_studies(gathered.body), options)
    _expect_fields(studies, options)
    groups = group_studies(studies, by_design=not options.mix_designs)
    measure = _measure(options)
    settings = PoolingSettings(
        options.method, options.test, options.level, {group.outcome: measure for group in groups} if measure else {}
    )
    outcomes = [pool_group(group, settings) for group in groups]
    if not any(outcome.pooled for outcome in outcomes):
        raise _nothing_pooled(outcomes)
    analyses = [analyse(outcome, settings, options) for outcome in outcomes]
    sections = [
        overview_section(analyses),
        *_sections(gathered, outcomes, analyses, settings, options),
        *refused_section([one for report in gathered.work.harvest.reports for one in report.rejected]),
    ]
    return assemble(
        gathered.with_studies(studies),
        sections,
        name="meta-analysis",
        title=options.title or _title(analyses),
        question=options.question or gathered.body.question or _question(analyses),
        note=_note(analyses, options),
        context=context,
        options=options,
        analyses=analyses,
    )


def _sections(
    gathered: Gathered,
    outcomes: Sequence[PooledOutcome],
    analyses: Sequence[Analysis],
    settings: PoolingSettings,
    options: MetaOptions,
) -> list[Section]:
    known = gathered.body.reference_by_id
    sections = []
    for outcome, analysis, title in zip(outcomes, analyses, headings_of(analyses), strict=True):
        figures = analysis_figures(analysis, outcome, settings) if options.figures else []
        sections.append(outcome_section(analysis, outcome, title, _arms(outcome), known, figures))
    return sections


def _expect_fields(studies: Sequence[Study], options: MetaOptions) -> None:
    by = [name for name in options.by if name not in NO_GROUPS] if "by" in options.model_fields_set else []
    for option, names in (("by", by), ("moderator", options.moderator)):
        for name in names:
            expect_field(name, studies, option)


def _measure(options: MetaOptions) -> str:
    """The measure asked for. Raises ConfigError for one that does not exist."""
    if not options.measure.strip():
        return ""
    from bmreport_meta import MEASURES

    name = options.measure.strip().upper()
    if name not in MEASURES:
        raise ConfigError(
            f"option 'measure' is {options.measure!r:.40}, which is no measure of effect",
            where="workflow meta-analysis",
            remedy="choose one of RR, OR, RD, HR, IRR, IRD, MD, SMD, ROM, PETO, PR, PLO, GEN",
        )
    return name


def _nothing_pooled(outcomes: Sequence[PooledOutcome]) -> InputError:
    """What hinders, row by row."""
    rows = [row for outcome in outcomes for row in outcome.left_out]
    more = f"; and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
    told = "; ".join(str(row) for row in rows[:_SHOWN])
    origin = next((row.study.origin for row in rows if row.study.origin), None)
    return InputError(
        f"no study can be pooled: {told}{more}" if told else "no study can be pooled",
        where=origin.locator if origin else "",
        remedy="give events and totals, means with SD and n, or an estimate with its interval; or another --measure",
    )


def _arms(outcome: PooledOutcome) -> tuple[str, str]:
    """What the columns of the two arms are called."""
    labels = {(row.study.intervention.label, row.study.control.label) for row in outcome.rows}
    one, other = next(iter(labels)) if len(labels) == 1 else ("", "")
    named = split_comparison(outcome.group.comparison) or (one, other)
    single = all(row.study.control == type(row.study.control)() for row in outcome.rows)
    return named[0] or ("Figures" if single else "Intervention"), named[1] or "Control"


def _title(analyses: Sequence[Analysis]) -> str:
    names = list(dict.fromkeys(one.outcome for one in analyses))
    return f"Meta-analysis: {names[0]}" if len(names) == 1 else f"Meta-analysis of {counted(len(names), 'outcome')}"


def _question(analyses: Sequence[Analysis]) -> str:
    names = list(dict.fromkeys(one.outcome for one in analyses))
    more = len(names) - _SHOWN
    shown = f"{', '.join(names[:_SHOWN])} and {more} more outcomes" if more > 0 else listed(names)
    return f"What do the studies show together on {shown}?"


def _note(analyses: Sequence[Analysis], options: MetaOptions) -> str:
    methods = dict.fromkeys(method_words(one) for one in analyses if one.pooled)
    apart = "" if options.mix_designs else " Randomised and observational studies are pooled apart."
    return (
        f"Each outcome of each comparison is pooled by itself: {'; or '.join(methods)}. Papers of one study count "
        f"once, and a retracted study is never pooled.{apart} All numbers stand unrounded in the report's JSON "
        "(analyses)."
    )
