"""Effects of two groups with counts: risks, odds and rates.

Formulas: Cochrane Handbook 6.4 and 10.4; Fleiss & Berlin (2009) in The Handbook of Research Synthesis; Yusuf et al.
(1985) for Peto's odds ratio; Ruecker et al. (2009) for the arcsine difference; Yule (1912) for Q and Y; Sanchez-Meca
et al. (2003) for the conversions to a standardised mean difference; Rothman et al. (2008) chapter 14 for rates.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import special

from bmreport_meta.zero_cells import adjusted

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray
    from bmreport_meta.measure import Columns, Options, Outcome


class Cells(NamedTuple):
    """The four cells: events and non-events of group 1, then of group 2."""

    a: FloatArray
    b: FloatArray
    c: FloatArray
    d: FloatArray

    @property
    def total(self) -> FloatArray:
        """Everybody in a study."""
        return self.a + self.b + self.c + self.d

    @property
    def risks(self) -> tuple[FloatArray, FloatArray]:
        """The shares with the event."""
        return self.a / (self.a + self.b), self.c / (self.c + self.d)


def raw_cells(columns: Columns) -> Cells:
    """Read the cells as they were reported."""
    events1, events2 = columns["events1"], columns["events2"]
    return Cells(events1, columns["total1"] - events1, events2, columns["total2"] - events2)


def _cells(columns: Columns, options: Options, *, by_default: bool = True) -> Cells:
    return Cells(*adjusted(raw_cells(columns), options.zero_cells, by_default=by_default))


def log_risk_ratio(columns: Columns, options: Options) -> Outcome:
    """log(p1 / p2); 1/a - 1/n1 + 1/c - 1/n2."""
    a, b, c, d = cells = _cells(columns, options)
    p1, p2 = cells.risks
    return np.log(p1) - np.log(p2), 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)


def log_odds_ratio(columns: Columns, options: Options) -> Outcome:
    """log(ad / bc); 1/a + 1/b + 1/c + 1/d (Woolf 1955)."""
    a, b, c, d = _cells(columns, options)
    return np.log(a) + np.log(d) - np.log(b) - np.log(c), 1 / a + 1 / b + 1 / c + 1 / d


def risk_difference(columns: Columns, options: Options) -> Outcome:
    """p1 - p2; the variance by `options.variance`: LS, UB (n - 1), or AV (the mean risks, zero cells as they are)."""
    a, b, c, d = cells = _cells(columns, options, by_default=options.variance != "AV")
    p1, p2 = cells.risks
    n1, n2 = a + b, c + d
    less = 1.0 if options.variance == "UB" else 0.0
    q1, q2 = p1, p2
    if options.variance == "AV":
        q1, q2 = np.full_like(p1, a.sum() / n1.sum()), np.full_like(p2, c.sum() / n2.sum())
    return p1 - p2, q1 * (1 - q1) / (n1 - less) + q2 * (1 - q2) / (n2 - less)


def peto_log_odds_ratio(columns: Columns, options: Options) -> Outcome:
    """(O - E) / V; 1 / V, with the hypergeometric variance V."""
    observed_expected, variance = observed_minus_expected(_cells(columns, options))
    return observed_expected / variance, 1 / variance


def observed_minus_expected(cells: Cells) -> Outcome:
    """O - E of group 1 and its hypergeometric variance."""
    a, b, c, d = cells
    n1, n2, total = a + b, c + d, a + b + c + d
    events = a + c
    variance = events * (b + d) * (n1 / total) * (n2 / total) / (total - 1)
    return a - events * n1 / total, variance


def arcsine_difference(columns: Columns, options: Options) -> Outcome:
    """asin(sqrt p1) - asin(sqrt p2); 1/(4 n1) + 1/(4 n2)."""
    a, b, c, d = cells = _cells(columns, options, by_default=False)
    p1, p2 = cells.risks
    return np.arcsin(np.sqrt(p1)) - np.arcsin(np.sqrt(p2)), 1 / (4 * (a + b)) + 1 / (4 * (c + d))


def phi(columns: Columns, options: Options) -> Outcome:
    """Correlation of two dichotomies; variance of multinomial sampling (Yule 1912)."""
    a, b, c, d = _cells(columns, options, by_default=False)
    total = a + b + c + d
    row1, row2, column1, column2 = (a + b) / total, (c + d) / total, (a + c) / total, (b + d) / total
    spread = np.sqrt(row1 * row2 * column1 * column2)
    y = (a * d - b * c) / total**2 / spread
    rows, columns_ = row1 - row2, column1 - column2
    third = 0.75 * y**2 * (rows**2 / (row1 * row2) + columns_**2 / (column1 * column2))
    return y, (1 - y**2 + y * (1 + y**2 / 2) * rows * columns_ / spread - third) / total


def yule_q(columns: Columns, options: Options) -> Outcome:
    """(OR - 1) / (OR + 1)."""
    log_odds, variance = log_odds_ratio(columns, options)
    y = np.tanh(log_odds / 2)
    return y, (1 - y**2) ** 2 * variance / 4


def yule_y(columns: Columns, options: Options) -> Outcome:
    """(sqrt OR - 1) / (sqrt OR + 1)."""
    log_odds, variance = log_odds_ratio(columns, options)
    y = np.tanh(log_odds / 4)
    return y, (1 - y**2) ** 2 * variance / 16


def probit_difference(columns: Columns, options: Options) -> Outcome:
    """Difference of probits, on the scale of a standardised mean difference."""
    a, b, c, d = cells = _cells(columns, options)
    p1, p2 = cells.risks
    z1, z2 = special.ndtri(p1), special.ndtri(p2)
    v1 = 2 * math.pi * p1 * (1 - p1) * np.exp(z1**2) / (a + b)
    v2 = 2 * math.pi * p2 * (1 - p2) * np.exp(z2**2) / (c + d)
    return z1 - z2, v1 + v2


def odds_to_smd_logistic(columns: Columns, options: Options) -> Outcome:
    """Log OR times sqrt(3) / pi (Hasselblad & Hedges 1995)."""
    return _scaled(log_odds_ratio(columns, options), math.sqrt(3) / math.pi)


def odds_to_smd_normal(columns: Columns, options: Options) -> Outcome:
    """Log OR over 1.65 (Cox & Snell 1989)."""
    return _scaled(log_odds_ratio(columns, options), 1 / 1.65)


def _scaled(outcome: Outcome, factor: float) -> Outcome:
    return outcome[0] * factor, outcome[1] * factor**2


def _counts(columns: Columns, options: Options, *, by_default: bool = True) -> tuple[FloatArray, ...]:
    counts = (columns["events1"], columns["events2"])
    x1, x2 = adjusted(counts, options.zero_cells, by_default=by_default)
    return x1, columns["time1"], x2, columns["time2"]


def log_rate_ratio(columns: Columns, options: Options) -> Outcome:
    """log((x1/t1) / (x2/t2)); 1/x1 + 1/x2."""
    x1, t1, x2, t2 = _counts(columns, options)
    return np.log(x1 / t1) - np.log(x2 / t2), 1 / x1 + 1 / x2


def rate_difference(columns: Columns, options: Options) -> Outcome:
    """x1/t1 - x2/t2; x1/t1^2 + x2/t2^2."""
    x1, t1, x2, t2 = _counts(columns, options)
    return x1 / t1 - x2 / t2, x1 / t1**2 + x2 / t2**2


def root_rate_difference(columns: Columns, options: Options) -> Outcome:
    """Difference of the roots of the rates; 1/(4 t1) + 1/(4 t2)."""
    x1, t1, x2, t2 = _counts(columns, options, by_default=False)
    return np.sqrt(x1 / t1) - np.sqrt(x2 / t2), 1 / (4 * t1) + 1 / (4 * t2)
