"""Marks inside text: private-use characters that say where an effect, a cite or a link begins and ends.

Text from records and styles may hold any character, these included; `escape` makes such text harmless first, so that
it comes out as itself.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from bmreport.richtext import Effect, RichText, Styled, Text, parse_csl_markup, to_plain

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_PAYLOAD = 0x10F700
_FIRST_MARK = 0x10F800
_LAST = 0x10F8FF
_RESERVED = re.compile(f"[{chr(_FIRST_PAYLOAD)}-{chr(_LAST)}]")
_ESCAPED = re.compile(f"\U0010f8ff([{chr(_FIRST_PAYLOAD)}-{chr(_FIRST_MARK - 1)}]{{2}})|{_RESERVED.pattern}")
_NOCASE = re.compile(r'<span\s+class="nocase">(.*?)</span>', re.IGNORECASE | re.DOTALL)


class Mark(StrEnum):
    """One character each; every mark but the last four opens something that CLOSE closes."""

    ITALIC = "\U0010f800"
    BOLD = "\U0010f801"
    SUPERSCRIPT = "\U0010f802"
    SUBSCRIPT = "\U0010f803"
    SMALL_CAPS = "\U0010f804"
    UNDERLINE = "\U0010f805"
    NORMAL = "\U0010f806"
    BLOCK = "\U0010f807"
    INDENT = "\U0010f808"
    FIELD_ITALIC = "\U0010f809"
    """Italic that the record asks for: upright where the style has italic already."""
    FIELD_BOLD = "\U0010f80a"
    NOCASE = "\U0010f80b"
    CITE = "\U0010f80c"
    NUMBER = "\U0010f80d"
    """The citation number of the cite around it."""
    DOI = "\U0010f80e"
    URL = "\U0010f80f"
    PMID = "\U0010f810"
    PMCID = "\U0010f811"
    CLOSE = "\U0010f812"
    LITERAL = "\U0010f813"
    """What follows is text of its own, not an affix: its punctuation never merges with what stands before."""
    INNER = "\U0010f814"
    """Before a closing quotation mark that takes a comma or full stop in (CSL: punctuation-in-quote)."""
    OUTER = "\U0010f815"
    """After such a quotation mark."""


ESCAPE = "\U0010f8ff"

_FIELD_MARKS = {
    Effect.ITALIC: Mark.FIELD_ITALIC,
    Effect.BOLD: Mark.FIELD_BOLD,
    Effect.SUPERSCRIPT: Mark.SUPERSCRIPT,
    Effect.SUBSCRIPT: Mark.SUBSCRIPT,
    Effect.SMALL_CAPS: Mark.SMALL_CAPS,
}


def is_mark(character: str) -> bool:
    """Whether a character is a mark; an escaped one is text."""
    return "\U0010f800" <= character < ESCAPE


def marked(mark: Mark, text: str) -> str:
    """Text between a mark and its end."""
    return f"{mark}{text}{Mark.CLOSE}"


def escape(text: str) -> str:
    """Text in which no character can be taken for a mark."""
    return _RESERVED.sub(_escaped, text) if _RESERVED.search(text) else text


def unescape(text: str) -> str:
    """The text that `escape` was given; what is left of an escape that was cut in two is dropped."""
    return _ESCAPED.sub(_original, text) if _RESERVED.search(text) else text


def from_field(text: str) -> str:
    """A field of a CSL-JSON record as marked text: its few tags become marks, all else is literal."""
    safe = escape(text)
    if "<" not in safe:
        return safe
    protected = _NOCASE.sub(lambda match: marked(Mark.NOCASE, match[1]), safe)
    return _from_rich(parse_csl_markup(protected))


def plain(text: str) -> str:
    """Marked text without marks, as it reads; for sorting and comparing."""
    bare = text if text.isascii() else "".join(c for c in text if not is_mark(c))
    return unescape(bare)


def recase(text: str, decide: Callable[[str], str]) -> str:
    """Change the case of marked text.

    `decide` gets the visible characters and returns one letter for each: `u` upper, `l` lower, `.` as it is. Text
    under NOCASE is left alone.
    """
    opened: list[str] = []
    free = []
    visible = []
    for position, character in enumerate(text):
        if is_mark(character):
            if character == Mark.CLOSE:
                if opened:
                    opened.pop()
            elif character < Mark.CLOSE:
                opened.append(character)
        elif ord(character) < _FIRST_PAYLOAD:
            visible.append(character)
            free.append((position, Mark.NOCASE not in opened))
    out = list(text)
    for (position, may_change), verdict in zip(free, decide("".join(visible)), strict=True):
        if may_change and verdict != ".":
            out[position] = out[position].upper() if verdict == "u" else out[position].lower()
    return "".join(out)


def _escaped(match: re.Match[str]) -> str:
    offset = ord(match[0]) - _FIRST_PAYLOAD
    return f"{ESCAPE}{chr(_FIRST_PAYLOAD + offset // 32)}{chr(_FIRST_PAYLOAD + offset % 32)}"


def _original(match: re.Match[str]) -> str:
    if match[1] is None:
        return ""
    high, low = (ord(character) - _FIRST_PAYLOAD for character in match[1])
    return chr(_FIRST_PAYLOAD + high * 32 + low)


def _from_rich(rich: RichText) -> str:
    out = []
    for node in rich:
        if isinstance(node, Text):
            out.append(node.text)
        elif isinstance(node, Styled) and node.effect in _FIELD_MARKS:
            out.append(marked(_FIELD_MARKS[node.effect], _from_rich(node.children)))
        else:
            out.append(to_plain((node,)))
    return "".join(out)
