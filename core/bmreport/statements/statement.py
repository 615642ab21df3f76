"""Statement: one result as a clause tells it, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bmreport.statements.change_words import Scale
from bmreport.statements.outcomes import event_valence, valence

__all__ = ["Direction", "Statement"]


class Direction(StrEnum):
    """Which way a result goes, as the words have it."""

    HIGHER = "higher"
    LOWER = "lower"
    BETTER = "better"
    WORSE = "worse"
    LATER = "later"
    SOONER = "sooner"
    COMMON = "common"
    RARE = "rare"
    SAME = "no difference"
    DIFFERENT = "different"


_DIRECTION = {
    (Scale.VALUE, 1): Direction.HIGHER,
    (Scale.VALUE, -1): Direction.LOWER,
    (Scale.GOOD, 1): Direction.BETTER,
    (Scale.GOOD, -1): Direction.WORSE,
    (Scale.TIMING, 1): Direction.LATER,
    (Scale.TIMING, -1): Direction.SOONER,
    (Scale.LEVEL, 1): Direction.COMMON,
    (Scale.LEVEL, -1): Direction.RARE,
    (Scale.TIE, 1): Direction.DIFFERENT,
}
_EITHER = frozenset((-1, 1))


@dataclass(frozen=True)
class Statement:
    """One result: `text[start:end]` is the clause that tells it."""

    start: int
    end: int
    scale: Scale
    sign: int
    sign_at: int = -1
    """Offset of the word that tells the direction; -1 when figures tell it."""
    outcome: frozenset[str] = frozenset()
    """Keys (`synonyms.py`) of the words that name the outcome."""
    core: frozenset[str] = frozenset()
    """Keys of the outcome without what it comes from (`recovery` of `recovery from sudden hearing loss`)."""
    parts: tuple[frozenset[str], ...] = ()
    """Keys of each outcome where it names several (`stroke, infarction and death`)."""
    words: frozenset[str] = frozenset()
    """Keys of all that the clause speaks of, the words of the comparator left out."""
    front: frozenset[str] = frozenset()
    """Keys of a phrase that opens the clause and says of whom or when it speaks (`In adolescents, …`)."""
    arm: frozenset[str] = frozenset()
    """Who or what was given, or who they are; empty when the clause does not tell."""
    arms: tuple[frozenset[str], ...] = ()
    """Keys of each arm where it names several (`A and B were associated with`)."""
    comparator: frozenset[str] = frozenset()
    acts: bool = False
    """Whether the arm is what brought the result about (`A reduced …`), not where it was seen."""
    negated: bool = False
    significant: bool | None = None
    """As told in words or figures; None when neither does."""
    by_figures: bool = False
    """Read from figures, not from words."""
    rank: tuple[int, int, int] | None = None
    """Which two of how many arms it compares, where only the order of the figures tells."""
    trend: bool = False
    """Called a trend, numerical or not significant, or told as possible only."""
    only: bool = False
    """Said to hold only somewhere or for some time."""
    graded: bool = False
    """Compares how much something changed in two arms (`fell by 5 kg and 2 kg`)."""
    not_worse: bool = False
    """Said to be non-inferior: the same or better."""

    @cached_property
    def words_and_arm(self) -> frozenset[str]:
        """Keys of all but the comparator."""
        return self.words | self.arm

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Keys of all that it speaks of."""
        return self.words | self.arm | self.outcome | self.comparator

    @property
    def direction(self) -> Direction:
        """As the words have it, before denial."""
        return _DIRECTION.get((self.scale, self.sign), Direction.SAME)

    @cached_property
    def means(self) -> frozenset[int]:
        """Signs on the scale that the statement stands for: -1, 0, 1; several where it leaves that open."""
        if self.scale is Scale.TIE:
            same = (self.sign == 0) is not self.negated or self.significant is False
            return frozenset((0,)) if same else _EITHER
        if self.scale is Scale.LEVEL:
            return frozenset((-self.sign if self.negated else self.sign,))
        if self.negated:
            return frozenset((0,))
        if self.significant is False:
            return frozenset((0,)) if self.by_figures else frozenset((0, self.sign))
        if self.by_figures and self.significant is None:
            return frozenset((0, self.sign))
        return frozenset((self.sign,))

    @cached_property
    def allows(self) -> frozenset[int]:
        """Signs on the scale that agree with the statement: `did not reduce` agrees with a rise as well."""
        if self.not_worse and not self.negated:
            return frozenset((0, 1))
        if self.scale is Scale.TIE or self.scale is Scale.LEVEL:
            return self.means
        if self.negated:
            return frozenset((0, -self.sign))
        return frozenset((0, self.sign)) if self.trend else frozenset((self.sign,))

    @cached_property
    def good(self) -> int:
        """What one step up on the scale is: 1 welcome, -1 unwelcome, 0 not to be told."""
        if self.scale is Scale.GOOD:
            return 1
        if self.scale is Scale.TIMING:
            return -event_valence(self.outcome)
        return valence(self.outcome or self.words)

    @property
    def benefit(self) -> bool | None:
        """True for a benefit, False for a harm, None for neither or when it cannot be told."""
        told = {sign * self.good for sign in self.means}
        return None if len(told) != 1 or 0 in told else 1 in told
