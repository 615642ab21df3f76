"""Reading JSON so that every record knows its line, and every error says where it is and what was due.

`json.loads` tells neither where a list's elements stand nor whether a file broke off. So the outermost list, or the
outermost object and the lists in it, are walked here, and `json` reads the elements one by one: one pass, linear.
JSON Lines (one object a line) is told from JSON by its first two lines.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from json import JSONDecodeError
from typing import TYPE_CHECKING

from bmreport import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

_SPACE = re.compile(r"[ \t\n\r]*")
_FILLED_LINE = re.compile(r"^[ \t]*(\S(?:.*\S)?)", re.MULTILINE)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
# Every escape is consumed as a whole, so that the second backslash of `\\\\` begins none.
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_MAX_DEPTH_REMEDY = "flatten the file; no record needs that many levels"


@dataclass(frozen=True)
class Element:
    """A value and the line it starts in."""

    value: object
    line: int


@dataclass(frozen=True)
class BrokenLine:
    """A line of a JSON Lines file that is no JSON."""

    reason: str
    line: int


@dataclass
class JsonDocument:
    """The outermost level: the elements of a list or of JSON Lines, or the members of an object.

    A member that is a list has its elements in `lists` as well. `scalar` holds anything else.
    """

    kind: str  # "list", "object", "lines" or "scalar"
    elements: list[Element] = field(default_factory=list)
    broken: list[BrokenLine] = field(default_factory=list)
    members: dict[str, Element] = field(default_factory=dict)
    lists: dict[str, list[Element]] = field(default_factory=dict)
    scalar: object = None
    repeated: list[str] = field(default_factory=list)
    """Keys that stand twice in one object; JSON readers keep the last."""
    halves: int = 0
    """Escaped halves of characters (lone surrogates) that became U+FFFD."""

    @property
    def notes(self) -> list[str]:
        """What was altered or could not be kept."""
        found = []
        if self.repeated:
            keys = ", ".join(self.repeated[:8])
            found.append(f"keys that stand twice in one object, where the last counts: {keys}")
        if self.halves:
            found.append(f"{self.halves} escaped halves of a character (such as \\ud800) became U+FFFD")
        return found


def read_json(text: str, where: str) -> JsonDocument:
    """Read a whole text. Raises InputError naming line, column and what was expected."""
    whole, halves = _without_half_characters(text)
    walker = _Walker(whole)
    try:
        document = walker.lines() if _is_json_lines(whole) else walker.document()
        document.halves = halves
        return document
    except JSONDecodeError as error:
        raise _broken(error, walker, where) from error
    except RecursionError as error:
        raise InputError("is nested too deeply to be read", where=where, remedy=_MAX_DEPTH_REMEDY) from error
    except ValueError as error:  # a number of thousands of digits
        raise InputError(
            f"holds a value that cannot be read: {error}", where=where, remedy="correct the file"
        ) from error


def _without_half_characters(text: str) -> tuple[str, int]:
    """The text with lone surrogate escapes replaced; no encoder could write them. Nothing moves."""
    if not _SURROGATE.search(text):
        return text, 0
    halves = 0

    def mend(found: re.Match[str]) -> str:
        nonlocal halves
        if not found["half"]:
            return found[0]
        halves += 1
        return "\\ufffd"

    return _ESCAPE.sub(mend, text), halves


def _is_json_lines(text: str) -> bool:
    """Whether the first two lines that are not blank hold an object each, or the start of one.

    An object whose first line leaves a list open (`{"citations": [{…},`) goes on in the second line: that is JSON.
    """
    starts = [found[1] for found in itertools.islice(_FILLED_LINE.finditer(text), 2)]
    if len(starts) < 2 or not all(start.startswith("{") and len(start) > 1 for start in starts):
        return False
    return not starts[0].endswith(("[", ",")) or _begins_with_whole_object(starts[0])


def _begins_with_whole_object(line: str) -> bool:
    try:
        json.JSONDecoder(strict=False).raw_decode(line)
    except ValueError:
        return False
    return True


class _Walker:
    def __init__(self, text: str) -> None:
        self.text = text
        self.complete = 0
        self._repeated: list[str] = []
        # `strict=False` lets line breaks stand inside strings, as careless exporters write them.
        self._decoder = json.JSONDecoder(object_pairs_hook=self._pairs, strict=False)
        self._line = 1
        self._counted = 0

    def document(self) -> JsonDocument:
        start = self._skip(0)
        opening = self.text[start : start + 1]
        if opening == "[":
            elements, end = self._list(start)
            document = JsonDocument("list", elements=elements)
        elif opening == "{":
            document, end = self._object(start)
        else:
            value, end = self._decoder.raw_decode(self.text, start)
            document = JsonDocument("scalar", scalar=value)
        end = self._skip(end)
        if end < len(self.text):
            raise JSONDecodeError("Extra data", self.text, end)
        document.repeated = list(dict.fromkeys(self._repeated))
        return document

    def lines(self) -> JsonDocument:
        document = JsonDocument("lines")
        for number, line in enumerate(self.text.split("\n"), start=1):
            if not line.strip():
                continue
            try:
                document.elements.append(Element(self._decoder.decode(line), number))
            except JSONDecodeError as error:
                reason = "the line breaks off" if _at_end(error) else f"{_expected(error)} in column {error.colno}"
                document.broken.append(BrokenLine(f"is no JSON: {reason}", number))
            except (ValueError, RecursionError) as error:
                reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
                document.broken.append(BrokenLine(f"cannot be read: {reason}", number))
        document.repeated = list(dict.fromkeys(self._repeated))
        return document

    def _list(self, start: int) -> tuple[list[Element], int]:
        """The elements of the list that opens at `start`, and the place after its end."""
        elements: list[Element] = []
        place = self._skip(start + 1)
        if self.text[place : place + 1] == "]":
            return elements, place + 1
        while True:
            line = self._line_of(place)
            value, end = self._decoder.raw_decode(self.text, place)
            elements.append(Element(value, line))
            self.complete += 1
            place = self._skip(end)
            closing = self.text[place : place + 1]
            if closing == "]":
                return elements, place + 1
            if closing != ",":
                raise JSONDecodeError("Expecting ',' delimiter", self.text, place)
            place = self._skip(place + 1)

    def _object(self, start: int) -> tuple[JsonDocument, int]:
        document = JsonDocument("object")
        place = self._skip(start + 1)
        if self.text[place : place + 1] == "}":
            return document, place + 1
        while True:
            key, place = self._key(place)
            if key in document.members:
                self._repeated.append(key)
            line = self._line_of(place)
            if self.text[place : place + 1] == "[":
                document.lists[key], place = self._list(place)
                document.members[key] = Element([element.value for element in document.lists[key]], line)
            else:
                document.lists.pop(key, None)
                value, place = self._decoder.raw_decode(self.text, place)
                document.members[key] = Element(value, line)
            place = self._skip(place)
            closing = self.text[place : place + 1]
            if closing == "}":
                return document, place + 1
            if closing != ",":
                raise JSONDecodeError("Expecting ',' delimiter", self.text, place)
            place = self._skip(place + 1)

    def _key(self, place: int) -> tuple[str, int]:
        if self.text[place : place + 1] != '"':
            raise JSONDecodeError("Expecting property name enclosed in double quotes", self.text, place)
        key, end = self._decoder.raw_decode(self.text, place)
        colon = self._skip(end)
        if self.text[colon : colon + 1] != ":":
            raise JSONDecodeError("Expecting ':' delimiter", self.text, colon)
        return key, self._skip(colon + 1)

    def _skip(self, place: int) -> int:
        found = _SPACE.match(self.text, place)
        return found.end() if found else place

    def _line_of(self, place: int) -> int:
        """The line of a place; places are asked for in order, so that each stretch is counted once."""
        self._line += self.text.count("\n", self._counted, place)
        self._counted = place
        return self._line

    def _pairs(self, pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
        read = dict(pairs)
        if len(read) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            self._repeated.extend(key for key, count in counts.items() if count > 1)
        return read


def _broken(error: JSONDecodeError, walker: _Walker, where: str) -> InputError:
    whole = f"; {walker.complete} complete records stand before it" if walker.complete else ""
    if _at_end(error):
        return InputError(
            f"breaks off in the middle: the JSON is not complete ({_expected(error)}){whole}",
            where=f"{where}:{error.lineno}:{error.colno}",
            remedy="the file is truncated; copy or export it again",
        )
    return InputError(
        f"is not valid JSON: {_expected(error)}",
        where=f"{where}:{error.lineno}:{error.colno}",
        remedy="correct that place, or export the file again",
    )


def _at_end(error: JSONDecodeError) -> bool:
    return error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")


def _expected(error: JSONDecodeError) -> str:
    """The decoder's message in plain words, with what stands there instead."""
    there = error.doc[error.pos : error.pos + 1]
    plain = {
        "Expecting value": "a value was expected",
        "Expecting ',' delimiter": "a comma or the closing bracket was expected",
        "Expecting ':' delimiter": "a colon was expected",
        "Expecting property name enclosed in double quotes": "a key in double quotes was expected",
        "Extra data": "the end was expected",
        "Illegal trailing comma before end of object": "a key in double quotes was expected",
        "Illegal trailing comma before end of array": "a value was expected",
    }.get(error.msg, error.msg[:1].lower() + error.msg[1:].removesuffix(" starting at").removesuffix(" at"))
    if there in {"]", "}"} and plain.startswith(("a value", "a key")):
        return f"{plain}; the comma before {there!r} is one too many"
    return f"{plain}, but there is {there!r}" if there and not error.msg.startswith("Unterminated") else plain
