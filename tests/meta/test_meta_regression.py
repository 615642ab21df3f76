"""Meta-regression and subgroups by hand, and moderators that cannot be told apart."""

from __future__ import annotations

import math

import pytest
from tests.meta.trials import TRIALS, effects_of

from bmreport_meta import (
    Effect,
    MetaError,
    TooFewStudiesError,
    difference_of,
    effect_sizes,
    meta_regression,
    pool,
    pool_subgroups,
)

LINE = effects_of([(1.0, 1.0), (2.5, 1.0), (2.5, 1.0), (4.0, 1.0)])
DOSE = [1.0, 2.0, 3.0, 4.0]


def test_a_slope_by_hand() -> None:
    """Least squares of four points: slope 0.9, intercept 0.25, residuals that add up to 0.2 - 0.0 = Q."""
    found = meta_regression(LINE, {"dose": DOSE}, method="EE")
    intercept, slope = found.coefficients
    assert (slope.estimate, intercept.estimate) == pytest.approx((0.9, 0.25))
    assert slope.se == pytest.approx(math.sqrt(1 / 5))
    assert intercept.se == pytest.approx(math.sqrt(1 / 4 + 2.5**2 / 5))
    assert found.heterogeneity.q == pytest.approx(0.15**2 + 0.45**2 + 0.45**2 + 0.15**2)
    assert found.moderators.statistic == pytest.approx(slope.statistic**2)
    assert (found.moderators.df, found.heterogeneity.df) == (1, 2)


def test_a_prediction_by_hand() -> None:
    """At the mean of the moderator the prediction is the mean, with its standard error."""
    found = meta_regression(LINE, {"dose": DOSE}, method="EE").predict({"dose": 2.5})
    assert (found.estimate, found.se) == pytest.approx((2.5, 0.5))
    assert found.prediction is None
    assert meta_regression(LINE, {"dose": DOSE}).predict({"dose": 2.5}).prediction is not None


def test_knapp_and_hartung_use_t_and_f() -> None:
    """With one moderator F is the square of t."""
    found = meta_regression(LINE, {"dose": DOSE}, test="knha")
    slope = found.coefficients[1]
    assert (slope.df, found.moderators.df2) == (2, 2)
    assert found.moderators.statistic == pytest.approx(slope.statistic**2)
    assert found.moderators.p == pytest.approx(slope.p)


def test_a_category_compares_groups() -> None:
    """The coefficient of a level is its difference from the reference; without intercept each level has its mean."""
    rows = effects_of([(1.0, 1.0), (2.0, 1.0), (5.0, 1.0), (6.0, 1.0)])
    groups = ["low", "low", "high", "high"]
    found = meta_regression(rows, {"risk": groups}, method="EE", references={"risk": "low"})
    assert {c.name: c.estimate for c in found.coefficients} == pytest.approx({"intercept": 1.5, "risk: high": 4.0})
    means = meta_regression(rows, {"risk": groups}, method="EE", intercept=False)
    assert {c.name: c.estimate for c in means.coefficients} == pytest.approx({"risk: high": 5.5, "risk: low": 1.5})
    assert means.moderators.df == 2
    assert means.r2 is None


def test_explained_variance_is_between_0_and_100() -> None:
    """R2 is the share of tau2 that a moderator takes away."""
    rows = effects_of([(float(x), 0.01) for x in (0, 1, 2, 3, 4)])
    assert meta_regression(rows, {"x": [0.0, 1.0, 2.0, 3.0, 4.0]}).r2 == pytest.approx(100)
    assert meta_regression(rows, {"x": [3.0, 1.0, 4.0, 1.0, 5.0]}).r2 is not None


def test_a_study_without_its_moderator_is_left_out() -> None:
    """Missing moderators are reasons, not zeros."""
    found = meta_regression([*LINE, Effect("gap", 9.0, 1.0)], {"dose": [*DOSE, None]}, method="EE")
    assert found.k == 4
    assert found.left_out[0].study == "gap"
    assert "dose" in found.left_out[0].reason
    assert meta_regression(LINE, {"dose": [1.0, math.nan, 3.0, 4.0]}, method="EE").left_out[0].study == "study 1"


