"""Quotations: the words of a text that stand in quotation marks of any style."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

__all__ = ["Quotation", "quotations"]


class Quotation(NamedTuple):
    """`text[start:end]` with its marks, `text[inner_start:inner_end]` the quoted words.

    `other_ends` are further places where the words may end, for a mark that may as well be an apostrophe.
    """

    start: int
    end: int
    inner_start: int
    inner_end: int
    other_ends: tuple[int, ...] = ()


_CLOSING = {
    "“": "”“\"", "„": "“”\"", "«": "»", "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』", "《": "》",
    "‟": "”", "＂": "＂", "\"": "\"",
}  # fmt: skip
_LONGEST = 2000
_MARK = re.compile(r"[“„«»‹›「『《‟＂\"'‘‚`]|''")
_CLOSING_SINGLE = re.compile(r"''|['’‘]")
_SINGLE = frozenset(("'", "‘", "‚", "`", "''"))
_MOST_ENDS = 5


def quotations(text: str) -> list[Quotation]:
    """The outermost quotations in order. Apostrophes, primes and inches are none; a mark left open is none.

    The cost is linear in the text: no quotation is longer than 2,000 characters.
    """
    found: list[Quotation] = []
    closings: list[int] | None = None
    until = 0
    for match in _MARK.finditer(text):
        start = match.start()
        if start < until:
            continue
        if match[0] in _SINGLE:
            closings = _single_closings(text) if closings is None else closings
            quotation = _single(text, start, closings)
        else:
            quotation = _double(text, start)
        if quotation is not None:
            found.append(quotation)
            until = quotation.end
    return found


def _double(text: str, start: int) -> Quotation | None:
    sign = text[start]
    if sign == '"' and not _opens(text, start):
        return None
    closing = _CLOSING[sign]
    limit = min(len(text), start + _LONGEST)
    ends = [at for at in (text.find(one, start + 1, limit) for one in closing) if at > 0]
    if not ends:
        return None
    end = min(ends)
    if sign == '"':
        end = _straight_end(text, end, limit)
    inner = text[start + 1 : end]
    return Quotation(start, end + 1, start + 1, end) if inner.strip() else None


def _straight_end(text: str, end: int, limit: int) -> int:
    """The first mark that closes; one after a digit may be inches, when another follows."""
    while text[end - 1].isspace():
        following = text.find('"', end + 1, limit)
        if following < 0:
            break
        end = following
    return end


def _opens(text: str, at: int) -> bool:
    """Whether a straight mark begins a quotation: nothing or a bracket before it, a word after it."""
    before = text[at - 1] if at else " "
    after = text[at + 1 : at + 2]
    return (before.isspace() or before in "([{—–-/:,") and bool(after) and not after.isspace()


def _single_closings(text: str) -> list[int]:
    """Where single marks may close a quotation: after a word or a sign, with no letter after them."""
    return [
        match.start()
        for match in _CLOSING_SINGLE.finditer(text, 1)
        if not text[match.start() - 1].isspace() and not text[match.end() : match.end() + 1].isalnum()
    ]


def _single(text: str, start: int, closings: list[int]) -> Quotation | None:
    """`'words'`: apostrophes inside it are told from its end by what follows them."""
    sign = "''" if text.startswith("''", start) else text[start]
    width = len(sign)
    if sign == "`":
        width = 2 if text.startswith("``", start) else 1
    if not _opens_single(text, start, width):
        return None
    first = bisect_right(closings, start + width)
    ends = [at for at in closings[first : first + _MOST_ENDS] if at < start + _LONGEST]
    if not ends:
        return None
    return Quotation(start, ends[0] + width, start + width, ends[0], tuple(ends[1:]))


def _opens_single(text: str, start: int, width: int) -> bool:
    before = text[start - 1] if start else " "
    after = text[start + width : start + width + 1]
    return (before.isspace() or before in '([{—–/:"“') and (after.isalpha() or after in "[…(")
