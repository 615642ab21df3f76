"""Seeing that a model has begun to say the same over and over."""

from __future__ import annotations

LOOKED_AT = 1_600
"""Characters at the end of a text that are looked at."""

_REPEATS = 4
_LEAST = 800  # characters of repetition; a table may hold a rule of dashes, but not one this long


def is_looping(text: str) -> bool:
    """Whether the end of a text is one piece repeated: at least four times, and over 800 characters or more.

    Finds pieces of up to 400 characters. Takes time in proportion to the end that is looked at.
    """
    tail = text[-LOOKED_AT:][::-1]
    # borders[i]: the longest part of tail[:i+1] that is both its beginning and its end, as in the Knuth-Morris-Pratt
    # search. A text of length n with a border of length b repeats itself every n - b characters.
    borders = [0] * len(tail)
    border = 0
    for position in range(1, len(tail)):
        while border and tail[position] != tail[border]:
            border = borders[border - 1]
        if tail[position] == tail[border]:
            border += 1
        borders[position] = border
        length = position + 1
        if length >= _LEAST and length >= _REPEATS * (length - border):
            return True
    return False
