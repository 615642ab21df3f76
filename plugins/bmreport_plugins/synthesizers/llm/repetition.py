"""Sentences that say what another says already: the first one stays, with the sources of both.

Two sentences are the same when their content words are (by weight, both ways), their figures are, and they deny as
often: `did not fall by 12%` shares every content word with `fell by 12%`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bmreport import ClaimRole
from bmreport.lexical import Bag, bag, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport import Claim
    from bmreport.lexical import Idf
    from bmreport_plugins.synthesizers.llm.lines import Line

__all__ = ["Said"]

_DENIALS = frozenset({"no", "not", "nor", "neither", "never", "none", "without", "cannot", "didn't", "wasn't", "isn't"})
_FIGURE = re.compile(r"\d")
_TELLING = 3
"""A sentence is compared with those that share one of its rarest words."""


@dataclass(frozen=True)
class _Gist:
    """What of a sentence is compared."""

    words: Bag
    figures: frozenset[str]
    denials: int


class Said:
    """What stands in the report so far."""

    def __init__(self, idf: Idf, likeness: float) -> None:
        self._idf = idf
        self._likeness = likeness
        self._gists: list[_Gist] = []
        self._with_word: dict[str, list[int]] = {}
        self.lines: list[Line] = []
        """The lines as they stand, sources united."""
        self.repeated = 0
        """How many sentences were left out."""

    def add(self, lines: Iterable[Line]) -> None:
        """Take in what is new, at the end of `lines`; what is not lends its sources to what said it first."""
        for line in lines:
            self._add(line)

    def stand(self, lines: Iterable[Line]) -> None:
        """Take in lines that stay whatever others say."""
        for line in lines:
            self._take(line, _gist(line.claim.text))

    def holds(self, line: Line) -> bool:
        """Whether a line says word for word what one here says; its sources then join that one's."""
        words = _plain(line.claim.text)
        for place, one in enumerate(self.lines):
            if _plain(one.claim.text) == words:
                self.lines[place] = _united(one, line)
                self.repeated += 1
                return True
        return False

    def _add(self, line: Line) -> None:
        gist = _gist(line.claim.text)
        rare = sorted(gist.words.stems, key=lambda stem: (-self._idf.weight(stem), stem))[:_TELLING]
        near = Counter(place for stem in rare for place in self._with_word.get(stem, ()))
        for place in sorted(near):
            if self._same(gist, self._gists[place]) and self._mixes(line, self.lines[place]):
                self.lines[place] = _united(self.lines[place], line)
                self.repeated += 1
                return
        self._take(line, gist)

    def _take(self, line: Line, gist: _Gist) -> None:
        self.lines.append(line)
        self._gists.append(gist)
        for stem in gist.words.stems:
            self._with_word.setdefault(stem, []).append(len(self.lines) - 1)

    def _same(self, one: _Gist, other: _Gist) -> bool:
        if one.figures != other.figures or one.denials != other.denials:
            return False
        return (
            self._idf.containment(one.words, other.words) >= self._likeness
            and self._idf.containment(other.words, one.words) >= self._likeness
        )

    @staticmethod
    def _mixes(one: Line, other: Line) -> bool:
        """Whether the sources of one may stand beside the other's words: a sentence without sources takes on none."""
        is_background = ClaimRole.BACKGROUND in (one.claim.role, other.claim.role)
        return not is_background or one.claim.citation_ids == other.claim.citation_ids


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _gist(text: str) -> _Gist:
    words = tokens(text)
    return _Gist(
        bag(text),
        frozenset(word for word in words if _FIGURE.search(word)),
        sum(word in _DENIALS or word.endswith("n't") for word in words),
    )


def _united(kept: Line, repeated: Line) -> Line:
    """The first sentence with the sources of both; a quotation keeps its own sources, which hold it word for word."""
    claim: Claim = kept.claim
    known = set(claim.citation_ids)
    more = [cite for cite in repeated.claim.cites if cite.citation_id not in known]
    if not more or claim.quotes:
        return kept
    plain = [cite.model_copy(update={"mode": type(cite.mode).PARENTHETICAL}) for cite in more]
    return replace(kept, claim=claim.model_copy(update={"cites": [*claim.cites, *plain]}))
