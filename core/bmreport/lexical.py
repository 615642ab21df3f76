"""Words, stems and weights: what texts share, without any model.

Rules of this module, all of them ours:

- A token is a word, a number, or a number with its unit (`100 mg` and `100mg` are one token). `1,234` and `1234` are
  one number, and so are `0.89` and the Lancet's `0·89`. Scripts without spaces (Chinese, Japanese, Korean, Thai …)
  are read as overlapping pairs of characters.
- Case, diacritics and full width do not count. British and American spelling are one (`haemorrhage`, `hemorrhage`).
- English words are cut to a stem by a light set of suffix rules. Words of other scripts stay whole.
- Stop words, and the words that only frame a question (`what`, `does`, `evidence`), carry no content.
- A lay term and its medical term are one (`lay_terms.py`): a question about heart attacks meets myocardial infarction.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from bmreport.lay_terms import LAY_TERMS
from bmreport.stemming import fold_spelling, stem

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Bag", "Idf", "QuestionTerms", "bag", "content_stems", "fold", "fold_spelling", "stem", "tokens"]


def _words(text: str) -> list[str]:
    return text.split()


# Longer ones first: the first that fits is taken. Folding has turned the micro sign into the Greek letter.
_UNITS = "ml/min|mmol/l|mg/day|mg/dl|mg/kg|mmol|mmhg|nmol|μmol|kcal|mol|mcg|kda|mg|kg|μg|ng|pg|ml|dl|μl|iu|mm|cm|nm|g|l"
# Scripts written without spaces, or with particles glued to the word; a pair of characters stands for a word there.
_PAIRED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"  # kana, Han, Hangul
)
# Vowel signs of Indic scripts are no letters to `re`, but they are part of the word; dandas are not.
_WORD = r"[^\W_]"
_INDIC = "\u0900-\u0963\u0966-\u0dff"
_TOKEN = re.compile(
    rf"(?P<number>(?>\d{{1,3}}(?:,\d{{3}})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.])\.\d+))"
    rf"(?:\s?(?P<unit>%|(?:{_UNITS})(?![^\W_])))?(?![^\W\d_])"
    rf"|(?P<paired>[{_PAIRED}]+)"
    rf"|(?P<word>(?:(?![{_PAIRED}]){_WORD}|[{_INDIC}])+(?:['’](?:(?![{_PAIRED}]){_WORD})+)?)"
)
# Accents of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic.
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]+")
_NON = re.compile(r"\bnon[-‐‑– ](?=[a-z])")
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        _words(
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon "
            "phi chi psi omega"
        ),
        strict=True,
    )
)
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})

STOP_WORDS = frozenset(
    _words("""
    a about above after again against all also although am among an and any are as at be because been before being
    below between both but by can cannot could did do does doing don't down during each either else ever every few
    for from further get had has have having he her here hers him his how however i if in into is isn't it its
    itself just least less let many may me might more most much must my near neither no nor not of off on once one
    only onto or other our ours out over own per rather same shall she should since so some still such than that the
    their theirs them then there therefore these they this those though through thus to too toward towards under
    until up upon us very via was wasn't we were what whatever when where whether which while who whom whose why
    will with within without would yet you your yours know known evidence say
    tell give given show shown use used uses using
    """)
)


def fold(text: str) -> str:
    """The text without case, diacritics and compatibility forms; letters and digits keep their order."""
    if text.isascii():
        return text.lower()
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return unicodedata.normalize("NFKC", bare).casefold().translate(_LETTERS)


def tokens(text: str) -> list[str]:
    """Words, numbers (with their unit, if any) and character pairs, folded, in order.

    `non-fatal` and `nonfatal` are one token, and so are a lone `α` and `alpha`.
    """
    out: list[str] = []
    for match in _TOKEN.finditer(_NON.sub("non", fold(text.replace("·", ".")))):
        if word := match["word"]:
            out.append(_GREEK.get(word, word.replace("’", "'")))
        elif match["number"]:
            number = match["number"].replace(",", "")
            out.append(("0" if number.startswith(".") else "") + number + (match["unit"] or ""))
        else:
            run = match["paired"]
            out.extend([run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)])
    return out


def content_stems(text: str) -> list[str]:
    """Stems of the tokens that carry content, in order."""
    return [_stem(token) for token in tokens(text) if token not in STOP_WORDS]


@lru_cache(maxsize=1 << 16)
def _stem(token: str) -> str:
    return stem(token)


@dataclass(frozen=True)
class Bag:
    """The content stems of a text: in order, and as a set."""

    sequence: tuple[str, ...]

    @cached_property
    def stems(self) -> frozenset[str]:
        """Each stem once."""
        return frozenset(self.sequence)

    @cached_property
    def line(self) -> str:
        """The stems with a space on either side of each, so that phrases can be looked up in it."""
        return f" {' '.join(self.sequence)} "


def bag(text: str) -> Bag:
    """The text as a Bag."""
    return Bag(tuple(content_stems(text)))


class QuestionTerms:
    """The content words of a question, each once, with the terms that mean the same."""

    def __init__(self, question: str) -> None:
        self.bag = bag(question)
        self.terms: tuple[str, ...] = tuple(dict.fromkeys(self.bag.sequence))
        self._phrases = _phrases_for(self.bag)

    def coverage(self, text: str | Bag) -> float:
        """The share of the question's content words that the text holds, 0 to 1.

        Words compare by stem, and a term of the same meaning counts as the word (`lay_terms.py`). 0 for a question
        without content words.
        """
        return len(self.found(text)) / len(self.terms) if self.terms else 0.0

    def found(self, text: str | Bag) -> frozenset[str]:
        """The terms of the question that the text holds."""
        given = text if isinstance(text, Bag) else bag(text)
        hits = set(given.stems.intersection(self.terms))
        for phrase, words in self._phrases:
            if not words <= hits and phrase in given.line:
                hits |= words
        return frozenset(hits)


@lru_cache(maxsize=1)
def _stemmed_lay_terms() -> tuple[tuple[Bag, ...], ...]:
    return tuple(tuple(bag(term) for term in group) for group in LAY_TERMS)


def _phrases_for(question: Bag) -> tuple[tuple[str, frozenset[str]], ...]:
    """Phrases that stand for words of this question: (phrase as in Bag.line, the question's words it covers)."""
    found: dict[str, set[str]] = {}
    for group in _stemmed_lay_terms():
        asked = [term for term in group if term.line in question.line]
        words = set().union(*(term.stems for term in asked)) if asked else set()
        for term in group:
            if words and term not in asked:
                found.setdefault(term.line, set()).update(words)
    return tuple((phrase, frozenset(words)) for phrase, words in found.items())


class Idf:
    """How much a stem tells, learnt from the texts at hand: rare stems weigh more.

    The weight is ln(1 + N / n), N texts of which n hold the stem; a stem never seen weighs as if one text held it.
    """

    def __init__(self, texts: Iterable[Bag]) -> None:
        counts: Counter[str] = Counter()
        total = 0
        for text in texts:
            counts.update(text.stems)
            total += 1
        self._unseen = math.log1p(total or 1)
        self._weights = {name: math.log1p(total / count) for name, count in counts.items()}

    def weight(self, name: str) -> float:
        """The weight of a stem."""
        return self._weights.get(name, self._unseen)

    def containment(self, part: Bag, whole: Bag) -> float:
        """How much of `part` stands in `whole`, 0 to 1: the weight of the shared stems over that of all its stems.

        0 when nothing is shared or `part` is empty. Not symmetric: a short text may be all in a long one.
        """
        # fsum, because sets have no order of their own, and a plain sum of floats depends on it.
        shared = math.fsum(self.weight(name) for name in part.stems & whole.stems)
        return min(1.0, shared / math.fsum(map(self.weight, part.stems))) if shared else 0.0
