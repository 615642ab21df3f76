"""How much the studies differ: Q, I2, H and tau2 with their intervals.

I2 and H2 stand in two forms. Those of random-effects models are built on tau2 and the typical variance (Higgins &
Thompson 2002, as metafor prints them) and take their interval from tau2 by the Q-profile method (Viechtbauer 2007).
Those of Q, (Q - df) / Q, are what most reviews print, with the test-based interval of Higgins & Thompson (2002).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_meta.distributions import chi2_quantile, chi2_upper, normal_quantile
from bmreport_meta.intervals import Interval
from bmreport_meta.moments import at
from bmreport_meta.scoring import solve_q

if TYPE_CHECKING:
    from bmreport_meta.moments import Data, Moments
    from bmreport_meta.tau2 import Method, Tau2


@dataclass(frozen=True, slots=True)
class Heterogeneity:
    """Differences between studies beyond chance; `i2` and `i2_of_q` are in percent.

    `tau2_interval` and `i2_interval` are `None` for the common-effect model and where they are not determined.
    """

    q: float
    df: int
    p: float
    tau2: float
    tau2_se: float | None
    tau2_interval: Interval | None
    i2: float
    i2_interval: Interval | None
    h2: float
    i2_of_q: float
    i2_of_q_interval: Interval | None
    h: float
    h_interval: Interval | None

    @property
    def tau(self) -> float:
        """The standard deviation between studies."""
        return math.sqrt(self.tau2)

    @property
    def tau_interval(self) -> Interval | None:
        """The interval of tau."""
        return self.tau2_interval.map(math.sqrt) if self.tau2_interval else None


def heterogeneity_of_q(q: float, df: int, level: float) -> Heterogeneity:
    """What Q alone tells, for pooling without a tau2 (common effect, Mantel-Haenszel, Peto)."""
    i2 = i2_of_q(q, df)
    h_interval = h_by_test(q, df, level)
    h2 = q / df if df else 1.0
    return Heterogeneity(
        q, df, q_p_value(q, df), 0.0, None, None, i2, None, h2, i2, i2_from_h(h_interval), max(1.0, math.sqrt(h2)),
        h_interval,
    )  # fmt: skip


def heterogeneity(data: Data, tau2: Tau2, method: Method, level: float, *, intervals: bool = True) -> Heterogeneity:
    """Everything on the differences between studies, for a model with or without moderators."""
    base = at(data, 0.0)
    q = max(0.0, base.y_p_y) if data.df else 0.0
    plain = heterogeneity_of_q(q, data.df, level)
    if method == "EE" or data.df < 1:
        return plain
    typical = data.df / base.trace_p
    bounds = q_profile(data, base, level) if intervals else None
    return Heterogeneity(
        q, data.df, plain.p, tau2.value, tau2.se, bounds,
        100 * tau2.value / (typical + tau2.value),
        bounds.map(lambda t: 100.0 if math.isinf(t) else 100 * t / (typical + t)) if bounds else None,
        tau2.value / typical + 1,
        plain.i2_of_q, plain.i2_of_q_interval, plain.h, plain.h_interval,
    )  # fmt: skip


def i2_of_q(q: float, df: int) -> float:
    """100 (Q - df) / Q, at least 0 (Higgins et al. 2003)."""
    return max(0.0, 100 * (q - df) / q) if q > 0 else 0.0


def q_p_value(q: float, df: int) -> float:
    """The p value of Q; 1 when there is nothing to compare."""
    return chi2_upper(q, df) if df else 1.0


def q_profile(data: Data, base: Moments, level: float) -> Interval | None:
    """The Q-profile interval of tau2; `None` when it is empty, that is when the studies agree too well to be chance."""
    tail = (1 - level) / 2
    low_target, high_target = chi2_quantile(tail, data.df), chi2_quantile(1 - tail, data.df)
    if base.y_p_y < low_target:
        return None
    return Interval(solve_q(data, high_target), solve_q(data, low_target), level)


def h_by_test(q: float, df: int, level: float) -> Interval | None:
    """The interval of H = sqrt(Q / df) by the standard error of its log; bounds below 1 are set to 1."""
    k = df + 1
    if df < 1 or q <= 0 or (q <= k and k < 3):
        return None
    if q > k:
        se = 0.5 * (math.log(q) - math.log(df)) / (math.sqrt(2 * q) - math.sqrt(2 * k - 3))
    else:
        se = math.sqrt(1 / (2 * (k - 2)) * (1 - 1 / (3 * (k - 2) ** 2)))
    half = normal_quantile(0.5 + level / 2) * se
    log_h = math.log(q / df) / 2 if q > df else 0.0
    return Interval(max(1.0, math.exp(log_h - half)), max(1.0, math.exp(log_h + half)), level)


def i2_from_h(h: Interval | None) -> Interval | None:
    """I2 in percent for the bounds of H."""
    return h.map(lambda bound: 100 * (1 - 1 / bound**2)) if h else None
