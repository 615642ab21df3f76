"""Whether the sign of direction of a clause is denied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.change_words import Part, Scale
from bmreport.statements.negation import Reach
from bmreport.statements.signs import BE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.clauses import Clause
    from bmreport.statements.cues import FoundCue
    from bmreport.statements.words import Word

__all__ = ["is_negated"]


def is_negated(clause: Clause, cue: FoundCue, front: int) -> bool:
    """Whether an odd number of denials reach the sign; those in a phrase that opens the clause do not."""
    odd = False
    for one in clause.denials:
        if one.at < front:
            continue
        if one.reach is Reach.BACK:
            odd ^= one.at >= cue.last
        elif one.reach is Reach.ONWARD:
            odd ^= one.first <= cue.first < one.last or _denied_after(clause.words, one.at, cue)
        else:
            odd ^= one.first <= cue.first < one.last
    return odd


def _denied_after(words: Sequence[Word], at: int, cue: FoundCue) -> bool:
    """`lower in neither group`, `was seen with no drug`, `the effect was not significant`."""
    if at < cue.last:
        return False
    before = words[at - 1].text
    if at == cue.last and words[at].text in ("neither", "no", "none", "nothing") and cue.cue.part is Part.VERB:
        return True  # `it shortened neither the stay nor …`
    if words[at].text in ("neither", "none", "no") and before in ("in", "with", "by", "among"):
        return True
    if cue.cue.part is Part.NOUN or cue.cue.scale is Scale.TIE:
        return before in BE or words[at].text in ("neither", "none")
    return False
