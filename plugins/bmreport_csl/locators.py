"""Locators: their label and number, where they stand apart and where they stand inside a text."""

from __future__ import annotations

import re
from typing import NamedTuple

from bmreport_csl.numbers import is_plural

_LABELS = {
    "act": ("act",),
    "appendix": ("app.", "appendix"),
    "article": ("art.", "article"),
    "book": ("bk.", "bks.", "book"),
    "canon": ("can.", "canon"),
    "chapter": ("ch.", "chap.", "chaps.", "chapter", "chapters"),
    "column": ("col.", "cols.", "column", "columns"),
    "elocation": ("loc.",),
    "equation": ("eq.", "equation"),
    "figure": ("fig.", "figs.", "figure", "figures"),
    "folio": ("fol.", "fols.", "folio"),
    "issue": ("no.", "nos.", "issue"),
    "line": ("l.", "ll.", "line", "lines"),
    "note": ("n.", "nn.", "note", "notes"),
    "opus": ("op.", "opus"),
    "page": ("p.", "pp.", "page", "pages"),
    "paragraph": ("para.", "paras.", "¶", "¶¶", "paragraph", "paragraphs"),
    "part": ("pt.", "pts.", "part", "parts"),
    "rule": ("r.", "rr.", "rule"),
    "scene": ("sc.", "scene"),
    "section": ("sec.", "secs.", "§", "§§", "sect.", "section", "sections"),
    "sub-verbo": ("s.v.", "s.vv.", "sub verbo"),
    "supplement": ("supp.", "suppl.", "supplement"),
    "table": ("tbl.", "table", "tables"),
    "timestamp": ("ts.", "timestamp"),
    "title": ("tit.", "title"),
    "verse": ("v.", "vv.", "verse", "verses"),
    "volume": ("vol.", "vols.", "volume", "volumes"),
}
"""What people write before a locator, in English."""
_STRONG_WORDS = "art. bk. ch. col. fig. fol. l. ll. n. nn. no. op. p. pp. para. pt. sec. vol."
_STRONG = frozenset(_STRONG_WORDS.split())
_BY_WORD = {word: label for label, words in _LABELS.items() for word in words}
_WORD = re.compile(r"\s*(sub verbo|[^\W\d_]+(?:\.[^\W\d_]+)*\.?|§§?|¶¶?)\s*(?=\S)")
_NUMBER = r"(?:\d+[a-z]?|[ivxlcdm]+\b)(?:\s*[-–—]\s*(?:\d+[a-z]?|[ivxlcdm]+\b))?"
_NUMBERS = re.compile(rf"{_NUMBER}(?:\s*(?:,|&|and|;)\s*{_NUMBER})*", re.IGNORECASE)


class Locator(NamedTuple):
    """What a cite points to inside its item."""

    label: str
    value: str
    plural: bool


def read_locator(locator: str, label: str = "") -> Locator:
    """The locator of a cite, with its label: the one given, the one written inside it (`chap. 2`, `§ 5`), or page.

    An abbreviation with a number behind it, `fig. 3`, counts even where another label is given, as in citeproc-js.
    """
    text = " ".join(locator.split())
    name = label.strip().lower().replace("sub verbo", "sub-verbo")
    found = _WORD.match(text)
    inside = _BY_WORD.get(found[1].lower()) if found is not None else None
    if found is not None and inside is not None:
        rest = text[found.end() :]
        numbered = rest[0].isdecimal() or (inside == "sub-verbo" and not name)
        counts = numbered and (name in {"", "page"} or found[1] in _STRONG)
        if counts or (name in {"", inside} and _NUMBERS.match(rest) is not None):
            name, text = inside, rest
    return Locator(name or "page", text, is_plural(text))


def split_suffix_locator(suffix: str) -> tuple[Locator, str] | None:
    """A locator that stands at the beginning of a cite's suffix, `, p. 23 and passim`, and what comes after it.

    None when the suffix does not begin with a known label and a number, or with a number alone after a comma.
    """
    text = suffix.lstrip(" ,")
    label = "page"
    if (found := _WORD.match(text)) is not None and (known := _BY_WORD.get(found[1].lower())) is not None:
        label, text = known, text[found.end() :]
    elif not suffix.lstrip().startswith(","):
        return None
    numbers = _NUMBERS.match(text)
    if numbers is None:
        return None
    value = numbers.group()
    return Locator(label, value, is_plural(value)), text[numbers.end() :]
