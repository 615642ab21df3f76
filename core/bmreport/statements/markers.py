"""Markers: marks in the text of a claim that point at nothing a reader could follow, or were never meant to be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.statements.marks.identifiers import identifiers
from bmreport.statements.marks.leftovers import chatter, hidden_characters, markup
from bmreport.statements.marks.mark import Mark
from bmreport.statements.marks.placeholders import placeholders
from bmreport.statements.marks.references import author_years, bracketed_numbers, named_references, superscripts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

__all__ = ["Mark", "find_markers"]

_NO_SIGN = re.compile(r"[\s\u00a0]+")
_ID_IN_BRACKETS = re.compile(r"[(\[{]\s?(?P<ids>[\w.:-]{1,60}(?:\s?[,;]\s?[\w.:-]{1,60}){0,20})\s?[)\]}]")
_USUAL_ID = re.compile(r"[cCsSpPdD]\d{1,4}|(?:cit|ref|src|doc|passage|citation|source)[-_]?\d{1,4}", re.IGNORECASE)
_ID_WORD = re.compile(r"(?<![\w.:/-])[A-Za-z][\w.:-]{0,58}\d(?![\w-]|[.:]\w)")
_ABOUT_IDS = re.compile(
    r"\b[cC]\d{1,3}\b(?=\s(?:reported|reports|found|shows?|showed|states?|stated|suggests?|suggested|indicates?|describes?)\b)"
)


def find_markers(text: str, passages: Iterable[str] = (), ids: Collection[str] = ()) -> list[Mark]:
    """The marks of a claim in order, none inside another; never raises, and the cost is linear in the text.

    A mark that stands in a cited passage may be the passage's own: an identifier, an address, an author's name, a year
    and a placeholder-like word count only when no passage has them. `ids` are the citation ids of the report.
    """
    held = _Held(passages)
    marks: list[Mark] = []
    for find, excused in _FINDERS:
        marks.extend(mark for mark in find(text) if not excused(held, text, mark))
    marks.extend(_ids(text, held, frozenset(ids)))
    return _outermost(marks)


class _Held:
    """What the passages hold, folded at the first question for it."""

    def __init__(self, passages: Iterable[str]) -> None:
        self._passages = tuple(passages)
        self._folded: str | None = None

    def __contains__(self, words: str) -> bool:
        if self._folded is None:
            self._folded = "\n".join(_fold(passage) for passage in self._passages)
        return _fold(words) in self._folded


def _fold(text: str) -> str:
    return _NO_SIGN.sub(" ", text).casefold().replace("’", "'").replace("–", "-").replace("\u2011", "-")


def _never(_held: _Held, _text: str, _mark: Mark) -> bool:
    return False


def _verbatim(held: _Held, text: str, mark: Mark) -> bool:
    return text[mark.start : mark.end] in held


def _by_words(held: _Held, text: str, mark: Mark) -> bool:
    """Author and year: each word of the mark is in a passage."""
    words = re.findall(r"[^\W_]{2,}", text[mark.start : mark.end])
    return bool(words) and all(word in held for word in words if word.lower() not in ("et", "al", "and"))


def _by_number(held: _Held, text: str, mark: Mark) -> bool:
    """`women (35)`: a count that the passage tells of the word before."""
    inside = text[mark.start : mark.end]
    if inside in held:
        return True
    if inside[0] != "(":
        return False
    word = re.search(r"([^\W\d_]+)\W*$", text[max(0, mark.start - 40) : mark.start])
    number = inside.strip("()").strip()
    return word is not None and (f"{number} {word[1]}" in held or f"n = {number}" in held or f"n={number}" in held)


_FINDERS: tuple[tuple[Callable[[str], Iterator[Mark]], Callable[[_Held, str, Mark], bool]], ...] = (
    (bracketed_numbers, lambda held, text, mark: text[mark.start] == "(" and _by_number(held, text, mark)),
    (author_years, _by_words),
    (named_references, _verbatim),
    (superscripts, _never),
    (placeholders, _verbatim),
    (identifiers, _verbatim),
    (markup, _verbatim),
    (chatter, _verbatim),
    (hidden_characters, _verbatim),
)


def _ids(text: str, held: _Held, ids: frozenset[str]) -> Iterator[Mark]:
    """Citation ids in the prose: in brackets, or bare when they look like nothing else."""
    for match in _ID_IN_BRACKETS.finditer(text):
        inside = re.split(r"\s?[,;]\s?", match["ids"])
        if (
            all(one in ids or _USUAL_ID.fullmatch(one) for one in inside)
            and not match["ids"].isdigit()
            and match[0] not in held
        ):
            yield Mark(match.start(), match.end(), "a citation id")
    for match in _ID_WORD.finditer(text):
        if match[0] in ids and match[0] not in held:
            yield Mark(match.start(), match.end(), "a citation id")
    for match in _ABOUT_IDS.finditer(text):
        if match[0] not in held:
            yield Mark(match.start(), match.end(), "a citation id")


def _outermost(marks: list[Mark]) -> list[Mark]:
    out: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if not out or mark.start >= out[-1].end:
            out.append(mark)
    return out
