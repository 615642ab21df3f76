"""An interval, and what is said of a study that is not pooled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_meta.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Interval:
    """A two-sided interval; `level` is its coverage as a share, such as 0.95."""

    low: float
    high: float
    level: float = 0.95

    def map(self, function: Callable[[float], float]) -> Interval:
        """Apply an increasing function to both bounds, such as `math.exp` to a log odds ratio."""
        return Interval(function(self.low), function(self.high), self.level)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A study that is not pooled, and why."""

    study: str
    reason: str


@dataclass(frozen=True, slots=True)
class Caution:
    """Something a person should look at before the result is believed; the study is pooled all the same."""

    study: str
    message: str


def check_level(level: float) -> float:
    """Return the level if it is a share between 0 and 1; raise `UnknownNameError` for one typed in percent."""
    if not 0.0 < level < 1.0:
        raise UnknownNameError("level of confidence", level, ("a share between 0 and 1, such as 0.95",))
    return level
