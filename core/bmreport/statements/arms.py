"""Who is compared with whom: the words after `than`, `compared with`, `superior to`, and the arm before them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.cues import FoundCue
from bmreport.statements.outcomes import SUBJECTS, UNITS
from bmreport.statements.signs import BE
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import NUMBER, PUNCT, WORD, key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["ARM_PREPOSITIONS", "CONTROLS", "Comparator", "arm_after", "find_comparator", "front_end", "introduced"]


class Comparator(NamedTuple):
    """`words[mark]` begins it, `words[first:last]` name who or what is compared with."""

    mark: int
    first: int
    last: int


ARM_PREPOSITIONS = word_set(
    "with in by after among on under given receiving taking for using assigned randomised allocated treated through "
    "following within during between across"
)
CONTROLS = frozenset(
    key_of(word)
    for word in word_set("placebo control sham vehicle untreated usual alone conventional standard dummy saline")
)
"""Keys of words for an arm that goes without what is studied."""
_COMPARED = word_set("compared comparison contrast relative relation opposed")
_OF_WHOM = word_set("in on with at")
_ABOUT = word_set("about almost roughly nearly around approximately")
_VERSUS = word_set("versus vs v than unlike")
_RANKING = word_set(
    "superior inferior noninferior equivalent comparable similar preferable preferred equal identical prefer "
    "noninferiority superiority inferiority"
)
_EXCEEDING = word_set(
    "exceeded exceeds exceed surpassed surpasses outperformed outperform outperforms outnumbered outdid outdo outdoes"
)
_GENERIC = word_set("placebo control controls sham usual standard no")
_LEADING = word_set(
    "with in by to among those that the a an after for on given receiving of did under taking from who were was "
    "treated patients participants people at"
)
_ENDING = word_set(
    "at over against during for within when but whereas while although and did does do was were is are had has have "
    "which in on if because as than resulted led caused produced"
)
_STARTERS = word_set(
    "in among for with after during at compared unlike by over of within on when if despite across between under "
    "relative from as versus without before given following since until to through throughout per overall"
)


def front_end(words: Sequence[Word], cue_first: int) -> int:
    """Where a phrase that opens the clause ends (`In women, …`); 0 when there is none before the sign of direction."""
    if not words or words[0].text not in _STARTERS:
        return 0
    unit = next(
        (at for at in range(1, min(4, cue_first - 1)) if words[at].stem in UNITS and words[at - 1].stem.isdigit()), 0
    )
    if (
        unit
        and words[unit + 1].kind == WORD
        and words[unit + 1].text not in _ENDING | {"of", "after", "before", "from"}
    ):
        return unit + 1  # `At five years death, stroke or readmission …`
    for at in range(1, cue_first):
        if words[at].text == ",":
            return at + 1
    return 0


def find_comparator(words: Sequence[Word], cue: FoundCue) -> Comparator | None:
    """The first comparison of a clause; one that opens it (`Compared with B, A …`) counts when no other follows."""
    opening: Comparator | None = None
    for at, word in enumerate(words):
        if word.kind != WORD or (first := _after_mark(words, at, cue)) is None:
            continue
        one = Comparator(at, *_extent(words, first, prone=words[cue.last - 1].text in _PRONE))
        if at > 0:
            return one
        opening = opening or one
    return opening


def _after_mark(words: Sequence[Word], at: int, cue: FoundCue) -> int | None:
    """The place after a mark of comparison at `at`; None when there is none."""
    text = words[at].text
    following = words[at + 1].text if at + 1 < len(words) else ""
    if text in _VERSUS:
        near = at + 2 if following in _ABOUT else at + 1
        number = near < len(words) and (words[near].kind == NUMBER or words[near].stem.isdigit())
        return None if number or following in ("half", "a", "twice", "expected") else at + 1
    if text in _COMPARED and following in ("with", "to", "by"):
        return at + 2
    if text in _RANKING and following in ("to", "with"):
        amount = at + 2 < len(words) and (words[at + 2].kind == NUMBER or words[at + 2].text in ("about", "roughly"))
        return None if amount else at + 2
    if text in _EXCEEDING:
        return at + 1
    if text == "over" and (following in _GENERIC or words[cue.first].text.startswith("favo")):
        return at + 1
    if text == "as" and at >= cue.last and words[cue.first].text == "as":
        return at + 1
    if text in ("differ", "differed", "different") and following == "from":
        return at + 2
    return at + 2 if text == "rather" and following == "than" else None


def _extent(words: Sequence[Word], first: int, *, prone: bool) -> tuple[int, int]:
    while first < len(words) and words[first].text in _LEADING:
        first += 1
    last = first
    while last < len(words):
        word = words[last]
        ends = word.kind == PUNCT or (last > first and word.text in _ENDING and not _goes_on(words, last))
        if ends and not _is_of_people(words, first, last):
            break
        if last > first and (_is_verb(words, last) or (prone and word.text == "to")):
            break  # `less likely than controls to fall`
        last += 1
    return first, last


def _is_of_people(words: Sequence[Word], first: int, last: int) -> bool:
    """`than girls in control schools`: the arm is where they are."""
    return words[last].text in _OF_WHOM and all(other.stem in SUBJECTS for other in words[first:last])


def _goes_on(words: Sequence[Word], at: int) -> bool:
    """`than parents who did not`, `than iron given on alternate days`: the arm is not at its end."""
    before = words[at - 1].text
    if any(word.text == "whose" for word in words[max(0, at - 4) : at]):
        return True
    return (
        before in ("who", "that", "which", "whom")
        or before in _PARTICIPLES
        or (before.endswith(("ed", "ing")) and words[at].text in ("in", "on", "by", "at", "with"))
    )


def _is_verb(words: Sequence[Word], at: int) -> bool:
    """`than placebo recipients showed it`, `than spouses felt guilt`; not `than women treated with it`."""
    text = words[at].text
    if words[at - 1].text in (
        "who",
        "that",
        "which",
        "whom",
        "were",
        "was",
        "not",
        "and",
        "had",
        "have",
        "has",
        "with",
        "of",
        "by",
        "a",
        "the",
    ):
        return False
    following = words[at + 1].text if at + 1 < len(words) else ""
    if text in _SAYING:
        return True
    return text.endswith("ed") and bool(following) and following not in _LEADING | _ENDING | {"to", "for", "from"}


_SAYING = word_set("felt showed reported experienced achieved reached developed said thought gained lost received")
_PRONE = word_set("likely unlikely able prone apt")
_PARTICIPLES = word_set("given taken born living taking receiving did was were had not on")


_STRONG = word_set("with after given receiving taking on under by using following without")
_ARM_ENDS = word_set("at over within when compared versus vs than in during for who which that among with after")


def arm_after(words: Sequence[Word], begin: int, end: int) -> tuple[int, int]:
    """The arm that a preposition names after the sign of direction (`lower with A`, `lower in the A group`)."""
    for prepositions in (_STRONG, ARM_PREPOSITIONS):
        for at in range(begin, end - 1):
            if words[at].text in prepositions and words[at + 1].kind == WORD:
                last = at + 1
                while (
                    last < end
                    and words[last].kind != PUNCT
                    and not (last > at + 1 and words[last].text in _ARM_ENDS | BE)
                ):
                    last += 1
                return (at if words[at].text == "without" else at + 1), last
    return end, end


_GIVING = word_set(
    "given received receive receiving took take taking assigned randomised randomized allocated underwent undergoing "
    "either between compared comparing"
)
_HAVING = word_set("had followed wore used")
_STOPS = word_set(
    "for at every over during on within until daily weekly twice once monthly in from by was were when who groups"
)
_LONGEST_ARM = 12


def introduced(words: Sequence[Word]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The two arms that a sentence on methods names in order: `were given A or B`, `compared A with B`."""
    counted = any(word.text == "n" and word.depth for word in words)
    for at, word in enumerate(words):
        if word.kind != WORD or word.depth or word.text not in (_GIVING | _HAVING if counted else _GIVING):
            continue
        passive = word.text == "compared" and at > 0 and words[at - 1].text in BE
        if passive and at + 2 < len(words) and words[at + 1].text in ("with", "to"):
            return (front_end(words, at), at - 1), _arm_extent(words, at + 2)  # `A was compared with B`
        first = at + 1
        outside = [place for place in range(first, len(words)) if not words[place].depth]
        for joint in outside[:_LONGEST_ARM]:
            text = words[joint].text
            if words[joint].depth == 0 and (words[joint].kind == PUNCT and text not in ("(", ")", "[", "]")):
                break
            if _parts_arms(words, joint, word.text) and joint > first:
                begin, end = _arm_extent(words, joint + 1)
                if begin < end and text == "or" and words[joint - 1].text == "with" and words[begin].text == "without":
                    return (begin + 1, end), (begin, end)  # `chemotherapy with or without A`
                if begin < end:
                    return (first, joint), (begin, end)
                break
    return None


def _parts_arms(words: Sequence[Word], joint: int, opener: str) -> bool:
    text = words[joint].text
    if words[joint].depth:
        return False
    return text in ("or", "versus", "vs", "v") or (
        text in ("and", "with") and opener in ("between", "compared", "comparing")
    )


def _arm_extent(words: Sequence[Word], begin: int) -> tuple[int, int]:
    while begin < len(words) and words[begin].text in ("to", "the", "a", "an", "with", "either", "of"):
        begin += 1
    end = begin
    while end < len(words) and end - begin < _LONGEST_ARM:
        word = words[end]
        if word.depth == 0 and (
            (word.kind == PUNCT and word.text not in ("(", ")")) or (end > begin and word.text in _STOPS)
        ):
            break
        end += 1
    return begin, end
