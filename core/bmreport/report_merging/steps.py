"""Steps: the events of a procedure whose steps are known beforehand."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from bmreport.events import StepFinished, StepStarted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bmreport.events import Listener

__all__ = ["Steps"]


class Steps:
    """Tells a listener which step begins and ends."""

    def __init__(self, emit: Listener, names: Sequence[str]) -> None:
        self._emit = emit
        self._names = tuple(names)

    @contextmanager
    def at(self, name: str) -> Iterator[None]:
        """Around the work of a step; one that is not needed is passed over."""
        self._emit(StepStarted(name, self._names.index(name) + 1, len(self._names)))
        yield
        self._emit(StepFinished(name, ""))
