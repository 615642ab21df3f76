"""A light English stemmer, made for matching a question with passages.

It folds British into American spelling, takes plural and verb endings off, then derivational endings. The
result is a key, not a word: `prevent`, `prevents`, `preventive` and `prevention` share it. It is applied to words of
unaccented lower-case Latin letters only; anything else (numbers, gene names, other scripts) is returned as it is.
"""

from __future__ import annotations

import re

_PLAIN = re.compile(r"[a-z]+")
_VOWEL = re.compile(r"[aeiouy]")

_IRREGULAR = {
    "women": "woman", "men": "man", "children": "child", "mice": "mouse", "feet": "foot", "teeth": "tooth",
    "bled": "bleed", "led": "lead", "fell": "fall", "rose": "rise", "risen": "rise", "grew": "grow", "began": "begin",
    "elderly": "elder", "criteria": "criterion", "phenomena": "phenomenon", "diagnoses": "diagnosis",
    "prognoses": "prognosis", "thromboses": "thrombosis", "metastases": "metastasis", "biopsies": "biopsy",
    "died": "death", "die": "death", "dies": "death", "dying": "death", "dead": "death",
    "worse": "worsen", "analysis": "analyze", "analyses": "analyze", "aged": "age", "aging": "age", "ageing": "age",
}  # fmt: skip
# British -> American; each pair is applied where the letters before it leave a word.
_SPELLING = (
    (re.compile(r"(?<=[a-z])ae(?=[a-z])|^ae(?=[gmst])"), "e"),
    (re.compile(r"(?<=[bcdfghlmnpr])oe(?=[a-z])|^oe(?=[dst])"), "e"),
    (re.compile(r"(?<=[a-z]{2})isation"), "ization"),
    # Not: exercise, raise, promise, premise, surmise, advise, revise.
    (re.compile(r"(?<=[a-z]{3})is(?=(?:e|ed|es|ing)$)(?<!rcis)(?<!rais)(?<!romis)(?<![er]mis)(?<![de]vis)"), "iz"),
    (re.compile(r"(?<=[a-z]{2})lys(?=(?:e|ed|ing)$)"), "lyz"),
    (re.compile(r"(?<=[a-z]{2})our(?=(?:s|al|ed|able|ing|less)?$)(?<!hour)(?<!four)(?<!your)(?<!pour)(?<!cour)"), "or"),
    (re.compile(r"(?<=[bt])re(?=s?$)(?<=[eio][bnt][btr]re|.itre|entre|fibre)"), "er"),
    (re.compile(r"(?<=[a-z]{2})ogue(?=s?$)"), "og"),
    (re.compile(r"amme(?=s?$)"), "am"),
    (re.compile(r"(?<=[a-z])ll(?=(?:ed|ing|er|ers)$)(?<=[aeo]ll)(?<=[a-z]{4}ll)"), "l"),
)
# Longest first within a step; the number is how many letters must remain.
_FIRST = (
    ("uctions", "uc", 3), ("ibility", "", 4), ("ability", "", 4), ("iveness", "", 4), ("ization", "", 4),
    ("ational", "", 4), ("uction", "uc", 3), ("ations", "", 4), ("ation", "", 4), ("ative", "", 4), ("ments", "", 4),
    ("iness", "", 4), ("ities", "", 4), ("sions", "s", 4), ("tions", "t", 4), ("ences", "", 4), ("ances", "", 4),
    ("izing", "", 4), ("ively", "", 4), ("ment", "", 4), ("ness", "", 4), ("sion", "s", 4), ("tion", "t", 4),
    ("ence", "", 4), ("ance", "", 4), ("ency", "", 4), ("ancy", "", 4), ("able", "", 4), ("ible", "", 4),
    ("izer", "", 4), ("ized", "", 4), ("vive", "viv", 3), ("ical", "", 4), ("ally", "", 4), ("ious", "", 4),
    ("ents", "", 5), ("ants", "", 5), ("ity", "", 4), ("ize", "", 4), ("ive", "", 4), ("ous", "", 4), ("ial", "", 4),
    ("ent", "", 5), ("ant", "", 5), ("ate", "", 5), ("ary", "", 5), ("al", "", 4), ("ly", "", 4), ("ia", "", 4),
    ("ic", "", 4),
)  # fmt: skip
_SECOND = (
    ("ation", "", 4), ("ional", "", 4), ("ment", "", 4), ("ical", "", 4), ("ion", "", 4), ("ive", "", 4), ("iv", "", 5),
    ("ic", "", 4), ("al", "", 4), ("iz", "", 4), ("at", "", 5), ("ant", "", 5),
)  # fmt: skip


def fold_spelling(word: str) -> str:
    """British spelling of a lower-case word as American; a word without such spelling is unchanged."""
    if len(word) < 5 or not _PLAIN.fullmatch(word):
        return word
    for pattern, spelling in _SPELLING:
        word = pattern.sub(spelling, word)
    return word


def stem(word: str) -> str:
    """The key of a folded word; never empty for a word that is not empty."""
    word = re.sub(r"'s?$", "", word) or word
    if len(word) < 4 or not _PLAIN.fullmatch(word):
        return _IRREGULAR.get(word, word)
    word = _IRREGULAR.get(word) or _without_inflexion(fold_spelling(word))
    word = _IRREGULAR.get(word, word)
    word, before = _shortened(word, _FIRST), ""
    while word != before:
        word, before = _shortened(word, _SECOND), word
    return _without_end(word)


def _without_inflexion(word: str) -> str:
    word = _singular(word)
    for ending in ("ingly", "edly", "ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 3 and not word.endswith("eed") and _VOWEL.search(base):
            return _undoubled(base)
    return word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "ous")):
        return word[:-1]
    return word


def _undoubled(base: str) -> str:
    """`stopp` -> `stop`, but `press` and `fall` as they are."""
    return base[:-1] if base[-1] == base[-2] and base[-1] in "bdgmnprt" else base


def _shortened(word: str, rules: tuple[tuple[str, str, int], ...]) -> str:
    for ending, instead, least in rules:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: len(word) - len(ending)] + instead
    return word


def _without_end(word: str) -> str:
    if len(word) > 4 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word.endswith("y"):
        word = word[:-1] + "i"
    return word
