"""One string cut into its authors."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bmreport.names.parts import cut_parts
from bmreport.names.text import is_braced, quoted_text, split_at, without_more
from bmreport.names.types import WHOLE, Part
from bmreport.names.vocabulary import AND, PARTICLES, SEPARATOR


def authors_in(text: str, *, listed: bool) -> tuple[list[list[Part]], bool, list[str]]:
    """The authors named in a text, whether it says there are more, and remarks on guesses.

    `listed`: the text is one entry of a list, so "Garcia Lopez, Maria Jose" is one person and not two.
    """
    people: list[list[Part]] = []
    remarks: list[str] = []
    whole, truncated = without_more(text)
    pieces = split_at(SEPARATOR, whole)
    for piece in pieces:
        shorter, more = without_more(piece)
        truncated |= more
        if not (shorter := shorter.strip(" ,")):
            continue
        if is_braced(shorter):
            people.append([Part("braced", shorter, [])])
            continue
        authors, more, guessed = _joined_authors(shorter, listed=listed or len(pieces) > 1)
        truncated |= more
        people += authors
        if guessed:
            read_as = " | ".join(", ".join(part.text for part in author) for author in authors[:4])
            remarks.append(
                f"it is not certain which words of {quoted_text(shorter)} are family names; read as {read_as}"
            )
    return people, truncated, remarks


def _joined_authors(text: str, *, listed: bool) -> tuple[list[list[Part]], bool, bool]:
    """The authors of a text without semicolons, whether there are more, and whether reading it took a guess."""
    divided = [[Part("braced", piece, [])] if is_braced(piece) else cut_parts(piece) for piece in split_at(AND, text)]
    truncated = any(part.kind == "more" for parts in divided for part in parts)
    pieces = [named for parts in divided if (named := [part for part in parts if part.kind != "more"])]
    if len(pieces) > 1 and _are_people(pieces):
        inverted = all(len(parts) > 1 for parts in pieces)  # BibTeX: "Family, Given and Family, Given"
        found = [_people(parts, listed=inverted) for parts in pieces]
        return [author for authors, _ in found for author in authors], truncated, any(doubt for _, doubt in found)
    if len(pieces) > 1 and not any(part.kind in WHOLE for parts in pieces for part in parts):
        return [[Part("group", text, [])]], truncated, True  # "Smith and Jones", "Bausch and Lomb"
    parts = pieces[0] if len(pieces) == 1 else [part for part in cut_parts(text) if part.kind != "more"]
    authors, guessed = _people(parts, listed=listed, text=text)
    two_names = len(authors) == 2 and all(part.kind == "words" and not part.extras for part in parts)
    return authors, truncated, guessed or two_names  # "John Smith, Mary Jones" or "Garcia Lopez, Maria Jose"


def _are_people(pieces: Sequence[Sequence[Part]]) -> bool:
    """Whether "and" joins authors here and is no part of a group's name ("Heart, Lung, and Blood Institute")."""
    first, last = pieces[0], pieces[-1]
    if first[0].kind == "group":
        return all(_surely_person(parts) for parts in pieces[1:])
    if len(last) == 1 and last[0].kind == "group":
        if last[0].text.casefold().startswith(("the ", "for the ", "on behalf ")):
            return True
        shows_initials = "." in first[-1].text or len(first[-1].text.split()[-1]) > 1
        return _surely_person(first) and shows_initials  # "Vitamin D and Omega-3 Trial" shows none
    inverted = [len(parts) > 1 for parts in pieces]
    if any(map(_surely_person, pieces)) or inverted[-1] or sum(inverted) > 1:
        return True
    return all(len(parts) > 1 or parts[0].kind != "word" for parts in pieces)


def _surely_person(parts: Sequence[Part]) -> bool:
    return any(part.kind in ("family-first", "initials", "braced") for part in parts)


def _people(parts: list[Part], *, listed: bool, text: str = "") -> tuple[list[list[Part]], bool]:
    """Gather what stands between commas into authors: alone ("Smith J") or in pairs ("Smith", "J.")."""
    if len(parts) > 1 and any(part.kind in WHOLE for part in parts):
        return _people_and_groups(parts, listed=listed, text=text)
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    if len(parts) % 2 == 0 and all(_is_pair(*pair, listed=listed and len(parts) == 2) for pair in pairs):
        guessed = len(pairs) > 1 and any(given.kind in ("word", "words") for _, given in pairs)
        return [list(pair) for pair in pairs], guessed
    return _one_by_one(parts)


def _is_pair(family: Part, given: Part, *, listed: bool) -> bool:
    if family.kind == "family-first":
        return given.kind == "initials" or (listed and given.kind == "word")
    if family.kind == "words":
        return listed or given.kind != "words" or family.text.split()[0] in PARTICLES
    return True


def _one_by_one(parts: list[Part]) -> tuple[list[list[Part]], bool]:
    authors: list[list[Part]] = []
    pubmed = bool(parts) and parts[0].kind == "family-first"
    waiting: Part | None = None  # a possible family name whose given name may follow
    for part in parts:
        if waiting and (part.kind == "initials" or (waiting.kind == "word" and not pubmed)):
            authors[-1].append(part)
            waiting = None
        else:
            authors.append([part])
            waiting = part if part.kind in ("word", "words", "initials") else None
    return authors, len(parts) > 1 and any(part.kind in ("word", "initials") for part in parts)


def _people_and_groups(parts: list[Part], *, listed: bool, text: str) -> tuple[list[list[Part]], bool]:
    others = [part for part in parts if part.kind not in WHOLE]
    inside = parts[0].kind == "group" or any(part.kind != "words" for part in others)
    if inside and not _surely_person(parts):  # commas within a group's name
        return [[Part("group", text or ", ".join(part.text for part in parts), [])]], False
    authors: list[list[Part]] = []
    doubtful = not _surely_person(parts)
    for is_group, run in itertools.groupby(parts, key=lambda part: part.kind in WHOLE):
        members = list(run)
        found, guessed = ([[part] for part in members], False) if is_group else _people(members, listed=listed)
        authors += found
        doubtful |= guessed
    return authors, doubtful
