"""Figures as they are written, in digits or in words, and their values.

Offsets are those of the text. The cost is linear in its length: every repeat in a pattern is bounded or single.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers.number_words import (
    FRACTION,
    ONE_IN,
    ONE_OF,
    ORDINAL,
    SPELT,
    TIMES,
    WORDS_OF,
    fraction_value,
    ordinal_value,
    small_value,
    spelt_numbers,
    times_value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Numeral", "Writing", "numerals"]


class Writing(StrEnum):
    """How a figure is written."""

    DIGITS = "digits"
    WORDS = "words"
    SHARE = "share"
    """`a third`, `one in five`: a part of a whole, and never exact."""
    ORDINAL = "ordinal"
    """`the third year`."""
    TIMES = "times"
    """`twice`, `doubled`, `three-fold`: a factor, and never exact."""


class Numeral(NamedTuple):
    """One figure: `text[start:end]`, its value, and the size of the last digit that is written.

    `digits` holds the digits of a figure that is too long for a float; it is empty for all others.
    """

    start: int
    end: int
    value: float
    step: float
    writing: Writing = Writing.DIGITS
    digits: str = ""


_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_FROM_SUPERSCRIPT = str.maketrans(_SUPERSCRIPT, "0123456789")
_POWER = (
    rf"(?:\^\s?-?\d{{1,2}}(?!\d)|-?[{_SUPERSCRIPT}]{{1,2}}|\(-?\d{{1,2}}\)|-\d{{1,2}}(?!\d)"
    r"|(?:3|6|9|12)(?=\s?/))"  # the raised nine of `×10⁹/L` is often lost
)
_DIGITS = (
    r"(?:[1-9]\d{0,2}(?:,\d{2,3}){0,5},\d{3}(?!\d)(?:\.\d+)?"  # 1,234,567.8 and the Indian 12,34,567
    r"|[1-9]\d{0,2}(?:['\u00a0 ]\d{3}){1,5}(?!\d)(?:\.\d+)?"  # 1 234 567
    r"|0,\d+|[1-9]\d{0,3},\d{1,2}(?![\d.,])"  # 0,76: the decimal comma
    r"|\d++(?:\.\d++)?+|\.\d++)"
)
# Where a figure may begin: a cheap first look, since most of a text is no figure.
_START = re.compile(
    r"[0-9]+|one|first|second|t(?:w[eio]|h(?:ree|i[r]|ou)|en|rip|reb|hric)|f(?:our|ift|ive|ort)|s(?:ix|ev)|eig|nin|elev|h(?:al[fv]|un)|mil|bil"
    r"|do[uz]|quar|quad|zero"
)
_TENS = re.compile(rf"10(?:\^-?\d{{1,2}}|-?[{_SUPERSCRIPT}]{{1,2}})")
_IN_DIGITS = re.compile(rf"(?P<digits>{_DIGITS})(?P<power>\s?[×x*]\s?10{_POWER}|e[-+]?\d{{1,2}}(?!\w))?(?!\.\d)")
_ONE_IN = re.compile(ONE_IN)
_FRACTION = re.compile(FRACTION)
_WORDS_OF = re.compile(WORDS_OF)
_ONE_OF = re.compile(ONE_OF)
_ORDINAL = re.compile(ORDINAL)
_IN_WORDS = re.compile(rf"(?:(?P<onein>{ONE_IN})|(?P<fraction>{FRACTION})|(?P<times>{TIMES})|(?P<spelt>{SPELT}))")
_NAMED_BY = re.compile(r"(?:grade|type|stage|phase|class|level|score|group|of)\s$")
_SCALE = re.compile(r"[\s-](?P<word>hundred|thousand|million|billion|trillion)(?![\w])")
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_CURRENCY = re.compile(r"\s?(?P<word>m|mn|bn|k)(?!\w)")
_CURRENCIES = {"m": 1e6, "mn": 1e6, "bn": 1e9, "k": 1e3}
_STEPS = tuple(10.0**-places for places in range(20))
_DECIMAL_COMMA = re.compile(r"0,\d+|[1-9]\d{0,3},\d{1,2}")
_NO_DIGIT = re.compile(r"\D")
_AND_A_HALF = " and a half"
_LONGEST = 15
"""More significant digits than a float holds are compared as they are written."""


def numerals(text: str) -> Iterator[Numeral]:
    """The figures of a text that `typography.plain` has made, in order."""
    lower = text.lower()
    if len(lower) != len(text):  # a rare letter changes its length with its case
        lower = text
    until = 0
    for begin in _START.finditer(lower):
        at = begin.start()
        if at < until:
            continue
        found = _digits_at(lower, at) if lower[at].isdigit() else _words_at(lower, at)
        for numeral in found:
            if lower.startswith("and a ", numeral.start - 6) and numeral.writing is Writing.SHARE:
                continue  # `a year and a half`
            one = _with_half(numeral) if lower.startswith(_AND_A_HALF, numeral.end) else numeral
            until = one.end
            yield one
        until = max(until, begin.end())


def _with_half(numeral: Numeral) -> Numeral:
    return numeral._replace(value=numeral.value + 0.5, step=0.5, end=numeral.end + len(_AND_A_HALF))


def _digits_at(text: str, at: int) -> Iterator[Numeral]:
    if at and text[at - 1] == ".":
        at -= 1  # `.76`, but not the rest of `1.2.3`
    before = text[at - 1] if at else " "
    if before.isalnum() or before == "_":
        return
    match = _IN_DIGITS.match(text, at)
    if not match:
        return
    if (
        text.startswith((" in ", " out "), match.end())
        and (share := _ONE_IN.match(text, at))
        and not _NAMED_BY.search(text, max(0, at - 8), at)
        and (numeral := _one_in(share))
    ):
        yield numeral
    elif match["digits"] == "10" and (tens := _TENS.match(text, at)):
        power = _exponent("×" + tens[0])
        yield Numeral(at, tens.end(), 10.0**power, 10.0**power)
    else:
        yield _from_digits(text, match)


def _words_at(text: str, at: int) -> Iterator[Numeral]:
    if at and (text[at - 1].isalnum() or text[at - 1] == "_"):
        return
    if text.startswith("a ", at - 2) and (match := _FRACTION.match(text, at - 2)):
        yield _share(match.start(), match.end(), fraction_value(match[0]))
        return
    if (share := _ONE_OF.match(text, at)) and (whole := small_value(share["of"])) > 1:
        yield _share(at, share.end(), 1 / whole)
        return
    if (share := _WORDS_OF.match(text, at)) and (numeral := _one_in(share)):
        yield numeral
        return
    if ordinal := _ORDINAL.match(text, at):
        yield Numeral(at, ordinal.end(), float(ordinal_value(ordinal[0])), 1.0, Writing.ORDINAL)
        return
    match = _IN_WORDS.match(text, at)
    if not match:
        return
    if match["onein"] and (numeral := _one_in(match)):
        yield numeral
    elif match["fraction"]:
        yield _share(match.start(), match.end(), fraction_value(match[0]))
    elif match["times"]:
        value = times_value(match[0])
        yield Numeral(at, match.end(), value, 0.2 * value, Writing.TIMES)
    elif match["spelt"]:
        for one in spelt_numbers(match[0]):
            yield Numeral(at + one.start, at + one.end, float(one.value), 1.0, Writing.WORDS)


def _share(start: int, end: int, value: float) -> Numeral:
    return Numeral(start, end, value, min(0.15 * value, 0.06), Writing.SHARE)


def _one_in(match: re.Match[str]) -> Numeral | None:
    """`one in five`, but not `grade 3 in 12`, and not `5 in 2`."""
    some, whole = small_value(match["some"]), small_value(match["of"])
    if not 0 < some < whole:
        return None
    return _share(match.start(), match.end(), some / whole)


def _from_digits(text: str, match: re.Match[str]) -> Numeral:
    written, end = match["digits"], match.end("digits")
    whole, decimals = _parts(written)
    factor = 1.0
    if raised := match["power"]:
        factor, end = 10.0 ** _exponent(raised), match.end()
    elif scale := _SCALE.match(text, end):
        factor, end = _SCALES[scale["word"]], scale.end()
    elif match.start() and text[match.start() - 1] in "$£€¥" and (scale := _CURRENCY.match(text, end)):
        factor, end = _CURRENCIES[scale["word"]], scale.end()
    if len(whole) + len(decimals) > _LONGEST:
        return Numeral(match.start(), end, 0.0, 1.0, Writing.DIGITS, f"{whole.lstrip('0')}.{decimals}")
    value = float(f"{whole or '0'}.{decimals or '0'}") * factor
    return Numeral(match.start(), end, value, _STEPS[len(decimals)] * factor)


def _parts(written: str) -> tuple[str, str]:
    """Whole part and decimals, without the signs that group thousands."""
    if written.isdigit():
        return written, ""
    whole, _, decimals = written.partition(".")
    if not whole.isdigit():
        if _DECIMAL_COMMA.fullmatch(written):
            whole, _, decimals = written.partition(",")
        else:
            whole = _NO_DIGIT.sub("", whole)
    return whole, decimals


def _exponent(raised: str) -> int:
    """The power of ten in `×10⁹`, `× 10^-3`, `×10(9)` and `e-5`."""
    if raised[0] in "eE":
        return int(raised[1:])
    power = re.sub(r"[\s^()]", "", raised.partition("10")[2]).translate(_FROM_SUPERSCRIPT)
    return int(power)
