"""The weighted least-squares algebra behind every estimator, in time linear in the studies.

With W = diag(1 / (v + tau2)) and P = W - W X (X'W X)^-1 X'W (Viechtbauer 2005), all that the estimators need are traces
of P and quadratic forms in P; none of them needs the k by k matrix itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from bmreport_meta.arrays import FloatArray, floats, invert
from bmreport_meta.errors import NotEstimableError

_WIDEST: Final = 1e6
"""Variances further apart than this leave too few digits of the lesser weights in the sums of a regression."""


@dataclass(frozen=True, slots=True)
class Data:
    """Effects, variances and the design; `x` is `None` for a single mean, which has a shorter way."""

    y: FloatArray
    v: FloatArray
    x: FloatArray | None = None

    def __post_init__(self) -> None:
        if self.x is not None and self.v.size and float(self.v.max()) > _WIDEST * float(self.v.min()):
            reason = "the standard errors of the studies differ by more than a factor of 1000"
            raise NotEstimableError("a meta-regression", reason)

    @property
    def k(self) -> int:
        """Number of studies."""
        return int(self.y.size)

    @property
    def p(self) -> int:
        """Number of coefficients."""
        return 1 if self.x is None else int(self.x.shape[1])

    @property
    def df(self) -> int:
        """Residual degrees of freedom."""
        return self.k - self.p

    def without(self, index: int) -> Data:
        """All studies but one."""
        keep = np.arange(self.k) != index
        return Data(self.y[keep], self.v[keep], None if self.x is None else self.x[keep])


class Moments(NamedTuple):
    """Sums of weights, traces and quadratic forms at one value of tau2."""

    sum_w: float
    sum_w2: float
    trace_p: float
    trace_pp: float
    y_p_y: float
    y_pp_y: float
    log_det: float
    """Log determinant of X'WX."""


def moments(data: Data, weights: FloatArray) -> Moments:
    """Compute the sums for the given weights."""
    return _mean_moments(data, weights) if data.x is None else _design_moments(data, data.x, weights)


def _mean_moments(data: Data, w: FloatArray) -> Moments:
    sum_w, w2 = float(w.sum()), w * w
    sum_w2 = float(w2.sum())
    # Taken from the weightiest study, whose own residual would else cancel to noise times a huge weight.
    gaps = data.y - data.y[w.argmax()]
    residuals = gaps - float(w @ gaps) / sum_w
    r2 = residuals * residuals
    others = _rest(w, sum_w) / sum_w
    trace_pp = float(w2 @ (others * others)) + float(w2 @ _rest(w2, sum_w2)) / sum_w / sum_w
    return Moments(sum_w, sum_w2, float(w @ others), trace_pp, float(w @ r2), float(w2 @ r2), math.log(sum_w))


def _rest(parts: FloatArray, total: float) -> FloatArray:
    """The sum of all parts but each one; added up anew for the largest, where the difference would cancel to 0."""
    rest: FloatArray = total - parts
    largest = int(parts.argmax())
    rest[largest] = parts[:largest].sum() + parts[largest + 1 :].sum()
    return rest


def _design_moments(data: Data, x: FloatArray, w: FloatArray) -> Moments:
    w2 = w * w
    information = x.T @ (w[:, None] * x)
    inverse = invert(information)
    second = inverse @ (x.T @ (w2[:, None] * x))
    third = inverse @ (x.T @ ((w2 * w)[:, None] * x))
    residuals = data.y - x @ (inverse @ (x.T @ (w * data.y)))
    r2 = residuals * residuals
    sum_w, sum_w2 = float(w.sum()), float(w2.sum())
    trace_pp = sum_w2 - 2 * float(np.trace(third)) + float(np.sum(second * second.T))
    log_det = float(np.linalg.slogdet(information)[1])
    return Moments(sum_w, sum_w2, sum_w - float(np.trace(second)), trace_pp, float(w @ r2), float(w2 @ r2), log_det)


def at(data: Data, tau2: float) -> Moments:
    """Compute the sums for inverse-variance weights at a value of tau2."""
    return moments(data, 1.0 / (data.v + tau2))


def trace_p_v(data: Data, weights: FloatArray) -> tuple[float, float]:
    """Return tr(PV) and tr(PVPV) for P built on any weights (with V the sampling variances)."""
    w, v = weights, data.v
    if data.x is None:
        sum_w, wv = float(w.sum()), w * v
        first = float((w * wv).sum()) / sum_w
        square = float((wv * wv).sum()) - 2 * float((wv * wv * w).sum()) / sum_w + first**2
        return float(wv.sum()) - first, square
    x = data.x
    inverse = invert(x.T @ (w[:, None] * x))
    wv = w * v
    inner = inverse @ (x.T @ ((w * wv)[:, None] * x))
    outer = inverse @ (x.T @ ((w * wv * wv)[:, None] * x))
    square = float((wv * wv).sum()) - 2 * float(np.trace(outer)) + float(np.sum(inner * inner.T))
    return float(wv.sum()) - float(np.trace(inner)), square


def trace_p_v_p(data: Data, weights: FloatArray) -> float:
    """Return tr(PVP), which the standard errors of two estimators need."""
    w, v = weights, data.v
    w2v = w * w * v
    if data.x is None:
        sum_w = float(w.sum())
        return (
            float(w2v.sum()) - 2 * float((w2v * w).sum()) / sum_w + float((w * w).sum()) * float(w2v.sum()) / sum_w**2
        )
    x = data.x
    inverse = invert(x.T @ (w[:, None] * x))
    outer = inverse @ (x.T @ ((w2v * w)[:, None] * x))
    left, right = inverse @ (x.T @ ((w * w)[:, None] * x)), inverse @ (x.T @ (w2v[:, None] * x))
    return float(w2v.sum()) - 2 * float(np.trace(outer)) + float(np.sum(left * right.T))


def log_likelihood(data: Data, tau2: float, *, restricted: bool) -> float:
    """The (restricted) log likelihood at a value of tau2 with the coefficients at their best."""
    m = at(data, tau2)
    count = data.df if restricted else data.k
    constant = count * math.log(2 * math.pi) + float(np.log(data.v + tau2).sum()) + m.y_p_y
    return -0.5 * (constant + (m.log_det if restricted else 0.0))


class Fit(NamedTuple):
    """Coefficients by weighted least squares, with their covariance and the weights used."""

    beta: FloatArray
    covariance: FloatArray
    weights: FloatArray


def fit(data: Data, tau2: float) -> Fit:
    """Fit the coefficients with inverse-variance weights at a value of tau2."""
    w = 1.0 / (data.v + tau2)
    if data.x is None:
        total = float(w.sum())
        variance = floats([1.0 / total]).reshape(1, 1)
        return Fit(floats([float(w @ data.y) / total]), variance, w)
    covariance = invert(data.x.T @ (w[:, None] * data.x))
    return Fit(covariance @ (data.x.T @ (w * data.y)), covariance, w)
