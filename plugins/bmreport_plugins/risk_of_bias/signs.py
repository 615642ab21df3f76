"""How a level looks: one fixed colour and symbol for each meaning, in every tool and every figure.

The colours are told apart by people with red-green blindness (the palette of Okabe and Ito, 2008, with a dark red for
the worst), and the symbols by everybody, in print without colour as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SIGNS", "Sign"]


@dataclass(frozen=True, order=True)
class Sign:
    """`severity` orders signs from best to worst; `colour` and `ink` (of the symbol on it) are `#rrggbb`."""

    severity: int
    id: str
    symbol: str
    colour: str
    ink: str
    meaning: str


_ALL = (
    Sign(0, "none", "·", "#FFFFFF", "#4D4D4D", "not applicable"),
    Sign(1, "low", "+", "#009E73", "#FFFFFF", "low risk"),
    Sign(2, "qualified", "(+)", "#99D8C9", "#000000", "low risk but for one reservation"),
    Sign(3, "some", "–", "#F0E442", "#000000", "some concerns, or moderate risk"),
    Sign(4, "unclear", "?", "#BDBDBD", "#000000", "unclear, or no information"),
    Sign(5, "high", "×", "#D55E00", "#000000", "high or serious risk"),
    Sign(6, "critical", "!", "#5E0B2B", "#FFFFFF", "critical risk"),
)

SIGNS: Final[Mapping[str, Sign]] = MappingProxyType({sign.id: sign for sign in _ALL})
"""Every sign by its id, from best to worst; `none` takes no part in the order."""
