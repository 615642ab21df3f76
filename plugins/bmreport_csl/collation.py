"""Sort keys for text, near to the Unicode root collation: letters before accents, accents before case, marks ignored."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ħ": "h", "ı": "i", "ŋ": "n"}


@lru_cache(maxsize=16384)
def collation_key(text: str) -> tuple[tuple[int, str], ...]:
    """What compares like the text: base letters word by word, numbers by their value, punctuation and marks left out."""
    words: list[tuple[int, str]] = []
    current: list[str] = []
    digits = ""
    for character in unicodedata.normalize("NFD", text.casefold()):
        if character.isdecimal():
            digits += str(unicodedata.decimal(character))
            continue
        if digits:
            current.append(_number(digits))
            digits = ""
        if character.isalpha():
            current.append(_LETTERS.get(character, character))
        elif character.isspace():
            current.append(" ")
    if digits:
        current.append(_number(digits))
    words.append((0, "".join(current)))
    words.append((1, _accents(text)))
    return tuple(words)


def _number(digits: str) -> str:
    """Digits such that a longer number sorts behind a shorter one."""
    stripped = digits.lstrip("0") or "0"
    return f"0{len(stripped):05}{stripped}"


def _accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not c.isspace())