@pytest.mark.parametrize(
    ("moderators", "problem"),
    [
        ({"a": DOSE, "b": [2 * x for x in DOSE]}, "'b' says nothing"),
        ({"a": [5.0, 5.0, 5.0, 5.0]}, "'a' says nothing"),
        ({"a": [0.0, 0.0, 0.0, 0.0]}, "is 0 in every study"),
        ({"a": [1.0, 2.0]}, "2 values for 4 effects"),
        ({"a": [1.0, "x", 2.0, 3.0]}, "mixes numbers and words"),
        ({"a": [1.0, math.inf, 2.0, 3.0]}, "must be finite"),
        ({"a": ["x", "x", "x", "x"]}, ""),
    ],
)
def test_moderators_that_tell_nothing_are_named(moderators: dict[str, list[float | str]], problem: str) -> None:
    """The error names the moderator; a category of one level leaves the plain model."""
    if not problem:
        assert len(meta_regression(LINE, moderators).coefficients) == 1
        return
    with pytest.raises(MetaError, match=problem):
        meta_regression(LINE, moderators)


def test_too_few_studies_for_the_moderators() -> None:
    """As many coefficients as studies leave nothing to judge them by."""
    with pytest.raises(TooFewStudiesError):
        meta_regression(LINE[:2], {"dose": DOSE[:2]})


def test_unknown_values_of_a_prediction_are_named() -> None:
    """A level that the model has not seen, and a moderator not given, are errors."""
    rows = effects_of([(1.0, 1.0), (2.0, 1.0), (5.0, 1.0), (6.0, 1.0)])
    found = meta_regression(rows, {"risk": ["low", "low", "high", "high"]})
    with pytest.raises(MetaError, match="no level 'middle'"):
        found.predict({"risk": "middle"})
    with pytest.raises(MetaError, match="dose"):
        meta_regression(LINE, {"dose": DOSE}).predict({})
    with pytest.raises(MetaError, match="no level 'middle'"):
        meta_regression(rows, {"risk": ["low", "low", "high", "high"]}, references={"risk": "middle"})


def test_subgroups_by_hand() -> None:
    """Two groups with means 1.5 and 5.5, each of variance 1/2: the difference has chi-squared 16."""
    rows = effects_of([(1.0, 1.0), (2.0, 1.0), (5.0, 1.0), (6.0, 1.0)])
    found = pool_subgroups(rows, ["a", "a", "b", "b"], method="EE")
    assert [(group.name, group.pooled.estimate) for group in found.groups] == [("a", 1.5), ("b", 5.5)]
    assert (found.difference.statistic, found.difference.df) == pytest.approx((16, 1))
    assert found.i2_of_difference == pytest.approx(100 * 15 / 16)


def test_a_common_tau2_is_that_of_the_moderator() -> None:
    """With one tau2 the test of difference is the omnibus test of the moderator."""
    effects = effect_sizes(TRIALS, "OR")
    groups = ["a", "b", "a", "b", "a", "b"]
    found = pool_subgroups(effects, groups, method="DL", tau2="common")
    regression = meta_regression(effects, {"group": groups}, method="DL")
    assert found.difference.statistic == pytest.approx(regression.moderators.statistic)
    assert {group.pooled.heterogeneity.tau2 for group in found.groups} == {regression.heterogeneity.tau2}


def test_a_study_without_subgroup_is_left_out_and_one_group_is_an_error() -> None:
    """Studies in are pooled or left out; a single subgroup has nothing to differ from."""
    found = pool_subgroups(LINE, ["a", None, "b", "b"])
    assert [left.study for left in found.left_out] == ["study 1"]
    assert sum(group.pooled.k for group in found.groups) == 3
    with pytest.raises(TooFewStudiesError):
        pool_subgroups(LINE, ["a", "a", "a", "a"])
    with pytest.raises(TooFewStudiesError):
        difference_of([pool(LINE)])
