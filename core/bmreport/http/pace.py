"""No more calls to a host in a second than it allows."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Pace:
    """Spaces out the calls to each host that has a rate (calls a second); safe to share between threads."""

    def __init__(self, rates: Mapping[str, float], clock: Callable[[], float], pause: Callable[[float], None]) -> None:
        self._gaps = {host: 1 / rate for host, rate in rates.items()}
        self._clock = clock
        self._pause = pause
        self._lock = Lock()
        self._next: dict[str, float] = {}

    def wait(self, host: str) -> None:
        """Return when it is this call's turn."""
        gap = self._gaps.get(host)
        if gap is None:
            return
        with self._lock:
            now = self._clock()
            turn = max(now, self._next.get(host, now))
            self._next[host] = turn + gap
        if turn > now:
            self._pause(turn - now)
