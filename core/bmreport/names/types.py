"""The shapes of names: CSL-JSON names, lists of them, and the parts of a text that is being read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from typing_extensions import TypedDict

CslName = TypedDict(
    "CslName",
    {
        "family": str,
        "given": str,
        "suffix": str,
        "dropping-particle": str,
        "non-dropping-particle": str,
        "literal": str,
    },
    total=False,
)


@dataclass(frozen=True)
class NameList:
    """The names read from one field, whether it broke off with "et al.", and remarks on what was altered or guessed."""

    names: tuple[CslName, ...] = ()
    truncated: bool = False
    notes: tuple[str, ...] = ()


WHOLE = ("group", "braced")  # kinds of parts that are a name of their own


class Part(NamedTuple):
    """What stands between two commas; `extras` are the suffixes and degrees that follow it."""

    kind: str  # "initials", "word", "words", "family-first" (ends in initials), "group", "braced" or "more" (et al.)
    text: str
    extras: list[str]


ReadName = tuple[CslName, list[str]]
