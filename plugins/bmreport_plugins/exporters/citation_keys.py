"""Citation keys: the name that a record goes by in a `.bib` or CSL-JSON file and in a manuscript (`@smith2020`)."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from bmreport.richtext import strip_csl_markup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Reference

# What BibTeX, pandoc and Zotero all read as one key.
_SAFE = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_:./-]{0,62}[A-Za-z0-9_/-])?")
_UNDIVIDED = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
    | {"ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)
_LONGEST_NAME = 24
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def citation_keys(references: Sequence[Reference]) -> list[str]:
    """One key per reference, all different even without regard to case; the same references give the same keys.

    The record's own key (`citation-key`, else `id`) is kept where it is safe and no other record has it. Else it is
    made of the first author's family name and the year, and `a`, `b` … in the order of the list where that is taken.
    """
    own = [_own_key(reference) for reference in references]
    counts: dict[str, int] = {}
    for key in own:
        counts[key.lower()] = counts.get(key.lower(), 0) + 1
    kept = [key if key and counts[key.lower()] == 1 else "" for key in own]
    taken = {key.lower() for key in kept if key}
    nth: dict[str, int] = {}
    return [key or _made_key(reference, taken, nth) for key, reference in zip(kept, references, strict=True)]


def _own_key(reference: Reference) -> str:
    for name in ("citation-key", "id"):
        value = reference.csl.get(name)
        text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if _SAFE.fullmatch(text):
            return text
    return ""


def _made_key(reference: Reference, taken: set[str], nth: dict[str, int]) -> str:
    base = f"{_name(reference)}{reference.year if reference.year is not None else 'nd'}".replace("-", "bc")
    while True:
        # Counting on from the last one keeps a list of many namesakes linear.
        key = base + _letters(nth.get(base, 0))
        nth[base] = nth.get(base, 0) + 1
        if key not in taken:
            taken.add(key)
            return key


def _name(reference: Reference) -> str:
    names = reference.author_names
    first = (names[0].get("family") or names[0].get("literal") or "") if names else ""
    title = strip_csl_markup(reference.title)
    return _ascii(first) or _ascii(title) or "record"


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text[:200].translate(_UNDIVIDED)).encode("ascii", "ignore").decode("ascii")
    return re.sub("[^a-z0-9]", "", plain.lower())[:_LONGEST_NAME]


def _letters(number: int) -> str:
    """Nothing for 0, then a, b … z, aa, ab and so on."""
    out = ""
    while number:
        number, rest = divmod(number - 1, len(_ALPHABET))
        out = _ALPHABET[rest] + out
    return out
