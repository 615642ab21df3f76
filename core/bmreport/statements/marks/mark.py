"""Mark: a stretch of text that looks like a pointer, a placeholder or a left-over, and points nowhere."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Mark"]


class Mark(NamedTuple):
    """`text[start:end]` of a claim, and in `what` what it looks like (`a reference mark`, `a placeholder` …)."""

    start: int
    end: int
    what: str
