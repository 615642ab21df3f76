"""Begg and Mazumdar's (1994) rank test: whether effects, set free of their mean, go with their variances.

Kendall's tau with its exact distribution when nothing is tied, else the normal with the variance for ties.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from bmreport_meta.distributions import normal_two_sided
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import NotEstimableError, TooFewStudiesError
from bmreport_meta.pooling import as_data, as_sizes

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray

_EXACT_UP_TO: Final = 150
"""More studies than this get the normal approximation, which is then as good."""


@dataclass(frozen=True, slots=True)
class RankTest:
    """Kendall's tau (tau-b with ties) and its two-sided p value; `exact` says how that was found."""

    tau: float
    p: float
    exact: bool
    k: int


def begg(effects: Iterable[Effect] | EffectSizes) -> RankTest:
    """Test the rank correlation of standardised effects and variances.

    Raises `TooFewStudiesError` for fewer than three studies and `NotEstimableError` when all variances are the same.
    """
    data = as_data(as_sizes(effects))
    if data.k < 3:
        raise TooFewStudiesError("Begg's test", 3, data.k)
    w = 1 / data.v
    mean = float(w @ data.y) / float(w.sum())
    left = data.v - 1 / float(w.sum())
    if not bool((left > 0).all()):
        raise NotEstimableError("Begg's test", "one study has all of the weight")
    return kendall((data.y - mean) / np.sqrt(left), data.v)


def kendall(x: FloatArray, y: FloatArray) -> RankTest:
    """Kendall's rank correlation of two sets of numbers."""
    k = int(x.size)
    score = sum(float(np.sign(x[i + 1 :] - x[i]) @ np.sign(y[i + 1 :] - y[i])) for i in range(k - 1))
    ties_x, ties_y = _ties(x), _ties(y)
    pairs = k * (k - 1) / 2
    untied_x, untied_y = pairs - _tied_pairs(ties_x), pairs - _tied_pairs(ties_y)
    if untied_x == 0 or untied_y == 0:
        raise NotEstimableError("Kendall's rank correlation", "all values are the same")
    tau = score / math.sqrt(untied_x * untied_y)
    if not ties_x.size and not ties_y.size and k <= _EXACT_UP_TO:
        return RankTest(tau, _exact_p(score, k), exact=True, k=k)
    z = score / math.sqrt(_tied_variance(k, ties_x, ties_y))
    return RankTest(tau, normal_two_sided(z), exact=False, k=k)


def _ties(values: FloatArray) -> FloatArray:
    counts = np.unique(values, return_counts=True)[1].astype(np.float64)
    tied: FloatArray = counts[counts > 1]
    return tied


def _tied_pairs(ties: FloatArray) -> float:
    return float((ties * (ties - 1)).sum()) / 2


def _tied_variance(k: int, t: FloatArray, u: FloatArray) -> float:
    """Variance of the score with ties (Kendall 1970, chapter 4)."""
    base = (
        k * (k - 1) * (2 * k + 5) - float((t * (t - 1) * (2 * t + 5)).sum()) - float((u * (u - 1) * (2 * u + 5)).sum())
    )
    second = float((t * (t - 1) * (t - 2)).sum()) * float((u * (u - 1) * (u - 2)).sum())
    third = float((t * (t - 1)).sum()) * float((u * (u - 1)).sum())
    return base / 18 + second / (9 * k * (k - 1) * (k - 2)) + third / (2 * k * (k - 1))


def _exact_p(score: float, k: int) -> float:
    """Two-sided p from the number of orders with so many discordant pairs, counted up study by study."""
    shares = np.ones(1)
    for size in range(2, k + 1):
        shares = np.convolve(shares, np.full(size, 1 / size))
    discordant = round((k * (k - 1) / 2 - score) / 2)
    below, above = float(shares[: discordant + 1].sum()), float(shares[discordant:].sum())
    return min(1.0, 2 * min(below, above))
