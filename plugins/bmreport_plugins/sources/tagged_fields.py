"""Fields of a tagged format (RIS, MEDLINE), and a picker that knows which of them have been read.

A mapping picks the fields it understands; `rest()` is what nobody picked, so that it can be kept and not lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_RIS_TYPE = re.compile(r"^[ \t]*TY[ \t]*-", re.MULTILINE)


def has_ris_type(text: str) -> bool:
    """Whether a `TY` line occurs, with which every RIS record starts and which MEDLINE does not know."""
    return _RIS_TYPE.search(text) is not None


@dataclass(frozen=True)
class TaggedField:
    """One field: its tag, the lines of its value (the first and those it was wrapped onto), and where it stands."""

    tag: str
    lines: tuple[str, ...]
    line: int

    @property
    def text(self) -> str:
        """The value on one line; runs of blanks become one."""
        return " ".join(" ".join(self.lines).split())


class Picker:
    """The fields of one record, each of which is given out once."""

    def __init__(self, fields: Iterable[TaggedField]) -> None:
        self._fields = [field for field in fields if field.text]
        self._places: dict[str, list[int]] = {}
        for place, field in enumerate(self._fields):
            self._places.setdefault(field.tag, []).append(place)
        # Equal fields may stand twice; each is itself.
        self._place_of = {id(field): place for place, field in enumerate(self._fields)}
        self._picked: set[int] = set()

    def has(self, *tags: str) -> bool:
        """Whether any of the tags is there with a value, picked or not."""
        return any(tag in self._places for tag in tags)

    def peek(self, *tags: str) -> list[TaggedField]:
        """Fields with one of the tags that are still to be had, in the order of the file; they stay to be had."""
        return [self._fields[place] for place in self._left(tags)]

    def all(self, *tags: str) -> list[TaggedField]:
        """All fields with one of the tags, in the order of the file."""
        places = self._left(tags)
        self._picked.update(places)
        return [self._fields[place] for place in places]

    def texts(self, *tags: str) -> list[str]:
        """The values of `all`."""
        return [field.text for field in self.all(*tags)]

    def first(self, *tags: str) -> str:
        """The value of the first tag, in the order given, that has one; empty when none has.

        Other values of these tags stay to be had unless they say the same.
        """
        for tag in tags:
            places = self._left((tag,))
            if places:
                value = self._fields[places[0]].text
                self._picked.add(places[0])
                self._drop_same(tags, value)
                return value
        return ""

    def take(self, field: TaggedField) -> None:
        """Mark one field as read."""
        self._picked.add(self._place_of[id(field)])

    def rest(self) -> dict[str, list[str]]:
        """Values that nobody picked, by tag."""
        left: dict[str, list[str]] = {}
        for place, field in enumerate(self._fields):
            if place not in self._picked:
                left.setdefault(field.tag, []).append(field.text)
        return left

    def _left(self, tags: Sequence[str]) -> list[int]:
        return sorted(place for tag in tags for place in self._places.get(tag, ()) if place not in self._picked)

    def _drop_same(self, tags: Sequence[str], value: str) -> None:
        same = value.casefold()
        self._picked.update(place for place in self._left(tags) if self._fields[place].text.casefold() == same)
