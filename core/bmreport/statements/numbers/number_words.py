"""Figures written as words: `twenty-five`, `a third`, `one in five`, `doubled`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bmreport.statements.word_sets import word_list

__all__ = [
    "FRACTION",
    "ONE_IN",
    "ONE_OF",
    "SPELT",
    "TIMES",
    "WORDS_OF",
    "Spelt",
    "fraction_value",
    "spelt_numbers",
    "times_value",
]

_ONES = {
    word: value
    for value, word in enumerate(
        word_list(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen"
        )
    )
}
_TENS = {
    word: value * 10
    for value, word in enumerate(word_list("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twentieth": 20, "hundredth": 100,
}  # fmt: skip

_WORD = "(?:" + "|".join(sorted([*_ONES, *_TENS, *_SCALES], key=len, reverse=True)) + ")"
_SMALL = "(?:" + "|".join(sorted(_ONES, key=len, reverse=True)) + ")"
_ROUND = "(?:" + "|".join(sorted([*_ONES, *_TENS, "hundred", "thousand"], key=len, reverse=True)) + ")"
_PART = "(?:half|halves|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth)s?)"

SPELT = rf"{_WORD}(?:(?:[\s-]|(?<=hundred)\sand\s|(?<=thousand)\sand\s){_WORD}){{0,7}}(?![\w])"
"""A run of number words, in lower case; `spelt_numbers` says which numbers it holds."""

# `a third` may be an ordinal (`a third trial`), `one third` may not.
FRACTION = (
    rf"(?:(?:{_SMALL}|\d{{1,2}})[\s-]{_PART}(?![\w-])"
    rf"|an?\s(?:half|(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth))(?!\sof\san\shour)(?=\s(?:of|lower|higher|less|more|fewer|as)\b|\s?[,.;:)]|$)"
    r"|(?<!first )(?<!second )(?<!latter )(?<!other )half(?![\w-])(?!\s(?:li[fv]e|dose|an?\s)))"
)
ONE_IN = (
    rf"(?P<some>{_SMALL}|[1-9])\s(?:in|out\sof)\s(?:every\s|an?\s)?(?P<of>{_ROUND}|\d{{1,3}}(?:,?000)?)"
    r"(?![\w%]|[.,]\d|-)"
)
# `one device in nine`: what is counted stands between.
ONE_OF = rf"one\s(?:[a-z-]{{2,20}}\s){{1,3}}(?:in|out\sof)\s(?:every\s)?(?P<of>{_ROUND}|\d{{1,3}})(?![\w%]|[.,]\d|-)"
# `seven of ten` is a share in round figures; `seven of twelve` may be a count.
WORDS_OF = rf"(?P<some>{_SMALL})\sof\s(?:every\s)?(?P<of>ten|five|four|three|twenty|hundred)(?![\w-])"
_ORDINALS = {
    word: value
    for value, word in enumerate(
        word_list("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), start=1
    )
}
# `the third year`, and no other ordinal.
ORDINAL = "(?:" + "|".join(_ORDINALS) + r")(?=[\s-](?:day|week|month|year)(?!\w))"
TIMES = (
    rf"(?:(?:{_SMALL})[\s-]?fold(?!\w)|(?:{_SMALL})\stimes(?=\s(?:as|more|higher|greater|lower|less|the|that)\b)(?!\w)"
    r"|(?:twice|thrice)(?=\s(?:as|the|that|those|what|more)\b)"
    r"|double(?=\s(?:the|that|those)\b)"
    r"|(?:doubl(?:ed|es|ing)(?!-)|(?:tripl|trebl|quadrupl)(?:ed|es|ing)|halv(?:ed|es|ing))(?!\w)"
    r"(?!\s(?:[\w-]+\s){0,3}(?:dose|dosage)s?\b))"
)
_TIMES_STEMS = (
    ("tw", 2.0),
    ("thrice", 3.0),
    ("doubl", 2.0),
    ("tripl", 3.0),
    ("trebl", 3.0),
    ("quadr", 4.0),
    ("halv", 0.5),
)


class Spelt(NamedTuple):
    """One number of a run of words: where it stands in the run and its value."""

    start: int
    end: int
    value: int


def spelt_numbers(run: str) -> Iterator[Spelt]:
    """The numbers in a run of number words: `one hundred and twenty` is one, `two three` are two."""
    start, end, total, current = 0, 0, 0, -1
    last = ""
    for match in re.finditer(r"[a-z]+", run):
        word = match[0]
        if word == "and":
            continue
        if last and not _goes_on(last, word):
            yield Spelt(start, end, total + max(current, 0))
            total, current, last = 0, -1, ""
        if not last:
            start = match.start()
        total, current = _with_word(total, current, word)
        last, end = word, match.end()
    if last:
        yield Spelt(start, end, total + max(current, 0))


def _goes_on(last: str, word: str) -> bool:
    if word in _SCALES:
        return last not in _SCALES or _SCALES[word] > _SCALES[last]
    if last in _TENS:
        return 0 < _ONES.get(word, 0) < 10
    return last in _SCALES and last != "dozen"


def _with_word(total: int, current: int, word: str) -> tuple[int, int]:
    if word in _SCALES:
        scale = _SCALES[word]
        if scale >= 1000:
            return total + (current if current >= 0 else 1) * scale, -1
        return total, (current if current >= 0 else 1) * scale
    return total, max(current, 0) + (_ONES[word] if word in _ONES else _TENS[word])


def small_value(word: str) -> int:
    """The value of digits or of a word up to nineteen, in lower case."""
    if word[0].isdigit():
        return int(word.replace(",", ""))
    return _ONES.get(word) or _TENS.get(word) or _SCALES.get(word, 0)


def fraction_value(words: str) -> float:
    """The value of what FRACTION found, in lower case."""
    parts = re.split(r"[\s-]", words)
    share = parts[-1] if parts[-1] in _PARTS else parts[-1].removesuffix("s")
    count = 1 if len(parts) == 1 or parts[0] in ("a", "an") else small_value(parts[0])
    return count / _PARTS[share]


def ordinal_value(word: str) -> int:
    """The value of what ORDINAL found, in lower case."""
    return _ORDINALS[word]


def times_value(words: str) -> float:
    """The factor that what TIMES found stands for, in lower case."""
    first = re.match(r"[a-z]+", words)
    word = first[0].removesuffix("fold") if first else ""
    if word in _ONES:
        return float(_ONES[word])
    return next((value for stem, value in _TIMES_STEMS if word.startswith(stem)), 1.0)
