"""Numbers that cannot be true are refused where they stand."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from bmreport_meta import (
    Continuous,
    Correlation,
    Effect,
    Estimate,
    ImplausibleInputError,
    ImplausibleInputsError,
    ObservedExpected,
    Paired,
    Proportion,
    Rate,
    Reliability,
    SingleMean,
    SingleRate,
    Table,
    TwoByTwo,
    effect_sizes,
)

IMPOSSIBLE: dict[str, tuple[Callable[[], object], str, str]] = {
    "more events than people": (lambda: TwoByTwo("S", 11, 10, 2, 10), "events1", "more than"),
    "more events in group 2": (lambda: TwoByTwo("S", 1, 10, 12, 10), "events2", "more than"),
    "negative events": (lambda: TwoByTwo("S", -1, 10, 2, 10), "events1", "0 or more"),
    "nobody in a group": (lambda: TwoByTwo("S", 0, 0, 2, 10), "total1", "without people"),
    "negative cell": (lambda: TwoByTwo.from_cells("S", 1, -2, 3, 4), "cell b", "0 or more"),
    "NaN cell": (lambda: TwoByTwo.from_cells("S", 1, math.nan, 3, 4), "cell b", "0 or more"),
    "infinite count": (lambda: TwoByTwo("S", 1, math.inf, 2, 10), "total1", "finite"),
    "text": (lambda: TwoByTwo("S", "3", 10, 2, 10), "events1", "number"),  # type: ignore[arg-type]
    "truth value": (lambda: TwoByTwo("S", events1=True, total1=10, events2=2, total2=10), "events1", "number"),
    "SD of 0": (lambda: Continuous("S", 1, 0, 10, 2, 1, 10), "sd1", "0 among several"),
    "negative SD": (lambda: Continuous("S", 1, 1, 10, 2, -1, 10), "sd2", "never negative"),
    "nobody": (lambda: Continuous("S", 1, 1, 0, 2, 1, 10), "n1", "1 or more"),
    "NaN mean": (lambda: Continuous("S", math.nan, 1, 10, 2, 1, 10), "mean1", "finite"),
    "no person-time": (lambda: Rate("S", 1, 0, 2, 10), "time1", "above 0"),
    "negative rate": (lambda: Rate("S", 1, 10, -2, 10), "events2", "0 or more"),
    "bounds exchanged": (lambda: Estimate("S", 1.2, low=1.5, high=0.9), "low", "below the upper"),
    "estimate below": (lambda: Estimate("S", 0.2, low=0.5, high=0.9), "value", "below its interval"),
    "estimate above": (lambda: Estimate("S", 1.2, low=0.5, high=0.9), "value", "above its interval"),
    "standard error of 0": (lambda: Estimate("S", 1.2, se=0), "se", "above 0"),
    "level in percent": (lambda: Estimate("S", 1, low=0.5, high=2, level=95), "level", "share"),
    "no variance": (lambda: ObservedExpected("S", 1.0, 0.0), "variance", "above 0"),
    "share above 1": (lambda: Proportion("S", 7, 5), "events", "more than"),
    "no time": (lambda: SingleRate("S", 7, 0), "time", "above 0"),
    "SD of one mean": (lambda: SingleMean("S", 7, -1, 4), "sd", "never negative"),
    "correlation of two times": (lambda: Paired("S", 1, 1, 2, 1, 20, 1.2), "r", "between -1 and 1"),
    "correlation": (lambda: Correlation("S", -1.01, 20), "r", "between -1 and 1"),
    "one item": (lambda: Reliability("S", 0.8, 1, 20), "items", "2 or more"),
    "alpha": (lambda: Reliability("S", 1.1, 5, 20), "alpha", "never above 1"),
    "effect": (lambda: Effect("S", math.nan, 1.0), "effect", "finite"),
    "variance": (lambda: Effect("S", 0.0, 0.0), "variance", "above 0"),
    "infinite variance": (lambda: Effect("S", 0.0, math.inf), "variance", "above 0"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_an_impossible_number_is_refused(case: str) -> None:
    """The error names study, field and value, and says what is wrong."""
    make, field, problem = IMPOSSIBLE[case]
    with pytest.raises(ImplausibleInputError) as caught:
        make()
    assert (caught.value.study, caught.value.field) == ("S", field)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    "table",
    [
        TwoByTwo("S", 0, 10, 10, 10),
        Continuous("S", -5, 0, 1, 2, 1, 2),
        Estimate("S", 1.0, low=1.0, high=1.2),
        Correlation("S", 1.0, 3),
        Reliability("S", -0.3, 2, 10),
    ],
    ids=lambda table: type(table).__name__,
)
def test_a_number_at_the_edge_is_taken(table: Table) -> None:
    """What is rare but possible makes a table."""
    assert table.study == "S"


def test_an_uneven_ratio_interval_is_refused() -> None:
    """An interval that is not even about the ratio on the log scale has a slip in one of its three numbers."""
    with pytest.raises(ImplausibleInputsError, match="does not lie evenly"):
        effect_sizes([Estimate("S", 0.80, low=0.70, high=1.30)], "HR")
    assert len(effect_sizes([Estimate("S", 0.80, low=0.70, high=1.30)], "HR", asymmetry=1.0)) == 1


@pytest.mark.parametrize(("value", "low", "high"), [(0.72, 0.53, 0.98), (0.1, 0.02, 0.4), (1.5, 1.2, 1.9), (12, 3, 51)])
def test_rounding_is_no_unevenness(value: float, low: float, high: float) -> None:
    """Ratios are printed with few decimals, which alone moves them from the middle."""
    assert len(effect_sizes([Estimate("S", value, low=low, high=high)], "RR")) == 1


def test_all_faults_are_told_at_once() -> None:
    """One pass names every implausible study, not the first only."""
    rows = [Estimate("A", -2, low=-3, high=1), Estimate("B", 0.8, se=0.1), Estimate("C", 1, low=0.9, high=9)]
    with pytest.raises(ImplausibleInputsError) as caught:
        effect_sizes(rows, "OR")
    assert [fault.study for fault in caught.value.faults] == ["A", "C"]
    assert "logarithm" in str(caught.value)
