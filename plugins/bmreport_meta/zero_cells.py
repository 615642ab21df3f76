"""What is done with cells without events.

metafor's defaults: 1/2 is added to every cell of the studies that have a zero cell, and to no other study; nothing is
added for measures that a zero does not hurt (arcsine and square-root scales). Cochrane Handbook 10.4.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray

AddTo: TypeAlias = Literal["only0", "all", "if0all", "none"]


@dataclass(frozen=True, slots=True)
class ZeroCells:
    """How zero cells are treated.

    `add` is what is added to a cell, `to` where: the studies with a zero ("only0"), all studies ("all"), all studies
    if any has a zero ("if0all"), or nowhere ("none"). `None` means the measure's default. With `drop_double_zero`,
    studies with no event in either group, or with nothing but events, are left out.
    """

    add: float | None = None
    to: AddTo | None = None
    drop_double_zero: bool = False


def adjusted(cells: tuple[FloatArray, ...], zero: ZeroCells, *, by_default: bool = True) -> tuple[FloatArray, ...]:
    """Return the cells with the addition made; `by_default` says whether the measure calls for one when none is set."""
    to: AddTo = zero.to or ("only0" if by_default or zero.add else "none")
    if to == "none":
        return cells
    add = 0.5 if zero.add is None else zero.add
    has_zero = np.any(np.stack(cells) == 0.0, axis=0)
    if to == "only0":
        return tuple(np.where(has_zero, cell + add, cell) for cell in cells)
    if to == "if0all" and not bool(has_zero.any()):
        return cells
    return tuple(cell + add for cell in cells)
