"""The table of studies: figures of the arms, effect, weight; and the table of those that are not pooled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.study_pooling.measures_of_rows import figures_of
from bmreport_plugins.study_pooling.row_tables import people_in
from bmreport_plugins.workflows.meta.cells import Cell, plain, table
from bmreport_plugins.workflows.meta.wording import (
    DASH,
    between,
    effect_cell,
    effect_name,
    level_words,
    method_words,
    number,
    percent,
)

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bmreport import Analysis, Arm, Rejection, Study, Table
    from bmreport_plugins.study_pooling import PooledOutcome

__all__ = ["left_out_table", "refused_table", "study_table"]

_MOST_SHOWN = 100


def study_table(analysis: Analysis, outcome: PooledOutcome, arms: tuple[str, str], known: Container[str]) -> Table:
    """One row for each pooled study and one for all; `known` are the references that may be cited."""
    studies = [row.study for row in outcome.rows]
    # Where most studies give a published effect alone, the arms of the others say little.
    in_arms = 2 * sum(bool(figures_of(one)) for one in studies) >= len(studies)
    shown = [name for place, name in enumerate(arms) if in_arms and any(_arm(one, place) for one in studies)]
    header = ["Study", *shown, f"{effect_name(analysis)} ({level_words(analysis)})", "Weight"]
    if not shown:
        header.insert(1, "Participants")
    rows: list[list[str | Cell]] = []
    for study, found in zip(studies, analysis.effects, strict=True):
        between_arms = [_arm(study, place) or DASH for place in range(len(shown))] or [_people(people_in(study))]
        cited = [study.reference_id] if study.reference_id in known else []
        label = f"{study.study} ({study.subgroup})" if study.subgroup and _is_double(study, studies) else study.study
        effect = f"{number(found.value)} ({between(found.low, found.high)})"
        rows.append([plain(label, cited), *between_arms, effect, percent(found.weight, 1)])
    rows.append([plain("All studies"), *_sums(studies, len(shown)), effect_cell(analysis.pooled), "100%"])
    return table(
        f"{analysis.outcome}: the studies that are pooled.",
        header,
        rows,
        [_how(analysis)],
    )


def refused_table(rejections: Sequence[Rejection]) -> Table:
    """Rows of the inputs that could not be read at all, with what to do about it."""
    rows = [
        [plain(_row(str(one.origin))), plain(one.field or DASH), plain(one.reason), plain(one.remedy or DASH)]
        for one in rejections[:_MOST_SHOWN]
    ]
    more = len(rejections) - _MOST_SHOWN
    account = f"{more:,} more rows are named in the report's findings." if more > 0 else ""
    header = ["Row", "Column", "Reason", "Remedy"]
    return table("Rows that were refused, and are in no analysis.", header, rows, [account])


def left_out_table(analysis: Analysis) -> Table:
    """Every row that came in for the outcome and is not pooled."""
    rows = [[one.study, _row(one.where), one.reason] for one in analysis.left_out]
    pooled = analysis.rows - len(analysis.left_out)
    account = f"Rows that came in: {analysis.rows} = {pooled} pooled + {len(analysis.left_out)} left out."
    why = "" if analysis.pooled else f"Nothing is pooled: {analysis.why_not}."
    return table(f"{analysis.outcome}: rows that were not pooled.", ["Study", "Row", "Reason"], rows, [account, why])


def _how(analysis: Analysis) -> str:
    title = f"{analysis.measure_title[:1].upper()}{analysis.measure_title[1:]}"
    if analysis.pooled and analysis.pooled.k == 1:
        return f"{title}; one study, so that there is nothing to pool it with."
    return f"{title}; {method_words(analysis)}."


def _arm(study: Study, place: int) -> str:
    """The figures of one arm in the form that its kind has; empty without a whole set of them."""
    kind = figures_of(study)
    if not kind or (place == 1 and kind.startswith("one ")):
        return ""
    arm: Arm = (study.intervention, study.control)[place]
    if kind.endswith(("means", "mean")):
        return f"{arm.mean:g} ({arm.sd:g}), n {arm.total:,}"
    if kind.endswith(("rates", "rate")):
        return f"{arm.events:,}/{arm.person_time:,g}"
    return f"{arm.events:,}/{arm.total:,}"


def _sums(studies: list[Study], columns: int) -> list[str]:
    """Events and people of all arms, where every study gives them; else people."""
    if not columns:
        people = [people_in(study) for study in studies]
        return [_people(sum(filter(None, people))) if any(people) else DASH]
    if any(figures_of(study) not in ("events", "one proportion") for study in studies):
        return [DASH] * columns
    arms = [[(study.intervention, study.control)[place] for study in studies] for place in range(columns)]
    return [f"{sum(arm.events or 0 for arm in side):,}/{sum(arm.total or 0 for arm in side):,}" for side in arms]


def _row(where: str) -> str:
    """The file and line; the number of the record says the same once more."""
    return where.split(", record ", 1)[0] or DASH


def _people(people: int | None) -> str:
    return DASH if people is None else f"{people:,}"


def _is_double(study: Study, studies: list[Study]) -> bool:
    return sum(one.study == study.study for one in studies) > 1
