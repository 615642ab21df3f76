"""Joining places of a list into groups, with the reasons for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Apart:
    """Places that look alike but are not joined, and why; `grave` when the input seems wrong."""

    places: tuple[int, ...]
    why: str
    grave: bool


class Joiner:
    """Disjoint sets of the numbers below `size` (union-find with path halving)."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))
        self._members: dict[int, list[int]] = {}
        self._reasons: dict[int, set[str]] = {}
        self._apart: dict[Apart, None] = {}

    def find(self, place: int) -> int:
        """The group's root, which is its lowest place."""
        parent = self._parent
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    def join(self, one: int, other: int, reason: str) -> None:
        """Make two groups one; the reason is kept even when they are one already."""
        low, high = sorted((self.find(one), self.find(other)))
        self._reasons[low] = {*self._reasons.pop(low, ()), *self._reasons.pop(high, ()), reason}
        if low == high:
            return
        small, large = sorted((self._members.pop(low, [low]), self._members.pop(high, [high])), key=len)
        large.extend(small)
        self._members[low] = large
        self._parent[high] = low

    def members(self, place: int) -> list[int]:
        """The places joined with this one, itself among them, in no order."""
        return self._members.get(self.find(place), [place])

    def keep_apart(self, places: Iterable[int], why: str, *, grave: bool = False) -> None:
        """Remember that these were considered and not joined."""
        self._apart[Apart(tuple(sorted(places)), why, grave)] = None

    @property
    def apart(self) -> list[Apart]:
        """What was kept apart, in the order found."""
        return list(self._apart)

    def reasons(self, place: int) -> set[str]:
        """Why the group of this place was joined."""
        return self._reasons.get(self.find(place), set())

    def groups(self) -> list[list[int]]:
        """All groups, by their first place; places rise within each."""
        return [sorted(self.members(place)) for place in range(len(self._parent)) if self.find(place) == place]
