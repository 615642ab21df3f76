"""What a forest plot says in a line of small print."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bmreport_plugins.figures.numbers import fixed, interval, p_value, spelled_level

if TYPE_CHECKING:
    from bmreport_meta import Measure, Pooled
    from bmreport_plugins.study_pooling import LeftOutRow, PooledOutcome

__all__ = [
    "left_out_notes", "method_words", "of_difference", "of_heterogeneity", "of_method", "of_overall_effect",
    "summary_label",
]  # fmt: skip

_METHODS = {
    "EE": "common effect, inverse variance",
    "MH": "common effect, Mantel–Haenszel",
    "PETO": "common effect, Peto",
    "REML": "random effects, REML",
    "DL": "random effects, DerSimonian–Laird",
    "PM": "random effects, Paule–Mandel",
    "ML": "random effects, ML",
    "EB": "random effects, empirical Bayes",
    "HE": "random effects, Hedges",
    "HS": "random effects, Hunter–Schmidt",
    "SJ": "random effects, Sidik–Jonkman",
}
_MOST_NAMED = 40
_TESTS = {"knha": ", Hartung–Knapp", "adhoc": ", Hartung–Knapp (ad hoc)", "t": ", t test"}


def method_words(pooled: Pooled) -> str:
    """How the estimate was pooled."""
    method = _METHODS.get(pooled.method, f"random effects, {pooled.method}")
    return f"{method}{_TESTS.get(pooled.test, '')}"


def summary_label(outcome: PooledOutcome, word: str) -> str:
    """The label of the last line."""
    if outcome.pooled is None:
        return word
    kind = "common effect" if outcome.pooled.method in ("EE", "MH", "PETO") else "random effects"
    return f"{word} ({kind})"


def of_heterogeneity(pooled: Pooled, *, bounds: bool = True) -> str:
    """How much the studies differ, and with `bounds` how sure that is; empty for one study, which differs from none."""
    found = pooled.heterogeneity
    if found.df < 1:
        return ""
    parts = []
    if pooled.method not in ("EE", "MH", "PETO"):
        tau = f"τ² = {_variance(found.tau2)}"
        if bounds and found.tau2_interval and math.isfinite(found.tau2_interval.high):
            shown = interval(_variance(found.tau2_interval.low), _variance(found.tau2_interval.high))
            tau += f" ({spelled_level(found.tau2_interval.level)} CI {shown})"
        parts.append(tau)
    parts.append(f"χ² = {fixed(found.q, 2)}, df = {found.df} ({p_value(found.p)})")
    parts.append(f"I² = {fixed(found.i2, 0)}%")
    return f"Heterogeneity: {'; '.join(map(_held, parts))}"


def of_overall_effect(pooled: Pooled, measure: Measure | None) -> str:
    """The test against no effect; empty for measures that have none."""
    if measure is None or measure.null is None:
        return ""
    sign = "z" if pooled.df is None else f"t({pooled.df})"
    return f"Test for overall effect: {_held(f'{sign} = {fixed(pooled.statistic, 2)} ({p_value(pooled.p)})')}"


def of_difference(pooled: Sequence[Pooled]) -> str:
    """The test whether subgroups differ."""
    from bmreport_meta import difference_of  # numpy comes with it
    from bmreport_meta.heterogeneity import i2_of_q

    found = difference_of(pooled)
    i2 = fixed(i2_of_q(found.statistic, found.df), 0)
    test = _held(f"χ² = {fixed(found.statistic, 2)}, df = {found.df} ({p_value(found.p)})")
    return f"Test for subgroup differences: {test}; {_held(f'I² = {i2}%')}"


def left_out_notes(rows: Sequence[LeftOutRow]) -> list[str]:
    """Which studies are not in the plot, and why: one note for each reason."""
    names: dict[str, list[str]] = {}
    for row in rows:
        names.setdefault(row.reason, []).append(row.study.study)
    return [f"Not pooled: {_listed(found)} – {reason.rstrip('.')}." for reason, found in names.items()]


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"


def of_method(pooled: Pooled) -> str:
    """How the estimate was pooled, as a statement."""
    return f"Pooled: {method_words(pooled)}"


def _held(text: str) -> str:
    """A part that stays on one line."""
    return text.replace(" ", "\u00a0")


def _variance(value: float) -> str:
    if 0 < value < 0.005:
        return "< 0.01"
    return fixed(value, 2)
