"""Wrapping by what a terminal shows: East Asian wide characters take two columns, combining marks none."""

from __future__ import annotations

import re
import unicodedata

# A line may not begin with the first nor end with the second (JLReq, "line-breaking rules"), the usual few of each.
_NOT_FIRST = frozenset("、。，．：；？！）］｝〉》」』】〕’”…‥ー々)]}.,:;!?%")
_NOT_LAST = frozenset("（［｛〈《「『【〔‘“([{")


def display_width(text: str) -> int:
    """Columns that the text takes on a terminal (UAX 11: W and F are wide)."""
    if text.isascii():
        return len(text)
    return sum(map(_sign_width, text))


def wrap(text: str, width: int, *, first: str = "", indent: str = "") -> list[str]:
    """Lines of at most `width` columns; `first` begins the first line and `indent` the others.

    Lines break at spaces and beside wide characters; a word that is longer than a line, such as an address, stays
    whole. Text without words gives one line.
    """
    lines: list[str] = []
    current, used = first, display_width(first)
    empty = True
    for atom, spaced in _atoms(text):
        needed = display_width(atom) + (spaced and not empty)
        if not empty and used + needed > width:
            lines.append(current)
            current, used, empty = indent, display_width(indent), True
            needed = display_width(atom)
        current += f" {atom}" if spaced and not empty else atom
        used, empty = used + needed, False
    return [*lines, current.rstrip(" ")]


def padded(text: str, width: int) -> str:
    """The text with spaces up to this many columns."""
    return text + " " * max(0, width - display_width(text))


def _sign_width(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _atoms(text: str) -> list[tuple[str, bool]]:
    """What may not be divided, each with whether a space stands before it."""
    atoms: list[tuple[str, bool]] = []
    for word in re.split(" +", text.strip(" ")):
        if word.isascii():
            atoms.append((word, True))
            continue
        start = 0
        for place in range(1, len(word)):
            if _may_break(word[place - 1], word[place]):
                atoms.append((word[start:place], start == 0))
                start = place
        atoms.append((word[start:], start == 0))
    return atoms


def _may_break(before: str, after: str) -> bool:
    if before in _NOT_LAST or after in _NOT_FIRST or not _sign_width(after):
        return False
    return _sign_width(before) == 2 or _sign_width(after) == 2
