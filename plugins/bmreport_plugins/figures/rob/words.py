"""Pictures of risk of bias in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport_plugins.figures.levels import NOT_JUDGED
from bmreport_plugins.figures.rob.summary import shares

if TYPE_CHECKING:
    from bmreport_plugins.figures.rob.plot import BiasPlot

__all__ = ["summary_alt", "summary_caption", "traffic_alt", "traffic_caption"]

_MOST_NAMED = 12


def traffic_alt(plot: BiasPlot) -> str:
    """How many studies have which overall judgement, which they are, and where each domain stands."""
    parts = [f"Traffic-light plot. {_named(plot)}.", f"{plot.counted} judged."]
    if plot.overall:
        for level in (*plot.levels, ""):
            names = [row.label for row in plot.rows if row.overall == level]
            if names:
                parts.append(f"Overall {(level or NOT_JUDGED).lower()}: {len(names)} ({_listed(names)}).")
    parts.append(_domains(plot))
    return " ".join(part for part in parts if part)


def summary_alt(plot: BiasPlot) -> str:
    """The shares of every domain."""
    shares_of = f"Shares of the weight of {plot.counted}" if plot.weights else f"Shares of {plot.counted}"
    parts = [f"Summary bars. {_named(plot)}.", f"{shares_of}."]
    for domain, levels in plot.columns:
        told = ", ".join(f"{(one.level or NOT_JUDGED).lower()} {100 * one.part:.0f}%" for one in shares(plot, levels))
        parts.append(f"{domain.name}: {told}.")
    return " ".join(parts)


def traffic_caption(plot: BiasPlot) -> str:
    """What is seen."""
    return f"{_named(plot)}. Every judgement by study and domain; an empty disc where nobody judged."


def summary_caption(plot: BiasPlot) -> str:
    """What is seen, and what the bars count."""
    counts = "by the weight of the studies" if plot.weights else f"among {plot.counted}"
    return f"{_named(plot)}. Shares of the judgements in each domain, {counts}."


def _named(plot: BiasPlot) -> str:
    """The title, and the tool where the title does not say it."""
    return plot.title if not plot.tool or plot.tool in plot.title else f"{plot.title} ({plot.tool})"


def _domains(plot: BiasPlot) -> str:
    told = []
    for domain, levels in plot.columns:
        if domain.is_overall:
            continue
        counted = Counter(levels)
        said = ", ".join(
            f"{counted[level]} {(level or NOT_JUDGED).lower()}" for level in (*plot.levels, "") if counted[level]
        )
        told.append(f"{domain.name}: {said}")
    return f"Domains: {'; '.join(told)}."


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"
