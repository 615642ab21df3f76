"""Check `numbers`: every figure of a claim is in its passages, and is there the figure of the same thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models import Verdict
from bmreport.statements.fault import Fault, Words
from bmreport.statements.markers import find_markers
from bmreport.statements.numbers.context import Meant, Place, Reason, is_told_of, meant_by, nearest, tells_of
from bmreport.statements.numbers.deriving import Setting, derives
from bmreport.statements.numbers.measures import DIFFERENCES, Measure
from bmreport.statements.numbers.matching import comparable, matches, peers
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.reading import FigureReading, Sentence
from bmreport.statements.quotations import quotations
from bmreport.statements.numbers.settings import is_absolute, is_relative, setting_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.numbers.surroundings import Around

__all__ = ["check"]

_STRUCTURE = re.compile(
    r"[\s-](?:[a-z-]+\s)?(?:groups?|arms?|treatments?|strateg|regimens?|drugs?|approach|interventions?|options?"
    r"|methods?"
    r"|techniques?|therap|agents?|modalit|comparators?|conditions?|cohorts?|sexes|were|did|was)"
)
_DEFINITE = ("the ", "these ", "those ", "both ", "all ", "other ", "between ", "either of ", "any ", "this ")
_HALF = 50.0
_MORE_OR_LESS = re.compile(
    r"\b(?:(?P<more>more|higher|greater|longer|larger|commoner|better|increased|raised|likelier|exceeded)"
    r"|less|lower|fewer|shorter|smaller|rarer|worse|reduced|lowered|decreased)\b",
    re.IGNORECASE,
)
_THAN = re.compile(r"\b(?:than|compared|versus|vs|relative)\b|\(")
_BY = re.compile(r"\bby\s(?:about|nearly|almost|over|some|around|roughly)?\s?$")
_LOWER = re.compile(r"\s(?:lower|higher|fewer|less|more|reduction|increase|decrease|drop|fall|rise)\b")
_COMPARES = re.compile(
    r"\b(?:differ\w*|more|less|fewer|greater|gap|between|than|excess|beyond|over|versus|compared|relative|against)\b"
)
_COMPARED_REACH = 40
_FROM = re.compile(r"\b[Ff]rom\s(?:[$£€])?$")
_TO = re.compile(r"\s(?:±\s?[\d.]+\s)?(?:(?:\([^()]{0,60}\)|[a-z]{1,20}|[a-z]{1,20}\s[a-z]{1,20})\s)?to\s[-−$£€]?")
_TELLS = re.compile(
    r"\b(?:was|were|is|are|lasted|averaged|totalled|reached|median of|mean of|average of)\s(?:about|only|around"
    r"|nearly|almost|just)?\s?$"
)
_TELLING_REACH = 24
_LABELLED = frozenset({Measure.ICER, Measure.AUC, Measure.KAPPA, Measure.NNT, Measure.I2})
_MOST_COUNTS, _MOST_SUMMED = 6, 4
_PLANNED = re.compile(
    r"\b(?:planned|target(?:ed)?|intended|expected|projected|anticipated|assumed|calculated)\b", re.IGNORECASE
)
_PLAN_REACH = 24
_HELD_LIKENESS = 1.0
"""From this likeness on, a figure of another value is told to be the one that the claim means."""


def check(view: ClaimInView) -> list[Fault]:
    """A fault for each figure of the claim that its passages do not have, or have for something else."""
    if not view.passages:
        return []
    claim = FigureReading(view.text, is_sentence=True).sentences[0]
    numbers = [number for number in range(len(claim.found)) if _is_data(view, claim.found[number])]
    if not numbers:
        return []
    passages = {identifier: FigureReading(text) for identifier, text in view.passages.items()}
    faults = list(_faults(view, claim, numbers, passages))
    return [] if faults and view.is_verbatim else faults


def _is_data(view: ClaimInView, one: Quantity) -> bool:
    """Whether the evidence must have the figure: it is no part of a name, and no remark on the report's own sources."""
    text = view.text
    if one.kind is Kind.NAME or one.writing is Writing.ORDINAL or text[max(0, one.start - 4) : one.start] == "per ":
        return False
    if one.counted == "studies" and one.value <= len(view.citation_ids):
        return False
    if one.writing is Writing.WORDS and one.unit is None:
        before = text[max(0, one.start - 12) : one.start].lower()
        if one.value <= 1 or before.endswith(_DEFINITE):
            return False
        return not (one.value == 2 and _STRUCTURE.match(text, one.end))
    return True


