"""Abbreviations that a text explains where it first uses them: `silver diamine fluoride (SDF)`."""

from __future__ import annotations

import re
from functools import lru_cache

from bmreport.statements.synonyms import keys_of
from bmreport.statements.words import WORD, key_of, read_words

__all__ = ["Abbreviations", "abbreviations_in"]

Abbreviations = tuple[tuple[str, tuple[str, ...]], ...]
"""Key of an abbreviation -> keys of the words that it stands for."""

_EXPLAINED = re.compile(r"\((?P<short>[A-Za-z]{0,3}[A-Z][A-Za-z0-9]{0,2}[A-Z0-9][A-Za-z0-9]{0,4})s?[);,]")
_BEFORE = 90


@lru_cache(maxsize=4096)
def abbreviations_in(text: str) -> Abbreviations:
    """The abbreviations that a text explains; the words before the bracket must begin with its first letter."""
    found: dict[str, tuple[str, ...]] = {}
    for match in _EXPLAINED.finditer(text):
        short = match["short"]
        words = [word for word in read_words(text, max(0, match.start() - _BEFORE), match.start()) if word.kind == WORD]
        longest = words[-(len(short) + 2) :]
        begin = next((at for at, word in enumerate(longest) if word.text[0] == short[0].lower()), None)
        if begin is not None and len(longest) - begin > 1:
            keys = keys_of(longest[begin:])
            found.setdefault(key_of(short.lower()), tuple(key for place in keys for key in place))
    return tuple(found.items())
