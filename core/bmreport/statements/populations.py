"""Who was studied, as far as words tell: species, sex, age, setting, region.

A text that does not speak of a feature has an empty answer, never a guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from bmreport.statements.study_designs import speaks_of_animals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport.statements.reading import Reading

__all__ = [
    "GROUPS",
    "Who",
    "age_bounds",
    "are_healthy",
    "regions",
    "settings",
    "severities",
    "speaks_of_old_people",
    "together",
    "universal",
    "who",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GROUPS = _words("""
    patient patients people person persons individual individuals participant participants adult adults men
    women children infant infants babies neonates newborns volunteer volunteers resident residents mothers
    recipients survivors carriers attendees inpatients outpatients adolescents boys girls pupils students
    subjects travellers travelers workers users smokers veterans nurses physicians clinicians humans
""")
GROUPS = f"(?:{'|'.join(sorted(_GROUPS, key=lambda word: (-len(word), word)))})"
"""Nouns for groups of people, as a group of a regular expression."""

_HUMANS = (_GROUPS - {"humans"}) | _words("everyone anyone man woman child baby birth births")
# `Whether this holds in humans is unknown` is no proof that people were studied.
_HUMANS_ASIDE = re.compile(
    r"\b(?:translat\w+|apply|extrapolat\w+|relevan\w+|unknown|clinical)\b[^.]{0,60}\bhumans?\b"
    r"|\bhumans?\b[^.]{0,60}\b(?:unknown|unclear|needed|remain\w*|warrant\w*)\b"
)
# Groups that are no sample of their sex.
_SPECIAL_MEN = re.compile(r"\bmen who have sex with men\b|\bmsm\b|\btrans(?:gender)? (?:women|men|people)\b")
_SPECIAL = _words("sex msm trans transgender")
_MALE = _words("men man male males boy boys father fathers")
_FEMALE = _words("""
    women woman female females girl girls mother mothers maternal pregnant pregnancy pregnancies nulliparous
    postmenopausal premenopausal
""")
_BOTH_SEXES = re.compile(r"\b(?:both sexes|either sex)\b")
_UNSTUDIED = re.compile(
    r"\b(\w+)(?: \w+)? (?:was|were) (?:not (?:studied|included|enrolled|recruited|examined|tested|eligible)|excluded)\b"
)
_LEFT_OUT = _words("studied included enrolled recruited examined tested eligible excluded")
_AGES = {
    "newborn": _words("newborn newborns neonate neonates neonatal babies baby"),
    "child": _words("""
    child children childhood paediatric pediatric infant infants infancy toddler toddlers boys girls pupils
    schoolchildren
"""),
    "adolescent": _words("adolescent adolescents adolescence teenage teenager teenagers youth youths"),
    "adult": _words("""
    adult adults adulthood men women maternal mother elderly geriatric mothers workers veterans postmenopausal midlife
    pensioners physicians nurses
