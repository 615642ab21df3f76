"""The prediction interval: where the true effect of a new, similar study is expected to lie.

Two kinds are in print and must not be mixed up. Riley et al. (2011) use the normal quantile, or t with k - p degrees of
freedom where the model itself uses t (metafor's default); Higgins, Thompson & Spiegelhalter (2009) and IntHout et al.
(2016) use t with k - 2, which is wider and is what the Cochrane Handbook 10.10.4.3 describes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from bmreport_meta.distributions import critical
from bmreport_meta.intervals import Interval


@dataclass(frozen=True, slots=True)
class Prediction:
    """Both prediction intervals; `t_k_minus_2` is `None` for fewer than three studies."""

    by_model: Interval
    t_k_minus_2: Interval | None


def prediction(estimate: float, se: float, tau2: float, k: int, df: int | None, level: float) -> Prediction:
    """Compute both; `df` is that of the model's t test, `None` when it uses the normal."""
    spread = math.sqrt(se**2 + tau2)
    by_model = _around(estimate, critical(level, df) * spread, level)
    if k < 3:
        return Prediction(by_model, None)
    return Prediction(by_model, _around(estimate, critical(level, k - 2) * spread, level))


def _around(estimate: float, half: float, level: float) -> Interval:
    return Interval(estimate - half, estimate + half, level)
