"""Rich text as Typst mark-up: every literal is a Typst string, so that nothing in a text can be mark-up or code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from bmreport.richtext.html import safe_href
from bmreport.richtext.nodes import Effect, Link, Node, Note, RefLink, RichText, Styled, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

# Typst keeps every space and breaks lines at line feeds; in running text any run of white space is one space.
_WHITE_SPACE = re.compile("[ \t\n\x0b\x0c\r\x1c-\x1f\x85\u2028\u2029]+")
# What no font draws: other C0 and C1 controls, lone surrogates, noncharacters.
_NEVER_DRAWN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(chr(plane * 0x10000 + 0xFFFE) + chr(plane * 0x10000 + 0xFFFF) for plane in range(1, 17))
    + "]"
)
_REPLACEMENT = "\ufffd"
_BIDI_CONTROL = re.compile("[\u202a-\u202e\u2066-\u2069]")
_FIRST_STRONG_ISOLATE = "\u2068"
_POP_ISOLATE = "\u2069"
# Where a long token may break: after slashes and their like, and inside runs that have none. Typst would cut an address
# after `https://doi.`, so scheme and host are kept together. Scripts other than Latin break by UAX 14 alone.
_TOKEN = re.compile(r"[!-~]*?\w://[!-~]*|[!-~]{30,}")
_ADDRESS_HEAD = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]{1,40}/?")
_TOKEN_PIECE = re.compile(r"[^/_?&=,;:-]{1,24}[/_?&=,;:-]*|[/_?&=,;:-]+")
# Stand-ins while a text is not yet quoted; cleaned text never holds them.
_BREAK, _BOX, _BOX_END = "\0", "\1", "\2"
_CODE = str.maketrans({_BREAK: '";#h(0.001pt);#"', _BOX: '";#box[#"', _BOX_END: '";];#h(0.001pt);#"'})
_WRAPPED = {
    Effect.SUPERSCRIPT: "#super",
    Effect.SUBSCRIPT: "#sub",
    Effect.SMALL_CAPS: "#smallcaps",
    Effect.UNDERLINE: "#underline",
    Effect.BLOCK: "#block",
    Effect.INDENT: "#block(inset: (left: 2em))",
}


@dataclass(frozen=True)
class TypstOptions:
    """How one document writes rich text.

    `labels` maps a reference id to the label of its entry; a pointer to any other stays text. `substitutes` is a
    table for `str.translate`: characters that no font at hand can draw, and what is written in their place. Without
    `footnotes` a note is its number. `rtl` says that the document as a whole is written from right to left.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    substitutes: Mapping[int, str] = field(default_factory=dict)
    footnotes: bool = True
    rtl: bool = False


@dataclass(frozen=True)
class _Around:
    """What stands around a node: Typst's `emph` and `strong` toggle and add up, links should not nest."""

    italic: bool = False
    bold: bool = False
    linked: bool = False


_NOTHING: Mapping[int, str] = MappingProxyType({})
_ALONE = TypstOptions()


def to_typst(rich: RichText, options: TypstOptions = _ALONE) -> str:
    """Typst mark-up of the text. Never raises, whatever the text holds.

    Pointers link to the label of their entry; one that is counted stands after the label `cite-<occurrence>`. Every
    expression ends so that what follows is never read as its argument.
    """
    return "".join(_node(node, options, _Around()) for node in rich)


def typst_text(text: str, options: TypstOptions = _ALONE) -> str:
    """Literal characters as mark-up, with places to break inside addresses and very long tokens."""
    clean = _TOKEN.sub(_breakable, _cleaned(text, options.substitutes))
    return f"#{_quoted(clean)};".translate(_CODE)


def typst_string(text: str, substitutes: Mapping[int, str] = _NOTHING) -> str:
    """Literal characters as a Typst string with its quotes, for use in code.

    Runs of white space become one space, and what no font can draw becomes U+FFFD. Text with bidi controls is isolated
    (UAX 9), so that one it never closes does not turn the rest of the paragraph round.
    """
    return _quoted(_cleaned(text, substitutes))


def _quoted(clean: str) -> str:
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _cleaned(text: str, substitutes: Mapping[int, str]) -> str:
    clean = _NEVER_DRAWN.sub(_REPLACEMENT, _WHITE_SPACE.sub(" ", text))
    if substitutes:
        clean = clean.translate(substitutes)
    return _isolated(clean) if _BIDI_CONTROL.search(clean) else clean


def _isolated(text: str) -> str:
    depth = 0
    for character in text:
        if character in "\u2066\u2067\u2068":
            depth += 1
        elif character == _POP_ISOLATE and depth:
            depth -= 1
    # The last PDI also ends embeddings and overrides begun since its isolate (UAX 9, X6a).
    return _FIRST_STRONG_ISOLATE + text + _POP_ISOLATE * (depth + 1)


def _breakable(token: re.Match[str]) -> str:
    head = _ADDRESS_HEAD.search(token[0])
    if head is None:
        return _pieces(token[0])
    before, after = token[0][: head.start()], token[0][head.end() :]
    return before + _BOX + head[0] + _BOX_END + _pieces(after)


def _pieces(token: str) -> str:
    return _BREAK.join(_TOKEN_PIECE.findall(token))


def _node(node: Node, options: TypstOptions, around: _Around) -> str:
    if isinstance(node, Text):
        return typst_text(node.text, options)
    if isinstance(node, Styled):
        return _styled(node, options, around)
    if isinstance(node, Note):
        return _note(node, options)
    if isinstance(node, Link):
        return _link(node, options, around)
    return _pointer(node, options, around)


def _nodes(rich: RichText, options: TypstOptions, around: _Around) -> str:
    return "".join(_node(node, options, around) for node in rich)


def _styled(node: Styled, options: TypstOptions, around: _Around) -> str:
    if node.effect in _WRAPPED:
        return f"{_WRAPPED[node.effect]}[{_nodes(node.children, options, around)}];"
    italic = node.effect is Effect.ITALIC or (around.italic and node.effect is not Effect.NORMAL)
    bold = node.effect is Effect.BOLD or (around.bold and node.effect is not Effect.NORMAL)
    inner = _nodes(node.children, options, _Around(italic=italic, bold=bold, linked=around.linked))
    if italic != around.italic:
        inner = f"#emph[{inner}];"
    if bold != around.bold:
        inner = f"#strong[{inner}];" if bold else f"#strong(delta: -300)[{inner}];"
    return inner


def _note(node: Note, options: TypstOptions) -> str:
    if not options.footnotes:
        return f'#super[#"{node.number}";];'
    # The number is given, not counted: a summary may stand before text that is read first.
    return f'#footnote(numbering: _ => "{node.number}")[{to_typst(node.children, options)}];'


def _link(node: Link, options: TypstOptions, around: _Around) -> str:
    href = None if around.linked else safe_href(node.href)
    if href is None:
        return _nodes(node.children, options, around)
    inner = _nodes(node.children, options, _Around(around.italic, around.bold, linked=True))
    return f"#link({typst_string(href)})[{inner}];"


def _pointer(node: RefLink, options: TypstOptions, around: _Around) -> str:
    # The label stands on its own: a pointer inside a link, or to nothing that is listed, can be led back to as well.
    mark = f"#metadata(none)<cite-{node.occurrence}>" if node.occurrence else ""
    target = options.labels.get(node.reference_id)
    if target is None or around.linked:
        return mark + _nodes(node.children, options, around)
    inner = _nodes(node.children, options, _Around(around.italic, around.bold, linked=True))
    return f"{mark}#link(<{target}>)[{inner}];"
