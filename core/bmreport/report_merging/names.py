"""Names: ids that nothing else bears."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Names"]


class Names:
    """Gives an id as it is wanted, or with a number behind it where it is taken: `c3`, then `c3-2`, `c3-3`."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def free(self, wanted: str) -> str:
        """An id that was neither taken at the start nor given before."""
        name = wanted
        while not name or name in self._taken:
            number = self._next.get(wanted, 2)
            self._next[wanted] = number + 1
            name = f"{wanted}-{number}"
        self._taken.add(name)
        return name
