"""A pooled result on the scale that people read: risk ratios rather than their logs, proportions rather than logits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_meta.measures import find_measure
from bmreport_meta.prediction import Prediction
from bmreport_meta.transforms import back_transform, harmonic_mean

if TYPE_CHECKING:
    from bmreport_meta.effects import EffectSizes
    from bmreport_meta.intervals import Interval
    from bmreport_meta.pooling import Pooled


@dataclass(frozen=True, slots=True)
class Natural:
    """Estimate, interval and prediction intervals on the natural scale of the measure."""

    estimate: float
    interval: Interval
    prediction: Prediction | None


def on_natural_scale(pooled: Pooled, effects: EffectSizes | None = None, size: float | None = None) -> Natural:
    """Transform a pooled result back.

    The Freeman-Tukey measures (PFT, IRFT) need a `size`, or the effects for their harmonic mean; raise
    `UnknownNameError` without either.
    """
    if size is None and effects is not None:
        known = [effect.n for effect in effects.effects if effect.n]
        size = harmonic_mean(known) if known else None
    back = back_transform(find_measure(pooled.measure).back, size)
    band = pooled.prediction
    return Natural(
        back(pooled.estimate),
        pooled.interval.map(back),
        band and Prediction(band.by_model.map(back), band.t_k_minus_2 and band.t_k_minus_2.map(back)),
    )
