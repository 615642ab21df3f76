"""Rich text as HTML: every character escaped at the leaf, only harmless addresses become links."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from bmreport.richtext.direction import BIDI_CONTROL, RTL_STRETCH, first_strong
from bmreport.richtext.nodes import Effect, Link, Node, Note, RefLink, RichText, Styled, Text
from bmreport.richtext.plain import to_plain

if TYPE_CHECKING:
    from collections.abc import Mapping

_TAGS = {
    Effect.ITALIC: "i",
    Effect.BOLD: "b",
    Effect.SUPERSCRIPT: "sup",
    Effect.SUBSCRIPT: "sub",
    Effect.UNDERLINE: "u",
}
_INLINE_STYLES = {
    Effect.NORMAL: "font-style:normal;font-weight:normal",
    Effect.SMALL_CAPS: "font-variant:small-caps",
    Effect.BLOCK: "display:block",
    Effect.INDENT: "display:block;margin-inline-start:2em",
}
# XML 1.0 production 2 (Char) leaves out most C0 controls, surrogates and U+FFFE/FFFF; HTML calls the other
# noncharacters and C1 errors too. Line ends are one character in both.
_LINE_END = re.compile("\r\n?|\x85")
_ILLEGAL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(chr(plane * 0x10000 + 0xFFFE) + chr(plane * 0x10000 + 0xFFFF) for plane in range(1, 17))
    + "]"
)
_ADDRESS = re.compile(
    r"(?P<scheme>https?)://(?P<host>[^\s/?#]+)(?P<rest>(?:[/?][^#]*)?)(?:#(?P<fragment>.*))?|mailto:[^\s@]+@[^\s@]+",
    re.IGNORECASE | re.DOTALL,
)
_LEGAL_IN_ADDRESS = ":/?@!$&'()*+,;=-._~%"
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


@dataclass(frozen=True)
class HtmlOptions:
    """How one document writes rich text.

    `reference_ids` maps a reference id to the HTML id of its entry; a pointer to any other stays text.
    `prefix` begins every id that is made here, for several reports on one page. A `document` lists its footnotes, so
    that their marks are links, and has a stylesheet: effects without an element of their own get a class
    (`csl-small-caps` …) instead of a style attribute.
    """

    reference_ids: Mapping[str, str] = field(default_factory=dict)
    prefix: str = ""
    document: bool = False


_ALONE = HtmlOptions()


def to_html(rich: RichText, options: HtmlOptions = _ALONE) -> str:
    """An HTML fragment of phrasing content; well formed as XML too. Never raises, whatever the text holds.

    Without options it stands alone, as notebooks need it: pointers and footnote marks are text without links. Words
    that run against the fragment's direction are set apart (`bdi`): a year after an Arabic title stays where it is.
    """
    plain = to_plain(rich)
    isolate = not plain.isascii() and first_strong(plain) == "ltr"
    return _nodes(rich, _Place(options, isolate=isolate))


def escape_html(text: str) -> str:
    """The text for an element's content or a quoted attribute value; illegal characters made visible."""
    return html.escape(legal_text(text), quote=True)


def legal_text(text: str) -> str:
    """The text with what neither XML 1.0 nor HTML may hold made visible; line ends become line feeds.

    C0 controls turn into their symbols (NUL is U+2400), lone surrogates and noncharacters into U+FFFD.
    """
    return _ILLEGAL.sub(_visible, _LINE_END.sub("\n", text))


def safe_href(address: str) -> str | None:
    """The address as a URI (RFC 3986, other characters percent-encoded), or None unless http, https or mailto.

    Word refuses to open a file whose links are no URIs.
    """
    found = _ADDRESS.fullmatch(address.strip())
    if found is None or _ILLEGAL.search(address):
        return None
    if not found["scheme"]:
        return _encoded(found[0])
    host = found["host"]
    if not host.strip(".:@[]") or ("[" in host) != ("]" in host):
        return None
    fragment = f"#{_encoded(found['fragment'])}" if found["fragment"] is not None else ""
    return f"{found['scheme'].lower()}://{_encoded(host, '[]')}{_encoded(found['rest'])}{fragment}"


def _visible(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


def _encoded(part: str, also_legal: str = "") -> str:
    return quote(_STRAY_PERCENT.sub("%25", part), safe=_LEGAL_IN_ADDRESS + also_legal)


@dataclass(frozen=True)
class _Place:
    """What is around a node; inside a link no other may begin, as HTML forbids nested `a`."""

    options: HtmlOptions
    isolate: bool
    linked: bool = False

    def inside_link(self) -> _Place:
        return _Place(self.options, self.isolate, linked=True)


def _nodes(rich: RichText, place: _Place) -> str:
    return "".join(_node(node, place) for node in rich)


def _node(node: Node, place: _Place) -> str:
    if isinstance(node, Text):
        return _text(node.text, isolate=place.isolate)
    if isinstance(node, Styled):
        return _styled(node.effect, _nodes(node.children, place), place.options)
    if isinstance(node, Note):
        return _note_mark(node.number, place)
    if isinstance(node, Link):
        return _link(node, place)
    return _pointer(node, place)


def _text(text: str, *, isolate: bool) -> str:
    escaped = escape_html(text)
    if BIDI_CONTROL.search(text):
        # One that the text never closes must not turn the rest of the page round.
        return f"<bdi>{escaped}</bdi>"
    return RTL_STRETCH.sub(r"<bdi>\g<0></bdi>", escaped) if isolate else escaped


def _styled(effect: Effect, inner: str, options: HtmlOptions) -> str:
    if effect in _TAGS:
        return f"<{_TAGS[effect]}>{inner}</{_TAGS[effect]}>"
    how = f'class="csl-{effect}"' if options.document else f'style="{_INLINE_STYLES[effect]}"'
    return f"<span {how}>{inner}</span>"


def _note_mark(number: int, place: _Place) -> str:
    if place.linked or not place.options.document:
        return f"<sup>{number}</sup>"
    prefix = escape_html(place.options.prefix)
    return (
        f'<sup class="note-mark"><a id="{prefix}fnref-{number}" href="#{prefix}fn-{number}" '
        f'role="doc-noteref">{number}</a></sup>'
    )


def _link(node: Link, place: _Place) -> str:
    href = None if place.linked else safe_href(node.href)
    if href is None:
        return _nodes(node.children, place)
    return f'<a href="{html.escape(href)}" rel="noopener noreferrer">{_nodes(node.children, place.inside_link())}</a>'


def _pointer(node: RefLink, place: _Place) -> str:
    target = place.options.reference_ids.get(node.reference_id)
    if target is None or place.linked:
        return _nodes(node.children, place)
    inner = _nodes(node.children, place.inside_link())
    mark = f' id="{escape_html(place.options.prefix)}cite-{node.occurrence}"' if node.occurrence else ""
    return f'<a class="cite"{mark} href="#{escape_html(target)}" role="doc-biblioref">{inner}</a>'
