"""The Summary of Findings table, one for each comparison (GRADE guidelines 12; Cochrane Handbook 14.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Table
from bmreport_plugins.graders.grade import cells
from bmreport_plugins.graders.grade.steps import UPGRADES
from bmreport_plugins.graders.grade.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bmreport import Grade, OutcomeSummary
    from bmreport_plugins.graders.grade.comparisons import Comparison

__all__ = ["sof_table"]

_SHOWN = 10
_CONTROLS = "median of the control groups of the studies that are pooled"


def sof_table(comparison: Comparison, known: Container[str]) -> Table:
    """The table; `known` are the ids of references that may be cited."""
    footnotes = cells.Footnotes()
    rows = [_row(grade, summary, footnotes, known) for grade, summary in comparison.rows]
    level = next((summary.relative.level for _grade, summary in comparison.rows if summary.relative), 0.95)
    header = [
        "Outcome",
        "Participants (studies)",
        f"Relative effect ({level:.0%} CI)",
        f"Risk with {comparison.control}",
        f"Risk with {comparison.intervention} and difference",
        "Certainty",
        "What happens",
    ]
    return Table(
        caption=cells.plain(f"Summary of findings: {comparison.title}."),
        header=[cells.plain(name) for name in header],
        rows=rows,
        footnotes=[*footnotes.claims(), *_notes(comparison.rows)],
    )


def _row(grade: Grade, summary: OutcomeSummary, footnotes: cells.Footnotes, known: Container[str]) -> list[cells.Cell]:
    letters = footnotes.letters(_explained(grade))
    return [
        cells.outcome_name(grade),
        cells.studies(grade, summary, known),
        cells.relative(summary),
        cells.risk(summary, grade),
        cells.difference(summary),
        cells.certainty(grade, letters),
        cells.plain(summary.plain or "–"),
    ]


def _explained(grade: Grade) -> list[str]:
    """What moved the certainty or was decided by a person, and in one sentence what was not assessed."""
    moved = [step.footnote for step in grade.steps if step.change or step.override]
    unknown = [step.name for step in grade.steps if not step.assessed and step.name not in UPGRADES]
    return [*moved, f"Not assessed, and so not counted: {listed(unknown)}."] if unknown else moved


def _notes(rows: Sequence[tuple[Grade, OutcomeSummary]]) -> list[cells.Cell]:
    """Abbreviations, where the baseline risks come from, and every study that is not pooled."""
    measures = dict.fromkeys(summary.relative.measure for _grade, summary in rows if summary.relative)
    words = ["CI: confidence interval", *(f"{one}: {_MEASURES[one]}" for one in measures if one in _MEASURES)]
    notes = [cells.plain(f"{'; '.join(words)}.")]
    sources = dict.fromkeys(summary.absolute.baseline_source for _grade, summary in rows if summary.absolute)
    told = dict.fromkeys(_CONTROLS if "control group" in source else source for source in sources if source)
    if told:
        notes.append(cells.plain(f"Risk without the intervention: {listed(told, 'or')}."))
    for grade, summary in rows:
        if summary.left_out:
            more = len(summary.left_out) - _SHOWN
            shown = "; ".join(summary.left_out[:_SHOWN]) + (
                f"; and {more} more, named in the report's data" if more > 0 else ""
            )
            number = counted(len(summary.left_out), "row of study data", "rows of study data")
            notes.append(cells.plain(f"Not pooled for {grade.outcome}, {number}: {shown}."))
    return notes


_MEASURES = {
    "RR": "risk ratio", "OR": "odds ratio", "PETO": "Peto odds ratio", "HR": "hazard ratio", "IRR": "rate ratio",
    "RD": "risk difference", "IRD": "rate difference", "MD": "mean difference", "SMD": "standardised mean difference",
    "ROM": "ratio of means",
}  # fmt: skip
