"""Words with the keys of what they speak of, so that different words for one thing meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.outcomes import COUNTED, is_content
from bmreport.statements.synonyms import keys_of
from bmreport.statements.words import NUMBER, PUNCT, Word, read_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["read_keyed", "spoken"]


def read_keyed(text: str, abbreviations: Mapping[str, tuple[str, ...]]) -> list[Word]:
    """The words of a text; `abbreviations` are keys of abbreviations with the keys of what they stand for.

    Of the figures only those have a key that may name an arm or a time (`six months`, `70 mg`), and what stands in
    brackets has none.
    """
    words = read_words(text)
    if abbreviations:
        words = [
            word._replace(stem=" ".join(abbreviations[word.stem])) if word.stem in abbreviations else word
            for word in words
        ]
    return [
        Word(*word[:7], _told(words, at, word, keys))
        for at, (word, keys) in enumerate(zip(words, keys_of(words), strict=True))
    ]


def _told(words: Sequence[Word], at: int, word: Word, keys: tuple[str, ...]) -> tuple[str, ...]:
    if not keys or word.depth or word.kind == PUNCT:
        return ()
    if word.kind == NUMBER and not word.text.isdigit():
        return ()
    if word.stem.isdigit() and not _names(words, at):
        return ()
    return tuple(key for key in keys if is_content(key))


def _names(words: Sequence[Word], at: int) -> bool:
    beside = (words[place].stem for place in (at + 1, at - 1) if 0 <= place < len(words))
    return any(stem in COUNTED for stem in beside)


def spoken(words: Sequence[Word], first: int, last: int) -> list[str]:
    """The keys of `words[first:last]` in order."""
    return [key for word in words[first:last] for key in word.keys]
