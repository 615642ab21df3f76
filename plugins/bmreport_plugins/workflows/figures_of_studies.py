"""Figures of pooled outcomes and judgements, as blocks of a report. The one place where workflows meet figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.workflows.meta.fields import group_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Analysis, Figure, Study
    from bmreport_plugins.risk_of_bias import Judged
    from bmreport_plugins.study_pooling import PooledOutcome, PoolingSettings

__all__ = ["analysis_figures", "bias_figures", "forest"]


def analysis_figures(analysis: Analysis, outcome: PooledOutcome, settings: PoolingSettings) -> list[Figure]:
    """A forest plot, and where small-study effects were tested a funnel plot."""
    made = forest(outcome, settings, _strata(analysis, outcome))
    if made and analysis.asymmetry:
        from bmreport_plugins.figures import funnel_figure

        made.append(funnel_figure(outcome))
    return made


def forest(outcome: PooledOutcome, settings: PoolingSettings, strata: bool | Sequence[str] = False) -> list[Figure]:
    """The forest plot of two rows or more that are pooled; none for fewer."""
    if outcome.pooled is None or len(outcome.rows) + len(outcome.without_events) < 2:
        return []
    # Drawing is wanted only here; tables and numbers do not wait for it.
    from bmreport_plugins.figures import forest_figure

    return [forest_figure(outcome, settings=settings, subgroups=strata)]


def bias_figures(studies: Sequence[Study], own_tools: Sequence[str], consensus: str) -> list[Figure]:
    """A traffic light for each tool that the rows name, with what assessors settled between them."""
    if not any(study.bias for study in studies):
        return []
    from bmreport_plugins.figures import traffic_light_figure
    from bmreport_plugins.graders.grade.study_bias import tools_of
    from bmreport_plugins.risk_of_bias import judge_studies, load_consensus, settle

    agreed = load_consensus(consensus) if consensus else ()
    judged = [one for tool in tools_of(studies, own_tools) for one in judge_studies(studies, tool)]
    by_tool: dict[str, list[Judged]] = {}
    for one in settle(judged, agreed):
        by_tool.setdefault(one.judged.tool.id, []).append(one.judged)
    cited = [study.reference_id for study in studies if study.reference_id]
    return [
        traffic_light_figure(found, name=f"risk-of-bias-{tool}", reference_ids=cited) for tool, found in by_tool.items()
    ]


def _strata(analysis: Analysis, outcome: PooledOutcome) -> bool | list[str]:
    """The groups of the first subgroup analysis in which every row has its place, so that both say the same."""
    shown = [*(row.study for row in outcome.rows), *(row.study for row in outcome.without_events)]
    for found in analysis.subgroups:
        names = [group_of(study, found.by) for study in shown]
        if found.groups and all(names):
            return names
    return False
