"""Which studies weigh on the result: residuals, distances and leverages (Viechtbauer & Cheung 2010)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from bmreport_meta.distributions import chi2_upper
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import TooFewStudiesError
from bmreport_meta.moments import Data, at, fit
from bmreport_meta.pooling import Test, as_data, as_sizes, check_method, variance_factor
from bmreport_meta.tau2 import Method, estimate_tau2


@dataclass(frozen=True, slots=True)
class Influence:
    """What leaving one study out does; `influential` by the cut-offs of Viechtbauer and Cheung.

    `rstudent` is the study's distance from the others' result in standard errors, `cook` the shift of the estimate
    squared over its variance, `hat` the leverage, which is the weight as a share.
    """

    study: str
    rstudent: float
    dffits: float
    cook: float
    covariance_ratio: float
    tau2_without: float
    q_without: float
    hat: float
    weight: float
    dfbeta: float
    influential: bool


def influence(
    effects: Iterable[Effect] | EffectSizes, *, method: Method = "REML", test: Test = "z"
) -> tuple[Influence, ...]:
    """Measure the influence of each study; raise `TooFewStudiesError` for fewer than two."""
    check_method(method, test, 0.95)
    sizes = as_sizes(effects)
    if len(sizes) < 2:
        raise TooFewStudiesError("influence", 2, len(sizes))
    data = as_data(sizes)
    tau2 = estimate_tau2(data, method).value
    beta, covariance, weights = fit(data, tau2)
    full = _Full(
        data, float(beta[0]), float(covariance[0, 0]) * variance_factor(data, tau2, test)[0] ** 2,
        (weights / weights.sum()).tolist(), tau2,
    )  # fmt: skip
    return tuple(_of_one(full, position, effect, method, test) for position, effect in enumerate(sizes.effects))


@dataclass(frozen=True, slots=True)
class _Full:
    data: Data
    estimate: float
    variance: float
    hats: list[float]
    tau2: float


def _of_one(full: _Full, position: int, effect: Effect, method: Method, test: Test) -> Influence:
    rest = full.data.without(position)
    tau2 = estimate_tau2(rest, method, start=full.tau2 or None).value
    beta, covariance, _ = fit(rest, tau2)
    factor = variance_factor(rest, tau2, test)[0] ** 2
    variance = float(covariance[0, 0]) * factor
    shift = full.estimate - float(beta[0])
    hat, k = full.hats[position], full.data.k
    residual = effect.yi - float(beta[0])
    dffits = shift / math.sqrt(factor * hat * (tau2 + effect.vi))
    cook = shift**2 / full.variance
    dfbeta = shift / math.sqrt(factor / at(full.data, tau2).sum_w)
    influential = (
        abs(dffits) > 3 * math.sqrt(1 / (k - 1)) or chi2_upper(cook, 1) < 0.5 or hat > 3 / k or abs(dfbeta) > 1
    )
    return Influence(
        study=effect.study,
        rstudent=residual / math.sqrt(effect.vi * factor + variance + tau2 * factor),
        dffits=dffits,
        cook=cook,
        covariance_ratio=variance / full.variance,
        tau2_without=tau2,
        q_without=at(rest, 0.0).y_p_y if rest.df else 0.0,
        hat=hat,
        weight=100 * hat,
        dfbeta=dfbeta,
        influential=influential,
    )
