"""Initials within given names."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence

from bmreport.names.vocabulary import INITIALS, VOWELS


def trailing_initials(words: Sequence[str]) -> int:
    """How many words at the end are initials in PubMed order; the first word never counts."""
    run = itertools.takewhile(initials_of_word, reversed(words[1:]))
    count = sum(1 for _ in run)
    if count > 1 and count == len(words) - 1 and len(words[0]) == 1 and len(words[-1]) > 1 and "." not in words[-1]:
        return 0  # "J A LI": given name first
    return count


def spaced_given(given: str) -> str:
    """Initials apart from each other and from words: "J.A." and "N. -E" become "J. A." and "N.-E"."""
    if "." not in given and "-" not in given:
        return given
    given = re.sub(r"\.{2,}", ".", given)
    given = re.sub(r"(?<=[\w.]) ?- ?(?=[^\W_])", "-", given)
    return re.sub(r"(?<![^\W_])([^\W\d_])\.(?=[^\W\d_])", r"\1. ", given)


def with_initials(given: str, *, capitals: bool) -> str:
    """Every word that is initials written as such; `capitals`: the family is in capitals too."""
    return " ".join(initials_of_word(word, capitals=capitals) or word for word in given.split())


def initials_of_word(word: str, *, capitals: bool = False) -> str:
    """The initials that a word of a name stands for ("JA" gives "J. A."), or "" when it is a word."""
    if len(word) > 12 or word != word.upper():
        return ""
    word = unicodedata.normalize("NFC", word)
    letters = word.replace(".", "").replace("-", "")
    if not letters or not all(map(str.isupper, letters)) or not INITIALS.fullmatch(word):
        return ""
    has_vowel = any(unicodedata.normalize("NFD", letter)[0] in VOWELS for letter in letters)
    single = all(len(run) < 2 for run in re.split("[.-]", word))
    fits = len(letters) < 4 or (len(letters) == 4 and not has_vowel)
    is_word = capitals and word == letters and len(letters) == 3 and has_vowel
    if is_word or not (single or fits):
        return ""
    return "-".join(" ".join(f"{letter}." for letter in run if letter != ".") for run in word.split("-"))
