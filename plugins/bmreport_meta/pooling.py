"""Inverse-variance pooling: common effect, and random effects with any estimator of tau2.

Cochrane Handbook 10.3 and 10.4; Hartung & Knapp (2001) and Sidik & Jonkman (2002) for the t test with its own variance;
Knapp & Hartung (2003) for the ad hoc form, which never narrows the interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from bmreport_meta.arrays import floats
from bmreport_meta.distributions import critical, two_sided
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import TooFewStudiesError, UnknownNameError
from bmreport_meta.heterogeneity import Heterogeneity, heterogeneity
from bmreport_meta.intervals import Interval, LeftOut, check_level
from bmreport_meta.moments import Data, at, fit
from bmreport_meta.prediction import Prediction, prediction
from bmreport_meta.scoring import Stopping
from bmreport_meta.tau2 import METHODS, Method, Tau2, estimate_tau2

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray

Test: TypeAlias = Literal["z", "t", "knha", "adhoc"]
"""z; t with k - p degrees of freedom; Hartung-Knapp; Hartung-Knapp that is never narrower than t."""

TESTS: Final[tuple[Test, ...]] = get_args(Test)


@dataclass(frozen=True, slots=True)
class Weight:
    """A study's share of the pooled estimate, in percent."""

    study: str
    percent: float


@dataclass(frozen=True, slots=True)
class Pooled:
    """A pooled estimate on the scale that was pooled (log for ratios), with everything said of it.

    `method` is EE, MH, PETO or an estimator of tau2. `df` is `None` when the test is a z test. `notes` say where
    something could not be done as asked, and what was done instead.
    """

    measure: str
    method: str
    test: Test
    level: float
    k: int
    estimate: float
    se: float
    interval: Interval
    statistic: float
    df: int | None
    p: float
    heterogeneity: Heterogeneity
    prediction: Prediction | None
    weights: tuple[Weight, ...]
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def studies_in(self) -> int:
        """Pooled and left out together."""
        return self.k + len(self.left_out)

    def back(self, function: Callable[[float], float]) -> tuple[float, Interval]:
        """Return estimate and interval on another scale, such as with `math.exp` for ratios."""
        return function(self.estimate), self.interval.map(function)


def pool(
    effects: Iterable[Effect] | EffectSizes,
    *,
    method: Method = "REML",
    test: Test = "z",
    level: float = 0.95,
    tau2: float | None = None,
    stopping: Stopping | None = None,
) -> Pooled:
    """Pool effects by inverse variance.

    `tau2` fixes the variance between studies instead of estimating it. `stopping` is for comparing with published
    results that stopped early. Raises `TooFewStudiesError` without any study, `UnknownNameError` and
    `NotConvergedError`.
    """
    check_method(method, test, level)
    sizes = as_sizes(effects)
    if not len(sizes):
        raise TooFewStudiesError("pooling", 1, 0)
    if tau2 is not None and not 0.0 <= tau2 < math.inf:
        raise UnknownNameError("tau2", tau2, ("a finite number of 0 or more",))
    data = as_data(sizes)
    between = estimate_tau2(data, method, stopping) if tau2 is None else Tau2(tau2, None)
    return _pooled(sizes, data, between, method, test, level)


def check_method(method: str, test: str, level: float) -> None:
    """Raise `UnknownNameError` for a method, test or level that does not exist."""
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    if test not in TESTS:
        raise UnknownNameError("test", test, TESTS)
    check_level(level)


def as_sizes(effects: Iterable[Effect] | EffectSizes) -> EffectSizes:
    """Take effects from anywhere; plain ones have the measure GEN."""
    return effects if isinstance(effects, EffectSizes) else EffectSizes("GEN", tuple(effects))


def as_data(sizes: EffectSizes, x: FloatArray | None = None) -> Data:
    """The arrays to compute with."""
    return Data(floats(effect.yi for effect in sizes.effects), floats(effect.vi for effect in sizes.effects), x)


def _pooled(sizes: EffectSizes, data: Data, between: Tau2, method: Method, test: Test, level: float) -> Pooled:
    beta, covariance, w = fit(data, between.value)
    estimate, plain_se = float(beta[0]), math.sqrt(float(covariance[0, 0]))
    scale, test, notes = variance_factor(data, between.value, test)
    se = plain_se * scale
    df = None if test == "z" else data.df
    found = heterogeneity(data, between, method, level)
    if method != "EE" and data.df and found.tau2_interval is None:
        notes = (*notes, "the studies agree so closely that the Q-profile interval of tau2 is empty")
    half = critical(level, df) * se
    shares = (100 * w / w.sum()).tolist()
    return Pooled(
        measure=sizes.measure,
        method=method,
        test=test,
        level=level,
        k=data.k,
        estimate=estimate,
        se=se,
        interval=Interval(estimate - half, estimate + half, level),
        statistic=estimate / se,
        df=df,
        p=two_sided(estimate / se, df),
        heterogeneity=found,
        prediction=None if method == "EE" else prediction(estimate, se, between.value, data.k, df, level),
        weights=tuple(Weight(effect.study, share) for effect, share in zip(sizes.effects, shares, strict=True)),
        left_out=sizes.left_out,
        notes=notes,
    )


def variance_factor(data: Data, tau2: float, test: Test) -> tuple[float, Test, tuple[str, ...]]:
    """Return what the standard error is multiplied by, the test that can be made, and what to say of it."""
    if test == "z":
        return 1.0, test, ()
    if data.df < 1:
        return 1.0, "z", (f"{test} needs more studies than coefficients; the z test is used",)
    if test == "t":
        return 1.0, test, ()
    squared = at(data, tau2).y_p_y / data.df
    if squared <= 1e-20:
        return 1.0, "t", ("all studies have the same estimate, so that the Hartung-Knapp variance is 0; t is used",)
    return math.sqrt(max(1.0, squared) if test == "adhoc" else squared), test, ()
