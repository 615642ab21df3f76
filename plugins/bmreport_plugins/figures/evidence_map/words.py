"""A map of the evidence in words: what there is, and what there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.figures.numbers import count

if TYPE_CHECKING:
    from bmreport_plugins.figures.evidence_map.plot import Cell, EvidenceMap

__all__ = ["alt_text", "caption"]


def alt_text(plot: EvidenceMap) -> str:
    """Line by line, with the gaps named."""
    parts = [
        f"Map of the evidence. {plot.title}.",
        f"{len(plot.lines)} by {plot.down.lower()}, {len(plot.columns)} by {plot.across.lower()}.",
    ]
    certainty = dict(plot.certainty)
    for line in plot.lines:
        cells = [(column, plot.cell(line, column)) for column in plot.columns]
        told = [f"{column}, {_amount(cell)}" for column, cell in cells if cell]
        graded = f"; certainty {_without_signs(certainty[line])}" if line in certainty else ""
        parts.append(f"{line}: {'; '.join(told) or 'nothing'}{graded}.")
    gaps = [f"{line} by {column}" for line in plot.lines for column in plot.columns if not plot.cell(line, column)]
    if gaps:
        more = f" and {len(gaps) - 12} more" if len(gaps) > 12 else ""
        parts.append(f"No evidence: {'; '.join(gaps[:12])}{more}.")
    return " ".join(parts)


def caption(plot: EvidenceMap) -> str:
    """What is seen."""
    unit = "participants" if plot.by_people else "studies"
    return f"Map of the evidence. {plot.title}. The area of a bubble is the number of {unit}."


def _amount(cell: Cell) -> str:
    studies = f"{count(cell.studies)} {'study' if cell.studies == 1 else 'studies'}"
    return studies if cell.participants is None else f"{studies} with {count(cell.participants)} participants"


def _without_signs(text: str) -> str:
    """The word of a grade; a screen reader makes nothing of ⊕⊕◯◯."""
    return " ".join(part for part in text.split() if part.isascii()).lower() or text
