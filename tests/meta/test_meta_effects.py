"""Effects of studies by hand, and what is said of studies that give none."""

from __future__ import annotations

import math

import pytest
from tests.meta.trials import TRIALS

from bmreport_meta import (
    MEASURES,
    Continuous,
    Correlation,
    Estimate,
    ObservedExpected,
    Paired,
    Proportion,
    Rate,
    Reliability,
    SingleMean,
    SingleRate,
    Table,
    TwoByTwo,
    UnknownNameError,
    ZeroCells,
    back_transform,
    effect_sizes,
)

HERE = TwoByTwo("S", 10, 100, 20, 100)
MEANS = Continuous("S", 12, 4, 20, 10, 5, 25)
PAIR = Paired("S", 12, 4, 10, 5, 20, 0.5)
POOLED_SD = math.sqrt((19 * 16 + 24 * 25) / 43)
J43 = math.exp(math.lgamma(21.5) - math.lgamma(21)) / math.sqrt(21.5)
J19 = math.exp(math.lgamma(9.5) - math.lgamma(9)) / math.sqrt(9.5)
G = J43 * 2 / POOLED_SD
BY_HAND: dict[str, tuple[Table, float, float]] = {
    "RR": (HERE, math.log(0.5), 1 / 10 - 1 / 100 + 1 / 20 - 1 / 100),
    "OR": (HERE, math.log(10 * 80 / (20 * 90)), 1 / 10 + 1 / 90 + 1 / 20 + 1 / 80),
    "RD": (HERE, -0.1, 0.1 * 0.9 / 100 + 0.2 * 0.8 / 100),
    "PETO": (HERE, -5 / (30 * 170 / 4 / 199), 1 / (30 * 170 / 4 / 199)),
    "AS": (HERE, math.asin(math.sqrt(0.1)) - math.asin(math.sqrt(0.2)), 1 / 200),
    "YUQ": (HERE, (4 / 9 - 1) / (4 / 9 + 1), (1 - (5 / 13) ** 2) ** 2 / 4 * (1 / 10 + 1 / 90 + 1 / 20 + 1 / 80)),
    "OR2DL": (HERE, math.log(4 / 9) * math.sqrt(3) / math.pi, 3 / math.pi**2 * (1 / 10 + 1 / 90 + 1 / 20 + 1 / 80)),
    "IRR": (Rate("S", 10, 100, 20, 50), math.log(0.25), 0.15),
    "IRD": (Rate("S", 10, 100, 20, 50), -0.3, 10 / 100**2 + 20 / 50**2),
    "IRSD": (Rate("S", 9, 100, 16, 100), -0.1, 1 / 200),
    "MD": (MEANS, 2, 16 / 20 + 25 / 25),
    "SMD": (MEANS, G, 1 / 20 + 1 / 25 + G**2 / 90),
    "ROM": (MEANS, math.log(1.2), 16 / (20 * 144) + 25 / (25 * 100)),
    "VR": (MEANS, math.log(0.8) + 1 / 38 - 1 / 48, 1 / 38 + 1 / 48),
    "MC": (PAIR, 2, (16 + 25 - 20) / 20),
    "SMCC": (PAIR, J19 * 2 / math.sqrt(21), 1 / 20 + (J19 * 2 / math.sqrt(21)) ** 2 / 40),
    "SMCR": (PAIR, J19 * 2 / 4, 1 / 20 + (J19 / 2) ** 2 / 40),
    "MN": (SingleMean("S", 12, 4, 20), 12, 0.8),
    "PR": (Proportion("S", 10, 100), 0.1, 0.0009),
    "PLN": (Proportion("S", 10, 100), math.log(0.1), 1 / 10 - 1 / 100),
    "PLO": (Proportion("S", 10, 100), math.log(1 / 9), 1 / 10 + 1 / 90),
    "PAS": (Proportion("S", 10, 100), math.asin(math.sqrt(0.1)), 1 / 400),
    "PFT": (
        Proportion("S", 10, 100),
        (math.asin(math.sqrt(10 / 101)) + math.asin(math.sqrt(11 / 101))) / 2,
        1 / 402,
    ),
    "IR": (SingleRate("S", 10, 50), 0.2, 10 / 2500),
    "IRLN": (SingleRate("S", 10, 50), math.log(0.2), 0.1),
    "IRS": (SingleRate("S", 8, 50), 0.4, 1 / 200),
    "COR": (Correlation("S", 0.6, 33), 0.6, 0.64**2 / 32),
    "ZCOR": (Correlation("S", 0.6, 33), math.atanh(0.6), 1 / 30),
    "ABT": (Reliability("S", 0.75, 10, 52), -math.log(0.25), 20 / (9 * 50)),
    "HR": (Estimate("S", 0.5, low=0.25, high=1.0), math.log(0.5), (math.log(2) / 1.959963984540054) ** 2),
    "GEN": (Estimate("S", 1.0, low=0.0, high=2.0), 1.0, (1 / 1.959963984540054) ** 2),
}


