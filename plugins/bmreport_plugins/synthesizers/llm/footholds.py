"""Whether a sentence is about its passages at all: weak models hand back pieces of the task, or words without any tie.

Both tests are coarse on purpose. What a sentence says of its passages is for the checks of the claim ledger to judge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bmreport.lexical import bag
from bmreport.models.draft import AUTHOR_MARK
from bmreport_plugins.synthesizers.llm.language import language_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["instruction_phrases", "is_adrift", "is_echo"]

_WORD = re.compile(r"\w+")
_PHRASE = 3
_ECHO = 0.6
_LEAST_SHARED = 0.34
_FEWEST_WORDS = 4
"""In a shorter sentence one word must do."""
_DATA = ("passages", "claims", "written", "said")


def instruction_phrases(system: str, prompt: str, values: Mapping[str, Any]) -> frozenset[tuple[str, ...]]:
    """The phrases of what a model was told, without the data in it and without the question."""
    text = f"{system}\n{prompt}"
    for piece in sorted(_data_in(values), key=len, reverse=True):
        text = text.replace(piece, "\n")
    return frozenset(phrase for line in text.splitlines() for phrase in _phrases(line))


def is_echo(text: str, told: frozenset[tuple[str, ...]]) -> bool:
    """Whether a sentence repeats the task: most of its phrases of three words stand in what the model was told."""
    phrases = _phrases(text)
    return bool(phrases) and sum(phrase in told for phrase in phrases) >= _ECHO * len(phrases)


def is_adrift(text: str, sources: Iterable[str]) -> bool:
    """Whether hardly a content word of a sentence stands in its passages or in the question.

    Nothing is said of a sentence in another language than theirs: it shares few words with them at best.
    """
    given = list(sources)
    own = language_of(text)
    if own and own not in {language_of(source) for source in given}:
        return False
    words = bag(text.replace(AUTHOR_MARK, "")).stems
    known = frozenset().union(*(bag(source).stems for source in given))
    least = _LEAST_SHARED * len(words) if len(words) >= _FEWEST_WORDS else 1
    return len(words & known) < max(1, least)


def _phrases(text: str) -> list[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return [tuple(words[at : at + _PHRASE]) for at in range(len(words) - _PHRASE + 1)]


def _data_in(values: Mapping[str, Any]) -> set[str]:
    entries = [entry for name in _DATA for entry in values.get(name, ())]
    texts = {entry["text"] if isinstance(entry, dict) else entry for entry in entries}
    return {text for text in (*texts, values.get("question", "")) if text}
