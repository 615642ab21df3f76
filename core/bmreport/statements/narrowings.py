"""What narrows a group of patients down: `severe`, `treatment-resistant`, `at high risk`, a second condition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.lexical import STOP_WORDS
from bmreport.statements.populations import GROUPS
from bmreport.statements.wording import covered_by, is_medical, key, words_of

if TYPE_CHECKING:
    from bmreport.statements.reading import Reading, SentenceRead

__all__ = [
    "frame_of",
    "lost_narrowing",
    "lost_subgroup",
    "named_by_kind",
    "narrowed_group",
    "opens_with_people",
    "words_on_people",
]

# Without one of these, a statement is about people who differ in what matters for treatment and prognosis.
_RESISTING = (
    r"(?:treatment|therapy|(?:multi)?drug|steroid|hormone|castration|platinum|methotrexate)[- ]resistant|\w*refractory"
)
_STRONG = re.compile(
    rf"\b(?:{_RESISTING}|(?:high|low|intermediate)[- ]risk|critically ill|metastatic|unresectable|inoperable"
    r"|at (?:a )?(?:very )?(?:high|low|increased|higher) (?:\w+ )?risk|triple[- ]negative|immunocompromised"
    r"|(?:very )?preterm (?:infants|babies)|mechanically ventilated|inadequate response|relapsed|end[- ]stage"
    r"|decompensated|terminally ill|low[- ]birth[- ]?weight|weighing [\d,.–-]+|suppressed(?= on)"
    r"|virologically suppressed)\b"
)
_PERSONS = re.compile(rf"\b{GROUPS}\b")
# Degrees of a disease are left out often and mostly without harm; these make another disease of it.
_NARROWING = re.compile(
    r"(?<!to )(?<!to-)severe|advanced|(?:[\w-]+[- ])?(?:refractory|resistant)|relaps(?:ed|ing)|metastatic|unresectable"
    r"|inoperable|(?:high|low|intermediate)[- ]risk|\w+philic|albuminuric|[\w-]+[- ](?:negative|positive|mutated)"
    r"|untreated"
    r"|suspected|uncontrolled|decompensated|familial|inherited|gestational|juvenile"
)
_SUBGROUP = re.compile(
    rf"(?:in|among|for|of) (?P<who>(?:(?:the |these )?(?:\d[\d,]* )?(?:{GROUPS}|those) "
    r"(?:with|without|who|whose|aged|living|treated|taking|under|over|older|younger|in) .{3,80}?"
    r"|the (?:lowest|highest|poorest|richest|oldest|youngest) .{3,60}?)),"
)
_PART_ANALYSED = re.compile(
    r"\b(?:secondary|subgroup|post[- ]hoc|exploratory) analysis (?:of|in|among) (?P<who>.{3,80}?)"
    r"(?: \(| found| showed|,)"
)
_SEXES = {"girls": "boys", "boys": "girls", "women": "men", "men": "women", "males": "females", "females": "males"}
# A sample of one kind does not speak for the class.
_CLASS_NAMES = """
    antipsychotic antidepressant statin opioid antibiotic anticoagulant chemotherapy immunotherapy cancer infection
    arrhythmia vaccine steroid corticosteroid biologic
"""
_CLASSES = frozenset(_CLASS_NAMES.split())
_SITE_NAMES = """
    hand foot scalp facial nail genital oral nasal ocular hip knee shoulder spinal lumbar breast lung prostate
    colon colorectal rectal gastric ovarian pancreatic bladder brain
