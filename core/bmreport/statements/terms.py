"""What a claim speaks of, and whether its passages speak of it: diseases, drugs, organs, measures, mechanisms.

Words compare by meaning as far as tables can tell it (`wording.py`): synonyms, spelling, derivation, abbreviations by
their initials, and narrow terms for a broad one. What no table knows does not count as medical, and is let pass.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bmreport.lexical import STOP_WORDS, fold
from bmreport.statements.wording import (
    bare_key,
    covered_by,
    is_medical,
    is_medical_key,
    is_medical_phrase,
    key,
    phrases,
    phrases_of,
)
from bmreport.stemming import fold_spelling

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.statements.reading import Reading, SentenceRead

__all__ = ["Term", "only_unmeasured", "terms_of", "unheld", "without_asides"]


_KIN_SHARES = 5
_KIN_DIFFERS = 3
_LEAST_INITIALS = 3
# No sentence names more; a text made to be slow is not read to its end.
_MOST_TERMS = 150
_FORMS = (
    "neuro", "cardio", "hepato", "nephro", "gastro", "immuno", "psycho", "thrombo", "osteo", "angio", "broncho",
    "dermato", "hemato", "onco", "radio", "pharmaco", "cyto", "entero", "gyneco", "uro",
)  # fmt: skip
# Its organ may stand in another sentence: `MRI of the breast … any cancer`.
_SPREAD = frozenset(["cancer", "infection", "disease", "surgery", "pain", "injury", "bleeding", "toxicity", "fracture"])
# Words in the middle of a name that its abbreviation passes over: `age-related macular degeneration`, AMD.
_PASSED_OVER = frozenset(["related", "associated", "induced", "like", "type", "based", "delivered"])
# What is left of `chronic kidney disease` without these is what a source must speak of.
_GENERAL = (
    "chronic acute disease disorder syndrome illness event high low raised elevated level status symptom problem stage "
    "end loss gain function rate speed distance change density burden number care mellitus"
)
# A text all in capitals has no abbreviations.
_SHOUTING = 0.3


_UNMEASURED = re.compile(
    r"(?:(?:was|were|is|are|been) (?:not|never) (?:\w+ly )?|(?:did|do|does) not )(?:record|assess|measur|report|stud"
    r"|examin"
    r"|evaluat|explor|analy|test|collect|investigat|look|cost|model|document|captur|track|ascertain"
    r"|address)\w*(?! until)"
)


class Term(NamedTuple):
    """A medical term of a claim: its words as written, and as a line of keys (` heart attack `)."""

    text: str
    line: str
    words: tuple[str, ...]
    """Folded."""


_WORD = re.compile(r"[^\W\d_]+\d[^\W_]*(?:-\d+)?|\d+(?:[.,·]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?")
# What is in quotation marks, in brackets of a reference, or an address is looked at by other checks.
_ASIDE = re.compile(
    r"[“«„][^”»“\n]{0,600}[”»“]|\"[^\"\n]{0,600}\"|https?://\S+|www\.\S+|\b10\.\d{4,9}/\S+|\[[^\]\n]{0,120}\]"
    r"|\([^()\n]{0,120}\b(?:19|20)\d\d[a-z]?\)|\b[A-Z][\w'’-]+ et al\.?|<[^<>\n]{0,120}>"
)
# Abbreviations of statistics, institutions and study designs: they name nothing that was studied.
_ABBREVIATIONS = """
    ci cis rr rrs or ors hr hrs sd se sem iqr md smd wmd rct rcts nnt nnh nnth nntb auc auroc roc icer icers qaly
    qalys us usa uk eu who nhs nice grade prisma doi pmid pmcid nct id arr rrr rd itt pp irr aor ahr arr aarr eq5d eq
    gbp usd eur vs dr prof mr ms mrs am pm tbd xx na nr ns iv po ph ii iii iv vi vii viii ix xi xii lr lrplus npv ppv
    anova ancova fda ema cdc nih gp gps ed or lmic lmics ld d1 d2 hta cea wtp cochrane medline pubmed ref refs fig tab
