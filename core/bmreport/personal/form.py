"""Form: a pattern of one or several kinds of identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping

    Holds = Callable[[re.Match[str]], bool]

__all__ = ["Form", "Kind", "digits_of"]


@dataclass(frozen=True)
class Kind:
    """What is found, in plain words, and what it must hold besides its form: a check digit, its surroundings."""

    words: str
    holds: Holds | None = None


@dataclass(frozen=True)
class Form:
    """A pattern whose outermost named groups are the identifiers; each name has its kind.

    Every repetition in the pattern is bounded, so that a search stays linear in the length of the text. One of `hints`
    stands in every text with such an identifier, once blanks and full stops are taken out and capitals made small.
    """

    pattern: re.Pattern[str]
    kinds: Mapping[str, Kind]
    hints: tuple[str, ...] = ()


def digits_of(words: str) -> str:
    """Its ASCII digits alone."""
    return "".join(sign for sign in words if sign.isascii() and sign.isdigit())
