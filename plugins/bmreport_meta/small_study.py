"""Tests for small-study effects by regression: whether small studies show larger effects.

Egger et al. (1997); Sterne & Egger (2005) for the choice of predictor; Peters et al. (2006) and Harbord et al. (2006)
for odds ratios, whose variance depends on the effect; Macaskill et al. (2001). The Cochrane Handbook 13.3.5.4 asks for
ten studies; with fewer a note says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np

from bmreport_meta.arrays import floats
from bmreport_meta.design import Design, Term
from bmreport_meta.distributions import t_quantile, t_two_sided
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import MetaError, NotEstimableError, TooFewStudiesError, UnknownNameError
from bmreport_meta.intervals import Interval, check_level
from bmreport_meta.pooling import as_sizes, check_method
from bmreport_meta.regression import fit_design
from bmreport_meta.tables import TwoByTwo
from bmreport_meta.two_groups import Cells, observed_minus_expected

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray
    from bmreport_meta.pooling import Test
    from bmreport_meta.tau2 import Method

Predictor: TypeAlias = Literal["sei", "vi", "ni", "ninv", "sqrtni", "sqrtninv"]
"""Standard error, variance, size, one over size, and the roots of the last two."""

PREDICTORS: Final[tuple[Predictor, ...]] = get_args(Predictor)
USUAL_MINIMUM: Final = 10


@dataclass(frozen=True, slots=True)
class SmallStudyTest:
    """A regression test: `statistic` tests the slope (z when `df` is `None`, else t).

    `limit` is the effect expected of a study of infinite size, where the predictor allows that; `slope` is the bias for
    each unit of it.
    """

    name: str
    k: int
    slope: float
    slope_se: float
    statistic: float
    df: int | None
    p: float
    limit: float | None
    limit_interval: Interval | None
    notes: tuple[str, ...] = ()


def egger(effects: Iterable[Effect] | EffectSizes, *, level: float = 0.95) -> SmallStudyTest:
    """Egger's test: weighted regression of the effect on its standard error, the same as of y / se on 1 / se."""
    return regression_test(effects, level=level, name="Egger")


def regression_test(
    effects: Iterable[Effect] | EffectSizes,
    predictor: Predictor = "sei",
    *,
    level: float = 0.95,
    name: str = "regression test",
) -> SmallStudyTest:
    """Weighted regression with a multiplicative dispersion, on any predictor; a t test with k - 2 degrees of freedom.

    Raises `TooFewStudiesError` for fewer than three studies and `NotEstimableError` when all have the same predictor.
    """
    sizes = as_sizes(effects)
    y, v = floats(e.yi for e in sizes.effects), floats(e.vi for e in sizes.effects)
    return _weighted(name, y, predictor_of(sizes, predictor), 1 / v, level, limit=predictor in _VANISHING)


def mixed_regression_test(
    effects: Iterable[Effect] | EffectSizes,
    predictor: Predictor = "sei",
    *,
    method: Method = "REML",
    test: Test = "z",
    level: float = 0.95,
) -> SmallStudyTest:
    """Meta-regression on the predictor, with tau2 as additive dispersion (Thompson & Sharp 1999)."""
    check_method(method, test, level)
    sizes = as_sizes(effects)
    x = predictor_of(sizes, predictor)
    _check_spread(x, "the regression test")
    design = Design((Term(predictor),), intercept=True)
    fitted = fit_design(sizes, design, np.column_stack([np.ones_like(x), x]), method, test, level)
    limit, slope = fitted.coefficients
    vanishing = predictor in _VANISHING
    return SmallStudyTest(
        f"regression test ({method})", fitted.k, slope.estimate, slope.se, slope.statistic, slope.df, slope.p,
        limit.estimate if vanishing else None, limit.interval if vanishing else None, _few(fitted.k),
    )  # fmt: skip


def peters(effects: EffectSizes, *, level: float = 0.95) -> SmallStudyTest:
    """Peters' test for 2x2 tables: the effect on 1 / n, weighted by the harmonic mean of events and non-events."""
    kept, cells = _tables(effects, "Peters' test")
    return _on_size("Peters", kept, cells, 1 / cells.total, level, limit=True)


def macaskill(effects: EffectSizes, *, level: float = 0.95) -> SmallStudyTest:
    """Macaskill's test for 2x2 tables: the effect on n, with Peters' weights."""
    kept, cells = _tables(effects, "Macaskill's test")
    return _on_size("Macaskill", kept, cells, cells.total, level, limit=False)


