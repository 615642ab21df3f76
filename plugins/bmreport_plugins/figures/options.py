"""Options that several makers of figures share."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bmreport import Options

__all__ = ["PoolingOptions", "StudyOptions"]


class StudyOptions(Options):
    """Options of figures that are drawn from tables of study data; those that say how a table is read come first."""

    columns: dict[str, str] = Field(default_factory=dict)
    """Columns of the table under names of one's own: {"Deaths A" = "events1", "Patients A" = "n1"}."""
    moderators: list[str] = Field(default_factory=list)
    """Columns of the table that are moderators; those called mod.… are so without this."""
    tools: list[str] = Field(default_factory=list)
    """YAML files of risk-of-bias tools of one's own."""
    sheet: str = ""
    """Sheet of a workbook; without it the first one with a header that is known."""
    outcome: str = ""
    """The outcome to show; also that of a table that has no column for it."""
    comparison: str = ""
    """The comparison to show; also that of a table that has no column for it."""
    design: str = ""
    """Design of all studies of a table that has no column for it."""
    only: dict[str, str | list[str]] = Field(default_factory=dict)
    """Studies to show, by fields or moderators: {subgroup = "adults", design = ["cohort study"]}."""


Method = Literal["REML", "DL", "PM", "PMM", "ML", "EB", "HE", "HS", "HSk", "SJ", "SJIT", "EE", "MH", "PETO"]
"""Those of `bmreport_plugins.study_pooling`, which a host that only lists makers should not load."""
Test = Literal["z", "t", "knha", "adhoc"]


class PoolingOptions(StudyOptions):
    """Options of figures that show a pooled outcome."""

    measure: str = ""
    """Measure to pool in (RR, OR, RD, HR, IRR, MD, SMD …); without it the one that most studies give."""
    method: Method = "REML"
    """Random effects by an estimator of tau2 (REML, DL, PM …), or a common effect: EE, MH, PETO."""
    test: Test = "z"
    """z, t, knha (Hartung-Knapp) or adhoc (Hartung-Knapp, never narrower than t)."""
    level: float = 0.95
    """Level of the intervals, as a share."""
    mix_designs: bool = False
    """Pool randomised and other studies of an outcome together."""
    better: Literal["", "low", "high"] = ""
    """Which results are good: low (deaths), high (recoveries). Without it no side is said to favour anything."""
    title: str = ""
    """The title; without it outcome and comparison."""
    heading: bool = True
    """Print the title above the picture."""
    text_size: float = 9.0
    """Size of the text in points."""
