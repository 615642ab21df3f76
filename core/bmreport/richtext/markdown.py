"""Rich text as Markdown that CommonMark, GitHub and pandoc (`commonmark_x`) read alike.

Ordinary prose stays readable: a character is escaped only where one of the three could take it for mark-up. Italic and
bold are stars, or HTML tags where the rules on flanking (CommonMark 0.31, "Emphasis and strong emphasis") would leave
stars as they are; superscript, subscript and underline are HTML tags; small capitals are plain.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from bmreport.richtext.html import legal_text, safe_href
from bmreport.richtext.nodes import Effect, Link, Note, RefLink, RichText, Styled, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

HARD_BREAK = "\\\n"

_SPACE = re.compile(r"[ \t\n\u2028\u2029]+")
_MARKUP = re.compile(
    r"[\\`*\[\]{~^$@|]"
    r"|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"  # between letters it is one of them
    r"|<(?=[A-Za-z/!?]|$)"  # a tag or an address
    r"|&(?=#?[A-Za-z0-9]+;)"  # an entity
    r"|:(?=[\w+-]+:)(?=[\d+-]*[A-Za-z_]|100:|1234:|[+-]1:)"  # an emoji
    r"|:(?=//)"  # an address that GitHub would make a link
    r"|(?<=www)\.|(?<=WWW)\."
)
# What makes a block at the start of a line, list marks of pandoc's fancy_lists among them.
_BLOCK_START = re.compile(
    r"(?P<mark>[#>+=:-])|(?P<number>\(?(?:\d+|[^\W_]|[IVXLCDM]+|[ivxlcdm]+))(?P<end>[.)])(?=\s|$)"
)
_HEADING_END = re.compile(r"(?:(?<=\s)|^)(?=#+$)")


class Markdown(str):
    """Text that is marked up already; templates print it as it is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """Everything that a stretch of text can be at once."""

    tag: str = ""  # sup or sub
    underline: bool = False
    href: str = ""
    strong: bool = False
    emphasis: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of text of one look; the text of `note` and `line` pieces is Markdown already."""

    text: str
    look: _Look
    kind: str = "text"


def to_markdown(rich: RichText, anchors: Mapping[str, str] | None = None, *, in_cell: bool = False) -> Markdown:
    """One block of inline Markdown, safe at the start of a line and at the end of a heading. Never raises.

    `anchors` maps a reference id to the fragment that its pointers lead to; a pointer to any other is text. White space
    is collapsed; a display block starts a new line, or with `in_cell`, where a table needs one line, follows a space.
    """
    pieces = _merged(_pieces(rich, _Look(), anchors or {}))
    lines = [_line(line) for line in _lines(pieces)]
    return Markdown((" " if in_cell else HARD_BREAK).join(line for line in lines if line))


def escape_markdown(text: str) -> Markdown:
    """Plain text as Markdown that shows exactly it; each stretch of white space, at its ends too, is one space."""
    plain = _SPACE.sub(" ", legal_text(text))
    if not plain.strip(" "):
        return Markdown(plain)
    return Markdown(f"{' ' * plain.startswith(' ')}{to_markdown((Text(plain),))}{' ' * plain.endswith(' ')}")


# -- flattening ------------------------------------------------------------------------------------------------------


def _pieces(rich: RichText, look: _Look, anchors: Mapping[str, str]) -> Iterator[_Piece]:
    for node in rich:
        if isinstance(node, Text):
            yield _Piece(legal_text(node.text), look)
        elif isinstance(node, Note):
            # A mark inside a link or an effect would nest brackets or tags for nothing.
            yield _Piece(f"[^{node.number}]", _Look(), "note")
        elif isinstance(node, Styled):
            if node.effect in (Effect.BLOCK, Effect.INDENT):
                yield _Piece("", _Look(), "line")
            yield from _pieces(node.children, _with_effect(look, node.effect), anchors)
        else:
            yield from _pieces(node.children, replace(look, href=_href(node, anchors) or look.href), anchors)


def _with_effect(look: _Look, effect: Effect) -> _Look:
    if effect is Effect.ITALIC:
        return replace(look, emphasis=True)
    if effect is Effect.BOLD:
        return replace(look, strong=True)
    if effect is Effect.NORMAL:
        return replace(look, emphasis=False, strong=False)
    if effect is Effect.UNDERLINE:
        return replace(look, underline=True)
    if effect in (Effect.SUPERSCRIPT, Effect.SUBSCRIPT):
        return replace(look, tag="sup" if effect is Effect.SUPERSCRIPT else "sub")
    return look


def _href(node: Link | RefLink, anchors: Mapping[str, str]) -> str:
    """The address as a link destination; entities and math are read in destinations too."""
    if isinstance(node, RefLink):
        anchor = anchors.get(node.reference_id)
        return f"#{anchor}" if anchor else ""
    href = (safe_href(node.href) or "").replace("&", "&amp;").replace("$", "%24")
    return f"<{href}>" if set(href) & set("()") else href


def _merged(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Neighbours of one look as one piece, so that no mark-up can arise between them unseen."""
    for (look, kind), run in groupby(pieces, key=lambda piece: (piece.look, piece.kind)):
        if kind == "text":
            if text := _SPACE.sub(" ", "".join(piece.text for piece in run)):
                yield _Piece(text, look)
        else:
            yield from run