"""
_NO_TERMS = frozenset(_ABBREVIATIONS.split())
_CITATION_ID = re.compile(r"c\d+")
_ACRONYM = re.compile(r"(?=[^\W_]*[A-Z][^\W_]*[A-Z0-9])(?=[^\W_]*[A-Za-z])[^\W_]{2,8}")


_ACRONYMS = re.compile(r"(?<![^\W_])(?=[^\W_]{0,8}[A-Z][^\W_]{0,8}[A-Z])[^\W_]{2,8}(?![^\W_])")


def terms_of(text: str) -> list[Term]:
    """The medical terms of a sentence in order: phrases first, then the words that stand in none."""
    written = _WORD.findall(without_asides(text))
    folded = [fold(word) for word in written]
    keys = [key(word) for word in folded]
    taken = [False] * len(written)
    terms = list(_phrases_in(written, folded, keys, taken))
    own = _initials_of(folded)
    shouted = sum(map(str.isupper, written)) > _SHOUTING * len(written)
    for at, word in enumerate(folded):
        if taken[at] or not keys[at]:
            continue
        acronym = not shouted and _is_acronym(written[at]) and not any(word in initials for initials in own)
        if _names_thing(word) and (is_medical(word) or (acronym and phrases_of(keys[at]))):
            terms.append(Term(written[at], f" {keys[at]} ", (word,)))
    return terms


def unheld(terms: Sequence[Term], readings: Sequence[Reading], claim: str) -> list[Term]:
    """The terms that none of the readings speaks of."""
    if not terms:
        return []
    terms = terms[:_MOST_TERMS]
    told = _Held(readings, claim)
    held = {term.line: told.holds(term) for term in dict.fromkeys(terms)}
    return [term for term in terms if not held[term.line]]


def only_unmeasured(terms: Sequence[Term], readings: Sequence[Reading]) -> Term | None:
    """The first term that the readings name for nothing but to say that it was not looked at."""
    unmeasured = [one for reading in readings for one in _unmeasured(reading)]
    for term in terms:
        lines = phrases().get(term.line, (term.line,))
        if any(line in one.line for one in unmeasured for line in lines):
            others = (one for reading in readings for one in reading.sentences if one not in unmeasured)
            if not any(line in one.line for one in others for line in lines):
                return term
    return None


@lru_cache(maxsize=4096)
def _unmeasured(reading: Reading) -> tuple[SentenceRead, ...]:
    """The sentences that say of something that it was not looked at."""
    if reading.vocabulary.isdisjoint(("not", "never")):
        return ()
    return tuple(one for one in reading.sentences if _UNMEASURED.search(one.folded))


def without_asides(text: str) -> str:
    """The text without quotations, addresses and references, which other checks look at."""
    return _ASIDE.sub(" ", text)


def _names_thing(folded: str) -> bool:
    if _CITATION_ID.fullmatch(folded):
        return False
    return folded not in _NO_TERMS and folded.removesuffix("s") not in _NO_TERMS


def _is_acronym(written: str) -> bool:
    return _ACRONYM.fullmatch(written.removesuffix("s")) is not None


def _initials_of(words: Sequence[str]) -> tuple[str, str]:
    """The initials of all words, and of all but the small ones."""
    return "".join(word[0] for word in words), "".join(
        word[0] for word in words if word not in STOP_WORDS and word not in _PASSED_OVER
    )


def _phrases_in(
    written: Sequence[str], folded: Sequence[str], keys: Sequence[str], taken: list[bool]
) -> Iterable[Term]:
    """Terms of several words, the longest first at each place; their words count as taken."""
    content = [at for at, word in enumerate(keys) if word]
    by_first = _by_first_key()
    position = 0
    while position < len(content):
        for length in by_first.get(keys[content[position]], ()):
            places = content[position : position + length]
            line = f" {' '.join(keys[at] for at in places)} "
            if len(places) == length and _names_a_thing(line) and places[-1] - places[0] < length + 2:
                for at in places:
                    taken[at] = True
                text = " ".join(written[places[0] : places[-1] + 1])
                yield Term(text, line, tuple(folded[at] for at in places))
                position += length - 1
                break
        position += 1


@lru_cache(maxsize=1)
def _general_keys() -> frozenset[str]:
    return frozenset(map(key, _GENERAL.split()))


@lru_cache(maxsize=1)
def _by_first_key() -> dict[str, tuple[int, ...]]:
    lengths: dict[str, set[int]] = {}
    for line in phrases():
        words = line.split()
        lengths.setdefault(words[0], set()).add(len(words))
    return {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}


@lru_cache(maxsize=1024)
def _names_a_thing(line: str) -> bool:
    """Whether it is a phrase, and names more than people: `older people` is a matter of who was studied."""
    return line in phrases() and (is_medical_phrase(line) or any(map(is_medical_key, line.split())))


class _Held:
    """What a set of readings speaks of."""

    def __init__(self, readings: Sequence[Reading], claim: str) -> None:
        self._readings = readings
        self._keys = frozenset().union(*(reading.keys for reading in readings))
        self._claim = [fold(word) for word in _WORD.findall(claim)]
        self._first_at = {word: at for at, word in reversed(list(enumerate(self._claim)))}

    def holds(self, term: Term) -> bool:
        words = term.line.split()
        if len(words) > 1:
            return self._holds_phrase(term, words)
        return self._holds_word(words[0], term)

    def _holds_phrase(self, term: Term, words: list[str]) -> bool:
        for line in phrases()[term.line]:
            if line.strip() in self._keys or self._has_line(line):
                return True
        if self._has_narrow(term.line.strip()):
            return True
        # `chronic kidney disease` may be told as a kidney disease, `weight loss` as a change of weight.
        core = set(words) - _general_keys() or set(words)
        if any(core <= sentence.keys for reading in self._readings for sentence in reading.sentences):
            return True
        lost = core - self._keys
        # A vascular disease may be told as a coronary one; lung function is not told by asthma.
        if not lost and term.words[-1].removesuffix("s") in _SPREAD:
            return True
        if lost and not is_medical_phrase(term.line) and all(map(self._has_narrow, lost)):
            return True
        return self._is_shortened(term.words)

    def _has_line(self, line: str) -> bool:
        return any(line in reading.line for reading in self._readings)

    def _holds_word(self, word: str, term: Term) -> bool:
        folded = term.words[0]
        if word in self._keys or self._has_narrow(word) or self._has_kin(bare_key(folded)):
            return True
        for line in phrases_of(word):
            if self._has_line(line) or set(line.split()) - _general_keys() <= self._keys:
                return True
        if term.text != folded and self._is_spelt_out(folded.removesuffix("s")):
            return True
        return self._is_part(fold_spelling(folded)) or self._is_shortened(term.words)

    def _is_part(self, word: str) -> bool:
        """`tonsil` in `tonsillectomy`, `arthritis` in `osteoarthritis`, `neuroprotection` told in its two parts."""
        root = bare_key(word).removesuffix("i")
        if any(other.startswith(root) for other in self._by_start.get(root[:_KIN_SHARES], ())):
            return True
        if len(root) > _KIN_SHARES and any(root in other for other in self._words):
            return True
        if word.endswith("osis") and bare_key(word.removesuffix("osis")) in self._keys:
            return True
        form = next((form for form in _FORMS if word.startswith(form) and len(word) - len(form) >= _KIN_SHARES), "")
        if not form or key(word.removeprefix(form)) not in self._keys:
            return False
        return any(other.startswith(form[:-1]) for other in self._words)

    def _has_narrow(self, word: str) -> bool:
        narrow = covered_by(word)
        if narrow is None:
            return False
        if not narrow.keys.isdisjoint(self._keys) or any(self._has_line(line) for line in narrow.phrases):
            return True
        return any(one.startswith(narrow.starts) or one.endswith(narrow.ends) for one in self._words)

    def _has_kin(self, word: str) -> bool:
        return any(_are_kin(word, other) for other in self._by_start.get(word[:_KIN_SHARES], ()))

    def _is_spelt_out(self, acronym: str) -> bool:
        """`CKD` for a passage that has `chronic kidney disease` only."""
        letters = "".join(sign for sign in acronym if sign.isalpha())
        if len(letters) < _LEAST_INITIALS:
            return False
        if any(letters in initials for initials in self._initials):
            return True
        # `QTc` and `QTcF`, `IL-4` and `IL`.
        alike = self._acronyms_by_start.get(acronym[:_LEAST_INITIALS], ())
        return any(other.startswith(acronym) or acronym.startswith(other) for other in alike)

    def _is_shortened(self, words: Sequence[str]) -> bool:
        """`chronic kidney disease` for a passage that has `CKD` only."""
        at = self._first_at.get(words[0])
        if at is None:
            return False
        for start in range(max(0, at - 4), at + 1):
            for end in range(max(at + len(words), start + _LEAST_INITIALS), min(len(self._claim), start + 6) + 1):
                if "".join(word[0] for word in self._claim[start:end]) in self._acronyms:
                    return True
        return False

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(fold_spelling(word) for word in self._all_words)

    @cached_property
    def _by_start(self) -> dict[str, set[str]]:
        """The keys of the words by their first letters, which kin share."""
        out: dict[str, set[str]] = {}
        for word in self._all_words:
            if len(word) >= _KIN_SHARES:
                one = bare_key(word)
                out.setdefault(one[:_KIN_SHARES], set()).add(one)
        return out

    @cached_property
    def _all_words(self) -> frozenset[str]:
        return frozenset().union(*(reading.vocabulary for reading in self._readings))

    @cached_property
    def _acronyms(self) -> frozenset[str]:
        return frozenset(
            word.lower().removesuffix("s") for reading in self._readings for word in _ACRONYMS.findall(reading.text)
        )

    @cached_property
    def _acronyms_by_start(self) -> dict[str, set[str]]:
        out: dict[str, set[str]] = {}
        for acronym in self._acronyms:
            if len(acronym) >= _LEAST_INITIALS:
                out.setdefault(acronym[:_LEAST_INITIALS], set()).add(acronym)
        return out

    @cached_property
    def _initials(self) -> tuple[str, ...]:
        """Of each sentence, the initials of all words, and of all but the small ones."""
        sentences = (one.words for reading in self._readings for one in reading.sentences)
        return tuple(initials for words in sentences for initials in _initials_of(words))


def _are_kin(word: str, other: str) -> bool:
    """Whether two keys differ by no more than an ending of up to three letters."""
    shared = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        shared += 1
    longest = max(len(word), len(other))
    return shared >= _KIN_SHARES and longest - shared <= _KIN_DIFFERS and shared >= 0.6 * longest
