"""What can be set of the grader `grade`; defaults are those of the GRADE handbook where it names a number."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bmreport import Options

__all__ = ["GradeOptions", "Importance"]

Importance = Literal["critical", "important", "limited"]
Share = Annotated[float, Field(gt=0.0, le=1.0)]
Risk = Annotated[float, Field(gt=0.0, lt=1.0)]
Positive = Annotated[float, Field(gt=0.0)]


class GradeOptions(Options):
    """Thresholds, what reviewers declare, and how studies are pooled."""

    overrides: str = ""
    """A YAML file of judgements by people, each with a name and a reason; the machine's stay visible beside them."""
    bias_consensus: str = ""
    """A YAML file or table of what two assessors of risk of bias settled between them."""
    bias_tools: list[str] = Field(default_factory=list)
    """YAML files of risk-of-bias tools of your own that the study data name."""
    importance: dict[str, Importance] = Field(default_factory=dict)
    """Outcome -> critical, important or limited; the lowest certainty among the critical ones is that of the whole."""
    baseline_risk: dict[str, Risk] = Field(default_factory=dict)
    """Outcome -> risk without the intervention (0 to 1); else the median risk of the control groups."""
    measure: dict[str, str] = Field(default_factory=dict)
    """Outcome -> measure of effect to pool in (RR, OR, RD, HR, IRR, MD, SMD …); else what most studies give."""
    important_absolute: dict[str, Positive] = Field(default_factory=dict)
    """Outcome -> smallest important difference in people per 1,000; for imprecision, in place of the relative one."""
    important_difference: dict[str, Positive] = Field(default_factory=dict)
    """Outcome -> smallest important difference in the outcome's own unit, for means."""
    method: Literal["REML", "DL", "PM", "PMM", "ML", "EB", "HE", "HS", "HSk", "SJ", "SJIT", "EE", "MH", "PETO"] = "REML"
    """How studies are pooled: an estimator of tau2 (random effects), EE (common effect), MH or PETO."""
    test: Literal["z", "t", "knha", "adhoc"] = "z"
    """How the interval is made: z, t, or Hartung-Knapp (knha; adhoc never narrows the interval)."""
    level: float = Field(default=0.95, ge=0.5, lt=1.0)
    """Coverage of intervals."""
    bias_high_share: Share = 0.3
    """Risk of bias is serious when studies at high risk carry this share of the pooled weight."""
    bias_some_share: Share = 0.5
    """Risk of bias is serious when studies with some concerns or high risk carry this share of the weight."""
    bias_several_share: Share = 0.5
    """Risk of bias is very serious when studies at high risk in two or more domains carry this share of the weight."""
    i2_serious: float = Field(default=50.0, ge=0.0, le=100.0)
    """I2 (percent) from which on inconsistency is serious, if intervals, directions or prediction bear it out."""
    i2_very_serious: float = Field(default=75.0, ge=0.0, le=100.0)
    """I2 (percent) from which on inconsistency is very serious, if two of the three bear it out."""
    apart_share: Share = 0.1
    """Intervals overlap poorly when this share of the pairs of studies have intervals that do not meet."""
    opposite_share: Share = 0.2
    """Directions differ when studies on the other side of no effect carry this share of the weight."""
    indirect_share: Share = 0.5
    """Indirectness counts when studies in which it was declared carry this share of the weight."""
    important_relative: float = Field(default=0.25, gt=0.0, lt=1.0)
    """Appreciable benefit or harm as a relative change: 0.25 stands for ratios of 0.75 and 1.25."""
    important_standardised: Positive = 0.5
    """Appreciable difference of means in standard deviations, where no difference in units is declared."""
    ois_relative_reduction: float = Field(default=0.25, gt=0.0, lt=1.0)
    """Relative risk reduction that the optimal information size must be able to show."""
    ois_alpha: Risk = 0.05
    """Two-sided error of the first kind for the optimal information size."""
    ois_power: Risk = 0.8
    """Power for the optimal information size."""
    ois_participants: int = Field(default=400, ge=1)
    """Optimal information size for means, in people, where no important difference is declared."""
    ois_far_below: float = Field(default=0.1, ge=0.0, lt=1.0)
    """Share of the optimal information size below which imprecision is very serious, whatever the interval says."""
    very_large_sample: int = Field(default=4000, ge=1)
    """People from which on a missed optimal information size is not held against an interval: events are then rare."""
    small_study_k: int = Field(default=10, ge=3)
    """Fewest studies for a test of small-study effects."""
    small_study_p: Risk = 0.1
    """p below which such a test counts as asymmetry."""
    industry_share: Share = 0.8
    """Publication bias is suspected when industry paid for this share of the weight, and the studies are small."""
    large_effect: float = Field(default=2.0, gt=1.0)
    """Risk ratio above which (or below its reciprocal) observational evidence goes up one level."""
    very_large_effect: float = Field(default=5.0, gt=1.0)
    """Risk ratio above which (or below its reciprocal) observational evidence goes up two levels."""
    evidence_to_decision: bool = False
    """Whether a skeleton of the Evidence-to-Decision framework is added, for a panel to fill in."""
