"""Particles and suffixes that stand inside the family and given fields, as citeproc-js's `parse-names` finds them."""

from __future__ import annotations

from typing import NamedTuple

_APOSTROPHES = "'’ʼ"
_JOINERS = "'’ʼ-‐‑"


class NameParts(NamedTuple):
    """The five fields of a personal name, and whether a comma goes before the suffix even in display order."""

    family: str
    given: str
    dropping: str
    non_dropping: str
    suffix: str
    comma_suffix: bool


def parse_names(family: str, given: str) -> NameParts:
    """`van Gogh` -> particle `van`, family `Gogh`; given `Jean de` -> `Jean`, dropping `de`; `John, Jr.` -> suffix.

    A word is a particle when it begins with a lower-case letter and another word follows (in the family name) or
    precedes it (in the given name). A family name in double quotes is taken as it stands.
    """
    if len(family) > 2 and family[0] == family[-1] == '"':
        return NameParts(family[1:-1], given, "", "", "", comma_suffix=False)
    given, suffix, comma_suffix = split_suffix(given)
    given, dropping = _split_given(given)
    non_dropping, family = _split_family(family)
    return NameParts(family, given, dropping, non_dropping, suffix, comma_suffix)


def split_suffix(given: str) -> tuple[str, str, bool]:
    """`John, Jr.` -> (`John`, `Jr.`, False); `John,! Jr.` asks for the comma everywhere."""
    first, comma, rest = given.partition(",")
    if not comma:
        return given, "", False
    forced = rest.startswith("!")
    suffix = rest.removeprefix("!").strip()
    return (first.strip(), suffix, forced) if suffix else (first.strip(), "", False)


def _split_family(family: str) -> tuple[str, str]:
    """The leading particles and the rest; the last word is the family name, whatever its case."""
    words = family.split(" ")
    position = 0
    for index, word in enumerate(words):
        if not _is_lower(word):
            break
        if joined := _joined_particle(word):
            position += joined
            break
        if index == len(words) - 1:
            break
        position += len(word) + 1
    particle, rest = family[:position].strip(), family[position:].strip()
    return (particle, rest) if particle and rest else ("", family)


def _joined_particle(word: str) -> int:
    """The length of a particle that is written together with the name: `d'` in `d'Alembert`, `al-` in `al-Hakim`."""
    if not word or not _is_lower(word):
        return 0
    end = 0
    for index, character in enumerate(word):
        if character in _JOINERS and 0 < index < len(word) - 1:
            end = index + 1
        elif character.isupper():
            return end if end == index else 0
    return 0


def _split_given(given: str) -> tuple[str, str]:
    """The given name and the particles after it."""
    words = given.split(" ")
    first = len(words)
    while first > 1 and words[first - 1] and _is_lower(words[first - 1]):
        first -= 1
    return " ".join(words[:first]).strip(), " ".join(words[first:]).strip()


def _is_lower(word: str) -> bool:
    """A word whose first letter is lower case, with or without an apostrophe before it (`'t`)."""
    bare = word.lstrip(_APOSTROPHES)
    return bool(bare) and bare[0].islower()
