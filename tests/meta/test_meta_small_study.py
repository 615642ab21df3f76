"""Small-study tests, trim and fill, and sensitivity, by hand and at their edges."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.meta.trials import EVEN, TRIALS, effects_of

from bmreport_meta import (
    Effect,
    Estimate,
    MetaError,
    NotEstimableError,
    TooFewStudiesError,
    TwoByTwo,
    UnknownNameError,
    begg,
    cumulative,
    effect_sizes,
    egger,
    harbord,
    influence,
    leave_one_out,
    macaskill,
    meta_regression,
    mixed_regression_test,
    peters,
    pool,
    regression_test,
    trim_and_fill,
)
from bmreport_meta.rank_test import kendall

SKEWED = effects_of([(0.1, 0.01), (0.15, 0.02), (0.3, 0.06), (0.5, 0.12), (0.6, 0.2), (1.1, 0.35), (1.0, 0.5)])
"""Small studies show larger effects."""


def test_egger_is_the_intercept_of_the_older_form() -> None:
    """Weighted regression on the standard error has the slope that y / se on 1 / se has as intercept."""
    y = np.array([e.yi for e in SKEWED])
    se = np.sqrt([e.vi for e in SKEWED])
    design = np.column_stack([np.ones(7), 1 / se])
    beta, residual = np.linalg.lstsq(design, y / se, rcond=None)[:2]
    spread = float(residual[0]) / 5 * np.linalg.inv(design.T @ design)
    found = egger(SKEWED)
    assert found.slope == pytest.approx(beta[0])
    assert found.limit == pytest.approx(beta[1])
    assert found.statistic == pytest.approx(beta[0] / math.sqrt(spread[0, 0]))
    assert found.df == 5
    assert "fewer than 10" in found.notes[0]


def test_the_mixed_test_is_a_meta_regression() -> None:
    """With tau2 the test is that of the coefficient of the standard error."""
    found = mixed_regression_test(SKEWED)
    slope = meta_regression(SKEWED, {"se": [e.se for e in SKEWED]}).coefficients[1]
    assert found.statistic == pytest.approx(slope.statistic)
    assert found.p == pytest.approx(slope.p)


def test_harbord_by_hand() -> None:
    """Score over variance, on the root of one over the variance."""
    effects = effect_sizes(TRIALS, "OR")
    z, v = [], []
    for t in TRIALS:
        a, n1, c, n2 = (float(x or 0) for x in (t.events1, t.total1, t.events2, t.total2))
        n = n1 + n2
        z.append(a - (a + c) * n1 / n)
        v.append(n1 * n2 * (a + c) * (n - a - c) / (n**2 * (n - 1)))
    rows = effects_of([(x / y, 1 / y) for x, y in zip(z, v, strict=True)])
    assert harbord(effects).statistic == pytest.approx(egger(rows).statistic)


def test_peters_weighs_by_events() -> None:
    """Peters' test is a weighted regression on 1 / n, Macaskill's on n."""
    effects = effect_sizes(TRIALS, "OR")
    events = [(t.events1 or 0) + (t.events2 or 0) for t in TRIALS]
    others = [(e.n or 0) - x for e, x in zip(effects, events, strict=True)]
    weights = [1 / (1 / x + 1 / y) for x, y in zip(events, others, strict=True)]
    rows = [Effect(e.study, e.yi, 1 / w, e.n) for e, w in zip(effects, weights, strict=True)]
    assert peters(effects).statistic == pytest.approx(regression_test(rows, "ninv").statistic)
    assert macaskill(effects).statistic == pytest.approx(regression_test(rows, "ni").statistic)
    assert macaskill(effects).limit is None


def test_tables_and_sizes_are_asked_for() -> None:
    """Tests that need tables or sizes name the studies that have none."""
    effects = effect_sizes([*TRIALS, Estimate("given", 0.8, se=0.2)], "OR")
    for test in (peters, harbord, macaskill):
        with pytest.raises(MetaError, match="given"):
            test(effects)
    with pytest.raises(MetaError, match="given"):
        regression_test(effects, "ni")
    with pytest.raises(UnknownNameError, match="sqrtninv"):
        regression_test(effects, "n")  # type: ignore[arg-type]


def test_equal_sizes_cannot_be_compared() -> None:
    """Studies of one size have no small ones among them; three are the least; a perfect line leaves no residual."""
    with pytest.raises(NotEstimableError, match="same size"):
        egger(EVEN)
    with pytest.raises(NotEstimableError, match="same size"):
        mixed_regression_test(EVEN)
    with pytest.raises(TooFewStudiesError):
        egger(SKEWED[:2])
    with pytest.raises(TooFewStudiesError):
        begg(SKEWED[:2])
    with pytest.raises(NotEstimableError, match="exactly on a line"):
        egger(effects_of([(0.1, 0.01), (0.2, 0.04), (0.3, 0.09)]))


def test_double_zero_trials_do_not_enter_tests_on_tables() -> None:
    """A trial without events has no score; the tests on tables pass it over and count without it."""
    effects = effect_sizes([*TRIALS, TwoByTwo("none", 0, 30, 0, 30)], "OR")
    assert (harbord(effects).k, peters(effects).k) == (6, 6)


@given(st.permutations(list(range(6))))
@settings(max_examples=30, deadline=None)
def test_kendall_is_counted_exactly(order: list[int]) -> None:
    """The p value equals that of all orders of six, written out."""
    x = np.arange(6.0)
    found = kendall(x, np.array(order, dtype=float))

    def score(values: tuple[int, ...] | list[int]) -> int:
        return sum((b > a) - (b < a) for a, b in itertools.combinations(values, 2))

    mine = score(order)
    scores = [score(values) for values in itertools.permutations(range(6))]
    tail = min(sum(s >= mine for s in scores), sum(s <= mine for s in scores)) / len(scores)
    assert found.p == pytest.approx(min(1.0, 2 * tail))
    assert found.tau == pytest.approx(mine / 15)
    assert found.exact


def test_tied_variances_use_the_normal() -> None:
    """Ties have no exact distribution here; the variance allows for them."""
    found = kendall(np.array([1.0, 2, 3, 4]), np.array([1.0, 1, 2, 3]))
    assert not found.exact
    assert found.tau == pytest.approx(5 / math.sqrt(6 * 5))
    variance = (4 * 3 * 13 - 2 * 1 * 9) / 18
    assert found.p == pytest.approx(math.erfc(5 / math.sqrt(variance) / math.sqrt(2)))
    with pytest.raises(NotEstimableError):
        begg(EVEN)


def test_trim_and_fill_mirrors_the_outliers() -> None:
    """Small studies with large effects are mirrored to the left, and the estimate falls."""
    found = trim_and_fill(SKEWED, method="EE")
    assert found.side == "left"
    assert found.missing == len(found.filled) > 0
    assert found.pooled.k == 7 + found.missing
    assert found.pooled.estimate < pool(SKEWED, method="EE").estimate
    largest = max(SKEWED, key=lambda effect: effect.yi)
    mirror = next(effect for effect in found.filled if largest.study in effect.study)
    assert mirror.vi == largest.vi


@pytest.mark.parametrize("estimator", ["L0", "R0", "Q0"])
def test_even_studies_have_none_missing(estimator: str) -> None:
    """A funnel that is its own mirror image is left as it is."""
    even = effects_of([(0.0, 0.01), (0.3, 0.1), (-0.3, 0.1), (0.1, 0.02), (-0.1, 0.02), (0.6, 0.4), (-0.6, 0.4)])
    found = trim_and_fill(even, estimator=estimator, side="left")  # type: ignore[arg-type]
    assert found.missing == 0
    assert found.pooled.estimate == pytest.approx(0)


def test_trim_and_fill_turns_with_its_data() -> None:
    """Effects of the other sign lack on the other side, in the same number."""
    turned = [Effect(e.study, -e.yi, e.vi) for e in SKEWED]
    here, there = trim_and_fill(SKEWED), trim_and_fill(turned)
    assert (there.side, there.missing) == ("right", here.missing)
    assert there.pooled.estimate == pytest.approx(-here.pooled.estimate)
    with pytest.raises(UnknownNameError, match="R0"):
        trim_and_fill(SKEWED, estimator="L1")  # type: ignore[arg-type]
    with pytest.raises(TooFewStudiesError):
        trim_and_fill(SKEWED[:2])


def test_leaving_one_out_is_pooling_the_rest() -> None:
    """Each step equals a pool of the others; with two studies the rest is one."""
    for place, step in enumerate(leave_one_out(SKEWED, test="knha")):
        rest = pool([*SKEWED[:place], *SKEWED[place + 1 :]], test="knha")
        assert step.study == SKEWED[place].study
        assert (step.estimate, step.se) == pytest.approx((rest.estimate, rest.se))
        assert step.tau2 == pytest.approx(rest.heterogeneity.tau2, rel=1e-8, abs=1e-12)
        assert step.q == pytest.approx(rest.heterogeneity.q)
    assert [step.k for step in leave_one_out(SKEWED[:2])] == [1, 1]
    with pytest.raises(TooFewStudiesError):
        leave_one_out(SKEWED[:1])


def test_adding_one_by_one_ends_with_all() -> None:
    """The first step is the first study, the last is the whole."""
    steps = cumulative(SKEWED)
    assert (steps[0].estimate, steps[0].k, steps[0].q_p) == (SKEWED[0].yi, 1, 1.0)
    whole = pool(SKEWED)
    assert steps[-1].estimate == pytest.approx(whole.estimate)
    assert steps[-1].i2 == pytest.approx(whole.heterogeneity.i2)
    with pytest.raises(TooFewStudiesError):
        cumulative([])


def test_an_outlier_is_influential() -> None:
    """A study far from the rest has a large residual, a large Cook's distance, and is marked."""
    rows = [*effects_of([(0.1 * (place % 3), 0.05) for place in range(9)]), Effect("outlier", 3.0, 0.05)]
    found = influence(rows, method="EE")
    assert found[-1].influential
    assert found[-1].rstudent > 5
    assert not any(one.influential for one in found[:-1])
    assert sum(one.weight for one in found) == pytest.approx(100)
    rest = pool(rows[:-1], method="EE")
    assert found[-1].rstudent == pytest.approx((3.0 - rest.estimate) / math.sqrt(0.05 + rest.se**2))
    assert found[-1].cook == pytest.approx(((pool(rows, method="EE").estimate - rest.estimate) / math.sqrt(0.005)) ** 2)
    with pytest.raises(TooFewStudiesError):
        influence(rows[:1])
