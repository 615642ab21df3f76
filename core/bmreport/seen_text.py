"""SeenText: a text without its invisible characters, and the way back to where each character stood."""

from __future__ import annotations

import re
from bisect import bisect_right

__all__ = ["INVISIBLE", "SeenText"]

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters that print nothing, as the inside of a regular expression's class."""

_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
# Full-width letters and digits, and blanks and dashes of all kinds: one character for one.
_PLAIN = (
    {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys((0x00A0, 0x2007, 0x202F, 0x3000, *range(0x2000, 0x200B)), " ")
    | dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212, 0xFE63), "-")
)


class SeenText:
    """`text` is what a reader sees of the original: nothing invisible, plain blanks, dashes and digits."""

    def __init__(self, original: str) -> None:
        self._starts: list[int] = []
        """Where in `text` something was left out, rising."""
        self._shifts: list[int] = []
        """How many characters were left out up to there."""
        gone = 0
        for match in _INVISIBLE.finditer(original):
            self._starts.append(match.start() - gone)
            gone += match.end() - match.start()
            self._shifts.append(gone)
        self.text = _INVISIBLE.sub("", original).translate(_PLAIN) if gone else original.translate(_PLAIN)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """`text[start:end]` (not empty) as offsets of the original."""
        return self._before(start), self._before(end - 1) + 1

    def _before(self, at: int) -> int:
        index = bisect_right(self._starts, at)
        return at + (self._shifts[index - 1] if index else 0)
