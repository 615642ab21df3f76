"""Number variables: what is numeric, what is plural, and ordinal and roman forms (CSL 1.0.2, "Number")."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bmreport_csl.locale import Locale

# A number may carry letters before or after it, `D2b`, and `\-` joins two of them to one, `3\-B`.
_ATOM = re.compile(r"([A-Za-z]*)(\d+)([A-Za-z]*(?:\\-[A-Za-z\d]+|/\d+)*)", re.ASCII)
_LOWER_ROMAN = re.compile(r"(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_UPPER_ROMAN = re.compile(r"(?=[IVXLC])(?:XC|XL|L?X{0,3}|C{1,3}(?:XC|XL|L?X{0,3}))(?:IX|IV|V?I{0,3})")
_LETTERS = re.compile(r"[A-Za-z]{1,3}")
_SEPARATOR = re.compile(
    r"(\s*[-–]\s*|\s*,?\s*&\s*|\s*[,;]\s+(?:(?:and|et|und|y|e|en|og|och)\s+)?|\s+(?:and|et|und|y|e|en|og|och)\s+)"
)
_ROMAN_SIGNS = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
_MAX_ROMAN = 3999
_RANGE_INSIDE = re.compile(r"(?<![\w.:–-])\d+\s*(?:--|[-–])\s*\d+(?![\w.:–-])")
_INNER_LABEL = re.compile(r",?\s+[a-z]{1,5}\.\s*(?=\d)")
_MAX_DIGITS = 18
_MAX_LENGTH = 500
"""A longer value is no number but a text that stands in its place; it is not searched for numbers."""
_GLUE = "\N{WORD JOINER}"
"""Stands for an escaped hyphen while a value is taken apart."""


class NumberField(NamedTuple):
    """A number variable in pieces."""

    pieces: tuple[tuple[str, bool], ...]
    """Text and whether it is a plain whole number, in order; separators are tidy already."""
    numeric: bool
    plural: bool


@lru_cache(maxsize=8192)
def read_number(value: str) -> NumberField:
    """The numbers in a value and what stands between them; a value that is not numeric is one piece."""
    text = value.strip()
    if len(text) > _MAX_LENGTH:
        return NumberField(((text, False),), numeric=False, plural=False)
    parts = _SEPARATOR.split(text.replace("\\-", _GLUE))
    atoms = [part.replace(_GLUE, "\\-") for part in parts[::2]]
    kinds = [_kind(atom) for atom in atoms]
    if len(atoms) > 1 and not atoms[-1]:  # an open range, `12-`
        kinds[-1] = "open" if parts[-2].strip() in {"-", "–"} else ""
    numeric = kinds[0] in {"number", "roman"} and all(kinds)
    plural = len(atoms) > 1 and kinds[0] in {"number", "roman", "ROMAN"} and all(kinds)
    if not numeric:
        return NumberField(((text.replace("\\-", "-"), False),), numeric=False, plural=plural)
    pieces: list[tuple[str, bool]] = []
    for index, part in enumerate(parts):
        if index % 2:
            pieces.append((_tidy_separator(part, atoms[index // 2], atoms[index // 2 + 1]), False))
        elif part:
            pieces.append((part.replace(_GLUE, "-"), part.isdecimal() and part[0] != "0"))
    return NumberField(tuple(pieces), numeric=True, plural=plural)


def _kind(atom: str) -> str:
    """number, roman, ROMAN (capitals, which do not count as numeric), letters, or "" for none of them."""
    if _ATOM.fullmatch(atom) is not None:
        return "number"
    if _LOWER_ROMAN.fullmatch(atom) is not None:
        return "roman"
    if _UPPER_ROMAN.fullmatch(atom) is not None:
        return "ROMAN"
    return "letters" if _LETTERS.fullmatch(atom) is not None else ""


def _tidy_separator(text: str, before: str, after: str) -> str:
    """CSL 1.0.2: no spaces around a hyphen, one after a comma, one on both sides of an ampersand.

    A hyphen becomes an en dash between numbers that carry the same letters before them.
    """
    mark = text.strip()
    if mark == "–":
        return "–"
    if mark == "-":
        return "–" if _same_prefix(before, after) else "-"
    if mark[0] in ",;":
        word = mark[1:].strip()
        return f"{mark[0]} {word} " if word else f"{mark[0]} "
    return f" {mark} "


def _same_prefix(before: str, after: str) -> bool:
    first, second = _ATOM.fullmatch(before), _ATOM.fullmatch(after)
    if first is not None and second is not None:
        return first[1] == second[1]
    return not (_kind(before) in {"", "letters"} or _kind(after) in {"", "letters"})


def is_numeric(value: str) -> bool:
    """Whether the content is numeric: `2`, `D2`, `2b`, `iv`, `1-3`, `2, 4 & 5`, but not `second` or `2nd edition`."""
    return value.isdecimal() or read_number(value).numeric


def is_plural(value: str) -> bool:
    """Whether a locator or a number variable names several: `1-3`, `2, 4`, `5 & 6`; `\\-` is a hyphen, no range."""
    if value.isdecimal() or len(value) > _MAX_LENGTH:
        return False
    # `367-368, fig. 333`: the label belongs to what stands before the next one.
    inner = _INNER_LABEL.search(value)
    text = value[: inner.start()] if inner is not None else value
    return read_number(text).plural or _RANGE_INSIDE.search(text) is not None


def roman(number: int) -> str:
    """Lower-case roman numerals for 1–3999; digits otherwise."""
    if not 1 <= number <= _MAX_ROMAN:
        return str(number)
    out = []
    for value, sign in _ROMAN_SIGNS:
        count, number = divmod(number, value)
        out.append(sign * count)
    return "".join(out)


def ordinal(number: int, locale: Locale, gender: str = "") -> str:
    """`2nd`, in the locale's way."""
    return f"{number}{locale.ordinal_suffix(number, gender)}"


def long_ordinal(number: int, locale: Locale, gender: str = "") -> str:
    """`second`; an ordinal beyond the tenth."""
    return locale.long_ordinal(number, gender) or ordinal(number, locale, gender)


def render_number(value: str, form: str, locale: Locale, gender: str = "") -> str:
    """`cs:number`: whole numbers in the form asked for, anything else as it stands."""
    return "".join(_form(text, form, locale, gender) if plain else text for text, plain in read_number(value).pieces)


def tidy_number(value: str, ampersand: str = "&") -> str:
    """A number variable printed as text: its separators as CSL asks, its numbers as they stand.

    `ampersand` is the locale's symbol for "and", which takes the place of an ampersand between numbers.
    """
    if value.isdecimal():
        return value
    text = "".join(piece for piece, _ in read_number(value).pieces)
    return text.replace(" & ", f" {ampersand} ") if ampersand != "&" else text


def _form(digits: str, form: str, locale: Locale, gender: str) -> str:
    if form == "numeric" or len(digits) > _MAX_DIGITS:
        return digits
    number = int(digits)
    if form == "ordinal":
        return ordinal(number, locale, gender)
    if form == "long-ordinal":
        return long_ordinal(number, locale, gender)
    return roman(number) if form == "roman" else digits
