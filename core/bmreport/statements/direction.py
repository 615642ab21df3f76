"""What a text says of its results: outcome, direction, arms, and whether it is denied.

Rules of the reading:

- A clause tells at most one result; its sign of direction decides (`change_words.py`).
- `Direction` is as told. `Statement.means` is what holds after denial (`did not reduce` means no difference) and
  `Statement.allows` all that would agree with it (`did not reduce` agrees with a rise as well).
- A result that is called not significant, or whose interval or p value says so, may mean no difference, and agrees with
  the direction of its estimate.
- A sentence without a sign of direction may tell one by its figures (`8% with A and 6% with B`, `HR 0.80`).
- What is asked, aimed at or left open (`whether A lowers B`, `it is unclear`) is no statement.
- English only. Text of another language has no statements.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from bmreport.sentences import split_sentences
from bmreport.statements.abbreviations import Abbreviations, abbreviations_in
from bmreport.statements.arm_keys import arm_keys
from bmreport.statements.arm_lists import arms_listed
from bmreport.statements.arms import introduced
from bmreport.statements.assertions import Assertion, assertion_of
from bmreport.statements.change_words import Scale
from bmreport.statements.clauses import Clause, split_clauses
from bmreport.statements.elliptic import elliptic
from bmreport.statements.figure_results import results_of_figures
from bmreport.statements.keyed import read_keyed, spoken
from bmreport.statements.modality import is_left_open, is_of_methods
from bmreport.statements.outcomes import PEOPLE
from bmreport.statements.significance import significance_in
from bmreport.statements.statement import Direction, Statement
from bmreport.statements.stating import statement_of
from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    pass

__all__ = ["Direction", "Reading", "Statement", "read_sentence", "statements_of"]

_LONGEST = 3000
_READ_BEFORE = 8192


@dataclass(frozen=True)
class Reading:
    """A sentence read."""

    text: str = ""
    statements: tuple[Statement, ...] = ()
    """Its results, in words and in figures."""
    clauses: tuple[Clause, ...] = ()
    arms: tuple[frozenset[str], frozenset[str]] | None = None
    """The two arms that it introduces (`were given A or B`)."""
    listed: tuple[frozenset[str], ...] = ()
    """The three arms or more that it introduces."""

    @cached_property
    def assertions(self) -> tuple[Assertion, ...]:
        """What each clause speaks of and denies; a clause that leaves something open asserts nothing."""
        found: list[Assertion] = []
        for clause in self.clauses:
            if not is_left_open(self.text[clause.start : clause.end]):
                found.append(assertion_of(clause, found[-1] if found else None))
        return tuple(found)

    @cached_property
    def methods(self) -> bool:
        """Whether it tells who was studied, and how, rather than what was found."""
        return is_of_methods(self.text)


def statements_of(text: str) -> list[Statement]:
    """The results that a text tells, in order, with offsets into it. Never raises; time grows linearly."""
    found: list[Statement] = []
    abbreviations = abbreviations_in(text)
    for span in split_sentences(text):
        moved = (
            replace(one, start=one.start + span.start, end=one.end + span.start)
            for one in read_sentence(text[span.start : span.end], abbreviations).statements
            if one.rank is None
        )
        found.extend(moved)
    return found


@lru_cache(maxsize=_READ_BEFORE)
def read_sentence(text: str, abbreviations: Abbreviations = ()) -> Reading:
    """One sentence, with offsets into it; one of more than 3,000 characters is not read.

    `abbreviations` are those that the text it stands in explains.
    """
    if len(text) > _LONGEST:
        return Reading(text)
    words = read_keyed(text, dict(abbreviations))
    clauses = split_clauses(words)
    found: list[Statement] = []
    for before, clause in zip([None, *clauses], clauses, strict=False):
        _add(found, text, clause, before)
    found = [_not_significant(one, text) for one in _with_shared_arms(found)]
    by_figures = list(results_of_figures(text, words, clauses, found))
    both = {(one.start, one.end) for one in by_figures if one.arm and one.comparator}
    # `fell by 5 kg with A and by 2 kg with B` tells a fall in both arms.
    found = [replace(one, arm=frozenset()) if (one.start, one.end) in both else one for one in found]
    arms = introduced(words)
    return Reading(
        text=text,
        statements=(*found, *by_figures),
        clauses=tuple(clauses),
        listed=arms_listed(words),
        arms=(arm_keys(words, *arms[0]), arm_keys(words, *arms[1])) if arms else None,
    )


def _add(found: list[Statement], text: str, clause: Clause, before: Clause | None) -> None:
    one = statement_of(text, clause)
    if one is not None and clause.opener == "or" and found and before and found[-1].start == before.start:
        one = replace(one, negated=one.negated or found[-1].negated)  # `did not lower A or raise B`
    if one is None:
        if found and (rest := elliptic(text, clause, found[-1])) is not None:
            found.append(rest)
        elif found and clause.opener in _CONCEDING and significance_in(text[clause.start : clause.end]) is False:
            found[-1] = replace(found[-1], significant=False)  # `but the test was not significant`
        return
    if found and not one.outcome - PEOPLE and _speaks_of_last(clause):
        # `…, but the difference was not significant` speaks of the result before it.
        if one.significant is not None:
            found[-1] = replace(found[-1], significant=one.significant)
        return
    if not one.outcome and before is not None:
        # `Days at home were 139 and 141, with no significant difference`
        told = found[-1].outcome if found else frozenset(spoken(before.words, 0, len(before.words)))
        one = replace(one, outcome=told, words=one.words | told)
    if found and not one.arm:
        one = replace(one, arm=found[-1].arm, comparator=one.comparator or found[-1].comparator)
    found.append(one)


_NEAR = 3
_CONCEDING = word_set("but although though yet however")


def _speaks_of_last(clause: Clause) -> bool:
    first = clause.words[0].text
    return first in ("the", "this", "these", "that", "which", "a", "an") and clause.cues[0].first <= _NEAR


def _with_shared_arms(found: list[Statement]) -> list[Statement]:
    """Results that name no arms share those of the result after them (`pain fell and sleep improved with A`)."""
    out = list(found)
    for at in range(len(out) - 2, -1, -1):
        one, following = out[at], out[at + 1]
        if not one.arm and not one.comparator and (following.arm or following.comparator):
            out[at] = replace(one, arm=following.arm - one.words, comparator=following.comparator)
    return out


# `Neither the fall in A nor the rise in B was significant` tells of both, and denies neither.
_BOTH_CHANCE = re.compile(
    r"\bneither the\b[^;:]{3,200}?\bnor the\b[^;:]{3,200}?\b(?:statistically )?significant\b", re.IGNORECASE
)


def _not_significant(one: Statement, text: str) -> Statement:
    match = _BOTH_CHANCE.search(text) if one.negated else None
    within = match is not None and match.start() <= one.start < match.end()
    return replace(one, negated=False, significant=False) if within and one.scale is not Scale.TIE else one
