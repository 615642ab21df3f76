"""A funnel plot in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.numbers import fixed, general, ratio, spelled_level

if TYPE_CHECKING:
    from bmreport_plugins.figures.funnel.plot import FunnelPlot

__all__ = ["alt_text", "caption"]


def alt_text(plot: FunnelPlot) -> str:
    """Where the points lie, and what tests say of it."""
    studies = plot.studies
    left = sum(point.effect < plot.centre for point in studies)
    middle = sorted(point.se for point in studies)[len(studies) // 2]
    small = [point for point in studies if point.se >= middle]
    small_left = sum(point.effect < plot.centre for point in small)
    errors = [general(_short(edge(point.se for point in studies))) for edge in (min, max)]
    centre = ratio(plot.centre) if plot.log else fixed(plot.centre)
    parts = [
        f"Funnel plot. {plot.title}.",
        f"{len(studies)} studies by {plot.measure.lower()} and standard error ({errors[0]} to {errors[1]}).",
        f"{left} lie left and {len(studies) - left} right of the pooled estimate {centre}; of the {len(small)} least "
        f"precise {small_left} lie left and {len(small) - small_left} right.",
        *(f"{statement.rstrip('.')}." for statement in plot.statements),
    ]
    return " ".join(parts)


def caption(plot: FunnelPlot) -> str:
    """What is seen, and how it was made."""
    parts = [
        f"each dot is a study; the line is the pooled estimate ({plot.method})"
        if plot.method
        else "each dot is a study"
    ]
    parts.append(f"the dashed lines are the pseudo {spelled_level(plot.level)} confidence interval around it")
    if plot.contours:
        parts.append("the ground is shaded by the p value of a test against no effect")
    if plot.filled:
        parts.append("hollow dots are studies added by trim and fill")
    return f"Funnel plot. {plot.title}. {_sentence('; '.join(parts))}."


def _short(value: float) -> float:
    return float(f"{value:.2g}")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
