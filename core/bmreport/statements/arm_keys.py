"""The keys of an arm: what was given, or who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.keyed import spoken
from bmreport.statements.outcomes import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["CONTROL", "arm_keys"]

CONTROL = "control"
"""Key of an arm that goes without."""
_UNTREATED = frozenset("without no unvaccinated unexposed neither none".split())




def arm_keys(words: Sequence[Word], first: int, last: int, *, rival: bool = False) -> frozenset[str]:
    """The keys of an arm; who was studied is no part of it, and `without A`, `those who were not` are a control."""
    own = frozenset(spoken(words, first, last)) - PEOPLE
    bare = any(word.text in _UNTREATED for word in words[first : first + 2]) or (
        rival and last > first and words[last - 1].text == "not"
    )
    return own | {CONTROL} if bare else own
