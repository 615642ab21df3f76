"""How a result hangs on single studies: each left out in turn, and each added in turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bmreport_meta.distributions import critical, two_sided
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import NotEstimableError, TooFewStudiesError
from bmreport_meta.heterogeneity import heterogeneity
from bmreport_meta.intervals import Interval
from bmreport_meta.moments import Data, fit
from bmreport_meta.pooling import Pooled, Test, as_data, as_sizes, check_method, variance_factor
from bmreport_meta.tables import Table
from bmreport_meta.tau2 import Method, estimate_tau2

T = TypeVar("T", bound=Table)


@dataclass(frozen=True, slots=True)
class Step:
    """The pooled result without a study, or up to and including it."""

    study: str
    k: int
    estimate: float
    se: float
    interval: Interval
    statistic: float
    df: int | None
    p: float
    q: float
    q_p: float
    tau2: float
    i2: float
    h2: float


def leave_one_out(
    effects: Iterable[Effect] | EffectSizes, *, method: Method = "REML", test: Test = "z", level: float = 0.95
) -> tuple[Step, ...]:
    """Pool all studies but one, for each study; raise `TooFewStudiesError` for fewer than two."""
    check_method(method, test, level)
    sizes = as_sizes(effects)
    if len(sizes) < 2:
        raise TooFewStudiesError("leaving studies out", 2, len(sizes))
    data = as_data(sizes)
    # The estimate from all studies is near that from all but one, and saves most steps of the iteration.
    start = estimate_tau2(data, method).value
    return tuple(
        _step(effect.study, data.without(position), method, test, level, start or None)
        for position, effect in enumerate(sizes.effects)
    )


def cumulative(
    effects: Iterable[Effect] | EffectSizes, *, method: Method = "REML", test: Test = "z", level: float = 0.95
) -> tuple[Step, ...]:
    """Pool the first study, the first two, and so on, in the order given; raise `TooFewStudiesError` for none."""
    check_method(method, test, level)
    sizes = as_sizes(effects)
    if not len(sizes):
        raise TooFewStudiesError("cumulative pooling", 1, 0)
    data = as_data(sizes)
    steps: list[Step] = []
    for count, effect in enumerate(sizes.effects, start=1):
        start = (steps[-1].tau2 or None) if steps else None
        steps.append(_step(effect.study, Data(data.y[:count], data.v[:count]), method, test, level, start))
    return tuple(steps)


def _step(study: str, data: Data, method: Method, test: Test, level: float, start: float | None) -> Step:
    between = estimate_tau2(data, method, start=start)
    beta, covariance, _ = fit(data, between.value)
    factor, used, _ = variance_factor(data, between.value, test)
    se = math.sqrt(float(covariance[0, 0])) * factor
    estimate = float(beta[0])
    df = None if used == "z" else data.df
    half = critical(level, df) * se
    found = heterogeneity(data, between, method, level, intervals=False)
    return Step(
        study, data.k, estimate, se, Interval(estimate - half, estimate + half, level), estimate / se, df,
        two_sided(estimate / se, df), found.q, found.p, between.value, found.i2, found.h2,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableStep:
    """As `Step`, for methods that pool tables; `pooled` is `None`, with the reason, where they cannot."""

    study: str
    pooled: Pooled | None
    reason: str = ""


def leave_one_out_tables(tables: Sequence[T], pooler: Callable[[Sequence[T]], Pooled]) -> tuple[TableStep, ...]:
    """Leave each table out in turn, for Mantel-Haenszel and Peto; `pooler` pools what is left."""
    if len(tables) < 2:
        raise TooFewStudiesError("leaving studies out", 2, len(tables))
    return tuple(
        _table_step(table, [*tables[:position], *tables[position + 1 :]], pooler)
        for position, table in enumerate(tables)
    )


def cumulative_tables(tables: Sequence[T], pooler: Callable[[Sequence[T]], Pooled]) -> tuple[TableStep, ...]:
    """Add each table in turn, for Mantel-Haenszel and Peto."""
    return tuple(_table_step(table, tables[: position + 1], pooler) for position, table in enumerate(tables))


def _table_step(table: T, rest: Sequence[T], pooler: Callable[[Sequence[T]], Pooled]) -> TableStep:
    try:
        return TableStep(table.study, pooler(rest))
    except (NotEstimableError, TooFewStudiesError) as error:
        return TableStep(table.study, None, str(error))
