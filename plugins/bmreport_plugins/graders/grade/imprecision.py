"""Imprecision: the interval against important effects, and the amount of information.

When the interval lies on one side of no effect, the information must be enough for that to be believed. When it does
not, each important effect that it holds, benefit or harm, is a decision left open. GRADE guidelines 6; handbook 5.2.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.absolute import difference_interval
from bmreport_plugins.graders.grade.directions import Lines, lines_of
from bmreport_plugins.graders.grade.optimal_size import OptimalSize, optimal_size
from bmreport_plugins.graders.grade.steps import lowered
from bmreport_plugins.graders.grade.wording import counted, effect, interval, per_cent, per_mille, whole

if TYPE_CHECKING:
    from bmreport import GradeStep
    from bmreport_meta import Interval
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence
    from bmreport_plugins.graders.grade.options import GradeOptions

__all__ = ["NAME", "judge"]

NAME = "imprecision"
_RULE_OF_THREE = 3.0


def judge(evidence: OutcomeEvidence) -> GradeStep:
    """The step; without an estimate the evidence is as imprecise as can be."""
    natural = evidence.outcome.natural
    if natural is None:
        return _no_events(evidence) if evidence.saw_no_events else _nothing(evidence)
    lines, shown = _lines_and_interval(evidence)
    size = optimal_size(evidence)
    small = size is not None and not size.met and (evidence.participants or 0) < evidence.options.very_large_sample
    change = _change(lines, shown, size if small else None, evidence.options)
    words = [_told(evidence, lines, shown), size.words if size else _no_size(lines), _rule(evidence.options)]
    return lowered(NAME, change, " ".join(words))


def _change(lines: Lines, shown: Interval, missed: OptimalSize | None, options: GradeOptions) -> int:
    """Levels down; `missed` is the optimal information size where it is not met and the sample is not very large."""
    if missed is not None and missed.share is not None and missed.share < options.ois_far_below:
        return -2
    if not lines.has_null(shown):
        return -1 if missed is not None else 0
    if lines.low is None:
        return -1
    return -min(2, lines.crossed(shown))


def _lines_and_interval(evidence: OutcomeEvidence) -> tuple[Lines, Interval]:
    """What is compared: people per 1,000 where an important difference is declared in them, else the measure itself."""
    declared = evidence.settings.important_absolute
    natural = evidence.outcome.natural
    assert natural is not None  # noqa: S101  # the caller has looked
    measure = evidence.outcome.measure
    absolute = difference_interval(evidence) if declared is not None and measure and measure.name != "RD" else None
    if declared is None or absolute is None:
        return lines_of(evidence), natural.interval
    words = f"differences of {per_mille(declared)} per 1,000 (declared)"
    return Lines(0.0, -declared, declared, words), absolute


def _told(evidence: OutcomeEvidence, lines: Lines, shown: Interval) -> str:
    natural, measure = evidence.outcome.natural, evidence.outcome.measure
    assert natural is not None  # noqa: S101  # the caller has looked
    assert measure is not None  # noqa: S101  # as above
    low, high = natural.interval.low, natural.interval.high
    what = f"The {evidence.options.level:.0%} interval of the {measure.title}, {interval(low, high)}"
    if shown is not natural.interval:
        what += f" ({effect(shown.low)} to {effect(shown.high)} per 1,000 people)"
    if lines.null is None:
        return f"{what}, compares no groups."
    null = effect(lines.null) if lines.null else "0"
    if not lines.has_null(shown):
        return f"{what}, lies on one side of no effect ({null})."
    if lines.low is None:
        return f"{what}, allows for no effect ({null}); which effects are important is not declared."
    held = {0: "neither of the", 1: "one of the", 2: "both"}[lines.crossed(shown)]
    return f"{what}, allows for no effect ({null}) and includes {held} important effects ({lines.words})."


def _no_events(evidence: OutcomeEvidence) -> GradeStep:
    people = evidence.participants
    told = f"Nobody in {counted(evidence.studies, 'study', 'studies')}"
    told += f" with {whole(people)} people" if people else ""
    reason = f"{told} had the event, so that no ratio can be estimated."
    if people:
        most = per_mille(1000 * _RULE_OF_THREE / people)
        reason += f" A risk of up to {most} per 1,000 fits that (rule of three)."
    return lowered(NAME, -2, f"{reason} Rule: two levels down when no study saw an event.")


def _nothing(evidence: OutcomeEvidence) -> GradeStep:
    why = evidence.outcome.why_not or "no study is pooled"
    return lowered(NAME, -3, f"There is no estimate: {why}. Rule: three levels down without an estimate.")


def _no_size(lines: Lines) -> str:
    return "Optimal information size: not known." if lines.null is not None else ""


def _rule(options: GradeOptions) -> str:
    far = per_cent(options.ois_far_below)
    return (
        "Rule: an interval on one side of no effect loses one level when the optimal information size is not met; one "
        "that allows for no effect loses a level for each important effect that it includes; less than "
        f"{far} of the optimal information size loses two. With {whole(options.very_large_sample)} people or more the "
        "size does not count, because events are then rare."
    )