"""),
}
_OLDER = re.compile(
    r"\b(?:(?<!or )(?<!and )older(?! than)|elderly|geriatric|\w+genarians?|late life|old age|pensioners|frail)\b"
)
_BOUND = re.compile(
    r"(?:\b(?:aged?|ages|age of|above|over|older than|at least|from (?:the )?age(?: of)?)|[≥>])\s?(?:≥|>|at least "
    r"|over |above |of )?\s?"
    r"(?P<low>\d\d)(?![.,]\d)(?=\s?(?:years?\b|\+|(?:of age )?(?:or|and) (?:older|over|above|more)\b|[,.;)]|$|(?:who"
    r"|with|had"
    r"|were|in)\b)"
    r"|\s?(?:years? )?[-–]\s?\d\d\b| (?:years )?(?:to|and) \d\d\b)"
    rf"|\b{GROUPS} (?:of|aged) (?P<low3>\d\d) or more\b"
    r"|\b(?P<low2>\d\d)\s?(?:years? )?(?:(?:of age )?(?:or|and) (?:older|over|above)\b|\+)"
)
_SETTINGS = {
    "outside hospital": r"at home|outpatients?|ambulatory|primary care|general practice|family practice|community[- "
    "]dwelling|home[- ]dwelling|in the community|own homes?|living independently",
    "in care homes": r"care[- ]homes?|nursing[- ]homes?|long[- ]term[- ]care|residential care|institutionali[sz]ed",
    "in intensive care": r"intensive[- ]care|critically ill|icu|critical care",
    "in hospital": r"inpatients?|hospitali[sz]ed|hospital patients",
}
_SETTING_PATTERNS = {name: re.compile(rf"\b(?:{words})\b") for name, words in _SETTINGS.items()}
_REGIONS = re.compile(
    r"\b(?:(?:low|middle|high)[- ](?:(?:and|to|or)[- ])?(?:middle[- ])?income (?:countries|settings|regions)"
    r"|develop(?:ing|ed) (?:countries|world)|industriali[sz]ed countries|western (?:countries|world)|sub-saharan africa"
    r"|(?<!south )(?<!central )africa(?!n)|asia|europe|latin america|south america|north america|worldwide"
    r"|(?:all over|around"
    r"|across) the (?:world|globe)"
    r"|across the continent|globally|in all countries|every country|any country)\b"
)
_HEALTHY = re.compile(r"\bhealthy (?:\w+ )?(?:volunteers?|adults?|men|women|subjects?|participants?|people)\b")
_SEVERITY = re.compile(r"\b(?:mild|moderate|severe)\b(?=(?:ly)?[ -](?!adverse|event|side|reaction|toxic))")
_OF_ALL = r"(?:ages?|severit\w+|stages?|levels?|risks?|grades?|kinds?|types?|causes?|origins?|a?etiolog\w+)"
_UNIVERSAL = re.compile(
    r"\b(?:everyone|everybody|anyone|anybody|people in general|(?:the )?general (?:\w+ )?population"
    r"|the (?:whole|entire) population|(?:population|people|adults|patients|women|men|children) at large|mankind"
    rf"|(?:of|at) (?:all|any|every|whatever) {_OF_ALL}|all ages|any age|both sexes|either sex"
    r"|(?:in|across) (?:every|any|all) (?:settings?|populations?|countries|contexts?)"
    rf"|(?<!almost )(?<!nearly )(?<!not )(?<!virtually )(?:all|any|every) (?:(?!of\b|the\b|these\b|those\b"
    rf"|\d)[\w-]+ ){{0,2}}?"
    rf"(?:{GROUPS}|patient|person|child|woman|man|adult|baby|mother|pregnancy|pregnancies|births)"
    r"|any (?:[\w-]+ ){1,2}(?:complaints?|disease|condition|disorder|cancer|illness|surgery|operation)"
    r"|whatever (?:their|the) \w+|(?:regardless|irrespective) of (?:age|sex|severity|stage|risk|\w+ (?:status"
    r"|history|severity))|humans)\b"
)


@dataclass(frozen=True)
class Who:
    """The features of those whom a text speaks of."""

    animals: bool = False
    humans: bool = False
    male: bool = False
    female: bool = False
    special_men: bool = False
    """Men who have sex with men, or transgender people."""
    ages: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def who(reading: Reading) -> Who:
    """What a text says of those it speaks of."""
    folded, words = reading.folded, reading.vocabulary
    if "pugh" in words:  # the Child-Pugh class of a liver
        words -= {"child"}
    sexed, special = words, False
    if not words.isdisjoint(_SPECIAL):
        bare = _SPECIAL_MEN.sub(" ", folded)
        special = bare != folded
        sexed = frozenset(re.findall(r"\w+", bare)) if special else words
    absent = {match[1] for match in _UNSTUDIED.finditer(folded)} if not words.isdisjoint(_LEFT_OUT) else set()
    both = "sex" in words or "sexes" in words
    both = both and _BOTH_SEXES.search(folded) is not None
    return Who(
        animals=speaks_of_animals(reading),
        humans=not words.isdisjoint(_HUMANS) or ("humans" in words and "humans" in _HUMANS_ASIDE.sub(" ", folded)),
        male=both or (not sexed.isdisjoint(_MALE) and absent.isdisjoint(_MALE)),
        female=both or (not sexed.isdisjoint(_FEMALE) and absent.isdisjoint(_FEMALE)),
        special_men=special,
        ages=frozenset(name for name, named in _AGES.items() if not words.isdisjoint(named)),
    )


def together(several: Iterable[Who]) -> Who:
    """The features of all those whom several texts speak of."""
    each = list(several)
    return Who(
        animals=any(one.animals for one in each),
        humans=any(one.humans for one in each),
        male=any(one.male for one in each),
        female=any(one.female for one in each),
        special_men=any(one.special_men for one in each),
        ages=frozenset().union(*(one.ages for one in each)),
    )


def speaks_of_old_people(folded: str) -> bool:
    """Whether a folded text names its people as old, without a bound in years."""
    return _OLDER.search(folded) is not None


def age_bounds(folded: str) -> list[tuple[int, int]]:
    """The lower bounds of age in a folded text, in years, each with its offset."""
    return [(int(match["low"] or match["low2"] or match["low3"]), match.start()) for match in _BOUND.finditer(folded)]


def severities(folded: str) -> frozenset[str]:
    """The degrees of a disease that a folded text names (`mild or severe`, `moderate-to-severe`)."""
    return frozenset(_SEVERITY.findall(folded))


def universal(folded: str) -> str:
    """The first words of a folded text that mean everyone (`all patients`, `of any severity`); empty where none do."""
    match = _UNIVERSAL.search(folded)
    return match[0] if match else ""


def settings(folded: str) -> frozenset[str]:
    """Where the people of a folded text live or are treated (`at home`, `in care homes`)."""
    return frozenset(name for name, pattern in _SETTING_PATTERNS.items() if pattern.search(folded))


def regions(folded: str) -> frozenset[str]:
    """The parts of the world that a folded text names, countries left out."""
    return frozenset(match[0] for match in _REGIONS.finditer(folded))


def are_healthy(folded: str) -> bool:
    """Whether the people of a folded text are healthy volunteers."""
    return _HEALTHY.search(folded) is not None
