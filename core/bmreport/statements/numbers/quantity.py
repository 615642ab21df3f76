"""Quantity: a figure with what it is (a percentage, a hazard ratio, a dose, a count …)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from bmreport.statements.numbers.measures import Measure
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.units import Unit

__all__ = ["Kind", "Quantity"]


class Kind(StrEnum):
    """What sort of quantity a figure is; figures of two kinds are never the same thing, PLAIN apart."""

    P_VALUE = "p value"
    LEVEL = "level of confidence"
    INTERVAL = "confidence interval"
    RATIO = "ratio"
    PERCENT = "percentage"
    POINTS = "percentage points"
    TIMES = "factor"
    MEASURE = "measurement"
    COUNT = "count"
    YEAR = "year"
    ODDS = "allocation"
    """`1:1`; its value is the first part over the second."""
    NAME = "name"
    """Part of a name (`type 2`, `phase 3`), no data."""
    PLAIN = "figure"
    """A figure with nothing beside it that says what it is."""


class Quantity(NamedTuple):
    """One figure or one range of figures: `text[start:end]`.

    `value` and `high` are the two ends of a range; `high` is None for a single figure. `step` is the size of the last
    digit written. Values are in the unit that is written: percentages as 22 for `22 %`, as 20 for `one in five`.
    `tail` is where the unit or the per cent sign ends. `head` is the position, in the list, of the figure that this one
    (an interval or a p value) belongs to, or -1. `whole` is the number that this count is a part of (`12/100`), or 0.
    """

    start: int
    end: int
    kind: Kind
    value: float
    step: float
    high: float | None = None
    high_step: float = 0.0
    unit: Unit | None = None
    relation: str = ""
    """One of `<`, `>`, `≤`, `≥`, `~` (about), or empty for an exact figure."""
    measure: Measure = Measure.NONE
    counted: str = ""
    """The class of what is counted (`people`, `studies` …), where it is known."""
    noun: str = ""
    """The word after a figure without a unit, in lower case."""
    writing: Writing = Writing.DIGITS
    digits: str = ""
    tail: int = 0
    head: int = -1
    whole: float = 0.0
