"""The library against other packages, where they are installed."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
from tests.meta.trials import TRIALS

from bmreport_meta import Continuous, Effect, effect_sizes, meta_regression, pool, pool_mantel_haenszel

EFFECTS = effect_sizes(TRIALS, "OR")
MORE = [0.1, 0.9, -0.4, 1.7, 0.3, -0.9]
Y = np.array([effect.yi for effect in EFFECTS]) + MORE
V = np.array([effect.vi for effect in EFFECTS])


@pytest.fixture(scope="module")
def statsmodels() -> Any:
    """The meta-analysis module of statsmodels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("statsmodels.stats.meta_analysis", reason="statsmodels is not installed")


@pytest.fixture(scope="module")
def contingency() -> Any:
    """The stratified tables of statsmodels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("statsmodels.stats.contingency_tables", reason="statsmodels is not installed")


@pytest.fixture(scope="module")
def pymare() -> Any:
    """PyMARE's estimators."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("pymare.estimators", reason="PyMARE is not installed")


def ours(method: str) -> Any:
    """Pool the shifted effects."""
    rows = [Effect(str(place), float(y), float(v)) for place, (y, v) in enumerate(zip(Y, V, strict=True))]
    return pool(rows, method=method)  # type: ignore[arg-type]


@pytest.mark.parametrize(("method", "theirs"), [("DL", "chi2"), ("PM", "iterated")])
def test_statsmodels_pools_alike(statsmodels: Any, method: str, theirs: str) -> None:
    """DerSimonian-Laird and Paule-Mandel."""
    result = statsmodels.combine_effects(Y, V, method_re=theirs, atol=1e-12)
    found = ours(method)
    assert found.heterogeneity.tau2 == pytest.approx(result.tau2, rel=1e-6)
    assert found.estimate == pytest.approx(result.mean_effect_re, rel=1e-6)
    assert found.se == pytest.approx(result.sd_eff_w_re, rel=1e-6)
    assert found.heterogeneity.q == pytest.approx(result.q)


def test_statsmodels_finds_the_same_effects(statsmodels: Any) -> None:
    """Log odds ratios and Hedges' g."""
    a, n1, c, n2 = (np.array([float(getattr(t, name)) for t in TRIALS])
                    for name in ("events1", "total1", "events2", "total2"))  # fmt: skip
    y, v = statsmodels.effectsize_2proportions(a, n1, c, n2, statistic="odds-ratio")
    assert [effect.yi for effect in EFFECTS] == pytest.approx(y)
    assert [effect.vi for effect in EFFECTS] == pytest.approx(v)
    g, _ = statsmodels.effectsize_smd(12.0, 4.0, 20, 10.0, 5.0, 25)
    (effect,) = effect_sizes([Continuous("S", 12, 4, 20, 10, 5, 25)], "SMD")
    assert effect.yi == pytest.approx(float(g), rel=1e-3)


def test_statsmodels_pools_tables_alike(contingency: Any) -> None:
    """Mantel-Haenszel odds ratio, its standard error, and the tests on tables."""
    cells = [[[t.events1, t.total1 - t.events1], [t.events2, t.total2 - t.events2]] for t in TRIALS]  # type: ignore[operator]
    table = contingency.StratifiedTable([np.array(cell, dtype=float) for cell in cells])
    found = pool_mantel_haenszel(TRIALS, "OR", correct=False)
    assert math.exp(found.pooled.estimate) == pytest.approx(table.oddsratio_pooled)
    assert found.pooled.se == pytest.approx(table.logodds_pooled_se)
    assert found.mantel_haenszel is not None
    assert found.mantel_haenszel.statistic == pytest.approx(table.test_null_odds(correction=False).statistic)
    assert found.breslow_day is not None
    assert found.breslow_day.statistic == pytest.approx(table.test_equal_odds(adjust=False).statistic)
    assert found.tarone is not None
    assert found.tarone.statistic == pytest.approx(table.test_equal_odds(adjust=True).statistic)


@pytest.mark.parametrize("method", ["REML", "ML"])
def test_pymare_maximises_alike(pymare: Any, method: str) -> None:
    """Both likelihoods have their top where theirs is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        estimator = pymare.VarianceBasedLikelihoodEstimator(method=method).fit(y=Y, v=V, X=np.ones((6, 1)))
    assert ours(method).heterogeneity.tau2 == pytest.approx(float(np.ravel(estimator.params_["tau2"])[0]), rel=1e-3)


def test_pymare_regresses_alike(pymare: Any) -> None:
    """A DerSimonian-Laird meta-regression has the same coefficients and tau2."""
    x = np.column_stack([np.ones(6), np.arange(6.0)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        estimator = pymare.DerSimonianLaird().fit(y=Y[:, None], v=V[:, None], X=x)
    rows = [Effect(str(place), float(y), float(v)) for place, (y, v) in enumerate(zip(Y, V, strict=True))]
    found = meta_regression(rows, {"x": [float(i) for i in range(6)]}, method="DL")
    assert [c.estimate for c in found.coefficients] == pytest.approx(np.ravel(estimator.params_["fe_params"]), rel=1e-6)
    assert found.heterogeneity.tau2 == pytest.approx(float(np.ravel(estimator.params_["tau2"])[0]), rel=1e-6)
