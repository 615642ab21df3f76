"""What a study reports, as it stands in the paper; each kind refuses numbers that cannot be true.

A number that a paper does not give is `None`; such a study is left out later with that reason. Group 1 is the
treated (or exposed) one. Every class raises `ImplausibleInputError` with the study, the field and what is wrong.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from numbers import Real
from typing import TypeAlias

from bmreport_meta.errors import ImplausibleInputError

Number: TypeAlias = float | None
"""A count, mean or the like; `None` when the study does not report it."""


@dataclass(frozen=True, slots=True)
class TwoByTwo:
    """People with the event among all, in two groups."""

    study: str
    events1: Number
    total1: Number
    events2: Number
    total2: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 0.0, "events1", "total1", "events2", "total2")
        _part_of(self, "events1", "total1")
        _part_of(self, "events2", "total2")
        _positive(self, "a group without people has no risk", "total1", "total2")

    @classmethod
    def from_cells(cls, study: str, a: Number, b: Number, c: Number, d: Number) -> TwoByTwo:
        """Make a table from events and non-events: a, b in group 1; c, d in group 2."""
        for name, cell in zip("abcd", (a, b, c, d), strict=True):
            if cell is not None and not cell >= 0.0:
                raise ImplausibleInputError(study, f"cell {name}", cell, "a count must be a number of 0 or more")
        return cls(study, a, _sum(a, b), c, _sum(c, d))


@dataclass(frozen=True, slots=True)
class Continuous:
    """Mean, standard deviation (not standard error) and people, in two groups."""

    study: str
    mean1: Number
    sd1: Number
    n1: Number
    mean2: Number
    sd2: Number
    n2: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 1.0, "n1", "n2")
        _spread(self, "sd1", "n1")
        _spread(self, "sd2", "n2")


@dataclass(frozen=True, slots=True)
class Rate:
    """Events in a person-time, in two groups."""

    study: str
    events1: Number
    time1: Number
    events2: Number
    time2: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 0.0, "events1", "events2", "time1", "time2")
        _positive(self, "person-time must be above 0", "time1", "time2")


@dataclass(frozen=True, slots=True)
class Estimate:
    """An effect as a paper gives it, with one of: standard error, variance, or interval.

    For ratio measures (RR, OR, HR, IRR, ROM) `value`, `low` and `high` are ratios unless `logged`; `se` and
    `variance` are always those of the logarithm. `level` is the coverage of the interval.
    """

    study: str
    value: Number
    se: Number = None
    variance: Number = None
    low: Number = None
    high: Number = None
    level: float = 0.95
    logged: bool = False
    n: Number = None

    def __post_init__(self) -> None:
        _finite(self, infinite="low high")
        _positive(self, "must be above 0", "se", "variance", "n")
        if not 0.0 < self.level < 1.0:
            raise ImplausibleInputError(
                self.study, "level", self.level, "must be a share between 0 and 1, such as 0.95"
            )
        self._check_bounds()

    def _check_bounds(self) -> None:
        low, high, value = self.low, self.high, self.value
        if low is not None and high is not None and not low < high:
            raise ImplausibleInputError(
                self.study, "low", low, f"the lower bound must lie below the upper bound {high}"
            )
        if value is None:
            return
        if low is not None and value < low:
            raise ImplausibleInputError(
                self.study, "value", value, f"the estimate lies below its interval, {low} to {high}"
            )
        if high is not None and value > high:
            raise ImplausibleInputError(
                self.study, "value", value, f"the estimate lies above its interval, {low} to {high}"
            )


@dataclass(frozen=True, slots=True)
class ObservedExpected:
    """Observed minus expected events of a log-rank test (or of Peto's method), with its variance."""

    study: str
    difference: Number
    variance: Number

    def __post_init__(self) -> None:
        _finite(self)
        _positive(self, "must be above 0", "variance")


@dataclass(frozen=True, slots=True)
class Proportion:
    """People with the event among all, in one group."""

    study: str
    events: Number
    total: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 0.0, "events", "total")
        _part_of(self, "events", "total")
        _positive(self, "a group without people has no proportion", "total")


