"""A passage read once: its sentences with their results, and the arms that it compares."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from bmreport.sentences import split_label, split_sentences
from bmreport.statements.abbreviations import Abbreviations, abbreviations_in
from bmreport.statements.direction import Reading, Statement, read_sentence
from bmreport.statements.orientation import Contrast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["PassageRead", "SentenceRead", "read_passage"]

_READ_BEFORE = 4096
_MUCH_LONGER = 2


@dataclass(frozen=True)
class SentenceRead:
    """`passage[start:end]` and what it tells."""

    start: int
    end: int
    reading: Reading
    statements: tuple[Statement, ...]
    """Its results; what one leaves out (arms, the full name of an outcome) taken from the sentences before."""


@dataclass(frozen=True)
class PassageRead:
    """The sentences of a passage in order, the arms that it holds against each other, and its abbreviations."""

    sentences: tuple[SentenceRead, ...]
    contrasts: tuple[Contrast, ...]
    abbreviations: Abbreviations

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """In how many of its results and clauses each key stands."""
        counts: Counter[str] = Counter()
        for keys in self._texts:
            counts.update(keys)
        return counts

    @cached_property
    def total(self) -> int:
        """How many results and clauses it has."""
        return len(self._texts)

    @property
    def _texts(self) -> list[frozenset[str]]:
        results = (one.words | one.outcome for read in self.sentences for one in read.reading.statements)
        clauses = (one.keys for read in self.sentences for one in read.reading.clauses)
        return [*results, *clauses]


@lru_cache(maxsize=_READ_BEFORE)
def read_passage(passage: str) -> PassageRead:
    """The passage, read; labels of structured abstracts are no part of a sentence."""
    abbreviations = abbreviations_in(passage)
    spans = (split_label(passage, span).span for span in split_sentences(passage))
    read = [
        (span, read_sentence(passage[span.start : span.end], abbreviations)) for span in spans if span.start < span.end
    ]
    filling = _Filling()
    told = [filling.of_sentence(reading) for _, reading in read]
    sentences = (
        SentenceRead(span.start, span.end, reading, filling.with_later_arms(statements))
        for (span, reading), statements in zip(read, told, strict=True)
    )
    return PassageRead(tuple(sentences), tuple(filling.contrasts), abbreviations)


class _Filling:
    """Fills in what a result leaves to the sentences before it, one sentence after the other."""

    def __init__(self) -> None:
        self.contrasts: list[Contrast] = []
        self._last: Contrast | None = None
        self._introduced = False
        self._listed: tuple[frozenset[str], ...] = ()
        self._outcomes: list[frozenset[str]] = []
        self._spoken_of: frozenset[str] = frozenset()

    def of_sentence(self, reading: Reading) -> list[Statement]:
        """The results of the next sentence, in full."""
        if reading.arms and all(reading.arms):
            self._last, self._introduced = Contrast(*reading.arms), True
            self.contrasts.append(self._last)
        self._listed = reading.listed or self._listed
        told = [self._in_full(self._with_arms(one)) for one in reading.statements if self._is_known(one)]
        if told:
            self._spoken_of = frozenset().union(*(one.outcome - one.arm for one in told))
        return told

    def with_later_arms(self, statements: Sequence[Statement]) -> tuple[Statement, ...]:
        """Figures before any arm was named take the first two arms of the passage."""
        first = self.contrasts[0] if self.contrasts else None
        return tuple(_with(one, first) if first and _lacks_arms(one) else one for one in statements)

    def _is_known(self, one: Statement) -> bool:
        """Whether the arms of one of three figures or more are told."""
        return one.rank is None or one.rank[2] == len(self._listed)

    def _with_arms(self, one: Statement) -> Statement:
        """Figures without arms (`nausea in 20% and 7%`) take those that the passage compares, in that order."""
        if one.rank is not None:
            return _with(one, Contrast(self._listed[one.rank[0]], self._listed[one.rank[1]]))
        if _lacks_arms(one):
            return _with(one, self._last) if self._last else one
        if one.arm and one.comparator:
            self.contrasts.append(Contrast(one.arm, one.comparator))
            if not self._introduced:
                self._last = self.contrasts[-1]
        return one

    def _in_full(self, one: Statement) -> Statement:
        """`Training led to no improvement` is of what was spoken of last; `suppression` may be `viral suppression`."""
        if not one.outcome and self._spoken_of and not one.by_figures:
            one = replace(one, outcome=self._spoken_of, words=one.words | self._spoken_of)
        if one.outcome and (longer := self._longer(one.outcome)):
            self._outcomes.append(one.outcome - one.arm)
            return replace(one, words=one.words | longer)
        self._outcomes.append(one.outcome - one.arm)
        return one

    def _longer(self, outcome: frozenset[str]) -> frozenset[str] | None:
        before = self._outcomes
        for told in reversed(before):
            if outcome < told and len(told) <= len(outcome) + _MUCH_LONGER:
                return told
        return before[-1] if before and outcome < before[-1] else None


def _lacks_arms(one: Statement) -> bool:
    return one.by_figures and not one.arm and not one.comparator


def _with(one: Statement, arms: Contrast) -> Statement:
    first = arms.one - arms.other or arms.one
    return replace(one, arm=first, comparator=arms.other - arms.one, words=one.words | first)
