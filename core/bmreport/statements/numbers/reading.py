"""FigureReading: a text by sentences with their figures; what costs time is read only where it is asked for."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property, lru_cache
from itertools import pairwise
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

__all__ = ["FigureReading", "Sentence", "read_figures"]

# Rougher than `bmreport.sentences` and far cheaper: a sentence cut short costs a figure some of its words, no more.
_BREAK = re.compile(r"[.!?][\"'”’)\]]{0,2}\s+(?=[A-Z0-9\[(“\"‘'])|\n\s{0,20}\n")
_CUE = re.compile(
    r"\b(?:receiv|took|taking|assign|randomi[sz]|allocat|given|compar|treat|underw|underg|either|used)", re.IGNORECASE
)
_LONGEST_WORD = 24
_TOPIC_SENTENCES = 3
_MOST_FIGURES = 60
_MOST_BEFORE = 25
_LOOK_BACK = 12
"""So many sentences before a list without names may have told the names."""


class Sentence:
    """One sentence of a text: `text` begins at `offset` of the whole."""

    def __init__(self, whole: FigureReading, number: int, start: int, end: int, figures: Sequence[Numeral]) -> None:
        self._whole = whole
        self._number = number
        self.text = whole.text[start:end]
        self.offset = start
        self.numerals = figures
        """Its figures by value alone, with offsets of the whole."""

    @cached_property
    def found(self) -> list[Quantity]:
        """Its quantities, with offsets in the sentence."""
        shift = self.offset
        return quantities(
            self.text, [one._replace(start=one.start - shift, end=one.end - shift) for one in self.numerals]
        )

    @cached_property
    def items(self) -> list[Item]:
        """Its words, marks and quantities."""
        return items_of(self.text, self.found)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all its words."""
        return frozenset(keys_in(self.items))

    @cached_property
    def lower(self) -> str:
        """Its text in lower case."""
        return self.text.lower()

    @property
    def before(self) -> Sequence[Sentence]:
        """The sentences of the text that come before it, as far as they may still tell what it is about."""
        return self._whole.sentences[max(0, self._number - _MOST_BEFORE) : self._number]

    @cached_property
    def around(self) -> list[Around]:
        """The words of each of `found`."""
        return around_each(self.items, self.found, {}, None if self._whole.is_sentence else self._carried)

    @cached_property
    def told_arms(self) -> Arms:
        """The names of arms that the sentence itself tells."""
        arms: Arms = {}
        if len(self.numerals) > 1:
            around_each(self.items, self.found, arms, None)
        if _CUE.search(self.text):
            arms.update(arms_in(self.items))
        return arms

    def _carried(self, size: int) -> list[frozenset[str]] | None:
        """The names of so many arms that the sentences before told last."""
        for sentence in reversed(self.before[-_LOOK_BACK:]):
            if names := sentence.told_arms.get(size):
                return names
        return self._whole.default_arms if size == len(self._whole.default_arms) else None

    @property
    def topic(self) -> frozenset[str]:
        """The keys that most sentences of the text hold."""
        return self._whole.topic

    @property
    def arm_names(self) -> frozenset[str]:
        """The names of arms that the whole text tells."""
        return self._whole.arm_names


class FigureReading:
    """The figures of one text, sentence by sentence; `is_sentence` when all of it is one."""

    def __init__(self, text: str, *, is_sentence: bool = False) -> None:
        self.text = text
        self.is_sentence = is_sentence

    @cached_property
    def _starts(self) -> list[int]:
        if self.is_sentence:
            return [0]
        return [0, *(match.end() for match in _BREAK.finditer(self.text) if self._ends(match))]

    def _ends(self, match: re.Match[str]) -> bool:
        start = match.start()
        word = self.text[max(0, start - _LONGEST_WORD) : start].rpartition(" ")[2].lstrip("(")
        return word.lower() not in NEVER_LAST

    @cached_property
    def sentences(self) -> list[Sentence]:
        """All sentences in order."""
        found = list(numerals(plain(self.text)))
        starts = _with_cuts(self._starts, found, len(self.text))
        figures: list[list[Numeral]] = [[] for _ in starts]
        for one in found:
            figures[bisect_right(starts, one.start) - 1].append(one)
        spans = zip(starts, [*starts[1:], len(self.text)], figures, strict=True)
        return [Sentence(self, number, *span) for number, span in enumerate(spans)]

    @cached_property
    def with_figures(self) -> list[Sentence]:
        """The sentences that hold a figure."""
        return [sentence for sentence in self.sentences if sentence.numerals]

    @cached_property
    def default_arms(self) -> list[frozenset[str]]:
        """The arms of a list that no sentence names: the comparator that the text tells of comes last."""
        comparator = "" if self.is_sentence else comparator_in(self.text)
        return [frozenset({ACTIVE}), frozenset({comparator})] if comparator else []

    @cached_property
    def topic(self) -> frozenset[str]:
        """The keys that most of its sentences hold, three of them at least: what the text is about."""
        counts = Counter(key for sentence in self.sentences for key in sentence.keys)
        least = max(_TOPIC_SENTENCES, len(self.sentences) / 2)
        return frozenset(key for key, count in counts.items() if count >= least)

    @cached_property
    def arm_names(self) -> frozenset[str]:
        """The keys of all names of arms."""
        told = (name for sentence in self.sentences for names in sentence.told_arms.values() for name in names)
        return frozenset().union(*told, *self.default_arms)


def _with_cuts(starts: Sequence[int], found: Sequence[Numeral], end: int) -> list[int]:
    """The starts of the sentences, and of the parts of such as have very many figures: tables, and hostile texts."""
    out: list[int] = []
    places = [one.start for one in found]
    for start, stop in pairwise([*starts, end]):
        first, last = bisect_left(places, start), bisect_left(places, stop)
        out.append(start)
        out.extend(places[first + _MOST_FIGURES : last : _MOST_FIGURES])
    return out


@lru_cache(maxsize=512)
def read_figures(text: str) -> FigureReading:
    """The reading of a passage, kept for the next claim that cites it."""
    return FigureReading(text)
