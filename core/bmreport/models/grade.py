"""Grade: a grader's verdict on a body of evidence, with the reason for every step."""

from __future__ import annotations

from pydantic import Field, model_validator

from bmreport.models.base import Model
from bmreport.models.text_fields import FilledText


class Override(Model):
    """A person's judgement in place of the machine's; what the machine said stays beside it."""

    by: FilledText
    reason: FilledText
    machine_judgement: str = ""
    machine_change: int = 0


class GradeStep(Model):
    """One step of a verdict: a domain, a threshold, an upgrade; `reason` is never empty.

    `assessed` is false where nothing was known to judge by: the domain then counts as not assessed, never as good.
    `footnote` is what a table says of it. `override` is there when a person decided.
    """

    name: FilledText
    judgement: str = ""
    """Such as `serious`, `met`, `not met`; empty for a remark."""
    change: int = 0
    """Levels moved by this step (GRADE: -1 serious, -2 very serious, +1 upgrade)."""
    reason: FilledText
    assessed: bool = True
    footnote: str = ""
    override: Override | None = None


class RelativeEffect(Model):
    """A pooled effect with its interval, on the scale that readers know (ratios, not logarithms)."""

    measure: FilledText
    value: float
    low: float | None = None
    high: float | None = None
    level: float = Field(default=0.95, gt=0, lt=1)


class AbsoluteEffect(Model):
    """What an effect means in people, `per` so many: the risk without, the risk with, and the difference."""

    per: int = Field(default=1000, gt=0)
    baseline: float
    with_intervention: float
    difference: float
    low: float | None = None
    high: float | None = None
    baseline_source: str = ""
    """Where the baseline risk comes from, such as `median of the control groups`."""


class OutcomeSummary(Model):
    """One row of a Summary of Findings: what was found on one outcome, and how sure it is."""

    comparison: str = ""
    follow_up: str = ""
    studies: int = Field(default=0, ge=0)
    participants: int | None = Field(default=None, ge=0)
    design: str = ""
    relative: RelativeEffect | None = None
    absolute: AbsoluteEffect | None = None
    plain: str = ""
    """What happens, in plain words."""
    importance: str = ""
    """Critical, important, or of limited importance, where somebody said so."""
    reference_ids: list[str] = Field(default_factory=list)
    left_out: list[str] = Field(default_factory=list)
    """Studies that were not pooled, each with its reason."""


class Grade(Model):
    """A verdict on one outcome, or on the whole body of evidence when `outcome` is empty.

    `levels` is the grader's scale from best to worst and holds `label`.
    """

    grader: str
    label: FilledText
    levels: list[str] = Field(default_factory=list)
    outcome: str = ""
    reason: FilledText
    steps: list[GradeStep] = Field(default_factory=list)
    figures: dict[str, int | float | str] = Field(default_factory=dict)
    symbol: str = ""
    """The label as a sign, such as `⊕⊕⊕◯`."""
    summary: OutcomeSummary | None = None
    suggested_by: str = "machine"
    """`machine`, or who judged."""

    @model_validator(mode="after")
    def _on_its_scale(self) -> Grade:
        if self.levels and self.label not in self.levels:
            raise ValueError(f"the label {self.label!r} is not one of {', '.join(self.levels)}")
        return self
