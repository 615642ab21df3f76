"""A claim held against passages: which of its results the passages tell otherwise."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.agreement import agree
from bmreport.statements.alignment import likeness
from bmreport.statements.anchors import Anchored, figures_against_words, insignificant_figures, ratio_against_words
from bmreport.statements.change_words import Part, Scale
from bmreport.statements.denied import worst_clash
from bmreport.statements.direction import read_sentence
from bmreport.statements.evidence_read import read_evidence
from bmreport.statements.orientation import arms_met, same_way_round
from bmreport.statements.outcomes import PART_OF_ALL, UNITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bmreport.statements.assertions import Assertion
    from bmreport.statements.direction import Reading
    from bmreport.statements.evidence_read import Evidence, Told
    from bmreport.statements.statement import Statement
    from bmreport.statements.weighing import Weights

__all__ = ["Mismatch", "mismatches"]

_LEAST = 0.45
_NEARLY = 0.85
_LESS_AROUND = 0.12
_LESS_OF_ARM = 0.2
_LESS_OF_ARMS = 0.25
_PART_NAMED, _PART_BACK = 0.8, 0.6
_MOSTLY_QUOTED, _PARTLY_QUOTED = 0.6, 0.2


class Mismatch(NamedTuple):
    """A result that a passage tells otherwise: what each says, and the passage's sentence."""

    claimed: str
    told: str
    denied: bool
    citation_id: str
    start: int
    end: int


class Scored(NamedTuple):
    """A result with how far it speaks of what the claim does."""

    score: float
    told: Told


def mismatches(claim: str, passages: Mapping[str, str]) -> list[Mismatch]:
    """The results of a claim that its passages tell otherwise.

    What stands in quotation marks is left to the check of quotations.
    """
    evidence = read_evidence(passages)
    reading = read_sentence(claim, evidence.abbreviations)
    quoted = [match.span() for match in _QUOTED.finditer(claim)]
    found = list(_by_anchors(claim, reading, passages, evidence))
    settled: set[tuple[int, int]] = set()
    for one in reading.statements:
        if one.by_figures or _share_in(one, quoted) > _MOSTLY_QUOTED:
            continue
        verdict = _judge(one, evidence.told, evidence)
        if not isinstance(verdict, Mismatch):
            verdict = _judge_parts(one, evidence) or _judge_arms(one, evidence) or verdict
        if isinstance(verdict, Mismatch):
            found.append(verdict)
        if verdict is not None:
            settled.add((one.start, one.end))
    for assertion in reading.assertions:
        if (assertion.start, assertion.end) not in settled and _share_in(assertion, quoted) <= _PARTLY_QUOTED:
            found.extend(_denied(assertion, reading.assertions, evidence))
    return found


_QUOTED = re.compile(r"“[^“”]{1,600}”|\"[^\"]{1,600}\"|«[^«»]{1,600}»|‘[^‘’]{1,600}’(?!\w)")


def _share_in(one: Statement | Assertion, spans: Iterable[tuple[int, int]]) -> float:
    quoted = sum(max(0, min(end, one.end) - max(start, one.start)) for start, end in spans)
    return quoted / max(1, one.end - one.start)


def _by_anchors(claim: str, reading: Reading, passages: Mapping[str, str], evidence: Evidence) -> Iterator[Mismatch]:
    """Mismatches that the figures of the claim show, wherever the passages have the same figures."""
    if (place := insignificant_figures(claim, passages)) is not None:
        yield _at(place, evidence, "a significant difference", "that it was not significant", denied=True)
    for one in reading.statements:
        if one.scale is not Scale.VALUE or one.negated or one.by_figures:
            continue
        clause = claim[one.start : _bracket_end(claim, one.end)]
        if one.comparator:
            place = figures_against_words(clause, one.sign, passages) if _compares(one, reading) else None
        else:
            place = ratio_against_words(clause, one.sign, passages)
        if place is not None:
            yield _at(place, evidence, _words(one), "the opposite", denied=False)


def _compares(one: Statement, reading: Reading) -> bool:
    """Whether one comparative alone tells the direction (`more frequent with A than with B`)."""
    cues = [clause.cues for clause in reading.clauses if clause.start == one.start]
    return any(len(found) == 1 and found[0].cue.part is Part.ADJECTIVE for found in cues)


