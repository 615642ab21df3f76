"""The line that parts data from instructions in a prompt: no text inside can hold it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["fence_for"]

_LENGTH = 12
_LETTERS = "BCDFGHJKLMNPQRST"
"""Sixteen consonants: they make no word, and no number that could be taken for a patient's."""


def fence_for(texts: Iterable[str]) -> str:
    """A line that occurs in none of the texts; the same texts give the same line.

    It is drawn from a hash of all of them, so that who writes one of them cannot know it beforehand.
    """
    inside = "\0".join(texts)
    folded = inside.casefold()
    digest = sha256(inside.encode("utf-8", "surrogatepass"))
    while True:
        name = "".join(_LETTERS[int(digit, 16)] for digit in digest.hexdigest()[:_LENGTH])
        if name.casefold() not in folded:
            return f"====={name}"
        digest = sha256(digest.digest())
