"""A forest plot in words: what a person who does not see it must know, and the caption of those who do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.forest.layout import effect_texts
from bmreport_plugins.figures.numbers import count, general, percent, spelled_level

if TYPE_CHECKING:
    from bmreport_plugins.figures.forest.plot import ForestPlot, Range, Summary

__all__ = ["alt_text", "caption"]

_NAMED = 3  # with so few studies each is told


def alt_text(plot: ForestPlot) -> str:
    """The result first, then how the studies lie, then how they differ."""
    parts = [f"Forest plot. {plot.title}.", _studies(plot)]
    if plot.total:
        parts.append(_pooled(plot, plot.total))
    if plot.prediction:
        bounds = effect_texts(plot, plot.prediction)[1].strip("()")
        parts.append(
            f"The {spelled_level(plot.level)} prediction interval is {bounds}{_meaning(plot, plot.prediction)}."
        )
    parts += [_sides(plot), _heaviest(plot), _subgroups(plot)]
    statements = [*(plot.total.statements if plot.total else ()), *plot.statements]
    # How it was pooled is said with the estimate.
    parts += [f"{statement.rstrip('.')}." for statement in statements if not _is_method(plot, statement)]
    parts += plot.notes
    return " ".join(part for part in parts if part).replace("\u00a0", " ")


def caption(plot: ForestPlot) -> str:
    """What is seen, and how it was made."""
    parts = [f"Forest plot. {plot.title}."]
    squares = (
        "squares are the estimates of studies, sized by weight"
        if plot.total
        else "squares are the estimates of studies"
    )
    marks = [
        f"{plot.measure} on a log scale" if plot.log else plot.measure,
        f"{squares}, with {spelled_level(plot.level)} confidence intervals",
    ]
    if plot.total:
        marks.append(
            f"diamonds are pooled estimates ({plot.method})" if plot.method else "diamonds are pooled estimates"
        )
    if plot.prediction:
        marks.append(f"the bar is the {spelled_level(plot.level)} prediction interval")
    return " ".join([*parts, f"{'; '.join(marks)}."])


def _is_method(plot: ForestPlot, statement: str) -> bool:
    return bool(plot.method) and statement.endswith(plot.method)


def _studies(plot: ForestPlot) -> str:
    rows = plot.rows
    known = [row for row in rows if row.estimate]
    people = f" with {count(plot.participants)} participants" if plot.participants else ""
    number = f"{len(known)} {'study' if len(known) == 1 else 'studies'}"
    said = f"{number}{people}, {plot.measure.lower()} ({spelled_level(plot.level)} CI)."
    if len(known) <= _NAMED:
        told = "; ".join(f"{row.study} {_in_words(plot, row.estimate)}" for row in known if row.estimate)
        said = f"{said[:-1]}: {told}." if told else said
    none = len(rows) - len(known)
    return f"{said} {none} more without an estimate." if none else said


def _pooled(plot: ForestPlot, total: Summary) -> str:
    method = f" ({plot.method})" if plot.method else ""
    return f"Pooled estimate{method}: {_in_words(plot, total.estimate)}{_meaning(plot, total.estimate)}."


def _in_words(plot: ForestPlot, estimate: Range) -> str:
    return " ".join(effect_texts(plot, estimate)).strip()


def _meaning(plot: ForestPlot, estimate: Range) -> str:
    """On which side of no effect it lies."""
    if plot.null is None:
        return ""
    if estimate.low <= plot.null <= estimate.high:
        return f", which includes no effect ({general(plot.null)})"
    side, words = ("below", plot.lower) if estimate.high < plot.null else ("above", plot.higher)
    return f", all of it {side} {general(plot.null)}{f' ({_small(words)})' if words else ''}"


def _sides(plot: ForestPlot) -> str:
    if plot.null is None:
        return ""
    values = [row.estimate.value for row in plot.rows if row.estimate and row.estimate.value is not None]
    if len(values) <= _NAMED:
        return ""
    below, above = sum(value < plot.null for value in values), sum(value > plot.null for value in values)
    return f"Of the {len(values)} estimates {below} lie below {general(plot.null)} and {above} above."


def _heaviest(plot: ForestPlot) -> str:
    weighted = [row for row in plot.rows if row.weight is not None]
    if len(weighted) <= 1:
        return ""
    most = max(weighted, key=lambda row: row.weight or 0.0)
    return f"{most.study} has most weight ({percent(most.weight or 0.0)})."


def _subgroups(plot: ForestPlot) -> str:
    told = [
        f"{stratum.name}, {len(stratum.rows)} {'study' if len(stratum.rows) == 1 else 'studies'}, "
        f"{_in_words(plot, stratum.summary.estimate)}"
        for stratum in plot.strata
        if stratum.summary and stratum.name
    ]
    return f"Subgroups: {'; '.join(told)}." if told else ""


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