def harbord(effects: EffectSizes, *, level: float = 0.95) -> SmallStudyTest:
    """Harbord's test for odds ratios: the efficient score over its variance, on the root of one over that variance."""
    _, cells = _tables(effects, "Harbord's test")
    gap, variance = observed_minus_expected(cells)
    return _weighted("Harbord", gap / variance, 1 / np.sqrt(variance), variance, level, limit=True)


_VANISHING: Final = frozenset({"sei", "vi", "ninv", "sqrtninv"})
"""Predictors that go to 0 as a study grows, so that the intercept is the limit."""


def predictor_of(sizes: EffectSizes, predictor: str) -> FloatArray:
    """The predictor of each study; raise `MetaError` where a study's size is needed and not known."""
    if predictor not in PREDICTORS:
        raise UnknownNameError("predictor", predictor, PREDICTORS)
    if predictor in {"sei", "vi"}:
        v = floats(effect.vi for effect in sizes.effects)
        return np.sqrt(v) if predictor == "sei" else v
    unknown = [effect.study for effect in sizes.effects if effect.n is None]
    if unknown:
        raise MetaError(f"predictor {predictor!r} needs the size of every study; unknown for: {', '.join(unknown)}")
    n = floats(effect.n or 0.0 for effect in sizes.effects)
    root = np.sqrt(n) if predictor.startswith("sqrt") else n
    return 1 / root if predictor.endswith("inv") else root


def _tables(sizes: EffectSizes, what: str) -> tuple[list[Effect], Cells]:
    """The tables of the studies that have both people with and people without the event."""
    tables = [(effect, effect.table) for effect in sizes.effects]
    without = [effect.study for effect, table in tables if not isinstance(table, TwoByTwo)]
    if without:
        raise MetaError(f"{what} needs a 2x2 table of every study; there is none for: {', '.join(without)}")
    kept: list[Effect] = []
    rows: list[tuple[float, float, float, float]] = []
    for effect, table in tables:
        if not isinstance(table, TwoByTwo):
            continue
        a, n1, c, n2 = (float(number or 0.0) for number in (table.events1, table.total1, table.events2, table.total2))
        if 0 < a + c < n1 + n2:
            kept.append(effect)
            rows.append((a, n1 - a, c, n2 - c))
    table4 = np.array(rows, dtype=np.float64).reshape(-1, 4)
    return kept, Cells(table4[:, 0], table4[:, 1], table4[:, 2], table4[:, 3])


def _on_size(
    name: str, effects: Sequence[Effect], cells: Cells, x: FloatArray, level: float, *, limit: bool
) -> SmallStudyTest:
    a, b, c, d = cells
    weights = 1 / (1 / (a + c) + 1 / (b + d))
    return _weighted(name, floats(effect.yi for effect in effects), x, weights, level, limit=limit)


def _weighted(name: str, y: FloatArray, x: FloatArray, w: FloatArray, level: float, *, limit: bool) -> SmallStudyTest:
    """Weighted least squares of y on x, with the residual dispersion estimated."""
    check_level(level)
    k = int(y.size)
    if k < 3:
        raise TooFewStudiesError(f"{name} (a regression on study size)", 3, k)
    _check_spread(x, name)
    total = float(w.sum())
    centre = float(w @ x) / total
    spread = float(w @ (x - centre) ** 2)
    slope = float(w @ ((x - centre) * y)) / spread
    intercept = float(w @ y) / total - slope * centre
    dispersion = float(w @ (y - intercept - slope * x) ** 2) / (k - 2)
    if dispersion <= 1e-25 * float(w @ y**2):
        raise NotEstimableError(name, "the effects lie exactly on a line, so that nothing is left to test against")
    slope_se = math.sqrt(dispersion / spread)
    half = t_quantile(0.5 + level / 2, k - 2) * math.sqrt(dispersion * (1 / total + centre**2 / spread))
    return SmallStudyTest(
        name, k, slope, slope_se, slope / slope_se, k - 2, t_two_sided(slope / slope_se, k - 2),
        intercept if limit else None, Interval(intercept - half, intercept + half, level) if limit else None, _few(k),
    )  # fmt: skip


def _check_spread(x: FloatArray, name: str) -> None:
    if x.size and float(x.max() - x.min()) <= 1e-12 * float(np.abs(x).max()):
        raise NotEstimableError(name, "all studies are of the same size, so that small and large cannot be compared")


def _few(k: int) -> tuple[str, ...]:
    if k >= USUAL_MINIMUM:
        return ()
    return (f"{k} studies: with fewer than {USUAL_MINIMUM} the test has too little power to tell chance from bias",)
