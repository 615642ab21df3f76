"""The words of a sentence as they may stand in a report: tidied, and with the authors' mark where it belongs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models.draft import AUTHOR_MARK
from bmreport.sentences import split_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["as_checked", "named_authors", "pieces_of", "tidied", "without_keys"]

_BULLET = re.compile(r"^(?:[-*•‣▪–—]|\(?\d{1,2}[.)]|#{1,6})\s+")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__|`)(?=\S)(.{1,300}?)(?<=\S)\1(?!\w)")
_AUTHOR = re.compile(r"\{+\s*authors?\s*\}+", re.IGNORECASE)
_ENDS = tuple(".!?…。！？؟।")
_ANONYMOUS = "the authors"


def tidied(text: str) -> str:
    """One line without bullets, Markdown's emphasis and odd blanks, with a capital first and a full stop last."""
    line = _EMPHASIS.sub(r"\2", _BULLET.sub("", " ".join(text.split())))
    if not line:
        return ""
    first = line.split(" ", 1)[0]
    if first.isalpha() and first.islower() and first.isascii():
        line = line[0].upper() + line[1:]
    return line if line.rstrip("\"'”’)]»").endswith(_ENDS) or not _needs_stop(line) else line + "."


def without_keys(text: str, keys: Iterable[str]) -> str:
    """The sentence without opaque ids that the model put into it in brackets, such as `(P1, P4)`."""
    known = "|".join(re.escape(key) for key in keys)
    if not known:
        return text
    listed = rf"(?:passages?\s+|ids?:?\s*)?(?:{known})(?:(?:\s*[,;&]\s*|\s+and\s+)(?:{known}))*"
    return re.sub(rf"\s*[(\[]\s*{listed}\s*[)\]]", "", text)


def pieces_of(text: str) -> list[str]:
    """The sentences of what should have been one."""
    return [text[span.start : span.end] for span in split_sentences(text)] if text else []


def named_authors(text: str, sources: int, *, narrative: bool) -> tuple[str, int]:
    """The sentence with `{author}` only where a source stands for it, and how many of the sources are named so.

    A narrative sentence without the mark is one whose subject is missing (`found no effect.`); one that has its subject
    names nobody. A mark too many becomes `the authors`.
    """
    text = _AUTHOR.sub(AUTHOR_MARK, text)
    marks = text.count(AUTHOR_MARK)
    if not marks:
        return text, int(narrative and sources > 0 and text[:1].islower())
    named = min(marks, sources)
    parts = text.split(AUTHOR_MARK)
    head = AUTHOR_MARK.join(parts[: named + 1])
    for part in parts[named + 1 :]:
        head += (_ANONYMOUS if head.strip() else _ANONYMOUS.capitalize()) + part
    return head, named


def as_checked(text: str) -> str:
    """The sentence as the checks may read it: the authors' mark is no placeholder."""
    return text.replace(AUTHOR_MARK, _ANONYMOUS.capitalize() if text.startswith(AUTHOR_MARK) else _ANONYMOUS)


def _needs_stop(line: str) -> bool:
    return line[-1].isalnum() or line[-1] in ")]%\"'”’»}"
