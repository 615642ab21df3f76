"""The short way for plain names, told by their looks; reading them in full would give the same.

Most names are plain, and all of them are read again and again on their way to a report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bmreport.names.types import CslName
from bmreport.names.vocabulary import DEGREES, TITLES

_KEYS = frozenset({"family", "given"})
# Latin-1 letters only: they are composed, visible and of one direction, so there is nothing to clean.
_WORD = "[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ]*[a-zß-öø-ÿ]"
_FAMILY = re.compile(f"{_WORD}(?:[ -]{_WORD})*")
_GIVEN = re.compile(rf"(?:{_WORD}|[A-Z]\.)(?:(?: |(?<=[^.])-){_WORD}| [A-Z]\.)*")
# One word of family name. More words, or more initials, may be a group or a degree ("Smith, B. S. N.").
_TEXT = re.compile(rf"(?P<family>{_WORD}(?:-{_WORD})*), ?(?P<given>[A-Z]\.(?: [A-Z]\.)?|{_WORD}(?: [A-Z]\.)?)")
# What reading would take from the end of a given name, and "Et Al" written as a person.
_TAKEN_AWAY = re.compile(r"\b(?:[JS]r|Et|And|Und)\b")

_NOT_GIVEN = DEGREES | TITLES


def settled_name(fields: Mapping[str, object]) -> CslName | None:
    """The name, when it is plain to see that reading it would change nothing; else None, which says nothing.

    "Smith" and "Anna M." are settled. Particles, suffixes, groups, other alphabets and whatever is in doubt are not.
    """
    if not fields.keys() <= _KEYS:
        return None
    family, given = fields.get("family"), fields.get("given", "A.")
    if not isinstance(family, str) or not isinstance(given, str):
        return None
    if not _FAMILY.fullmatch(family) or not _GIVEN.fullmatch(given):
        return None
    if _TAKEN_AWAY.search(given) or _TAKEN_AWAY.search(family):
        return None
    return {"family": family, "given": given} if "given" in fields else {"family": family}


def settled_text(text: str) -> CslName | None:
    """The name in one entry of a list, when it is plainly one; else None, which says nothing.

    "Smith, J.", "Smith, J. A.", "Smith, Anna" and "Smith, Anna M." are plain.
    """
    found = _TEXT.fullmatch(text)
    if not found or _TAKEN_AWAY.search(text):
        return None
    if found["given"].split()[0].casefold() in _NOT_GIVEN:
        return None
    return {"family": found["family"], "given": found["given"]}
