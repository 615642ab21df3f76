"""Which sentences of the passages come nearest to a claim."""

from __future__ import annotations

from collections import Counter
from math import log1p
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.reading import Reading, SentenceRead, read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Near", "best_of", "nearest"]

_NUMBER_WEIGHT = 1.5
_LOOKED_AT = 10
_WORTH_ADDING = 2
_MOST_QUOTED = 3


class Near(NamedTuple):
    """A sentence of a passage, and how much of the claim's content stands in it, 0 to 1."""

    citation_id: str
    reading: Reading
    sentence: SentenceRead
    score: float


def nearest(claim: Reading, passages: Mapping[str, str]) -> list[Near]:
    """The sentences of the passages that share a content word with the claim, the nearest first.

    A word weighs the more the fewer sentences hold it, and a number more than a word.
    """
    readings = {name: read(text) for name, text in passages.items()}
    wanted = claim.keys
    counts: Counter[str] = Counter()
    shared = []
    total = 0
    for name, reading in readings.items():
        for sentence in reading.sentences:
            total += 1
            common = wanted & sentence.keys
            if common:
                counts.update(common)
                shared.append((name, reading, sentence, common))
    weights = {word: _weight(word, counts[word], total) for word in wanted}
    whole = sum(weights.values())
    found = [
        Near(name, reading, sentence, sum(map(weights.__getitem__, common)) / whole)
        for name, reading, sentence, common in shared
    ]
    found.sort(key=lambda near: -near.score)
    return found


def best_of(near: Sequence[Near], claim: Reading) -> list[Near]:
    """The sentences that hold the claim between them: the nearest, and up to two that each add two of its words."""
    chosen: list[Near] = []
    told: frozenset[str] = frozenset()
    for one in near[:_LOOKED_AT]:
        new = (one.sentence.keys & claim.keys) - told
        if not chosen or len(new) >= _WORTH_ADDING:
            chosen.append(one)
            told |= new
        if len(chosen) == _MOST_QUOTED:
            break
    return chosen


def _weight(word: str, count: int, total: int) -> int:
    """In thousandths: sums of whole numbers do not depend on the order of a set."""
    rarity = log1p(total / (count or 1)) * (_NUMBER_WEIGHT if word[0].isdigit() else 1.0)
    return round(1000 * rarity)
