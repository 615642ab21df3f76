"""The iterations: Fisher scoring for likelihoods, Newton's method for the generalised Q."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from bmreport_meta.errors import NotConvergedError
from bmreport_meta.moments import Data, at, log_likelihood

if TYPE_CHECKING:
    from bmreport_meta.moments import Moments

_STEPS: Final = 1000
_FINE: Final = 1e-12
"""Relative change at which an iteration has settled, unless an absolute one is asked for."""
_SHORT: Final = 0.05
"""Steps shorter than this share of tau2 may be those of the secant."""
_NEAR_ZERO: Final = 1e-8
"""tau2 below this share of the typical variance is tried at 0."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """When Fisher scoring stops: at a change of tau2 below `absolute`, or (by default) when it has truly settled.

    Published results often come from an absolute 1e-5, which is coarse where tau2 itself is of that size.
    """

    absolute: float | None = None

    def settled(self, change: float, value: float, scale: float) -> bool:
        """Tell whether a change is small enough."""
        return change <= (_FINE * max(value, 1e-3 * scale) if self.absolute is None else self.absolute)


def fisher_scoring(data: Data, method: str, start: float, stopping: Stopping) -> float:
    """Find the maximum of the (restricted) likelihood, or the empirical Bayes estimate, from `start` on.

    A step that would go below 0 is halved. The value 0 is taken where the likelihood is higher there. Raises
    `NotConvergedError`.
    """
    scale = data.k / at(data, 0.0).sum_w
    tau2, last = start, _Tried(start, 0.0)
    below, above = 0.0, math.inf
    for _ in range(_STEPS):
        score, information = _score(data, method, at(data, tau2))
        below, above = (tau2, above) if score > 0 else (below, tau2)
        step = score / information
        if stopping.absolute is None:
            step = _secant(tau2, score, step, last)
        last = _Tried(tau2, score)
        tau2 = _next(tau2, step, below, above)
        if tau2 < _NEAR_ZERO * scale and _score(data, method, at(data, 0.0))[0] <= 0:
            return 0.0
        if stopping.settled(abs(tau2 - last.tau2), tau2, scale):
            return _zero_if_better(data, method, tau2)
    raise NotConvergedError(f"tau2 by {method}", _STEPS)


class _Tried(NamedTuple):
    tau2: float
    score: float


def _secant(tau2: float, score: float, step: float, last: _Tried) -> float:
    """Replace a scoring step by that of the secant where it is surer.

    That is near the top, where it settles faster, and when the last step went past the top: plain scoring can then go
    to and fro for ever.
    """
    if score == last.score or tau2 == last.tau2:
        return step
    better = score * (tau2 - last.tau2) / (last.score - score)
    if score * last.score < 0:
        return better
    close = abs(step) <= _SHORT * tau2 and better * step > 0 and abs(better) < 10 * abs(step)
    return better if close else step


def _next(tau2: float, step: float, below: float, above: float) -> float:
    """Take a step, halved while it leads below 0; a step past a bound already known halves the bracket instead."""
    while tau2 + step < 0:
        step /= 2
    new = tau2 + step
    if new < below or new > above:
        return (below + above) / 2
    return new


def _score(data: Data, method: str, m: Moments) -> tuple[float, float]:
    """The derivative of the likelihood and its expected curvature, both times two."""
    if method == "ML":
        return m.y_pp_y - m.sum_w, m.sum_w2
    if method == "REML":
        return m.y_pp_y - m.trace_p, m.trace_pp
    return m.y_p_y * data.k / data.df - data.k, m.sum_w


def _zero_if_better(data: Data, method: str, tau2: float) -> float:
    """A likelihood may have two peaks, one of them at 0."""
    if method == "EB" or tau2 == 0.0:
        return tau2
    restricted = method == "REML"
    gain = log_likelihood(data, 0.0, restricted=restricted) - log_likelihood(data, tau2, restricted=restricted)
    return 0.0 if gain > 1e-10 else tau2


def solve_q(data: Data, target: float) -> float:
    """Find the tau2 at which the generalised Q equals `target`; 0 when Q lies below it already.

    Q falls and is convex in tau2, so that Newton's method from 0 climbs to the root and never passes it.
    """
    scale = data.k / at(data, 0.0).sum_w
    tau2 = 0.0
    for _ in range(_STEPS):
        m = at(data, tau2)
        excess = m.y_p_y - target
        if excess <= 0 or m.y_pp_y == 0.0:
            return tau2
        step = excess / m.y_pp_y
        tau2 += step
        if Stopping().settled(step, tau2, scale):
            return tau2
    raise NotConvergedError("tau2 from the generalised Q", _STEPS)
