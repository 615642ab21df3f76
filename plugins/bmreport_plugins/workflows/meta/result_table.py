"""The table of results: effect, prediction, heterogeneity, each with what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.workflows.meta.cells import table
from bmreport_plugins.workflows.meta.wording import (
    between,
    effect_name,
    is_random,
    level_words,
    number,
    p_value,
    percent,
    sign,
    span_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport import Analysis, Table
    from bmreport.models.analysis import PooledEffect, Spread

__all__ = ["result_table"]

_PREDICTION = "Where the true effect of a new, similar study is expected (t with k − 2 degrees of freedom)."


def result_table(analysis: Analysis) -> Table:
    """One row for each statistic."""
    pooled = analysis.pooled
    rows = [*_effect(analysis, pooled), *_spread(analysis, pooled.spread)] if pooled else []
    return table(f"{analysis.outcome}: results.", ["Statistic", "Result", "What it says"], rows, _notes(analysis))


def _notes(analysis: Analysis) -> list[str]:
    """What was done otherwise than asked, and what was asked for and could not be done."""
    notes = [note if note.endswith(".") else f"{note}." for note in analysis.notes]
    notes += [f"No subgroups by {one.by}: {one.why_not}." for one in analysis.subgroups if not one.groups]
    notes += [f"No meta-regression on {one.moderator}: {one.why_not}." for one in analysis.regressions if not one.terms]
    return [f"{note[:1].upper()}{note[1:]}" for note in notes]


def _effect(analysis: Analysis, pooled: PooledEffect) -> Iterator[list[str]]:
    level = level_words(analysis)
    shown = f"{number(pooled.value)} ({level} {between(pooled.low, pooled.high)})"
    no_effect = "" if analysis.null is None else f" No effect is {analysis.null:g}."
    yield [f"Pooled {effect_name(analysis)}", shown, f"The effect over all studies.{no_effect}"]
    if pooled.statistic is not None and pooled.p is not None:
        test = f"{sign(pooled.df)} = {number(pooled.statistic)}, {p_value(pooled.p)}"
        yield ["Test of no effect", test, "How well chance alone explains the effect."]
    if pooled.prediction:
        yield [f"{analysis.level * 100:.4g}% prediction interval", span_words(pooled.prediction), _PREDICTION]
    elif is_random(analysis):
        yield ["Prediction interval", "not given", "It needs at least three studies."]


def _spread(analysis: Analysis, found: Spread | None) -> Iterator[list[str]]:
    if found is None:
        return
    level = level_words(analysis)
    q = f"{number(found.q)}, df {found.df}, {p_value(found.p)}"
    yield ["Q", q, "Whether the studies differ by more than chance; weak with few studies."]
    i2_span = found.i2_span if is_random(analysis) else found.i2_of_q_span
    bounds = f" ({level} {percent(i2_span.low)} to {percent(i2_span.high)})" if i2_span else ""
    yield ["I²", f"{percent(found.i2)}{bounds}", "The share of the differences that is not chance."]
    if not is_random(analysis):
        return
    bounds = f" ({level} {span_words(found.tau2_span)})" if found.tau2_span else ""
    yield ["τ²", f"{number(found.tau2)}{bounds}", f"How far true effects differ{_scale(analysis)}."]
    bounds = f" ({level} {_percents(found)})" if found.i2_of_q_span else ""
    yield ["I² from Q", f"{percent(found.i2_of_q)}{bounds}", "The same by (Q − df)/Q, as most reviews print it."]


def _percents(found: Spread) -> str:
    bounds = found.i2_of_q_span
    return f"{percent(bounds.low)} to {percent(bounds.high)}" if bounds else ""


def _scale(analysis: Analysis) -> str:
    return ", as a variance of the logarithm" if analysis.null == 1.0 else ", as a variance"
