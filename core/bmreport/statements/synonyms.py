"""Words of one meaning under one key, so that `fatal`, `died` and `mortality` meet.

Beside the lay terms that all of bmreport shares stand those that papers use for one another in the telling of results.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from bmreport.lay_terms import LAY_TERMS
from bmreport.statements.medical_synonyms import SAME_MEANING
from bmreport.statements.words import WORD, read_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["keys_of"]

# The first term of a group gives the key. Lay terms whose words are signs of direction, or that join what a result
# keeps apart, do not serve here.
_NOT_HERE = frozenset({"reduce", "increase", "hospital stay", "weight loss", "heart disease", "cardiovascular event"})
_OWN: tuple[tuple[str, ...], ...] = (
    ("allcause death", "death from any cause", "death of any cause", "deaths from any cause", "deaths from all causes",
     "died from any cause", "all-cause mortality", "all-cause death", "total mortality", "overall mortality"),
    ("overall survival", "OS"),
    ("adhere", "adherence"),
    ("stop", "discontinuation", "discontinue", "quit", "cessation"),
    ("drop out", "dropout", "withdrawal", "attrition"),
    ("infant", "baby", "babies"),
    ("satisfy", "satisfaction", "satisfied"),
    ("effective", "efficacy", "efficacious", "protection", "protective"),
    ("adverse event", "side effect", "harm", "undesirable event"),
    ("placebo", "dummy"),
    ("usual care", "standard care", "routine care", "treatment as usual", "care as usual"),
    ("respond", "response", "responder"),
    ("walk", "ambulation", "ambulate"),
    ("resolve", "resolution"),
    ("quality of life", "EQ-5D", "SF-36", "EQ-5D utility"),
    ("decide", "decision"),
    ("detect", "detection", "pick up", "picked up"),
)  # fmt: skip

_Key = tuple[str, ...]
# A hospital and being hospitalised have one stem.
_AMBIGUOUS = frozenset({("hospit",)})


@lru_cache(maxsize=1)
def _phrases() -> dict[str, list[tuple[_Key, _Key]]]:
    """First stem -> phrases that begin with it, the longest first, each with its key."""
    found: dict[str, dict[_Key, _Key]] = {}
    shared = (group for group in LAY_TERMS if group[0] not in _NOT_HERE)
    medical = (line.split(" = ") for line in SAME_MEANING.strip().splitlines())
    for group in (*shared, *medical, *_OWN):
        key = _stems(group[0])
        for term in group[1:]:
            stems = _stems(term)
            if stems in _AMBIGUOUS:
                continue
            found.setdefault(stems[0], {})[stems] = key
    return {first: sorted(terms.items(), key=lambda item: -len(item[0])) for first, terms in found.items()}


def _stems(term: str) -> _Key:
    return tuple(word.stem for word in read_words(term) if word.kind == WORD or word.text.isdigit())


def keys_of(words: Sequence[Word]) -> list[_Key]:
    """For each word the keys that it stands for; of a phrase that has one key, the first word has it."""
    phrases = _phrases()
    out: list[_Key] = []
    at = 0
    while at < len(words):
        stem = words[at].stem
        for stems, key in phrases.get(stem, ()):
            if stems == (stem,) or stems == tuple(word.stem for word in words[at : at + len(stems)]):
                out.append(tuple(_single(one) for one in key))
                out.extend([()] * (len(stems) - 1))
                at += len(stems)
                break
        else:
            out.append(tuple(stem.split(" ")) if " " in stem else (stem,))
            at += 1
    return out


def _single(stem: str) -> str:
    """A key may hold a word that has a key of its own (`renal failure` -> `kidney failure`)."""
    for stems, key in _phrases().get(stem, ()):
        if stems == (stem,) and len(key) == 1:
            return key[0]
    return stem
