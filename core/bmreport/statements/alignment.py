"""How far two statements speak of the same result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.arms import CONTROLS
from bmreport.statements.orientation import arms_met
from bmreport.statements.outcomes import FINDING, SUBJECTS, UNITS
from bmreport.statements.weighing import holds, keys_in

if TYPE_CHECKING:
    from bmreport.statements.statement import Statement
    from bmreport.statements.weighing import Weights

__all__ = ["likeness"]

_BOTH_ARMS = 1.5
_LIKE_BY_ARMS = 0.9
_LEAST_NAMED = 0.5
_CORE = 0.85
_FOR_NAMED, _FOR_BACK, _FOR_AROUND, _FOR_ARMS = 0.55, 0.2, 0.25, 0.1


def likeness(claim: Statement, other: Statement, weights: Weights) -> float:
    """How far two statements speak of the same result, 0 to about 1; 0 when the outcome of the claim is not met.

    More than half of the claim's outcome must be in the other statement; besides count how much of the other's outcome
    the claim has, and of the claim's other words the other statement.
    """
    if not (claim.outcome and other.outcome) and not other.by_figures and arms_met(claim, other) >= _BOTH_ARMS:
        return _LIKE_BY_ARMS  # `A was superior to B` names no outcome
    outcome = frozenset(key for key in claim.outcome - SUBJECTS - UNITS - FINDING if not key.isdigit())
    outcome = outcome or claim.outcome or claim.words
    meeting = (other.outcome if claim.outcome else frozenset()) or other.spoken
    if not any(holds(meeting, key) for key in outcome):
        return 0.0
    core = claim.core - SUBJECTS
    if _is_of_time_without(claim) is not _is_of_time_without(other) and not claim.outcome & other.outcome:
        return 0.0  # progression-free survival is not the lack of deaths
    if not claim.outcome & other.outcome and (_OTHERWISE & claim.words or _OTHERWISE & other.words):
        return 0.0  # survival with a favourable outcome, or death at home, is another thing
    if any(_says(claim, keys) is not _says(other, keys) for keys in _MEASURES):
        return 0.0  # the sensitivity for a cancer is not how many have it
    named = max(weights.share(outcome, other.spoken), _CORE * weights.share(core, other.spoken))
    if named < _LEAST_NAMED:
        return 0.0
    back = weights.share(other.outcome or other.words, claim.words_and_arm | claim.comparator)
    around = weights.share(claim.words_and_arm, other.spoken)
    score = _FOR_NAMED * named + _FOR_BACK * back + _FOR_AROUND * around
    if claim.comparator and other.comparator and _meets(claim.comparator, other.comparator | other.words_and_arm):
        score += _FOR_ARMS
    return 0.0 if _is_part(claim, other) or _is_part(other, claim) else score


_OTHERWISE = keys_in("function functional favourable home independent intact hospice")
_COMPOSITE = keys_in("death mortality composite")


def _is_part(one: Statement, other: Statement) -> bool:
    """Whether `other` seems to be a composite with death, and `one` a part of it that is not."""
    whole = bool(_COMPOSITE & other.outcome and other.outcome - _COMPOSITE)
    return whole and bool(one.outcome) and not _COMPOSITE & (one.outcome | one.words)


def _is_of_time_without(one: Statement) -> bool:
    return "fre" in one.outcome


_MEASURES = tuple(keys_in(words) for words in ("sensitivity", "specificity", "predictive", "cost costs"))


def _says(one: Statement, keys: frozenset[str]) -> bool:
    return bool(keys & (one.outcome or one.words))


def _meets(arm: frozenset[str], words: frozenset[str]) -> bool:
    return bool(arm & words) or bool(arm & CONTROLS and words & CONTROLS)