def _bracket_end(text: str, at: int) -> int:
    """The end of a bracket that opens at `at`."""
    if text[at : at + 2].strip()[:1] != "(":
        return at
    end = text.find(")", at)
    return at if end < 0 else end


def _at(place: Anchored, evidence: Evidence, claimed: str, told: str, *, denied: bool) -> Mismatch:
    holding = evidence.sentence_at(place.citation_id, place.start)
    start, end = (holding.start, holding.end) if holding else (place.start, place.end)
    return Mismatch(claimed, told, denied, place.citation_id, start, end)


def _judge(claim: Statement, told: Sequence[Told], evidence: Evidence) -> Mismatch | bool | None:
    """A mismatch, True when a passage agrees, None when none speaks of it or it cannot be told."""
    if not claim.outcome and not claim.comparator:
        return None  # too vague to be held against anything
    if _of_unknown_people(claim, evidence.weights):
        return None
    near = _nearest(claim, told, evidence)
    verdicts = [(agree(claim, one.told.statement, _turn(claim, one.told.statement, evidence)), one) for one in near]
    if any(says for says, _ in verdicts):
        return True
    if not verdicts or any(says is None for says, _ in verdicts):
        return None
    nearest = max((one for _, one in verdicts), key=lambda one: one.score).told
    beside = (one for one in nearest.sentence.statements if one.outcome == nearest.statement.outcome)
    if any(agree(claim, one, _turn(claim, one, evidence)) for one in beside if one.scale is Scale.TIE):
        return True  # `fell by 16, 15 and 16 points, with no significant difference`
    told_words = _words(nearest.statement)
    if nearest.statement.means == {0}:
        told_words = "no significant difference" if nearest.statement.significant is False else "no difference"
    return Mismatch(
        claimed=_words(claim),
        told="the opposite" if told_words == _words(claim) else told_words,
        denied=claim.negated != nearest.statement.negated or {0} in (claim.means, nearest.statement.means),
        citation_id=nearest.citation_id,
        start=nearest.sentence.start,
        end=nearest.sentence.end,
    )


def _turn(claim: Statement, other: Statement, evidence: Evidence) -> int | None:
    return same_way_round(claim, other, evidence.contrasts, evidence.weights)


def _of_unknown_people(claim: Statement, weights: Weights) -> bool:
    """Whether it finds no effect in people whom no passage names in these words: a subgroup under another name."""
    people = claim.front - UNITS
    if 0 not in claim.means or not people or all(map(str.isdigit, people)):
        return False
    return not any(weights.count(key) for key in people)


def _judge_parts(claim: Statement, evidence: Evidence) -> Mismatch | None:
    """A mismatch in one of the outcomes that a claim lists, where a passage speaks of just that outcome."""
    for part in claim.parts:
        others = frozenset().union(*(other for other in claim.parts if other is not part)) - part
        alone = replace(claim, outcome=part, core=part, parts=(), words=claim.words - others)
        told = [one for one in evidence.told if _is_of_part(one.statement, part, evidence.weights)]
        verdict = _judge(alone, told, evidence)
        if isinstance(verdict, Mismatch):
            return verdict
    return None


def _judge_arms(claim: Statement, evidence: Evidence) -> Mismatch | None:
    """A mismatch for one of the arms that a claim lists, where a passage speaks of just that arm."""
    for arm in claim.arms:
        others = frozenset().union(*(other for other in claim.arms if other is not arm)) - arm
        alone = replace(claim, arm=arm, arms=(), words=claim.words - others)
        told = [
            one
            for one in evidence.told
            if evidence.weights.share(arm, one.statement.arm) >= _PART_NAMED
            and evidence.weights.share(one.statement.arm, arm) >= _PART_BACK
        ]
        verdict = _judge(alone, told, evidence)
        if isinstance(verdict, Mismatch):
            return verdict
    return None


def _is_of_part(one: Statement, part: frozenset[str], weights: Weights) -> bool:
    """Whether a result speaks of this outcome, and hardly of another."""
    if weights.share(part, one.outcome) < _PART_NAMED:
        return False
    return weights.share(one.outcome, part) >= _PART_BACK or any(
        weights.share(own, part) >= _PART_BACK for own in one.parts
    )


