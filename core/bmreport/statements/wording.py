"""The words of a sentence as keys: two words of one meaning have one key.

A key is the stem of `bmreport.stemming`, with the endings of medical Greek made one (`thrombosis`, `thrombotic`), and
then the chief word of its group of synonyms (`renal` and `kidney`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from bmreport.lay_terms import LAY_TERMS
from bmreport.lexical import STOP_WORDS, fold
from bmreport.statements.medical_synonyms import SAME_MEANING
from bmreport.statements.medical_words import MEDICAL_PHRASES, is_ordinary, looks_medical, medical_words
from bmreport.statements.narrow_terms import COVERED_BY
from bmreport.statements.plain_words import PLAIN_WORDS
from bmreport.stemming import fold_spelling, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "Narrow",
    "bare_key",
    "covered_by",
    "is_medical",
    "is_medical_key",
    "is_medical_phrase",
    "key",
    "phrases",
    "phrases_of",
    "words_in",
    "words_of",
]

# A number with its points and commas, or a word, which may hold digits (`CYP3A4`).
_WORD = re.compile(r"\d+(?:[.,·]\d+)*|[^\W\d_][^\W_]*(?:['’][^\W\d_]+)?")
_SHORTEST_MEDICAL = 3
_GREEK_ENDINGS = (
    (re.compile(r"(?<=[a-z]{4}[oay])(?:sis|ses|tic|tics)$"), "sis"),
    (re.compile(r"(?<=[a-z]{3})(?:itis|itides|itic)$"), "itis"),
    (re.compile(r"(?<=[a-z]{3})path(?:y|ies|ic)$"), "pathy"),
    (re.compile(r"(?<=[a-z]{3})ectom(?:y|ies|ised|ized)$"), "ectomy"),
    (re.compile(r"(?<=[a-z]{4})graph(?:y|ies|ic|s)?$"), "graphy"),
)


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, folded, in order."""
    return words_in(fold(text))


def words_in(folded: str) -> list[str]:
    """The words and numbers of a folded text, in order."""
    return _WORD.findall(folded)


@lru_cache(maxsize=1 << 17)
def bare_key(word: str) -> str:
    """The key of a folded word before synonyms count."""
    if not word[0].isalpha():
        return word.replace(",", "").replace("·", ".")
    word = word.replace("’", "'").removesuffix("'s")
    if len(word) > 6:
        word = fold_spelling(word)
        for pattern, ending in _GREEK_ENDINGS:
            changed = pattern.sub(ending, word)
            if changed != word:
                return changed
    return stem(word)


@lru_cache(maxsize=1 << 17)
def key(word: str) -> str:
    """The key of a folded word: words of one meaning share it. The empty string for a word without content."""
    if word in STOP_WORDS:
        return ""
    bare = bare_key(word)
    return _chief_words().get(bare, bare)


@lru_cache(maxsize=1 << 14)
def is_medical(word: str) -> bool:
    """Whether a folded word names something medical.

    A form of a verb (`attended`, `rejecting`) counts only where it is listed itself: the noun may be a term, and the
    verb a common one.
    """
    if word in STOP_WORDS or len(word) < _SHORTEST_MEDICAL or is_ordinary(word):
        return False
    if word in medical_words() or looks_medical(word):
        return True
    return not word.endswith(("ed", "ing", "er", "ers")) and bare_key(word) in _medical_keys()


def is_medical_key(word_key: str) -> bool:
    """Whether a key is that of a listed medical word."""
    return word_key in _medical_keys()


class Narrow:
    """What covers a broad term: keys, phrases of keys, and beginnings and endings of words."""

    def __init__(self, terms: Iterable[str]) -> None:
        self.keys: set[str] = set()
        self.phrases: list[str] = []
        self.starts: tuple[str, ...] = ()
        self.ends: tuple[str, ...] = ()
        for term in terms:
            self._add(fold(term))

    def _add(self, term: str) -> None:
        if term.startswith("*"):
            self.ends += (fold_spelling(term.strip("*")),)
        elif term.endswith("*"):
            self.starts += (fold_spelling(term.strip("*")),)
        elif len(words := [word for word in map(key, words_of(term)) if word]) == 1:
            self.keys.add(words[0])
        else:
            self.phrases.append(_line(words))


