"""Statements side by side: whether two speak of the same result, and whether they agree on it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.statements.arms import CONTROLS
from bmreport.statements.change_words import Scale
from bmreport.statements.outcomes import SUBJECTS, UNITS
from bmreport.statements.words import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bmreport.statements.direction import Statement

__all__ = ["Contrast", "Weights", "agree", "arms_met", "likeness", "same_way_round"]


def _keys(words: str) -> frozenset[str]:
    return frozenset(key_of(word) for word in words.split())


_OPPOSITES = tuple(
    (key_of(one), key_of(other))
    for one, other in (("death", "survive"), ("adherence", "stop"), ("retention", "dropout"), ("success", "failure"))
)
_OPPOSITE_KEYS = dict(_OPPOSITES) | {other: one for one, other in _OPPOSITES}
"""Outcomes of which one is the lack of the other."""
_LACKING = _keys(
    "effective protect prevention relief free resolve recovery recover cure clearance clear remission response reduction "
    "avoid decline loss deterioration fall drop decrease"
)
"""Keys that turn an outcome round: the more protection against it, the less of it."""
_GENERIC = _keys(
    "drug treat treatment therapy regimen intervention supplement program programme agent medicine product approach "
    "strategy group arm dose dosing"
)
_MOSTLY = 0.6
_CLEARLY = 0.15
_BOTH_ARMS = 1.5
_LIKE_BY_ARMS = 0.9


@dataclass(frozen=True)
class Weights:
    """How much a key tells one statement of the passages from another."""

    counts: Mapping[str, int]
    total: int

    @classmethod
    def of(cls, texts: Iterable[Iterable[str]]) -> Weights:
        """From the keys of each statement."""
        counts: Counter[str] = Counter()
        total = 0
        for keys in texts:
            counts.update(set(keys))
            total += 1
        return cls(counts, total)

    def of_key(self, key: str) -> float:
        """Rare keys weigh more; one that no passage holds weighs little, as it may be a paraphrase."""
        if key in _GENERIC:
            return 0.3
        count = self.counts.get(key, 0)
        return math.log(1 + self.total / count) if count else 0.7

    def share(self, part: frozenset[str], whole: frozenset[str]) -> float:
        """How much of `part` is in `whole`, 0 to 1; an outcome's opposite counts as itself."""
        if not part:
            return 0.0
        met = math.fsum(self.of_key(key) for key in sorted(part) if _in(key, whole))
        return met / math.fsum(self.of_key(key) for key in sorted(part))


def _in(key: str, keys: frozenset[str]) -> bool:
    return key in keys or _OPPOSITE_KEYS.get(key, "") in keys


def likeness(claim: Statement, other: Statement, weights: Weights) -> float:
    """How far two statements speak of the same result, 0 to 1; 0 when the outcome of the claim is not met."""
    spoken = other.words | other.outcome | other.arm | other.comparator
    bare = frozenset(key for key in claim.outcome - SUBJECTS - UNITS if not key.isdigit())
    outcome = bare or claim.outcome or claim.words
    if not (claim.outcome and other.outcome) and not other.by_figures and arms_met(claim, other) >= _BOTH_ARMS:
        return _LIKE_BY_ARMS  # `A was superior to B` names no outcome
    named = max(weights.share(outcome, spoken), 0.85 * weights.share(claim.core - SUBJECTS, spoken))
    meeting = (other.outcome if claim.outcome else frozenset()) or spoken
    if named < 0.5 or not any(_in(key, meeting) for key in outcome):
        return 0.0
    back = weights.share(other.outcome or other.words, claim.words | claim.arm | claim.comparator)
    around = weights.share(claim.words | claim.arm, spoken | other.comparator)
    score = 0.55 * named + 0.2 * back + 0.25 * around
    if claim.comparator and other.comparator:
        both = other.comparator | other.arm | other.words
        score += 0.1 * (_meet(claim.comparator, both) > 0)
    return score


@dataclass(frozen=True)
class Contrast:
    """Two arms that the passages hold against each other."""

    one: frozenset[str]
    other: frozenset[str]


def same_way_round(claim: Statement, other: Statement, contrasts: Sequence[Contrast], known: Weights) -> int | None:
    """1 when both compare the arms in the same order, -1 when in reverse, 0 when that cannot be told.

    None when they speak of different arms.
    """
    straight, crossed = _arms_met(claim, other)
    if _is_of_neither(claim, other):
        return None
    if abs(straight - crossed) >= _CLEARLY:
        return (
            1
            if straight > crossed and not _holds_both(claim, other)
            else -1
            if crossed > straight and not _holds_both(claim, other)
            else 0
        )
    if crossed:
        return 0
    if _by_contrast(claim, other, contrasts):
        return -1
    return None if _other_arm(claim, other, known) else 1


