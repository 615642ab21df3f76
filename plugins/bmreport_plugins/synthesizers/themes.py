"""Themes under which findings are told, derived from the words of each sentence by one rule.

Text in brackets is left aside. The first of these that fits decides:

1. advice: the sentence recommends, or weighs benefit against harm;
2. death or survival, unless it is one part of a composite outcome (`cardiovascular death, non-fatal stroke or …`);
3. harm: bleeding, adverse events, toxicity and the like;
4. the question itself: the sentence holds at least a quarter of the question (`relevance.py`);
5. anything else is a further finding.

A word that the question itself asks about is no cue: where it asks about bleeding, bleeding is the main finding.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from bmreport_plugins.synthesizers.cues import cues, without_brackets

if TYPE_CHECKING:
    import re

    from bmreport_plugins.synthesizers.relevance import Relevance

__all__ = ["Theme", "theme_of"]


class Theme(StrEnum):
    """The themes in the order in which they are told; the value is the heading."""

    MAIN = "Main findings"
    MORTALITY = "Mortality and survival"
    HARM = "Harms"
    ADVICE = "Recommendations"
    FURTHER = "Further findings"


_ADVICE = cues(
    r"\brecommend(?:s|ed|ations?)?\b|\bguidelines?\b|\bnet (?:clinical )?benefit\b|\badvis(?:e|es|ed|able)\b",
    r"\bshould (?:not )?(?:be|receive|take|start|avoid|consider|offer|undergo)\b",
)
_DEATH = cues(
    r"\b(?:mortality|deaths?|died|fatality|fatalities|lethality|survived|survivors)\b",
    r"\b(?:overall|median|long-term|free|specific|cancer|patient|year|month) survival\b",
    r"\bsurvival (?:of|in|among|from|benefit|time|outcomes?)\b",
    r"(?<!non-)(?<!non )\bfatal\b",
)
_COMPOSITE = cues(
    r"\bcomposite\b|\bcombined (?:end ?point|outcome)|\bnon-?fatal\b|\bMACE\b",
    r"\bmajor (?:adverse )?(?:\w+ ){0,2}events?\b",
)
_HARM = cues(
    r"\badverse (?:events?|effects?|reactions?|experiences?|drug)|\bside[- ]effects?\b|\bharm(?:s|ful|ed)?\b",
    r"\btoxicit(?:y|ies)\b|\bbleed(?:s|ing)?\b|\bha?emorrhag(?:e|es|ic)\b|\b(?:un)?safe(?:ty|ly)?\b",
    r"\btolerab|\btolerated\b|\bhypoglyca?emi|\banaphyla|\bdrug[- ]induced\b|\bcomplication rates?\b",
    r"\b(?:post-?operative|peri-?operative|surgical|procedural) complication",
    r"\b(?:withdr[ae]w\w*|discontinu\w+) (?:due|because|owing|for)\b",
)
_ASKED_SHARE = 0.25


def theme_of(text: str, relevance: Relevance, coverage: float) -> Theme:
    """The theme of a sentence; `coverage` is its share of the question."""
    bare = without_brackets(text)
    if _ADVICE.search(bare):
        return Theme.ADVICE
    if not _COMPOSITE.search(bare) and _is_cued(_DEATH, bare, relevance):
        return Theme.MORTALITY
    if _is_cued(_HARM, bare, relevance):
        return Theme.HARM
    return Theme.MAIN if coverage >= _ASKED_SHARE else Theme.FURTHER


def _is_cued(cue: re.Pattern[str], text: str, relevance: Relevance) -> bool:
    return any(not relevance.asks_about(match[0]) for match in cue.finditer(text))
