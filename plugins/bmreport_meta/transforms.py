"""From the scale that is pooled back to the scale that is read.

Barendregt et al. (2013) and Miller (1978) for the double arcsine, which needs a number of people; the harmonic mean
over the studies is usual, and misleads when the studies differ much in size (Schwarzer et al. 2019).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from bmreport_meta.errors import UnknownNameError

Back: TypeAlias = Literal[
    "none", "exp", "tanh", "logit", "square", "sine", "double sine", "double root", "cube", "log gap"
]


def _sine(y: float) -> float:
    return math.sin(min(max(y, 0.0), math.pi / 2)) ** 2


def _expit(y: float) -> float:
    return 0.5 * (1.0 + math.tanh(y / 2.0))


def _exp(y: float) -> float:
    return math.inf if y > 709.0 else math.exp(y)


_PLAIN: Final[dict[Back, Callable[[float], float]]] = {
    "none": float,
    "exp": _exp,
    "tanh": math.tanh,
    "logit": _expit,
    "square": lambda y: max(y, 0.0) ** 2,
    "sine": _sine,
    "cube": lambda y: 1.0 - (1.0 - y) ** 3,
    "log gap": lambda y: 1.0 - _exp(-y),
}


def back_transform(kind: Back, size: float | None = None) -> Callable[[float], float]:
    """Return the function that leads back; `size` is the people or person-time that the Freeman-Tukey scales need."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if size is None or not size > 0:
        raise UnknownNameError(
            "size for this back-transformation", size, ("a number of people, or of person-time, above 0",)
        )
    if kind == "double sine":
        return lambda y: _double_sine(y, size)
    return lambda y: _double_root(y, size)


def _double_sine(y: float, n: float) -> float:
    lowest = 0.5 * math.asin(math.sqrt(1 / (n + 1)))
    if y <= lowest:
        return 0.0
    if y >= math.pi / 2 - lowest:
        return 1.0
    sine = math.sin(2 * y)
    inner = 1 - (sine + (sine - 1 / sine) / n) ** 2
    return 0.5 * (1 - math.copysign(1.0, math.cos(2 * y)) * math.sqrt(max(inner, 0.0)))


def _double_root(y: float, time: float) -> float:
    """Solve y = (sqrt x + sqrt(x + 1/t)) / 2 for the rate x."""
    if y <= 0.5 * math.sqrt(1 / time):
        return 0.0
    return (1 / time - (2 * y) ** 2) ** 2 / (4 * (2 * y) ** 2)


def harmonic_mean(sizes: list[float]) -> float:
    """The harmonic mean, as `size` for a pooled Freeman-Tukey estimate."""
    return len(sizes) / sum(1.0 / size for size in sizes)
