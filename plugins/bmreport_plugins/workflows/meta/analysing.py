"""From a pooled outcome to its whole analysis; every row that came in is pooled or left out with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Analysis
from bmreport.models.analysis import LeftOutStudy, StudyEffect
from bmreport_plugins.study_pooling.row_tables import people_in
from bmreport_plugins.workflows.meta.again import PooledAgain
from bmreport_plugins.workflows.meta.asymmetry import FEWEST_TO_FILL, asymmetry_of, fill_in
from bmreport_plugins.workflows.meta.fields import NO_GROUPS
from bmreport_plugins.workflows.meta.leaving_out import FEWEST, MOST, leave_each_out
from bmreport_plugins.workflows.meta.numbers import back_of, effect_of, finite
from bmreport_plugins.workflows.meta.regressing import regress
from bmreport_plugins.workflows.meta.subgroups import by_subgroup

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport import Study
    from bmreport_plugins.study_pooling import PooledOutcome, PoolingSettings
    from bmreport_plugins.workflows.meta_options import MetaOptions

__all__ = ["analyse"]


def analyse(outcome: PooledOutcome, settings: PoolingSettings, options: MetaOptions) -> Analysis:
    """The analysis with everything that the options ask for and the data allow."""
    group, measure = outcome.group, outcome.measure
    made = Analysis(
        outcome=group.outcome,
        comparison=group.comparison,
        design=str(group.design or ""),
        measure=measure.name if measure else "",
        measure_title=measure.title if measure else "",
        null=(1.0 if measure.is_ratio else measure.null) if measure else None,
        method=outcome.pooled.method if outcome.pooled else settings.method,
        test=outcome.pooled.test if outcome.pooled else settings.test,
        level=settings.level,
        rows=len(group.studies),
        studies=outcome.studies,
        participants=outcome.participants,
        why_not=outcome.why_not,
        left_out=[
            LeftOutStudy(study=row.study.study, where=_where(row.study), reason=row.reason) for row in outcome.left_out
        ],
        notes=list(outcome.notes),
    )
    again = PooledAgain.of(outcome)
    return made if again is None else _with_results(made, again, options)


def _with_results(made: Analysis, again: PooledAgain, options: MetaOptions) -> Analysis:
    from bmreport_meta import MetaError

    back = back_of(again.measure, again.sizes)
    notes = list(made.notes)
    k = again.pooled.k
    update: dict[str, object] = {
        "pooled": effect_of(again.pooled, again.measure, back),
        "effects": _effects(again),
        "subgroups": [by_subgroup(again, by, back) for by in _wanted_groups(again, options)],
        "regressions": [regress(again, name) for name in options.moderator],
    }
    if options.leave_one_out and k >= FEWEST:
        if k > MOST:
            notes.append(f"studies were not left out one by one: there are more than {MOST}")
        else:
            try:
                update["leave_one_out"] = leave_each_out(again, back)
            except MetaError as error:
                notes.append(f"studies could not be left out one by one: {error}")
    if k >= options.small_study_k:
        update["asymmetry"] = asymmetry_of(again)
    if k >= FEWEST_TO_FILL:
        update["trim_and_fill"] = fill_in(again, back)
    return made.model_copy(update={**update, "notes": notes})


def _wanted_groups(again: PooledAgain, options: MetaOptions) -> list[str]:
    """What to make subgroups by. Without a word from anybody: by the column `subgroup`, where there are several."""
    studies = [row.study for row in again.outcome.rows]
    if "by" in options.model_fields_set:
        return [name for name in options.by if name not in NO_GROUPS]
    return ["subgroup"] if len({study.subgroup for study in studies if study.subgroup}) > 1 else []


def _effects(again: PooledAgain) -> list[StudyEffect]:
    from bmreport_meta.transforms import back_transform

    made = []
    for row in again.outcome.rows:
        effect = row.effect
        back: Callable[[float], float] = back_transform(again.measure.back, effect.n)
        bounds = effect.interval(again.level)
        made.append(
            StudyEffect(
                study=row.study.study,
                where=_where(row.study),
                subgroup=row.study.subgroup,
                participants=people_in(row.study),
                value=finite(back(effect.yi)),
                low=finite(back(bounds.low)),
                high=finite(back(bounds.high)),
                estimate=effect.yi,
                se=effect.se,
                weight=row.percent,
            )
        )
    return made


def _where(study: Study) -> str:
    return str(study.origin or "")