def _faults(
    view: ClaimInView, claim: Sentence, numbers: Sequence[int], passages: Mapping[str, FigureReading]
) -> Iterator[Fault]:
    marks = find_markers(view.text, view.passages.values(), view.known_ids | set(view.citation_ids))
    places = [
        Place(identifier, sentence, at)
        for identifier, reading in passages.items()
        for sentence in (reading.sentences[place] for place in reading.with_figures)
        for at in range(len(sentence.found))
    ]
    meant: dict[int, Meant] = {}
    for number in numbers:
        one = claim.found[number]
        if any(mark.start < one.end and one.start < mark.end for mark in marks):
            continue  # the check of markers tells it
        judged = _judge(view, claim, number, passages, places)
        if isinstance(judged, Meant):
            meant[number] = judged
        elif judged is not None:
            yield judged
    for number, other in meant.items():
        if other.reason is not Reason.NAME or (
            _is_exchange(claim, number, other, meant, places) and not _is_turned_round(claim, number, other)
        ):
            yield _swapped(view, claim.found[number], other.place)


def _judge(
    view: ClaimInView, claim: Sentence, number: int, passages: Mapping[str, FigureReading], places: Sequence[Place]
) -> Fault | Meant | None:
    """What is wrong with one figure: a fault, the figure that it seems to be mistaken for, or None."""
    one = claim.found[number]
    if one.kind is Kind.LEVEL:
        return _judge_level(view, one, places)
    alike = [place for place in places if _comparable(view, one, place)]
    same = [place for place in alike if matches(one, place.quantity)]
    if same:
        return _judge_found(view, claim, number, same, places, passages)
    if _both_ends(view, one, places) or _is_middle(one, passages) or _from_claim(claim, number):
        return None
    same = _derived(view, one, passages)
    of_same = [place for place in alike if one.whole and place.quantity.whole == one.whole]
    if of_same and not any(place.quantity.whole for place in same):
        return _absent(view, one, *nearest(claim.around[number], of_same))
    if same or _sum_of_passages(one, passages):
        # What is reckoned from two figures says little of whose they are.
        single = len(same) == len({place.sentence.offset for place in same}) and one.writing is Writing.DIGITS
        return _judge_found(view, claim, number, same, places, passages) if same and single else None
    if any(one.start > quotation.start and one.end < quotation.end for quotation in quotations(view.text)):
        return None  # the check of quotes tells that the words are not the source's
    named = [place for place in alike if place.quantity.kind is not Kind.NAME]
    return _absent(view, one, *nearest(claim.around[number], named))


def _judge_found(
    view: ClaimInView, claim: Sentence, number: int, same: Sequence[Place], places: Sequence[Place],
    passages: Mapping[str, FigureReading],
) -> Fault | Meant | None:  # fmt: skip
    """Whether a figure that the passages have is there the figure of the same thing."""
    one = claim.found[number]
    if one.kind in (Kind.COUNT, Kind.PLAIN) and (planned := _only_planned(view, same, places)):
        return _swapped(view, one, planned)
    if other := _own_interval(claim, number, same, places):
        return _swapped(view, one, other)
    if number and claim.found[number - 1].whole == one.value:
        return None  # of `12 of 100`, the part is judged
    is_loose = one.writing in (Writing.SHARE, Writing.TIMES) or (
        one.unit is not None and all(place.quantity.unit is None for place in same)
    )
    if is_loose and _derived(view, one, passages):
        return None  # `half` may be half of the other figure
    if other := _other_label(one, same, places):
        return _swapped(view, one, other)
    if other := _own_figure(view.text, one, claim.around[number], same, places):
        return Meant(other, Reason.NAME)
    others = _others(view, one, same, places)
    reasons: Collection[Reason] = tuple(Reason)
    if one.kind is Kind.INTERVAL and one.head >= 0:
        reasons = (Reason.OUTCOME,)  # whose it is, is judged with its estimate
    elif _is_label(view.text, one):
        reasons = (Reason.PHRASE,)
    elif one.kind is Kind.PLAIN and one.step >= 1 and one.measure is Measure.NONE:
        # Sessions, points of a scale: of them the words around tell little.
        together = [other for other in others if any(other.sentence is place.sentence for place in same)]
        found = meant_by(claim.around[number], same, together) if not one.noun else None
        return found or meant_by(claim.around[number], same, others, (Reason.PHRASE,))
    return meant_by(claim.around[number], same, others, reasons)


