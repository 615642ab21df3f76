"""Check `numbers`: every figure of a claim is in its passages, and is there the figure of the same thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models import Verdict
from bmreport.statements.fault import Fault, Words
from bmreport.statements.markers import find_markers
from bmreport.statements.numbers.context import Meant, Place, Reason, nearest
from bmreport.statements.numbers.deriving import Setting, derives
from bmreport.statements.numbers.evidence import Evidence
from bmreport.statements.numbers.judging import is_exchange, judge_found
from bmreport.statements.numbers.measures import Measure
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.reading import FigureReading
from bmreport.statements.quotations import quotations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.numbers.reading import Sentence

__all__ = ["check"]

_STRUCTURE = re.compile(
    r"[\s-](?:[a-z-]+\s)?(?:groups?|arms?|treatments?|strateg|regimens?|drugs?|approach|interventions?|options?|methods?"
    r"|techniques?|therap|agents?|modalit|comparators?|conditions?|cohorts?|sexes|were|did|was)"
)
_DEFINITE = ("the ", "these ", "those ", "both ", "all ", "other ", "between ", "either of ", "any ", "this ")
_HELD_LIKENESS = 1.0
"""From this likeness on, a figure of another value is told to be the one that the claim means."""
_BESIDE = 60
"""So many characters either side of a figure are quoted."""


def check(view: ClaimInView) -> list[Fault]:
    """A fault for each figure of the claim that its passages do not have, or have for something else."""
    if not view.passages:
        return []
    claim, *further = FigureReading(view.text, is_sentence=True).sentences
    if not claim.numerals:
        return []
    evidence = Evidence(claim.text, view.passages)
    numbers = [number for number, one in enumerate(claim.found) if _is_data(view, one)]
    faults = list(_faults(view, claim, numbers, evidence)) if numbers else []
    faults.extend(_missing(view, further, evidence))
    return [] if faults and view.is_verbatim else faults


def _missing(view: ClaimInView, further: Sequence[Sentence], evidence: Evidence) -> Iterator[Fault]:
    """Of a claim with more figures than any prose, the rest is but looked up; the first that is missing is told."""
    for part in further:
        for one in part.numerals:
            if one.value not in evidence.values and 100 * one.value not in evidence.values:
                yield _not_found(view, view.text[one.start : one.end])
                return


def _is_data(view: ClaimInView, one: Quantity) -> bool:
    """Whether the evidence must have the figure: it is no part of a name, and no remark on the report's own sources."""
    text = view.text
    if one.kind is Kind.NAME or one.writing is Writing.ORDINAL or text.endswith("per ", 0, one.start):
        return False
    if one.counted == "studies" and one.value <= len(view.citation_ids):
        return False
    if one.writing is Writing.WORDS and one.unit is None:
        before = text[max(0, one.start - 12) : one.start].lower()
        if one.value <= 1 or before.endswith(_DEFINITE):
            return False
        return not (one.value == 2 and _STRUCTURE.match(text, one.end))
    return True


def _faults(view: ClaimInView, claim: Sentence, numbers: Sequence[int], evidence: Evidence) -> Iterator[Fault]:
    marks = find_markers(view.text, view.passages.values(), view.known_ids | set(view.citation_ids))
    meant: dict[int, Meant] = {}
    for number in numbers:
        one = claim.found[number]
        if any(mark.start < one.end and one.start < mark.end for mark in marks):
            continue  # the check of markers tells it
        judged = _judge(view, claim, number, evidence)
        if isinstance(judged, Meant):
            meant[number] = judged
        elif judged is not None:
            yield judged
    for number, other in meant.items():
        if other.reason is not Reason.NAME or is_exchange(claim, number, other, meant, evidence):
            yield _mistaken(view, claim.found[number], other.place)


