"""Which arm is which: whether two statements compare the same arms, and in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.arms import CONTROLS
from bmreport.statements.change_words import Scale
from bmreport.statements.weighing import GENERIC, keys_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.statement import Statement
    from bmreport.statements.weighing import Weights

__all__ = ["Contrast", "arms_met", "same_way_round"]

_MOSTLY = 0.6
_CLEARLY = 0.15
_PLAIN_CONTROLS = keys_in("placebo control sham vehicle untreated usual")
_POSITIVE = "posit"
_JOINED = keys_in("combined combination plus adding addition")


class Contrast(NamedTuple):
    """Two arms that a passage holds against each other, in the order in which it names them."""

    one: frozenset[str]
    other: frozenset[str]


def same_way_round(claim: Statement, other: Statement, contrasts: Sequence[Contrast], known: Weights) -> int | None:
    """1 when both compare the arms in the same order, -1 when in reverse, 0 when that cannot be told.

    None when they speak of different arms.
    """
    if _is_of_neither(claim, other):
        return None
    straight, crossed = _met(claim, other)
    if abs(straight - crossed) >= _CLEARLY:
        if _holds_both(claim, other):
            return 0
        return 1 if straight > crossed else -1
    if crossed:
        return 0
    if _by_contrast(claim, other, contrasts):
        return -1
    if other.by_figures and not other.arm and not other.comparator and claim.arm - claim.outcome:
        return 0  # `fractures were recorded in 6% and 11%`: in whom is not told
    return None if _other_arm(claim, other, known) else 1


def arms_met(claim: Statement, other: Statement) -> float:
    """How many of the two arms of `other` are the claim's, whichever way round; 0 to 2."""
    return max(_met(claim, other))


def _met(claim: Statement, other: Statement) -> tuple[float, float]:
    """How many arms meet in the same order, and in reverse."""
    first = claim.words_and_arm - claim.comparator
    second = claim.comparator
    ranked = other.scale in (Scale.GOOD, Scale.TIE)
    one = _telling(other.arm, other.comparator, other.outcome, ranked=ranked)
    rival = _telling(other.comparator, other.arm, other.outcome, ranked=True)
    straight = _part_of(one, first) + _part_of(rival, second)
    reverse = _part_of(rival, first)
    crossed = _part_of(one, second) + (reverse if second or reverse >= _MOSTLY else 0.0)
    return straight, crossed


def _telling(arm: frozenset[str], rival: frozenset[str], outcome: frozenset[str], *, ranked: bool) -> frozenset[str]:
    """The words of an arm that tell it from the other one, and from the outcome unless the two are ranked."""
    own = arm - rival
    if "alon" in own and own != {"alon"}:
        own = frozenset(("alon",))  # `A alone or combined with B`: both have A
    telling = own - outcome - GENERIC
    return (telling - _JOINED) or telling or (own if ranked else frozenset())


def _part_of(arm: frozenset[str], words: frozenset[str]) -> float:
    """How much of an arm's words are among others, 0 to 1; two controls of different name meet half."""
    if not arm:
        return 0.0
    met = len(arm & words) / len(arm)
    return met or (0.5 if arm & CONTROLS and words & CONTROLS else 0.0)


def _holds_both(claim: Statement, other: Statement) -> bool:
    """Whether `other` names both arms of the claim without comparing them (`fell with A and with B`)."""
    mine = claim.arm - claim.outcome - claim.comparator
    spoken = other.words_and_arm
    return not other.comparator and bool(claim.comparator and mine) and claim.comparator <= spoken and mine <= spoken


def _is_of_neither(claim: Statement, other: Statement) -> bool:
    """Whether the claim tells the effect of a thing that is neither of the two groups that `other` compares."""
    if not claim.acts or claim.comparator or not (other.by_figures and other.arm and other.comparator):
        return False
    mine = claim.arm - claim.outcome
    return bool(mine) and not mine & (other.arm | other.comparator)


def _by_contrast(claim: Statement, other: Statement, contrasts: Sequence[Contrast]) -> bool:
    """Whether each names one arm, and the passages hold these two against each other."""
    mine, its = claim.arm - claim.outcome - GENERIC, other.arm - other.outcome - GENERIC
    if mine and its and not mine & its and _is_plain_control(mine) is not _is_plain_control(its):
        return True
    for contrast in contrasts:
        shared = contrast.one & contrast.other
        for one, rival in (contrast, contrast[::-1]):
            own, foreign = one - rival, rival - one
            here, there = mine - shared, its - shared
            if _mostly(here, own) and not here & foreign and _mostly(there, foreign) and not there & own:
                return True
    return False


def _is_plain_control(arm: frozenset[str]) -> bool:
    return bool(arm & _PLAIN_CONTROLS) and _POSITIVE not in arm


def _other_arm(claim: Statement, other: Statement, known: Weights) -> bool:
    """Whether each names an arm of its own, and the passages know the claim's from elsewhere."""
    mine, its = claim.arm - claim.outcome, other.arm - other.outcome
    if claim.scale is Scale.TIE and claim.acts and mine and its - GENERIC and len(mine & other.spoken) < len(mine) / 2:
        return True  # `size did not predict relapse`: another thing may
    named = bool(mine and its) and (other.acts or other.by_figures or bool(other.comparator))
    if not named or mine & other.spoken:
        return False
    return sum(known.count(key) > 0 for key in mine) >= _MOSTLY * len(mine)


def _mostly(part: frozenset[str], whole: frozenset[str]) -> bool:
    return bool(part) and len(part & whole) >= _MOSTLY * len(part)
