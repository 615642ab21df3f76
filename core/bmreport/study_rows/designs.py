"""Words for the designs of studies, and for measures of effect, as tables use them."""

from __future__ import annotations

import re
from typing import Final

from bmreport.models.study import StudyDesign
from bmreport.study_rows.names import ESTIMATES, joined

__all__ = ["MEASURES", "RATIOS", "design_of", "measure_of"]

MEASURES: Final = tuple(dict.fromkeys(ESTIMATES.values()))
"""Measures of effect that an estimate may have."""
RATIOS: Final = frozenset(("RR", "OR", "PETO", "HR", "IRR", "ROM"))
"""Measures that are ratios, and pooled as logarithms."""

_NOT_RANDOM = r"quasi|non-?\s*random|not random|nrsi|nrct|n-rct|observational|registry|pseudo"
# The first pattern that fits wins: `non-randomised` and `quasi-randomised` hold the word `randomised` as well.
_DESIGNS = tuple(
    (re.compile(pattern), design)
    for pattern, design in (
        (r"case[\s-]*control", StudyDesign.CASE_CONTROL),
        (r"cross[\s-]*section", StudyDesign.CROSS_SECTIONAL),
        (r"case[\s-]*(?:series|report|study)|single[\s-]*arm", StudyDesign.CASE_SERIES),
        (r"diagnos|accuracy|\bdta\b", StudyDesign.DIAGNOSTIC),
        (r"cohort", StudyDesign.COHORT),
        (rf"{_NOT_RANDOM}|before[\s-]*(?:and[\s-]*)?after|interrupted|\bcba\b|\bits\b", StudyDesign.NON_RANDOMISED),
        (r"randomi[sz]|\brcts?\b|\brandom\b", StudyDesign.RANDOMISED),
    )
)  # fmt: skip


def design_of(text: str) -> StudyDesign | None:
    """The design that a text names; None when it names none that is known."""
    plain = " ".join(text.casefold().replace("_", " ").split())
    return next((design for pattern, design in _DESIGNS if pattern.search(plain)), None)


def measure_of(text: str) -> str:
    """The short name of a measure of effect (`RR`, `HR`, `SMD` …); empty when the text names none that is known."""
    plain = joined(text)
    return ESTIMATES.get(plain, "") or (plain.upper() if plain.upper() in MEASURES else "")
