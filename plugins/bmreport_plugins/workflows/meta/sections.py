"""The sections of a report on meta-analyses: an overview, then each outcome with its tables and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Section, SectionKind
from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.workflows.meta.cells import table
from bmreport_plugins.workflows.meta.further_tables import (
    asymmetry_table,
    leave_one_out_table,
    regression_table,
    subgroup_table,
)
from bmreport_plugins.workflows.meta.result_table import result_table
from bmreport_plugins.workflows.meta.study_table import left_out_table, refused_table, study_table
from bmreport_plugins.workflows.meta.wording import (
    DASH,
    effect_cell,
    effect_name,
    heading,
    level_words,
    percent,
    span_words,
)

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bmreport import Analysis, Figure, Rejection, Table
    from bmreport_plugins.study_pooling import PooledOutcome

__all__ = ["headings_of", "outcome_section", "overview_section", "refused_section"]


def overview_section(analyses: Sequence[Analysis]) -> Section:
    """One row for each outcome: the results in short."""
    level = level_words(analyses[0])
    header = ["Outcome", "Studies (participants)", f"Effect ({level})", "Prediction interval", "I²"]
    compared = {name_key(one.comparison) for one in analyses}
    common = analyses[0].comparison if len(compared) == 1 else ""
    told = [one.model_copy(update={"comparison": ""}) for one in analyses] if common else analyses
    rows = [_overview_row(one, name) for one, name in zip(analyses, headings_of(told), strict=True)]
    found = table(f"Results in short{f': {common}' if common else ''}.", header, rows, _overview_notes(analyses))
    return Section(heading="In short", kind=SectionKind.EXHIBITS, blocks=[found])


def outcome_section(
    analysis: Analysis,
    outcome: PooledOutcome,
    title: str,
    arms: tuple[str, str],
    known: Container[str],
    figures: Sequence[Figure],
) -> Section:
    """Everything on one outcome. What could not be done stands below the table that it would have a place beside."""
    tables: list[Table] = []
    if analysis.pooled:
        tables += [study_table(analysis, outcome, arms, known), result_table(analysis)]
        tables += [subgroup_table(analysis, one) for one in analysis.subgroups if one.groups]
        tables += [regression_table(analysis, one) for one in analysis.regressions if one.terms]
        if analysis.leave_one_out:
            tables.append(leave_one_out_table(analysis))
        if analysis.asymmetry or analysis.trim_and_fill:
            tables.append(asymmetry_table(analysis))
    if analysis.left_out:
        tables.append(left_out_table(analysis))
    return Section(heading=title, kind=SectionKind.EXHIBITS, blocks=[*figures, *tables])


def refused_section(rejections: Sequence[Rejection]) -> list[Section]:
    """The rows that were refused when the inputs were read; none where all were taken."""
    if not rejections:
        return []
    return [Section(heading="Rows that were refused", kind=SectionKind.EXHIBITS, blocks=[refused_table(rejections)])]


def headings_of(analyses: Sequence[Analysis]) -> list[str]:
    """The heading of each; the kind of studies stands in it where an outcome was studied in several."""
    keys = [(name_key(one.outcome), name_key(one.comparison)) for one in analyses]
    return [heading(one, design=keys.count(key) > 1) for one, key in zip(analyses, keys, strict=True)]


def _overview_row(analysis: Analysis, name: str) -> list[str]:
    pooled = analysis.pooled
    if pooled is None:
        return [name, "0", "nothing could be pooled", DASH, DASH]
    people = f" ({analysis.participants:,})" if analysis.participants else ""
    effect = f"{effect_name(analysis)} {effect_cell(pooled)}"
    i2 = percent(pooled.spread.i2) if pooled.spread else DASH
    return [name, f"{analysis.studies:,}{people}", effect, span_words(pooled.prediction), i2]


def _overview_notes(analyses: Sequence[Analysis]) -> list[str]:
    words = dict.fromkeys(f"{effect_name(one)}: {one.measure_title}" for one in analyses if one.pooled)
    notes = [f"CI: confidence interval; {'; '.join(word for word in words if not _says_itself(word))}".rstrip("; ")]
    notes[0] += "."
    if any(one.pooled and one.pooled.prediction for one in analyses):
        notes.append("Prediction interval: where the true effect in a new, similar study is expected to lie.")
    return notes


def _says_itself(word: str) -> bool:
    short, _colon, title = word.partition(": ")
    return short == title
