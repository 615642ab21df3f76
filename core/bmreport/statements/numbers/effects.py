"""Effects: the effect estimates of a text with their confidence intervals."""

from __future__ import annotations

from typing import NamedTuple

from bmreport.statements.numbers.measures import DIFFERENCES, RATIOS, Measure
from bmreport.statements.numbers.quantities import quantities
from bmreport.statements.numbers.quantity import Kind

__all__ = ["Effect", "effects_of"]

_EFFECTS = RATIOS | DIFFERENCES


class Effect(NamedTuple):
    """An effect estimate: `text[start:end]` holds it and, where there is one, its interval.

    `value`, `low` and `high` are as written; `low` and `high` are None when no interval is told. `unit` is `%`, the
    dimension of a unit (`mass`, `pressure`), or empty; a difference is in the unit that is written (of `factor` bases).
    """

    measure: Measure
    value: float
    low: float | None
    high: float | None
    start: int
    end: int
    unit: str = ""
    factor: float = 1.0

    @property
    def no_effect(self) -> float:
        """The value that means no difference: 1 for a ratio, 0 for a difference."""
        return 1.0 if self.measure in RATIOS else 0.0


def effects_of(text: str) -> list[Effect]:
    """The ratios (HR, OR, RR, PR, GMR, LR) and differences (RD, MD, SMD) that a text names as such, in order.

    Never raises; linear in the length of the text. An interval counts only when it is told for the estimate.
    """
    found = quantities(text)
    intervals = {one.head: one for one in reversed(found) if one.kind is Kind.INTERVAL and one.head >= 0}
    effects = []
    for number, one in enumerate(found):
        if one.measure not in _EFFECTS or one.kind is Kind.INTERVAL or one.high is not None:
            continue
        interval = intervals.get(number)
        unit = "%" if one.kind in (Kind.PERCENT, Kind.POINTS) else one.unit.dimension if one.unit else ""
        effects.append(
            Effect(
                measure=one.measure,
                value=one.value,
                low=interval.value if interval else None,
                high=interval.high if interval else None,
                start=one.start,
                end=interval.end if interval else one.tail,
                unit=unit,
                factor=one.unit.factor if one.unit else 1.0,
            )
        )
    return effects
