"""How firmly a clause tells what it tells: as a result, as a trend, as a question, as a method."""

from __future__ import annotations

import re

__all__ = ["is_left_open", "is_of_methods", "is_trend", "tells_of_link"]

_OPEN = re.compile(
    r"\b(?:whether|aim(?:s|ed)?|objectives?|hypothes[a-z]+|designed to|intended to|expected to|powered to|unclear"
    r"|unknown|uncertain|inconclusive|insufficient (?:evidence|data)|to (?:assess|determine|evaluate|test|examine"
    r"|investigate|explore|compare|see|find out)|(?:not|cannot) (?:be )?(?:exclude|rule)d?\b|immature"
    r"|not (?:yet )?mature|too (?:few|rare|small))\b",
    re.IGNORECASE,
)
_TREND = re.compile(
    r"\b(?:numerical(?:ly)?|trend(?:s|ed)?|tend(?:s|ed)?|non-?significant(?:ly)?"
    r"|not (?:statistically )?significant(?:ly)?|might|may|could|possibl[ey]|perhaps|imprecise)\b",
    re.IGNORECASE,
)
_METHODS = re.compile(
    r"\b(?:randomi[sz]ed|randomly|assigned|allocated|enrolled|recruited|eligible|inclusion|took part|we compared"
    r"|were included)\b",
    re.IGNORECASE,
)


def is_left_open(text: str) -> bool:
    """Whether it asks, aims at or leaves open what it speaks of (`whether A lowers B`, `it is unclear`)."""
    return _OPEN.search(text) is not None


def is_trend(text: str) -> bool:
    """Whether it tells a trend, a difference that is not significant, or a possibility."""
    return _TREND.search(text) is not None


def is_of_methods(text: str) -> bool:
    """Whether it tells who was studied, and how, rather than what was found."""
    return _METHODS.search(text) is not None


_LINK = re.compile(r"\b(?:link|(?:association|relationship|correlation|relation)s?)\b", re.IGNORECASE)
_STRENGTH = re.compile(
    r"\b(?:stronger|weaker|larger|smaller|greater|attenuated|weakened|strengthened)\b", re.IGNORECASE
)


def tells_of_link(text: str) -> bool:
    """Whether it tells how strong an association is, and not how much there is of an outcome."""
    return _LINK.search(text) is not None and _STRENGTH.search(text) is not None
