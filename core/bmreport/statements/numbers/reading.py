"""FigureReading: a text by sentences with their figures; what costs time is read only where it is asked for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from bmreport.sentences.abbreviations import NEVER_LAST
from bmreport.statements.numbers.name_lists import ACTIVE, arms_in, comparator_in
from bmreport.statements.numbers.numerals import Numeral, numerals
from bmreport.statements.numbers.quantities import quantities
from bmreport.statements.numbers.sentence_items import Item, items_of, keys_in
from bmreport.statements.numbers.surroundings import Arms, Around, around_each
from bmreport.statements.numbers.typography import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.numbers.quantity import Quantity

__all__ = ["FigureReading", "Sentence"]

# Rougher than `bmreport.sentences` and far cheaper: a sentence cut short costs a figure some of its words, no more.
_TOPIC_SENTENCES = 3
_BREAK = re.compile(r"(?P<word>[^\s(]{0,24})[.!?][\"'”’)\]]{0,2}\s+(?=[A-Z0-9\[(“\"‘'])|\n\s*\n")


class Sentence:
    """One sentence of a text: `text` begins at `offset` of the whole."""

    def __init__(self, whole: FigureReading, number: int, start: int, end: int) -> None:
        self._whole = whole
        self._number = number
        self.text = whole.text[start:end]
        self.offset = start

    @cached_property
    def found(self) -> list[Quantity]:
        """Its quantities, with offsets in the sentence."""
        return quantities(self.text)

    @cached_property
    def items(self) -> list[Item]:
        """Its words, marks and quantities."""
        return items_of(self.text, self.found)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all its words."""
        return frozenset(keys_in(self.items))

    @cached_property
    def before(self) -> Sequence[Sentence]:
        """The sentences of the text that come before it."""
        return self._whole.sentences[: self._number]

    @property
    def around(self) -> list[Around]:
        """The words of each of `found`."""
        return self._whole.around(self._number)

    @property
    def topic(self) -> frozenset[str]:
        """The keys that most sentences of the text hold."""
        return self._whole.topic

    @property
    def arm_names(self) -> frozenset[str]:
        """The names of arms that the whole text tells."""
        return self._whole.arm_names

    @cached_property
    def lower(self) -> str:
        """Its text in lower case."""
        return self.text.lower()


class FigureReading:
    """The figures of one text, sentence by sentence; `is_sentence` when all of it is one."""

    def __init__(self, text: str, *, is_sentence: bool = False) -> None:
        self.text = text
        self._is_sentence = is_sentence
        self._around: list[list[Around]] = []
        comparator = comparator_in(text)
        self._arms: Arms = {2: [frozenset({ACTIVE}), frozenset({comparator})]} if comparator else {}

    @cached_property
    def numerals(self) -> list[Numeral]:
        """All figures, by value alone."""
        return list(numerals(plain(self.text)))

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        if self._is_sentence:
            return starts
        for match in _BREAK.finditer(self.text):
            word = match["word"]
            if word is None or word.lower() not in NEVER_LAST:
                starts.append(match.end())
        return starts

    @cached_property
    def sentences(self) -> list[Sentence]:
        """All sentences in order."""
        ends = [*self._starts[1:], len(self.text)]
        return [Sentence(self, number, *span) for number, span in enumerate(zip(self._starts, ends, strict=True))]

    def sentence_at(self, offset: int) -> int:
        """The position in `sentences` of the one that an offset of the text stands in."""
        return bisect_right(self._starts, offset) - 1

    @cached_property
    def with_figures(self) -> list[int]:
        """Positions of the sentences that hold a figure."""
        return sorted({self.sentence_at(one.start) for one in self.numerals})

    def around(self, number: int) -> list[Around]:
        """The words of each figure of a sentence. They are read in order, since a sentence may name arms for the next."""
        while len(self._around) <= number:
            sentence = self.sentences[len(self._around)]
            self._arms.update(arms_in(sentence.items))
            arms = None if self._is_sentence else self._arms
            self._around.append(around_each(sentence.items, sentence.found, arms))
        return self._around[number]

    @cached_property
    def topic(self) -> frozenset[str]:
        """The keys that most of its sentences hold, three of them at least: what the text is about."""
        counts = Counter(key for sentence in self.sentences for key in sentence.keys)
        least = max(_TOPIC_SENTENCES, len(self.sentences) / 2)
        return frozenset(key for key, count in counts.items() if count >= least)

    @cached_property
    def arm_names(self) -> frozenset[str]:
        """The keys of all names of arms."""
        self.around(len(self.sentences) - 1)
        return frozenset().union(*(name for names in self._arms.values() for name in names))
