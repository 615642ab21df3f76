"""The result that one clause tells in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.arm_keys import CONTROL, added_to, arm_keys
from bmreport.statements.change_words import Part, Scale
from bmreport.statements.composing import compose
from bmreport.statements.keyed import spoken
from bmreport.statements.listing import arms_in, core_of, outcomes_in
from bmreport.statements.modality import is_left_open, is_trend, tells_of_link
from bmreport.statements.negating import is_negated
from bmreport.statements.outcomes import PEOPLE, SUBJECTS
from bmreport.statements.roles import roles_of
from bmreport.statements.significance import significance_in
from bmreport.statements.signs import BE
from bmreport.statements.statement import Statement
from bmreport.statements.weighing import keys_in
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.arms import Comparator
    from bmreport.statements.clauses import Clause
    from bmreport.statements.cues import FoundCue
    from bmreport.statements.roles import Roles
    from bmreport.statements.words import Word

__all__ = ["statement_of"]


def statement_of(text: str, clause: Clause) -> Statement | None:
    """The result that a clause of the text tells in words; None when it tells none."""
    words = clause.words
    cue = compose(words, clause.cues)
    raw = text[clause.start : clause.end]
    if cue is None or is_left_open(raw) or tells_of_link(raw):
        return None
    if cue.cue.part is Part.NOUN and _tells_figures(words, cue):
        return None  # `the mean drop in pressure was 26.6 and 27.1`
    roles = roles_of(words, cue)
    if cue.cue.scale is not Scale.TIE and any(word.text in _LINKS for word in words[roles.front : cue.first]):
        return None  # `the link with dementia weakened` tells nothing of how frequent dementia is
    significant = significance_in(raw)
    compared = _compared(words, roles)
    told = _without_signs(clause, cue)
    outcome = _outcome(told, cue, roles)
    outside = _outside(told, roles.comparator)
    stop = _stop(told, cue, roles.comparator)
    return Statement(
        start=clause.start,
        end=clause.end,
        scale=cue.cue.scale,
        sign=cue.cue.sign,
        sign_at=words[cue.first].start,
        outcome=outcome - compared.keys,
        core=core_of(told, *roles.outcomes[0]) if roles.outcomes else frozenset(),
        parts=outcomes_in(told, *roles.outcomes[0], stop) if roles.outcomes else (),
        words=outside - compared.keys if compared.base else outside,
        front=_population(told, roles.front),
        arm=arm_keys(told, *compared.arm) or compared.lacking,
        arms=arms_in(told, *compared.arm) if roles.acts else (),
        comparator=frozenset((CONTROL,)) if compared.lacking else compared.keys,
        acts=roles.acts,
        negated=is_negated(clause, cue, roles.front) is not (clause.opener == "nor"),
        significant=significant,
        trend=significant is not True and is_trend(raw),
        only=any(word.text == "only" for word in words),
        graded=_is_graded(words, cue, clause.cues),
        not_worse=words[cue.first].text.startswith("noninferior"),
    )


class Compared(NamedTuple):
    """The two arms of a clause."""

    arm: tuple[int, int]
    """Where the arm stands."""
    keys: frozenset[str]
    """Keys of the comparator."""
    base: bool = False
    """Whether the comparator is what the arm was added to (`adding A to B`)."""
    lacking: frozenset[str] = frozenset()
    """Keys of what the comparator goes without (`compared with no exercise`)."""


def _compared(words: Sequence[Word], roles: Roles) -> Compared:
    rival = roles.comparator
    if rival is None:
        base = added_to(words, *roles.arm)
        if base is None:
            return Compared(roles.arm, frozenset())
        return Compared((roles.arm[0], base), arm_keys(words, base, roles.arm[1]), base=True)
    keys = arm_keys(words, rival.first, rival.last, rival=True)
    without = any(word.text == "no" for word in words[rival.mark : rival.first + 1])
    return Compared(roles.arm, keys, lacking=keys - {CONTROL} if without else frozenset())


def _outcome(words: Sequence[Word], cue: FoundCue, roles: Roles) -> frozenset[str]:
    own = frozenset(key for first, last in roles.outcomes for key in spoken(words, first, last))
    if any(word.text in _OF_COST for word in words[cue.first : cue.last]):
        own |= _COST  # `A was cheaper than B`
    until = roles.comparator.mark if roles.comparator else len(words)
    if any(word.text == "without" for word in words[cue.last : until]):
        return own | {"fre"}  # `survived longer without a ventilator`: ventilator-free
    return own


_OF_COST = word_set("cheaper costlier dearer expensive costly")
_COST = keys_in("cost")


def _outside(words: Sequence[Word], rival: Comparator | None) -> frozenset[str]:
    """The keys of all but the comparator."""
    if rival is None:
        return frozenset(spoken(words, 0, len(words)))
    return frozenset((*spoken(words, 0, rival.mark), *spoken(words, rival.last, len(words))))


def _stop(words: Sequence[Word], cue: FoundCue, rival: Comparator | None) -> int:
    return rival.mark if rival and rival.mark >= cue.last else len(words)


def _is_graded(words: Sequence[Word], cue: FoundCue, cues: Sequence[FoundCue]) -> bool:
    """Whether it compares how much something changed (`increased less`)."""
    if cue.cue.part is not Part.VERB or cue.cue.scale is Scale.TIE:
        return False
    return any(words[one.first].text in ("more", "less") and one.last - one.first == 1 and one != cue for one in cues)


def _without_signs(clause: Clause, cue: FoundCue) -> list[Word]:
    """The words of a clause, its sign of direction and words such as `effective` without their keys."""
    weak = (one for one in clause.cues if one.cue.part is Part.WEAK and one.cue.scale is Scale.GOOD)
    places = {at for one in (cue, *weak) for at in range(one.first, one.last)}
    return [word._replace(keys=()) if at in places else word for at, word in enumerate(clause.words)]


def _tells_figures(words: Sequence[Word], cue: FoundCue) -> bool:
    """Whether a noun of change is the subject of figures (`improvement was seen in 18% of A and 27% of B`)."""
    for at in range(cue.last, len(words) - 1):
        following = words[at + 1 : at + 4]
        if words[at].text in BE | {"occurred"} and any(word.kind == NUMBER for word in following):
            return True
        if words[at].text == "in" and following[0].kind == NUMBER and _counts_people(following):
            return True
    return False


def _counts_people(words: Sequence[Word]) -> bool:
    """`in 18%`, `in 12 of 140`, `in 12 patients`; not `in 28-day mortality`."""
    return words[0].text.endswith("%") or any(word.text == "of" or word.stem in PEOPLE for word in words[1:2])


_LINKS = word_set("link association relationship correlation relation associations")


def _population(words: Sequence[Word], front: int) -> frozenset[str]:
    """The keys of the phrases that say in whom: one that opens the clause, and `in women with diabetes`."""
    found = spoken(words, 0, front)
    for at in range(front, len(words) - 1):
        if words[at].text in ("in", "among") and any(word.stem in SUBJECTS for word in words[at + 1 : at + 3]):
            last = next((end for end in range(at + 2, len(words)) if words[end].text in _ENDS_POPULATION), len(words))
            found.extend(spoken(words, at + 1, last))
    return frozenset(found) - SUBJECTS


_ENDS_POPULATION = word_set("than compared the was were , and but at over")
