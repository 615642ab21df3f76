"""The GRADE evidence profile: every domain of every outcome, one table for each comparison (GRADE guidelines 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Table
from bmreport_plugins.graders.grade import cells
from bmreport_plugins.graders.grade.scale import words_of_change
from bmreport_plugins.graders.grade.steps import DOWNGRADES, UPGRADES

if TYPE_CHECKING:
    from collections.abc import Container

    from bmreport import Grade, GradeStep, OutcomeSummary
    from bmreport_plugins.graders.grade.comparisons import Comparison

__all__ = ["evidence_profile"]

_HEADER = (
    "Outcome", "Participants (studies)", "Risk of bias", "Inconsistency", "Indirectness", "Imprecision",
    "Other considerations", "Certainty", "Importance",
)  # fmt: skip
_IN_CELLS = DOWNGRADES[:4]


def evidence_profile(comparison: Comparison, known: Container[str]) -> Table:
    """The table; a footnote tells why, and who decided otherwise than the rules."""
    footnotes = cells.Footnotes()
    return Table(
        caption=cells.plain(f"GRADE evidence profile: {comparison.title}."),
        header=[cells.plain(name) for name in _HEADER],
        rows=[_row(grade, summary, footnotes, known) for grade, summary in comparison.rows],
        footnotes=footnotes.claims(),
    )


def _row(grade: Grade, summary: OutcomeSummary, footnotes: cells.Footnotes, known: Container[str]) -> list[cells.Cell]:
    steps = {step.name: step for step in grade.steps}
    domains = [cells.plain(_judged(steps[name], footnotes) if name in steps else "–") for name in _IN_CELLS]
    return [
        cells.outcome_name(grade),
        cells.studies(grade, summary, known),
        *domains,
        cells.plain(_other(steps, footnotes)),
        cells.plain(f"{grade.symbol} {grade.label}"),
        cells.plain(summary.importance or "not stated"),
    ]


def _judged(step: GradeStep, footnotes: cells.Footnotes) -> str:
    unsure = "" if step.assessed or step.judgement == "not assessed" else ", not all assessed"
    return f"{step.judgement}{unsure}{footnotes.letters([step.footnote])}"


def _other(steps: dict[str, GradeStep], footnotes: cells.Footnotes) -> str:
    """Design where a person decided or it is not known, publication bias, and whatever raises."""
    parts = [f"publication bias {_judged(step, footnotes)}" for name, step in steps.items() if name == DOWNGRADES[4]]
    for name in UPGRADES:
        step = steps.get(name)
        if step is not None and (step.change or step.override):
            moved = f", {words_of_change(step.change)}" if step.change else ""
            parts.append(f"{name} {step.judgement}{moved}{footnotes.letters([step.footnote])}")
    design = steps.get("study design")
    if design is not None and (design.override or not design.assessed):
        parts.append(
            f"design {design.judgement}{footnotes.letters([design.footnote or design.reason.split(' Rule: ', 1)[0]])}"
        )
    return "; ".join(parts) or "none"
