"""Which of several figures of a passage a figure of a claim stands for, by the words around them.

Caution rules: a claim is said to mean another figure only when its words are plainly that figure's, none of them
speaks for a figure with the claim's own value, and that one is told of something else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers.matching import peers
from bmreport.statements.numbers.sentence_items import GENERIC, LIGHT, WITHOUT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bmreport.statements.numbers.quantity import Quantity
    from bmreport.statements.numbers.reading import Sentence
    from bmreport.statements.numbers.surroundings import Around

__all__ = [
    "Meant",
    "Place",
    "Reason",
    "are_crossed",
    "is_told_of",
    "likeness",
    "meant_by",
    "nearest",
    "tells_alone",
    "tells_any",
    "tells_of",
]

_GENERIC_WEIGHT = 0.2
_MOST_SAME, _MOST_OTHERS = 12, 120
_BESIDE = 3
"""So many words right beside a figure make a phrase of its own."""
_OPPOSITES = (("man", "woman"), ("male", "femal"), ("boy", "girl"))


class Reason(StrEnum):
    """Why a claim seems to mean another figure."""

    OUTCOME = "outcome"
    NAME = "name"
    AMOUNT = "amount"
    PHRASE = "phrase"
    LABEL = "label"


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

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells it from other places."""
        return self.citation_id, self.sentence.offset, self.number


class Meant(NamedTuple):
    """The figure that a claim seems to mean, and why."""

    place: Place
    reason: Reason


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


def meant_by(
    claimed: Around, same: Sequence[Place], others: Sequence[Place], reasons: Collection[Reason] = tuple(Reason)
) -> Meant | None:
    """The figure of another value that the claim's words belong to, when none with the claim's value fits them.

    Only the `reasons` given count.
    """
    found = None
    for place in same[:_MOST_SAME]:
        found = next(
            (Meant(other, why) for other in others[:_MOST_OTHERS] if (why := _reason(claimed, place, other, reasons))),
            None,
        )
        if found is None:
            return None
    return found


def _reason(claimed: Around, same: Place, other: Place, reasons: Collection[Reason]) -> Reason | None:
    """Why the claim's words are plainly those of `other`, and not those of `same`; None when they are not."""
    if Reason.OUTCOME in reasons and _other_outcome(claimed, same, other):
        return Reason.OUTCOME
    if not peers(same.quantity, other.quantity):
        return None
    if Reason.NAME in reasons and _other_name(claimed, same, other):
        return Reason.NAME
    if Reason.PHRASE in reasons and _other_phrase(claimed, same, other):
        return Reason.PHRASE
    told = _other_amount(claimed, same, other) or _other_sex(claimed, same, other)
    return Reason.AMOUNT if Reason.AMOUNT in reasons and told else None


def _other_outcome(claimed: Around, same: Place, other: Place) -> bool:
    """The claim tells the outcome of the other figure, and this one has an outcome of its own."""
    ours, theirs = same.around, other.around
    if same.sentence is other.sentence and ours.lead == theirs.lead:
        return False
    # What costs little comes first: most figures are told with nothing of the claim.
    outcome = claimed.lead if _content(claimed.lead) else claimed.tail
    if not _words(_telling(outcome, theirs.own, ours.own | ours.near)) and not _times(outcome & theirs.lead):
        return False
    if not any(" " not in key for key in _content(ours.lead) - claimed.own):
        return False
    names = same.sentence.arm_names | other.sentence.arm_names
    known = theirs.own | theirs.near | names
    if not _content(claimed.lead):
        outcome -= names
    for_them = _words(_telling(outcome, theirs.lead | (theirs.tail - names), ours.own | ours.near))
    if not for_them and not _telling(claimed.own, ours.own, known) and not _times(ours.own):
        # `use beyond two years`, of two figures of which one is told for no time
        for_them = _times(outcome & theirs.lead)
    if not for_them or _telling(outcome, ours.own, known):
        return False
    return not _is_of_this(claimed, same, other, names) and _is_new_to(claimed, same, other, for_them, outcome, names)


def _is_of_this(claimed: Around, same: Place, other: Place, names: frozenset[str]) -> bool:
    """Whether other words of the claim, or the arm that it names, speak for the figure with its value."""
    ours, theirs, said = same.around, other.around, claimed.own | claimed.near
    if _words(said & names & ours.own - theirs.own) and _words(names & theirs.own - ours.own - GENERIC):
        return True  # it names this figure's arm, and the other is of another arm
    for_us = _telling(said, ours.lead, theirs.own | theirs.near | names)
    return bool(for_us) and bool(for_us - setting(other))


def _is_new_to(
    claimed: Around,
    same: Place,
    other: Place,
    for_them: frozenset[str],
    outcome: frozenset[str],
    names: frozenset[str],
) -> bool:
    """Whether what speaks for the other figure is told nowhere of this one."""
    ours, theirs = same.around, other.around
    topic, further = setting(same), setting(other)
    explained = theirs.own | theirs.near | ours.near | names | topic | further
    if any(" " not in key and key not in explained for key in _words(_content(outcome)) - claimed.light - LIGHT):
        return False  # words that neither figure is told with may be other words for this one's outcome
    if _new(for_them, ours.own | ours.near | topic):
        return True
    # A word of the sentences before may be of this figure too; then the other must be told of nothing else, and nothing
    # else may speak for this one.
    told_else = _words(_content(theirs.lead)) - topic - further - claimed.own - claimed.near
    return not told_else and not _telling(claimed.own, ours.own, theirs.own | theirs.near | names)


