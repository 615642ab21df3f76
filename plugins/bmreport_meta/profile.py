"""The profile likelihood interval of tau2 (Hardy & Thompson 1996), beside the Q-profile one that pooling gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from bmreport_meta.distributions import chi2_quantile
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import TooFewStudiesError, UnknownNameError
from bmreport_meta.intervals import Interval, check_level
from bmreport_meta.moments import at, log_likelihood
from bmreport_meta.pooling import as_data, as_sizes
from bmreport_meta.tau2 import Method, estimate_tau2

_NO_END: Final = 1e60


def tau2_profile_interval(
    effects: Iterable[Effect] | EffectSizes, *, method: Method = "REML", level: float = 0.95
) -> Interval:
    """Return the values of tau2 that the (restricted) likelihood does not rule out; `method` is ML or REML.

    The upper bound is infinite when the likelihood never falls far enough. Raises `TooFewStudiesError`
    and `UnknownNameError`.
    """
    if method not in {"ML", "REML"}:
        raise UnknownNameError("method for a profile likelihood", method, ("ML", "REML"))
    data = as_data(as_sizes(effects))
    if data.k < 2:
        raise TooFewStudiesError("an interval of tau2", 2, data.k)
    restricted = method == "REML"
    tau2 = estimate_tau2(data, method).value
    floor = log_likelihood(data, tau2, restricted=restricted) - chi2_quantile(check_level(level), 1) / 2

    def above(value: float) -> bool:
        return log_likelihood(data, value, restricted=restricted) > floor

    low = 0.0 if above(0.0) else _edge(above, tau2, 0.0)
    high = max(tau2, data.k / at(data, 0.0).sum_w)
    while above(high):
        high *= 2
        if high > _NO_END:
            return Interval(low, math.inf, level)
    return Interval(low, _edge(above, tau2, high), level)


def _edge(above: Callable[[float], bool], inside: float, outside: float) -> float:
    """Halve the way between a value that is inside and one that is not until they meet."""
    while abs(outside - inside) > 1e-13 * max(inside, outside):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        inside, outside = (middle, outside) if above(middle) else (inside, middle)
    return (inside + outside) / 2
