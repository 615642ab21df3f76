"""The passages' own sentences, which stand where the model had nothing that holds."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from bmreport import ClaimRole
from bmreport.hidden_text import looks_like_instruction, strip_hidden
from bmreport.lexical import bag
from bmreport_plugins.synthesizers.drafting import quoting_claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport import Claim
    from bmreport.lexical import Idf
    from bmreport_plugins.synthesizers.candidates import Candidate

__all__ = ["Extracts", "is_quotable"]

_MARK = re.compile(r"\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]|\[@|\[\^")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_LONGEST = 900
_LEAST_COVERAGE = 0.2
_ANY_TOPIC = 0.1
_MOST_SOURCES = 2


def is_quotable(candidate: Candidate) -> bool:
    """Whether a passage's sentence may stand in a report that a model was to write.

    Not when it needs another that cannot be quoted, holds hidden text, marks of the paper's own list or mark-up, or
    gives orders to a model: word for word these would still be no evidence.
    """
    text = candidate.text
    before = candidate.previous
    return not (
        candidate.dangling
        or (before is not None and not is_quotable(before))
        or candidate.traits.question
        or len(text) > _LONGEST
        or _MARK.search(text)
        or _MARKUP.search(text)
        or strip_hidden(text)[1]
        or looks_like_instruction(text)
    )


class Extracts:
    """Sentences that answer the question, by citation."""

    def __init__(self, found: Iterable[Candidate], idf: Idf) -> None:
        self.idf = idf
        self._of: dict[str, list[Candidate]] = {}
        for candidate in found:
            if candidate.context > 0:
                self._of.setdefault(candidate.citation.id, []).append(candidate)

    def instead_of(self, text: str, ids: Sequence[str]) -> list[Claim]:
        """Quotations on what a sentence speaks of, one from each of the first two of these citations that have any."""
        words = bag(text)

        def worth(one: Candidate) -> float:
            # What was to be said counts for more here than how well a sentence answers by itself.
            return math.sqrt(one.score) * (_ANY_TOPIC + self.idf.containment(words, one.bag))

        chosen = [max(fit, key=worth) for fit in map(self._quotable, ids) if fit]
        return [claim for one in chosen[:_MOST_SOURCES] for claim in _claims(one)]

    def of_each(self, ids: Iterable[str]) -> list[Claim]:
        """The sentence of each citation that answers the question best; none from one that does not."""
        near = ([one for one in self._quotable(name) if one.coverage >= _LEAST_COVERAGE] for name in ids)
        return [claim for fit in near if fit for claim in _claims(max(fit, key=lambda one: one.score))]

    def nearest(self, text: str, ids: Iterable[str]) -> str:
        """The citation whose sentences share most with a text; empty when none shares anything."""
        words = bag(text)
        best = {
            name: max((self.idf.containment(words, one.bag) for one in self._of.get(name, ())), default=0.0)
            for name in ids
        }
        found = max(best, key=lambda name: best[name], default="")
        return found if found and best[found] > 0 else ""

    def best(self, citation_id: str) -> Candidate | None:
        """The citation's sentence nearest to the question; None when it has none."""
        return max(self._of.get(citation_id, ()), key=lambda one: one.score, default=None)

    def _quotable(self, citation_id: str) -> list[Candidate]:
        fit = [one for one in self._of.get(citation_id, ()) if is_quotable(one)]
        return [one for one in fit if not one.traits.preamble] or fit


def _claims(candidate: Candidate) -> list[Claim]:
    """The sentence as a claim, after the one before it where it needs that."""
    chain = (candidate.previous, candidate) if candidate.previous else (candidate,)
    return [quoting_claim(one, ClaimRole.LIMIT if one.traits.limit else ClaimRole.FINDING) for one in chain]
