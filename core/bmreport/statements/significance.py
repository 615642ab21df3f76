"""Whether a result is called significant, by its words, its interval or its p value."""

from __future__ import annotations

import re

from bmreport.statements.numbers import effects_of

__all__ = ["shows_noninferiority", "significance_in"]

_SMALL_P = re.compile(
    r"\bp(?:[ -]values?)?(?P<of> for [a-z -]{3,20})?\s{0,2}(?P<sign>=|<|≤|>|≥|⩽)\s{0,2}(?P<value>0?[.·]\d+)"
    r"(?P<goal> for [a-z -]{3,20})?",
    re.IGNORECASE,
)
_NOT_SIGNIFICANT = re.compile(
    r"\b(?:non-?significant(?:ly)?|not (?:\w+ )?significant(?:ly)?|no (?:statistically )?significant(?:ly)?|n\.s\."
    r"|insignificant(?:ly)?|(?:not|never) (?:reach|attain|achieve)\w* (?:\w+ )?significance"
    r"|failed to (?:reach|attain|achieve) (?:\w+ )?significance|(?:by|due to) chance|fail\w* to significantly)\b"
    r"|n't (?:\w+ )?significant(?:ly)?\b",
    re.IGNORECASE,
)
_SIGNIFICANT = re.compile(r"\bsignificant(?:ly)?\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_LEVEL = 0.05


def significance_in(text: str) -> bool | None:
    """Whether a result is called significant, by its words first, then its interval, then its p value.

    None when the text does not tell. A p value for non-inferiority says nothing of a difference.
    """
    if _NOT_SIGNIFICANT.search(text):
        return False
    if _SIGNIFICANT.search(text):
        return True
    if not _DIGIT.search(text):
        return None
    for effect in effects_of(text):
        if effect.low is not None and effect.high is not None:
            return not effect.low <= effect.no_effect <= effect.high
    match = next((one for one in _SMALL_P.finditer(text) if not _of_noninferiority(one)), None)
    return None if match is None else _is_small(match)


def shows_noninferiority(text: str) -> bool:
    """Whether a p value says that non-inferiority was shown (`P<0.001 for noninferiority`)."""
    return any(_of_noninferiority(one) and _is_small(one) for one in _SMALL_P.finditer(text))


def _of_noninferiority(match: re.Match[str]) -> bool:
    return "inferior" in f"{match['of'] or ''}{match['goal'] or ''}".lower()


def _is_small(match: re.Match[str]) -> bool:
    return match["sign"] not in ">≥" and float(match["value"].replace("·", ".")) <= _LEVEL
