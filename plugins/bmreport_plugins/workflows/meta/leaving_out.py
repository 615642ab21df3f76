"""Each study left out in turn: whether the result hangs on one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bmreport.models.analysis import NamedEffect
from bmreport_plugins.workflows.meta.numbers import effect_of, effect_of_step

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport_plugins.workflows.meta.again import PooledAgain

__all__ = ["FEWEST", "MOST", "leave_each_out"]

FEWEST: Final = 3
MOST: Final = 200
"""With so many studies none of them decides, and the work grows with the square of their number."""


def leave_each_out(again: PooledAgain, back: Callable[[float], float]) -> list[NamedEffect]:
    """The pool without each study, in the order of the rows. Raises MetaError where an iteration does not settle."""
    from bmreport_meta import leave_one_out, leave_one_out_tables

    measure = again.measure
    found: dict[str, NamedEffect] = {}
    if again.of_tables:
        tables = [effect.table for effect in again.sizes if effect.table is not None]
        for step in leave_one_out_tables(tables, again.of_these):
            pooled = effect_of(step.pooled, measure, back) if step.pooled else None
            found[step.study] = NamedEffect(name=again.names[step.study], pooled=pooled, why_not=step.reason)
    else:
        for one in leave_one_out(again.sizes, method=again.method, test=again.test, level=again.level):
            pooled = effect_of_step(one, measure, back, again.level)
            found[one.study] = NamedEffect(name=again.names[one.study], pooled=pooled)
    return [found[row.effect.study] for row in again.outcome.rows]
