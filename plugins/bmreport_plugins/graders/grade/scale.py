"""The four levels of certainty and their signs (GRADE handbook, chapter 5)."""

from __future__ import annotations

from typing import Final

__all__ = ["LEVELS", "PROVISIONAL", "PROVISIONAL_LEVELS", "SYMBOLS", "label_of", "rank_of", "words_of_change"]

LEVELS: Final = ("High", "Moderate", "Low", "Very low")
"""From best to worst."""
SYMBOLS: Final = {"High": "⊕⊕⊕⊕", "Moderate": "⊕⊕⊕◯", "Low": "⊕⊕◯◯", "Very low": "⊕◯◯◯"}
PROVISIONAL: Final = " (provisional)"
PROVISIONAL_LEVELS: Final = tuple(f"{level}{PROVISIONAL}" for level in LEVELS)
"""The scale of a grade that rests on citations alone: nobody may take it for a finished one."""
_BEST: Final = len(LEVELS)
_COUNTED: Final = {1: "one level", 2: "two levels", 3: "three levels"}


def rank_of(label: str) -> int:
    """4 for High down to 1 for Very low; a provisional label counts like the other."""
    return _BEST - LEVELS.index(label.removesuffix(PROVISIONAL))


def label_of(rank: int) -> str:
    """The label of a rank; the scale ends at High and at Very low."""
    return LEVELS[_BEST - min(_BEST, max(1, rank))]


def words_of_change(change: int) -> str:
    """`two levels down`, `one level up`; empty for no change."""
    if change == 0:
        return ""
    count = _COUNTED.get(abs(change), f"{abs(change)} levels")
    return f"{count} {'down' if change < 0 else 'up'}"
