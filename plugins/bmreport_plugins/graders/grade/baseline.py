"""The risk without the intervention: declared, or the median of the control groups (Cochrane Handbook 14.1.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.wording import counted

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["Baseline", "baseline_of", "control_mean", "typical_sd"]


@dataclass(frozen=True)
class Baseline:
    """`risk` is a share of people (0-1), or with `is_rate` events per unit of person-time."""

    risk: float
    source: str
    is_rate: bool = False


def baseline_of(evidence: OutcomeEvidence) -> Baseline | None:
    """The declared risk, else the median of the control groups; None where neither is known."""
    declared = evidence.settings.baseline_risk
    measure = evidence.outcome.measure
    by_time = measure is not None and measure.name in ("IRR", "IRD")
    if declared is not None:
        return Baseline(declared, "given by the reviewers", by_time)
    controls = [row.study.control for row in evidence.outcome.rows]
    if by_time:
        rates = [arm.events / arm.person_time for arm in controls if arm.events is not None and arm.person_time]
        return Baseline(median(rates), _source(len(rates)), is_rate=True) if rates else None
    risks = [arm.events / arm.total for arm in controls if arm.events is not None and arm.total]
    return Baseline(median(risks), _source(len(risks))) if risks else None


def control_mean(evidence: OutcomeEvidence) -> Baseline | None:
    """The median of the control groups' means."""
    means = [row.study.control.mean for row in evidence.outcome.rows if row.study.control.mean is not None]
    return Baseline(median(means), _source(len(means))) if means else None


def typical_sd(evidence: OutcomeEvidence) -> float | None:
    """The median standard deviation of the control groups, else of the others."""
    arms = [(row.study.control.sd, row.study.intervention.sd) for row in evidence.outcome.rows]
    known = [sd for sd in (control or other for control, other in arms) if sd is not None and math.isfinite(sd)]
    return median(known) if known else None


def _source(number: int) -> str:
    return "the control group" if number == 1 else f"median of {counted(number, 'control group')}"
