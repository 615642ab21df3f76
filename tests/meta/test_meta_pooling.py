"""Pooling by hand, and at its edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.meta.trials import EVEN, TRIALS, effects_of

from bmreport_meta import (
    METHODS,
    Effect,
    Estimate,
    ImplausibleInputError,
    Proportion,
    Stopping,
    TooFewStudiesError,
    TwoByTwo,
    UnknownNameError,
    ZeroCells,
    effect_sizes,
    on_natural_scale,
    pool,
    tau2_profile_interval,
)
from bmreport_meta.moments import Data, moments, trace_p_v, trace_p_v_p

TAU2_OF_EVEN = {
    "EE": 0, "DL": 3, "HE": 3, "HS": 5 / 3, "HSk": 3, "SJ": 32 / 11, "SJIT": 3, "ML": 5 / 3, "REML": 3, "EB": 3,
    "PM": 3, "PMM": 8 / (2 * math.log(2)) - 1,
}  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_tau2_by_hand(method: str) -> None:
    """Three effects of one variance, for which every estimator has a short formula."""
    found = pool(EVEN, method=method)  # type: ignore[arg-type]
    assert found.heterogeneity.tau2 == pytest.approx(TAU2_OF_EVEN[method], abs=1e-9)
    assert found.estimate == pytest.approx(2)
    assert found.se == pytest.approx(math.sqrt((1 + TAU2_OF_EVEN[method]) / 3))
    assert [weight.percent for weight in found.weights] == pytest.approx([100 / 3] * 3)


def test_heterogeneity_by_hand() -> None:
    """Q, I2, H2 and their kin for three effects."""
    found = pool(EVEN, method="DL").heterogeneity
    assert (found.q, found.df) == pytest.approx((8, 2))
    assert found.p == pytest.approx(math.exp(-4))
    assert (found.i2, found.i2_of_q) == pytest.approx((75, 75))
    assert (found.h2, found.h) == pytest.approx((4, 2))
    assert found.tau2_se == pytest.approx(math.sqrt(2 * 2 + 4 * 3 * 2 + 2 * 9 * 2) / 2)
    assert found.tau2_interval is not None
    # Q at tau2 is 8 / (1 + tau2), and a chi-squared with 2 degrees of freedom has its tail at -2 log p.
    assert found.tau2_interval.low == pytest.approx(max(0, 8 / (-2 * math.log(0.025)) - 1))
    assert found.tau2_interval.high == pytest.approx(8 / (-2 * math.log(0.975)) - 1)


def test_the_test_based_interval_by_hand() -> None:
    """Higgins and Thompson's interval of H, by its formula for Q above k."""
    found = pool(EVEN, method="EE").heterogeneity
    se = 0.5 * (math.log(8) - math.log(2)) / (4 - math.sqrt(3))
    assert found.h_interval is not None
    assert found.h_interval.high == pytest.approx(2 * math.exp(1.959963984540054 * se))
    assert found.i2_of_q_interval is not None
    assert found.i2_of_q_interval.high == pytest.approx(100 * (1 - found.h_interval.high**-2))


def test_hartung_knapp_by_hand() -> None:
    """With weights 1/4 and residuals -2, 0, 2 the variance factor is 1, and t has 2 degrees of freedom."""
    found = pool(EVEN, method="DL", test="knha")
    assert found.se == pytest.approx(math.sqrt(4 / 3))
    assert found.df == 2
    assert found.interval.high == pytest.approx(2 + 4.302652729911275 * math.sqrt(4 / 3))


def test_prediction_by_hand() -> None:
    """The two prediction intervals: normal, and t with k - 2."""
    band = pool(EVEN, method="DL").prediction
    assert band is not None
    assert band.by_model.high == pytest.approx(2 + 1.959963984540054 * math.sqrt(3 + 4 / 3))
    assert band.t_k_minus_2 is not None
    assert band.t_k_minus_2.high == pytest.approx(2 + 12.706204736432095 * math.sqrt(3 + 4 / 3))


def test_the_profile_interval_meets_the_likelihood() -> None:
    """At both bounds the restricted likelihood has fallen by half the chi-squared quantile."""

    def reml(tau2: float) -> float:
        v = 1 + tau2
        return -0.5 * (3 * math.log(v) + math.log(3 / v) + 8 / v)

    found = tau2_profile_interval(EVEN)
    drop = 3.841458820694124 / 2
    assert found.low == 0.0
    assert reml(3) - reml(0.0) < drop
    assert reml(3) - reml(found.high) == pytest.approx(drop)


def test_one_study_is_its_own_result() -> None:
    """With one study every model returns it, and what needs more is absent."""
    for method in METHODS:
        found = pool([Effect("only", 0.5, 0.04)], method=method, test="knha")
        assert (found.estimate, found.se) == pytest.approx((0.5, 0.2))
        assert found.df is None
        assert (found.heterogeneity.q, found.heterogeneity.p, found.heterogeneity.tau2) == (0, 1, 0)
        assert found.heterogeneity.tau2_interval is None
        assert "z test is used" in found.notes[0]


def test_no_study_is_an_error() -> None:
    """Nothing cannot be pooled."""
    with pytest.raises(TooFewStudiesError, match="there are 0"):
        pool([])


