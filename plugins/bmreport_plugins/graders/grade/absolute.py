"""What a relative effect means in people (Cochrane Handbook 14.1.5, 15.4.4)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from bmreport import AbsoluteEffect
from bmreport_meta.intervals import Interval

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["PER", "absolute_effect", "difference_interval", "risk_with"]

PER: Final = 1000


def _times(risk: float, ratio: float) -> float:
    return risk * ratio


def _by_odds(risk: float, ratio: float) -> float:
    return 1.0 if math.isinf(ratio) else risk * ratio / (1 - risk + risk * ratio)


def _by_hazard(risk: float, ratio: float) -> float:
    return 1.0 if risk >= 1 else 1 - (1 - risk) ** ratio


_WITH: Final[dict[str, Callable[[float, float], float]]] = {
    "RR": _times,
    "OR": _by_odds,
    "PETO": _by_odds,
    "HR": _by_hazard,
    "IRR": _times,
    "RD": lambda risk, difference: risk + difference,
    "IRD": lambda risk, difference: risk + difference,
}


def risk_with(measure: str, baseline: float, value: float) -> float | None:
    """The risk with the intervention, between 0 and 1 (rates have no upper end); None for measures without risks."""
    if measure not in _WITH:
        return None
    risk = max(0.0, _WITH[measure](baseline, value))
    return risk if measure in ("IRR", "IRD") else min(1.0, risk)


def absolute_effect(evidence: OutcomeEvidence) -> AbsoluteEffect | None:
    """Per 1,000 people, or per 1,000 units of person-time for rates; `low` and `high` are those of the difference."""
    natural, baseline, measure = evidence.outcome.natural, evidence.baseline, evidence.outcome.measure
    if natural is None or baseline is None or measure is None:
        return None
    risks = [
        risk_with(measure.name, baseline.risk, one)
        for one in (natural.estimate, natural.interval.low, natural.interval.high)
    ]
    if any(risk is None or not math.isfinite(risk) for risk in risks):
        return None
    middle, low, high = (_rounded(PER * (risk or 0.0)) for risk in risks)
    base = _rounded(PER * baseline.risk)
    unit = " (events per 1,000 units of person-time)" if baseline.is_rate else ""
    return AbsoluteEffect(
        per=PER,
        baseline=base,
        with_intervention=middle,
        difference=_rounded(middle - base),
        low=_rounded(low - base),
        high=_rounded(high - base),
        baseline_source=f"{baseline.source}{unit}",
    )


def difference_interval(evidence: OutcomeEvidence) -> Interval | None:
    """The interval of the difference per 1,000."""
    found = absolute_effect(evidence)
    if found is None or found.low is None or found.high is None:
        return None
    return Interval(found.low, found.high, evidence.options.level)


def _rounded(number: float) -> float:
    """Without the last digits, which the order of sums decides; never minus zero."""
    return round(number, 6) + 0.0