def covered_by(keys: str) -> Narrow | None:
    """What narrow terms a broad one covers, by its key or keys (`heart rate`); None when it is not a broad one."""
    return _narrow().get(keys)


def phrases() -> Mapping[str, tuple[str, ...]]:
    """Terms of several words, as lines of keys (` heart attack `), with the lines of all terms of that meaning."""
    return _phrases()


def is_medical_phrase(line: str) -> bool:
    """Whether a line of keys is a listed name of one thing (` quality life `), whatever its words are."""
    return line in _medical_phrases()


def phrases_of(word_key: str) -> tuple[str, ...]:
    """The terms of several words that mean the same as one word, by its key, as lines of keys."""
    return _phrases_by_word().get(word_key, ())


def _line(keys: Iterable[str]) -> str:
    return f" {' '.join(keys)} "


@lru_cache(maxsize=1)
def _groups() -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Groups of terms, each a tuple of bare keys."""
    lines = [tuple(line.split("=")) for line in (SAME_MEANING + PLAIN_WORDS).splitlines() if line]
    # A stay and an admission are two outcomes, though a question may mean either.
    terms = [*lines, *(group for group in LAY_TERMS if "hospital stay" not in group)]
    return tuple(
        tuple(tuple(bare_key(word) for word in words_of(term) if word not in STOP_WORDS) for term in group)
        for group in terms
    )


@lru_cache(maxsize=1)
def _chief_words() -> Mapping[str, str]:
    """From the bare key of each single word of a group to that of the first; groups that share a word are one."""
    chief: dict[str, str] = {}
    for group in _groups():
        singles = [term[0] for term in group if len(term) == 1]
        if len(singles) < 2:
            continue
        known = [chief[word] for word in singles if word in chief]
        head = known[0] if known else singles[0]
        for word in singles:
            chief.setdefault(word, head)
    return chief


@lru_cache(maxsize=1)
def _medical_phrases() -> frozenset[str]:
    return frozenset(_line(filter(None, map(key, words_of(phrase)))) for phrase in MEDICAL_PHRASES)


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, tuple[str, ...]]:
    chief = _chief_words()
    found: dict[str, dict[str, None]] = {}
    for group in _groups():
        lines = [_line(chief.get(word, word) for word in term) for term in group]
        for term, line in zip(group, lines, strict=True):
            if len(term) > 1:
                found.setdefault(line, {}).update(dict.fromkeys(lines))
    for line in sorted(_medical_phrases()):
        found.setdefault(line, {line: None})
    return {line: tuple(lines) for line, lines in found.items()}


@lru_cache(maxsize=1)
def _phrases_by_word() -> Mapping[str, tuple[str, ...]]:
    out: dict[str, dict[str, None]] = {}
    for lines in _phrases().values():
        for line in lines:
            if " " not in (word := line.strip()):
                out.setdefault(word, {}).update(dict.fromkeys(one for one in lines if one != line))
    return {word: tuple(lines) for word, lines in out.items()}


@lru_cache(maxsize=1)
def _medical_keys() -> frozenset[str]:
    # `fasting` names a thing, `fast` does not.
    nouns = (word for word in medical_words() if not word.endswith("ing"))
    return frozenset(bare_key(word) for word in nouns if word.isalnum() or word.endswith("'s"))


@lru_cache(maxsize=1)
def _narrow() -> Mapping[str, Narrow]:
    out: dict[str, list[str]] = {}
    for line in COVERED_BY.replace("\n    ", " ").strip().splitlines():
        broad, narrow = line.split(":", 1)
        out.setdefault(_line(filter(None, map(key, words_of(broad)))).strip(), []).extend(
            term.strip() for term in narrow.split(",")
        )
    return {broad: Narrow(terms) for broad, terms in out.items()}
