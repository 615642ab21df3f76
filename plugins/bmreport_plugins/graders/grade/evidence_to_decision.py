"""A skeleton of the Evidence-to-Decision framework: the panel's questions, with what the grades already tell.

Alonso-Coello et al. 2016. Judgements are a panel's to make; nothing is filled in for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bmreport import Table
from bmreport_plugins.graders.grade import cells
from bmreport_plugins.graders.grade.scale import LEVELS, SYMBOLS, rank_of

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.comparisons import Comparison

__all__ = ["decision_table"]

_EFFECTS: Final = "Trivial / Small / Moderate / Large / Varies / Don't know"
_YES_NO: Final = "No / Probably no / Probably yes / Yes / Varies / Don't know"
_CRITERIA: Final = (
    ("Problem: is it a priority?", _YES_NO),
    ("Desirable effects: how substantial?", _EFFECTS),
    ("Undesirable effects: how substantial?", _EFFECTS),
    ("Certainty of the evidence of effects", "Very low / Low / Moderate / High / No included studies"),
    ("Values: is there important uncertainty or variability in how people value the main outcomes?", _YES_NO),
    ("Balance of effects", "Favours the comparison / Favours neither / Favours the intervention / Varies / Don't know"),
    ("Resources required", "Large costs / Moderate costs / Negligible / Moderate savings / Large savings / Don't know"),
    ("Certainty of the evidence of required resources", "Very low / Low / Moderate / High / No included studies"),
    ("Cost-effectiveness", "Favours the comparison / Favours neither / Favours the intervention / No included studies"),
    ("Equity: what would be the impact?", "Reduced / Probably reduced / No impact / Probably increased / Increased"),
    ("Acceptability to those concerned", _YES_NO),
    ("Feasibility", _YES_NO),
)
_DESIRABLE, _UNDESIRABLE, _CERTAINTY = 1, 2, 3
_AS_ABOVE: Final = "The effects above: which of them are undesirable is for the panel to say."
_NOT_HERE: Final = "Not assessed here."


def decision_table(comparison: Comparison) -> Table:
    """The table for one comparison, its last column empty for the panel."""
    effects = " ".join(summary.plain for _grade, summary in comparison.rows if summary.plain)
    found = {_DESIRABLE: effects, _UNDESIRABLE: _AS_ABOVE, _CERTAINTY: _certainty(comparison)}
    rows = []
    for place, (criterion, choices) in enumerate(_CRITERIA):
        told = found.get(place, _NOT_HERE)
        rows.append([cells.plain(criterion), cells.plain(choices), cells.plain(told), cells.plain("")])
    return Table(
        caption=cells.plain(f"Evidence to decision: {comparison.title}. The judgements are the panel's."),
        header=[
            cells.plain(one) for one in ("Criterion", "Judgement (choose one)", "Research evidence", "Considerations")
        ],
        rows=rows,
    )


def _certainty(comparison: Comparison) -> str:
    critical = [grade for grade, summary in comparison.rows if summary.importance == "critical"]
    deciding = critical or [grade for grade, _summary in comparison.rows]
    lowest = min(deciding, key=lambda grade: rank_of(grade.label)).label
    among = "critical outcomes" if critical else "all outcomes, none of which was declared critical"
    return f"{SYMBOLS[lowest]} {lowest}, the lowest among {among}." if lowest in LEVELS else ""
