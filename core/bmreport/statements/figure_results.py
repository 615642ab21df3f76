"""The results that the figures of a sentence tell, where its words tell no direction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.statements.change_words import Scale
from bmreport.statements.figures import figure_pairs
from bmreport.statements.keyed import spoken
from bmreport.statements.modality import is_left_open, tells_of_link
from bmreport.statements.numbers import effects_of
from bmreport.statements.significance import figures_are_significant, shows_noninferiority, words_are_significant
from bmreport.statements.statement import Statement
from bmreport.statements.words import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bmreport.statements.clauses import Clause
    from bmreport.statements.figures import FigurePair
    from bmreport.statements.words import Word

__all__ = ["results_of_figures"]


def results_of_figures(
    text: str, words: list[Word], clauses: Sequence[Clause], told: Sequence[Statement]
) -> Iterator[Statement]:
    """Results that figures tell: in clauses without a sign of direction, and of how much something changed."""
    if not any(word.kind == NUMBER for word in words):
        return
    spans = [(one.start, one.end) for one in told if one.scale is not Scale.LEVEL]
    for first, last in _runs(clauses, spans, words):
        part = [word for word in words if first <= word.start and word.end <= last]
        raw = text[first:last]
        if not is_left_open(raw) and not tells_of_link(raw):
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
                    rank=pair.rank,
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
    pairs = list(figure_pairs(part))
    if pairs:
        read = [_of_pair(pair, first, last, _significance(raw, part, pair, pairs), told) for pair in pairs]
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


def _significance(raw: str, part: Sequence[Word], pair: FigurePair, pairs: Sequence[FigurePair]) -> bool | None:
    """By words anywhere in the part, else by the figures up to the pair of the next outcome."""
    if (told := words_are_significant(raw)) is not None:
        return told
    until = min((other.first for other in pairs if other.first >= pair.last), default=len(part))
    begin = part[pair.first].start - part[0].start if any(one.first < pair.first for one in pairs) else 0
    end = part[until].start - part[0].start if until < len(part) else len(raw)
    return figures_are_significant(raw[begin:end])


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
        rank=pair.rank,
    )
