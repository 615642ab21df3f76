"""Words of a meta-analysis: effects with intervals, methods, p values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bmreport_plugins.graders.grade.wording import counted, effect, interval, listed, p_value

if TYPE_CHECKING:
    from bmreport import Analysis
    from bmreport.models.analysis import PooledEffect, Span

__all__ = [
    "DASH", "between", "counted", "effect_cell", "effect_name", "heading", "is_random", "level_words",
    "listed", "method_words", "number", "p_value", "percent", "sign", "span_words",
]  # fmt: skip

DASH: Final = "–"
_INFINITE: Final = "∞"
_METHODS: Final = {
    "EE": "common effect, inverse variance",
    "MH": "common effect, Mantel–Haenszel",
    "PETO": "common effect, Peto",
    "REML": "random effects, τ² by restricted maximum likelihood (REML)",
    "DL": "random effects, τ² by DerSimonian and Laird (DL)",
    "PM": "random effects, τ² by Paule and Mandel (PM)",
    "ML": "random effects, τ² by maximum likelihood (ML)",
    "EB": "random effects, τ² by empirical Bayes (EB)",
    "HE": "random effects, τ² by Hedges (HE)",
    "HS": "random effects, τ² by Hunter and Schmidt (HS)",
    "SJ": "random effects, τ² by Sidik and Jonkman (SJ)",
}
_TESTS: Final = {
    "z": "interval by the normal distribution",
    "t": "interval by the t distribution",
    "knha": "interval by Hartung and Knapp",
    "adhoc": "interval by Hartung and Knapp, never narrower than by t",
}
_SHORT: Final = frozenset({"RR", "OR", "HR", "RD", "MD", "SMD", "IRR", "IRD", "ROM"})


def heading(analysis: Analysis, *, design: bool = False) -> str:
    """`Death: aspirin versus placebo`, with the kind of studies where an outcome has several."""
    parts = [analysis.outcome, analysis.comparison]
    named = ": ".join(filter(None, parts))
    named = f"{named} ({analysis.design})" if design and analysis.design else named
    return f"{named[:1].upper()}{named[1:]}"


def effect_name(analysis: Analysis) -> str:
    """What stands before a number: an abbreviation that readers know, else the measure's title."""
    if analysis.measure in _SHORT:
        return analysis.measure
    if analysis.measure == "PETO":
        return "Peto OR"
    return analysis.measure_title or "effect"


def method_words(analysis: Analysis) -> str:
    """How the effect was pooled."""
    method = _METHODS.get(analysis.method, f"random effects, τ² by {analysis.method}")
    return f"{method}; {_TESTS.get(analysis.test, analysis.test)}"


def is_random(analysis: Analysis) -> bool:
    """Whether there is a tau2."""
    return analysis.method not in ("EE", "MH", "PETO")


def level_words(analysis: Analysis) -> str:
    """`95% CI`."""
    return f"{analysis.level * 100:.4g}% CI"


def number(value: float | None) -> str:
    """An effect; beyond all numbers it is infinite."""
    return _INFINITE if value is None else effect(value)


def between(low: float | None, high: float | None) -> str:
    """`0.62 to 0.95`; a bound that is None is infinite."""
    if low is not None and high is not None:
        return interval(low, high)
    return f"{'−' + _INFINITE if low is None else effect(low)} to {number(high)}"


def span_words(found: Span | None) -> str:
    """An interval, or a dash."""
    return between(found.low, found.high) if found else DASH


def effect_cell(found: PooledEffect | None) -> str:
    """`0.77 (0.62 to 0.95)`."""
    return f"{number(found.value)} ({between(found.low, found.high)})" if found else DASH


def percent(value: float | None, decimals: int = 0) -> str:
    """`42%`; a share that is not determined is a dash."""
    return DASH if value is None else f"{value:.{decimals}f}%"


def sign(df: int | None) -> str:
    """The name of a statistic: z, or t with its degrees of freedom."""
    return "z" if df is None else f"t({df})"
