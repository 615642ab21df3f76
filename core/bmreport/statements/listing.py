"""Lists in a clause: the outcomes of `reduced stroke, infarction and death`, the arms of `A and B lowered`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.keyed import spoken
from bmreport.statements.outcomes import SUBJECTS, UNITS
from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["arms_in", "core_of", "outcomes_in"]

_JOINTS = word_set("and or nor , as both either")
_OF_ARMS = word_set("between compared than")
_ENDS = word_set("at in over during within among by with for after from than compared to between")
_SOURCES = word_set("from due because of against")


def core_of(words: Sequence[Word], first: int, last: int) -> frozenset[str]:
    """Keys of an outcome without what it comes from (`recovery` of `recovery from deafness`); empty without that."""
    until = next((at for at in range(first, last) if words[at].text in _SOURCES), last)
    return frozenset(spoken(words, first, until)) if until < last else frozenset()


def outcomes_in(words: Sequence[Word], first: int, last: int, stop: int) -> tuple[frozenset[str], ...]:
    """Keys of each outcome in `words[first:last]`, or up to `stop` where the list is broken (`pain at rest and …`).

    None when there is but one.
    """
    end = stop if last < stop and words[last].text in _ENDS - _OF_ARMS else last
    return _listed(words, first, end)


def arms_in(words: Sequence[Word], first: int, last: int) -> tuple[frozenset[str], ...]:
    """Keys of each arm that `words[first:last]` lists; none when there is but one."""
    return _listed(words, first, last)


def _listed(words: Sequence[Word], first: int, end: int) -> tuple[frozenset[str], ...]:
    found: list[frozenset[str]] = []
    begin = first
    for at in range(first, end + 1):
        if at < end and words[at].text not in _JOINTS:
            continue
        while begin < at and words[begin].text in _ENDS:
            begin += 1  # `associated with age and with sex`
        until = next((place for place in range(begin, at) if words[place].text in _ENDS), at)
        if until < at and words[until].text == "for" and not found:
            return ()  # `admissions for influenza or pneumonia` are one outcome
        if part := frozenset(spoken(words, begin, until)) - SUBJECTS - UNITS:
            found.append(part)
        begin = at + 1
    return tuple(found) if len(found) > 1 else ()
