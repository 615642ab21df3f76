"""From results of the statistics to the numbers of an `Analysis`, on the scale that people read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport.models.analysis import PooledEffect, Span, Spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport_meta import EffectSizes, Heterogeneity, Interval, Measure, Pooled
    from bmreport_meta.sensitivity import Step

__all__ = ["back_of", "effect_of", "effect_of_step", "finite", "span"]


def finite(number: float | None) -> float | None:
    """The number; None where it is beyond all numbers."""
    return number if number is not None and math.isfinite(number) else None


def span(interval: Interval | None) -> Span | None:
    """The interval, its infinite bounds as None."""
    return Span(low=finite(interval.low), high=finite(interval.high)) if interval else None


def back_of(measure: Measure, sizes: EffectSizes) -> Callable[[float], float]:
    """How a pooled result is led back to the scale that people read."""
    from bmreport_meta.transforms import back_transform, harmonic_mean

    known = [effect.n for effect in sizes if effect.n]
    return back_transform(measure.back, harmonic_mean(known) if known else None)


def effect_of(pooled: Pooled, measure: Measure, back: Callable[[float], float]) -> PooledEffect:
    """A pooled result with everything said of it."""
    tested = measure.null is not None
    band = pooled.prediction
    t_band = band.t_k_minus_2 if band else None
    return PooledEffect(
        k=pooled.k,
        value=finite(back(pooled.estimate)),
        low=finite(back(pooled.interval.low)),
        high=finite(back(pooled.interval.high)),
        estimate=pooled.estimate,
        se=pooled.se,
        statistic=finite(pooled.statistic) if tested else None,
        df=pooled.df,
        p=pooled.p if tested else None,
        prediction=span(t_band.map(back)) if t_band else None,
        # One study tells nothing of others, whatever a formula makes of it.
        prediction_by_model=span(band.by_model.map(back)) if band and pooled.k > 1 else None,
        spread=_spread(pooled.heterogeneity) if pooled.heterogeneity.df else None,
    )


def effect_of_step(step: Step, measure: Measure, back: Callable[[float], float], level: float) -> PooledEffect:
    """The pool without one study."""
    from bmreport_meta.heterogeneity import heterogeneity_of_q

    tested = measure.null is not None
    plain = heterogeneity_of_q(step.q, max(step.k - 1, 0), level)
    spread = Spread(
        q=step.q, df=step.k - 1, p=step.q_p, tau2=step.tau2, i2=step.i2, i2_of_q=plain.i2_of_q, h=plain.h
    )  # fmt: skip
    return PooledEffect(
        k=step.k,
        value=finite(back(step.estimate)),
        low=finite(back(step.interval.low)),
        high=finite(back(step.interval.high)),
        estimate=step.estimate,
        se=step.se,
        statistic=finite(step.statistic) if tested else None,
        df=step.df,
        p=step.p if tested else None,
        spread=spread if step.k > 1 else None,
    )


def _spread(found: Heterogeneity) -> Spread:
    return Spread(
        q=found.q,
        df=found.df,
        p=found.p,
        tau2=found.tau2,
        tau2_span=span(found.tau2_interval),
        i2=found.i2,
        i2_span=span(found.i2_interval),
        i2_of_q=found.i2_of_q,
        i2_of_q_span=span(found.i2_of_q_interval),
        h=found.h,
        h_span=span(found.h_interval),
    )
