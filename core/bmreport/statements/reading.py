"""A passage read once: its sentences with their words, for every check that compares a claim with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from bmreport.lexical import fold
from bmreport.sentences import Span, split_label, split_sentences
from bmreport.statements.wording import key, words_in

__all__ = ["Reading", "SentenceRead", "read"]

_READ_BEFORE = 4096
_LONGEST_LABEL = 60
# Signs that are folded one for one, so that the whole text can be folded at once.
_KEEPS_LENGTH = re.compile("[\x20-\x7e\n·–—−≥≤±×≈’‘“”«»…µμ]*+")


@dataclass(eq=False)
class SentenceRead:
    """`text[start:end]` of a passage: its folded words in order, and their keys (`wording.key`)."""

    start: int
    end: int
    words: tuple[str, ...]
    folded: str

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of its content words and numbers."""
        return frozenset(filter(None, map(key, self.words)))

    @cached_property
    def line(self) -> str:
        """Its keys in order with a blank around each, so that phrases can be looked up."""
        return f" {' '.join(filter(None, map(key, self.words)))} "


@dataclass(eq=False)
class Reading:
    """A text as its sentences."""

    text: str
    sentences: tuple[SentenceRead, ...]

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all its sentences."""
        return frozenset().union(*(sentence.keys for sentence in self.sentences))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Its folded words, each once."""
        return frozenset().union(*(sentence.words for sentence in self.sentences))

    @cached_property
    def folded(self) -> str:
        """The whole text, folded: without case and accents; offsets are not those of the text."""
        return " ".join(sentence.folded for sentence in self.sentences)

    @cached_property
    def line(self) -> str:
        """The lines of its sentences, one after the other."""
        return "|".join(sentence.line for sentence in self.sentences)


@lru_cache(maxsize=_READ_BEFORE)
def read(text: str) -> Reading:
    """The text as a Reading; labels of structured abstracts are no part of a sentence. A text is read only once."""
    sentences = []
    whole = text.lower().replace("µ", "μ") if _KEEPS_LENGTH.fullmatch(text) else ""
    for span in split_sentences(text):
        start, end = _without_label(text, span)
        if start < end:
            folded = whole[start:end] or fold(text[start:end])
            if "  " in folded or "\n" in folded or "\t" in folded or "\u00a0" in folded:
                folded = " ".join(folded.split())
            sentences.append(SentenceRead(start, end, tuple(words_in(folded)), folded))
    return Reading(text, tuple(sentences))


def _without_label(text: str, span: Span) -> Span:
    head = text[span.start : min(span.end, span.start + _LONGEST_LABEL)]
    # Most sentences have no label, and looking for one of many costs more than to see that none can be there.
    if head[:1].isupper() and (":" in head or "：" in head or "\n" in head or span.end - span.start < _LONGEST_LABEL):
        return split_label(text, span).span
    return span
