"""Whether a result is called significant, by its words, its interval or its p value."""

from __future__ import annotations

import re

from bmreport.statements.numbers import effects_of

__all__ = ["figures_are_significant", "shows_noninferiority", "significance_in", "words_are_significant"]

_SMALL_P = re.compile(
    r"\bp(?:[ -]values?)?(?P<of> for [a-z -]{3,20})?\s{0,2}(?P<sign>=|<|≤|>|≥|⩽)\s{0,2}(?P<value>0?[.·]\d+)"
    r"(?P<goal> for [a-z -]{3,20})?",
    re.IGNORECASE,
)
# An interval that stands after a ratio without being named one: `HR 0.86, 0.70–1.06`.
_BARE_INTERVAL = re.compile(
    r"\b[as]?(?:HR|RR|OR|IRR|PR)s?\s?(?:of |=)?\s?\d+[.·]\d+\s?[,;(]\s?"
    r"(?P<low>\d+[.·]\d+)\s?(?:–|-|−|to)\s?(?P<high>\d+[.·]\d+)"
)
_NOT_SIGNIFICANT = re.compile(
    r"\b(?:non-?significant(?:ly)?|not (?:\w+ )?significant(?:ly)?|no (?:statistically )?significant(?:ly)?|n\.s\."
    r"|insignificantly|(?:was|were|is|are) insignificant"
    r"|(?:not|never|failed to) (?:reach|attain|achieve)\w* (?:\w+ )?significance"
    r"|(?:by|due to) chance|fail\w* to significantly)\b"
    r"|n't (?:\w+ )?significant(?:ly)?\b"
    # The denial may stand some words before: `did not bring about a significantly greater loss`.
    r"|\b(?:not|neither|nor|no|without)\b(?:(?!\bbut\b)[^.;,:]|\.(?=\d)){0,120}\bsignificant(?:ly)?\b",
    re.IGNORECASE,
)
_SIGNIFICANT = re.compile(r"(?<!clinically )(?<!clinically-)\bsignificant(?:ly)?\b", re.IGNORECASE)
_ACROSS_ZERO = re.compile(r"\bCI\b[^\d()]{0,12}[-−–]\s?\d+(?:[.·]\d+)?\s?%?\s?(?:to|,|;|–)\s?\+?\d")
_RANGE = re.compile(r"\d\s?%?\s?(?:to|–|-|−|—|,|;)\s?[-−]?\d")
_DIGIT = re.compile(r"\d")
_LEVEL = 0.05


def significance_in(text: str) -> bool | None:
    """Whether a result is called significant, by its words first, then its interval, then its p value.

    None when the text does not tell. A p value for non-inferiority says nothing of a difference.
    """
    by_words = words_are_significant(text)
    return figures_are_significant(text) if by_words is None else by_words


def words_are_significant(text: str) -> bool | None:
    """Whether the words call a result significant; None when they do not tell."""
    if _NOT_SIGNIFICANT.search(text):
        return False
    return True if _SIGNIFICANT.search(text) else None


def figures_are_significant(text: str) -> bool | None:
    """Whether the first interval, or else the first p value, says so; None when there is none."""
    if not _DIGIT.search(text):
        return None
    if _RANGE.search(text):
        for effect in effects_of(text):
            if effect.low is not None and effect.high is not None:
                return not effect.low <= effect.no_effect <= effect.high
    if _ACROSS_ZERO.search(text):
        return False  # no ratio is below nought: this is a difference
    if (bare := _BARE_INTERVAL.search(text)) is not None:
        low, high = (float(bare[name].replace("·", ".")) for name in ("low", "high"))
        return not low <= 1.0 <= high
    match = next((one for one in _SMALL_P.finditer(text) if not _of_noninferiority(one)), None)
    return None if match is None else _is_small(match)


def shows_noninferiority(text: str) -> bool:
    """Whether a p value says that non-inferiority was shown (`P<0.001 for noninferiority`)."""
    return any(_of_noninferiority(one) and _is_small(one) for one in _SMALL_P.finditer(text))


def _of_noninferiority(match: re.Match[str]) -> bool:
    return "inferior" in f"{match['of'] or ''}{match['goal'] or ''}".lower()


def _is_small(match: re.Match[str]) -> bool:
    return match["sign"] not in ">≥" and float(match["value"].replace("·", ".")) <= _LEVEL