"""
_SITES = frozenset(_SITE_NAMES.split())
_OPENING = 2
_COUNTED = re.compile(r"^the \d+ ")
_BEFORE = re.compile(r"(?:[\w-]+[ ,]+){1,4}$")
_BREAK = re.compile(rf"\b(?:{GROUPS}|with|of|in|and|or|for|by|on|had|has|have|who|under)\b")
_FRAME = re.compile(r"^(?:in|among|for|within) (?P<frame>[^,]{3,120}),")
_EVERY = re.compile(
    rf"\b(?:all|any|every) (?:[\w-]+ ){{0,3}}?{GROUPS} (?:with|who|undergoing|having|given|on) (?P<rest>[^,.;]{{1,80}})"
)
_COMPANION = re.compile(
    r"\w*\s?(?:\([^()]{0,80}\)\s?)?(?:and|plus|complicated by|due to|caused by)\s(?P<rest>(?:[\w–-]+\s?){1,5})"
)


def frame_of(folded: str) -> str:
    """The people or the condition that opens a sentence (`in adults with depression, …`); empty where none does."""
    match = _FRAME.match(folded)
    return match["frame"] if match else ""


def opens_with_people(folded: str) -> bool:
    """Whether a sentence opens with a group of people that is not counted (`in pregnant women undergoing …,`)."""
    frame = frame_of(folded)
    return bool(frame) and not frame[0].isdigit() and _PERSONS.search(frame) is not None


def words_on_people(folded: str) -> frozenset[str]:
    """The words that say who a sentence is about: those of its frame, and those after `all patients undergoing`."""
    told = [frame_of(folded), *(match["rest"] for match in _EVERY.finditer(folded))]
    return frozenset(word for part in told for word in words_of(part))


def narrowed_group(folded: str, sources: list[Reading]) -> str:
    """What a source says of its group (`critically ill`) and a sentence about the group does not; empty if nothing."""
    if not _PERSONS.search(folded):
        return ""
    openings = (one.folded for source in sources for one in source.sentences[:_OPENING] if _PERSONS.search(one.folded))
    match = next(filter(None, map(_STRONG.search, openings)), None)
    if match is None:
        return ""
    told = set(map(key, words_of(folded)))
    words = [word for word in words_of(match[0]) if word not in STOP_WORDS]
    return match[0] if told.isdisjoint(map(key, words)) else ""


def named_by_kind(folded: str, sources: list[Reading]) -> str:
    """The word of a frame that names a whole class (`in patients on antipsychotics`) where sources name one of it."""
    keys = frozenset().union(*(source.keys for source in sources))
    for word in words_of(frame_of(folded)):
        if word.removesuffix("s") in _CLASSES and key(word) not in keys:
            return word
    return ""


def lost_narrowing(folded: str, sources: list[Reading]) -> str:
    """What narrows the condition that opens a sentence, where the source first speaks of it, and is missing there."""
    frame = words_of(frame_of(folded))
    # `In 412 patients with claudication`: these are the people of the study.
    if frame and frame[0].isdigit():
        return ""
    conditions = [word for word in frame if is_medical(word)]
    if not conditions:
        return ""
    head = key(conditions[-1])
    for source in sources:
        for sentence in source.sentences:
            if head in sentence.keys and _PERSONS.search(sentence.folded):
                word = next(word for word in sentence.words if key(word) == head)
                return _lost_before(folded, sentence.folded, word) or (
                    "" if " and " in frame_of(folded) else _lost_after(folded, sentence.folded, word)
                )
    return ""


def lost_subgroup(folded: str, sources: list[Reading]) -> str:
    """The part of the people to whom a source ties the figures of a sentence that does not name it; empty if none.

    `Among those with obesity, the figures were 2.1% and 14.9%`: a claim with these figures has to speak of obesity.
    """
    words = words_of(folded)
    told = set(filter(None, map(key, words)))
    figures = {word for word in words if word[0].isdigit()}
    # Whole numbers may be ages and times; a result with decimals is told by these.
    figures = {word for word in figures if not word.isdigit()} or figures
    for source in sources if figures else ():
        for number, sentence in enumerate(source.sentences):
            part = (_SUBGROUP.match(sentence.folded) if number else None) or _PART_ANALYSED.search(sentence.folded)
            who = part["who"] if part else _one_sex(sentence, source) if number else ""
            if not who or not _is_lost(who, told, figures):
                continue
            others = frozenset().union(*(one.words for one in source.sentences if one is not sentence))
            if 2 * len(figures & (set(sentence.words) - others)) >= len(figures):
                return who
    return ""


def _one_sex(sentence: SentenceRead, source: Reading) -> str:
    """The sex that a sentence begins with, where the source speaks of the other too."""
    first = sentence.words[0] if sentence.words else ""
    return first if _SEXES.get(first) in source.vocabulary else ""


def _is_lost(who: str, told: set[str], figures: set[str]) -> bool:
    """Whether a sentence names nothing of what sets a part apart: its numbers, where it has some, else its words."""
    if who in _SEXES:
        return key(who) not in told
    words = [word for word in words_of(who) if word not in STOP_WORDS and not _PERSONS.fullmatch(word)]
    numbers = {word for word in words if word[0].isdigit()}
    names = {key(word) for word in words if not word[0].isdigit()} - {"", "year", "treat"}
    # Obesity may be told as a body-mass index.
    broad = [narrow for narrow in map(covered_by, told) if narrow is not None]
    related = any(name in narrow.keys for narrow in broad for name in names)
    if numbers and not _COUNTED.search(who):
        return not related and figures.isdisjoint(numbers) and len(names & told) <= len(names) / 2
    return bool(names) and not related and names.isdisjoint(told)


def _lost_before(folded: str, source: str, word: str) -> str:
    """Narrowing words right before the condition in the source, none of which the sentence has."""
    place = source.find(word)
    before = _BEFORE.search(source, max(0, place - 80), place)
    if not before:
        return ""
    close = _BREAK.split(before[0])[-1]
    found = [match[0] for match in _NARROWING.finditer(close)]
    if close.split() and (site := close.split()[-1]) in _SITES and site not in folded:
        return site
    return " ".join(found) if found and not any(one in folded or one.split("-")[-1] in folded for one in found) else ""


def _lost_after(folded: str, source: str, word: str) -> str:
    """A second condition right after the first in the source, which the sentence does not name."""
    companion = _COMPANION.match(source, source.find(word) + len(word))
    if not companion:
        return ""
    told = set(map(key, words_of(frame_of(folded))))
    rest = [word for word in words_of(companion["rest"]) if is_medical(word)]
    return companion["rest"].strip() if rest and not told.intersection(map(key, rest)) else ""
