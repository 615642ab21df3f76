"""Promises: what a claim says of safety, pregnancy, cost, quality of life or what should be done.

The words are everyday ones, which no table of medical terms holds, and a reader acts on them. A claim that makes such a
promise needs a source that speaks of the matter at all, in whatever words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.models import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Promise", "unkept"]


@dataclass(frozen=True)
class Promise:
    """A matter, what a claim says when it speaks of it, and what a source may say."""

    matter: str
    said: re.Pattern[str]
    spoken_of: re.Pattern[str]
    verdict: Verdict


def _promise(matter: str, said: str, spoken_of: str, verdict: Verdict) -> Promise:
    return Promise(matter, re.compile(said, re.IGNORECASE), re.compile(spoken_of, re.IGNORECASE), verdict)


_PROMISES = (
    _promise(
        "safety",
        r"\b(?:un)?safe(?:ly|ty|r|st)?\b(?![- ](?:sex|net|water|staff))|\b(?:well|poorly)[- ]tolerated\b|\btolerab\w+"
        r"|\bharmless\b|\b(?:adverse|side|unwanted|undesirable)[- ](?:effects?|events?|reactions?)\b|\bno harms?\b",
        r"safe|toler|adverse|side[- ]effect|unwanted|undesir|harm|toxic|complication|reaction|bleed|h(?:a)?emorrhag"
        r"|death|died|mortality|fatal|withdr|discontinu|stopped|drop(?:ped)?[- ]?out|infection|injur|nausea|vomit"
        r"|rash|headache|dizz|serious|sequel|perforat|leak|fever|diarr|hypogly|hypotens|[a-z]toxic|inflamm|irritat",
        Verdict.NOT_FOUND,
    ),
    _promise(
        "pregnancy or breast-feeding",
        r"\bpregnan\w+|\bbreast-?feed\w*|\blactat(?:ion|ing)\b|\bin utero\b",
        r"pregnan|breast-?f|lactat|gestation|antenatal|prenatal|perinatal|postnatal|matern|obstetric|trimester|f(?:o)?et(?:us"
        r"|al)|utero|birth|neonat|newborn|miscarr|concept|labou?r\b|abortion|preeclamp|pre-eclamp|mother|parity|gravid|para\b"
        r"|women at \d+ weeks|deliver|mothers|ovulat|fertil|IVF|in vitro",
        Verdict.NOT_FOUND,
    ),
    _promise(
        "what should be done",
        r"\b(?:is|are|was|were|be|been|strongly|now|widely) recommended\b|\bshould (?:not |never |always )?(?:be"
        r"|receive|take|start|use|avoid|have|undergo|get|stop)\b|\bmust (?:not )?(?:be|receive|take|avoid)\b"
        r"|\bstandard of care\b|\bcontraindicated\b",
        r"recommend|should|must|guid(?:eline|ance)|advis|advice|first[- ]line|suggest|standard|contraindicat|warrant"
        r"|need|consider|support|propos|call(?:s|ed)? for|favou?r|prefer|endors|indicat|option|consensus|may be"
        r"|require|justif|await|caution",
        Verdict.NOT_FOUND,
    ),
    _promise(
        "cost",
        r"\bcost[- ](?:effective|saving|neutral)\w*|\bcheap\w*|\bexpensive\b|\bvalue for money\b|\baffordab\w+",
        r"cost|cheap|expens|price|econom|budget|afford|QALY|ICER|willing|[€£$¥]|saving|spend|paid|payment|fee|money|value",
        Verdict.PARTLY,
    ),
    _promise(
        "quality of life",
        r"\bquality of life\b",
        r"quality[- ]of[- ]life|QoL|EQ-?5D|SF-?(?:36|12|6D)|well-?being|utilit|questionnaire|PROMIS|QLQ|score|FACT"
        r"|symptom|function|burden|QALY|daily|scale|index|disab",
        Verdict.PARTLY,
    ),
)


def unkept(claim: str, sources: Iterable[str]) -> list[Promise]:
    """The promises of a claim whose matter none of the sources speaks of."""
    made = [one for one in _PROMISES if one.said.search(claim)]
    if not made:
        return []
    sources = list(sources)
    return [one for one in made if not any(one.spoken_of.search(text) for text in sources)]
