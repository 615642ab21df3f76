"""Negation: the words that deny, and how far each reaches.

A denial reaches over the words after it (`did not reduce`, `no child died`), or over a noun phrase alone (`without
diabetes`), or, where nothing can follow, back over what was said (`missed none`, `was absent`).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.word_sets import word_set
from bmreport.statements.words import PUNCT, WORD, key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["Denial", "Reach", "denials", "opposite_of"]


class Reach(Enum):
    """Which words a denial covers."""

    ONWARD = "onward"
    PHRASE = "phrase"
    BACK = "back"


class Denial(NamedTuple):
    """A denying word at `at`; it covers `words[first:last]`."""

    at: int
    first: int
    last: int
    reach: Reach


_ONWARD = word_set("not no never neither nor nobody nothing none cannot hardly barely scarcely nil zero")
_PHRASE = word_set("without lacking")
_BACK = word_set("absent lacking disappeared vanished abolished none nothing nobody unproven unconfirmed")
_FAILING = word_set("fail failed fails failing failure inability unable unwilling")
_LACKING = word_set("lack lacked lacks absence free devoid instead")
_LITTLE = word_set("little minimal negligible trivial")
_SMALL_THINGS = word_set("effect effects difference differences benefit change impact influence or evidence")
# `not only` and `not uncommonly` affirm; `no later than`, `no more than 5` set a bound.
_AFFIRMING = word_set("only just merely necessarily uncommonly infrequently surprisingly unexpectedly")
_LONGEST_PHRASE = 4
_PHRASE_ENDS = word_set(
    "in at on of for with by from to than and or but who which that after during was were is are had has have did does "
    "do showed when while as"
)

_BASES = word_set(
    "able changed affected altered related influenced improved satisfied willing aware likely safe successful certain "
    "clear stable acceptable necessary reliable detected resolved treated protected adjusted comfortable associated "
    "correlated confirmed controlled impaired effective adequate sufficient complete active accurate sensitive "
    "consistent appropriate dependent significant capable tolerable tolerant evitable possible probable regular "
    "reversible responsive fatal smoking appeared proved observed reported expected happy steady popular helpful "
    "suitable favourable favorable familiar explained intended noticed supported vaccinated usual"
)
_PREFIXES = ("un", "in", "im", "ir", "non", "dis")


def _opposites() -> dict[str, str]:
    """Stem of a word with a denying prefix -> stem of the word without (`unabl` -> `abl`)."""
    taken = {key_of(base) for base in _BASES}
    pairs = {key_of(prefix + base): key_of(base) for base in _BASES for prefix in _PREFIXES}
    return {negative: positive for negative, positive in pairs.items() if negative not in taken}


_OPPOSITES = _opposites()


def opposite_of(key: str) -> str:
    """The stem that this one denies by its prefix; empty when it has none."""
    return _OPPOSITES.get(key, "")


def denials(words: Sequence[Word]) -> list[Denial]:
    """The denials among the words of one clause, in order."""
    found: list[Denial] = []
    for at, word in enumerate(words):
        if word.kind == WORD and (reach := _reach(words, at)) is not None:
            found.append(_denial(words, at, reach))
    return found


def _reach(words: Sequence[Word], at: int) -> Reach | None:
    text = words[at].text
    following = words[at + 1].text if at + 1 < len(words) else ""
    if text.endswith("n't") or text in _ONWARD:
        return _reach_of_not(words, at, following)
    if text in _FAILING:
        return Reach.ONWARD if following == "to" else None
    if text in _LACKING:
        return Reach.PHRASE if following in ("of", "from") or text.startswith("lack") else None
    if text in _LITTLE:
        return Reach.ONWARD if following in _SMALL_THINGS else None
    if text in _PHRASE:
        return None if at and words[at - 1].text == "or" else Reach.PHRASE
    if text == "out" and at and words[at - 1].text in ("left", "ruled"):
        return Reach.BACK
    if text == "absent":
        return Reach.BACK if at and words[at - 1].text in _BEING else None
    return Reach.BACK if text in _BACK else None


def _reach_of_not(words: Sequence[Word], at: int, following: str) -> Reach | None:
    text = words[at].text
    if following in _AFFIRMING or (at and words[at - 1].text == "or") or _second_of_pair(words, at):
        return None
    if following in ("significantly", "statistically", "significant"):
        return Reach.ONWARD
    if text == "no" and _names_arm(words, at):
        return None
    if text == "not" and _describes(words, at):
        return Reach.PHRASE
    return Reach.BACK if text in _BACK and _nothing_follows(words, at) else Reach.ONWARD


_BEING = word_set("was were is are been be remained remains largely mostly entirely wholly")


def _second_of_pair(words: Sequence[Word], at: int) -> bool:
    """`neither A nor B` denies once."""
    return words[at].text == "nor" and any(word.text == "neither" for word in words[:at])


def _describes(words: Sequence[Word], at: int) -> bool:
    """`those who were not`, `patients not taking it`: says who was studied."""
    earlier = [word.text for word in words[max(0, at - 3) : at]]
    if any(text in ("who", "whom", "whose") for text in earlier):
        return True
    return bool(earlier) and earlier[-1] in _PEOPLE


def _names_arm(words: Sequence[Word], at: int) -> bool:
    """`aspirin or no aspirin`, `randomised to no treatment`: an arm, not a denial."""
    before, earlier = (words[at - 1].text if at else ""), (words[at - 2].text if at > 1 else "")
    if before in ("or", "versus", "vs", "v", "than"):
        return True
    return before in ("to", "with") and earlier in (
        "or",
        "randomised",
        "randomized",
        "assigned",
        "allocated",
        "compared",
    )


_PEOPLE = word_set("patients people participants women men children adults those infants individuals")


def _scope_end(words: Sequence[Word], at: int) -> int:
    """A new predicate after a comma is no longer denied: `did not lengthen life, and brought more harm`."""
    for place in range(at + 2, len(words) - 1):
        if words[place].text == "," and words[place + 1].text in ("and", "with", "so"):
            following = words[place + 2].text if place + 2 < len(words) else ""
            if words[place + 1].text != "and" or following.endswith("ed") or following in _VERBS:
                return place
    return len(words)


def _phrase_end(words: Sequence[Word], at: int) -> int:
    """`needed in none of the laser group and in 11 eyes`: the denial ends with its group."""
    ends = (place for place in range(at + 1, len(words)) if words[place].text in ("and", ",", "but"))
    return next(ends, len(words))


_VERBS = word_set("brought led had was were has is are gave made took rose fell")


def _nothing_follows(words: Sequence[Word], at: int) -> bool:
    rest = [word for word in words[at + 1 :] if word.kind == WORD]
    return not rest or (rest[0].text in _PHRASE_ENDS - {"of"} and at > 0)


def _denial(words: Sequence[Word], at: int, reach: Reach) -> Denial:
    if reach is Reach.BACK:
        return Denial(at, 0, len(words), reach)
    if reach is Reach.ONWARD:
        of = words[at].text in ("none", "neither") and at > 1 and words[at - 1].text in ("in", "with", "by", "among")
        return Denial(at, at + 1, _phrase_end(words, at) if of else _scope_end(words, at), reach)
    first = at + 1
    if first < len(words) and words[first].text in ("of", "from"):
        first += 1
    last = first
    while last < len(words) and last - first < _LONGEST_PHRASE:
        if words[last].kind == PUNCT or words[last].text in _PHRASE_ENDS:
            break
        last += 1
    return Denial(at, first, last, reach)
