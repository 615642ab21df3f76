"""Titles in a form that can be compared: two records of one document rarely spell its title alike.

Case, diacritics, punctuation, mark-up, spaces within compounds (`meta-analysis`, `meta analysis`), articles, Greek
letters, British and American spelling and a `RETRACTED:` in front do not count. Numbers count, however they are
written (`II`, `2`, `two`): parts of a series differ in nothing else. So do the signs that tell two groups of patients
apart: `HER2+` and `HER2-`, `<65 years` and `≥65 years`.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from bmreport.lexical import fold_spelling, tokens
from bmreport.notices import without_status_word

__all__ = ["TitleKey", "nearly_equal", "title_key", "word_overlap"]

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_SUBTITLE = re.compile(r"\s*(?:[:：]\s+|：|[.?!]\s+|\s[-–—]+\s|—)\s*")
# PubMed writes CD4(+) and CD4⁺ for CD4+.
_CHARGE = re.compile(r"(?<=\w)\s?(?:\(\s*([+\-−–])\s*\)|([⁺⁻]))")
_PLUS = re.compile(r"(?<=[\w\s])\+(?!\w)")
# Not the hyphen of `5- and 10-year survival`.
_MINUS = re.compile(r"(?<=[0-9A-Z])[-−–](?=[\s,.;:)\]/]|$)(?!\s(?:and|or|to|vs|versus)\b)")
_COMPARED = {"<=": " le ", ">=": " ge ", "≤": " le ", "⩽": " le ", "≥": " ge ", "⩾": " ge ", "<": " lt ", ">": " gt "}
_COMPARISON = re.compile(r"[<>]=|[<>≤≥⩽⩾]")
_ARTICLES = frozenset({"a", "an", "the"})
_NUMBER_WORDS = dict(
    zip(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], range(1, 11), strict=True)
)
_ROMAN = dict(
    zip(["ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii"], [2, 3, 4, 6, 7, 8, 9, 11, 12], strict=True)
)
_ROMAN_LETTERS = {"i": 1, "v": 5, "x": 10}
# After these a single `I`, `V` or `X` is a number.
_NUMBERED = frozenset(
    ["part", "phase", "type", "stage", "grade", "class", "volume", "study", "experiment", "chapter", "series"]
)
_GENERIC_FIRST = frozenset(
    """abstract abstracts announcement announcements comment commentary comments contents correction corrections
    correspondence corrigendum discussion editorial editorials erratum errata foreword index introduction letter letters
    news note notes obituary perspective perspectives preface reply response responses review reviews summary
    untitled""".split()  # noqa: SIM905  # a list of words reads best as words
)
_GENERIC = frozenset(
    """authors reply|author reply|in reply|letter to editor|letters to editor|in this issue|book review|book reviews|
    case report|case reports|table of contents|from editor|what is new|no title|not available|case of month|
    response to letter|reply to letter|conference abstracts|meeting abstracts|special issue""".replace(
        "\n    ", ""
    ).split("|")
)
_SHORT = 4
_ALIKE = 0.93
_GENERIC_LENGTH = 5
# A subtitle with one of these marks a document of its own beside the one without subtitle.
_OTHER_DOCUMENT = frozenset(
    """addendum appendix author comment commentary corrected correction corrigendum design discussion editorial erratum
    extension follow followup letter methods notice part post protocol rationale reanalysis reply response retraction
    secondary subanalysis subgroup substudy summary supplement update""".split()  # noqa: SIM905  # as above
)


@dataclass(frozen=True)
class TitleKey:
    """A title made comparable: equal `full` means the same title; `main` is the part before the subtitle."""

    full: str
    main: str
    words: tuple[str, ...]
    subtitle: tuple[str, ...] = ()

    @property
    def is_generic(self) -> bool:
        """Whether the title is too short or too common to tell a document (`Introduction`, `Letter to the editor`)."""
        plain = " ".join(self.words)
        short = len(self.words) <= _GENERIC_LENGTH and bool(self.words) and self.words[0] in _GENERIC_FIRST
        return _length(self.words) < _SHORT or short or plain in _GENERIC

    @property
    def subtitle_may_be_missing(self) -> bool:
        """Whether a record without this subtitle may be the same document: it holds no number and no telling word."""
        return not any(word in _OTHER_DOCUMENT or word[:1].isdigit() for word in self.subtitle)


def title_key(title: str) -> TitleKey:
    """The key of a title; CSL mark-up, HTML tags and entities are taken out first."""
    plain = without_status_word(_TAG.sub("", html.unescape(html.unescape(title))))
    words = _words(plain)
    parts = _SUBTITLE.split(plain.strip(" .[]"), maxsplit=1)
    subtitle = _words(parts[1]) if len(parts) > 1 else ()
    main = _joined(_words(parts[0])) if subtitle else _joined(words)
    return TitleKey(full=_joined(words), main=main, words=words, subtitle=subtitle)


def word_overlap(one: TitleKey, other: TitleKey) -> float:
    """Shared words over the words of the shorter title, 0 to 1."""
    small, large = sorted((frozenset(one.words), frozenset(other.words)), key=len)
    return len(small & large) / len(small) if small else 0.0


def nearly_equal(one: TitleKey, other: TitleKey) -> bool:
    """Whether two titles are a slip of the pen apart: the same numbers, nearly the same letters, and not equal."""
    if one.full == other.full or _numbers(one) != _numbers(other):
        return False
    matcher = SequenceMatcher(None, one.full, other.full, autojunk=False)
    return all(ratio() >= _ALIKE for ratio in (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio))


def _numbers(key: TitleKey) -> list[str]:
    return [word for word in key.words if any(sign.isdigit() for sign in word)]


def _words(text: str) -> tuple[str, ...]:
    out: list[str] = []
    for token in tokens(_spelt_signs(text).replace("&", " and ")):
        before = out[-1] if out else ""
        if token in _NUMBER_WORDS:
            out.append(str(_NUMBER_WORDS[token]))
        elif token in _ROMAN:
            out.append(str(_ROMAN[token]))
        elif token in _ROMAN_LETTERS and before in _NUMBERED:
            out.append(str(_ROMAN_LETTERS[token]))
        elif token not in _ARTICLES:
            out.append(fold_spelling(token.replace("'", "")))
    return tuple(out)


def _spelt_signs(text: str) -> str:
    """Signs as words, which survive when all other punctuation is left out."""
    charged = _CHARGE.sub(lambda found: (found[1] or found[2]).translate({0x207A: "+", 0x207B: "-"}), text)
    signed = _MINUS.sub(" minus ", _PLUS.sub(" plus ", charged))
    return _COMPARISON.sub(lambda found: _COMPARED[found[0]], signed)


def _joined(words: tuple[str, ...]) -> str:
    """Words without spaces between them, but numbers kept apart, so that `type 1 2` is not `type 12`."""
    runs = groupby(words, key=lambda word: any(sign.isdigit() for sign in word))
    return "#".join("#".join(run) if numeric else "".join(run) for numeric, run in runs)


def _length(words: tuple[str, ...]) -> float:
    """Words; a pair of Chinese or Japanese signs counts as one of three quarters, a word there being longer."""
    return sum(1.0 if word.isascii() or len(word) > 2 else 0.75 for word in words)
