"""Output as a small tree of spans, for programs that embed citations and lay them out themselves.

`process(..., format=RICH)` gives strings for `read_rich`. Beside formatting the spans say which item a cite points to,
where its number stands, which part of an entry is the label, and what is a link.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from bmreport_csl.output import Tag

_OPEN, _SEPARATOR, _CLOSE, _ESCAPE = "\x02", "\x03", "\x04", "\x10"
_RESERVED = re.compile("[\x02\x03\x04\x10]")
_ESCAPED = re.compile("\x10([\x60-\x7f])")
_SHIFT = 0x60
_TOKEN = re.compile("\x02([^\x03]*)\x03([^\x03]*)\x03|\x04")
_TAGS = {"cite-id": "cite", "citation-number": "number", "link": "link"}


@dataclass(frozen=True, slots=True)
class RichSpan:
    """A run with something to say of it.

    `kind` is a CSL attribute (`font-style`, `font-weight`, `font-variant`, `text-decoration`, `vertical-align`,
    `display`) with its `value`, or `cite` with the id of the item, `number` with the citation number, `link` with an
    address.
    """

    kind: str
    value: str
    children: RichNodes


RichNodes: TypeAlias = "tuple[str | RichSpan, ...]"


class RichFormat:
    """The format `rich`. It holds no state and may be shared."""

    name = "rich"
    wants_cites = True

    def escape(self, text: str) -> str:
        """Text in which no character can be taken for a mark."""
        return _RESERVED.sub(_shifted, text) if _RESERVED.search(text) else text

    def mark(self, attribute: str, value: str) -> tuple[str, str]:
        """A font attribute."""
        return self._pair(attribute, value)

    def display(self, kind: str) -> tuple[str, str]:
        """The `display` attribute."""
        return self._pair("display", kind)

    def tagged(self, tag: Tag) -> tuple[str, str]:
        """Cites, citation numbers and links."""
        kind = _TAGS.get(tag.kind)
        return self._pair(kind, str(tag.value)) if kind is not None else ("", "")

    def entry(self, text: str) -> str:
        """The entry as it is."""
        return text

    def _pair(self, kind: str, value: str) -> tuple[str, str]:
        return f"{_OPEN}{kind}{_SEPARATOR}{self.escape(value)}{_SEPARATOR}", _CLOSE


RICH = RichFormat()


def read_rich(text: str) -> RichNodes:
    """The tree that a string in the format `rich` stands for."""
    stack: list[tuple[str, str, list[str | RichSpan]]] = [("", "", [])]
    place = 0
    for token in _TOKEN.finditer(text):
        _add_text(stack[-1][2], text[place : token.start()])
        place = token.end()
        if token[1] is not None:
            stack.append((token[1], _unshifted(token[2]), []))
        elif len(stack) > 1:
            kind, value, children = stack.pop()
            if children:
                stack[-1][2].append(RichSpan(kind, value, tuple(children)))
    _add_text(stack[-1][2], text[place:])
    return tuple(stack[0][2])


def _add_text(nodes: list[str | RichSpan], text: str) -> None:
    if not text:
        return
    text = _unshifted(text)
    if nodes and isinstance(nodes[-1], str):
        nodes[-1] += text
    else:
        nodes.append(text)


def _shifted(match: re.Match[str]) -> str:
    return f"{_ESCAPE}{chr(ord(match[0]) + _SHIFT)}"


def _unshifted(text: str) -> str:
    return _ESCAPED.sub(lambda match: chr(ord(match[1]) - _SHIFT), text) if _ESCAPE in text else text
