"""The keys of an arm: what was given, or who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.keyed import spoken
from bmreport.statements.outcomes import PEOPLE
from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["CONTROL", "added_to", "arm_keys"]

CONTROL = "control"
"""Key of an arm that goes without."""
_UNTREATED = word_set("without no unvaccinated unexposed neither none")


def arm_keys(words: Sequence[Word], first: int, last: int, *, rival: bool = False) -> frozenset[str]:
    """The keys of an arm; who was studied is no part of it, and `without A`, `those who were not` are a control."""
    own = frozenset(spoken(words, first, last)) - PEOPLE
    bare = any(word.text in _UNTREATED for word in words[first : first + 2]) or (
        rival and last > first and words[last - 1].text == "not"
    )
    return own | {CONTROL} if bare else own


def added_to(words: Sequence[Word], first: int, last: int) -> int | None:
    """Where that begins to which something was added (`adding A to B`, `A added to B`); None when nothing was."""
    begun = False
    for at in range(first, last):
        if begun and words[at].text == "to":
            return at + 1 if at + 1 < last else None
        begun = begun or words[at].text in _ADDING
    return None


_ADDING = word_set("adding added addition")
