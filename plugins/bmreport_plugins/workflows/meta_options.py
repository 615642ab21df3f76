"""What a meta-analysis can be told."""

from __future__ import annotations

from pydantic import Field

from bmreport_plugins.study_pooling.settings import PoolingMethod, PoolingTest
from bmreport_plugins.workflows.options import WorkflowOptions

__all__ = ["MetaOptions"]


class MetaOptions(WorkflowOptions):
    """How studies are pooled, and what is looked at besides."""

    measure: str = ""
    """Measure to pool in (RR, OR, RD, HR, IRR, MD, SMD …); without it the one that most studies of an outcome give."""
    method: PoolingMethod = "REML"
    """Random effects by an estimator of tau2 (REML, DL, PM …), or a common effect: EE, MH, PETO."""
    test: PoolingTest = "z"
    """How the interval is made: z, t, or Hartung-Knapp (knha; adhoc never narrows the interval)."""
    level: float = Field(default=0.95, ge=0.5, lt=1.0)
    """Coverage of intervals."""
    by: list[str] = Field(default_factory=lambda: ["subgroup"])
    """Subgroups: a field (subgroup, design, funding, follow_up, year), a moderator or a column; none for none."""
    moderator: list[str] = Field(default_factory=list)
    """Moderators, fields (year, participants, follow_up …) or columns; a meta-regression for each."""
    mix_designs: bool = False
    """Pool randomised and other studies of an outcome together."""
    leave_one_out: bool = True
    """Whether each study is left out in turn."""
    small_study_k: int = Field(default=10, ge=3)
    """Fewest studies for a test of asymmetry."""
