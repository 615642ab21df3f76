"""Where two pieces of marked text meet: punctuation and spaces that would stand there twice stand once.

The table is that of the CSL test suite ("punctuation_FullMonty"). It concerns affixes and delimiters; text that a style
prints as a value keeps its punctuation, as in citeproc-js.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.csl_engines.citeproc_parts.marks import Mark, is_mark

if TYPE_CHECKING:
    from collections.abc import Iterable

_SECOND_GOES = frozenset({"..", ";;", "::", "!!", "??", ",,", ";:", "!:", "?:", ":.", ";.", "!.", "?.", "  "})
_FIRST_GOES = frozenset({":!", ";!", ":?", ";?"})
_GOES_INTO_QUOTES = ".,"


def meet(left: str, right: str) -> str:
    """Two pieces, one after the other."""
    if not left or not right:
        return left or right
    end, quoted = _last_visible(left)
    start = _first_visible(right)
    if end < 0 or start < 0:
        return left + right
    if quoted and right[start] in _GOES_INTO_QUOTES:
        inner = left.rfind(Mark.INNER)
        return meet(left[:inner], right[start]) + left[inner:] + right[:start] + right[start + 1 :]
    pair = left[end] + right[start]
    if pair in _SECOND_GOES:
        return left + right[:start] + right[start + 1 :]
    if pair in _FIRST_GOES:
        return left[:end] + left[end + 1 :] + right
    return left + right


def join(pieces: Iterable[str | None], delimiter: str = "") -> str:
    """The pieces that are not empty, with the delimiter between them."""
    out = ""
    for piece in pieces:
        if piece:
            out = meet(meet(out, delimiter), piece) if out else piece
    return out


def wrap(prefix: str, text: str, suffix: str) -> str:
    """Text between its affixes; no text, no affixes."""
    return meet(meet(prefix, text), suffix) if text else ""


def _last_visible(text: str) -> tuple[int, bool]:
    """Where the last visible character is, and whether a quotation that takes punctuation in has just ended."""
    position = len(text) - 1
    quoted = False
    while position >= 0 and is_mark(text[position]):
        quoted = quoted or text[position] == Mark.OUTER
        position -= 1
    return position, quoted


def _first_visible(text: str) -> int:
    """Where the first visible character is; -1 when it is text of its own that does not merge."""
    for position, character in enumerate(text):
        if character == Mark.LITERAL:
            return -1
        if not is_mark(character):
            return position
    return -1