def _is_exchange(
    claim: Sentence, number: int, other: Meant, meant: Mapping[int, Meant], places: Sequence[Place]
) -> bool:
    """Whether a figure that seems to be another arm's is so for sure: the other one is not told where it belongs."""
    for at, rival in enumerate(claim.found):
        if at != number and at not in meant and matches(rival, other.place.quantity):
            held = [
                place
                for place in places
                if matches(rival, place.quantity) and peers(other.place.quantity, place.quantity)
            ]
            mistaken = [place for place in places if matches(claim.found[number], place.quantity)]
            if any(is_told_of(claim.around[at], one, than) for one in held for than in mistaken):
                return False
    return True


def _is_turned_round(claim: Sentence, number: int, other: Meant) -> bool:
    """Whether the claim tells which arm has more as its figures do: then the arms are swapped, which `direction` tells."""
    rivals = [one for at, one in enumerate(claim.found) if at != number and matches(one, other.place.quantity)]
    if not rivals or claim.found[number].kind in (Kind.COUNT, Kind.PLAIN):
        return False
    first, last = sorted((claim.found[number], rivals[0]), key=lambda one: one.start)
    words = [match for match in _MORE_OR_LESS.finditer(claim.text, 0, first.start)]
    if not words or not _THAN.search(claim.text, words[-1].end(), last.start):
        return False
    return (first.value > last.value) == (words[-1]["more"] is not None)


def _own_interval(claim: Sentence, number: int, same: Sequence[Place], places: Sequence[Place]) -> Place | None:
    """The interval of the estimate that the claim tells, where the claim gives it the interval of another."""
    one = claim.found[number]
    if one.kind is not Kind.INTERVAL or one.head < 0:
        return None
    heads = [place.key for place in places if matches(claim.found[one.head], place.quantity)]
    if not heads or any(_head_of(place) in heads or place.quantity.head < 0 for place in same):
        return None
    own = (place for place in places if place.quantity.kind is Kind.INTERVAL and _head_of(place) in heads)
    return next(own, None)


def _head_of(place: Place) -> tuple[str, int, int]:
    return place._replace(number=place.quantity.head).key


def _own_figure(
    text: str, one: Quantity, around: Around, same: Sequence[Place], places: Sequence[Place]
) -> Place | None:
    """The figure of an arm, where the claim's figure is the difference between two and the claim tells it of one."""
    if one.measure in DIFFERENCES or any(place.quantity.measure not in DIFFERENCES for place in same):
        return None
    if _COMPARES.search(text, max(0, one.start - _COMPARED_REACH), one.tail + _COMPARED_REACH):
        return None
    return next(
        (
            place
            for place in places
            if place.sentence is same[0].sentence
            and place.quantity.measure not in DIFFERENCES
            and place.quantity.high is None
            and place.quantity.kind is same[0].quantity.kind
            and tells_of(around, place, same[0])
        ),
        None,
    )


