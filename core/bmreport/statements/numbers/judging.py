"""Whether a figure that the passages have is there the figure of what the claim tells it of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers.companions import companion_of
from bmreport.statements.numbers.context import Meant, Place, Reason, are_crossed, is_told_of, meant_by, tells_of
from bmreport.statements.numbers.matching import matches, peers
from bmreport.statements.numbers.measures import DIFFERENCES, Measure
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bmreport.statements.numbers.evidence import Evidence
    from bmreport.statements.numbers.reading import Sentence

__all__ = ["is_exchange", "judge_found"]

_MORE_OR_LESS = re.compile(
    r"\b(?:(?P<more>more|higher|greater|longer|larger|commoner|better|increased|raised|likelier|exceeded)"
    r"|less|lower|fewer|shorter|smaller|rarer|worse|reduced|lowered|decreased)\b",
    re.IGNORECASE,
)
_THAN = re.compile(r"\b(?:than|compared|versus|vs|relative)\b|\(")
_THAN_ARM = re.compile(
    r"\b(?:(?:more|less) than|[Cc]ompared (?:with|to)|[Rr]elative to|beyond|over and above) (?!at\b|baseline|before)",
    re.IGNORECASE,
)
_BY = re.compile(r"\bby\s(?:(?:about|nearly|almost|over|some|around|roughly)\s)?$")
_LOWER = re.compile(r"\s(?:lower|higher|fewer|less|more|reduction|increase|decrease|drop|fall|rise)\b")
_COMPARES = re.compile(
    r"\b(?:differ\w*|more|less|fewer|greater|gap|between|than|excess|beyond|over|versus|compared|relative|against)\b"
)
_FROM = re.compile(r"\b[Ff]rom\s(?:[$£€])?$")
_TO = re.compile(r"\s(?:±\s?[\d.]+\s)?(?:(?:\([^()]{0,60}\)|[a-z]{1,20}|[a-z]{1,20}\s[a-z]{1,20})\s)?to\s[-−$£€]?")
_TELLS = re.compile(
    r"\b(?:was|were|is|are|lasted|averaged|totalled|reached|(?:median|mean|average) of)\s"
    r"(?:(?:about|only|around|nearly|almost|just)\s)?$"
)
_PLANNED = re.compile(
    r"\b(?:planned|target(?:ed)?|intended|expected|projected|anticipated|assumed|calculated)\b", re.IGNORECASE
)
_DIFFERENCE = re.compile(r"\bdifference(?: from \w+)?(?: of| was| is)?[,:]? ?(?:= ?)?[-−]?$")
_PART_OF = re.compile(r"\bof (?:which|whom|these|those|them)\b")
_NEAR, _FAR = 24, 40
_LABELLED = frozenset({Measure.ICER, Measure.AUC, Measure.KAPPA, Measure.NNT, Measure.I2})
_WHOLE_NUMBERS = frozenset({Kind.COUNT, Kind.PLAIN})


class _Case(NamedTuple):
    """One figure of a claim, the places that have it, and the figures near those."""

    claim: Sentence
    number: int
    same: Sequence[Place]
    near: Sequence[Place]

    @property
    def one(self) -> Quantity:
        return self.claim.found[self.number]


def judge_found(claim: Sentence, number: int, same: Sequence[Place], evidence: Evidence) -> Meant | None:
    """The figure that the claim's figure `number` must be mistaken for, or None when all is well or cannot be told."""
    one = claim.found[number]
    if number and claim.found[number - 1].whole == one.value:
        return None  # of `12 of 100`, the part is judged
    is_loose = one.writing in (Writing.SHARE, Writing.TIMES) or (
        one.unit is not None and all(place.quantity.unit is None for place in same)
    )
    if is_loose and evidence.derived(one):
        return None  # `half` may be half of the other figure
    own = claim.around[number].own
    words = [item.text for item in claim.items if len(item.text) > 3 and not own.isdisjoint(item.keys)]
    case = _Case(claim, number, same, evidence.rivals(same, words))
    for find in (_came_true, _own_interval, _labelled, _difference):
        if place := find(case):
            return Meant(place, Reason.LABEL)
    if place := _own_figure(case):
        return Meant(place, Reason.NAME)
    return _told_by_words(case) or _beside(case, evidence) or _crossed(case, evidence)


