"""What a count is a count of: people, studies, places, animals."""

from __future__ import annotations

import re

from bmreport.statements.word_sets import word_set

__all__ = ["counted", "noun_after"]

_CLASSES = {
    "people": """
    patient patients participant participants adult adults woman women man men child children people person
    persons subject subjects individual individuals infant infants neonate neonates newborn newborns baby babies
    mother mothers volunteer volunteers resident residents student students nurse nurses veteran veterans
    athlete athletes adolescent adolescents girl girls boy boys respondent respondents survivor survivors
    recipient recipients donor donors physician physicians clinician clinicians worker workers surgeon surgeons
    doctor doctors dentist dentists midwife midwives therapist therapists smoker smokers inpatient inpatients
    outpatient outpatients toddler toddlers teenager teenagers carer carers caregiver caregivers parent parents
    interviewee interviewees enrollee enrollees
    """,
    "studies": """
    trial trials study studies rct rcts cohort cohorts review reviews meta-analysis meta-analyses report reports
    article articles paper papers publication publications reference references source sources citation
    citations experiment experiments document documents passage passages record records
    """,
    "sites": """
    centre centres center centers hospital hospitals site sites country countries clinic clinics practice
    practices ward wards city cities village villages school schools facility facilities
    """,
    "animals": "mouse mice rat rats rabbit rabbits pig pigs dog dogs monkey monkeys animal animals macaque macaques",
}
_CLASS_OF = {word: name for name, words in _CLASSES.items() for word in words.split()}
# A count and its noun are in one noun phrase; these words end it.
_ENDS = word_set(
    "of in on at to for from with without by and or but than versus vs per as was were is are had has have after "
    "before during between among within who which that received reported died showed found over under into about "
    "did does do would could may might compared while when if not no"
)
_NEXT = re.compile(r"[\s\u00a0-](?P<word>[a-z]+(?:-[a-z]+)*)")
_MOST_WORDS = 5
_SHORT = 4


def counted(lower: str, at: int) -> tuple[str, int]:
    """The class of what is counted by the figure that ends at `at`, and where its noun ends; `("", at)` when unknown.

    `lower` is in lower case. Adjectives may stand between: `12 small randomised trials`.
    """
    end = at
    for _ in range(_MOST_WORDS):
        match = _NEXT.match(lower, end)
        if not match or match["word"] in _ENDS:
            break
        word, end = match["word"], match.end()
        if found := _CLASS_OF.get(word):
            return found, end
    return "", at


def noun_after(lower: str, at: int) -> str:
    """The plural right after a figure: `sessions` in `26 sessions`; empty when another word stands there."""
    match = _NEXT.match(lower, at)
    is_noun = (
        match is not None and match["word"].endswith("s") and match["word"] not in _ENDS and len(match["word"]) > _SHORT
    )
    return match["word"] if match and is_noun else ""
