"""How wide a text will be, without a font at hand.

Pictures are set in Libertinus Serif, which is inside the typst wheel; where somebody's browser lacks it, in a serif of
the kind of Times. The widths here are the larger of the two, so that columns hold either.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from types import MappingProxyType
from typing import Final

__all__ = ["FONTS", "runs", "text_width", "wrap"]

FONTS: Final = "Libertinus Serif, Linux Libertine O, Times New Roman, Liberation Serif, serif"
"""The families, in the order in which they are looked for."""

# Hundredths of the text size -> characters of that width.
_PLAIN: Final = (
    (19, "'"), (20, "|"), (25, " ,.·"), (28, ":;ijl"), (29, "\\"), (31, "²³"), (32, "/t"), (33, "!()If’‘"), (34, "-"),
    (36, "[]"), (37, "r"), (39, "J`s"), (40, "°"), (41, '"'), (44, "?cz“”τ"), (45, "e"), (46, "a"), (48, "{}"),
    (50, "#$*0123456789_bgoqvx§χ"), (51, "dk"), (52, "^py"), (53, "u"), (54, "hn~"), (55, "–±≤≥"), (56, "+<=>FPS−×"),
    (57, "α"), (58, "µ"), (59, "†‡"), (61, "ELTZ"), (67, "BCR"), (72, "ADGKNOQUVXY"), (73, "H"), (75, "w½"), (78, "&"),
    (79, "m"), (83, "%"), (89, "M"), (92, "@"), (95, "W"), (100, "—…"), (113, "→←"),
)  # fmt: skip
_BOLD: Final = (
    (22, "|"), (25, " ,."), (28, "'"), (29, "il"), (30, "·"), (31, "\\"), (32, "/"), (33, "!():;jt²³’‘"), (34, "f"),
    (36, "-"), (38, "[]"), (39, "I`{}"), (40, "s°"), (44, "crz"), (46, "eτ"), (50, "#$*0123456789?J_a“”§"), (51, "g"),
    (52, "ox~"), (53, "vy–"), (55, "±≤≥χ"), (56, '"Sbdhknpqu'), (57, "+<=>−×"), (58, "^µ"), (59, "†‡"), (61, "FP"),
    (64, "α"), (67, "BELTZ"), (72, "ACDNRUVXY"), (75, "½"), (78, "GHKOQw"), (83, "&m"), (94, "M"), (99, "@"),
    (100, "%W—…"), (115, "→←"),
)  # fmt: skip


def _by_character(table: tuple[tuple[int, str], ...]) -> MappingProxyType[str, float]:
    return MappingProxyType({character: width / 100 for width, characters in table for character in characters})


_WIDTHS: Final = {False: _by_character(_PLAIN), True: _by_character(_BOLD)}
# Latin with its extensions, combining marks, Greek, Cyrillic, more Latin and Greek, punctuation, raised and lowered
# digits, currency signs, fractions, and the arrows and signs of Libertinus that pictures use.
_BLANKS: Final = re.compile("[ \t\r]+")
_COVERED: Final = (
    (0x20, 0x24F), (0x2B0, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x5D0, 0x5EA), (0x1E00, 0x1FFF), (0x2010, 0x2027),
    (0x202F, 0x205E), (0x2070, 0x209C), (0x20A0, 0x20BF), (0x2150, 0x215E), (0x2190, 0x2193), (0x2212, 0x2212),
    (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2265),
)  # fmt: skip


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of one line in the unit of `size`."""
    return size * sum(_em(character, bold) for character in text)


def wrap(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """Lines no wider than `width`, broken at blanks, and inside a word only where it alone is too wide.

    A no-break space holds words together. Line ends in the text are kept. At least one line, which may be empty.
    """
    return [
        line for part in text.split("\n") for line in _wrapped(_BLANKS.split(part.strip(" \t\r")), width, size, bold)
    ]


def runs(text: str) -> list[tuple[str, bool]]:
    """The text in pieces that one font can set, and whether it is the main one.

    Renderers of SVG set a whole text in the first font that has all of its characters, so that one sign from elsewhere
    would change every letter beside it. Text from right to left stays in one piece, or its order would be lost.
    """
    if all(map(_is_covered, text)):
        return [(text, True)]
    if any(unicodedata.bidirectional(character) in ("R", "AL") for character in text):
        return [(text, False)]
    pieces: list[tuple[str, bool]] = []
    for character in text:
        covered = _is_covered(character)
        if pieces and (pieces[-1][1] is covered or (character == " " and not pieces[-1][1])):
            pieces[-1] = (pieces[-1][0] + character, pieces[-1][1])
        else:
            pieces.append((character, covered))
    return pieces


@lru_cache(maxsize=4096)
def _em(character: str, bold: bool) -> float:  # the key of a table
    """The width of a character at size 1. What the table lacks is taken as wide as its base letter, or as its kind."""
    widths = _WIDTHS[bold]
    if character in widths:
        return widths[character]
    if character == "\u00a0":
        return widths[" "]
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    base = unicodedata.normalize("NFD", character)[0]
    if base in widths:
        return widths[base]
    if unicodedata.east_asian_width(character) in ("W", "F"):
        return 1.0
    return 0.72 if character.isupper() or not character.isalnum() else 0.58


@lru_cache(maxsize=4096)
def _is_covered(character: str) -> bool:
    point = ord(character)
    return any(first <= point <= last for first, last in _COVERED)


def _wrapped(words: list[str], width: float, size: float, bold: bool) -> list[str]:  # as above
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
            continue
        pieces = _cut(word, width, size, bold)
        if lines[-1]:
            lines.append(pieces[0])
        else:
            lines[-1] = pieces[0]
        lines.extend(pieces[1:])
    return lines


def _cut(word: str, width: float, size: float, bold: bool) -> list[str]:  # as above
    """A word in pieces that fit, each of at least one character."""
    pieces, length = [""], 0.0
    for character in word:
        advance = size * _em(character, bold)
        if pieces[-1] and length + advance > width:
            pieces.append("")
            length = 0.0
        pieces[-1] += character
        length += advance
    return pieces
