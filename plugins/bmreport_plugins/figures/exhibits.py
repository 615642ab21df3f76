"""Figures as blocks of a report, for graders and whoever else has the data at hand: pure functions, data in, block out.

All of them return a `bmreport.Figure` with SVG, description, caption and data. `png=True` adds the pixels; without it
the formats that take no vectors draw them when they need them, which keeps saved reports small.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport_plugins.figures.evidence_map.maker import evidence_map_picture
from bmreport_plugins.figures.evidence_map.plot import map_of_studies
from bmreport_plugins.figures.forest.building import Better, Order, forest_plot
from bmreport_plugins.figures.forest.maker import forest_picture
from bmreport_plugins.figures.funnel.building import funnel_plot
from bmreport_plugins.figures.funnel.maker import funnel_picture
from bmreport_plugins.figures.overview.maker import overview_picture
from bmreport_plugins.figures.overview.plot import OverviewPlot, items_of_references, items_of_studies
from bmreport_plugins.figures.prisma.balance import balanced
from bmreport_plugins.figures.prisma.maker import flow_picture
from bmreport_plugins.figures.prisma.of_report import flow_of_report
from bmreport_plugins.figures.rob.maker import bias_summary_picture, traffic_light_picture
from bmreport_plugins.figures.rob.plot import bias_plot

if TYPE_CHECKING:
    from bmreport import Figure, Reference, Report, Study
    from bmreport_meta.tau2 import Method
    from bmreport_plugins.figures.prisma.flow import Flow
    from bmreport_plugins.risk_of_bias import Judged, RobTool
    from bmreport_plugins.study_pooling import PooledOutcome, PoolingSettings, StudyGroup

__all__ = [
    "bias_summary_figure", "evidence_map_figure", "flow_figure", "forest_figure", "funnel_figure", "overview_figure",
    "report_flow_figure", "traffic_light_figure",
]  # fmt: skip

_LONGEST_STEM = 60


def forest_figure(
    outcome: PooledOutcome,
    *,
    settings: PoolingSettings | None = None,
    subgroups: bool | Sequence[str] = True,
    judged: Sequence[Judged] | None = None,
    tool: RobTool | None = None,
    bias: bool = True,
    columns: Sequence[str] = (),
    better: Better = "",
    order: Order = "given",
    prediction: bool = True,
    title: str = "",
    name: str = "",
    png: bool = False,
) -> Figure:
    """The forest plot of a pooled outcome; the caption cites the references of its studies.

    `settings` are those that the outcome was pooled with, and pool the subgroups. `judged` are settled judgements on
    risk of bias, without which those in the rows count (with `tool`, of that tool alone). `better` says which results
    are good; without it no side is said to favour anything. `columns` are shown right of the plot.
    Raises InputError for a column that no study has.
    """
    plot = forest_plot(
        outcome, settings=settings, subgroups=subgroups, judged=judged, tool=tool, bias=bias, columns=columns,
        better=better, order=order, prediction=prediction, title=title,
    )  # fmt: skip
    return forest_picture(replace(plot, name=name or _stem("forest", outcome.group))).figure(png=png)


def funnel_figure(
    outcome: PooledOutcome,
    *,
    fill: bool = True,
    fill_method: Method | None = None,
    contours: bool = True,
    asymmetry: bool = True,
    title: str = "",
    name: str = "",
    png: bool = False,
) -> Figure:
    """The funnel plot of a pooled outcome. Raises InputError when fewer than three studies are pooled."""
    plot = funnel_plot(
        outcome,
        fill=fill,
        fill_method=fill_method,
        contours=(0.9, 0.95, 0.99) if contours else (),
        test=asymmetry,
        title=title,
    )
    return funnel_picture(replace(plot, name=name or _stem("funnel", outcome.group))).figure(png=png)


def traffic_light_figure(
    judged: Sequence[Judged],
    *,
    title: str = "",
    name: str = "",
    reference_ids: Sequence[str] = (),
    png: bool = False,
) -> Figure:
    """Every judgement of every study; all must be of one tool. Raises ValueError for none, and for several tools."""
    plot = bias_plot(judged, title=title)
    plot = replace(plot, name=name or "risk-of-bias", reference_ids=tuple(reference_ids))
    return traffic_light_picture(plot).figure(png=png)


def bias_summary_figure(
    judged: Sequence[Judged],
    *,
    weights: Mapping[str, float] | None = None,
    title: str = "",
    name: str = "",
    reference_ids: Sequence[str] = (),
    png: bool = False,
) -> Figure:
    """The share of each level in each domain, by `weights` (study -> weight) where all have one. Raises as above."""
    plot = bias_plot(judged, title=title, weights=weights)
    plot = replace(plot, name=name or "risk-of-bias", reference_ids=tuple(reference_ids))
    return bias_summary_picture(plot).figure(png=png)


def flow_figure(flow: Flow, *, name: str = "", png: bool = False) -> Figure:
    """The flow diagram of these numbers. Raises InputError naming the box where they do not add up."""
    whole = balanced(flow, "")
    return flow_picture(replace(whole, name=name or whole.name)).figure(png=png)


def report_flow_figure(report: Report, *, name: str = "", png: bool = False) -> Figure:
    """The flow of records through bmreport, from the import reports of a report. Raises InputError without any."""
    return flow_figure(flow_of_report(report, ""), name=name, png=png)


def overview_figure(
    studies: Sequence[Study] = (),
    *,
    references: Sequence[Reference] = (),
    title: str = "",
    name: str = "",
    png: bool = False,
) -> Figure:
    """Studies by year and design; documents where there is no study. Raises ValueError without either."""
    if not studies and not references:
        raise ValueError("an overview needs studies or references")
    items = items_of_studies(studies) if studies else items_of_references(references)
    noun = "study" if studies else "document"
    plot = OverviewPlot(
        title or f"{'Studies' if studies else 'Documents'} by year and design",
        items,
        noun,
        name=name or "overview",
        reference_ids=tuple(study.reference_id for study in studies if study.reference_id),
    )
    return overview_picture(plot).figure(png=png)


def evidence_map_figure(
    studies: Sequence[Study],
    *,
    certainty: Mapping[str, str] | None = None,
    down: str = "outcome",
    across: str = "design",
    columns: Sequence[str] = (),
    title: str = "",
    name: str = "",
    png: bool = False,
) -> Figure:
    """Outcomes by design, beside them `certainty` (outcome -> `⊕⊕⊕◯ Moderate`). Raises ValueError without studies."""
    if not studies:
        raise ValueError("a map of the evidence needs studies")
    plot = map_of_studies(studies, down=down, across=across, certainty=certainty, columns=columns, title=title)
    return evidence_map_picture(replace(plot, name=name or plot.name)).figure(png=png)


def _stem(kind: str, group: StudyGroup) -> str:
    """A file's stem of its own for each outcome, comparison and kind of design: letters and digits alone."""
    whole = f"{group.outcome} {group.comparison} {group.design or ''}".casefold()
    plain = unicodedata.normalize("NFKD", whole).encode("ascii", "ignore").decode("ascii")
    words = "-".join(re.findall(r"[a-z0-9]+", plain))
    # What is cut, or lost with another script, would make two figures share a name.
    if len(words) > _LONGEST_STEM or not whole.isascii():
        words = f"{words[:_LONGEST_STEM].strip('-')}-{hashlib.sha256(whole.encode('utf-8', 'replace')).hexdigest()[:6]}"
    return f"{kind}-{words.strip('-')}"