def _judge(view: ClaimInView, claim: Sentence, number: int, evidence: Evidence) -> Fault | Meant | None:
    """What is wrong with one figure: a fault, the figure that it seems to be mistaken for, or None."""
    one = claim.found[number]
    if one.kind is Kind.LEVEL:
        return _judge_level(view, one, evidence)
    if same := evidence.same(one):
        return judge_found(claim, number, same, evidence)
    if _both_ends(one, evidence) or evidence.is_middle(one) or evidence.has_one(one) or _from_claim(claim, number):
        return None
    same = evidence.derived(one)
    of_same = [place for place in evidence.alike(one) if one.whole and place.quantity.whole == one.whole]
    if of_same and not any(place.quantity.whole for place in same):
        return _absent(view, claim, number, of_same)
    if same or evidence.is_sum(one):
        # What is reckoned from two figures says little of whose they are.
        single = bool(same) and len(same) == len({id(place.sentence) for place in same})
        return judge_found(claim, number, same, evidence) if single and one.writing is Writing.DIGITS else None
    if _is_quoted(claim.text, one):
        return None  # the check of quotes tells that the words are not the source's
    return _absent(view, claim, number, [one for one in evidence.alike(one) if one.quantity.kind is not Kind.NAME])


def _judge_level(view: ClaimInView, one: Quantity, evidence: Evidence) -> Fault | None:
    """`95% CI`: the level must be the passage's, where the passage tells one."""
    levels = [place for place in evidence.places if place.quantity.kind is Kind.LEVEL]
    if not levels or any(place.quantity.value == one.value for place in levels):
        return None
    return _mistaken(view, one, levels[0])


def _is_quoted(text: str, one: Quantity) -> bool:
    """Whether a figure stands in a quotation, and not among the words in brackets that the quoter put in."""
    return any(
        quotation.start < one.start < quotation.end
        and text.rfind("[", quotation.start, one.start) <= text.rfind("]", quotation.start, one.start)
        for quotation in quotations(text)
    )


def _both_ends(one: Quantity, evidence: Evidence) -> bool:
    """`14.8 to 21.3 months` may be no range; the two figures may stand apart."""
    if one.high is None or one.kind is Kind.INTERVAL or one.measure is not Measure.NONE:
        return False
    ends = (one._replace(high=None), one._replace(value=one.high, step=one.high_step, high=None))
    return all(evidence.same(end) for end in ends)


def _from_claim(claim: Sentence, number: int) -> bool:
    """Whether a share follows from two counts of the claim, which are judged too (`1,617 of 25,871, or 6.3 %`)."""
    one = claim.found[number]
    if one.kind is not Kind.PERCENT:
        return False
    counts = [other for other in claim.found if other.kind in (Kind.COUNT, Kind.PLAIN) and other.step >= 1]
    return bool(derives(one, counts, Setting()))


def _mistaken(view: ClaimInView, one: Quantity, place: Place) -> Fault:
    claimed, held, name = _written(view.text, one), _written(place.sentence.text, place.quantity), place.citation_id
    return Fault(
        kind="numbers",
        verdict=Verdict.CONTRADICTED,
        message=f"the claim has {claimed} where {name} has {held}; there, {claimed} is the figure of something else",
        remedy=f"give the figure that {name} tells for this, or name what the figure is of",
        quotes=(_quote(place),),
    )


def _absent(view: ClaimInView, claim: Sentence, number: int, alike: Sequence[Place]) -> Fault:
    claimed = _written(view.text, claim.found[number])
    place, like = nearest(claim.around[number], alike)
    if place is not None and like >= _HELD_LIKENESS:
        held = _written(place.sentence.text, place.quantity)
        return Fault(
            kind="numbers",
            verdict=Verdict.CONTRADICTED,
            message=f"the claim has {claimed} where {place.citation_id} has {held}",
            remedy=f"write the figure as {place.citation_id} has it, rounded at most",
            quotes=(_quote(place),),
        )
    return _not_found(view, claimed)


def _not_found(view: ClaimInView, claimed: str) -> Fault:
    return Fault(
        kind="numbers",
        verdict=Verdict.NOT_FOUND,
        message=f"{claimed} stands in none of the cited passages ({', '.join(view.passages)})",
        remedy="take the figure out, or cite the passage that has it",
    )


def _written(text: str, one: Quantity) -> str:
    return " ".join(text[one.start : max(one.tail, one.end)].split())


def _quote(place: Place) -> Words:
    """The figure with the words around it, of its sentence."""
    found, text = place.quantity, place.sentence.text
    left = text.rfind(" ", 0, found.start - _BESIDE) + 1 if found.start > _BESIDE else 0
    right = text.find(" ", found.tail + _BESIDE)
    right = len((text if right < 0 else text[:right]).rstrip())
    return Words(place.citation_id, place.sentence.offset + left, place.sentence.offset + right)
