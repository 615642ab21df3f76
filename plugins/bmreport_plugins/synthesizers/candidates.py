"""The sentences of all passages, each with how well it answers the question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bmreport import NotEnoughEvidenceError
from bmreport.lexical import Bag, bag
from bmreport.sentences import Span, split_label, split_sentences
from bmreport_plugins.synthesizers.relevance import Relevance
from bmreport_plugins.synthesizers.sentence_traits import Traits, traits_of
from bmreport_plugins.synthesizers.themes import Theme, theme_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport import Citation, EvidenceBody, Reference

__all__ = ["Candidate", "answering_candidates", "candidates"]

# Reviews and guidelines weigh more than one study does; the words stand in the title, the sentence or the types.
_SYNTHESIS = re.compile(
    r"\bmeta-?analys[ei]s\b|\bsystematic (?:\w+ )?review\b|\bpooled\b|\bguideline\b|\brecommendation statement\b",
    re.IGNORECASE,
)
# The marks of the passage's own reference list at a sentence's end: `… fell [12,13].`, `… fell.12`.
_OWN_MARKS = re.compile(r"\s*\[\d[\d,;–\- ]*\]\s*[.!?]?$|(?<=[a-z)\]%][.!?])\d{1,3}(?:[,–-]\d{1,3})*$")
_LONGEST_MARKS = 60
_MARK_WITHIN = re.compile(r"\[\d{1,3}(?:[,;–-] ?\d{1,3})*\]")
_FEWEST_STEMS = 3
_LONGEST = 2000
_LONG = 450
_CONTEXT_SHARE = 0.2
_LEAST_OF_BEST = 0.5
_LEAST_RELEVANCE = 0.01
_ABSTRACT = 5


@dataclass(frozen=True)
class Candidate:
    """One sentence of one passage."""

    citation: Citation
    reference_id: str
    span: Span
    text: str
    bag: Bag
    coverage: float
    """Share of the question in the sentence (`Relevance.share`)."""
    telling: float
    """The same, words that tell the citations apart weighing more."""
    context: float
    """The share of the question in title and passage together."""
    traits: Traits
    theme: Theme
    synthesis: bool
    """From a review or a guideline."""
    opening: bool
    """The first of five or more sentences, most often background."""
    closing: bool
    """The last of five or more sentences, most often the conclusion."""
    previous: Candidate | None
    """The sentence before it, when this one needs it and that one stands alone."""

    @property
    def dangling(self) -> bool:
        """Whether it needs a sentence before it that cannot be quoted."""
        return self.traits.needs_neighbour and self.previous is None

    @cached_property
    def score(self) -> float:
        """Words shared with the question × relevance of the citation × what kind of sentence it is."""
        relevance = max(self.citation.relevance, _LEAST_RELEVANCE)
        shared = (1 - _CONTEXT_SHARE) * self.telling + _CONTEXT_SHARE * self.context
        return shared * relevance * self._kind

    @property
    def _kind(self) -> float:
        weight = 1.0 if self.traits.result or self.traits.conclusion or self.traits.limit else 0.7
        weight *= 0.3 if self.traits.preamble or self.traits.question else 1.0
        weight *= 1.1 if self.traits.figure or self.closing else 1.0
        weight *= 0.8 if self.opening and not self.traits.figure else 1.0
        weight *= 0.8 if len(self.text) > _LONG else 1.0
        weight *= 0.5 if len(self.bag.sequence) < _FEWEST_STEMS else 1.0
        weight *= 0.9 if _MARK_WITHIN.search(self.text) else 1.0
        return weight


def answering_candidates(body: EvidenceBody) -> list[Candidate]:
    """The sentences to choose from. Raises NotEnoughEvidenceError when none of them speaks of the question."""
    found = candidates(body)
    if not any(one.context > 0 for one in found):
        words = ", ".join(Relevance(body.question).asked) or "none"
        raise NotEnoughEvidenceError(
            0,
            1,
            message=f"no answer found: none of the {len(body.citations)} passages, nor its title, shares a word with "
            f"the question (looked for: {words})",
            where="question",
            remedy="ask in the words and the language of the passages",
        )
    retracted = {reference.id for reference in body.references if reference.retracted}
    sound = [one for one in found if one.reference_id not in retracted]
    return sound if any(one.context > 0 for one in sound) else found


def candidates(body: EvidenceBody) -> list[Candidate]:
    """All sentences that may be quoted, in the order of the citations.

    Left out are sentences without a content word or of more than 2,000 characters. A citation whose relevance nobody
    has judged (it is lexical) is left out when it holds less than half as much of the question as the best one.
    """
    contexts = [bag(f"{citation.document_title} {citation.passage}") for citation in body.citations]
    relevance = Relevance(body.question, contexts)
    shares = [relevance.rare_share(context) for context in contexts]
    least = _LEAST_OF_BEST * max(shares, default=0.0)
    found: list[Candidate] = []
    for citation, context, share in zip(body.citations, contexts, shares, strict=True):
        if citation.relevance_basis == "lexical" and share < least:
            continue
        reference = body.reference_by_id.get(body.reference_of.get(citation.id, ""))
        found.extend(_of_citation(citation, reference, relevance, relevance.share(context)))
    return found


def _of_citation(
    citation: Citation, reference: Reference | None, relevance: Relevance, context: float
) -> Iterator[Candidate]:
    is_synthesis = _SYNTHESIS.search(f"{citation.document_title} {' '.join(citation.publication_types)}") is not None
    label = ""
    before: Candidate | None = None
    spans = split_sentences(citation.passage)
    for place, whole in enumerate(spans):
        name, span = split_label(citation.passage, whole)
        label = name or label
        span = _without_own_marks(citation.passage, span)
        text = citation.passage[span.start : span.end]
        words = bag(text) if len(text) <= _LONGEST else Bag(())
        made = None
        if words.sequence:
            coverage = relevance.share(words)
            traits = traits_of(text, label)
            made = Candidate(
                citation=citation,
                reference_id=reference.id if reference else "",
                span=span,
                text=text,
                bag=words,
                coverage=coverage,
                telling=relevance.telling_share(words),
                context=context,
                traits=traits,
                theme=theme_of(text, relevance, coverage),
                synthesis=is_synthesis or _SYNTHESIS.search(text) is not None,
                closing=len(spans) >= _ABSTRACT and place == len(spans) - 1,
                opening=len(spans) >= _ABSTRACT and place == 0,
                previous=before if traits.needs_neighbour else None,
            )
            yield made
        before = made if made and not made.traits.needs_neighbour else None


def _without_own_marks(passage: str, span: Span) -> Span:
    """Cut the passage's own reference numbers off the end; in the report they would point at our list."""
    match = _OWN_MARKS.search(passage, max(span.start, span.end - _LONGEST_MARKS), span.end)
    return Span(span.start, match.start()) if match else span
