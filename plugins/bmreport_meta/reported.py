"""Effects that a paper reports itself: an estimate with a standard error or an interval, or a log-rank result.

The standard error from an interval is its width over twice the normal quantile (Cochrane Handbook 6.3.1); the log
hazard ratio from observed minus expected events is (O - E) / V with variance 1 / V (Parmar et al. 1998).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport_meta.distributions import normal_quantile
from bmreport_meta.errors import ImplausibleInputError, UnknownNameError
from bmreport_meta.tables import Estimate, ObservedExpected

if TYPE_CHECKING:
    from bmreport_meta.measure import Measure


def effect_as_reported(
    table: Estimate | ObservedExpected, measure: Measure, asymmetry: float
) -> tuple[float, float] | str:
    """Return the effect and its variance, or the reason for which the study gives none.

    Raises `ImplausibleInputError` for numbers that do not go together.
    """
    if isinstance(table, ObservedExpected):
        return _log_rank(table, measure)
    ratio = measure.back == "exp" and not table.logged
    if table.value is None:
        return "not reported: value"
    if ratio:
        _check_ratio(table)
    value = math.log(table.value) if ratio else float(table.value)
    if table.variance is not None:
        return value, float(table.variance)
    if table.se is not None:
        return value, float(table.se) ** 2
    return _from_interval(table, value, ratio=ratio, asymmetry=asymmetry)


def _log_rank(table: ObservedExpected, measure: Measure) -> tuple[float, float] | str:
    if measure.name not in {"HR", "OR", "PETO"}:
        raise UnknownNameError(f"measure for observed minus expected events (study {table.study!r})", measure.name,
                          ("HR", "OR", "PETO"))  # fmt: skip
    if table.difference is None or table.variance is None:
        return "not reported: observed minus expected events, or their variance"
    return float(table.difference) / float(table.variance), 1.0 / float(table.variance)


def _check_ratio(table: Estimate) -> None:
    for name in ("value", "low", "high"):
        number = getattr(table, name)
        if number is not None and number <= 0 and not (name == "low" and number == 0):
            problem = "a ratio is above 0; is this its logarithm? then set logged"
            raise ImplausibleInputError(table.study, name, number, problem)


def _from_interval(table: Estimate, value: float, *, ratio: bool, asymmetry: float) -> tuple[float, float] | str:
    if table.low is None or table.high is None:
        return "not reported: a standard error, a variance or both bounds of an interval"
    if math.isinf(table.low) or math.isinf(table.high) or (ratio and table.low == 0):
        return f"the interval {table.low:g} to {table.high:g} has no end, so that it gives no standard error"
    low, high = (math.log(table.low), math.log(table.high)) if ratio else (float(table.low), float(table.high))
    half = (high - low) / 2
    off = abs((high + low) / 2 - value)
    if off > asymmetry * half + _rounding(table, ratio=ratio):
        scale = "on the log scale" if ratio else "on its scale"
        problem = (
            f"the interval {table.low:g} to {table.high:g} does not lie evenly about the estimate {scale} "
            f"({off / half:.0%} of half its width off); check the three numbers, or give the standard error"
        )
        raise ImplausibleInputError(table.study, "interval", f"{table.value} ({table.low} to {table.high})", problem)
    return value, (half / normal_quantile(0.5 + table.level / 2)) ** 2


def _rounding(table: Estimate, *, ratio: bool) -> float:
    """How far rounding alone can move the estimate from the middle, given the decimals that the paper prints."""
    numbers = [float(number) for number in (table.low, table.high, table.value) if number is not None]
    unit = 0.5 * 10.0 ** -max(_decimals(number) for number in numbers)
    low, high, value = numbers
    if not ratio:
        return 2 * unit
    return unit * (0.5 / low + 0.5 / high + 1 / value)


def _decimals(number: float) -> int:
    text = f"{number:.12g}"
    if "e" in text:
        return 12
    return len(text.partition(".")[2])
