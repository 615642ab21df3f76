"""Cited passages, read: every result that they tell, the arms that they compare, and how much each word tells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.passage_reading import read_passage
from bmreport.statements.weighing import Weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bmreport.statements.abbreviations import Abbreviations
    from bmreport.statements.orientation import Contrast
    from bmreport.statements.passage_reading import PassageRead, SentenceRead
    from bmreport.statements.statement import Statement

__all__ = ["Evidence", "Told", "read_evidence"]


class Told(NamedTuple):
    """A result of a passage, and where it stands."""

    statement: Statement
    citation_id: str
    sentence: SentenceRead


@dataclass(frozen=True)
class Evidence:
    """The passages that a claim cites."""

    passages: Mapping[str, PassageRead]

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """All their results in order; one that lists outcomes is followed by itself for each of them."""
        return tuple(
            Told(each, citation_id, sentence)
            for citation_id, passage in self.passages.items()
            for sentence in passage.sentences
            for one in sentence.statements
            for each in (one, *_of_each_outcome(one))
        )

    @cached_property
    def contrasts(self) -> tuple[Contrast, ...]:
        """All the arms that they hold against each other."""
        return tuple(contrast for passage in self.passages.values() for contrast in passage.contrasts)

    @cached_property
    def arms(self) -> frozenset[str]:
        """The keys of all these arms."""
        return frozenset().union(*(one | other for one, other in self.contrasts))

    @cached_property
    def weights(self) -> Weights:
        """How much each key tells."""
        read = self.passages.values()
        return Weights([passage.counts for passage in read], sum(passage.total for passage in read))

    @property
    def abbreviations(self) -> Abbreviations:
        """Those that the passages explain."""
        pairs = (pair for passage in self.passages.values() for pair in passage.abbreviations)
        return tuple(dict(pairs).items())

    def sentence_at(self, citation_id: str, at: int) -> SentenceRead | None:
        """The sentence that holds an offset."""
        passage = self.passages[citation_id]
        return next((one for one in passage.sentences if one.start <= at < one.end), None)


def read_evidence(passages: Mapping[str, str]) -> Evidence:
    """The passages, read."""
    return Evidence({citation_id: read_passage(passage) for citation_id, passage in passages.items()})


def _of_each_outcome(one: Statement) -> Iterator[Statement]:
    for part in one.parts:
        others = frozenset().union(*(other for other in one.parts if other is not part)) - part
        yield replace(one, outcome=part, core=part, parts=(), words=(one.words - others) | part)
