"""Companions: the figure that a passage sets beside another (`71 % vs 60 %; HR 0.70`), where a claim has another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.statements.numbers.context import Place, tells_alone, tells_any, tells_of
from bmreport.statements.numbers.matching import matches, peers
from bmreport.statements.numbers.numerals import Writing
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.synonyms import keys_of
from bmreport.statements.words import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bmreport.statements.numbers.evidence import Evidence
    from bmreport.statements.numbers.reading import Sentence
    from bmreport.statements.numbers.surroundings import Around

__all__ = ["companion_of"]

_VERSUS = re.compile(r"\b(?:vs?|versus|than|compared|against)\b")
_AND = re.compile(r"\b(?:and|vs?|versus|than|compared|against|or)\b|/")
_APART = re.compile(r"[;:]|\.\s|,\sand\b|\b(?:but|whereas|while|although)\b")
_OPENS = re.compile(r"[(;]")
_NOUN = re.compile(
    r"[\s-](?!(?:in|of|with|after|among|and|at|on|to|for|by|from|versus|vs|than|compared|were|was|had)\b)([a-z]{3,})"
)
_THING = 40
_LONGEST_ROW = 12
_FAR, _BACK = 100, 5
_TEST_MEASURES = frozenset(
    key
    for word in ("sensitivity", "specificity", "accuracy", "PPV", "NPV", "recall", "precision")
    for keys in keys_of(read_words(word))
    for key in keys
)
"""What is told of a test in lists, each figure by its name or, of a second test, without."""
_OF_TWO = frozenset({Kind.RATIO, Kind.POINTS, Kind.P_VALUE})
"""What is told of a comparison of two figures, and mostly right after them."""


def companion_of(claim: Sentence, number: int, same: Sequence[Place], evidence: Evidence) -> Place | None:
    """The figure beside which a passage has the claim's neighbour, when it never has the claim's own figure there."""
    one = claim.found[number]
    if one.writing in (Writing.SHARE, Writing.TIMES) or one.kind in (Kind.LEVEL, Kind.NAME, Kind.YEAR):
        return None
    if one.kind in _OF_TWO and (found := _result_of(claim, number, same, evidence)):
        return found
    claimed = claim.around[number]
    if _is_of_thing(claim.text, one, same):
        return None
    for at, clear in _neighbours(claim, number):
        held = [place for place in evidence.same(claim.found[at]) if peers(claim.found[at], place.quantity)]
        if found := _named_alike(claim, number, at, held, same):
            return found
        beside = [(place, list(_row(place, one))) for place in held]
        if any(matches(one, other.quantity) for _, others in beside for other in others):
            continue
        if any(_is_next(spot, place) for spot in same for place in held):
            continue
        for other in (others[0] for _, others in beside if others):
            if clear and not any(tells_any(claimed, spot, other) for spot in same):
                return other
            if all(tells_of(claimed, other, spot) and not tells_alone(claimed, spot, other) for spot in same):
                return other
    return None


def _is_of_thing(text: str, one: Quantity, same: Sequence[Place]) -> bool:
    """Whether the figure is part of what a thing is called (`the 1.5 % cream`), here and there."""
    noun = _NOUN.match(text, one.tail)
    return noun is not None and any(
        noun[1] in place.sentence.text[place.quantity.tail : place.quantity.tail + _THING] for place in same
    )


def _named_alike(claim: Sentence, number: int, at: int, held: Sequence[Place], same: Sequence[Place]) -> Place | None:
    """`sensitivity 91 % and specificity 88 %`: what a passage gives the second name beside the first figure."""
    around, near = claim.around[number], claim.around[at]
    for own, other in ((around.before[-1:], near.before[-1:]), (around.after[:1], near.after[:1])):
        names, beside = _TEST_MEASURES.intersection(own), _TEST_MEASURES.intersection(other)
        if not names or not beside or names == beside or any(names & _names(spot.around) for spot in same):
            continue
        called = (place for place in held if beside & _names(place.around))
        if found := _next_of(claim.found[number], names, called):
            return found
    return None


def _next_of(one: Quantity, names: frozenset[str], held: Iterable[Place]) -> Place | None:
    """The next figure of the sort of `one` after or before another, when it has one of the names and another value."""
    for place in held:
        found = place.sentence.found
        for step in (-1, 1):
            near = range(place.number + step, place.number + _BACK * step, step)
            others = (place._replace(number=n) for n in near if 0 <= n < len(found) and peers(one, found[n]))
            other = next(others, None)
            if other and names & _names(other.around) and not matches(one, other.quantity):
                return other
    return None


def _names(around: Around) -> frozenset[str]:
    """The measures of a test right before and right after a figure."""
    return _TEST_MEASURES.intersection((*around.before[-1:], *around.after[:1]))


def _is_next(one: Place, other: Place) -> bool:
    """Whether two figures follow one another in a sentence, with nothing that parts them."""
    if one.sentence is not other.sentence or abs(one.number - other.number) != 1:
        return False
    return bool(_between(one.sentence.text, one.quantity, other.quantity))


def _result_of(claim: Sentence, number: int, same: Sequence[Place], evidence: Evidence) -> Place | None:
    """The ratio or the p value that a passage tells right after the two figures before the claim's."""
    one, claimed = claim.found[number], claim.around[number]
    if number < 2 or not peers(claim.found[number - 2], claim.found[number - 1]):
        return None
    if not _OPENS.search(claim.text[claim.found[number - 1].tail : one.start][:_FAR]):
        return None
    first = {(id(place.sentence), place.number) for place in evidence.same(claim.found[number - 2])}
    for last in evidence.same(claim.found[number - 1]):
        together = any((id(last.sentence), last.number - back) in first for back in range(1, _BACK))
        group = list(_after(last)) if together else []
        of_sort = [place for place in group if peers(one, place.quantity)]
        if not of_sort or any(matches(one, place.quantity) for place in group):
            continue
        if not any(tells_any(claimed, spot, of_sort[0]) for spot in same):
            return of_sort[0]
    return None


def _after(place: Place) -> Iterator[Place]:
    """The figures after this one, up to the next of its sort."""
    found = place.sentence.found
    for at in range(place.number + 1, len(found)):
        if peers(place.quantity, found[at]):
            return
        yield place._replace(number=at)


def _neighbours(claim: Sentence, number: int) -> Iterator[tuple[int, bool]]:
    """The figures that the claim compares this one with, and whether a word says so."""
    one = claim.found[number]
    for step in (-1, 1):
        at = number + step
        while 0 <= at < len(claim.found) and not peers(one, claim.found[at]):
            at += step
        if 0 <= at < len(claim.found):
            between = _between(claim.text, one, claim.found[at])
            if between and _VERSUS.search(between):
                yield at, True
            elif between and _AND.search(between):
                yield at, False


def _between(text: str, one: Quantity, other: Quantity) -> str:
    first, last = sorted((one, other), key=lambda quantity: quantity.start)
    between = text[first.tail : last.start]
    if len(between) > _FAR or _APART.search(between) or between.count("(") != between.count(")"):
        return ""
    return between


def _row(place: Place, one: Quantity) -> Iterator[Place]:
    """The figures of the sort of `one` that follow a figure, then those before it, as far as they are told together."""
    found = place.sentence.found
    for step in (1, -1):
        last = place.quantity
        at = place.number + step
        while 0 <= at < len(found) and abs(at - place.number) <= _LONGEST_ROW:
            if peers(one, found[at]):
                if not _between(place.sentence.text, last, found[at]):
                    break
                last = found[at]
                yield place._replace(number=at)
            at += step