def _new(keys: frozenset[str], known: frozenset[str]) -> bool:
    """Whether a key is not known, and no pair of known words either."""
    return any(key not in known and not all(word in known for word in key.split(" ")) for key in keys)


def _other_name(claimed: Around, same: Place, other: Place) -> bool:
    """The claim names the arm or the group of the other figure, and this one has a name of its own."""
    ours, theirs = same.around, other.around
    if claimed.unnamed:
        return False
    if not _content(ours.tail) - claimed.own:
        return False
    apart = same.sentence is not other.sentence
    together = not apart and ours.lead != theirs.lead
    if not _new(_telling(claimed.own, theirs.own if together else theirs.tail, ours.own), ours.own):
        return False
    if _telling(claimed.lead, ours.own | ours.near, theirs.own | theirs.near):
        return False
    if apart and _telling(claimed.near, ours.lead, theirs.own | theirs.near):
        return False
    if apart and not _content(claimed.lead or claimed.own) - other.sentence.arm_names & theirs.own:
        return False
    for_us = _telling(claimed.own, ours.tail if ours.unnamed else ours.own, theirs.own)
    for_us = frozenset(key for key in for_us if key[0] != "#" or key.startswith(("#time", "#mass", "#year", WITHOUT)))
    return not for_us or not for_us - other.sentence.topic


def _other_phrase(claimed: Around, same: Place, other: Place) -> bool:
    """The words right beside the claim's figure are those right beside the other, and none is beside this one."""
    ours, theirs = same.around, other.around
    outcome = _content(claimed.lead)
    if _telling(outcome, ours.own | ours.near, theirs.own | theirs.near) or (
        outcome & ours.lead and not outcome & theirs.lead
    ):
        return False
    for_them = (
        _content(frozenset(claimed.after).intersection(theirs.after)),
        _content(frozenset(claimed.before).intersection(theirs.before)),
    )
    for_us = frozenset(claimed.after + claimed.before).intersection(ours.after + ours.before)
    return len(for_them[0]) + len(for_them[1]) >= _BESIDE and bool(for_them[0]) and not _content(for_us)


def _other_amount(claimed: Around, same: Place, other: Place) -> bool:
    """The claim names the dose or the time that the other figure is told for, and this one is told for another."""
    if claimed.unnamed:
        return False
    ours, theirs = same.around.own, other.around.own
    for prefix in ("#mass", "#time", "#year"):
        wanted = frozenset(key for key in claimed.own if key.startswith(prefix))
        held = frozenset(key for key in ours if key.startswith(prefix))
        if not wanted or not held or wanted & held:
            continue
        if wanted & theirs or (prefix == "#mass" and wanted & setting(other)):
            return not _telling(claimed.lead, ours | same.around.near, _known_of(other, same))
    return False


def _known_of(other: Place, same: Place) -> frozenset[str]:
    """The words that may be told of a figure, those of the sentences before included."""
    known = other.around.own | other.around.near | setting(other)
    if not _words(_content(other.around.lead)) and same.sentence in other.sentence.before:
        known |= same.around.own  # `the mean score`, `the proportions`: of the outcome told before
    return known


def _other_sex(claimed: Around, same: Place, other: Place) -> bool:
    """The claim speaks of men and this figure of women, or the other way round."""
    ours, theirs = same.around, other.around
    for one, opposite in (*_OPPOSITES, *(pair[::-1] for pair in _OPPOSITES)):
        if one in claimed.own and opposite not in claimed.own and opposite in ours.own and one not in ours.own:
            return opposite not in theirs.own and one in (theirs.own | theirs.near | setting(other))
    return False


def are_crossed(one: Around, other: Around, of_one: Place, of_other: Place) -> bool:
    """Whether two figures of a claim have each the other's name, by more words than each has its own."""

    def shared(claimed: Around, place: Place) -> int:
        return sum(" " not in key for key in _content(claimed.tail & place.around.tail))

    straight = shared(one, of_one) + shared(other, of_other)
    crossed = shared(one, of_other), shared(other, of_one)
    return min(crossed) > 0 and sum(crossed) > straight + 1


def tells_of(claimed: Around, other: Place, same: Place) -> bool:
    """Whether some of the claim's words are told of one figure and not of another."""
    return bool(_telling(claimed.own, other.around.own, same.around.own))


def tells_alone(claimed: Around, place: Place, than: Place) -> bool:
    """Whether words of the claim are told of one figure and stand nowhere near another."""
    return bool(_telling(claimed.own, place.around.own, than.around.own | than.around.near))


def tells_any(claimed: Around, place: Place, than: Place) -> bool:
    """Whether any word of the claim, however general, is told of one figure and not of another."""
    return bool((claimed.own & place.around.own) - than.around.own)


def is_told_of(claimed: Around, place: Place, than: Place) -> bool:
    """Whether the claim's words speak for one figure rather than for another."""
    return bool(_telling(claimed.own, place.around.tail, than.around.own))


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


def _times(keys: frozenset[str]) -> frozenset[str]:
    return frozenset(key for key in keys if key.startswith("#time"))


def _words(keys: frozenset[str]) -> frozenset[str]:
    """Words, and thresholds such as `5.5 mmol/L`; no moments, doses or bare figures."""
    return frozenset(key for key in keys if not key.startswith(("#time", "#mass", "#year")) and not key[1:2].isdigit())


def _content(words: frozenset[str]) -> frozenset[str]:
    return words - GENERIC
