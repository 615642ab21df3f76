"""Clauses without a sign of direction of their own, which share that of the clause before.

`A lowered stroke but not death`; `nausea was more common with A, and itch with B`; `as was fatigue`; `nor did death`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.statements.arm_keys import arm_keys
from bmreport.statements.keyed import spoken
from bmreport.statements.significance import significance_in
from bmreport.statements.signs import BE
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.clauses import Clause
    from bmreport.statements.cues import FoundCue
    from bmreport.statements.statement import Statement
    from bmreport.statements.words import Word

__all__ = ["elliptic", "gap"]

_AUXILIARY = BE | word_set("did does do had has have")
_WITH = word_set("with after on")
_ALSO = word_set("too also likewise")
_ASIDE = word_set("in at among for with after during on by")
_ASSOCIATED = re.compile(r"\b(?:associat|link|relat|correlat)", re.IGNORECASE)
_LONGEST = 14


def gap(part: Sequence[Word], cues: Sequence[FoundCue]) -> int | None:
    """The comma before a tail that leaves out its sign of direction (`…, and itch with B`); None without a tail."""
    if not cues:
        return None
    commas = [at for at in range(cues[-1].last, len(part) - 2) if part[at].text == ","]
    if not commas:
        return None
    for at in commas:
        following = part[at + 1].text
        if following == "nor" or (following == "as" and part[at + 2].text in _AUXILIARY):
            return at
    at = commas[-1]
    tail = part[at + 1 :]
    if len(tail) > _LONGEST or any(word.text in _AUXILIARY or word.kind == NUMBER for word in tail):
        return None
    if tail[-1].text in _ALSO:
        return at
    signs = {word.text for word in part[cues[-1].last : at]} & _WITH
    return at if any(word.text in signs for word in tail[2:-1]) else None


def elliptic(text: str, clause: Clause, said: Statement) -> Statement | None:
    """The result of a clause without a sign of direction, after the one that `said` tells; None when it tells none."""
    words = clause.words
    if not words or clause.cues:
        return None
    if words[0].text in ("not", "neither") or words[-1].text == "not" or words[-1].text.endswith("n't"):
        return _denied(text, clause, said)
    if clause.opener == "nor":
        return _shared(text, clause, said, _after_auxiliary(words), len(words)) if said.means == {0} else None
    if words[0].text == "as" and len(words) > 1 and words[1].text in _AUXILIARY:
        return _shared(text, clause, said, 2, len(words))
    if words[-1].text in _ALSO:
        return _shared(text, clause, said, 0, len(words) - 1)
    bare = not any(word.text in _AUXILIARY for word in words)
    if bare and text[: clause.start].rstrip().endswith((",", ", and")):
        at = next((at for at in range(1, len(words) - 1) if words[at].text in _WITH), None)
        return None if at is None else _shared(text, clause, said, 0, len(words), at)
    return None


def _after_auxiliary(words: Sequence[Word]) -> int:
    return 1 if words[0].text in _AUXILIARY else 0


def _shared(
    text: str, clause: Clause, said: Statement, first: int, last: int, with_: int | None = None
) -> Statement | None:
    """The same of another outcome, and of the arm after the word at `with_`."""
    words = clause.words
    outcome = frozenset(spoken(words, first, last if with_ is None else with_))
    if not outcome:
        return None
    arm = said.arm if with_ is None else arm_keys(words, with_ + 1, last)
    return replace(
        said,
        start=clause.start,
        end=clause.end,
        outcome=outcome,
        core=frozenset(),
        parts=(),
        words=outcome | arm,
        arm=arm,
        arms=(),
        comparator=said.comparator if with_ is None else said.arm,
        significant=significance_in(text[clause.start : clause.end]),
    )


def _denied(text: str, clause: Clause, said: Statement) -> Statement:
    """`but not at six months`, `light activity was not`: the result before it, denied."""
    words = clause.words
    own = frozenset(spoken(words, 0, len(words)))
    if said.start <= clause.start < said.sign_at:  # `A and B, but not C, were associated with D`
        return replace(said, start=clause.start, end=clause.end, arm=own, arms=(), words=own, negated=not said.negated)
    closes = words[0].text not in ("not", "neither")
    aside = len(words) > 1 and words[1].text in _ASIDE
    if aside and words[1].text == "with" and _ASSOCIATED.search(text, said.start, said.end):
        aside = False  # `associated with A but not with B`
    outcome = own | (said.outcome - said.arm) if closes else said.outcome if aside else own
    return replace(
        said,
        start=clause.start,
        end=clause.end,
        outcome=outcome,
        core=said.core if aside else frozenset(),
        parts=said.parts if aside else (),
        words=own | (outcome if aside or closes else said.arm),
        arm=own if closes else said.arm,
        negated=not said.negated,
        significant=significance_in(text[clause.start : clause.end]),
    )
