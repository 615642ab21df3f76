"""What the words around a figure say of it: a change, an absolute or a relative one, the other side of a share."""

from __future__ import annotations

import re

from bmreport.statements.numbers.deriving import Setting
from bmreport.statements.numbers.measures import Measure
from bmreport.statements.numbers.quantity import Kind, Quantity

__all__ = ["is_absolute", "is_relative", "setting_of", "tells_change", "tells_other_side"]

_BEFORE, _AFTER = 60, 45
_ABSOLUTE = re.compile(
    r"\b(?:absolute|risk difference|ARR|ARD|percentage[ -]points?|HbA1c|A1c|glycated|glycosylated|LVEF"
    r"|ejection fraction"
    r"|saturation|SpO2|haematocrit|hematocrit|predicted)\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\b(?:relative(?:ly)?|RRR)\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:reduc\w*|lower\w*|high\w*|increas\w*|decreas\w*|fewer|less|more|excess|greater|smaller|fell|fall\w*|rose|ris(?:e|es|ing|en)"
    r"|drop\w*|declin\w*|cut\w*|gain\w*|lost|loss|improv\w*|worsen\w*|chang\w*|differ\w*|rais\w*|efficacy|effective\w*|protect\w*"
    r"|shorten\w*|shorter|longer|prolong\w*|extend\w*|halv\w*|doubl\w*|up|down|relative|elevat\w*|added|additional|extra|averted"
    r"|prevent\w*|saved?|slow\w*|faster|diminish\w*|grew|grow\w*|lessen\w*|attenuat\w*|sooner|earlier|later|slower|cheaper|costl\w*|dearer|beyond|exceed\w*|over)\b",
    re.IGNORECASE,
)
_OTHER_SIDE = re.compile(
    r"\b(?:surviv\w*|alive|free|without|no|not|none|remain\w*|avoid\w*|escap\w*|never|non\w*|un\w+|absen\w*|complet\w*|retain\w*"
    r"|negative|fail\w*|lost|drop\w*|withdr\w*|discontinu\w*|declin\w*|refus\w*|rest|other|neither|died|death|mortality|men|women"
    r"|male|female|miss\w*|lack\w*)\b",
    re.IGNORECASE,
)


_AS_MANY = re.compile(r"\sas\s(?:many|much|often|common|likely|frequent)\b")
_OF_EACH = re.compile(
    r"\b(?:each|either|both)\s(?:of\s)?(?:the\s)?(?:two\s)?(?:groups?|arms?|cohorts?|sides?|treatments?)\b",
    re.IGNORECASE,
)
_TO_TREAT = re.compile(
    r"\b(?:needed|need|have|had|has)\s(?:to\s(?:be\s)?)?(?:treat|screen|vaccinat|giv)|\b(?:prevent|avoid|spare|avert|save|gain)\w*\s(?:a|an|one)\b",
    re.IGNORECASE,
)


def setting_of(claim: str, one: Quantity, passage: str) -> Setting:
    """What the words of the claim around its figure, and those of the passage, allow to be reckoned."""
    return Setting(
        changes=tells_change(claim),
        is_absolute=is_absolute(claim, one),
        is_relative=is_relative(claim, one),
        complement=tells_other_side(claim) or tells_other_side(passage) or bool(_AS_MANY.match(claim, one.tail)),
        of_each=bool(_OF_EACH.search(passage)),
        to_treat=bool(_TO_TREAT.search(claim)),
    )


def is_absolute(text: str, one: Quantity) -> bool:
    """Whether a percentage is told as a difference in points: `absolute`, `risk difference`, or of an outcome in %."""
    if one.kind is Kind.POINTS or one.measure is Measure.RD:
        return True
    return bool(_ABSOLUTE.search(text, max(0, one.start - _BEFORE), one.tail + _AFTER))


def is_relative(text: str, one: Quantity) -> bool:
    """Whether a percentage is said to be relative."""
    if one.measure is Measure.RRR:
        return True
    return bool(_RELATIVE.search(text, max(0, one.start - _BEFORE), one.tail + _AFTER))


def tells_change(text: str) -> bool:
    """Whether a sentence tells a change or a difference."""
    return bool(_CHANGE.search(text))


def tells_other_side(text: str) -> bool:
    """Whether a sentence tells of those to whom something did not happen."""
    return bool(_OTHER_SIDE.search(text))