@pytest.mark.parametrize("measure", BY_HAND)
def test_an_effect_is_what_a_person_would_compute(measure: str) -> None:
    """The formula of the measure, worked out by hand."""
    table, y, v = BY_HAND[measure]
    (effect,) = effect_sizes([table], measure)
    assert effect.yi == pytest.approx(y, rel=1e-12)
    assert effect.vi == pytest.approx(v, rel=1e-12)


SAMPLES: dict[type, Table] = {type(table): table for table, _, _ in BY_HAND.values()}


@pytest.mark.parametrize("measure", [name for name, known in MEASURES.items() if known.table])
def test_every_measure_gives_a_finite_effect(measure: str) -> None:
    """Each measure in the list computes, and each of its variances is above 0."""
    known = MEASURES[measure]
    assert known.table is not None
    for variance in known.variances:
        (effect,) = effect_sizes([SAMPLES[known.table]], measure, variance=variance)
        assert math.isfinite(effect.yi)
        assert effect.vi > 0


@pytest.mark.parametrize(
    ("kind", "size", "value", "scaled"),
    [
        ("exp", None, 0.5, math.log(0.5)),
        ("tanh", None, 0.3, math.atanh(0.3)),
        ("logit", None, 0.2, math.log(0.25)),
        ("sine", None, 0.2, math.asin(math.sqrt(0.2))),
        ("square", None, 0.2, math.sqrt(0.2)),
        ("cube", None, 0.875, 0.5),
        ("log gap", None, 0.75, -math.log(0.25)),
        ("double sine", 100, 0.1, (math.asin(math.sqrt(10 / 101)) + math.asin(math.sqrt(11 / 101))) / 2),
        ("double sine", 100, 0.0, 0.0),
        ("double root", 50, 0.2, (math.sqrt(0.2) + math.sqrt(0.22)) / 2),
    ],
)
def test_a_transformed_effect_leads_back(kind: str, size: float | None, value: float, scaled: float) -> None:
    """The way back from a scale gives the number that went in."""
    assert back_transform(kind, size)(scaled) == pytest.approx(value, abs=1e-12)  # type: ignore[arg-type]


def test_a_double_arcsine_needs_a_size() -> None:
    """Freeman and Tukey's scale cannot be left without a number of people."""
    with pytest.raises(UnknownNameError, match="size"):
        back_transform("double sine")


def test_only_studies_with_a_zero_get_a_half() -> None:
    """The usual default touches no study without a zero cell."""
    zero, other = TwoByTwo("zero", 0, 10, 4, 10), TwoByTwo("other", 1, 10, 4, 10)
    first, second = effect_sizes([zero, other], "OR")
    assert first.yi == pytest.approx(math.log(0.5 * 6.5 / (10.5 * 4.5)))
    assert second.yi == pytest.approx(math.log(1 * 6 / (9 * 4)))


@pytest.mark.parametrize(
    ("zero_cells", "expected"),
    [
        (ZeroCells(to="all"), 1.5 / 4.5),
        (ZeroCells(to="if0all"), 1.5 / 4.5),
        (ZeroCells(add=0.1), 1 / 4),
        (ZeroCells(to="all", add=0.1), 1.1 / 4.1),
    ],
)
def test_the_treatment_of_zero_cells_can_be_chosen(zero_cells: ZeroCells, expected: float) -> None:
    """What is added, and where, is the caller's choice."""
    rows = [TwoByTwo("zero", 0, 10, 4, 10), TwoByTwo("other", 1, 10, 4, 10)]
    assert effect_sizes(rows, "RR", zero_cells=zero_cells).effects[1].yi == pytest.approx(math.log(expected))


