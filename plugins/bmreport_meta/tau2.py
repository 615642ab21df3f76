"""Estimators of the variance between studies, tau2, with their standard errors.

Sources: DerSimonian & Laird (1986); Hedges (1983) and Hedges & Olkin (1985) for HE; Hunter & Schmidt (1990) for HS and
its correction HSk; Sidik & Jonkman (2005, 2007); Paule & Mandel (1982) and its median-unbiased form PMM; Morris (1983)
for EB; ML and REML by Fisher scoring as laid out by Viechtbauer (2005).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from bmreport_meta.distributions import chi2_quantile
from bmreport_meta.errors import UnknownNameError
from bmreport_meta.moments import Data, at, moments, trace_p_v, trace_p_v_p
from bmreport_meta.scoring import Stopping, fisher_scoring, solve_q

if TYPE_CHECKING:
    from bmreport_meta.moments import Moments

Method: TypeAlias = Literal["EE", "DL", "HE", "HS", "HSk", "SJ", "SJIT", "ML", "REML", "EB", "PM", "PMM"]
"""EE is the common-effect (fixed-effect) model; all others are random-effects models named by their tau2 estimator."""

METHODS: Final[tuple[Method, ...]] = get_args(Method)


class Tau2(NamedTuple):
    """An estimate of tau2; `se` is `None` for the common-effect model and when it is not determined."""

    value: float
    se: float | None


def estimate_tau2(data: Data, method: Method, stopping: Stopping | None = None, start: float | None = None) -> Tau2:
    """Estimate tau2; 0 for the common-effect model and when the design leaves no degree of freedom.

    `start` is where iterations begin, when something near is known. Raises `UnknownNameError` and `NotConvergedError`.
    """
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    if method == "EE" or data.df < 1:
        return Tau2(0.0, None)
    if method in {"ML", "REML", "EB"}:
        return _scored(data, method, stopping or Stopping(), start)
    return _ESTIMATORS[method](data)


def _scored(data: Data, method: Method, stopping: Stopping, start: float | None) -> Tau2:
    first = max(0.0, _hedges_value(data)) if start is None else start
    value = fisher_scoring(data, method, first, stopping)
    final = at(data, value)
    if method == "ML":
        return Tau2(value, math.sqrt(2 / final.sum_w2))
    if method == "REML":
        return Tau2(value, math.sqrt(2 / final.trace_pp))
    return Tau2(value, _se_of_q(data, final))


def _se_of_q(data: Data, final: Moments) -> float:
    """Standard error of the estimators that set Q to its expectation (EB, PM and their kin)."""
    return math.sqrt(2 * data.k**2 / data.df) / final.sum_w


def _hedges_value(data: Data) -> float:
    ones = np.ones(data.k)
    return (moments(data, ones).y_p_y - trace_p_v(data, ones)[0]) / data.df


def _hedges(data: Data) -> Tau2:
    value = max(0.0, _hedges_value(data))
    trace, square = trace_p_v(data, np.ones(data.k))
    return Tau2(value, math.sqrt(2 * square + 4 * value * trace + 2 * value**2 * data.df) / data.df)


def _spread_of_q(data: Data, base: Moments, value: float) -> float:
    """Root of the variance of Q when tau2 is `value` and the weights are 1 / v."""
    return math.sqrt(2 * data.df + 4 * value * base.trace_p + 2 * value**2 * base.trace_pp)


def _dersimonian_laird(data: Data) -> Tau2:
    base = at(data, 0.0)
    value = max(0.0, (base.y_p_y - data.df) / base.trace_p)
    return Tau2(value, _spread_of_q(data, base, value) / base.trace_p)


def _hunter_schmidt(data: Data) -> Tau2:
    base = at(data, 0.0)
    value = max(0.0, (base.y_p_y - data.k) / base.sum_w)
    return Tau2(value, _spread_of_q(data, base, value) / base.sum_w)


def _hunter_schmidt_corrected(data: Data) -> Tau2:
    base, factor = at(data, 0.0), data.k / data.df
    value = max(0.0, (factor * base.y_p_y - data.k) / base.sum_w)
    return Tau2(value, factor * _spread_of_q(data, base, value) / base.sum_w)


def _first_guess(data: Data) -> float:
    return float(np.mean((data.y - data.y.mean()) ** 2))


def _sidik_jonkman(data: Data) -> Tau2:
    guess = _first_guess(data)
    weights = 1.0 / (data.v + guess)
    base = moments(data, weights)
    value = guess * base.y_p_y / data.df
    square, mixed = trace_p_v(data, weights)[1], trace_p_v_p(data, weights)
    spread = 2 * square + 4 * value * mixed + 2 * value**2 * base.trace_pp
    return Tau2(value, guess * math.sqrt(max(spread, 0.0)) / data.df)


def _sidik_jonkman_iterated(data: Data) -> Tau2:
    """Settle where Q at tau2 equals its degrees of freedom, which is where Paule and Mandel's estimate is."""
    return _paule_mandel(data) if _first_guess(data) > 0 else Tau2(0.0, None)


def _paule_mandel(data: Data) -> Tau2:
    value = solve_q(data, float(data.df))
    return Tau2(value, _se_of_q(data, at(data, value)))


def _paule_mandel_median(data: Data) -> Tau2:
    value = solve_q(data, chi2_quantile(0.5, data.df))
    return Tau2(value, _se_of_q(data, at(data, value)))


_ESTIMATORS: Final[dict[str, Callable[[Data], Tau2]]] = {
    "DL": _dersimonian_laird,
    "HE": _hedges,
    "HS": _hunter_schmidt,
    "HSk": _hunter_schmidt_corrected,
    "SJ": _sidik_jonkman,
    "SJIT": _sidik_jonkman_iterated,
    "PM": _paule_mandel,
    "PMM": _paule_mandel_median,
}
