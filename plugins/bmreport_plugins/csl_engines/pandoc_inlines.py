"""From pandoc's inlines back to rich text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmreport.richtext import Effect, Link, RichText, Styled, Text, joined
from bmreport.richtext.lines import in_lines, trimmed
from bmreport.richtext.pointers import pointer

if TYPE_CHECKING:
    from collections.abc import Mapping

_EFFECTS = {
    "Emph": Effect.ITALIC,
    "Strong": Effect.BOLD,
    "Superscript": Effect.SUPERSCRIPT,
    "Subscript": Effect.SUBSCRIPT,
    "SmallCaps": Effect.SMALL_CAPS,
    "Underline": Effect.UNDERLINE,
}
_TEXTS = {"Space": " ", "SoftBreak": " ", "LineBreak": "\n"}
_DISPLAYS = {"csl-block": Effect.BLOCK, "csl-indent": Effect.INDENT}
_QUOTES = {"DoubleQuote": ("“", "”"), "SingleQuote": ("‘", "’")}


@dataclass(frozen=True)
class InlineReader:
    """Reads inlines; a link to `#identifier` is a pointer to the reference that `ids` has for it."""

    ids: Mapping[str, str]

    def read(self, inlines: list[Any]) -> RichText:
        """The inlines as rich text, without white space at the ends."""
        return in_lines(trimmed(self._nodes(inlines)))

    def entry(self, blocks: list[Any]) -> tuple[RichText, RichText]:
        """Label and body of an entry of the list."""
        label: list[Any] = []
        body: list[Any] = []
        for inline in (inline for block in blocks for inline in block["c"]):
            is_label = inline["t"] == "Span" and "csl-left-margin" in inline["c"][0][1]
            (label if is_label and not body else body).append(inline)
        if not self.read(body):
            label, body = [], [*label, *body]
        return self.read(label), self.read(body)

    def _nodes(self, inlines: list[Any]) -> RichText:
        return joined([self._node(inline) for inline in inlines])

    def _node(self, inline: dict[str, Any]) -> RichText:
        kind, content = inline["t"], inline.get("c")
        if kind == "Str":
            return (Text(str(content)),)
        if kind in _TEXTS:
            return (Text(_TEXTS[kind]),)
        if kind in _EFFECTS:
            children = self._nodes(content or [])
            return (Styled(_EFFECTS[kind], children),) if children else ()
        if content is None:
            return ()
        if kind == "Link":
            return self._link(content)
        if kind == "Span":
            return self._span(content)
        if kind == "Quoted":
            opening, closing = _QUOTES[content[0]["t"]]
            return joined([(Text(opening),), self._nodes(content[1]), (Text(closing),)])
        if kind in {"Code", "Math", "RawInline"}:
            return (Text(str(content[1])),)
        return self._nodes(content[1]) if kind == "Cite" else ()

    def _link(self, content: list[Any]) -> RichText:
        children = self._nodes(content[1])
        target = str(content[2][0])
        key = self.ids.get(target.removeprefix("#"))
        if not children:
            return ()
        return pointer(key, children) if target.startswith("#") and key is not None else (Link(target, children),)

    def _span(self, content: list[Any]) -> RichText:
        children = self._nodes(content[1])
        for name in content[0][1]:
            if name in _DISPLAYS and children:
                return (Styled(_DISPLAYS[name], children),)
            if name == "nodecor" and children:
                return (Styled(Effect.NORMAL, children),)
        return children