@pytest.mark.parametrize(
    ("table", "zero_cells", "measure", "reason"),
    [
        (TwoByTwo("S", None, 10, 2, 10), None, "OR", "not reported: events1"),
        (TwoByTwo("S", 0, 10, 0, 10), ZeroCells(drop_double_zero=True), "OR", "no events in either group"),
        (TwoByTwo("S", 10, 10, 10, 10), ZeroCells(drop_double_zero=True), "OR", "everybody"),
        (TwoByTwo("S", 0, 10, 0, 10), ZeroCells(to="none"), "RR", "no events in either group"),
        (TwoByTwo("S", 0, 10, 3, 10), ZeroCells(to="none"), "RR", "a group without events"),
        (Rate("S", 0, 10, 0, 10), ZeroCells(drop_double_zero=True), "IRR", "no events in either group"),
        (Continuous("S", 1, 1, 1, 2, 1, 1), None, "SMD", "no finite value"),
        (Continuous("S", -1, 1, 10, 2, 1, 10), None, "ROM", "no finite value"),
        (Correlation("S", 0.5, 4), None, "ZCOR", "too few people"),
        (Correlation("S", 1.0, 40), None, "COR", "variance is 0"),
        (Estimate("S", None, se=1), None, "GEN", "not reported: value"),
        (Estimate("S", 1.2), None, "GEN", "not reported: a standard error"),
        (Estimate("S", 1.2, low=0.9, high=math.inf), None, "HR", "has no end"),
        (Estimate("S", 1.2, low=0, high=4), None, "HR", "has no end"),
        (ObservedExpected("S", None, 2), None, "HR", "not reported"),
    ],
)
def test_a_study_without_an_effect_is_left_out_with_its_reason(
    table: Table, zero_cells: ZeroCells | None, measure: str, reason: str
) -> None:
    """Nothing is dropped in silence, and no NaN comes through."""
    found = effect_sizes([table], measure, zero_cells=zero_cells)
    assert len(found) == 0
    assert found.studies_in == 1
    assert reason in found.left_out[0].reason


def test_reported_effects_stand_beside_computed_ones_in_order() -> None:
    """A hazard ratio with its interval and a log-rank result join an outcome in the order of the studies."""
    rows: list[Table] = [
        Estimate("A", 0.8, se=0.1),
        ObservedExpected("B", -4, 10),
        Estimate("C", -0.2, se=0.1, logged=True),
    ]
    found = effect_sizes(rows, "HR")
    assert [effect.yi for effect in found] == pytest.approx([math.log(0.8), -0.4, -0.2])
    mixed = effect_sizes([Estimate("A", 0.8, se=0.1), HERE, Estimate("C", 0.7, se=0.1)], "OR")
    assert [effect.study for effect in mixed] == ["A", "S", "C"]


@pytest.mark.parametrize(
    ("tables", "measure", "variance"),
    [
        ([HERE], "XX", "LS"),
        ([HERE], "MD", "LS"),
        ([HERE], "HR", "LS"),
        ([ObservedExpected("S", 1, 1)], "MD", "LS"),
        ([HERE], "OR", "UB"),
    ],
)
def test_a_measure_that_does_not_fit_is_named(tables: list[Table], measure: str, variance: str) -> None:
    """The error lists what would fit."""
    with pytest.raises(UnknownNameError) as caught:
        effect_sizes(tables, measure, variance=variance)  # type: ignore[arg-type]
    assert caught.value.known


def test_a_standard_error_typed_as_sd_is_pointed_out() -> None:
    """An SD far below the others that fits when taken for a standard error earns a caution, and stays in."""
    rows = [Continuous(f"S{i}", 50 + i, 10 + i, 100, 48, 11, 100) for i in range(4)]
    found = effect_sizes([*rows, Continuous("slip", 51, 1.1, 100, 48, 1.1, 100)], "MD")
    assert [caution.study for caution in found.cautions] == ["slip"]
    assert len(found) == 5
    assert effect_sizes(rows, "MD").cautions == ()


def test_a_huge_standardised_difference_is_pointed_out() -> None:
    """A difference of many SDs is rarely true."""
    found = effect_sizes([Continuous("slip", 60, 1, 100, 48, 1, 100)], "SMD")
    assert "standard error" in found.cautions[0].message


def test_sizes_are_kept() -> None:
    """The number of people of each study is there for the tests that need it."""
    assert [effect.n for effect in effect_sizes(TRIALS, "OR")] == [238, 124, 812, 89, 405, 185]
