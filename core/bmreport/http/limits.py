"""How long and how much one call may take, and how often it is tried."""

from __future__ import annotations

from dataclasses import dataclass

_MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Bounds of one call, in seconds and bytes.

    `silence` is the time without a byte, `whole` the time of the whole call (None: no end), `max_line` the longest line
    of a stream.
    """

    connect: float = 10.0
    silence: float = 30.0
    whole: float | None = 120.0
    max_bytes: int = 32 * _MEBIBYTE
    max_line: int = 4 * _MEBIBYTE


@dataclass(frozen=True)
class Retry:
    """How often a call is tried and how long to wait in between, in seconds.

    `attempts` counts for answers that say "later" (429, 502, 503, 504), `connects` for connections that fail: a server
    that is not there seldom comes back within seconds. A server may ask for up to `longest_asked` seconds.
    """

    attempts: int = 4
    connects: int = 2
    first: float = 0.5
    longest: float = 8.0
    longest_asked: float = 60.0


ONCE = Retry(attempts=1, connects=1)
