"""What a measure of effect is: its name, the table it needs, how it is computed and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bmreport_meta.arrays import FloatArray
from bmreport_meta.transforms import Back
from bmreport_meta.zero_cells import ZeroCells

Columns: TypeAlias = Mapping[str, FloatArray]
"""The numbers of a kind of table, one array for each field."""

Outcome: TypeAlias = tuple[FloatArray, FloatArray]
"""Effects and their sampling variances."""

Variance: TypeAlias = Literal["LS", "UB", "AV", "HO", "LS2"]
"""Sampling variance: large-sample, unbiased, at the average of all studies, equal SDs, or Borenstein's for g."""


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that the computation of an effect takes."""

    zero_cells: ZeroCells = field(default_factory=ZeroCells)
    variance: Variance = "LS"


Compute: TypeAlias = Callable[[Columns, Options], Outcome]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of effect; `null` is its value of no effect on the scale pooled, `None` when it has none."""

    name: str
    title: str
    table: type | None
    compute: Compute | None
    back: Back = "none"
    null: float | None = 0.0
    variances: tuple[Variance, ...] = ("LS",)

    @property
    def is_ratio(self) -> bool:
        """Whether the measure compares two groups by a ratio, pooled on the log scale."""
        return self.back == "exp" and self.null is not None
