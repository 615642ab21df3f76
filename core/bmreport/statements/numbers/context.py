"""Which of several figures of a passage a figure of a claim stands for, by the words around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers.matching import peers
from bmreport.statements.numbers.sentence_items import GENERIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.statements.numbers.quantity import Quantity
    from bmreport.statements.numbers.reading import Sentence
    from bmreport.statements.numbers.surroundings import Around

__all__ = ["Place", "likeness", "nearest", "stands_for_another"]

_GENERIC_WEIGHT = 0.2
_HOUR = 1 / 25
_RESULT_WORDS = frozenset({"median", "mean", "surviv", "stay"})
_PLAIN_ENOUGH = 3
"""So many words of the other figure's speak for it, even when this one has none of its own."""


class Place(NamedTuple):
    """A figure of a passage: `sentence.found[number]`, of the citation."""

    citation_id: str
    sentence: Sentence
    number: int

    @property
    def quantity(self) -> Quantity:
        """The figure."""
        return self.sentence.found[self.number]

    @property
    def around(self) -> Around:
        """Its words."""
        return self.sentence.around[self.number]


def likeness(claimed: Around, found: Around) -> float:
    """How much two figures share of the words that stand for them."""
    own, near = found.own, found.near
    return sum(
        (1.0 if key in own else 0.4 if key in near else 0.0) * (_GENERIC_WEIGHT if key in GENERIC else 1.0)
        for key in claimed.own
    )


def nearest(claimed: Around, places: Iterable[Place]) -> tuple[Place | None, float]:
    """The figure whose words are most like the claim's, and how like they are."""
    best, most = None, -1.0
    for place in places:
        like = likeness(claimed, place.around)
        if like > most:
            best, most = place, like
    return best, most


def stands_for_another(claimed: Around, same: Sequence[Place], others: Sequence[Place]) -> Place | None:
    """The figure of another value that the claim's words belong to, when none with the claim's value fits them."""
    found = None
    for place in same:
        found = next((other for other in others if _belongs(claimed, place, other)), None)
        if found is None:
            return None
    return found


def _belongs(claimed: Around, same: Place, other: Place) -> bool:
    """Whether the claim's words are plainly those of `other`, and not those of `same`."""
    if _is_name(same) and (same.quantity.high is None) != (other.quantity.high is None):
        return False
    if _other_outcome(claimed, same, other):
        return True
    if _is_name(same) or not peers(same.quantity, other.quantity):
        return False
    return _other_name(claimed, same, other) or _other_amount(claimed, same, other) or _other_sex(claimed, same, other)


def _is_name(place: Place) -> bool:
    """Whether the figure itself tells which figures are meant, as a moment and a dose do; a median time is a result."""
    unit = place.quantity.unit
    if unit is None or place.quantity.step < 1 or place.around.lead & _RESULT_WORDS:
        return False
    return unit.dimension in ("mass", "mass/mass") or (unit.dimension == "time" and unit.factor >= _HOUR)


def _other_outcome(claimed: Around, same: Place, other: Place) -> bool:
    """The claim tells the outcome of the other figure, and this one has an outcome of its own."""
    ours, theirs = same.around, other.around
    known = theirs.own | theirs.near | same.sentence.arm_names | other.sentence.arm_names
    names = same.sentence.arm_names | other.sentence.arm_names
    for_them = _words(_telling(claimed.lead, theirs.lead | (theirs.tail - names), ours.own | ours.near))
    if not for_them and not _telling(claimed.own, ours.own, known) and not any(key.startswith("#time") for key in ours.own):
        # `use beyond two years`, of two figures of which one is told for no time
        for_them = frozenset(key for key in claimed.lead & theirs.lead if key.startswith("#time"))
    if not for_them or _telling(claimed.lead, ours.own, known):
        return False
    if _telling(claimed.own, ours.lead, known | setting(other)):
        return False
    if not _content(ours.lead) - claimed.own and len(for_them) < _PLAIN_ENOUGH:
        return False
    # A word of the sentences before may be of this figure too; then nothing else may speak for it.
    if _new(for_them, ours.own | ours.near | setting(same)):
        return True
    return not _telling(claimed.own, ours.own, known)


def _new(keys: frozenset[str], known: frozenset[str]) -> bool:
    """Whether a key is not known, and no pair of known words either."""
    return any(key not in known and not all(word in known for word in key.split(" ")) for key in keys)


def _other_name(claimed: Around, same: Place, other: Place) -> bool:
    """The claim names the arm or the time of the other figure, and this one has a name of its own."""
    ours, theirs = same.around, other.around
    if claimed.unnamed:
        return False
    if same.sentence is not other.sentence and not _content(claimed.lead or claimed.own) & theirs.own:
        return False
    if _telling(claimed.lead, ours.own | ours.near, theirs.own | theirs.near):
        return False
    for_them = _telling(claimed.own, theirs.tail if theirs.unnamed else theirs.own, ours.own)
    for_us = _telling(claimed.own, ours.tail if ours.unnamed else ours.own, theirs.own)
    return bool(for_them) and not for_us and bool(_content(ours.tail) - claimed.own)


def _other_amount(claimed: Around, same: Place, other: Place) -> bool:
    """The claim names the dose or the time that the other figure is told for, and this one is told for another."""
    ours, theirs = same.around.own, other.around.own
    known = theirs | other.around.near | setting(other)
    if not _words(_content(other.around.lead)) and same.sentence in other.sentence.before:
        known |= ours  # `the mean score`, `the proportions`: of the outcome told before
    if _telling(claimed.lead, ours | same.around.near, known):
        return False
    for prefix, known in (("#mass", theirs | setting(other)), ("#time", theirs), ("#year", theirs)):
        wanted = {key for key in claimed.own if key.startswith(prefix)}
        held = {key for key in ours if key.startswith(prefix)}
        if wanted and held and not wanted & held and wanted & known:
            return True
    return False


def _other_sex(claimed: Around, same: Place, other: Place) -> bool:
    """The claim speaks of men and this figure of women, or the other way round."""
    ours, theirs = same.around, other.around
    for one, opposite in (("man", "woman"), ("woman", "man"), ("male", "femal"), ("femal", "male"), ("boy", "girl"), ("girl", "boy")):
        if one in claimed.own and opposite not in claimed.own and opposite in ours.own and one not in ours.own:
            return opposite not in theirs.own and one in (theirs.own | theirs.near | setting(other))
    return False


def setting(place: Place) -> frozenset[str]:
    """The words of the sentences before that hold no figure of the same sort: they may be of any figure after them."""
    quantity = place.quantity
    return frozenset().union(
        *(
            sentence.keys
            for sentence in place.sentence.before
            if not any(one.kind is quantity.kind and peers(one, quantity) for one in sentence.found)
        )
    )


def _telling(words: frozenset[str], one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    return _content((words & one) - other)


def _words(keys: frozenset[str]) -> frozenset[str]:
    """Words, and thresholds such as `5.5 mmol/L`; no moments, doses or bare figures."""
    return frozenset(key for key in keys if not key.startswith(("#time", "#mass", "#year")) and not key[1:2].isdigit())


def _content(words: frozenset[str]) -> frozenset[str]:
    return words - GENERIC