def test_identical_studies_leave_no_variance_between() -> None:
    """Equal effects give tau2 of 0 and a defined Hartung-Knapp result, with a note."""
    same = [Effect(str(place), 0.3, 0.1) for place in range(5)]
    for method in METHODS:
        found = pool(same, method=method, test="knha")
        assert found.heterogeneity.tau2 == 0
        assert found.se == pytest.approx(math.sqrt(0.02))
        assert "same estimate" in found.notes[0]
    assert any("empty" in note for note in pool(same).notes)


def test_left_out_studies_add_up() -> None:
    """Studies in are those pooled and those left out."""
    rows = [*TRIALS, TwoByTwo("none", 0, 20, 0, 20), TwoByTwo("gap", None, 20, 1, 20)]
    found = pool(effect_sizes(rows, "OR", zero_cells=ZeroCells(drop_double_zero=True)))
    assert (found.k, found.studies_in) == (6, 8)
    assert [left.study for left in found.left_out] == ["none", "gap"]


def test_a_fixed_tau2_is_used() -> None:
    """A tau2 known from elsewhere takes the place of an estimate."""
    assert pool(EVEN, tau2=5.0).se == pytest.approx(math.sqrt(2))
    with pytest.raises(UnknownNameError):
        pool(EVEN, tau2=-1.0)


def test_the_natural_scale_is_that_of_the_measure() -> None:
    """Ratios come back as ratios, proportions as proportions, between 0 and 1."""
    ratio = pool(effect_sizes(TRIALS, "RR"))
    assert on_natural_scale(ratio).estimate == pytest.approx(math.exp(ratio.estimate))
    effects = effect_sizes([Proportion("A", 3, 50), Proportion("B", 9, 80)], "PFT")
    shares = on_natural_scale(pool(effects), effects)
    assert 0.06 < shares.estimate < 9 / 80
    assert 0 <= shares.interval.low < shares.interval.high <= 1
    with pytest.raises(UnknownNameError, match="size"):
        on_natural_scale(pool(effects))


@pytest.mark.parametrize("wrong", [{"method": "DLX"}, {"test": "x"}, {"level": 95.0}, {"level": math.nan}])
def test_a_wrong_option_is_named(wrong: dict[str, str]) -> None:
    """The error lists what there is."""
    with pytest.raises(UnknownNameError, match="choose one of"):
        pool(EVEN, **wrong)  # type: ignore[arg-type]


def test_an_early_stop_is_coarser() -> None:
    """Stopping at an absolute change leaves small tau2 short of the top, as some published results are."""
    small = effects_of([(0.01, 1e-4), (0.05, 4e-4), (-0.02, 1e-4), (0.09, 9e-4)])
    settled = pool(small).heterogeneity.tau2
    assert pool(small, stopping=Stopping(1e-12)).heterogeneity.tau2 == pytest.approx(settled, rel=1e-6)
    assert pool(small, stopping=Stopping(1e-3)).heterogeneity.tau2 != pytest.approx(settled, rel=1e-3)


@given(
    st.lists(st.tuples(st.floats(-5, 5), st.floats(0.01, 9), st.floats(0.01, 9)), min_size=4, max_size=9),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_the_short_algebra_is_that_of_the_whole_matrix(rows: list[tuple[float, float, float]], moderated: bool) -> None:
    """Traces and quadratic forms equal those of the k by k matrix that nobody builds."""
    y, v, w = (np.array(column) for column in zip(*rows, strict=True))
    k = len(rows)
    x = np.column_stack([np.ones(k), np.arange(float(k))]) if moderated else np.ones((k, 1))
    weights = np.diag(w)
    p = weights - weights @ x @ np.linalg.inv(x.T @ weights @ x) @ x.T @ weights
    data = Data(y, v, x if moderated else None)
    found = moments(data, w)
    pv = p @ np.diag(v)
    dense = [np.trace(p), np.trace(p @ p), y @ p @ y, y @ p @ p @ y, np.trace(pv), np.trace(pv @ pv), np.trace(pv @ p)]
    ours = [found.trace_p, found.trace_pp, found.y_p_y, found.y_pp_y, *trace_p_v(data, w), trace_p_v_p(data, w)]
    size = float(np.abs(p).max()) * k * 10
    assert ours == pytest.approx(dense, rel=1e-7, abs=1e-9 * size * max(size, 1))


def test_an_effect_made_by_hand_is_checked() -> None:
    """A variance beyond floating point never reaches the sums."""
    with pytest.raises(ImplausibleInputError):
        Effect("S", 1.0, 1e-300)


def test_a_dominant_study_does_not_break_the_sums() -> None:
    """One study a million million times more precise than the rest leaves every estimator defined."""
    rows = effects_of([(0.0, 1e-24), (1.0, 1.0), (2.0, 1.0), (-3.0, 2.0)])
    for method in METHODS:
        found = pool(rows, method=method, test="knha")
        assert math.isfinite(found.estimate)
        assert math.isfinite(found.heterogeneity.tau2)
        assert found.se > 0


def test_an_estimate_of_any_kind_can_be_pooled() -> None:
    """Generic inverse variance: estimates with standard errors, on their own scale."""
    found = pool(effect_sizes([Estimate("A", 1.0, se=1.0), Estimate("B", 3.0, se=1.0)], "GEN"), method="EE")
    assert (found.estimate, found.se) == pytest.approx((2.0, math.sqrt(0.5)))