def _telling(
    arm: frozenset[str], rival: frozenset[str], outcome: frozenset[str], *, ranked: bool
) -> frozenset[str]:
    """The words of an arm that tell it from the other one, and from the outcome unless the two are ranked."""
    own = arm - rival
    return (own - outcome - _GENERIC) or (own - outcome) or (own if ranked else frozenset())


def arms_met(claim: Statement, other: Statement) -> float:
    """How many of the two arms of `other` are the claim's, whichever way round."""
    return max(_arms_met(claim, other))


def _arms_met(claim: Statement, other: Statement) -> tuple[float, float]:
    """How many arms meet in the same order, and in reverse."""
    first = (claim.words | claim.arm) - claim.comparator
    second = claim.comparator
    ranked = other.scale in (Scale.GOOD, Scale.TIE)
    one = _telling(other.arm, other.comparator, other.outcome, ranked=ranked)
    rival = _telling(other.comparator, other.arm, other.outcome, ranked=True)
    straight = _part_of(one, first) + _part_of(rival, second)
    reverse = _part_of(rival, first)
    crossed = _part_of(one, second) + (reverse if second or reverse >= _MOSTLY else 0.0)
    return straight, crossed


def _holds_both(claim: Statement, other: Statement) -> bool:
    """Whether `other` names both arms of the claim without comparing them (`fell with A and with B`)."""
    spoken = other.words | other.arm
    mine = claim.arm - claim.outcome - claim.comparator
    return not other.comparator and bool(claim.comparator and mine) and claim.comparator <= spoken and mine <= spoken


def _is_of_neither(claim: Statement, other: Statement) -> bool:
    """Whether the claim tells the effect of a thing that is neither of the two groups that `other` compares."""
    mine = claim.arm - claim.outcome
    groups = other.arm | other.comparator
    compares = bool(other.arm and other.comparator)
    return claim.acts and not claim.comparator and compares and bool(mine) and not mine & groups and other.by_figures


def _part_of(arm: frozenset[str], words: frozenset[str]) -> float:
    """How much of an arm's words are among others, 0 to 1; two controls of different name meet half."""
    if not arm:
        return 0.0
    met = len(arm & words) / len(arm)
    return met or (0.5 if arm & CONTROLS and words & CONTROLS else 0.0)


def _other_arm(claim: Statement, other: Statement, known: Weights) -> bool:
    """Whether each names an arm of its own, and the passages know the claim's from elsewhere."""
    mine, its = claim.arm - claim.outcome, other.arm - other.outcome
    spoken = other.words | other.arm | other.comparator | other.outcome
    named = bool(mine and its) and (other.acts or other.by_figures or bool(other.comparator))
    return named and not mine & spoken and _mostly(mine, frozenset(known.counts))


def _mostly(part: frozenset[str], whole: frozenset[str]) -> bool:
    return bool(part) and len(part & whole) >= _MOSTLY * len(part)


def _meet(one: frozenset[str], other: frozenset[str]) -> float:
    both = len(one & other)
    return both + (0.5 if not both and one & CONTROLS and other & CONTROLS else 0)


def _by_contrast(claim: Statement, other: Statement, contrasts: Sequence[Contrast]) -> bool:
    """Whether each names one arm, and the passages hold these two against each other."""
    mine, its = (one.arm - one.outcome - _GENERIC for one in (claim, other))
    if mine and its and not mine & its and _is_plain_control(mine) is not _is_plain_control(its):
        return True
    for contrast in contrasts:
        for one, rival in ((contrast.one, contrast.other), (contrast.other, contrast.one)):
            own, foreign = one - rival, rival - one
            mine, its = mine - (one & rival), its - (one & rival)
            if _mostly(mine, own) and not mine & foreign and _mostly(its, foreign) and not its & own:
                return True
    return False


def _is_plain_control(arm: frozenset[str]) -> bool:
    return bool(arm & _PLAIN_CONTROLS) and "posit" not in arm


_PLAIN_CONTROLS = _keys("placebo control sham vehicle untreated usual")


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
        opposite = any(_OPPOSITE_KEYS.get(key, "") in other.outcome for key in claim.outcome - other.outcome)
        if opposite:
            return -1
        if _told_by_lack(claim, other):
            return -1
        mine, its = claim.good, other.good
        shared = claim.outcome & other.outcome
        return mine * its if mine and its and not shared else 1
    return claim.good * other.good