@dataclass(frozen=True, slots=True)
class SingleRate:
    """Events in a person-time, in one group."""

    study: str
    events: Number
    time: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 0.0, "events", "time")
        _positive(self, "person-time must be above 0", "time")


@dataclass(frozen=True, slots=True)
class SingleMean:
    """Mean, standard deviation and people, in one group."""

    study: str
    mean: Number
    sd: Number
    n: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 1.0, "n")
        _spread(self, "sd", "n")


@dataclass(frozen=True, slots=True)
class Paired:
    """Means of one group at two times (or under two conditions), with the correlation `r` between them."""

    study: str
    mean1: Number
    sd1: Number
    mean2: Number
    sd2: Number
    n: Number
    r: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 1.0, "n")
        _spread(self, "sd1", "n")
        _spread(self, "sd2", "n")
        _correlation(self, "r")


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation of two variables and the number of people."""

    study: str
    r: Number
    n: Number

    def __post_init__(self) -> None:
        _finite(self)
        _correlation(self, "r")
        _at_least(self, 1.0, "n")


@dataclass(frozen=True, slots=True)
class Reliability:
    """Cronbach's alpha of a scale with `items` items, and the number of people."""

    study: str
    alpha: Number
    items: Number
    n: Number

    def __post_init__(self) -> None:
        _finite(self)
        _at_least(self, 2.0, "items")
        _at_least(self, 1.0, "n")
        if self.alpha is not None and self.alpha > 1.0:
            raise ImplausibleInputError(self.study, "alpha", self.alpha, "Cronbach's alpha is never above 1")


Table: TypeAlias = (
    TwoByTwo
    | Continuous
    | Rate
    | Estimate
    | ObservedExpected
    | Proportion
    | SingleRate
    | SingleMean
    | Paired
    | Correlation
    | Reliability
)


def _sum(first: Number, second: Number) -> Number:
    return None if first is None or second is None else first + second


def _finite(table: Table, infinite: str = "") -> None:
    """Refuse NaN, infinity and what is no number; bounds may be infinite, which is handled where they are used."""
    for field in fields(table):
        value = getattr(table, field.name)
        if field.name in {"study", "logged"} or value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, Real):
            raise ImplausibleInputError(
                table.study, field.name, repr(value), "must be a number, or None if not reported"
            )
        if math.isnan(value) or (math.isinf(value) and field.name not in infinite.split()):
            raise ImplausibleInputError(
                table.study, field.name, value, "must be a finite number, or None if not reported"
            )


def _at_least(table: Table, least: float, *names: str) -> None:
    for name in names:
        value = getattr(table, name)
        if value is not None and value < least:
            raise ImplausibleInputError(table.study, name, value, f"must be {least:g} or more")


def _positive(table: Table, problem: str, *names: str) -> None:
    for name in names:
        value = getattr(table, name)
        if value is not None and value <= 0:
            raise ImplausibleInputError(table.study, name, value, problem)


def _part_of(table: Table, part: str, whole: str) -> None:
    few, many = getattr(table, part), getattr(table, whole)
    if few is not None and many is not None and few > many:
        raise ImplausibleInputError(table.study, part, few, f"more than the {whole} of {many:g} people")


def _spread(table: Table, sd: str, n: str) -> None:
    value, people = getattr(table, sd), getattr(table, n)
    if value is None:
        return
    if value < 0:
        raise ImplausibleInputError(table.study, sd, value, "a standard deviation is never negative")
    if value == 0 and (people is None or people > 1):
        raise ImplausibleInputError(
            table.study, sd, value, "a standard deviation of 0 among several people: was it rounded?"
        )


def _correlation(table: Table, name: str) -> None:
    value = getattr(table, name)
    if value is not None and abs(value) > 1.0:
        raise ImplausibleInputError(table.study, name, value, "a correlation lies between -1 and 1")
