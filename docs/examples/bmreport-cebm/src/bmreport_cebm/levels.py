"""Which level of the Oxford CEBM 2011 table a study design belongs to (row "Does this intervention help?")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

NOT_CLASSIFIED = 6
LABELS = {1: "Level 1", 2: "Level 2", 3: "Level 3", 4: "Level 4", 5: "Level 5", NOT_CLASSIFIED: "not classified"}

# Publication types of MEDLINE, best level first.
_TYPES = {
    "meta-analysis": 1,
    "systematic review": 1,
    "randomized controlled trial": 2,
    "pragmatic clinical trial": 2,
    "observational study": 3,
    "controlled clinical trial": 3,
    "case reports": 4,
}
_PROTOCOL = re.compile(r"\bprotocol\b|\brationale and design\b|\bstudy design\b", re.IGNORECASE)
_REVIEW = re.compile(r"\bmeta-?\s?analys[ei]s\b|\bsystematic(?:ally)? review", re.IGNORECASE)
_OF_OBSERVATIONS = re.compile(r"\b(?:cohort|observational|case-control|non-?\s?randomi[sz]ed)\b", re.IGNORECASE)
# The order matters: "non-randomised" must be met before "randomised".
_WORDS: tuple[tuple[re.Pattern[str], int], ...] = (
    (
        re.compile(r"\b(?:non-?\s?|un)randomi[sz]ed\b|\bcohort\b|\bfollow-up study\b|\bobservational\b", re.IGNORECASE),
        3,
    ),
    (re.compile(r"\bcase[\s-](?:series|control|report)s?\b|\bhistorical(?:ly)? control", re.IGNORECASE), 4),
    (re.compile(r"\brandomi[sz]ed\b|\brandomi[sz]ation\b|\brandom allocation\b", re.IGNORECASE), 2),
    (re.compile(r"\bin vitro\b|\bmechanis(?:m|tic)\b|\bmouse\b|\bmice\b|\brats?\b", re.IGNORECASE), 5),
)


@dataclass(frozen=True)
class Judged:
    """A level and what it was read off."""

    level: int
    reason: str


def judge(publication_types: Iterable[str], title: str, passages: Iterable[str]) -> Judged:
    """Publication types first, then the title, then the passages; the first that says anything decides."""
    if found := _PROTOCOL.search(title):
        return Judged(NOT_CLASSIFIED, f"the title says {found[0]!r}: no results yet")
    for given in publication_types:
        level = _TYPES.get(given.casefold())
        if level == 1 and (seen := _OF_OBSERVATIONS.search(title)):
            return Judged(3, f"publication type {given!r}, but of studies that the title calls {seen[0]!r}")
        if level is not None:
            return Judged(level, f"publication type {given!r}")
    for place, text in (("title", title), *(("passage", passage) for passage in passages)):
        if judged := _judge_words(place, text):
            return judged
    return Judged(NOT_CLASSIFIED, "neither publication types nor words name a study design")


def _judge_words(place: str, text: str) -> Judged | None:
    if review := _REVIEW.search(text):
        if seen := _OF_OBSERVATIONS.search(text):
            return Judged(3, f"the {place} says {review[0]!r} of studies it calls {seen[0]!r}")
        return Judged(1, f"the {place} says {review[0]!r}")
    for pattern, level in _WORDS:
        if found := pattern.search(text):
            return Judged(level, f"the {place} says {found[0]!r}")
    return None