def _others(view: ClaimInView, one: Quantity, same: Sequence[Place], places: Sequence[Place]) -> list[Place]:
    """The figures that the claim's may have been mistaken for: of the same sort, or another result of another value."""
    keys = {place.key for place in same}
    return [
        place
        for place in places
        if place.key not in keys
        and not any(place.sentence is held.sentence and _tell_a_change(held, place) for held in same)
        and (
            any(peers(held.quantity, place.quantity) for held in same)
            or (
                _is_mixed(view.text, one, same[0].quantity.kind, place.quantity.kind)
                and not any(place.sentence is held.sentence for held in same)
            )
        )
        and not matches(one, place.quantity)
        and bool(one.whole) == bool(place.quantity.whole)
    ]


def _tell_a_change(one: Place, other: Place) -> bool:
    """Whether two figures are the two ends of a change: `from 8.7 to 5.2`."""
    first, last = sorted((one.quantity, other.quantity), key=lambda quantity: quantity.start)
    text = one.sentence.text
    return bool(_TO.fullmatch(text, first.tail, last.start)) and bool(
        _FROM.search(text, max(0, first.start - 10), first.start)
    )


def _is_mixed(text: str, one: Quantity, same: Kind, other: Kind) -> bool:
    """Whether a result of another sort may betray that a figure is not of the claim's outcome."""
    if one.kind is Kind.POINTS:
        return other in (Kind.PERCENT, Kind.RATIO)
    if one.kind is not Kind.PERCENT or {same, other} != {Kind.PERCENT, Kind.RATIO}:
        return False
    return same is Kind.RATIO or bool(
        _BY.search(text, max(0, one.start - 8), one.start) or _LOWER.match(text, one.tail)
    )


def _only_planned(view: ClaimInView, same: Sequence[Place], places: Sequence[Place]) -> Place | None:
    """The figure that came true, where the passage has the claim's figure as a plan and the claim does not say so."""
    if _PLANNED.search(view.text):
        return None
    for place in same:
        start = place.quantity.start
        if not _PLANNED.search(place.sentence.text, max(0, start - _PLAN_REACH), start):
            return None
    return next(
        (
            place
            for place in places
            if place.sentence is same[0].sentence
            and place.number != same[0].number
            and place.quantity.kind in (Kind.COUNT, Kind.PLAIN)
        ),
        None,
    )


def _is_label(text: str, one: Quantity) -> bool:
    """Whether a whole time or dose tells which figure is meant (`at 12 months`) and is no result itself (`was 12 "
    "months`)."""
    if one.unit is None or one.step < 1 or not one.unit.dimension.startswith(("time", "mass")):
        return False
    return not _TELLS.search(text, max(0, one.start - _TELLING_REACH), one.start)


def _other_label(one: Quantity, same: Sequence[Place], places: Sequence[Place]) -> Place | None:
    """The figure that has the claim's label (`ICER`, `AUC`), where the figure with the claim's value has none."""
    if one.measure not in _LABELLED or any(place.quantity.measure is not Measure.NONE for place in same):
        return None
    return next((place for place in places if place.quantity.measure is one.measure), None)


def _sum_of_passages(one: Quantity, passages: Mapping[str, FigureReading]) -> bool:
    """`two trials with 1,412 people`: the sum of what two or more passages tell of theirs."""
    if one.kind is not Kind.COUNT or len(passages) < 2:
        return False
    counts = [
        [
            other.value
            for number in reading.with_figures
            for other in reading.sentences[number].found
            if other.kind is Kind.COUNT and other.counted in ("", one.counted)
        ][:_MOST_COUNTS]
        for reading in passages.values()
    ]
    sums = {0.0}
    for values in counts[:_MOST_SUMMED]:
        sums |= {total + value for total in sums for value in values}
    return one.value in sums


def _is_middle(one: Quantity, passages: Mapping[str, FigureReading]) -> bool:
    """`Half of the patients` is the median of them."""
    is_half = one.writing is Writing.SHARE and one.value == _HALF
    return is_half and any("median" in reading.text for reading in passages.values())


def _both_ends(view: ClaimInView, one: Quantity, places: Sequence[Place]) -> bool:
    """`from 14.8 to 21.3 months` is no range; the two figures may stand apart."""
    if one.high is None or one.kind is Kind.INTERVAL or one.measure is not Measure.NONE:
        return False
    ends = (one._replace(high=None), one._replace(value=one.high, step=one.high_step, high=None))
    return all(any(_comparable(view, end, place) and matches(end, place.quantity) for place in places) for end in ends)


