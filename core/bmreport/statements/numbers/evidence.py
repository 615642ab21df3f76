"""Evidence: the figures of a claim's passages, read sentence by sentence and only as far as the claim needs."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from bmreport.statements.numbers.context import Place
from bmreport.statements.numbers.deriving import derives
from bmreport.statements.numbers.likely import may_stand_for
from bmreport.statements.numbers.matching import comparable, matches
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.reading import read_figures
from bmreport.statements.numbers.settings import is_absolute, is_relative, setting_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bmreport.statements.numbers.reading import Sentence

__all__ = ["Evidence"]

_ONE = {"year": 365.25, "month": 365.25 / 12, "week": 7.0, "day": 1.0, "hour": 1 / 24, "fortnight": 14.0}
_MOST_COUNTS, _MOST_SUMMED = 6, 4
_HALF = 50.0
_MOST_SAME = 24
"""In more places than prose has, a figure need not be looked up."""
_MOST_NEAR = 400
_MOST_RIVALS = 8
"""So many further sentences of a passage are looked at for what a figure may have been mistaken for."""
_PREFIX = 5
"""Words that begin with the same letters are taken for forms of one, when sentences are chosen."""


class Evidence:
    """The passages that a claim cites, as far as figures go."""

    def __init__(self, claim: str, passages: Mapping[str, str]) -> None:
        self._claim = claim
        self._readings = {identifier: read_figures(text) for identifier, text in passages.items()}

    @cached_property
    def places(self) -> list[Place]:
        """Every figure of every passage."""
        return _places((name, sentence) for name, one in self._readings.items() for sentence in one.with_figures)

    def same(self, one: Quantity) -> list[Place]:
        """The places where the claim's figure stands, as it is or as the passage writes it."""
        return self._same(one, converted=False) or self._same(one, converted=True)

    def has_one(self, one: Quantity) -> bool:
        """Whether a time is one unit of which a passage speaks without a figure: 12 months, and `within a year`."""
        if one.unit is None or one.unit.dimension != "time" or one.high is not None:
            return False
        days = one.value * one.unit.factor
        word = next((word for word, length in _ONE.items() if abs(days - length) < 0.02 * length), "")
        found = re.compile(rf"\b(?:an?|per|each|every|the next|the following|the first) {word}\b", re.IGNORECASE)
        return bool(word) and any(found.search(reading.text) for reading in self._readings.values())

    def _same(self, one: Quantity, *, converted: bool) -> list[Place]:
        likely = _each_place(
            (name, sentence)
            for name, reading in self._readings.items()
            for sentence in reading.with_figures
            if any(may_stand_for(one, numeral, converted=converted) for numeral in sentence.numerals)
        )
        found = (place for place in likely if matches(one, place.quantity) and self.is_alike(one, place))
        return list(islice(found, _MOST_SAME))

    @cached_property
    def values(self) -> frozenset[float]:
        """The bare values of all figures."""
        readings = self._readings.values()
        return frozenset(one.value for reading in readings for part in reading.with_figures for one in part.numerals)

    def alike(self, one: Quantity) -> list[Place]:
        """The figures of the same sort, whatever their values."""
        return [place for place in self.places if self.is_alike(one, place)]

    def is_alike(self, one: Quantity, place: Place) -> bool:
        """Whether both are of one sort; percentages of a risk and percentage points are not."""
        found, text = place.quantity, place.sentence.text
        kinds = {one.kind, found.kind}
        if kinds == {Kind.PERCENT, Kind.POINTS}:
            return is_absolute(self._claim, one) and is_absolute(text, found)
        if not comparable(one, found):
            return False
        if kinds <= {Kind.PERCENT, Kind.POINTS} and is_absolute(self._claim, one) != is_absolute(text, found):
            return not (is_relative(self._claim, one) or is_relative(text, found))
        return True

    def derived(self, one: Quantity) -> list[Place]:
        """The figures from which the claim's figure follows."""
        places: list[Place] = []
        for identifier, reading in self._readings.items():
            setting = setting_of(self._claim, one, reading.text)
            for sentence in reading.with_figures:
                starts = {source.start for source in derives(one, sentence.found, setting)}
                found = enumerate(sentence.found)
                places.extend(Place(identifier, sentence, at) for at, other in found if other.start in starts)
        return places

    def rivals(self, same: Sequence[Place], words: Iterable[str]) -> list[Place]:
        """The figures near those that the claim's may be mistaken for.

        They stand in the same sentences, and in sentences of the passages that hold words of the claim which the former
        lack. Of a claim with one or two passages, all are looked at.
        """
        here = {id(place.sentence): (place.citation_id, place.sentence) for place in same}
        held = [place.sentence.lower for place in same]
        missing = [word[:_PREFIX] for word in words if not any(word[:_PREFIX] in text for text in held)]
        names = set(self._readings) if len(self._readings) <= 2 else {place.citation_id for place in same}
        chosen = list(here.values())
        for name in names if missing else ():
            further = (
                (name, sentence)
                for sentence in self._readings[name].with_figures
                if id(sentence) not in here and any(word in sentence.lower for word in missing)
            )
            chosen.extend(one for one, _ in zip(further, range(_MOST_RIVALS), strict=False))
        return _places(chosen)[:_MOST_NEAR]

    def is_sum(self, one: Quantity) -> bool:
        """`two trials with 1,412 people`: whether it is the sum of what two or more passages tell of theirs."""
        if one.kind is not Kind.COUNT or len(self._readings) < 2:
            return False
        sums = {0.0}
        for name in list(self._readings)[:_MOST_SUMMED]:
            values = [
                place.quantity.value
                for place in self.places
                if place.citation_id == name
                and place.quantity.kind is Kind.COUNT
                and place.quantity.counted in ("", one.counted)
            ]
            sums |= {total + value for total in sums for value in values[:_MOST_COUNTS]}
        return one.value in sums

    def is_middle(self, one: Quantity) -> bool:
        """Whether `half of the patients` may be the median of them."""
        is_half = one.writing is Writing.SHARE and one.value == _HALF
        return is_half and any("median" in reading.text for reading in self._readings.values())


def _places(sentences: Iterable[tuple[str, Sentence]]) -> list[Place]:
    return list(_each_place(sentences))


def _each_place(sentences: Iterable[tuple[str, Sentence]]) -> Iterator[Place]:
    for name, sentence in sentences:
        for at in range(len(sentence.found)):
            yield Place(name, sentence, at)
