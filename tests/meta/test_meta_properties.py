"""What holds of every meta-analysis, whatever the numbers."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.meta.trials import effects_of, some_effects, some_tables

from bmreport_meta import (
    METHODS,
    Effect,
    MetaError,
    TwoByTwo,
    begg,
    cumulative,
    effect_sizes,
    egger,
    influence,
    leave_one_out,
    meta_regression,
    mixed_regression_test,
    pool,
    pool_mantel_haenszel,
    pool_peto,
    pool_subgroups,
    tau2_profile_interval,
    trim_and_fill,
)

methods = st.sampled_from(METHODS)


@given(some_effects(), methods, st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_the_order_of_studies_does_not_matter(effects: list[Effect], method: Any, dice: random.Random) -> None:
    """Shuffled studies give the same result, and each keeps its weight."""
    shuffled = dice.sample(effects, len(effects))
    one, other = pool(effects, method=method), pool(shuffled, method=method)
    assert other.estimate == pytest.approx(one.estimate, rel=1e-6, abs=1e-7)
    assert other.heterogeneity.tau2 == pytest.approx(one.heterogeneity.tau2, rel=1e-6, abs=1e-7)
    weights = {weight.study: weight.percent for weight in one.weights}
    assert {weight.study: weight.percent for weight in other.weights} == pytest.approx(weights, rel=1e-5)


@given(some_effects(), methods, st.floats(0.001, 1000), st.floats(-5, 5))
@settings(max_examples=80, deadline=None)
def test_units_and_origin_do_not_matter(effects: list[Effect], method: Any, unit: float, shift: float) -> None:
    """Effects in other units, from another origin, pool to the same result in those units."""
    moved = [Effect(e.study, e.yi * unit + shift, e.vi * unit**2) for e in effects]
    one, other = pool(effects, method=method), pool(moved, method=method)
    assert (other.estimate - shift) / unit == pytest.approx(one.estimate, rel=1e-5, abs=1e-5 + 1e-9 / unit)
    assert other.heterogeneity.tau2 / unit**2 == pytest.approx(one.heterogeneity.tau2, rel=1e-4, abs=1e-5)
    assert other.heterogeneity.i2 == pytest.approx(one.heterogeneity.i2, rel=1e-4, abs=1e-3)


@given(some_effects(), methods)
@settings(max_examples=80, deadline=None)
def test_numbers_are_in_their_ranges(effects: list[Effect], method: Any) -> None:
    """Estimates lie among the studies, shares between 0 and 100, intervals about their estimates."""
    found = pool(effects, method=method, test="adhoc")
    values = [effect.yi for effect in effects]
    spread = found.heterogeneity
    assert min(values) - 1e-9 <= found.estimate <= max(values) + 1e-9
    assert found.interval.low <= found.estimate <= found.interval.high
    assert 0 <= found.p <= 1
    assert 0 <= spread.p <= 1
    assert 0 <= spread.i2 <= 100
    assert spread.tau2 >= 0
    assert spread.q >= 0
    assert sum(weight.percent for weight in found.weights) == pytest.approx(100)
    if spread.tau2_interval:
        assert 0 <= spread.tau2_interval.low <= spread.tau2_interval.high
    if found.prediction:
        assert found.prediction.by_model.low <= found.interval.low + 1e-9


@given(some_effects(least=3))
@settings(max_examples=60, deadline=None)
def test_the_restricted_likelihood_is_at_its_top(effects: list[Effect]) -> None:
    """No tau2 near the estimate, nor 0, has a higher restricted likelihood."""
    tau2 = pool(effects).heterogeneity.tau2

    def reml(value: float) -> float:
        w = [1 / (e.vi + value) for e in effects]
        mean = sum(a * e.yi for a, e in zip(w, effects, strict=True)) / sum(w)
        rss = sum(a * (e.yi - mean) ** 2 for a, e in zip(w, effects, strict=True))
        return 0.5 * (sum(math.log(a) for a in w) - math.log(sum(w)) - rss)

    for other in (0.0, tau2 * 0.9, tau2 * 1.1, tau2 + 1e-3):
        assert reml(tau2) >= reml(other) - 1e-8


@given(some_effects(), st.integers(2, 4))
@settings(max_examples=50, deadline=None)
def test_repeating_the_studies_narrows_the_interval(effects: list[Effect], times: int) -> None:
    """The same evidence several times over is more certain, in the common-effect model by the root of the number."""
    once = pool(effects, method="EE")
    more = pool([e for _ in range(times) for e in effects], method="EE")
    assert more.estimate == pytest.approx(once.estimate, abs=1e-9)
    assert more.se == pytest.approx(once.se / math.sqrt(times))


@given(some_tables(fewest_events=1))
@settings(max_examples=60, deadline=None)
def test_exchanging_the_groups_turns_the_sign(tables: list[TwoByTwo]) -> None:
    """The effect of B against A is that of A against B turned round."""
    turned = [TwoByTwo(t.study, t.events2, t.total2, t.events1, t.total1) for t in tables]
    for measure in ("RR", "OR", "RD"):
        one, other = pool(effect_sizes(tables, measure)), pool(effect_sizes(turned, measure))
        assert other.estimate == pytest.approx(-one.estimate, abs=1e-6)
        assert other.se == pytest.approx(one.se, rel=1e-5)
        here, there = (pool_mantel_haenszel(rows, measure).pooled for rows in (tables, turned))
        assert there.estimate == pytest.approx(-here.estimate, abs=1e-9)
        assert there.se == pytest.approx(here.se, rel=1e-6)
    assert pool_peto(turned).estimate == pytest.approx(-pool_peto(tables).estimate, abs=1e-9)


@given(some_tables(fewest_events=1))
@settings(max_examples=60, deadline=None)
def test_counting_the_other_outcome_turns_the_odds_ratio(tables: list[TwoByTwo]) -> None:
    """The odds ratio of surviving is one over that of dying."""
    other = [
        TwoByTwo(t.study, (t.total1 or 0) - (t.events1 or 0), t.total1, (t.total2 or 0) - (t.events2 or 0), t.total2)
        for t in tables
    ]
    here, there = (pool(effect_sizes(rows, "OR"), method="DL") for rows in (tables, other))
    assert there.estimate == pytest.approx(-here.estimate, abs=1e-9)


@given(some_tables(), st.sampled_from(["OR", "RR", "RD", "AS", "PETO"]))
@settings(max_examples=80, deadline=None)
def test_studies_in_are_effects_and_left_out(tables: list[TwoByTwo], measure: str) -> None:
    """No study is lost, and none is there twice."""
    found = effect_sizes(tables, measure)
    assert found.studies_in == len(tables)
    assert sorted([*(e.study for e in found), *(left.study for left in found.left_out)]) == sorted(
        t.study for t in tables
    )


def _is_silent_nan(value: object) -> bool:
    """Look for NaN in whatever a result holds."""
    if isinstance(value, float):
        return math.isnan(value)
    if isinstance(value, tuple | list):
        return any(_is_silent_nan(one) for one in value)
    return dataclasses.is_dataclass(value) and any(
        _is_silent_nan(getattr(value, one.name)) for one in dataclasses.fields(value)
    )


wild = st.lists(
    st.tuples(
        st.one_of(st.sampled_from([0.0, 1.0, -1.0, 1e25, -1e-30]), st.floats(-9e29, 9e29)),
        st.one_of(st.sampled_from([1.0, 1e-50, 1e50]), st.floats(1e-59, 1e59)),
    ),
    min_size=1,
    max_size=6,
)
EVERYTHING: dict[str, Callable[[list[Effect]], object]] = {
    **{f"pool {method}": partial(pool, method=method, test="knha") for method in METHODS},
    "regression": lambda rows: meta_regression(rows, {"x": [float(place) for place in range(len(rows))]}),
    "subgroups": lambda rows: pool_subgroups(rows, ["ab"[place % 2] for place in range(len(rows))]),
    "leave one out": leave_one_out,
    "cumulative": cumulative,
    "influence": influence,
    "egger": egger,
    "mixed": mixed_regression_test,
    "begg": begg,
    "trim and fill": trim_and_fill,
    "profile": tau2_profile_interval,
}


@pytest.mark.parametrize("name", EVERYTHING)
@given(rows=wild)
@settings(max_examples=60, deadline=None)
def test_wild_numbers_give_a_result_or_an_error(name: str, rows: list[tuple[float, float]]) -> None:
    """No warning, no NaN, and no error but a `MetaError`, for numbers from one end of the range to the other."""
    with contextlib.suppress(MetaError):
        assert not _is_silent_nan(EVERYTHING[name](effects_of(rows)))
