"""From study tables to effects with variances; every study comes out as an effect or as left out with its reason."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Final

import numpy as np

from bmreport_meta.arrays import FloatArray, floats
from bmreport_meta.distributions import normal_quantile
from bmreport_meta.errors import ImplausibleInputError, ImplausibleInputsError, UnknownNameError
from bmreport_meta.intervals import Caution, Interval, LeftOut, check_level
from bmreport_meta.measure import Measure, Options, Variance
from bmreport_meta.measures import find_measure
from bmreport_meta.plausibility import cautions_of
from bmreport_meta.reported import effect_as_reported
from bmreport_meta.tables import Estimate, ObservedExpected, Table
from bmreport_meta.zero_cells import ZeroCells

if TYPE_CHECKING:
    from collections.abc import Iterable


_LARGEST: Final = 1e30
"""Beyond this, sums of powers of weights leave the range of floating point."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One study's effect on the scale that is pooled (log for ratios), with its sampling variance.

    `n` is the number of people (person-time for rates), where it is known; `table` is what the effect came from.
    """

    study: str
    yi: float
    vi: float
    n: float | None = None
    table: Table | None = None

    def __post_init__(self) -> None:
        if not abs(self.yi) < _LARGEST:
            raise ImplausibleInputError(self.study, "effect", self.yi, f"must be a finite number below {_LARGEST:g}")
        if not 1 / _LARGEST**2 < self.vi < _LARGEST**2:
            problem = f"must be above 0, with a standard error between {1 / _LARGEST:g} and {_LARGEST:g}"
            raise ImplausibleInputError(self.study, "variance", self.vi, problem)

    @property
    def se(self) -> float:
        """The standard error."""
        return math.sqrt(self.vi)

    def interval(self, level: float = 0.95) -> Interval:
        """Return the normal interval of this study alone."""
        half = normal_quantile(0.5 + check_level(level) / 2) * self.se
        return Interval(self.yi - half, self.yi + half, level)


@dataclass(frozen=True, slots=True)
class EffectSizes:
    """The effects of an outcome, in the order of the studies; `studies_in` = effects + left out."""

    measure: str
    effects: tuple[Effect, ...]
    left_out: tuple[LeftOut, ...] = ()
    cautions: tuple[Caution, ...] = ()

    @property
    def studies_in(self) -> int:
        """How many studies were handed in."""
        return len(self.effects) + len(self.left_out)

    def __len__(self) -> int:
        return len(self.effects)

    def __iter__(self) -> Iterator[Effect]:
        return iter(self.effects)


def effect_sizes(
    tables: Iterable[Table],
    measure: str,
    *,
    zero_cells: ZeroCells | None = None,
    variance: Variance = "LS",
    asymmetry: float = 0.1,
) -> EffectSizes:
    """Compute the effects of studies.

    `asymmetry` is how far an estimate may stand from the middle of its interval, as a share of half its width, beyond
    what rounding explains. Raises `UnknownNameError` for a measure that is unknown or does not fit a table, and
    `ImplausibleInputsError` with all numbers found that cannot be true.
    """
    known = find_measure(measure)
    if variance not in known.variances:
        raise UnknownNameError(f"sampling variance for {measure}", variance, known.variances)
    rows = list(tables)
    work = _Work(known, Options(zero_cells or ZeroCells(), variance), asymmetry)
    for position, table in enumerate(rows):
        work.sort_in(position, table)
    if work.faults:
        raise ImplausibleInputsError(work.faults)
    work.compute_tables()
    effects = tuple(work.effects[position] for position in sorted(work.effects))
    left_out = tuple(work.left_out[position] for position in sorted(work.left_out))
    return EffectSizes(measure, effects, left_out, cautions_of(measure, effects))


@dataclass(slots=True)
class _Work:
    """The sorting of the studies of one call."""

    measure: Measure
    options: Options
    asymmetry: float
    effects: dict[int, Effect] = field(default_factory=dict)
    left_out: dict[int, LeftOut] = field(default_factory=dict)
    faults: list[ImplausibleInputError] = field(default_factory=list)
    to_compute: list[tuple[int, Table]] = field(default_factory=list)

    def sort_in(self, position: int, table: Table) -> None:
        """Put a study where it belongs: as reported, to be computed, or left out."""
        if isinstance(table, Estimate | ObservedExpected):
            self._as_reported(position, table)
        elif type(table) is not self.measure.table:
            wanted = "Estimate" if self.measure.table is None else self.measure.table.__name__
            raise UnknownNameError(
                f"table for {self.measure.name} (study {table.study!r})", type(table).__name__, (wanted,)
            )
        elif missing := [f.name for f in fields(table) if getattr(table, f.name) is None]:
            self.left_out[position] = LeftOut(table.study, f"not reported: {', '.join(missing)}")
        elif self.options.zero_cells.drop_double_zero and (reason := double_zero(table)):
            self.left_out[position] = LeftOut(table.study, reason)
        else:
            self.to_compute.append((position, table))

    def _as_reported(self, position: int, table: Estimate | ObservedExpected) -> None:
        try:
            outcome = effect_as_reported(table, self.measure, self.asymmetry)
            if isinstance(outcome, str):
                self.left_out[position] = LeftOut(table.study, outcome)
            else:
                n = table.n if isinstance(table, Estimate) else None
                self.effects[position] = Effect(table.study, *outcome, n, table)
        except ImplausibleInputError as fault:
            self.faults.append(fault)

    def compute_tables(self) -> None:
        """Compute the effects of all tables at once; what is no finite number is left out."""
        if not self.to_compute or self.measure.compute is None:
            return
        tables = [table for _, table in self.to_compute]
        names = [f.name for f in fields(tables[0]) if f.name != "study"]
        columns = {name: floats(float(getattr(table, name)) for table in tables) for name in names}
        # Zero cells and single people divide by zero here; such studies are picked out below, each with its reason.
        with np.errstate(all="ignore"):
            yi, vi = self.measure.compute(columns, self.options)
        sizes = _sizes(columns)
        for (position, table), y, v, n in zip(self.to_compute, yi.tolist(), vi.tolist(), sizes.tolist(), strict=True):
            if math.isfinite(y) and math.isfinite(v) and v > 0.0:
                self.effects[position] = Effect(table.study, y, v, n, table)
            else:
                self.left_out[position] = LeftOut(table.study, _why_not(table, y, v))


def _sizes(columns: dict[str, FloatArray]) -> FloatArray:
    """People of a study; person-time where there are no people, as metafor does."""
    parts = [columns[name] for name in ("total1", "total2", "n1", "n2", "time1", "time2", "total", "n", "time")
             if name in columns]  # fmt: skip
    total: FloatArray = np.sum(parts, axis=0)
    return total


def double_zero(table: Table) -> str:
    """Say why a study of two groups with no event, or nothing but events, tells nothing of a ratio; else empty."""
    events = [getattr(table, name, None) for name in ("events1", "events2")]
    if None in events:
        return ""
    if events == [0, 0]:
        return "no events in either group"
    if events == [getattr(table, "total1", None), getattr(table, "total2", None)]:
        return "everybody in both groups had the event"
    return ""


def _why_not(table: Table, y: float, v: float) -> str:
    if reason := double_zero(table):
        return reason
    if 0 in (getattr(table, name, None) for name in ("events", "events1", "events2")):
        return "a group without events, and nothing is added to zero cells"
    if math.isfinite(y) and v == 0.0:
        return "the sampling variance is 0"
    if not math.isfinite(y):
        return "the effect has no finite value"
    return "too few people for a sampling variance"
