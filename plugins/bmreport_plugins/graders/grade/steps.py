"""Making the step of a domain: its judgement, its levels, its words."""

from __future__ import annotations

from typing import Final

from bmreport import GradeStep
from bmreport_plugins.graders.grade.scale import words_of_change

__all__ = ["DOWNGRADES", "NOT_ASSESSED", "UPGRADES", "footnote", "lowered", "not_assessed", "raised"]

NOT_ASSESSED: Final = "not assessed"
DOWNGRADES: Final = ("risk of bias", "inconsistency", "indirectness", "imprecision", "publication bias")
"""The domains that can lower the certainty, in the handbook's order."""
UPGRADES: Final = ("large effect", "dose-response", "opposing confounding")
"""The domains that can raise that of observational evidence."""
_SERIOUS: Final = {0: "not serious", -1: "serious", -2: "very serious", -3: "extremely serious"}


def lowered(name: str, change: int, reason: str, *, judgement: str = "", undecided: bool = False) -> GradeStep:
    """A step of a domain that lowers; `undecided` when what is not known could lower it further."""
    judged = judgement or _SERIOUS[change]
    if undecided and not change:
        judged = NOT_ASSESSED
    return GradeStep(
        name=name,
        judgement=judged,
        change=change,
        reason=reason,
        assessed=not undecided,
        footnote=footnote(name, change, reason) if change or undecided else "",
    )


def not_assessed(name: str, reason: str) -> GradeStep:
    """A domain that nothing is known of."""
    said = f"Not assessed: {reason}"
    return GradeStep(
        name=name,
        judgement=NOT_ASSESSED,
        reason=said,
        assessed=False,
        footnote=f"{name.capitalize()}: not assessed, {reason}",
    )


def raised(name: str, change: int, judgement: str, reason: str, *, assessed: bool = True) -> GradeStep:
    """A step of a domain that raises."""
    return GradeStep(
        name=name,
        judgement=judgement,
        change=change,
        reason=reason,
        assessed=assessed,
        footnote=footnote(name, change, reason) if change else "",
    )


def footnote(name: str, change: int, reason: str) -> str:
    """What a table says of a step; the rule, which the step tells in full, is left to the step."""
    told = reason.split(" Rule: ", 1)[0]
    moved = words_of_change(change)
    return f"{name.capitalize()}{f', {moved}' if moved else ''}: {told}"
