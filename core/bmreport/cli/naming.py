"""File names made from titles: safe on every system, short, and different for different titles."""

from __future__ import annotations

import hashlib
import unicodedata

MAX_BYTES = 80
"""Longest slug in UTF-8 bytes; leaves room for suffixes within the 255 bytes that file systems allow."""
_HASH_LENGTH = 8
_FALLBACK = "report"
# Windows keeps these names for devices, with any suffix.
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in "123456789¹²³")}
)


def safe_slug(text: str) -> str:
    """Letters and digits of `text` in lower case, joined by hyphens.

    No path separator, no control or reordering mark, no name that Windows reserves survives. A text that is cut keeps a
    hash of the whole, so that two long questions with the same start do not share a file.
    """
    words = "".join(_kept(character) for character in unicodedata.normalize("NFC", text)).lower().split()
    slug = "-".join(words)
    if len(slug.encode()) > MAX_BYTES:
        slug = f"{_cut(words)}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:_HASH_LENGTH]}"
    if not slug:
        return _FALLBACK
    return f"{_FALLBACK}-{slug}" if slug in _RESERVED else slug


def _kept(character: str) -> str:
    """The character, or a blank; marks stay, for many scripts cannot be read without them."""
    category = unicodedata.category(character)
    if character in "'’":
        return ""  # don't -> dont
    return character if category[0] in "LNM" else " "


def _cut(words: list[str]) -> str:
    """As many whole words as fit; the start of the first one when it alone is too long."""
    room = MAX_BYTES - _HASH_LENGTH - 1
    kept = ""
    for word in words:
        longer = f"{kept}-{word}" if kept else word
        if len(longer.encode()) > room:
            break
        kept = longer
    return kept or words[0].encode()[:room].decode("utf-8", "ignore")
