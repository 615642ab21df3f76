"""Mantel-Haenszel and Peto by hand, and where they cannot be had."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given, settings
from tests.meta.trials import TRIALS, some_tables

from bmreport_meta import (
    Continuous,
    NotEstimableError,
    Pooled,
    Rate,
    TooFewStudiesError,
    TwoByTwo,
    UnknownNameError,
    ZeroCells,
    cumulative_tables,
    effect_sizes,
    leave_one_out_tables,
    pool,
    pool_mantel_haenszel,
    pool_peto,
)

TWO = (TwoByTwo("A", 10, 100, 20, 100), TwoByTwo("B", 5, 50, 10, 50))


def test_mantel_haenszel_by_hand() -> None:
    """Sums over two tables that a person can add up."""
    odds = pool_mantel_haenszel(TWO, "OR").pooled
    assert math.exp(odds.estimate) == pytest.approx((10 * 80 / 200 + 5 * 40 / 100) / (20 * 90 / 200 + 10 * 45 / 100))
    risk = pool_mantel_haenszel(TWO, "RR").pooled
    assert math.exp(risk.estimate) == pytest.approx(0.5)
    variance = (100 * 100 * 30 / 200**2 - 200 / 200 + 50 * 50 * 15 / 100**2 - 50 / 100) / (7.5 * 15)
    assert risk.se == pytest.approx(math.sqrt(variance))
    difference = pool_mantel_haenszel(TWO, "RD").pooled
    assert difference.estimate == pytest.approx(-0.1)
    assert [weight.percent for weight in difference.weights] == pytest.approx([200 / 3, 100 / 3])


def test_mantel_haenszel_rates_by_hand() -> None:
    """Rates of two studies with the same ratio and difference."""
    rows = [Rate("A", 10, 100, 20, 100), Rate("B", 5, 50, 10, 50)]
    ratio = pool_mantel_haenszel(rows, "IRR").pooled
    assert math.exp(ratio.estimate) == pytest.approx(0.5)
    assert ratio.se == pytest.approx(math.sqrt((30 / 4 + 15 / 4) / (7.5 * 15)))
    assert pool_mantel_haenszel(rows, "IRD").pooled.estimate == pytest.approx(-0.1)


def test_cochran_mantel_haenszel_by_hand() -> None:
    """One table: the squared gap less the correction, over the hypergeometric variance."""
    found = pool_mantel_haenszel(TWO[:1], "OR")
    assert found.mantel_haenszel is not None
    assert found.mantel_haenszel.statistic == pytest.approx(4.5**2 / (30 * 170 / 4 / 199))
    plain = pool_mantel_haenszel(TWO[:1], "OR", correct=False)
    assert plain.mantel_haenszel is not None
    assert plain.mantel_haenszel.statistic == pytest.approx(5**2 / (30 * 170 / 4 / 199))
    assert found.breslow_day is None


def test_equal_odds_ratios_pass_breslow_and_day() -> None:
    """Tables of one odds ratio have a statistic of 0; unlike ones have more."""
    same = [TwoByTwo("A", 10, 30, 20, 60), TwoByTwo("B", 20, 60, 30, 90)]
    found = pool_mantel_haenszel(same, "OR")
    assert found.breslow_day is not None
    assert found.breslow_day.statistic == pytest.approx(0, abs=1e-12)
    unlike = pool_mantel_haenszel([TwoByTwo("A", 10, 30, 20, 60), TwoByTwo("B", 50, 60, 30, 90)], "OR")
    assert unlike.tarone is not None
    assert unlike.tarone.p < 0.01


def test_peto_by_hand() -> None:
    """Observed less expected over the variance, summed over two tables."""
    found = pool_peto(TWO)
    variance = 30 * 170 / 4 / 199 + 15 * 85 / 4 / 99
    assert found.estimate == pytest.approx((-5 - 2.5) / variance)
    assert found.se == pytest.approx(1 / math.sqrt(variance))


@pytest.mark.parametrize("measure", ["OR", "RR"])
def test_double_zero_studies_count_with_weight_0(measure: str) -> None:
    """A trial without events stays in the count, changes nothing, and is named."""
    with_zero = pool_mantel_haenszel([*TRIALS, TwoByTwo("none", 0, 30, 0, 30)], measure).pooled
    without = pool_mantel_haenszel(TRIALS, measure).pooled
    assert with_zero.estimate == pytest.approx(without.estimate)
    assert (with_zero.k, with_zero.heterogeneity.df) == (7, 5)
    assert "'none' has weight 0: no events" in with_zero.notes[0]


def test_peto_takes_a_zero_cell_as_it_is() -> None:
    """Nothing is added, so that a trial with one zero is not pulled towards no effect."""
    found = pool_peto([TwoByTwo("A", 0, 50, 4, 50), TwoByTwo("B", 0, 30, 0, 30)])
    assert found.estimate == pytest.approx(-2 / (4 * 96 / 4 / 99))
    assert (found.k, found.heterogeneity.q) == (2, 0)


@pytest.mark.parametrize(
    ("rows", "measure", "reason"),
    [
        ([TwoByTwo("A", 0, 10, 3, 10)], "OR", "event in group 1"),
        ([TwoByTwo("A", 0, 10, 3, 10)], "RR", "event in group 1"),
        ([TwoByTwo("A", 3, 10, 0, 10)], "RR", "event in group 2"),
        ([TwoByTwo("A", 10, 10, 3, 10)], "OR", "person without the event in group 1"),
        ([TwoByTwo("A", 0, 10, 0, 10), TwoByTwo("B", 0, 9, 0, 9)], "RD", "variance is 0"),
        ([Rate("A", 0, 10, 3, 10)], "IRR", "no event in any study"),
        ([Rate("A", 0, 10, 0, 10)], "IRD", "variance is 0"),
    ],
)
def test_what_no_table_tells_is_said(rows: list[TwoByTwo | Rate], measure: str, reason: str) -> None:
    """All zero cells on one side leave nothing to estimate, and the message says which side."""
    with pytest.raises(NotEstimableError, match=reason):
        pool_mantel_haenszel(rows, measure)


def test_all_zero_tables_have_no_peto_estimate() -> None:
    """No events anywhere is an error with its reason."""
    with pytest.raises(NotEstimableError, match="no study has both"):
        pool_peto([TwoByTwo("A", 0, 10, 0, 10)])


def test_no_tables_and_wrong_tables_are_errors() -> None:
    """Neither an empty list nor another kind of table is pooled."""
    for pooler in (lambda rows: pool_mantel_haenszel(rows, "OR"), pool_peto):
        with pytest.raises(TooFewStudiesError):
            pooler([])
        with pytest.raises(UnknownNameError, match="TwoByTwo"):
            pooler([Continuous("S", 1, 1, 9, 1, 1, 9)])  # type: ignore[list-item]
    with pytest.raises(UnknownNameError, match="IRD"):
        pool_mantel_haenszel(TRIALS, "MD")


def test_a_correction_can_be_asked_for() -> None:
    """Adding 1/2 to the tables that are pooled makes an estimate where there is none."""
    rows = [TwoByTwo("A", 0, 10, 3, 10)]
    found = pool_mantel_haenszel(rows, "OR", zero_cells=ZeroCells(to="only0")).pooled
    assert math.exp(found.estimate) == pytest.approx(0.5 * 7.5 / (10.5 * 3.5))


@given(some_tables(most=1, fewest_events=1))
@settings(max_examples=60, deadline=None)
def test_one_study_is_the_same_by_both_methods(tables: list[TwoByTwo]) -> None:
    """Mantel-Haenszel equals inverse variance for a single study."""
    for measure in ("OR", "RR", "RD"):
        by_variance = pool(effect_sizes(tables, measure), method="EE")
        pooled = pool_mantel_haenszel(tables, measure).pooled
        assert pooled.estimate == pytest.approx(by_variance.estimate, abs=1e-9)
        if measure != "RD":
            assert pooled.se == pytest.approx(by_variance.se, rel=1e-9)


@given(some_tables(least=2))
@settings(max_examples=80, deadline=None)
def test_tables_never_give_a_silent_nan(tables: list[TwoByTwo]) -> None:
    """Whatever the zeros, the result is finite or an error with a reason."""
    for measure in ("OR", "RR", "RD"):
        with contextlib.suppress(NotEstimableError):
            found = pool_mantel_haenszel(tables, measure).pooled
            assert all(math.isfinite(number) for number in (found.estimate, found.se, found.heterogeneity.q))
            assert found.studies_in == len(tables)


def test_tables_are_left_out_and_added_in_turn() -> None:
    """Leave-one-out and cumulative pooling work for methods that pool tables, and say where they cannot."""

    def pooler(tables: object) -> Pooled:
        return pool_mantel_haenszel(tables, "OR").pooled  # type: ignore[arg-type]

    steps = leave_one_out_tables(TRIALS, pooler)
    assert steps[0].pooled == pooler(TRIALS[1:])
    rows = [TwoByTwo("A", 0, 10, 3, 10), *TRIALS]
    growing = cumulative_tables(rows, pooler)
    assert growing[0].pooled is None
    assert "group 1" in growing[0].reason
    assert growing[-1].pooled == pooler(rows)
