"""Quotations: the words of a text that stand in quotation marks of any style."""

from __future__ import annotations

import re
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
    "“": "”“\"", "„": "“”\"", "«": "»", "»": "«", "‹": "›", "›": "‹", "「": "」", "『": "』", "《": "》", "‟": "”", "＂": "＂",
    "\"": "\"",
}  # fmt: skip
_LONGEST = 2000
_MARK = re.compile(r"[“„«»‹›「『《‟＂\"'‘‚`]|''")
_MOST_ENDS = 5


def quotations(text: str) -> list[Quotation]:
    """The outermost quotations in order. Apostrophes, primes and inches are none; a mark left open is none.

    The cost is linear in the text: no quotation is longer than 2,000 characters.
    """
    found: list[Quotation] = []
    until = 0
    for match in _MARK.finditer(text):
        start = match.start()
        if start < until:
            continue
        quotation = _single(text, start) if match[0] in ("'", "‘", "‚", "`", "''") else _double(text, start)
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
        end = _straight_end(text, start, end, limit)
    inner = text[start + 1 : end]
    return Quotation(start, end + 1, start + 1, end) if inner.strip() else None


def _straight_end(text: str, start: int, end: int, limit: int) -> int:
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


def _single(text: str, start: int) -> Quotation | None:
    """`'words'`: apostrophes inside it are told from its end by what follows them."""
    sign = "''" if text.startswith("''", start) else text[start]
    width = len(sign)
    if sign == "`":
        width = 2 if text.startswith("``", start) else 1
    if not _opens_single(text, start, width):
        return None
    ends = []
    for match in re.compile(r"''|['’‘]").finditer(text, start + width + 1, min(len(text), start + _LONGEST)):
        at = match.start()
        after = text[match.end() : match.end() + 1]
        if not text[at - 1].isspace() and not after.isalnum():
            ends.append(at)
            if len(ends) == _MOST_ENDS:
                break
    if not ends:
        return None
    return Quotation(start, ends[0] + width, start + width, ends[0], tuple(ends[1:]))


def _opens_single(text: str, start: int, width: int) -> bool:
    before = text[start - 1] if start else " "
    after = text[start + width : start + width + 1]
    return (before.isspace() or before in '([{—–/:"“') and (after.isalpha() or after in "[…(")
