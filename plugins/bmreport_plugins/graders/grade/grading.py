"""The grade of one outcome: start, domains that lower, domains that raise, and what people decided instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bmreport import Grade, GradeStep
from bmreport_plugins.graders.grade import (
    imprecision,
    inconsistency,
    indirectness,
    publication_bias,
    risk_of_bias,
    study_design,
    upgrades,
)
from bmreport_plugins.graders.grade.scale import LEVELS, SYMBOLS, label_of, words_of_change
from bmreport_plugins.graders.grade.steps import UPGRADES, raised
from bmreport_plugins.graders.grade.summary import figures_of, summarise
from bmreport_plugins.graders.grade.wording import listed
from bmreport_plugins.study_pooling.grouping import DesignClass

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence
    from bmreport_plugins.graders.grade.overrides import Overrides

__all__ = ["NAME", "grade_outcome", "total"]

NAME = "grade"
_LOWERING = (risk_of_bias, inconsistency, indirectness, imprecision, publication_bias)


def grade_outcome(evidence: OutcomeEvidence, overrides: Overrides) -> Grade:
    """The grade with every step, the summary and the figures behind it."""
    group = evidence.outcome.group
    design = overrides.apply(study_design.judge(evidence), group)
    downs = [overrides.apply(domain.judge(evidence), group) for domain in _LOWERING]
    steps = [design, *downs, *_raising(evidence, downs, overrides)]
    label, reason = total(steps)
    return Grade(
        grader=NAME,
        label=label,
        levels=list(LEVELS),
        outcome=evidence.name,
        reason=reason,
        steps=steps,
        figures=figures_of(evidence),
        symbol=SYMBOLS[label],
        summary=summarise(evidence, label),
    )


def total(steps: Sequence[GradeStep]) -> tuple[str, str]:
    """The label that the steps come to, and the sum in words."""
    start = study_design.start_of(steps[0])
    end = start + sum(step.change for step in steps[1:])
    label = label_of(end)
    moved = [f"{words_of_change(step.change)} for {step.name}" for step in steps[1:] if step.change]
    words = f"{_because(steps[0])}; {listed(moved) if moved else 'nothing moves it'}: {label}."
    if not 1 <= end <= len(LEVELS):
        words += f" The scale ends at {label}."
    decided = [step.name for step in steps if step.override]
    if decided:
        words += f" Reviewers decided on {listed(decided)}."
    unknown = [step.name for step in steps if not step.assessed and step.name not in UPGRADES]
    if unknown:
        words += f" Not assessed, and so not counted: {listed(unknown)}."
    return label, words


def _raising(evidence: OutcomeEvidence, downs: Sequence[GradeStep], overrides: Overrides) -> list[GradeStep]:
    """The domains that raise. Randomised trials have them only where a reviewer says so of this very outcome."""
    group = evidence.outcome.group
    if group.design is not DesignClass.RANDOMISED:
        return [overrides.apply(step, group) for step in upgrades.judge(evidence, downs)]
    usual = "These rules are for observational studies."
    declared = [name for name in UPGRADES if overrides.on(group, name, own=True)]
    return [overrides.apply(raised(name, 0, "not applicable", usual), group, own=True) for name in declared]


def _because(design: GradeStep) -> str:
    start = label_of(study_design.start_of(design))
    return f"Starts at {start} ({design.reason.split('. ', 1)[0].rstrip('.')})"
