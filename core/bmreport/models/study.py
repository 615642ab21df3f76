"""Study: the figures of one study on one outcome, as a row of a table of study data gives them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, model_validator

from bmreport.models.base import Model
from bmreport.models.citation import Origin
from bmreport.models.text_fields import FilledText, TextField, TextList


class StudyDesign(StrEnum):
    """The designs that GRADE starts from: randomised high, the others low (GRADE handbook, 5.1)."""

    RANDOMISED = "randomised trial"
    NON_RANDOMISED = "non-randomised study"
    COHORT = "cohort study"
    CASE_CONTROL = "case-control study"
    CROSS_SECTIONAL = "cross-sectional study"
    CASE_SERIES = "case series"
    DIAGNOSTIC = "diagnostic accuracy study"


Count = Annotated[int, Field(ge=0)]
Total = Annotated[int, Field(gt=0)]


class Arm(Model):
    """One arm. Which fields are filled says what kind of outcome it is.

    `events` of `total` people; `mean` with `sd` of `total`; or `events` in `person_time` (the unit is the user's, the
    same for both arms).
    """

    label: TextField = ""
    events: Count | None = None
    total: Total | None = None
    mean: float | None = None
    sd: Annotated[float, Field(gt=0)] | None = None
    person_time: Annotated[float, Field(gt=0)] | None = None

    @model_validator(mode="after")
    def _possible(self) -> Arm:
        if self.events is not None and self.total is not None and self.events > self.total:
            raise ValueError(f"{self.events} events among {self.total} people")
        return self


class StudyEstimate(Model):
    """A published effect. Ratios stand on their own scale, not as logarithms; `level` is that of the interval."""

    measure: FilledText
    """RR, OR, HR, IRR (ratios), RD, MD, SMD."""
    value: float
    low: float | None = None
    high: float | None = None
    se: Annotated[float, Field(gt=0)] | None = None
    """Standard error; of the logarithm for ratios."""
    level: Annotated[float, Field(gt=0, lt=1)] = 0.95

    @model_validator(mode="after")
    def _in_order(self) -> StudyEstimate:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"the lower bound {self.low:g} is above the upper bound {self.high:g}")
        for name, bound in (("lower", self.low), ("upper", self.high)):
            if bound is not None and ((bound > self.value) if name == "lower" else (bound < self.value)):
                raise ValueError(f"the estimate {self.value:g} lies outside its interval ({name} bound {bound:g})")
        return self


class BiasJudgement(Model):
    """What one assessor said of one study with one tool: domain -> level, in the tool's own words."""

    tool: FilledText
    """Id of the tool, such as `rob2`."""
    domains: dict[str, str] = Field(default_factory=dict)
    overall: TextField = ""
    assessor: TextField = ""
    reasons: dict[str, str] = Field(default_factory=dict)


class Study(Model):
    """One study's result on one outcome, in one comparison.

    `study` names the trial or study: rows of one name are one study however many papers tell of it. `key`, `doi`,
    `pmid`, `pmcid` and `registration` lead to its reference. `intervention` and `control` are the arms; a study that
    gives a published effect alone has an `estimate` and no figures in its arms.
    """

    study: FilledText
    outcome: FilledText
    comparison: TextField = ""
    design: StudyDesign | None = None
    intervention: Arm = Field(default_factory=Arm)
    control: Arm = Field(default_factory=Arm)
    estimate: StudyEstimate | None = None
    participants: Count | None = None
    """People in the whole study, where that is said beside the arms or in place of them."""
    follow_up: TextField = ""
    subgroup: TextField = ""
    moderators: dict[str, float | str] = Field(default_factory=dict)
    year: int | None = None
    key: TextField = ""
    doi: TextField = ""
    pmid: TextField = ""
    pmcid: TextField = ""
    registration: TextField = ""
    funding: TextField = ""
    bias: list[BiasJudgement] = Field(default_factory=list)
    indirectness: dict[str, str] = Field(default_factory=dict)
    """Domain (population, intervention, comparator, outcome) -> `none`, `serious` or `very serious`, with the reason
    after a colon."""
    retracted: bool = False
    reference_id: str = ""
    """The reference it was joined to."""
    notes: TextList = Field(default_factory=list)
    origin: Origin | None = None
