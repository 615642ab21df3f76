"""How much of the question a text holds, with the words that make its topic weighing more than general ones."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bmreport.lexical import Bag, Idf, QuestionTerms, content_stems, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Relevance"]

# Words that stand in many questions beside the topic. They count half, and alone they make no text relevant.
_GENERAL = frozenset(
    content_stems(
        """adult affect age benefit better care case cause child clinical common compare condition daily disease dose
        effect effective efficacy elderly event factor first group harm health help high impact improve increase
        intervention level low lower man management mean measure new old older outcome patient people person
        population primary raise rate reduce result risk role safe safety secondary significant study success term test
        therapy treat treatment trial woman work year"""
    )
)
_GENERAL_WEIGHT = 0.5


class Relevance:
    """A question's content words (`bmreport.lexical`), general words counting half.

    `texts` are the bodies of evidence at hand, from which it learns which of the words tell texts apart.
    """

    def __init__(self, question: str, texts: Sequence[Bag] = ()) -> None:
        self._question = question
        self.terms = QuestionTerms(question)
        topical = [term for term in self.terms.terms if term not in _GENERAL]
        general_weight = _GENERAL_WEIGHT if topical else 1.0
        self.topic: tuple[str, ...] = tuple(topical or self.terms.terms)
        self._weight = {term: general_weight if term in _GENERAL else 1.0 for term in self.terms.terms}
        # A synonym in a text counts as the question's own word there.
        idf = Idf(Bag(tuple(self.terms.found(text))) for text in texts)
        self._rare = {term: weight * idf.weight(term) for term, weight in self._weight.items()}
        self._telling = {term: weight + self._rare[term] for term, weight in self._weight.items()}

    @property
    def asked(self) -> tuple[str, ...]:
        """The words of the topic as they stand in the question, each once."""
        topic = frozenset(self.topic)
        return tuple(dict.fromkeys(word for word in tokens(self._question) if topic.intersection(content_stems(word))))

    def share(self, text: str | Bag) -> float:
        """The weighted share of the question's content words in the text, 0 to 1; 0 without a word of the topic."""
        return self._share(text, self._weight)

    def telling_share(self, text: str | Bag) -> float:
        """The same, with words that fewer of the texts hold weighing more."""
        return self._share(text, self._telling)

    def rare_share(self, text: str | Bag) -> float:
        """The same by rarity alone: a word that every text holds says nothing on which of them are on the question."""
        return self._share(text, self._rare)

    def asks_about(self, words: str) -> bool:
        """Whether the question itself speaks of one of these words."""
        return bool(self.terms.found(words))

    def _share(self, text: str | Bag, weight: dict[str, float]) -> float:
        found = self.terms.found(text)
        if found.isdisjoint(self.topic):
            return 0.0
        return math.fsum(weight[term] for term in sorted(found)) / math.fsum(weight.values())
