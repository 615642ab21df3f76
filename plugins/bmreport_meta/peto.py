"""Peto's one-step odds ratio (Yusuf et al. 1985; Cochrane Handbook 10.4.2): for rare events and groups of like size.

Observed and expected events come from the tables as they are; nothing is added to zero cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from bmreport_meta.errors import NotEstimableError, TooFewStudiesError
from bmreport_meta.heterogeneity import heterogeneity_of_q
from bmreport_meta.intervals import check_level
from bmreport_meta.mantel_haenszel import Summed, columns_of, reported, summarised
from bmreport_meta.pooling import Pooled
from bmreport_meta.tables import Rate, TwoByTwo
from bmreport_meta.two_groups import observed_minus_expected, raw_cells
from bmreport_meta.zero_cells import ZeroCells


def pool_peto(tables: Iterable[TwoByTwo], *, level: float = 0.95) -> Pooled:
    """Pool 2x2 tables by Peto's method; studies with no event, or nothing but events, count with weight 0.

    Raises `TooFewStudiesError` without any complete table and `NotEstimableError` when no table has both.
    """
    check_level(level)
    rows: list[TwoByTwo | Rate] = list(tables)
    kept, left_out = reported(rows, TwoByTwo, "PETO")
    if not kept:
        raise TooFewStudiesError("Peto's method", 1, 0)
    gap, variance = observed_minus_expected(raw_cells(columns_of(kept)))
    total = float(variance.sum())
    if total == 0.0:
        raise NotEstimableError("Peto's odds ratio", "no study has both people with and people without the event")
    estimate = float(gap.sum()) / total
    telling = variance > 0
    df = int(telling.sum()) - 1
    q = float((variance[telling] * (gap[telling] / variance[telling] - estimate) ** 2).sum()) if df else 0.0
    found = Summed(estimate, math.sqrt(1 / total), variance)
    differences = heterogeneity_of_q(max(0.0, q), df, level)
    return summarised("PETO", "PETO", kept, left_out, found, level, ZeroCells(), differences)
