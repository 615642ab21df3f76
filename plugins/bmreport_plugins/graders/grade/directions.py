"""Which side of no effect, and which side of an important effect: the lines that an interval is held against."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.baseline import typical_sd
from bmreport_plugins.graders.grade.wording import effect, per_mille

if TYPE_CHECKING:
    from bmreport_meta import Interval
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["Lines", "lines_of"]


@dataclass(frozen=True)
class Lines:
    """No effect and the smallest important effects below and above it, on the scale on which results are read.

    `null` is None for measures that compare nothing; `low` and `high` are None where no important effect is known.
    """

    null: float | None
    low: float | None = None
    high: float | None = None
    words: str = ""
    """What the important effects are, in words."""

    def has_null(self, interval: Interval) -> bool:
        """Whether the interval leaves no effect possible."""
        return self.null is not None and interval.low <= self.null <= interval.high

    def crossed(self, interval: Interval) -> int:
        """How many of the two important effects lie inside the interval."""
        return sum(line is not None and interval.low < line < interval.high for line in (self.low, self.high))

    def same_conclusion(self, interval: Interval, other: Interval) -> bool:
        """Whether `other` allows nothing of note that `interval` does not."""
        if self.null is None:
            return True
        if not self.has_null(interval):
            return not self.has_null(other)
        return self.crossed(other) <= self.crossed(interval)


def lines_of(evidence: OutcomeEvidence) -> Lines:
    """The lines for the pooled measure: relative change for ratios, declared differences or SDs for means."""
    measure, options = evidence.outcome.measure, evidence.options
    if measure is None or measure.null is None:
        return Lines(None)
    if measure.is_ratio:
        low, high = 1 - options.important_relative, 1 + options.important_relative
        return Lines(
            1.0, low, high, f"{effect(low)} and {effect(high)}, a relative change of {options.important_relative:.0%}"
        )
    if measure.name.startswith("SMD"):
        size = options.important_standardised
        return Lines(0.0, -size, size, f"{effect(-size)} and {effect(size)} standard deviations")
    size_and_words = _important_difference(evidence)
    if size_and_words is None:
        return Lines(0.0)
    size, words = size_and_words
    return Lines(0.0, -size, size, words)


def _important_difference(evidence: OutcomeEvidence) -> tuple[float, str] | None:
    measure, options, settings = evidence.outcome.measure, evidence.options, evidence.settings
    if measure is None:
        return None
    if measure.name == "RD":
        if settings.important_absolute is not None:
            size = settings.important_absolute / 1000
            return size, f"differences of {per_mille(1000 * size)} per 1,000 (declared)"
        if evidence.baseline is None or evidence.baseline.risk == 0:
            return None
        size = options.important_relative * evidence.baseline.risk
        words = (
            f"differences of {per_mille(1000 * size)} per 1,000, {options.important_relative:.0%} of the control risk"
        )
        return size, words
    if measure.name == "MD":
        if settings.important_difference is not None:
            return settings.important_difference, f"differences of {effect(settings.important_difference)} (declared)"
        sd = typical_sd(evidence)
        if sd is None or not math.isfinite(sd):
            return None
        size = options.important_standardised * sd
        return size, f"differences of {effect(size)}, {options.important_standardised:g} standard deviations"
    return None