def _lines(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    line: list[_Piece] = []
    for piece in pieces:
        if piece.kind == "line":
            yield line
            line = []
        else:
            line.append(piece)
    yield line


# -- writing ---------------------------------------------------------------------------------------------------------


def _line(pieces: list[_Piece]) -> str:
    """Mark-up as text; where italic or bold pieces stand in it, their marks depend on both neighbours."""
    parts = list(_tagged(pieces))
    out: list[str] = []
    for place, part in enumerate(parts):
        if isinstance(part, str):
            out.append(part)
        else:
            before = out[-1][-1] if out else ""
            out.append(_emphasised(part, before, _first_sign(parts[place + 1 : place + 2])))
    # An exclamation mark before a link would make an image of it.
    return _guarded("".join(out).strip(" ").replace("![", "\\!["))


def _tagged(pieces: list[_Piece]) -> Iterator[str | _Piece]:
    for (tag, underline), run in groupby(pieces, key=lambda piece: (piece.look.tag, piece.look.underline)):
        tags = [name for name in (tag, "u" if underline else "") if name]
        yield from (f"<{name}>" for name in tags)
        for href, group in groupby(run, key=lambda piece: piece.look.href):
            inner = list(group)
            linked = href and any(piece.text.strip() for piece in inner)
            yield from ["["] if linked else []
            yield from _escaped(inner)
            yield from [f"]({href})"] if linked else []
        yield from (f"</{name}>" for name in reversed(tags))


def _escaped(pieces: Iterable[_Piece]) -> Iterator[str | _Piece]:
    after_note = False
    for piece in pieces:
        if piece.kind == "note":
            yield piece.text
        else:
            text = _MARKUP.sub(r"\\\g<0>", piece.text)
            if after_note and text[0] in "(:":
                text = "\\" + text  # `[^1](x)` would be a link and `[^1]:` the note itself
            yield replace(piece, text=text) if piece.look.strong or piece.look.emphasis else text
        after_note = piece.kind == "note"


def _emphasised(piece: _Piece, before: str, after: str) -> str:
    """The piece between stars, or between tags where stars next to these signs would not count as marks."""
    core = piece.text.strip()
    if not core:
        return piece.text
    start = piece.text.index(core)
    lead, trail = piece.text[:start], piece.text[start + len(core) :]
    stars = "*" * (2 * piece.look.strong + piece.look.emphasis)
    if _flanks(lead[-1:] or before, core[0]) and _flanks(trail[:1] or after, core[-1]):
        return f"{lead}{stars}{core}{stars}{trail}"
    names = [name for name, on in (("strong", piece.look.strong), ("em", piece.look.emphasis)) if on]
    opening, closing = "".join(f"<{name}>" for name in names), "".join(f"</{name}>" for name in reversed(names))
    return f"{lead}{opening}{core}{closing}{trail}"


def _flanks(outside: str, inside: str) -> bool:
    """Whether a star between these signs is a mark, as CommonMark before 0.31 and since see punctuation."""
    if outside == "*":
        return False
    category = unicodedata.category(outside) if outside else ""
    apart = not outside or outside.isspace() or category[0] == "P" or (outside.isascii() and category[0] == "S")
    return apart or unicodedata.category(inside)[0] not in "PSZ"


def _first_sign(parts: list[str | _Piece]) -> str:
    """The first sign that a part will write; marks of emphasis are punctuation, whichever they are."""
    if not parts:
        return ""
    part = parts[0]
    if isinstance(part, str):
        return part[0]
    return part.text[0] if part.text[0].isspace() else "<"


def _guarded(line: str) -> str:
    """The line without a meaning for what begins a block or closes a heading."""
    line = _HEADING_END.sub(r"\\", line)
    found = _BLOCK_START.match(line)
    if found is None:
        return line
    place = found.start("end") if found["end"] else 0
    return f"{line[:place]}\\{line[place:]}"
