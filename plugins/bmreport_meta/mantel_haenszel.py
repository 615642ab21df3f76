"""Mantel-Haenszel pooling of risk ratios, odds ratios, risk differences, rate ratios and rate differences.

Mantel & Haenszel (1959); variances of Robins, Breslow & Greenland (1986) for the odds ratio, Greenland & Robins (1985)
for ratios, Sato, Greenland & Robins (1989) for the risk difference and Rothman et al. (2008) for rates. Nothing is
added to zero cells for pooling; for the heterogeneity test, which needs each study's own effect, the usual 1/2 is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from bmreport_meta.arrays import FloatArray, floats
from bmreport_meta.distributions import critical, two_sided
from bmreport_meta.effects import double_zero, effect_sizes
from bmreport_meta.errors import NotEstimableError, TooFewStudiesError, UnknownNameError
from bmreport_meta.heterogeneity import heterogeneity_of_q
from bmreport_meta.intervals import Interval, LeftOut, check_level
from bmreport_meta.pooling import Pooled, Weight
from bmreport_meta.tables import Rate, TwoByTwo
from bmreport_meta.tests_of_tables import ChiSquared, breslow_day, cochran_mantel_haenszel
from bmreport_meta.two_groups import Cells
from bmreport_meta.zero_cells import ZeroCells, adjusted

if TYPE_CHECKING:
    from bmreport_meta.heterogeneity import Heterogeneity

_RISKS: Final = ("OR", "RR", "RD")
_RATES: Final = ("IRR", "IRD")
_FOR_Q: Final = ZeroCells(drop_double_zero=True)
_NOTHING_ADDED: Final = ZeroCells(to="none")


@dataclass(frozen=True, slots=True)
class MantelHaenszel:
    """A Mantel-Haenszel estimate; the tests are for odds ratios, and `None` where they cannot be made."""

    pooled: Pooled
    cochran: ChiSquared | None = None
    mantel_haenszel: ChiSquared | None = None
    breslow_day: ChiSquared | None = None
    tarone: ChiSquared | None = None


class Summed(NamedTuple):
    """An estimate, its standard error and the weight of each study."""

    estimate: float
    se: float
    weights: FloatArray


def pool_mantel_haenszel(
    tables: Iterable[TwoByTwo | Rate],
    measure: str,
    *,
    level: float = 0.95,
    zero_cells_for_q: ZeroCells = _FOR_Q,
    zero_cells: ZeroCells = _NOTHING_ADDED,
    correct: bool = True,
) -> MantelHaenszel:
    """Pool tables by Mantel and Haenszel.

    `zero_cells` is for pooling (nothing is added), `zero_cells_for_q` for the heterogeneity test; `correct` applies the
    continuity correction to the test statistics. Raises `UnknownNameError`, `TooFewStudiesError`, and
    `NotEstimableError` when all studies together have no event in a group.
    """
    check_level(level)
    if measure not in (*_RISKS, *_RATES):
        raise UnknownNameError("measure for Mantel-Haenszel", measure, (*_RISKS, *_RATES))
    kept, left_out = reported(tables, TwoByTwo if measure in _RISKS else Rate, measure)
    if not kept:
        raise TooFewStudiesError("Mantel-Haenszel pooling", 1, 0)
    columns = columns_of(kept)
    if measure in _RATES:
        x1, x2 = adjusted((columns["events1"], columns["events2"]), zero_cells)
        found = _RATE_SUMS[measure](x1, columns["time1"], x2, columns["time2"])
        return MantelHaenszel(summarised(measure, "MH", kept, left_out, found, level, zero_cells_for_q))
    cells = Cells(*adjusted(_raw(columns), zero_cells))
    pooled = summarised(measure, "MH", kept, left_out, _RISK_SUMS[measure](cells), level, zero_cells_for_q)
    if measure != "OR":
        return MantelHaenszel(pooled)
    association = cochran_mantel_haenszel(cells, correct=correct) or (None, None)
    homogeneity = breslow_day(cells, math.exp(pooled.estimate)) or (None, None)
    return MantelHaenszel(pooled, *association, *homogeneity)


def reported(
    tables: Iterable[TwoByTwo | Rate], kind: type, measure: str
) -> tuple[list[TwoByTwo | Rate], tuple[LeftOut, ...]]:
    """Sort tables into complete ones and those that lack a number."""
    kept: list[TwoByTwo | Rate] = []
    left_out: list[LeftOut] = []
    for table in tables:
        if not isinstance(table, kind):
            raise UnknownNameError(
                f"table for {measure} (study {table.study!r})", type(table).__name__, (kind.__name__,)
            )
        missing = [f.name for f in fields(table) if getattr(table, f.name) is None]
        if missing:
            left_out.append(LeftOut(table.study, f"not reported: {', '.join(missing)}"))
        else:
            kept.append(table)
    return kept, tuple(left_out)


def columns_of(tables: Sequence[TwoByTwo | Rate]) -> dict[str, FloatArray]:
    """The numbers of complete tables, one array for each field."""
    names = [f.name for f in fields(tables[0]) if f.name != "study"]
    return {name: floats(float(getattr(table, name)) for table in tables) for name in names}


def _raw(columns: dict[str, FloatArray]) -> Cells:
    a, c = columns["events1"], columns["events2"]
    return Cells(a, columns["total1"] - a, c, columns["total2"] - c)


def summarised(
    measure: str,
    method: str,
    tables: Sequence[TwoByTwo | Rate],
    left_out: tuple[LeftOut, ...],
    found: Summed,
    level: float,
    zero_cells_for_q: ZeroCells,
    differences: Heterogeneity | None = None,
) -> Pooled:
    """Put an estimate that rests on tables into the common form, with Q around it unless `differences` are given."""
    half = critical(level, None) * found.se
    total = float(found.weights.sum())
    shares = (100 * found.weights / total).tolist()
    return Pooled(
        measure=measure,
        method=method,
        test="z",
        level=level,
        k=len(tables),
        estimate=found.estimate,
        se=found.se,
        interval=Interval(found.estimate - half, found.estimate + half, level),
        statistic=found.estimate / found.se,
        df=None,
        p=two_sided(found.estimate / found.se, None),
        heterogeneity=differences or _around(found.estimate, tables, measure, zero_cells_for_q, level),
        prediction=None,
        weights=tuple(Weight(table.study, share) for table, share in zip(tables, shares, strict=True)),
        left_out=left_out,
        notes=tuple(
            f"study {table.study!r} has weight 0: {double_zero(table) or 'its numbers do not tell the groups apart'}"
            for table, share in zip(tables, shares, strict=True)
            if share == 0.0
        ),
    )


def _around(
    estimate: float, tables: Sequence[TwoByTwo | Rate], measure: str, zero_cells: ZeroCells, level: float
) -> Heterogeneity:
    effects = effect_sizes(tables, measure, zero_cells=zero_cells).effects
    q = math.fsum((effect.yi - estimate) ** 2 / effect.vi for effect in effects)
    df = max(0, len(effects) - 1)
    return heterogeneity_of_q(q if df else 0.0, df, level)


def _odds_ratio(cells: Cells) -> Summed:
    a, b, c, d = cells
    total = a + b + c + d
    right, left = a * d / total, b * c / total
    r, s = float(right.sum()), float(left.sum())
    if r == 0.0 or s == 0.0:
        raise NotEstimableError("the Mantel-Haenszel odds ratio", _one_sided(cells))
    p, q = (a + d) / total, (b + c) / total
    variance = (p * right).sum() / r**2 + (p * left + q * right).sum() / (r * s) + (q * left).sum() / s**2
    return Summed(math.log(r / s), math.sqrt(float(variance) / 2), left)


def _risk_ratio(cells: Cells) -> Summed:
    a, b, c, d = cells
    n1, n2, total = a + b, c + d, a + b + c + d
    right, left = a * n2 / total, c * n1 / total
    r, s = float(right.sum()), float(left.sum())
    if r == 0.0 or s == 0.0:
        raise NotEstimableError("the Mantel-Haenszel risk ratio", _one_sided(cells))
    variance = float((n1 * n2 / total**2 * (a + c) - a * c / total).sum()) / (r * s)
    return Summed(math.log(r / s), _root(variance, "the Mantel-Haenszel risk ratio"), left)


def _risk_difference(cells: Cells) -> Summed:
    a, b, c, d = cells
    n1, n2, total = a + b, c + d, a + b + c + d
    weights = n1 * n2 / total
    sum_w = float(weights.sum())
    estimate = float((a * n2 / total - c * n1 / total).sum()) / sum_w
    skew = c * (n1 / total) ** 2 - a * (n2 / total) ** 2 + n1 / total * n2 / total * (n2 - n1) / 2
    spread = (a * d + c * b) / total / 2
    variance = (estimate * float(skew.sum()) + float(spread.sum())) / sum_w**2
    return Summed(estimate, _root(variance, "the Mantel-Haenszel risk difference"), weights)


def _rate_ratio(x1: FloatArray, t1: FloatArray, x2: FloatArray, t2: FloatArray) -> Summed:
    total = t1 + t2
    right, left = x1 * t2 / total, x2 * t1 / total
    r, s = float(right.sum()), float(left.sum())
    if r == 0.0 or s == 0.0:
        raise NotEstimableError("the Mantel-Haenszel rate ratio", "a group has no event in any study")
    return Summed(math.log(r / s), math.sqrt(float((t1 * t2 / total**2 * (x1 + x2)).sum()) / (r * s)), left)


def _rate_difference(x1: FloatArray, t1: FloatArray, x2: FloatArray, t2: FloatArray) -> Summed:
    total = t1 + t2
    weights = t1 * t2 / total
    sum_w = float(weights.sum())
    estimate = float(((x1 * t2 - x2 * t1) / total).sum()) / sum_w
    variance = float((weights**2 * (x1 / t1**2 + x2 / t2**2)).sum()) / sum_w**2
    return Summed(estimate, _root(variance, "the Mantel-Haenszel rate difference"), weights)


def _root(variance: float, what: str) -> float:
    if not variance > 0.0:
        raise NotEstimableError(what, "its variance is 0: no study has events in one group and none in the other")
    return math.sqrt(variance)


def _one_sided(cells: Cells) -> str:
    """Say what all tables lack."""
    for cell, lack in zip(
        cells,
        ("event in group 1", "person without the event in group 1", "event in group 2",
         "person without the event in group 2"),
        strict=True,
    ):  # fmt: skip
        if not np.any(cell > 0):
            return f"no study has any {lack}"
    return "no study has both what the numerator and what the denominator need"


_RISK_SUMS: Final = {"OR": _odds_ratio, "RR": _risk_ratio, "RD": _risk_difference}
_RATE_SUMS: Final = {"IRR": _rate_ratio, "IRD": _rate_difference}
