"""Tests on a set of 2x2 tables: Cochran-Mantel-Haenszel, Breslow-Day and Tarone.

Cochran (1954); Mantel & Haenszel (1959); Breslow & Day (1980), with Tarone's (1985) correction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bmreport_meta.distributions import chi2_upper

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray
    from bmreport_meta.two_groups import Cells


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """A chi-squared statistic with its degrees of freedom and p value."""

    statistic: float
    df: int
    p: float


def chi_squared(statistic: float, df: int) -> ChiSquared:
    """Give a statistic its p value."""
    return ChiSquared(statistic, df, chi2_upper(statistic, df))


def cochran_mantel_haenszel(cells: Cells, *, correct: bool) -> tuple[ChiSquared, ChiSquared] | None:
    """Cochran's and the Mantel-Haenszel statistic; `None` when no table has both events and non-events."""
    a, b, c, d = cells
    n1, n2, total, events, others = a + b, c + d, a + b + c + d, a + c, b + d
    known = total > 1
    share = n1 / total * n2 / total * events * others
    cochran = float((share / total).sum())
    mantel = float((share[known] / (total[known] - 1)).sum())
    if cochran == 0.0 or mantel == 0.0:
        return None
    gap = max(0.0, abs(float((a - n1 / total * events).sum())) - (0.5 if correct else 0.0)) ** 2
    return chi_squared(gap / cochran, 1), chi_squared(gap / mantel, 1)


def breslow_day(cells: Cells, odds_ratio: float) -> tuple[ChiSquared, ChiSquared] | None:
    """Breslow-Day and Tarone tests that all tables share `odds_ratio`; `None` with fewer than two tables that tell."""
    a, b, c, d = cells
    telling = (a + c > 0) & (b + d > 0)
    a, b, c, d = a[telling], b[telling], c[telling], d[telling]
    expected = _expected_events(a + b, c + d, a + c, odds_ratio)
    inner = [expected, a + b - expected, a + c - expected, d - a + expected]
    kept = np.all(np.stack(inner) > 0, axis=0)
    df = int(kept.sum()) - 1
    if df < 1:
        return None
    variance = 1 / sum(1 / cell[kept] for cell in inner)
    gaps = a[kept] - expected[kept]
    statistic = float((gaps**2 / variance).sum())
    tarone = statistic - float(gaps.sum()) ** 2 / float(np.sum(variance))
    return chi_squared(max(0.0, statistic), df), chi_squared(max(0.0, tarone), df)


def _expected_events(n1: FloatArray, n2: FloatArray, events: FloatArray, odds_ratio: float) -> FloatArray:
    """The events of group 1 that give each table, with its margins, the odds ratio."""
    if odds_ratio == 1.0:
        return n1 * events / (n1 + n2)
    linear = odds_ratio * (n1 + events) + (n2 - events)
    root = np.sqrt(linear**2 - 4 * n1 * events * odds_ratio * (odds_ratio - 1))
    # The stable form of the quadratic's smaller root, which does not lose digits near an odds ratio of 1.
    lower: FloatArray = 2 * n1 * events * odds_ratio / (linear + root)
    return lower