def _nearest(claim: Statement, told: Sequence[Told], evidence: Evidence) -> list[Scored]:
    """The results that speak of what the claim does, as far as can be told of the same arms, people and times."""
    weights = evidence.weights
    scored = [
        Scored(likeness(claim, one.statement, weights), one)
        for one in told
        if (one.statement.scale is Scale.LEVEL) is (claim.scale is Scale.LEVEL) and _of_one_kind(claim, one.statement)
    ]
    best = max((one.score for one in scored), default=0.0)
    if best < _LEAST and not claim.not_worse:
        return []
    near = [one for one in scored if one.score >= best * _NEARLY]
    if claim.not_worse:
        near = [one for one in scored if one.told.statement.not_worse] or near
    if 0 in claim.means:
        near = [one for one in near if not _is_of_subgroup(one.told.statement, claim)]
    near = _of_the_same_people(claim, near, weights)
    if claim.comparator:
        near = _of_the_same_arms(claim, near)
    return _around(claim, _of_the_same_arm(claim, near, evidence), weights)


def _is_of_subgroup(one: Statement, claim: Statement) -> bool:
    """Whether a result is of girls or smokers only, say, and the claim does not speak of them."""
    return bool((one.spoken & PART_OF_ALL) - claim.spoken)


def _of_one_kind(claim: Statement, other: Statement) -> bool:
    """Whether both tell a change, or both compare arms (`fell by 5 and 2 points`, `fell less with A than with B`)."""
    if claim.comparator or claim.graded is other.graded:
        return True
    return bool(other.comparator) and not other.by_figures


def _of_the_same_arms(claim: Statement, near: list[Scored]) -> list[Scored]:
    """Those that compare the claim's two arms, where there are such."""
    met = [(arms_met(claim, one.told.statement), one) for one in near if one.told.statement.comparator]
    most = max((share for share, _ in met), default=0.0)
    return [one for share, one in met if share >= most - _LESS_OF_ARMS] if most else near


def _of_the_same_people(claim: Statement, near: list[Scored], weights: Weights) -> list[Scored]:
    """Those that speak of the claim's people or times (`In adolescents, …`), where there are such."""
    shares = [
        weights.share(claim.front, one.words | one.front | one.outcome)
        for one in (scored.told.statement for scored in near)
    ]
    most = max(shares, default=0.0)
    return [one for one, share in zip(near, shares, strict=True) if share >= most - _LESS_OF_ARM] if most else near


def _of_the_same_arm(claim: Statement, near: list[Scored], evidence: Evidence) -> list[Scored]:
    """Without those of another arm, where there are some of the claim's."""
    arm = claim.arm - claim.outcome
    if not arm or not near:
        return near
    met = [
        evidence.weights.share(arm, one.words_and_arm | one.comparator)
        for one in (scored.told.statement for scored in near)
    ]
    least = max(met) - _LESS_OF_ARM
    return [
        one
        for one, share in zip(near, met, strict=True)
        if share >= least or not (one.told.statement.acts or one.told.statement.arm & evidence.arms)
    ]


def _around(claim: Statement, near: list[Scored], weights: Weights) -> list[Scored]:
    """Those that have as many of the claim's other words as the best."""
    shares = [weights.share(claim.words_and_arm, one.told.statement.spoken) for one in near]
    least = max(shares, default=0.0) - _LESS_AROUND
    return [one for one, share in zip(near, shares, strict=True) if share >= least]


def _denied(claim: Assertion, every: Iterable[Assertion], evidence: Evidence) -> Iterator[Mismatch]:
    """A mismatch when a clause of a passage denies what the claim says, or says what it denies."""
    apart = frozenset().union(*(one.keys for one in every if one is not claim)) - claim.keys
    clauses = [
        (one, citation_id, sentence)
        for citation_id, passage in evidence.passages.items()
        for sentence in passage.sentences
        if not (claim.whole and sentence.reading.methods)
        for one in sentence.reading.assertions
    ]
    clash = worst_clash(claim, [one for one, _, _ in clauses], evidence.weights, apart)
    if clash is None:
        return
    _, citation_id, sentence = clauses[clash.place]
    claimed, told = ("that something is not so", "that it is") if clash.by_claim else ("it", "that it is not so")
    yield Mismatch(claimed, told, denied=True, citation_id=citation_id, start=sentence.start, end=sentence.end)


def _words(one: Statement) -> str:
    return f"not {one.direction.value}" if one.negated else one.direction.value
