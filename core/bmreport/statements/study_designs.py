"""Designs of studies that cannot carry a general statement, by the words that give them away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport.statements.reading import Reading

__all__ = ["names_design", "speaks_of_animals", "weak_design"]

_SPECIES = """
    rat rats mice mouse murine rodent rodents rabbit rabbits pig pigs piglet piglets porcine hamster hamsters
    gerbil gerbils zebrafish drosophila dog dogs canine cat cats feline monkey monkeys macaque macaques primate
    primates baboon baboons sheep ovine lamb lambs goat goats cattle cow cows calves bovine horse horses equine
    chick chicks hen hens chicken chickens ferret ferrets xenograft xenografts knockout knockouts animal animals
    cultured organoid organoids nematode nematodes yeast
"""
_ANIMALS = frozenset(_SPECIES.split())
_IN_GLASS = re.compile(r"\b(?:guinea pigs?|in vitro|ex vivo|cell (?:lines?|cultures?)|knock-outs?)\b")
_MAYBE_IN_GLASS = frozenset(["guinea", "vitro", "vivo", "cell", "knock"])
_NO_CONTROL = r"(?:no|without an?|lack\w* an?) (?:\w+ )?(?:control|comparison|comparator)(?: group| arm| series)?"
_UNCONTROLLED = (
    r"uncontrolled,? (?:stud|trial|series|pilot|case|design|before|open|cohort|observ|evaluat|experiment)\w*"
)
_DESIGNS = {
    "a pilot study": r"pilots?|feasibility|proof[- ]of[- ](?:concept|principle)|first[- ]in[- ](?:human|man)",
    "a study without a control group": (
        rf"single[- ]arm|open[- ]label (?:series|extension)|before[- –](?:and[- –])?after|{_UNCONTROLLED}|{_NO_CONTROL}"
    ),
    "a case series": r"case[- ](?:series|reports?)",
    "a dose-finding study": r"dose[- ](?:escalation|finding)|phase (?:1|i|1a|ia|1b|ib|1/2|i/ii)|maximum tolerated dose",
    "a cross-sectional study": r"cross[- ]sectional|survey(?:s|ed)?|questionnaires? (?:was|were) sent",
    "interviews": r"interview(?:s|ed|ees)|focus groups?|thematic analysis|qualitative",
    "an analysis that was not randomised": r"on[- ]treatment|as[- ]treated|(?:not|non-?) ?randomi[sz]ed",
    "an exploratory analysis": (
        r"post[- ]hoc|explorator(?:y|ily)|hypothes[ei]s[- ]generating|not (?:been )?pre-?specified"
    ),
}
_PATTERNS = {name: re.compile(rf"\b(?:{pattern})\b") for name, pattern in _DESIGNS.items()}
_OBSERVED = re.compile(
    r"\b(?:cohort|case[- –]control|observational|regist(?:er|ry|ries|ers)|retrospective(?:ly)?|confound\w+"
    r"|reverse caus\w+"
    r"|may (?:\w+ ){0,2}(?:explain|reflect|account for)|not concurrent|historical controls?"
    r"|interrupted time[- ]series|other causes|associat\w+ with)\b"
)
# A randomised trial may well be one in a cohort or speak of an association.
_CONTROLLED = re.compile(r"\b(?:randomi[sz]\w+|placebo|double[- ]blind|trials?|rcts?)\b")


def speaks_of_animals(reading: Reading) -> bool:
    """Whether a text speaks of animals, tissues or cells in a dish."""
    words = reading.vocabulary
    if not words.isdisjoint(_ANIMALS):
        return True
    return not words.isdisjoint(_MAYBE_IN_GLASS) and _IN_GLASS.search(reading.folded) is not None


def weak_design(reading: Reading) -> str:
    """The kind of study that a passage reports and that can carry no general statement; empty for others."""
    folded = reading.folded
    for name, pattern in _PATTERNS.items():
        if pattern.search(folded):
            return name
    if speaks_of_animals(reading):
        return "a study of animals or cells"
    return "an observational study" if _OBSERVED.search(folded) and not _CONTROLLED.search(folded) else ""


def names_design(reading: Reading) -> bool:
    """Whether a sentence says itself on what kind of weak study it rests."""
    folded = reading.folded
    every = (*_PATTERNS.values(), _OBSERVED)
    return speaks_of_animals(reading) or any(pattern.search(folded) for pattern in every)