def _crossed(case: _Case, evidence: Evidence) -> Meant | None:
    """`97 %, of which 71 %` where the passage has `71 %, of which 97 %`."""
    for at in (case.number - 1, case.number + 1):
        rival = case.claim.found[at] if 0 <= at < len(case.claim.found) else None
        if rival is None or not peers(case.one, rival) or not _is_part(case.claim.text, case.one, rival):
            continue
        for place in evidence.same(rival):
            held = [one.quantity for one in case.same if one.sentence is place.sentence]
            if any(_is_part(place.sentence.text, place.quantity, one) for one in held):
                return Meant(place, Reason.LABEL)
    return None


def _is_part(text: str, one: Quantity, whole: Quantity) -> bool:
    return 0 <= one.start - whole.tail <= 3 * _FAR and _PART_OF.search(text, whole.tail, one.start) is not None


def _beside(case: _Case, evidence: Evidence) -> Meant | None:
    place = companion_of(case.claim, case.number, case.same, evidence)
    return Meant(place, Reason.LABEL) if place else None


def _told_by_words(case: _Case) -> Meant | None:
    one, around = case.one, case.claim.around[case.number]
    others = [place for place in case.near if _may_be_meant(case, place)]
    if not others:
        return None
    reasons: Collection[Reason] = tuple(Reason)
    if one.kind is Kind.INTERVAL and one.head >= 0:
        reasons = (Reason.OUTCOME,)  # whose it is, is judged with its estimate
    elif _is_label(case.claim.text, one):
        reasons = (Reason.PHRASE,)
    elif one.kind is Kind.PLAIN and one.step >= 1 and one.measure is Measure.NONE:
        # Sessions, points of a scale: of them the words around tell little.
        sentences = [place.sentence for place in case.same if place.quantity.high is None]
        together = [other for other in others if other.quantity.head < 0 and other.sentence in sentences]
        found = meant_by(around, case.same, together) if not one.noun else None
        return found or meant_by(around, case.same, others, (Reason.PHRASE,))
    return meant_by(around, case.same, others, reasons)


def _may_be_meant(case: _Case, place: Place) -> bool:
    """Whether a figure is of the same sort as the claim's, or another result of it, and of another value."""
    one, same = case.one, case.same
    if place in same or bool(one.whole) != bool(place.quantity.whole) or matches(one, place.quantity):
        return False
    here = [held for held in same if held.sentence is place.sentence]
    if any(_tell_a_change(held, place) for held in here):
        return False
    if any(peers(held.quantity, place.quantity) for held in same):
        return True
    return not here and _is_mixed(case.claim.text, one, same[0].quantity.kind, place.quantity.kind)


def _tell_a_change(one: Place, other: Place) -> bool:
    """Whether two figures are the two ends of a change: `from 8.7 to 5.2`."""
    first, last = sorted((one.quantity, other.quantity), key=lambda quantity: quantity.start)
    text = one.sentence.text
    return bool(
        _TO.fullmatch(text, first.tail, last.start) and _FROM.search(text, max(0, first.start - _NEAR), first.start)
    )


def _is_mixed(text: str, one: Quantity, same: Kind, other: Kind) -> bool:
    """Whether a result of another sort may betray that a figure is not of the claim's outcome."""
    if one.kind is Kind.POINTS:
        return other in (Kind.PERCENT, Kind.RATIO)
    if one.kind is not Kind.PERCENT or {same, other} != {Kind.PERCENT, Kind.RATIO}:
        return False
    changes = _BY.search(text, max(0, one.start - _NEAR), one.start) or _LOWER.match(text, one.tail)
    return same is Kind.RATIO or bool(changes)


def _is_label(text: str, one: Quantity) -> bool:
    """Whether a whole time or dose says which figure is meant (`at 12 months`) and is no result (`was 12 months`)."""
    if one.unit is None or one.step < 1 or not one.unit.dimension.startswith(("time", "mass")):
        return False
    return not _TELLS.search(text, max(0, one.start - _NEAR), one.start)


def _came_true(case: _Case) -> Place | None:
    """The figure that came true, where the passage has the claim's figure as a plan and the claim does not say so."""
    if case.one.kind not in _WHOLE_NUMBERS or _PLANNED.search(case.claim.text):
        return None
    for place in case.same:
        start = place.quantity.start
        if not _PLANNED.search(place.sentence.text, max(0, start - _NEAR), start):
            return None
    first = case.same[0]
    together = (place for place in case.near if place.sentence is first.sentence and place.number != first.number)
    return next((place for place in together if place.quantity.kind in _WHOLE_NUMBERS), None)


