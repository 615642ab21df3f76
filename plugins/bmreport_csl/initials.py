"""Given names as initials (CSL 1.0.2, `initialize-with`), with the habits of citeproc-js.

A word in lower case (`de`, `ibn`) and one in brackets stay whole; an abbreviation (`Ph.`, `Yu.`) keeps its letters;
a hyphenated name keeps its hyphen unless the style says `initialize-with-hyphen="false"`.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"([\s\u00a0]*-?[\s\u00a0]*)((?:<[^>/]*>)*)([^\s\u00a0.<-]+\.?|\.)((?:</[^>]*>)*)")


def initialize(given: str, terminator: str, *, hyphen: bool = True) -> str:
    """`Jean-Luc K` as `J.-L. K.`, the terminator being `initialize-with`."""
    simple = _simple(given, terminator)
    if simple is not None:
        return simple
    out = ""
    tight = terminator.rstrip()
    for gap, opening, word, closing in _words(given):
        joint = "-" if "-" in gap else " "
        bare = word.removesuffix(".")
        if bare[:1].islower() or not bare[:1].isalpha():
            if joint == "-" and out:
                if hyphen:
                    continue
                joint = " "
            out = f"{out.rstrip()}{' ' if out else ''}{opening}{word}{closing} "
            continue
        letters = bare if word.endswith(".") else _initial(bare)
        if joint == "-" and hyphen and out:
            out = f"{out.rstrip()}-"
        out += f"{opening}{letters}{tight}{closing}{terminator[len(tight) :]}"
    return out.strip()


def _simple(given: str, terminator: str) -> str | None:
    """The everyday case, names and letters with spaces between; None for whatever else."""
    letters = []
    for word in given.split(" "):
        bare = word[:-1] if len(word) == 2 and word[1] == "." else word
        if not bare.isalpha() or not bare[0].isupper() or (len(bare) > 2 and bare[1].isupper()):
            return None
        letters.append(bare[0])
    return (terminator.join(letters) + terminator).rstrip()


def normalize_initials(given: str, terminator: str, *, hyphen: bool = True) -> str:
    """With `initialize="false"`: only what is an initial already gets the terminator; full names stay."""
    out = ""
    last_was_initial = False
    for gap, opening, word, closing in _words(given):
        bare = word.removesuffix(".")
        single = len(bare) == 1 and bare.isalpha()
        joint = "" if not out or not gap else "-" if "-" in gap and hyphen else " "
        if last_was_initial and single:
            joint = ""
        elif last_was_initial:
            out = out.rstrip()
        out += joint
        last_was_initial = single or word.endswith(".")
        out += f"{opening}{bare}{terminator if last_was_initial else ''}{closing}"
    return out.strip()


def _words(given: str) -> list[tuple[str, str, str, str]]:
    return [match.groups("") for match in _WORD.finditer(given)]  # type: ignore[misc]  # the pattern has four groups


def _initial(word: str) -> str:
    """The first letter; a digraph written in capitals (`TSerendorj`) keeps both, as `Ts`."""
    if len(word) > 2 and word[1].isupper() and not word.isupper() and word[2].islower():
        return word[0] + word[1].lower()
    return word[0]
