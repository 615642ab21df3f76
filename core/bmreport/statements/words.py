"""The words of a text with their places, folded and stemmed, numbers and punctuation among them.

`bmreport.lexical` reads a text as a bag; here the order counts, and where each word stands.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bmreport.lexical import fold, stem
from bmreport.statements.word_sets import word_list, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["NUMBER", "PUNCT", "WORD", "Word", "key_of", "read_words", "text_at"]

WORD, NUMBER, PUNCT = 0, 1, 2

_TOKEN = re.compile(
    r"(?P<number>(?:(?<![\w.%)])[-−])?(?:\d{1,3}(?:[,\u2009\u202f\u00a0 ]\d{3})+(?!\d)|\d+)"
    r"(?:[.·]\d+|:\d+(?!\d|:))?(?:\s?%)?)"
    r"|(?P<word>[^\W\d_][^\W_]*(?:['’][^\W\d_]+)?)"
    r"|(?P<punct>[,;:()\[\]/]|[—–](?=\s)|\.(?=\s+[A-Z]))"
)
# Units at whose full stop a sentence may end, which the splitting of sentences cannot know.
_SHORTENED = word_set("min max hr hrs h sec wk wks mo mos yr yrs mg kg g ml l cm mm avg")
_HYPHENS = frozenset("-‐‑–")
_OPENING = frozenset("([")
_CLOSING = frozenset(")]")
_SEPARATORS = str.maketrans("", "", ",\u2009\u202f\u00a0 ")

NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        word_list(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen twenty"
        )
    )
} | {word: str(10 * value) for value, word in enumerate(word_list("thirty forty fifty sixty seventy eighty ninety"), 3)}
"""Numbers that prose spells out; `zero` speaks as `no` does and is left to the reading of negation."""
del NUMBER_WORDS["zero"]


# Past forms of verbs that results use, where the stem does not show the verb.
_PAST = dict(
    pair.split(":")
    for pair in word_set(
        "felt:feel thought:think kept:keep lost:lose left:leave slept:sleep chose:choose drove:drive wrote:write "
        "spoke:speak spoken:speak ate:eat drank:drink sought:seek brought:bring met:meet held:hold "
        "understood:understand ran:run fed:feed broke:break broken:break withdrew:withdraw withdrawn:withdraw "
        "swollen:swell forgot:forget knew:know bore:bear worn:wear wore:wear shown:show chosen:choose driven:drive "
        "taught:teach caught:catch dealt:deal meant:mean spent:spend built:build sent:send"
    )
)


class Word(NamedTuple):
    """A word, a number or a mark of punctuation: `text[start:end]`."""

    start: int
    end: int
    text: str
    """Folded: lower case, without accents; a number without the marks between its thousands."""
    stem: str
    kind: int
    depth: int
    """How many brackets it stands in."""
    joined: bool
    """Whether a hyphen joins it to the word before."""
    keys: tuple[str, ...] = ()
    """What it says of what is spoken of (`keyed.py`); empty for words of grammar, of measuring and of reporting."""


@lru_cache(maxsize=1 << 16)
def _folded(word: str) -> tuple[str, str]:
    text = fold(word).replace("’", "'").removesuffix("'s")
    return text, key_of(text)


def key_of(word: str) -> str:
    """The key of a folded word: its stem, the same for `laparoscopy` and `laparoscopic`; digits for a number word."""
    found = NUMBER_WORDS.get(word) or stem(_PAST.get(word, word))
    if len(found) > 7:
        return found.rstrip("i")
    return found[:-1] if len(found) == 4 and found.endswith("e") else found


def read_words(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words of `text[start:end]` in order. `non-fatal` is one word, other hyphens part words."""
    words: list[Word] = []
    depth = 0
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        at, stop = match.span()
        given = match[0]
        kind = WORD if match["word"] else NUMBER if match["number"] else PUNCT
        joined = kind != PUNCT and at > 0 and text[at - 1] in _HYPHENS and at > start and not text[at - 2].isspace()
        if kind == WORD:
            folded, key = _folded(given)
            if joined and words and words[-1].text == "non":
                at, folded = words.pop().start, f"non{folded}"
                key, joined = key_of(folded), False
        elif kind == NUMBER:
            folded = key = given.translate(_SEPARATORS).replace("·", ".").replace("−", "-")
        else:
            if given == "." and not (words and words[-1].text in _SHORTENED):
                continue
            folded = key = given
            depth += (given in _OPENING) - (given in _CLOSING and depth > 0)
        words.append(Word(at, stop, folded, key, kind, depth, joined))
    return words


def text_at(words: Sequence[Word], at: int) -> str:
    """The folded text of the word at `at`; empty where there is none."""
    return words[at].text if 0 <= at < len(words) else ""
