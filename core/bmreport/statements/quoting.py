"""Where a passage has the words of a quotation: verbatim but for the setting of type and for what the quoter marks."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Bare", "Part", "bare", "bare_passage", "found_in", "parts_of"]

_QUOTES = frozenset('"“”„‟«»‹›「」『』《》＂`´^')
_APOSTROPHES = frozenset("'’‘‚‛ʼ＇′")
_DASHES = frozenset("-‐‑‒–—―−﹣－⁃")
_POINTS = frozenset("·‧∙⋅٫")
_IGNORED = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_GAP = re.compile(
    r"[\[(]\s{0,3}(?:…|\.\s?\.\s?\.)\s{0,3}[\])]|…|\.\s?\.\s?\.(?:\s?\.)?|\[(?P<letter>[^\W\d_])\](?=\w)|\[(?P<inserted>[^\[\]]{0,300})\]"
)
_TRIMMED = " \t\r\n.,;:!?–—-"
_REPLACED = 80
"""So many characters of the passage may give way to a bracketed insertion."""
_ANYWHERE = 1 << 30
_MOST_STARTS = 50
_MOST_PLACES = 1000
"""Of a hostile passage no more places are looked at, to keep the cost linear."""


class Bare(NamedTuple):
    """A text without what typesetting changes; `places[n]` is where the sign `n` of `signs` stands in the text."""

    signs: str
    places: list[int]
    text: str


class Part(NamedTuple):
    """Words between two omissions or insertions of a quotation."""

    signs: str
    room: int
    """So many characters may lie between the part before and this one."""
    begins_word: bool
    ends_word: bool


def bare(text: str) -> Bare:
    """The text without quotation marks, white space, word-joining hyphens and the groups of thousands."""
    signs: list[str] = []
    places: list[int] = []
    for at, sign in enumerate(text):
        for kept in _kept(text, at, sign):
            signs.append(kept)
            places.append(at)
    return Bare("".join(signs), places, text)


bare_passage = lru_cache(maxsize=256)(bare)


def _kept(text: str, at: int, sign: str) -> str:
    """What stands for one sign of the text, often the sign itself."""
    if sign.isalnum() and sign.isascii():
        return sign
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if sign.isspace() or sign == ",":
        return _between_digits(text, at, sign)
    if sign in _QUOTES or sign in _IGNORED:
        return ""
    if sign in _APOSTROPHES:
        return "'" if before.isalpha() and after.isalpha() else ""
    if sign in _DASHES:
        return "" if before.isalpha() and (after.isalpha() or after in "\r\n") else "-"
    if sign in _POINTS:
        return "."
    return sign if sign.isascii() else "".join(unicodedata.normalize("NFKD", sign).split())


def _between_digits(text: str, at: int, sign: str) -> str:
    """White space says nothing but between digits, where it, or a comma, may as well group thousands."""
    if not (text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()):
        return "" if sign.isspace() else sign
    group = text[at + 1 : at + 5]
    is_group = group[:3].isdigit() and len(group[:3]) == 3 and not group[3:].isdigit()
    return "" if is_group else ("," if sign == "," else " ")


def parts_of(quoted: str, *, with_brackets: bool) -> list[Part]:
    """The quoted words between `…`, `[...]` and, unless brackets are read as the passage's own, `[inserted words]`."""
    parts: list[Part] = []
    piece, start, room, begins = "", 0, _ANYWHERE, True
    for match in _GAP.finditer(quoted):
        if match["letter"]:
            piece += quoted[start : match.start()] + match["letter"]
            start = match.end()
            continue
        if match["inserted"] is not None and with_brackets:
            continue
        touches = match["inserted"] is not None
        piece += quoted[start : match.start()]
        _add(parts, piece, room, begins=begins, ends=not (touches and piece[-1:].isalnum()))
        start = match.end()
        begins = not (touches and quoted[start : start + 1].isalnum())
        piece, room = "", (_REPLACED if touches and room != 0 else _ANYWHERE)
    _add(parts, piece + quoted[start:], room, begins=begins, ends=True)
    return parts


def _add(parts: list[Part], piece: str, room: int, *, begins: bool, ends: bool) -> None:
    signs = bare(piece.strip(_TRIMMED)).signs
    if any(sign.isalnum() for sign in signs):
        parts.append(Part(signs, room, begins, ends))


def found_in(parts: list[Part], passage: Bare) -> list[tuple[int, int]]:
    """Where the passage has the parts in order, as spans of its text; empty when it has not."""
    if not parts:
        return []
    for number, (start, end) in enumerate(_places(parts[0], passage, 0)):
        spans = [(start, end)]
        for part in parts[1:]:
            following = next(_places(part, passage, spans[-1][1]), None)
            if following is None or following[0] - spans[-1][1] > part.room:
                break
            spans.append(following)
        else:
            return [(passage.places[first], passage.places[last - 1] + 1) for first, last in spans]
        if number >= _MOST_STARTS:
            break
    return []


def _places(part: Part, passage: Bare, begin: int) -> Iterator[tuple[int, int]]:
    """The places of a part from `begin` on, with the case of its first letter free."""
    signs = passage.signs
    starts = {one: signs.find(one, begin) for one in (part.signs, part.signs[0].swapcase() + part.signs[1:])}
    for _ in range(_MOST_PLACES):
        ahead = [one for one in starts if starts[one] >= 0]
        if not ahead:
            return
        one = min(ahead, key=lambda each: starts[each])
        start, end = starts[one], starts[one] + len(one)
        if _is_whole(part, passage, start, end):
            yield start, end
        starts[one] = signs.find(one, start + 1)


def _is_whole(part: Part, passage: Bare, start: int, end: int) -> bool:
    """Whether neither end cuts a word or a figure of the passage."""
    text = passage.text
    first, last = passage.places[start], passage.places[end - 1]
    if part.begins_word and first and text[first].isalnum() and text[first - 1].isalnum():
        return False
    if not part.ends_word or not text[last].isalnum():
        return True
    after = text[last + 1 : last + 3]
    return not (after[:1].isalnum() or (text[last].isdigit() and after[:1] in ".,·" and after[1:].isdigit()))
