"""Trim and fill (Duval & Tweedie 2000a, 2000b): how many studies seem missing on one side, and what they would change.

Studies are trimmed by a rank estimator until the rest is even about its mean; their mirror images are then added. It
shows how sensitive a result is and corrects nothing (Cochrane Handbook 13.3.5.3).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np

from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import NotConvergedError, TooFewStudiesError, UnknownNameError
from bmreport_meta.moments import Data, fit
from bmreport_meta.pooling import Pooled, Test, as_data, as_sizes, check_method, pool
from bmreport_meta.tau2 import Method, estimate_tau2

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray

Side: TypeAlias = Literal["left", "right"]
Estimator: TypeAlias = Literal["L0", "R0", "Q0"]
ESTIMATORS: Final[tuple[Estimator, ...]] = get_args(Estimator)
_STEPS: Final = 100


@dataclass(frozen=True, slots=True)
class TrimFill:
    """How many studies are missing on `side`, with a standard error; the studies filled in; the pool with them."""

    estimator: Estimator
    side: Side
    missing: int
    missing_se: float
    filled: tuple[Effect, ...]
    pooled: Pooled


def trim_and_fill(
    effects: Iterable[Effect] | EffectSizes,
    *,
    estimator: Estimator = "L0",
    side: Side | None = None,
    method: Method = "REML",
    test: Test = "z",
    level: float = 0.95,
) -> TrimFill:
    """Estimate the missing studies and fill them in.

    Without `side`, the side is that where a regression on the standard error says that studies lack. Raises
    `TooFewStudiesError` for fewer than three studies.
    """
    check_method(method, test, level)
    if estimator not in ESTIMATORS:
        raise UnknownNameError("estimator of missing studies", estimator, ESTIMATORS)
    sizes = as_sizes(effects)
    if len(sizes) < 3:
        raise TooFewStudiesError("trim and fill", 3, len(sizes))
    data = as_data(sizes)
    where: Side = side or _side_of(data, method)
    sign = -1.0 if where == "right" else 1.0
    order = np.argsort(sign * data.y, kind="stable")
    # From here on studies are missing on the left, and stand in the order of their effects.
    turned = Data(sign * data.y[order], data.v[order])
    missing, centre, se = _count(turned, estimator, method)
    trimmed = [sizes.effects[i] for i in order[data.k - missing :].tolist()]
    filled = tuple(Effect(f"filled: {e.study}", 2 * sign * centre - e.yi, e.vi, e.n) for e in trimmed)
    together = EffectSizes(sizes.measure, (*sizes.effects, *filled), sizes.left_out)
    return TrimFill(estimator, where, missing, se, filled, pool(together, method=method, test=test, level=level))


def _side_of(data: Data, method: Method) -> Side:
    """Where small studies show larger effects, those with smaller ones lack on the left."""
    se = np.sqrt(data.v)
    if float(se.max() - se.min()) <= 1e-12 * float(se.max()):
        return "left"
    regression = Data(data.y, data.v, np.column_stack([np.ones_like(se), se]))
    slope = fit(regression, estimate_tau2(regression, method).value).beta[1]
    return "right" if slope < 0 else "left"


def _count(data: Data, estimator: Estimator, method: Method) -> tuple[int, float, float]:
    """Trim until the number settles; return it with the centre of the rest and its standard error."""
    k = data.k
    missing = 0
    seen: set[int] = set()
    for _ in range(_STEPS):
        rest = Data(data.y[: k - missing], data.v[: k - missing])
        centre = float(fit(rest, estimate_tau2(rest, method).value).beta[0])
        estimate, se = _ESTIMATES[estimator](_signed_ranks(data.y - centre), k)
        new = min(max(0, round(estimate)), k - 1)
        if new == missing:
            return missing, centre, se
        if new in seen:
            # The count goes round in a circle; the smaller one claims less.
            new = min(new, missing)
            if new == missing:
                return missing, centre, se
        seen.add(new)
        missing = new
    raise NotConvergedError("the number of missing studies", _STEPS)


def _signed_ranks(gaps: FloatArray) -> FloatArray:
    ranks = np.empty(gaps.size)
    ranks[np.argsort(np.abs(gaps), kind="stable")] = np.arange(1, gaps.size + 1)
    return np.sign(gaps) * ranks


def _positive_sum(ranks: FloatArray) -> float:
    return float(ranks[ranks > 0].sum())


def _spread(k: int, missing: float) -> float:
    """Variance of the Wilcoxon sum when `missing` studies lack."""
    m = missing
    third = 10 * m**3 + 27 * m**2 + 17 * m - 18 * k * m**2 - 18 * k * m + 6 * k**2 * m
    return max(0.0, (k * (k + 1) * (2 * k + 1) + third) / 24)


def _l0(ranks: FloatArray, k: int) -> tuple[float, float]:
    estimate = (4 * _positive_sum(ranks) - k * (k + 1)) / (2 * k - 1)
    return estimate, 4 * math.sqrt(_spread(k, max(0, round(estimate)))) / (2 * k - 1)


def _r0(ranks: FloatArray, k: int) -> tuple[float, float]:
    negative = -ranks[ranks < 0]
    estimate = k - (float(negative.max()) if negative.size else 0.0) - 1
    return estimate, math.sqrt(2 * max(0.0, estimate) + 2)


def _q0(ranks: FloatArray, k: int) -> tuple[float, float]:
    inner = 2 * k**2 - 4 * _positive_sum(ranks) + 0.25
    estimate = k - 0.5 - math.sqrt(max(0.0, inner))
    m = max(0, round(estimate))
    below = (k - 0.5) ** 2 - m * (2 * k - m - 1)
    return estimate, 2 * math.sqrt(_spread(k, m)) / math.sqrt(max(below, 0.25))


_ESTIMATES: Final = {"L0": _l0, "R0": _r0, "Q0": _q0}
