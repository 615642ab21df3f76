"""Figures: forest and funnel plots, risk of bias, flow of records, overview, map of the evidence.

Two doors lead here. `bmreport plot KIND FILE` goes through the makers that the hook below returns. Whoever has data at
hand (a grader that brings exhibits, a notebook) calls a function and gets the block of a report:

    from bmreport_plugins.figures import forest_figure, funnel_figure, traffic_light_figure
    from bmreport_plugins.study_pooling import PoolingSettings, group_studies, pool_group

    settings = PoolingSettings(method="REML", test="knha")
    for group in group_studies(body.studies):
        outcome = pool_group(group, settings)
        block = forest_figure(outcome, settings=settings, better="low")   # a bmreport.Figure

| function | data |
|---|---|
| `forest_figure(outcome)` | a `PooledOutcome`; its subgroups and judgements on risk of bias are shown with it |
| `funnel_figure(outcome)` | a `PooledOutcome` of three studies or more |
| `traffic_light_figure(judged)`, `bias_summary_figure(judged, weights=…)` | `Judged` of one tool |
| `flow_figure(flow)`, `report_flow_figure(report)` | a `prisma.flow.Flow`, or the books of a `Report` |
| `overview_figure(studies)` | study rows, or `references=` |
| `evidence_map_figure(studies, certainty=…)` | study rows, and the certainty of each outcome |

Each figure is made in the same steps: *building* turns data into a plot (a frozen dataclass of all that is shown),
*drawing* turns a plot into SVG, *words* into a description and a caption, *table* into its data file and back. The same
plot gives the same bytes, and so does the plot that is read from its data file.

The pictures are drawn as SVG by code of our own, and printed as PDF and PNG by the typesetter that sets the reports. A
forest plot is a table more than a chart: what makes it good are columns, wrapped names and numbers that stand below
each other, which plotting libraries leave to the caller. So it takes no further package (matplotlib would bring eight),
five milliseconds instead of a second for a plot with its files, and text stays text in every format.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.figures.evidence_map.maker import EvidenceMapMaker
from bmreport_plugins.figures.forest.maker import ForestMaker
from bmreport_plugins.figures.funnel.maker import FunnelMaker
from bmreport_plugins.figures.overview.maker import OverviewMaker
from bmreport_plugins.figures.prisma.maker import FlowMaker
from bmreport_plugins.figures.rob.maker import BiasSummaryMaker, TrafficLightMaker

if TYPE_CHECKING:
    from bmreport.providers import FigureMaker
    from bmreport_plugins.figures.exhibits import (
        bias_summary_figure,
        evidence_map_figure,
        flow_figure,
        forest_figure,
        funnel_figure,
        overview_figure,
        report_flow_figure,
        traffic_light_figure,
    )

__all__ = [
    "bias_summary_figure",
    "bmreport_figures",
    "evidence_map_figure",
    "flow_figure",
    "forest_figure",
    "funnel_figure",
    "overview_figure",
    "report_flow_figure",
    "traffic_light_figure",
]


@hookimpl
def bmreport_figures() -> list[FigureMaker]:
    """One maker for each kind of figure."""
    return [
        EvidenceMapMaker(),
        FlowMaker(),
        ForestMaker(),
        FunnelMaker(),
        OverviewMaker(),
        BiasSummaryMaker(),
        TrafficLightMaker(),
    ]


def __getattr__(name: str) -> object:
    """The functions load when they are first used; a host that lists the makers needs none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.exhibits"), name)
