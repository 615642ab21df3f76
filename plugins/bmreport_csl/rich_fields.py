"""Rich text inside fields: `<i> <b> <sup> <sub> <sc>`, spans, and quotation marks that must nest with those of the style.

Straight and curly quotes become spans, so that the writer can choose outer or inner marks; a quote without a partner is
an apostrophe or stays as it stands. Tags without a partner are plain characters.
"""

from __future__ import annotations

import re

from bmreport_csl.output import Marks, Output, Span, Tag, join

_TRIGGER = re.compile("[<'\"“”‘’«»„‹›]")
_TOKEN = re.compile(
    r"""<(?:/?(?:i|b|sup|sub|sc)|span\s[^<>]*|/span)\s*>|["“”‘’'«»„‹›]"""
)
_TAG_MARKS: dict[str, Marks] = {
    "i": (("font-style", "italic"),),
    "b": (("font-weight", "bold"),),
    "sup": (("vertical-align", "sup"),),
    "sub": (("vertical-align", "sub"),),
    "sc": (("font-variant", "small-caps"),),
}
_UNDECORATED: Marks = (("font-style", "normal"), ("font-variant", "normal"), ("font-weight", "normal"))
_CLOSES = {"”": "“", "’": "‘", "»": "«", "›": "‹", '"': '"', "'": "'"}
_NOCASE = Tag("nocase")


def has_markup(text: str) -> bool:
    """Whether there is anything to parse."""
    return _TRIGGER.search(text) is not None


class _Frame:
    """A tag or quote that is open."""

    __slots__ = ("children", "kind", "marks", "opening", "quotes", "tag")

    def __init__(self, kind: str, opening: str, marks: Marks = (), tag: Tag | None = None, *, quotes: bool = False) -> None:
        self.kind = kind
        self.opening = opening
        self.marks = marks
        self.tag = tag
        self.quotes = quotes
        self.children: list[Output] = []

    def closed(self) -> list[Output]:
        """The span, or nothing when it would be empty."""
        if not self.children:
            return []
        return [Span(self.children, marks=self.marks, quotes=self.quotes, tag=self.tag)]

    def unclosed(self) -> list[Output]:
        """The opening was plain text after all."""
        opening = "’" if self.opening == "'" else self.opening
        return [opening, *self.children]


def parse_markup(text: str) -> Output:
    """The text as output. Anything may stand in it; what is not understood stays as characters."""
    stack = [_Frame("", "")]
    place = 0
    for match in _TOKEN.finditer(text):
        if match.start() > place:
            stack[-1].children.append(text[place : match.start()])
        place = match.end()
        token = match.group()
        if token[0] == "<":
            _take_tag(token, stack)
        else:
            _take_quote(token, text, match.start(), stack)
    if place < len(text):
        stack[-1].children.append(text[place:])
    while len(stack) > 1:
        frame = stack.pop()
        stack[-1].children.extend(frame.unclosed())
    return join(_merged(stack[0].children))


def _take_tag(token: str, stack: list[_Frame]) -> None:
    name = token.strip("</> ").split(None, 1)[0]
    if not token.startswith("</"):
        stack.append(_opened(name, token))
    elif not _close(name, stack):
        stack[-1].children.append(token)


def _opened(name: str, token: str) -> _Frame:
    if name != "span":
        return _Frame(name, token, _TAG_MARKS[name])
    squeezed = token.replace(" ", "").replace("'", '"')
    if "nocase" in squeezed:
        return _Frame("span", token, tag=_NOCASE)
    if "nodecor" in squeezed:
        return _Frame("span", token, _UNDECORATED)
    if "font-variant:small-caps" in squeezed:
        return _Frame("span", token, _TAG_MARKS["sc"])
    return _Frame("span", token)


def _close(kind: str, stack: list[_Frame]) -> bool:
    """Close the nearest open frame of that kind; whatever was opened inside it and not closed is plain text."""
    for index in range(len(stack) - 1, 0, -1):
        if stack[index].kind == kind:
            while len(stack) - 1 > index:
                frame = stack.pop()
                stack[-1].children.extend(frame.unclosed())
            frame = stack.pop()
            stack[-1].children.extend(frame.closed())
            return True
    return False


def _take_quote(token: str, text: str, place: int, stack: list[_Frame]) -> None:
    before = _neighbour(text, place - 1, -1)
    after = _neighbour(text, place + 1, 1)
    opening = _CLOSES.get(token)
    if opening is not None and not before.isspace() and before and not after.isalnum():
        crossing = next((f for f in reversed(stack[1:]) if not f.quotes), None)
        inner = stack[stack.index(crossing) + 1 :] if crossing is not None else stack[1:]
        if any(frame.kind == opening for frame in inner) and _close(opening, stack):
            return
    if token in "\"'“‘«‹„" and not after.isspace() and after and (token not in "\"'" or not before.isalnum()):
        if token in "«‹„":
            stack[-1].children.append(token)
        elif token not in "\"'" or before == "" or before.isspace() or before in "([{—–-/“‘\"'":
            stack.append(_Frame(token, token, quotes=True))
        else:
            stack[-1].children.append("’" if token == "'" else token)
        return
    stack[-1].children.append("’" if token == "'" else token)


def _neighbour(text: str, place: int, step: int) -> str:
    """The next character in that direction that is no part of a tag; empty at the end."""
    while 0 <= place < len(text):
        character = text[place]
        if step < 0 and character == ">":
            start = text.rfind("<", 0, place)
            if start >= 0 and _TOKEN.fullmatch(text, start, place + 1):
                place = start - 1
                continue
        if step > 0 and character == "<":
            match = _TOKEN.match(text, place)
            if match is not None:
                place = match.end()
                continue
        return character
    return ""


def _merged(children: list[Output]) -> list[Output]:
    """Neighbouring strings as one, without touching what stands at their seams."""
    out: list[Output] = []
    for child in children:
        if isinstance(child, str) and out and isinstance(out[-1], str):
            out[-1] += child
        else:
            out.append(child)
    return out
