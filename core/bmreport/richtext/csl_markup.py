"""The little HTML that CSL-JSON fields may hold, read into rich text.

CSL-JSON allows `<i> <b> <sup> <sub> <sc>`, small-caps spans and `<span class="nocase">`. Anything else that looks
like a tag is text (a title may speak of `<script>`), and so is a tag that is never closed.
"""

from __future__ import annotations

import re

from bmreport.richtext.nodes import Effect, Node, RichText, Styled, Text, joined
from bmreport.richtext.plain import to_plain

_TAG = re.compile(
    r"<(?P<close>/)?(?P<name>i|em|b|strong|sup|sub|sc|span)"
    r"(?P<attrs>\s+(?:class=\"nocase\"|style=\"font-variant:\s?small-caps;?\"))?\s*>",
    re.IGNORECASE,
)
# Deeper nesting is no title but an attack on whoever walks the tree; it stays text.
_MAX_DEPTH = 16
_EFFECTS = {
    "i": Effect.ITALIC,
    "em": Effect.ITALIC,
    "b": Effect.BOLD,
    "strong": Effect.BOLD,
    "sup": Effect.SUPERSCRIPT,
    "sub": Effect.SUBSCRIPT,
    "sc": Effect.SMALL_CAPS,
}


class _Open:
    """A tag that waits for its end, with what came since."""

    __slots__ = ("effect", "name", "nodes", "source")

    def __init__(self, name: str, source: str, effect: Effect | None) -> None:
        self.name = name
        self.source = source
        self.effect = effect
        self.nodes: list[Node] = []


def parse_csl_markup(text: str) -> RichText:
    """Read one CSL-JSON field; never raises, unbalanced tags stay visible as text."""
    if "<" not in text:
        return (Text(text),) if text else ()
    stack = [_Open("", "", None)]
    position = 0
    for match in _TAG.finditer(text):
        _add_text(stack[-1].nodes, text[position : match.start()])
        position = match.end()
        name = match["name"].lower()
        if match["close"]:
            _close(stack, name, match[0])
        elif (name == "span" and not match["attrs"]) or len(stack) > _MAX_DEPTH:
            _add_text(stack[-1].nodes, match[0])
        else:
            stack.append(_Open(name, match[0], _effect(name, match["attrs"] or "")))
    _add_text(stack[-1].nodes, text[position:])
    while len(stack) > 1:
        _give_up(stack)
    return joined([tuple(stack[0].nodes)])


def strip_csl_markup(text: str) -> str:
    """The field as plain characters."""
    return to_plain(parse_csl_markup(text)) if "<" in text else text


def _effect(name: str, attrs: str) -> Effect | None:
    if name == "span":
        return Effect.SMALL_CAPS if "small-caps" in attrs.lower() else None
    return _EFFECTS[name]


def _add_text(nodes: list[Node], text: str) -> None:
    if text:
        nodes.append(Text(text))


def _close(stack: list[_Open], name: str, source: str) -> None:
    if all(opened.name != name for opened in stack[1:]):
        _add_text(stack[-1].nodes, source)
        return
    while stack[-1].name != name:
        _give_up(stack)
    done = stack.pop()
    if done.effect is None:
        stack[-1].nodes.extend(done.nodes)
    elif done.nodes:
        stack[-1].nodes.append(Styled(done.effect, joined([tuple(done.nodes)])))


def _give_up(stack: list[_Open]) -> None:
    """A tag that never closes was text after all."""
    lost = stack.pop()
    _add_text(stack[-1].nodes, lost.source)
    stack[-1].nodes.extend(lost.nodes)
