"""Grade: a grader's verdict on a body of evidence, with the reason for every step."""

from __future__ import annotations

from pydantic import Field, model_validator

from bmreport.models.base import Model
from bmreport.models.text_fields import FilledText


class GradeStep(Model):
    """One step of a verdict: a domain, a threshold, an upgrade; `reason` is never empty."""

    name: FilledText
    judgement: str = ""
    """Such as `serious`, `met`, `not met`; empty for a remark."""
    change: int = 0
    """Levels moved by this step (GRADE: -1 serious, -2 very serious, +1 upgrade)."""
    reason: FilledText


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
    suggested_by: str = "machine"
    """`machine`, or who judged."""

    @model_validator(mode="after")
    def _on_its_scale(self) -> Grade:
        if self.levels and self.label not in self.levels:
            raise ValueError(f"the label {self.label!r} is not one of {', '.join(self.levels)}")
        return self
