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
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bmreport.sentences import split_sentences
from bmreport.statements.abbreviations import Abbreviations, abbreviations_in
from bmreport.statements.arms import introduced
from bmreport.statements.change_words import Part, Scale
from bmreport.statements.clauses import Clause, split_clauses
from bmreport.statements.composing import compose
from bmreport.statements.cues import BE, FoundCue
from bmreport.statements.denied import Assertion, assertion_of
from bmreport.statements.figures import FigurePair, figure_pairs
from bmreport.statements.negation import Reach, denials
from bmreport.statements.numbers import effects_of
from bmreport.statements.keyed import read_keyed, spoken
from bmreport.statements.outcomes import PEOPLE, SUBJECTS, UNITS
from bmreport.statements.roles import roles_of
from bmreport.statements.significance import shows_noninferiority, significance_in
from bmreport.statements.statement import Direction, Statement
from bmreport.statements.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bmreport.statements.words import Word

__all__ = ["Direction", "Reading", "Statement", "read_sentence", "statements_of"]

class Reading(NamedTuple):
    """A sentence read: its results, what each clause speaks of and denies, and the two arms that it introduces."""

    statements: tuple[Statement, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    arms: tuple[frozenset[str], frozenset[str]] | None = None
    methods: bool = False
    """Whether it tells who was studied, and how, rather than what was found."""


def statements_of(text: str) -> list[Statement]:
    """The results that a text tells, in order, with offsets into it. Never raises; time grows linearly."""
    found: list[Statement] = []
    abbreviations = abbreviations_in(text)
    for span in split_sentences(text):
        moved = (
            replace(one, start=one.start + span.start, end=one.end + span.start)
            for one in read_sentence(text[span.start : span.end], abbreviations).statements
        )
        found.extend(moved)
    return found


_OPEN = re.compile(
    r"\b(?:whether|aim(?:s|ed)?|objectives?|hypothes[a-z]+|designed to|intended to|expected to|powered to|unclear|unknown"
    r"|uncertain|inconclusive|insufficient (?:evidence|data)|to (?:assess|determine|evaluate|test|examine|investigate"
    r"|explore|compare|see|find out)|(?:not|cannot) (?:be )?(?:exclude|rule)d?\b|immature|too (?:few|rare|small))\b",
    re.IGNORECASE,
)
_TREND = re.compile(
    r"\b(?:numerical(?:ly)?|trend(?:s|ed)?|tend(?:s|ed)?|non-?significant(?:ly)?|not (?:statistically )?significant(?:ly)?"
    r"|might|may|could|possibl[ey]|perhaps|imprecise)\b",
    re.IGNORECASE,
)
_METHODS = re.compile(
    r"\b(?:randomi[sz]ed|randomly|assigned|allocated|enrolled|recruited|eligible|inclusion|took part|we compared|were included)\b",
    re.IGNORECASE,
)
_LONGEST = 3000


@lru_cache(maxsize=8192)
def read_sentence(text: str, abbreviations: Abbreviations = ()) -> Reading:
    """One sentence, with offsets into it; one of more than 3,000 characters is not read.

    `abbreviations` are those that the text it stands in explains.
    """
    if len(text) > _LONGEST:
        return Reading()
    words = read_keyed(text, dict(abbreviations))
    clauses = split_clauses(words)
    found: list[Statement] = []
    for before, clause in zip([None, *clauses], clauses, strict=False):
        _add(found, text, clause, before)
    found = _with_shared_arms(found)
    by_figures = list(_by_figures(text, words, clauses, found))
    both = {(one.start, one.end) for one in by_figures if one.arm and one.comparator}
    # `fell by 5 kg with A and by 2 kg with B` tells a fall in both arms.
    found = [replace(one, arm=frozenset()) if (one.start, one.end) in both else one for one in found]
    found.extend(by_figures)
    arms = introduced(words)
    return Reading(
        tuple(found),
        tuple(_assertions(text, clauses)),
        (_arms(words, *arms[0]), _arms(words, *arms[1])) if arms else None,
        _METHODS.search(text) is not None,
    )


def _assertions(text: str, clauses: Sequence[Clause]) -> list[Assertion]:
    found: list[Assertion] = []
    for clause in clauses:
        if not _OPEN.search(text[clause.start : clause.end]):
            found.append(assertion_of(clause, found[-1] if found else None))
    return found


def _add(found: list[Statement], text: str, clause: Clause, before: Clause | None) -> None:
    one = _statement(text, clause)
    if one is None:
        if found and clause.opener in _CONCEDING and significance_in(text[clause.start : clause.end]) is False:
            found[-1] = replace(found[-1], significant=False)  # `but the test was not significant`
            return
        if (elliptic := _elliptic(text, clause, found)) is not None:
            found.append(elliptic)
        return
    if found and not one.outcome and _speaks_of_last(clause):
        # `…, but the difference was not significant` speaks of the result before it.
        if one.significant is not None:
            found[-1] = replace(found[-1], significant=one.significant)
        return
    if not one.outcome and before is not None:
        # `Days at home were 139 and 141, with no significant difference`
        told = (
            found[-1].outcome if found else frozenset(spoken(before.words, 0, len(before.words)))
        )
        one = replace(one, outcome=told, words=one.words | told)
    if found and not one.arm:
        one = replace(one, arm=found[-1].arm, comparator=one.comparator or found[-1].comparator)
    found.append(one)


_CONCEDING = frozenset("but although though yet however".split())


def _speaks_of_last(clause: Clause) -> bool:
    first = clause.words[0].text
    return first in ("the", "this", "these", "that", "which", "a", "an") and clause.cues[0].first <= 2


def _statement(text: str, clause: Clause) -> Statement | None:
    words = clause.words
    cue = compose(words, clause.cues)
    if cue is None:
        return None
    raw = text[clause.start : clause.end]
    if _OPEN.search(raw):
        return None
    if cue.cue.part is Part.NOUN and _tells_figures(words, cue):
        return None  # `the mean drop in pressure was 26.6 and 27.1`
    roles = roles_of(words, cue)
    if _is_of_link(words, clause.cues):
        return None  # `the inverse association was stronger for stroke`
    if cue.cue.scale is not Scale.TIE and any(word.text in _LINKS for word in words[roles.front : cue.first]):
        return None  # `the link with dementia weakened` tells nothing of how frequent dementia is
    rival = roles.comparator
    comparator = _arms(words, rival.first, rival.last, rival=True) if rival else frozenset()
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
        arm=_arms(words, *roles.arm),
        comparator=comparator,
        acts=roles.acts,
        negated=_negated(words, cue, roles.front) is not (clause.opener == "nor"),
        significant=significant,
        trend=significant is not True and _TREND.search(raw) is not None,
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


def _is_of_link(words: Sequence[Word], cues: Sequence[FoundCue]) -> bool:
    """Whether it tells how strong an association is."""
    linked = any(word.text in _LINKS for word in words)
    return linked and any(words[one.first].text in _STRENGTHS for one in cues)


_STRENGTHS = frozenset("stronger weaker larger smaller greater attenuated weakened strengthened".split())
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
            found.append(frozenset(spoken(words, begin, until)) - SUBJECTS - UNITS)
            begin = at + 1
    named = [part for part in found if part]
    return tuple(named) if len(named) > 1 else ()


_UNTREATED = frozenset("without no unvaccinated unexposed neither none".split())


def _arms(words: Sequence[Word], first: int, last: int, *, rival: bool = False) -> frozenset[str]:
    """The keys of an arm; who was studied is no part of it, and `without A`, `those who were not` are a control."""
    own = frozenset(spoken(words, first, last)) - PEOPLE
    bare = any(word.text in _UNTREATED for word in words[first : first + 2]) or (
        rival and last > first and words[last - 1].text == "not"
    )
    return own | {"control"} if bare else own


def _negated(words: Sequence[Word], cue: FoundCue, front: int) -> bool:
    odd = False
    for one in denials(words):
        if one.at < front:
            continue
        if one.reach is Reach.BACK:
            odd ^= one.at >= cue.last
        elif one.reach is Reach.ONWARD:
            odd ^= one.first <= cue.first < one.last or _denied_after(words, one.at, cue)
        else:
            odd ^= one.first <= cue.first < one.last
    return odd


def _denied_after(words: Sequence[Word], at: int, cue: FoundCue) -> bool:
    """`lower in neither group`, `was seen with no drug`, `the effect was not significant`."""
    if at < cue.last:
        return False
    before = words[at - 1].text
    if at == cue.last and words[at].text in ("neither", "no", "none", "nothing") and cue.cue.part is Part.VERB:
        return True  # `it shortened neither the stay nor …`
    if words[at].text in ("neither", "none", "no") and before in ("in", "with", "by", "among"):
        return True
    if cue.cue.part is Part.NOUN or cue.cue.scale is Scale.TIE:
        return before in BE or words[at].text in ("neither", "none")
    return False


def _with_shared_arms(found: list[Statement]) -> list[Statement]:
    """Results that name no arms share those of the result after them (`pain fell and sleep improved with A`)."""
    out = list(found)
    for at in range(len(out) - 2, -1, -1):
        one, following = out[at], out[at + 1]
        if not one.arm and not one.comparator and (following.arm or following.comparator):
            out[at] = replace(one, arm=following.arm - one.words, comparator=following.comparator)
    return out


_ASIDE = frozenset("in at among for with after during on by".split())


def _elliptic(text: str, clause: Clause, before: list[Statement]) -> Statement | None:
    """`but not at six months`, `light activity was not`: the result before it, denied."""
    if not before or not clause.words or clause.cues:
        return None
    words = clause.words
    opens = words[0].text in ("not", "neither") or clause.opener == "nor"
    closes = words[-1].text == "not" or words[-1].text.endswith("n't")
    if not opens and not closes:
        return None
    said = before[-1]
    own = frozenset(spoken(words, 0, len(words)))
    aside = len(words) > 1 and words[1].text in _ASIDE
    outcome = own | (said.outcome - said.arm) if closes else said.outcome if aside else own
    return replace(
        said,
        start=clause.start,
        end=clause.end,
        outcome=outcome,
        words=own | (outcome if aside or closes else said.arm),
        arm=own if closes else said.arm,
        negated=not said.negated,
        significant=significance_in(text[clause.start : clause.end]),
    )


def _by_figures(
    text: str, words: list[Word], clauses: Sequence[Clause], told: Sequence[Statement]
) -> Iterator[Statement]:
    """Results that figures tell: in clauses without a sign of direction, and of how much something changed."""
    if not any(word.kind == NUMBER for word in words):
        return
    spans = [(one.start, one.end) for one in told if one.scale is not Scale.LEVEL]
    for first, last in _runs(clauses, spans, words):
        part = [word for word in words if first <= word.start and word.end <= last]
        raw = text[first:last]
        if not _OPEN.search(raw):
            yield from _of_part(raw, part, first, last, told)
    for one in told:
        part = [word for word in words if one.start <= word.start and word.end <= one.end]
        for pair in figure_pairs(part):
            if pair.amount and one.scale is not Scale.TIE:
                yield replace(
                    one,
                    sign=one.sign * pair.sign,
                    arm=pair.arm,
                    comparator=pair.comparator,
                    by_figures=True,
                    graded=True,
                )


def _runs(
    clauses: Sequence[Clause], told: Sequence[tuple[int, int]], words: Sequence[Word]
) -> Iterator[tuple[int, int]]:
    """Stretches of the sentence, between semicolons, whose clauses tell no direction in words."""
    marks = [word.start for word in words if word.text in (";", ".") and not word.depth]
    first, last = -1, -1
    for clause in clauses:
        if any(start <= clause.start < end for start, end in told):
            if first >= 0:
                yield first, last
            first = -1
        elif first >= 0 and (clause.opener == "and" or any(last <= mark <= clause.start for mark in marks)):
            yield first, last
            first, last = clause.start, clause.end
        else:
            first, last = (clause.start if first < 0 else first), clause.end
    if first >= 0:
        yield first, last


def _of_part(raw: str, part: list[Word], first: int, last: int, told: Sequence[Statement]) -> Iterable[Statement]:
    significant = significance_in(raw)
    pairs = list(figure_pairs(part))
    if pairs:
        read = [_of_pair(pair, first, last, significant, told) for pair in pairs]
        if shows_noninferiority(raw):
            read.append(replace(read[0], scale=Scale.TIE, sign=0, not_worse=True, by_figures=False))
        return read
    found: list[Statement] = []
    since = 0
    for effect in effects_of(raw):
        until = next((at for at, word in enumerate(part) if word.start - first >= effect.end), len(part))
        outcome = frozenset(spoken(part, since, until))
        since = until
        if effect.value != effect.no_effect and outcome:
            within = effect.low is None or effect.high is None or effect.low <= effect.no_effect <= effect.high
            found.append(
                Statement(
                    start=first,
                    end=last,
                    scale=Scale.VALUE,
                    sign=1 if effect.value > effect.no_effect else -1,
                    outcome=outcome,
                    words=outcome,
                    significant=None if effect.low is None else not within,
                    by_figures=True,
                )
            )
    return found


def _of_pair(pair: FigurePair, first: int, last: int, significant: bool | None, told: Sequence[Statement]) -> Statement:
    outcome = pair.outcome
    if not outcome and told:
        outcome = told[-1].outcome
    return Statement(
        start=first,
        end=last,
        scale=Scale.VALUE if pair.sign else Scale.TIE,
        sign=pair.sign,
        outcome=outcome,
        words=outcome | pair.arm,
        arm=pair.arm - outcome,
        comparator=pair.comparator,
        significant=significant,
        by_figures=True,
    )
