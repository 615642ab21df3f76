"""The result that one clause tells in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.arm_keys import arm_keys
from bmreport.statements.change_words import Part, Scale
from bmreport.statements.composing import compose
from bmreport.statements.cues import BE
from bmreport.statements.keyed import spoken
from bmreport.statements.modality import is_left_open, is_trend, tells_of_link
from bmreport.statements.negating import is_negated
from bmreport.statements.outcomes import SUBJECTS, UNITS
from bmreport.statements.roles import roles_of
from bmreport.statements.significance import significance_in
from bmreport.statements.statement import Statement
from bmreport.statements.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.clauses import Clause
    from bmreport.statements.cues import FoundCue
    from bmreport.statements.words import Word

__all__ = ["statement_of"]


def statement_of(text: str, clause: Clause) -> Statement | None:
    """The result that a clause of the text tells in words; None when it tells none."""
    words = clause.words
    cue = compose(words, clause.cues)
    if cue is None:
        return None
    raw = text[clause.start : clause.end]
    if is_left_open(raw):
        return None
    if cue.cue.part is Part.NOUN and _tells_figures(words, cue):
        return None  # `the mean drop in pressure was 26.6 and 27.1`
    roles = roles_of(words, cue)
    if tells_of_link(raw):
        return None  # `the inverse association was stronger for stroke`
    if cue.cue.scale is not Scale.TIE and any(word.text in _LINKS for word in words[roles.front : cue.first]):
        return None  # `the link with dementia weakened` tells nothing of how frequent dementia is
    rival = roles.comparator
    comparator = arm_keys(words, rival.first, rival.last, rival=True) if rival else frozenset()
    words = _without_signs(clause, cue)
    own = frozenset(key for first, last in roles.outcomes for key in spoken(words, first, last))
    outside = spoken(words, 0, rival.mark if rival else len(words))
    if rival:
        outside.extend(spoken(words, rival.last, len(words)))
    if any(word.text == "without" for word in words[cue.last : rival.mark if rival else len(words)]):
        own |= {"fre"}  # `survived longer without a ventilator`: ventilator-free
    significant = significance_in(raw)
    return Statement(
        start=clause.start,
        end=clause.end,
        scale=cue.cue.scale,
        sign=cue.cue.sign,
        outcome=own - comparator,
        core=_core(words, roles.outcomes),
        parts=_parts(words, roles.outcomes, rival.mark if rival and rival.mark >= cue.last else len(words)),
        words=frozenset(outside),
        front=_population(words, roles.front),
        arm=arm_keys(words, *roles.arm),
        comparator=comparator,
        acts=roles.acts,
        negated=is_negated(clause, cue, roles.front) is not (clause.opener == "nor"),
        significant=significant,
        trend=significant is not True and is_trend(raw),
        only=any(word.text == "only" for word in words),
        not_worse=words[cue.first].text.startswith("noninferior"),
    )


def _without_signs(clause: Clause, cue: FoundCue) -> list[Word]:
    """The words of a clause, its sign of direction and words such as `effective` without their keys."""
    weak = (one for one in clause.cues if one.cue.part is Part.WEAK and one.cue.scale is Scale.GOOD)
    places = {at for one in (cue, *weak) for at in range(one.first, one.last)}
    return [word._replace(keys=()) if at in places else word for at, word in enumerate(clause.words)]


def _tells_figures(words: Sequence[Word], cue: FoundCue) -> bool:
    """Whether a noun of change is the subject of figures (`improvement was seen in 18% of A and 27% of B`)."""
    for at in range(cue.last, len(words)):
        if words[at].text in BE or words[at].text in ("occurred", "in"):
            following = words[at + 1 : at + 4]
            if any(word.kind == NUMBER for word in following) and words[at].text != "in":
                return True
            if words[at].text == "in" and following and following[0].kind == NUMBER:
                return True
    return False


_LINKS = frozenset("link association relationship correlation relation associations".split())


def _population(words: Sequence[Word], front: int) -> frozenset[str]:
    """The keys of the phrases that say in whom: one that opens the clause, and `in women with diabetes`."""
    found = spoken(words, 0, front)
    for at in range(front, len(words) - 1):
        if words[at].text in ("in", "among") and any(word.stem in SUBJECTS for word in words[at + 1 : at + 3]):
            last = next((end for end in range(at + 2, len(words)) if words[end].text in _ENDS_POPULATION), len(words))
            found.extend(spoken(words, at + 1, last))
    return frozenset(found) - SUBJECTS


_ENDS_POPULATION = frozenset("than compared the was were , and but at over".split())


def _core(words: Sequence[Word], outcomes: Sequence[tuple[int, int]]) -> frozenset[str]:
    for first, last in outcomes[:1]:
        until = next((at for at in range(first, last) if words[at].text in ("from", "due", "because", "of")), last)
        return frozenset(spoken(words, first, until)) if until < last else frozenset()
    return frozenset()


_JOINTS = frozenset("and or nor , as both either".split())
_PART_ENDS = frozenset("at in over during within among by with for after from than compared to between".split())


def _parts(
    words: Sequence[Word], outcomes: Sequence[tuple[int, int]], stop: int
) -> tuple[frozenset[str], ...]:
    """The outcomes that a list names, each on its own; none when it names but one."""
    found: list[frozenset[str]] = []
    for first, last in outcomes[:1]:
        end = stop if last < stop and any(words[at].text in _PART_ENDS for at in range(last, min(last + 1, stop))) else last
        begin = first
        for at in range(first, end + 1):
            if at < end and words[at].text not in _JOINTS:
                continue
            until = next((place for place in range(begin, at) if words[place].text in _PART_ENDS), at)
            if until < at and words[until].text == "for" and begin == first:
                return ()  # `admissions for influenza or pneumonia` are one outcome
            found.append(frozenset(spoken(words, begin, until)) - SUBJECTS - UNITS)
            begin = at + 1
    named = [part for part in found if part]
    return tuple(named) if len(named) > 1 else ()
