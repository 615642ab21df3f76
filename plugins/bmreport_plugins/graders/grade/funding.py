"""Who paid for a study, from the words in which a table says it."""

from __future__ import annotations

import re
from enum import StrEnum

__all__ = ["Funding", "funding_of"]


class Funding(StrEnum):
    """Kinds that matter for publication bias."""

    INDUSTRY = "industry"
    """Wholly or in part."""
    OTHER = "not industry"
    UNKNOWN = "unknown"


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(text.split())})\b")


_UNKNOWN = re.compile(
    r"\b(?:not (?:reported|stated|declared|given|described)|unclear|unknown|n/?[ar]|no information)\b|^\W*$"
)
_NOT_INDUSTRY = re.compile(
    r"\b(?:no|without|non|not)[- ](?:\w+ ){0,2}?(?:industry|commercial|pharmaceutical|company)"
    r"(?:[- ](?:funding|funded|support|sponsor\w*))?"
)
_INDUSTRY = _words(
    r"""industr\w* compan(?:y|ies) manufacturers? pharma\w* commercial\w* drug[-\ ]makers? for[-\ ]profit
    inc ltd llc gmbh corp\w* plc pfizer novartis roche sanofi\w* bayer astra\ ?zeneca glaxo\w* gsk merck msd abbvie
    abbott lilly novo\ nordisk boehringer\w* takeda amgen gilead janssen bristol[-\ ]myers\w* bms servier teva
    medtronic astellas daiichi\w*""".replace("\\ ", "\\s")
)
_OTHER = _words(
    r"""public\w* government\w* nih nihr mrc nhlbi nci universit\w* academi\w* hospitals? foundations? charit\w* trust
    councils? ministr\w* none no unfunded self[-\ ]funded institut\w* national non-?profit society grants? state who
    wellcome independent\w* european\ (?:union|commission) federal departments?""".replace("\\ ", "\\s")
)


def funding_of(text: str) -> Funding:
    """Industry when the text names it, be it beside others; unknown when the words say nothing that is understood."""
    plain = " ".join(text.casefold().split())
    if _UNKNOWN.search(plain):
        return Funding.UNKNOWN
    rest = _NOT_INDUSTRY.sub(" independent ", plain)
    if _INDUSTRY.search(rest):
        return Funding.INDUSTRY
    return Funding.OTHER if _OTHER.search(rest) else Funding.UNKNOWN
