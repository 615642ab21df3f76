"""How verdicts are written: their names, the marks of sentences that do not hold, and the report's grounding in words.

The marks are a printer's footnote signs, so that they need no colour, are in every font, and are copied with the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FAILS_MARK", "PARTLY_MARK", "grounding_text", "legend_text", "mark_of", "verdict_name", "warning_text"]

PARTLY_MARK = "†"
FAILS_MARK = "‡"
_NAMES = {
    Verdict.SUPPORTED: "Supported",
    Verdict.PARTLY: "Partly supported",
    Verdict.CONTRADICTED: "Contradicted",
    Verdict.NOT_FOUND: "Not found",
    Verdict.BACKGROUND: "Background",
    Verdict.UNCHECKED: "Not checked",
}


def verdict_name(verdict: Verdict) -> str:
    """The verdict as a heading."""
    return _NAMES[verdict]


def mark_of(verdict: Verdict) -> str:
    """What stands after a sentence with this verdict; empty where nothing is amiss."""
    if verdict.fails:
        return FAILS_MARK
    return PARTLY_MARK if verdict is Verdict.PARTLY else ""


def grounding_text(counts: Mapping[Verdict, int], grounding: float | None) -> str:
    """Such as `93% (25 of 28 statements are held by their passages, 2 partly, 1 not found)`.

    Empty when nothing was judged; without the share when there is no score.
    """
    judged = sum(number for verdict, number in counts.items() if verdict.is_judgement)
    if not judged:
        return ""
    named = (
        (Verdict.PARTLY, "partly"),
        (Verdict.CONTRADICTED, "contradicted"),
        (Verdict.NOT_FOUND, "not found"),
    )
    statements = "statement is held by its passages" if judged == 1 else "statements are held by their passages"
    parts = [f"{counts.get(Verdict.SUPPORTED, 0)} of {judged} {statements}"]
    parts += [f"{counts[verdict]} {name}" for verdict, name in named if counts.get(verdict)]
    told = ", ".join(parts)
    return f"{_percent(grounding)}% ({told})" if grounding is not None else told


def warning_text(counts: Mapping[Verdict, int]) -> str:
    """How many statements do not hold, and how to find them; empty when none fails."""
    contradicted, missing = counts.get(Verdict.CONTRADICTED, 0), counts.get(Verdict.NOT_FOUND, 0)
    total = contradicted + missing
    if not total:
        return ""
    statements, are, cite = ("statement", "is", "it cites") if total == 1 else ("statements", "are", "they cite")
    if contradicted and missing:
        detail = f"{contradicted} contradicted, {missing} not found"
        said = f"not held by the passages {cite} ({detail})"
    else:
        said = f"contradicted by the passages {cite}" if contradicted else f"not found in the passages {cite}"
    marked = "It is" if total == 1 else "They are"
    return f"{total} {statements} {are} {said}. {marked} marked {FAILS_MARK} in the text."


def legend_text(counts: Mapping[Verdict, int]) -> str:
    """What the marks mean that stand in the text; empty when there are none."""
    partly = f"{PARTLY_MARK} held only in part" if counts.get(Verdict.PARTLY) else ""
    fails = f"{FAILS_MARK} not held" if any(counts.get(one) for one in Verdict if one.fails) else ""
    marks = ", ".join(mark for mark in (partly, fails) if mark)
    return f"{marks} by the cited passages." if marks else ""


def _percent(share: float) -> int:
    """Whole per cent; only what is whole is 100, and only nothing is 0."""
    rounded = round(share * 100)
    return min(max(rounded, 1), 99) if 0 < share < 1 else rounded
