"""How much a word tells: a share of words in which rare ones weigh more than those that every result has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport.statements.words import key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["GENERIC", "Weights", "holds", "keys_in", "opposite_outcome"]


def keys_in(words: str) -> frozenset[str]:
    """The keys of words parted by blanks."""
    return frozenset(key_of(word) for word in words.split())


_OPPOSITES = tuple(
    (key_of(one), key_of(other))
    for one, other in (("death", "survive"), ("adherence", "stop"), ("retention", "dropout"), ("success", "failure"))
)
_OPPOSITE_OF = dict(_OPPOSITES) | {other: one for one, other in _OPPOSITES}

GENERIC = keys_in(
    "drug treat treatment therapy regimen intervention supplement program programme agent medicine product approach "
    "strategy group arm dose dosing"
)
"""Keys that name any arm, and tell none from another."""
_OF_GENERIC, _OF_UNKNOWN = 300, 700


def opposite_outcome(key: str) -> str:
    """The key of the outcome that is the lack of this one (`death`, `survival`); empty when there is none."""
    return _OPPOSITE_OF.get(key, "")


def holds(keys: frozenset[str], key: str) -> bool:
    """Whether a key, or the outcome that is its lack, is among others."""
    return key in keys or _OPPOSITE_OF.get(key, "") in keys


class Weights:
    """How much a key tells one statement of some passages from another.

    Weights are whole thousandths, so that a sum does not depend on the order of its parts.
    """

    def __init__(self, counts: Sequence[Mapping[str, int]], total: int) -> None:
        """Weights by how many of the `total` texts of all passages hold a key; `counts` are those of each passage."""
        self._counts = counts
        self._total = total
        self._weights: dict[str, int] = {}

    def count(self, key: str) -> int:
        """How many texts hold a key."""
        return sum(counts.get(key, 0) for counts in self._counts)

    def of_key(self, key: str) -> int:
        """Rare keys weigh more; one that no passage holds weighs little, as it may be a paraphrase."""
        weight = self._weights.get(key)
        if weight is None:
            count = self.count(key)
            unseen = _OF_GENERIC if key in GENERIC else _OF_UNKNOWN
            weight = unseen if key in GENERIC or not count else round(1000 * math.log(1 + self._total / count))
            self._weights[key] = weight
        return weight

    def share(self, part: frozenset[str], whole: frozenset[str]) -> float:
        """How much of `part` is in `whole`, 0 to 1; an outcome's opposite counts as itself."""
        if not part:
            return 0.0
        met = every = 0
        for key in part:
            weight = self.of_key(key)
            every += weight
            if holds(whole, key):
                met += weight
        return met / every
