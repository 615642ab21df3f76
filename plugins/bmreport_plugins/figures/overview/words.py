"""The overview in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.numbers import count
from bmreport_plugins.figures.overview.plot import NO_DESIGN

if TYPE_CHECKING:
    from bmreport_plugins.figures.overview.plot import OverviewPlot

__all__ = ["alt_text", "caption"]


def alt_text(plot: OverviewPlot) -> str:
    """How many, from when to when, of what designs, and when most of them appeared."""
    number = len(plot.items)
    parts = [f"Overview. {plot.title}.", f"{count(number)} {_noun(plot, number)}{_span(plot)}."]
    bins = plot.bins(plot.items)
    if len(bins) > 1:
        most = max(bins, key=lambda one: one.count)
        when = str(most.first) if plot.step == 1 else f"{most.first} to {most.first + plot.step - 1}"
        parts.append(f"Most appeared in {when} ({count(most.count)}).")
    told = []
    for design in plot.designs:
        items = plot.of(design)
        people = [item.participants for item in items if item.participants is not None]
        with_people = f" with {count(sum(people))} participants" if people else ""
        told.append(f"{(design or NO_DESIGN).lower()}: {count(len(items))}{with_people}")
    parts.append(f"Designs: {'; '.join(told)}.")
    lacking = number - len(plot.years)
    parts += [f"The year of {count(lacking)} is not known."] if lacking else []
    return " ".join(parts)


def caption(plot: OverviewPlot) -> str:
    """What is seen."""
    bars = "one year" if plot.step == 1 else f"{plot.step} years"
    return f"{plot.title}. Each bar stands for {bars}."


def _span(plot: OverviewPlot) -> str:
    years = plot.years
    if not years:
        return ""
    return f" of {min(years)}" if min(years) == max(years) else f" from {min(years)} to {max(years)}"


def _noun(plot: OverviewPlot, number: int) -> str:
    if plot.noun == "study":
        return "study" if number == 1 else "studies"
    return plot.noun if number == 1 else f"{plot.noun}s"
