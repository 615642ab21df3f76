"""Clauses side by side: whether one says what the other denies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.assertions import Assertion
    from bmreport.statements.weighing import Weights

__all__ = ["Clash", "worst_clash"]

_SURE = 0.6
_COVERED = 0.6
_ALL = 0.99
_FEW = 2
_ELSEWHERE = 0.35
_SOMEWHAT, _MOSTLY, _LITTLE_LESS = 0.3, 0.6, 0.15


class Clash(NamedTuple):
    """That the claim and the clause at `place` are at odds; `by_claim` when the claim is what denies."""

    place: int
    by_claim: bool


def worst_clash(
    claim: Assertion, clauses: Sequence[Assertion], weights: Weights, apart: frozenset[str]
) -> Clash | None:
    """The clause that clashes most surely with the claim; None when there is none, or another clause holds the claim.

    `apart` are the keys of the claim's other clauses.
    """
    sure = [_clash(claim, one, weights, apart) for one in clauses]
    place = max(range(len(sure)), key=lambda at: sure[at][0], default=-1)
    if place < 0 or sure[place][0] < _SURE:
        return None
    _, denying = sure[place]
    nearness = weights.share(claim.keys, clauses[place].keys)
    for one, (clashes, _) in zip(clauses, sure, strict=True):
        of_same = weights.share(denying.keys, one.keys)
        if clashes or of_same < _SOMEWHAT:
            continue
        nearer = weights.share(claim.keys, one.keys) - nearness
        if nearer > 0 or (of_same >= _MOSTLY and nearer >= -_LITTLE_LESS * nearness):
            return None
    return Clash(place, denying is claim)


def _clash(claim: Assertion, other: Assertion, weights: Weights, apart: frozenset[str]) -> tuple[float, Assertion]:
    """How surely one of the two says what the other denies, 0 to 1, and the one that denies it."""
    for denying, saying in ((other, claim), (claim, other)):
        if denying.denied and _says_denied(saying, denying, weights):
            return _met(denying.keys, saying.keys, weights, apart), denying
    return 0.0, other


def _says_denied(one: Assertion, other: Assertion, weights: Weights) -> bool:
    """Whether `one` says what `other` denies. Where both tell a direction, they are compared by that instead."""
    if one.slight or (one.signs and not other.signs):
        return False
    for denial in other.denied:
        if (denial.head and denial.head not in one.keys) or denial.signs:
            continue
        least = _COVERED if len(denial.keys) > _FEW else _ALL
        if _met(denial.keys, one.keys, weights, frozenset()) < least:
            continue
        if not one.denies if denial.phrase else other.whole and not one.whole:
            return True
    return False


def _met(part: frozenset[str], whole: frozenset[str], weights: Weights, apart: frozenset[str]) -> float:
    """How much of a clause that denies something is in one that says it, 0 to 1.

    What the passages speak of elsewhere, such as the drug of the study, is often left out and counts for little, unless
    the claim has it in another of its clauses.
    """
    met = missed = 0.0
    for key in part:
        if key in whole:
            met += weights.of_key(key)
        else:
            missed += weights.of_key(key) * (_ELSEWHERE if key not in apart and weights.count(key) > 1 else 1)
    return met / (met + missed) if met else 0.0
