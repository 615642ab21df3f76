"""Meta-regression: effects explained by moderators, with what is left between studies as tau2.

Thompson & Sharp (1999) and Thompson & Higgins (2002); Knapp & Hartung (2003) for the t and F tests; Raudenbush (2009)
for R2; Cochrane Handbook 10.11.4.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from bmreport_meta.design import Design, Moderators, Value, build, complete
from bmreport_meta.distributions import chi2_upper, critical, f_upper, two_sided
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.heterogeneity import Heterogeneity, heterogeneity
from bmreport_meta.intervals import Interval, LeftOut
from bmreport_meta.moments import fit
from bmreport_meta.pooling import Test, as_data, as_sizes, check_method, variance_factor
from bmreport_meta.prediction import Prediction, prediction
from bmreport_meta.tau2 import Method, Tau2, estimate_tau2

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray
    from bmreport_meta.moments import Data
    from bmreport_meta.scoring import Stopping

_NO_REFERENCES: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of a meta-regression with its test."""

    name: str
    estimate: float
    se: float
    statistic: float
    df: int | None
    p: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class OmnibusTest:
    """The test of all moderators together: chi-squared, or F when `df2` is given."""

    statistic: float
    df: int
    df2: int | None
    p: float


@dataclass(frozen=True, slots=True)
class Predicted:
    """What the model expects for given moderators."""

    estimate: float
    se: float
    interval: Interval
    prediction: Prediction | None


@dataclass(frozen=True, slots=True)
class Regression:
    """A fitted meta-regression; `r2` is the percentage of tau2 explained, `None` without intercept or tau2."""

    measure: str
    method: str
    test: Test
    level: float
    k: int
    coefficients: tuple[Coefficient, ...]
    covariance: tuple[tuple[float, ...], ...]
    moderators: OmnibusTest
    heterogeneity: Heterogeneity
    r2: float | None
    design: Design
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()

    def predict(self, values: Mapping[str, Value]) -> Predicted:
        """Return the expected effect at moderator values; raise `MetaError` for one unknown or lacking."""
        row = np.array(self.design.row([values.get(term.name) for term in self.design.terms]))
        estimate = float(row @ np.array([c.estimate for c in self.coefficients]))
        se = math.sqrt(float(row @ np.array(self.covariance) @ row))
        df = self.coefficients[0].df
        half = critical(self.level, df) * se
        tau2 = self.heterogeneity.tau2
        band = None if self.method == "EE" else prediction(estimate, se, tau2, self.k, df, self.level)
        return Predicted(estimate, se, Interval(estimate - half, estimate + half, self.level), band)


def meta_regression(
    effects: Iterable[Effect] | EffectSizes,
    moderators: Moderators,
    *,
    method: Method = "REML",
    test: Test = "z",
    level: float = 0.95,
    intercept: bool = True,
    references: Mapping[str, str] = _NO_REFERENCES,
    stopping: Stopping | None = None,
) -> Regression:
    """Explain effects by moderators, given with one value for each effect.

    `references` names the reference level of categories (else the first in sorted order). Raises `TooFewStudiesError`,
    and `MetaError` for moderators that cannot be told apart.
    """
    check_method(method, test, level)
    sizes = as_sizes(effects)
    kept, lacking = complete(sizes, moderators)
    design, matrix = build(moderators, kept, references, intercept=intercept)
    used = EffectSizes(sizes.measure, tuple(sizes.effects[i] for i in kept), (*sizes.left_out, *lacking))
    return fit_design(used, design, matrix, method, test, level, stopping)


def fit_design(
    sizes: EffectSizes,
    design: Design,
    matrix: FloatArray,
    method: Method,
    test: Test,
    level: float,
    stopping: Stopping | None = None,
) -> Regression:
    """Fit a design that is built already."""
    # Columns of one size keep the normal equations well conditioned, whatever the units of the moderators.
    scale = np.sqrt((matrix**2).mean(axis=0))
    data = as_data(sizes, matrix / scale)
    between = estimate_tau2(data, method, stopping)
    beta, covariance, _ = fit(data, between.value)
    factor, used_test, notes = variance_factor(data, between.value, test)
    beta, covariance = beta / scale, covariance / np.outer(scale, scale) * factor**2
    df = None if used_test == "z" else data.df
    return Regression(
        measure=sizes.measure,
        method=method,
        test=used_test,
        level=level,
        k=data.k,
        coefficients=_coefficients(design.names, beta, covariance, df, level),
        covariance=tuple(tuple(row) for row in covariance.tolist()),
        moderators=_omnibus(beta, covariance, df, intercept=design.intercept),
        heterogeneity=heterogeneity(data, between, method, level),
        r2=_explained(sizes, between, method, stopping, intercept=design.intercept),
        design=design,
        left_out=sizes.left_out,
        notes=notes,
    )


def _coefficients(
    names: Sequence[str], beta: FloatArray, covariance: FloatArray, df: int | None, level: float
) -> tuple[Coefficient, ...]:
    quantile = critical(level, df)
    made = []
    for place, name in enumerate(names):
        estimate, se = float(beta[place]), math.sqrt(float(covariance[place, place]))
        interval = Interval(estimate - quantile * se, estimate + quantile * se, level)
        made.append(Coefficient(name, estimate, se, estimate / se, df, two_sided(estimate / se, df), interval))
    return tuple(made)


def _omnibus(beta: FloatArray, covariance: FloatArray, df: int | None, *, intercept: bool) -> OmnibusTest:
    """Wald test of every coefficient but the intercept; of the intercept itself when there is nothing else."""
    first = 1 if intercept and beta.size > 1 else 0
    b, c = beta[first:], covariance[first:, first:]
    unit = np.sqrt(np.diag(c))
    wald = float(b / unit @ np.linalg.solve(c / np.outer(unit, unit), b / unit))
    m = int(b.size)
    if df is None:
        return OmnibusTest(wald, m, None, chi2_upper(wald, m))
    return OmnibusTest(wald / m, m, df, f_upper(wald / m, m, df))


def _explained(
    sizes: EffectSizes, between: Tau2, method: Method, stopping: Stopping | None, *, intercept: bool
) -> float | None:
    if method == "EE" or not intercept:
        return None
    data: Data = as_data(sizes)
    total = estimate_tau2(data, method, stopping).value
    return max(0.0, 100 * (total - between.value) / total) if total > 0 else None
