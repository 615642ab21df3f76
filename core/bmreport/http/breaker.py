"""A host that failed several times in a row is left alone for a while."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from bmreport.http.failures import NoConnectionError

if TYPE_CHECKING:
    from collections.abc import Callable

FAILURES = 5
REST = 60.0


@dataclass
class _Host:
    failures: int = 0
    closed_until: float = 0.0


class CircuitBreaker:
    """Counts failures in a row for each host; safe to share between threads.

    After FAILURES of them a host is not asked for REST seconds. Then one call may try it: success forgets, failure
    starts the rest anew.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = Lock()
        self._hosts: dict[str, _Host] = {}

    def check(self, host: str, where: str) -> None:
        """Raise NoConnectionError when the host is left alone at the moment."""
        with self._lock:
            state = self._hosts.setdefault(host, _Host())
            left = state.closed_until - self._clock()
            if left > 0:
                raise NoConnectionError(
                    f"is not asked any more: {state.failures} calls in a row failed",
                    where=where,
                    remedy=f"see whether the server works; it is tried again in {left:.0f} s",
                )
            if state.failures >= FAILURES:
                # This call is the one that tries; the others wait for what it finds.
                state.closed_until = self._clock() + REST

    def failed(self, host: str) -> None:
        """Take note of a failure."""
        with self._lock:
            state = self._hosts.setdefault(host, _Host())
            state.failures += 1
            if state.failures >= FAILURES:
                state.closed_until = self._clock() + REST

    def worked(self, host: str) -> None:
        """Forget the failures of a host that answered."""
        with self._lock:
            self._hosts.pop(host, None)
