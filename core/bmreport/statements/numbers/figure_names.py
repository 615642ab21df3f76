"""Figures that are part of a name, such as `type 2`, `IL-6`, `phase 3` and `two-sided`: no data of a study."""

from __future__ import annotations

import re

from bmreport.statements.numbers.units import Unit
from bmreport.statements.word_sets import word_set

__all__ = ["class_before", "is_name", "time_before"]

_HIGHEST_CLASS = 20.0
_LONG_CLASSES = word_set("chromosome exon intron codon residue hpv serotype serotypes question table reference figure")
_CLASS_WORDS = word_set(
    "type types phase phases stage stages grade grades class classes level levels factor factors category "
    "categories tier step steps table tables figure figures fig figs appendix section chapter version model "
    "models group groups arm arms cohort cluster question item criterion chromosome exon intron codon residue "
    "serotype serotypes genotype genotypes subtype hpv hsv vitamin omega apolipoprotein interferon interleukin "
    "complement trial study part panel equation reference supplement trials studies line wave scenario strategy "
    "box aim objective hypothesis covid quartile quintile tertile decile"
)
_TIMES = {
    "year": Unit("time", 365.25), "years": Unit("time", 365.25), "month": Unit("time", 365.25 / 12),
    "months": Unit("time", 365.25 / 12), "week": Unit("time", 7.0), "weeks": Unit("time", 7.0),
    "day": Unit("time", 1.0),
    "days": Unit("time", 1.0), "hour": Unit("time", 1 / 24), "hours": Unit("time", 1 / 24),
}  # fmt: skip
_WORD_BEFORE = re.compile(r"(?<![-\w])(?P<word>[^\W\d_]+)[\s\u00a0-]?[≥≤<>]?\s?$")
_FURTHER = re.compile(r"(?<=[a-z][\s\u00a0])(?P<first>[1-9])(?:\s(?:or|and|to)\s|[–/-])$")
_PREFIXES = word_set("mid pre post early late non age aged over under sub per of to by in at from and or or-equal")
_NAME_AFTER = re.compile(
    r"-?[A-Z]|\([A-Z]{1,4}\)|[a-zµα-ω]|-(?:sided|tailed|way|dimensional|tier|blind|hydroxy|year-old)|['′]"
)
_LONGEST_WORD = 24


def is_name(text: str, start: int, end: int) -> bool:
    """Whether the figure `text[start:end]`, which has no unit, is glued to letters that make it a name.

    `IL-6`, `5-HT`, `18F`, `25(OH)D`, `two-sided`; also an ordinal (`5th`) and a decade (`1990s`).
    """
    if start and text[start - 1] in "-/" and start > 1 and text[start - 2].isalnum():
        word = re.search(r"[^\W_]+$", text[max(0, start - _LONGEST_WORD) : start - 1])
        if word and not word[0].isdigit() and word[0].lower() not in _PREFIXES:
            return True
    return bool(_NAME_AFTER.match(text, end))


def class_before(text: str, start: int, value: float) -> str:
    """The word of a classification before a figure (`grade` in `grade ≥3`), in lower case; empty when there is none."""
    begin = max(0, start - _LONGEST_WORD)
    if further := _FURTHER.search(text, begin, start):  # `grade 3 or 4`
        start = further.start("first")
    match = _WORD_BEFORE.search(text, begin, start)
    word = match["word"].lower() if match else ""
    if word not in _CLASS_WORDS or (value > _HIGHEST_CLASS and word not in _LONG_CLASSES):
        return ""
    return word


def time_before(text: str, start: int) -> Unit | None:
    """The unit of `week 12` or `day 28`, where it comes first."""
    match = _WORD_BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
    return _TIMES.get(match["word"].lower()) if match else None
