"""How the studies of an outcome are pooled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = ["PoolingMethod", "PoolingSettings", "PoolingTest"]

PoolingMethod: TypeAlias = Literal[
    "REML", "DL", "PM", "PMM", "ML", "EB", "HE", "HS", "HSk", "SJ", "SJIT", "EE", "MH", "PETO"
]
"""Estimators of tau2 for random effects; EE is the common effect by inverse variance, MH is Mantel-Haenszel."""
PoolingTest: TypeAlias = Literal["z", "t", "knha", "adhoc"]
"""`z`; `t` with k - 1 degrees of freedom; `knha` is Hartung-Knapp; `adhoc` the same, never narrower than t."""


@dataclass(frozen=True)
class PoolingSettings:
    """`measures` maps outcomes, in any case, to the measure to pool them in; others follow from the figures given."""

    method: PoolingMethod = "REML"
    test: PoolingTest = "z"
    level: float = 0.95
    measures: Mapping[str, str] = field(default_factory=dict)