def _own_interval(case: _Case) -> Place | None:
    """The interval of the estimate that the claim tells, where the claim gives it the interval of another."""
    one = case.one
    if one.kind is not Kind.INTERVAL or one.head < 0:
        return None
    estimate = case.claim.found[one.head]
    heads = [place.key for place in case.near if matches(estimate, place.quantity)]
    if not heads or any(place.quantity.head < 0 or _head_of(place) in heads for place in case.same):
        return None
    intervals = (place for place in case.near if place.quantity.kind is Kind.INTERVAL)
    return next((place for place in intervals if _head_of(place) in heads), None)


def _head_of(place: Place) -> tuple[str, int, int]:
    return place._replace(number=place.quantity.head).key


def _labelled(case: _Case) -> Place | None:
    """The figure that has the claim's label (`ICER`, `AUC`), where the figure with the claim's value has none."""
    label = case.one.measure
    if label not in _LABELLED or any(place.quantity.measure is not Measure.NONE for place in case.same):
        return None
    return next((place for place in case.near if place.quantity.measure is label), None)


def _own_figure(case: _Case) -> Place | None:
    """The figure of an arm, where the claim's figure is the difference between two and the claim tells it of one."""
    one, first = case.one, case.same[0]
    if one.measure in DIFFERENCES or any(place.quantity.measure not in DIFFERENCES for place in case.same):
        return None
    text = case.claim.text
    if _COMPARES.search(text, max(0, one.start - _FAR), one.tail + _FAR):
        return None
    around = case.claim.around[case.number]
    return next(
        (
            place
            for place in case.near
            if place.sentence is first.sentence
            and place.quantity.measure not in DIFFERENCES
            and place.quantity.high is None
            and place.quantity.kind is first.quantity.kind
            and tells_of(around, place, first)
        ),
        None,
    )


def _difference(case: _Case) -> Place | None:
    """The difference between two arms, where the claim tells the change in one arm as the difference."""
    one, text, first = case.one, case.claim.text, case.same[0]
    if one.measure in DIFFERENCES or one.high is not None or not _BY.search(text, max(0, one.start - _NEAR), one.start):
        return None
    if any(place.quantity.measure is not Measure.NONE or place.quantity.kind is Kind.RATIO for place in case.same):
        return None
    compared = _THAN_ARM.search(text)
    if not compared or any("differ" in place.sentence.text[: place.quantity.start] for place in case.same):
        return None
    opening = compared.start() == 0 and "," in text[: one.start]
    if not opening and any(other.start >= compared.end() for other in case.claim.found if peers(one, other)):
        return None
    siblings = [
        place for place in case.near if place.sentence is first.sentence and peers(first.quantity, place.quantity)
    ]
    if not siblings:
        return None
    differences = (place for place in case.near if _is_difference(place))
    return next((place for place in differences if not matches(one, place.quantity)), None)


def _is_difference(place: Place) -> bool:
    one = place.quantity
    if one.high is not None:
        return False
    start = one.start
    return one.measure in DIFFERENCES or bool(_DIFFERENCE.search(place.sentence.text, max(0, start - _FAR), start))


def is_exchange(claim: Sentence, number: int, other: Meant, meant: Mapping[int, Meant], evidence: Evidence) -> bool:
    """Whether a figure that seems to be another arm's is so for sure.

    It is not when the claim tells the other arm's figure where it belongs, and not when the claim says which arm has
    more as its figures do: then the arms are swapped, which the check of direction tells.
    """
    for at, rival in enumerate(claim.found):
        if at == number or not matches(rival, other.place.quantity):
            continue
        if _is_turned_round(claim, claim.found[number], rival):
            return False
        if at not in meant and _is_in_place(claim, number, at, other, evidence):
            return False
    return True


def _is_in_place(claim: Sentence, number: int, rival: int, other: Meant, evidence: Evidence) -> bool:
    held = [place for place in evidence.same(claim.found[rival]) if peers(other.place.quantity, place.quantity)]
    mistaken = evidence.same(claim.found[number])
    mine, theirs = claim.around[number], claim.around[rival]
    return any(
        is_told_of(theirs, place, than) and not are_crossed(mine, theirs, than, place)
        for place in held
        for than in mistaken
    )


def _is_turned_round(claim: Sentence, one: Quantity, rival: Quantity) -> bool:
    if one.kind in _WHOLE_NUMBERS:
        return False
    first, last = sorted((one, rival), key=lambda quantity: quantity.start)
    words = list(_MORE_OR_LESS.finditer(claim.text, 0, first.start))
    if not words or not _THAN.search(claim.text, words[-1].end(), last.start):
        return False
    return (first.value > last.value) == (words[-1]["more"] is not None)
