"""Analysis: a meta-analysis of one outcome with all its numbers, unrounded, for programs and for checking by hand.

`value`, `low` and `high` stand on the scale that people read (a risk ratio, say); `estimate` and `se` on the one that
was pooled (its logarithm). A number is None where it lies beyond all numbers or is not determined.
"""

from __future__ import annotations

from pydantic import Field

from bmreport.models.base import Model
from bmreport.models.text_fields import FilledText


class Span(Model):
    """An interval; its level is that of the analysis."""

    low: float | None = None
    high: float | None = None


class StudyEffect(Model):
    """One pooled study: its effect, and its weight in percent. `where` is the row that it came from."""

    study: FilledText
    where: str = ""
    subgroup: str = ""
    participants: int | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    estimate: float
    se: float
    weight: float


class Spread(Model):
    """Differences between studies beyond chance; I2 in percent.

    `i2` goes with tau2 where there is one (Higgins & Thompson 2002), `i2_of_q` is (Q - df) / Q.
    """

    q: float
    df: int
    p: float
    tau2: float
    tau2_span: Span | None = None
    i2: float
    i2_span: Span | None = None
    i2_of_q: float
    i2_of_q_span: Span | None = None
    h: float
    h_span: Span | None = None


class PooledEffect(Model):
    """A pooled effect of `k` rows, with its test against no effect where the measure has one."""

    k: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    estimate: float
    se: float
    statistic: float | None = None
    df: int | None = None
    p: float | None = None
    prediction: Span | None = None
    """By t with k - 2 degrees of freedom (Cochrane Handbook 10.10.4.3); from three studies on."""
    prediction_by_model: Span | None = None
    """By the quantile that the model itself uses (Riley et al. 2011)."""
    spread: Spread | None = None


class NamedEffect(Model):
    """The pooled effect of a subgroup, or of all studies but the one that is named; `why_not` when there is none."""

    name: str
    pooled: PooledEffect | None = None
    why_not: str = ""


class SubgroupAnalysis(Model):
    """Studies by a field or moderator, and the chi-squared test whether the groups differ; I2 in percent."""

    by: FilledText
    groups: list[NamedEffect] = Field(default_factory=list)
    q: float | None = None
    df: int | None = None
    p: float | None = None
    i2: float | None = None
    left_out: list[str] = Field(default_factory=list)
    """Studies that are in no group."""
    why_not: str = ""


class RegressionTerm(Model):
    """A coefficient of a meta-regression, on the pooled scale."""

    name: str
    estimate: float
    low: float
    high: float
    se: float
    statistic: float
    df: int | None = None
    p: float


class RegressionAnalysis(Model):
    """A meta-regression on one moderator; `r2` is the percentage of tau2 that it explains."""

    moderator: FilledText
    method: str = ""
    k: int = 0
    terms: list[RegressionTerm] = Field(default_factory=list)
    statistic: float | None = None
    df: int | None = None
    df2: int | None = None
    """Degrees of freedom below, where the test of the moderator is an F test."""
    p: float | None = None
    tau2: float | None = None
    r2: float | None = None
    left_out: list[str] = Field(default_factory=list)
    """Studies without that moderator."""
    why_not: str = ""


class AsymmetryTest(Model):
    """A test whether small studies show larger effects."""

    name: FilledText
    slope: float | None = None
    slope_se: float | None = None
    statistic: float | None = None
    df: int | None = None
    p: float | None = None
    why_not: str = ""


class FilledIn(Model):
    """Trim and fill: how many studies seem to lack, on which side, and the pool with them."""

    estimator: str = ""
    method: str = ""
    side: str = ""
    missing: int = 0
    pooled: PooledEffect | None = None
    why_not: str = ""


class LeftOutStudy(Model):
    """A row that is not pooled, and why."""

    study: str
    where: str = ""
    reason: FilledText


class Analysis(Model):
    """The meta-analysis of one outcome in one comparison: rows in = pooled + left out.

    `method` is an estimator of tau2 (random effects), EE (common effect by inverse variance), MH or PETO; `test` z, t,
    knha (Hartung-Knapp) or adhoc.
    """

    outcome: FilledText
    comparison: str = ""
    design: str = ""
    measure: str = ""
    measure_title: str = ""
    null: float | None = None
    """The value of no effect, on the scale that people read."""
    method: str = ""
    test: str = ""
    level: float = Field(default=0.95, gt=0, lt=1)
    rows: int = Field(default=0, ge=0)
    """Rows that came in for this outcome."""
    studies: int = Field(default=0, ge=0)
    participants: int | None = None
    pooled: PooledEffect | None = None
    why_not: str = ""
    """Why nothing is pooled."""
    effects: list[StudyEffect] = Field(default_factory=list)
    subgroups: list[SubgroupAnalysis] = Field(default_factory=list)
    regressions: list[RegressionAnalysis] = Field(default_factory=list)
    leave_one_out: list[NamedEffect] = Field(default_factory=list)
    asymmetry: list[AsymmetryTest] = Field(default_factory=list)
    trim_and_fill: FilledIn | None = None
    left_out: list[LeftOutStudy] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)
    """What was done otherwise than asked, and what looks doubtful."""