def _comparable(view: ClaimInView, one: Quantity, place: Place) -> bool:
    """Whether both are of one sort; percentages of a risk and percentage points are not."""
    found, text = place.quantity, place.sentence.text
    kinds = {one.kind, found.kind}
    if kinds == {Kind.PERCENT, Kind.POINTS}:
        return is_absolute(view.text, one) and is_absolute(text, found)
    if not comparable(one, found):
        return False
    if kinds <= {Kind.PERCENT, Kind.POINTS} and is_absolute(view.text, one) != is_absolute(text, found):
        return not (is_relative(view.text, one) or is_relative(text, found))
    return True


def _derived(view: ClaimInView, one: Quantity, passages: Mapping[str, FigureReading]) -> list[Place]:
    """The figures of the passages from which the claim's figure follows."""
    places = []
    for identifier, reading in passages.items():
        setting = setting_of(view.text, one, reading.text)
        for number in reading.with_figures:
            sentence = reading.sentences[number]
            starts = {source.start for source in derives(one, sentence.found, setting)}
            places.extend(
                Place(identifier, sentence, at) for at, other in enumerate(sentence.found) if other.start in starts
            )
    return places


def _from_claim(claim: Sentence, number: int) -> bool:
    """Whether a share follows from two counts of the claim itself (`1,617 of 25,871, or 6.3 %`), which are judged "
    "too."""
    one = claim.found[number]
    if one.kind is not Kind.PERCENT:
        return False
    counts = [other for other in claim.found if other.kind in (Kind.COUNT, Kind.PLAIN) and other.step >= 1]
    return bool(derives(one, counts, Setting()))


def _judge_level(view: ClaimInView, one: Quantity, places: Sequence[Place]) -> Fault | None:
    """`95% CI`: the level must be the passage's, where the passage tells one."""
    levels = [place for place in places if place.quantity.kind is Kind.LEVEL]
    if not levels or any(place.quantity.value == one.value for place in levels):
        return None
    return _swapped(view, one, levels[0])


def _written(text: str, one: Quantity) -> str:
    return " ".join(text[one.start : max(one.tail, one.end)].split())


def _swapped(view: ClaimInView, one: Quantity, place: Place) -> Fault:
    claimed, held = _written(view.text, one), _written(place.sentence.text, place.quantity)
    return Fault(
        kind="numbers",
        verdict=Verdict.CONTRADICTED,
        message=f"the claim has {claimed} where {place.citation_id} has {held}; there, {claimed} is the figure of something else",
        remedy=f"give the figure that {place.citation_id} tells for this, or name what the figure is of",
        quotes=(_quote(place),),
    )


def _absent(view: ClaimInView, one: Quantity, place: Place | None, like: float) -> Fault:
    claimed = _written(view.text, one)
    if place is not None and like >= _HELD_LIKENESS:
        held = _written(place.sentence.text, place.quantity)
        return Fault(
            kind="numbers",
            verdict=Verdict.CONTRADICTED,
            message=f"the claim has {claimed} where {place.citation_id} has {held}",
            remedy=f"write the figure as {place.citation_id} has it, rounded at most",
            quotes=(_quote(place),),
        )
    return Fault(
        kind="numbers",
        verdict=Verdict.NOT_FOUND,
        message=f"{claimed} stands in none of the cited passages ({', '.join(view.passages)})",
        remedy="take the figure out, or cite the passage that has it",
    )


def _quote(place: Place) -> Words:
    """The words around the figure, at most a few either side, of its sentence."""
    found, text = place.quantity, place.sentence.text
    left = text.rfind(" ", 0, found.start - 60) + 1 if found.start > 60 else 0
    right = text.find(" ", found.tail + 60)
    right = len(text) if right < 0 else right
    right = len(text[:right].rstrip())
    return Words(place.citation_id, place.sentence.offset + left, place.sentence.offset + right)
