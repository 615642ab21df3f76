"""Whether two statements of the same result agree on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.change_words import Scale
from bmreport.statements.outcomes import TIMES
from bmreport.statements.weighing import keys_in, opposite_outcome

if TYPE_CHECKING:
    from bmreport.statements.statement import Statement

__all__ = ["agree"]

_LACKING = keys_in(
    "effective protect prevention relief free resolve recovery recover cure clearance clear remission response "
    "reduction avoid decline loss deterioration fall decrease"
)
"""Keys that turn an outcome round: the more protection against it, the less of it."""


def agree(claim: Statement, other: Statement, turned: int | None) -> bool | None:
    """Whether the claim's direction is what the other statement means; None when the two cannot be compared.

    `turned` is what `same_way_round` says of them.
    """
    if turned is None or (claim.scale is Scale.LEVEL) is not (other.scale is Scale.LEVEL):
        return None
    if claim.scale is Scale.LEVEL:
        return bool(other.means & claim.allows)
    if claim.significant is True and other.significant is False and 0 not in claim.allows:
        return False
    if other.only and 0 in claim.means:
        return None  # `in the first year only` leaves room for no effect later
    if claim.scale is Scale.TIE or other.scale is Scale.TIE:
        return _agree_on_tie(claim, other, turned)
    flip = turned * _scale_turn(claim, other)
    if {claim.scale, other.scale} == {Scale.VALUE, Scale.TIMING} and other.means == {0}:
        return None  # an event that was not delayed may be rarer all the same
    if flip == 0:
        return 0 in claim.allows if other.means == {0} else None
    agrees = bool({sign * flip for sign in other.means} & claim.allows)
    # That one outcome is the lack of the other is a guess, good enough to agree by and not to contradict by.
    return agrees if agrees or claim.scale is not other.scale or not _told_by_lack(claim, other) else None


def _agree_on_tie(claim: Statement, other: Statement, turned: int) -> bool | None:
    if claim.not_worse and other.not_worse:
        return claim.negated is other.negated
    if claim.not_worse and other.scale is not Scale.TIE:
        good = turned * other.good
        return bool({sign * good for sign in other.means} & claim.allows) if good else None
    if claim.scale is Scale.TIE:
        return bool(other.means & claim.allows)
    return bool(other.means & claim.allows) if other.means == {0} else True


def _told_by_lack(claim: Statement, other: Statement) -> bool:
    """Whether one outcome seems to be the lack of the other (`admissions`, `effectiveness against admission`)."""
    return _lacks(claim, other) is not _lacks(other, claim) and _same_but_for_lack(claim, other)


def _same_but_for_lack(claim: Statement, other: Statement) -> bool:
    one, its = claim.outcome - _LACKING, other.outcome - _LACKING
    return "composit" not in one | its and bool(one & its) and len(one & its) * 2 >= min(len(one), len(its))


def _lacks(one: Statement, other: Statement) -> bool:
    """Whether an outcome is told by its lack (`loss of function`), in words that the other may have elsewhere."""
    return bool(one.outcome & _LACKING) or bool(other.outcome & _LACKING and one.words & _LACKING)


def _scale_turn(claim: Statement, other: Statement) -> int:
    """1 when more on one scale is more on the other, -1 when it is less, 0 when that cannot be told."""
    if Scale.TIE in (claim.scale, other.scale):
        return 1
    if claim.scale is other.scale and claim.scale is Scale.GOOD:
        return 1
    if claim.scale is other.scale:
        opposite = any(opposite_outcome(key) in other.outcome for key in claim.outcome - other.outcome)
        if opposite:
            return -1
        if _told_by_lack(claim, other):
            return -1
        mine, its = claim.good, other.good
        shared = claim.outcome & other.outcome
        return mine * its if mine and its and not shared else 1
    value = other if claim.scale is Scale.TIMING else claim
    if {claim.scale, other.scale} == {Scale.VALUE, Scale.TIMING} and value.outcome & TIMES:
        return 1  # `the time to return to work was longer` is `later`
    return claim.good * other.good
