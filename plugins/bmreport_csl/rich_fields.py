"""Rich text inside fields: `<i> <b> <sup> <sub> <sc>`, spans, and quotation marks that nest with those of the style.

Straight and curly quotes become spans, so that the writer can choose outer or inner marks; a quote without a partner is
an apostrophe or stays as it stands. Tags without a partner are plain characters.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from bmreport_csl.output import Marks, Output, Span, Tag

_TRIGGER = re.compile("[<'\"“”‘’«»„‚‹›]")
_TOKEN = re.compile(r"""<(?:/?(?:i|b|sup|sub|sc)|span\s[^<>]*|/span)\s*>|["'“”‘’«»„‚‹›]""")
_TAG_MARKS: dict[str, Marks] = {
    "i": (("font-style", "italic"),),
    "b": (("font-weight", "bold"),),
    "sup": (("vertical-align", "sup"),),
    "sub": (("vertical-align", "sub"),),
    "sc": (("font-variant", "small-caps"),),
}
_UNDECORATED: Marks = (("font-style", "normal"), ("font-variant", "normal"), ("font-weight", "normal"))
_STRAIGHT = ("'", '"')
_BEFORE_OPENING = frozenset("([{“‘«„")
_MAX_DEPTH = 32
"""What is opened inside so many open tags and quotes is plain text: no reader could tell, and no walk is too deep."""
Quotes: TypeAlias = tuple[str, str, str, str]
_NOCASE = Tag("nocase")
STRAIGHT = Tag("straight")
"""A straight quote, single or not behind a space: text case leaves its first word alone, as in citeproc-js."""


def has_markup(text: str) -> bool:
    """Whether there is anything to parse."""
    return _TRIGGER.search(text) is not None


class _Frame:
    """A tag or quote that is open."""

    __slots__ = ("children", "kind", "marks", "opening", "quotes", "tag")

    def __init__(self, kind: str, opening: str, marks: Marks = (), tag: Tag | None = None, quotes: str = "") -> None:
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
        return [Span(_merged(self.children), marks=self.marks, quotes=self.quotes, tag=self.tag, rich=True)]

    def unclosed(self) -> list[Output]:
        """The opening was plain text after all."""
        opening = "’" if self.opening == "'" else self.opening
        return [opening, *self.children]


def parse_markup(text: str, quotes: Quotes) -> Output:
    """The text as output. Anything may stand in it; what is not understood stays as characters.

    `quotes` are the locale's marks: outer opening and closing, inner opening and closing. Curly marks of another
    language stay as they are. A style whose own marks are all empty wants those of the text, apostrophes included.
    """
    children = _merged(_Parser(text, quotes).children())
    if len(children) == 1:
        return children[0]
    return Span(children, rich=True) if children else ""


class _Parser:
    """One text; the stack holds what is open, the outermost frame first."""

    def __init__(self, text: str, quotes: Quotes) -> None:
        self.text = text
        self.stack = [_Frame("", "")]
        outer, outer_close, inner, inner_close = (mark.strip() for mark in quotes)
        self.kinds = {outer: "outer", inner: "inner"}
        self.closes = {outer_close: outer, inner_close: inner}
        self.first_straight = ""
        self.as_given = not any(quotes)

    def children(self) -> list[Output]:
        """All that stands at the top."""
        text, stack = self.text, self.stack
        place = 0
        for match in _TOKEN.finditer(text):
            if match.start() > place:
                stack[-1].children.append(text[place : match.start()])
            place = match.end()
            token = match.group()
            if token[0] == "<":
                self._tag(token)
            elif self.as_given:
                self.stack[-1].children.append(token)
            else:
                self._quote(token, match.start())
        if place < len(text):
            stack[-1].children.append(text[place:])
        while len(stack) > 1:
            frame = stack.pop()
            stack[-1].children.extend(frame.unclosed())
        return stack[0].children

    def _tag(self, token: str) -> None:
        name = token.strip("</> ").split(None, 1)[0]
        if not token.startswith("</"):
            if len(self.stack) > _MAX_DEPTH:
                self.stack[-1].children.append(token)
            else:
                self.stack.append(_opened(name, token))
        elif not self._close(name):
            self.stack[-1].children.append(token)

    def _close(self, kind: str) -> bool:
        """Close the nearest open frame of that kind; what was opened inside it and not closed is plain text."""
        stack = self.stack
        for index in range(len(stack) - 1, 0, -1):
            if stack[index].kind == kind:
                while len(stack) - 1 > index:
                    frame = stack.pop()
                    stack[-1].children.extend(frame.unclosed())
                frame = stack.pop()
                stack[-1].children.extend(frame.closed())
                return True
        return False

    def _quote(self, token: str, place: int) -> None:
        before = _neighbour(self.text, place - 1, -1)
        after = _neighbour(self.text, place + 1, 1)
        straight = token in _STRAIGHT
        opening = token if straight else self.closes.get(token, "")
        if (
            opening
            and before
            and not before.isspace()
            and not after.isalnum()
            and self._is_open(opening)
            and self.stack[-1].children
        ):
            self._close(opening)
            return
        opens = straight or token in self.kinds
        just_opened = before in _STRAIGHT and bool(self.stack[-1].quotes) and not self.stack[-1].children
        if (
            opens
            and len(self.stack) <= _MAX_DEPTH
            and after
            and not after.isspace()
            and (not before or before.isspace() or before in _BEFORE_OPENING or just_opened)
        ):
            single, double = _STRAIGHT
            low = token == single or (token == double and not before.isspace())
            self.stack.append(_Frame(token, token, tag=STRAIGHT if low else None, quotes=self._kind(token)))
            return
        self.stack[-1].children.append("’" if token == _STRAIGHT[0] else token)

    def _is_open(self, opening: str) -> bool:
        """A quote is closed only inside the tag in which it was opened."""
        for frame in reversed(self.stack):
            if frame.kind == opening:
                return True
            if not frame.quotes:
                return False
        return False

    def _kind(self, token: str) -> str:
        """Straight marks: those that come first are the outer ones, be they single or double."""
        if token not in _STRAIGHT:
            return self.kinds[token]
        self.first_straight = self.first_straight or token
        return "outer" if token == self.first_straight else "inner"


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
    run: list[str] = []
    for child in children:
        if isinstance(child, str):
            run.append(child)
            continue
        if run:
            out.append("".join(run))
            run.clear()
        out.append(child)
    if run:
        out.append("".join(run))
    return out
