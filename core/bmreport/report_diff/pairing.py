"""Pairing: which items of two lists are the same thing, by one key after another.

Items of equal keys are paired in their order, so that the old list against the new one and the new one against the old
give the same pairs.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

__all__ = ["Pairing"]

T = TypeVar("T")


class Pairing(Generic[T]):
    """Pairs of places in two lists; grows with each key that is tried."""

    def __init__(self, old: Sequence[T], new: Sequence[T]) -> None:
        self.old = old
        self.new = new
        self.new_of: dict[int, int] = {}
        """Place in the old list -> place in the new one."""
        self._old_of: dict[int, int] = {}

    def by(self, key: Callable[[T], Hashable | None]) -> None:
        """Pair what is alone so far and has the same key; None is no key."""
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for place in self.old_left:
            if (value := key(self.old[place])) is not None:
                waiting[value].append(place)
        for places in waiting.values():
            places.reverse()
        for place in self.new_left:
            value = key(self.new[place])
            if value is not None and waiting.get(value):
                self.add(waiting[value].pop(), place)

    def add(self, old: int, new: int) -> bool:
        """Pair two places, unless one of them has a partner."""
        if old in self.new_of or new in self._old_of:
            return False
        self.new_of[old] = new
        self._old_of[new] = old
        return True

    @property
    def old_left(self) -> list[int]:
        """Places of the old list without partner."""
        return [place for place in range(len(self.old)) if place not in self.new_of]

    @property
    def new_left(self) -> list[int]:
        """Places of the new list without partner."""
        return [place for place in range(len(self.new)) if place not in self._old_of]

    @property
    def pairs(self) -> list[tuple[T, T]]:
        """What is the same thing, in the order of the new list."""
        return [(self.old[old], self.new[new]) for new, old in sorted(self._old_of.items())]
