"""A claim held against passages: which of its results the passages tell otherwise."""

from __future__ import annotations

import re

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bmreport.sentences import split_label, split_sentences
from bmreport.statements.agreement import Contrast, Weights, agree, arms_met, likeness, same_way_round
from bmreport.statements.change_words import Scale
from bmreport.statements.denied import Assertion, denied_between
from bmreport.statements.direction import Reading, Statement, read_sentence
from dataclasses import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Mismatch", "mismatches"]

_LEAST = 0.45
_NEARLY = 0.85
_LEAST_CLOSE = 0.6
_LESS_AROUND = 0.12


class Mismatch(NamedTuple):
    """A result that a passage tells otherwise: what each says, and the passage's sentence."""

    claimed: str
    told: str
    denied: bool
    citation_id: str
    start: int
    end: int


@dataclass(frozen=True)
class Sentence:
    """A sentence of a passage as it was read: `passage[start:end]`."""

    citation_id: str
    start: int
    end: int
    reading: Reading


@lru_cache(maxsize=4096)
def _sentences(passage: str) -> tuple[tuple[int, int, Reading], ...]:
    spans = (split_label(passage, span).span for span in split_sentences(passage))
    return tuple((start, end, read_sentence(passage[start:end])) for start, end in spans if start < end)


def mismatches(claim: str, passages: Mapping[str, str]) -> list[Mismatch]:
    """The results of a claim that its passages contradict."""
    reading = read_sentence(claim)
    sentences = [
        Sentence(citation_id, start, end, read)
        for citation_id, passage in passages.items()
        for start, end, read in _sentences(passage)
    ]
    weights = Weights.of(
        [
            *(one.words | one.outcome for sentence in sentences for one in sentence.reading.statements),
            *(one.keys for sentence in sentences for one in sentence.reading.assertions),
        ]
    )
    sentences, contrasts = _with_arms(sentences)
    quoted = _quoted(claim)
    found: list[Mismatch] = []
    settled: list[tuple[int, int]] = []
    for one in reading.statements:
        if one.by_figures or _within(one, quoted):
            continue
        verdict = _judge(one, sentences, weights, contrasts)
        if isinstance(verdict, Mismatch):
            found.append(verdict)
        if verdict is not None:
            settled.append((one.start, one.end))
    for assertion in reading.assertions:
        if (assertion.start, assertion.end) not in settled and not _within(assertion, quoted, 0.2):
            others = (one.keys for one in reading.assertions if one is not assertion)
            found.extend(_denied(assertion, frozenset().union(*others) - assertion.keys, sentences, weights))
    return found


def _in_full(one: Statement, before: list[frozenset[str]]) -> Statement:
    """What was called `viral suppression` may be called `suppression` further on."""
    if not one.outcome:
        return one
    longer = next((told for told in reversed(before) if one.outcome < told and len(told) <= len(one.outcome) + 2), None)
    if longer is None and before and one.outcome < before[-1]:
        longer = before[-1]
    return replace(one, words=one.words | longer) if longer else one


_QUOTED = re.compile(r"“[^“”]{1,600}”|\"[^\"]{1,600}\"|«[^«»]{1,600}»|‘[^‘’]{1,600}’(?!\\w)")


def _quoted(claim: str) -> list[tuple[int, int]]:
    """Words in quotation marks; they are to be in the source as they are, which another check sees to."""
    return [match.span() for match in _QUOTED.finditer(claim)]


def _within(one: Statement | Assertion, spans: list[tuple[int, int]], most: float = 0.6) -> bool:
    quoted = sum(max(0, min(end, one.end) - max(start, one.start)) for start, end in spans)
    return quoted > most * (one.end - one.start)


def _with_arms(sentences: list[Sentence]) -> tuple[list[Sentence], list[Contrast]]:
    """Figures without arms (`nausea in 20% and 7%`) take those that the passage has named last, in that order."""
    out: list[Sentence] = []
    contrasts: list[Contrast] = []
    last: Contrast | None = None
    citation_id = ""
    outcomes: list[frozenset[str]] = []
    spoken_of = frozenset[str]()
    for sentence in sentences:
        if sentence.citation_id != citation_id:
            citation_id, last = sentence.citation_id, None
            outcomes.clear()
            spoken_of = frozenset[str]()
        if sentence.reading.arms:
            last = Contrast(*sentence.reading.arms)
            contrasts.append(last)
        statements = []
        for one in sentence.reading.statements:
            if one.by_figures and not one.arm and not one.comparator and last is not None:
                one = replace(one, arm=last.one - last.other, comparator=last.other - last.one, words=one.words | (last.one - last.other))
            elif one.arm and one.comparator:
                last = Contrast(one.arm, one.comparator)
                contrasts.append(last)
            if not one.outcome and spoken_of and not one.by_figures:
                # `Single-task training led to no improvement`, of what was spoken of last
                one = replace(one, outcome=spoken_of, words=one.words | spoken_of)
            statements.append(_in_full(one, outcomes))
            outcomes.append(one.outcome - one.arm)
        if statements:
            spoken_of = frozenset().union(*(one.outcome - one.arm for one in statements))
        out.append(replace(sentence, reading=sentence.reading._replace(statements=tuple(statements))))
    return out, contrasts


def _judge(
    claim: Statement, sentences: list[Sentence], weights: Weights, contrasts: list[Contrast]
) -> Mismatch | bool | None:
    """A mismatch, True when a passage agrees, None when none speaks of it."""
    scored = [
        (likeness(claim, one, weights), one, sentence)
        for sentence in sentences
        for one in sentence.reading.statements
        if (one.scale is Scale.LEVEL) is (claim.scale is Scale.LEVEL) and (claim.comparator or not one.graded)
    ]
    best = max((score for score, _, _ in scored), default=0.0)
    if best < _LEAST and not claim.not_worse:
        return None
    near = [one for one in scored if one[0] >= best * _NEARLY]
    if claim.not_worse:
        near = [one for one in scored if one[1].not_worse] or near
    if claim.comparator:
        near = _of_the_same_arms(claim, near)
    near = _of_the_same(claim, near, weights)
    verdicts = [(agree(claim, one, same_way_round(claim, one, contrasts, weights)), score, one, sentence) for score, one, sentence in near]
    if any(says for says, *_ in verdicts):
        return True
    if any(says is None for says, *_ in verdicts) or not verdicts:
        return None
    _, _, told, sentence = max(verdicts, key=lambda one: one[1])
    return Mismatch(
        claimed=_words(claim),
        told=_words(told),
        denied=claim.negated != told.negated or 0 in told.means,
        citation_id=sentence.citation_id,
        start=sentence.start,
        end=sentence.end,
    )


_Scored = tuple[float, Statement, Sentence]


def _of_the_same(claim: Statement, near: list[_Scored], weights: Weights) -> list[_Scored]:
    """Of statements as near those that speak of the claim's arm, times and places, where there are such."""
    fronts = [weights.share(claim.front, told.words | told.front | told.outcome) for _, told, _ in near]
    if claim.front and max(fronts, default=0.0) > 0:
        near = [one for one, share in zip(near, fronts, strict=True) if share >= max(fronts) - 0.2]
    arm = claim.arm - claim.outcome
    if arm and near:
        met = [weights.share(arm, told.arm | told.words | told.comparator) for _, told, _ in near]
        near = [one for one, share in zip(near, met, strict=True) if share >= max(met) - 0.2]
    around = claim.words | claim.arm
    shares = [weights.share(around, told.words | told.outcome | told.arm | told.comparator) for _, told, _ in near]
    most = max(shares, default=0.0)
    return [one for one, share in zip(near, shares, strict=True) if share >= most - _LESS_AROUND]


def _of_the_same_arms(claim: Statement, near: list[_Scored]) -> list[_Scored]:
    """Of statements as near those that compare the claim's two arms, where there are such."""
    comparing = [one for one in near if one[1].comparator]
    most = max((arms_met(claim, told) for _, told, _ in comparing), default=0.0)
    return [one for one in comparing if arms_met(claim, one[1]) >= most - 0.5] if most else near


def _denied(claim: Assertion, apart: frozenset[str], sentences: list[Sentence], weights: Weights) -> Iterable[Mismatch]:
    """A mismatch when a clause of a passage denies what the claim says, or says what it denies."""
    conflicts = [
        (*denied_between(claim, one, weights, apart), one, sentence)
        for sentence in sentences
        for one in sentence.reading.assertions
    ]
    most, keys, clashing, sentence = max(conflicts, key=lambda one: one[0], default=(0.0, frozenset(), claim, None))
    if most < _LEAST_CLOSE or sentence is None:
        return
    nearness = weights.share(claim.keys, clashing.keys)
    for sure, _, one, _ in conflicts:
        if sure or weights.share(keys, one.keys) < 0.3:
            continue
        nearer = weights.share(claim.keys, one.keys) - nearness
        if nearer > 0 or (weights.share(keys, one.keys) >= 0.6 and nearer >= -0.15 * nearness):
            return
    yield Mismatch("it", "the contrary", True, sentence.citation_id, sentence.start, sentence.end)


def _words(one: Statement) -> str:
    return f"{'not ' if one.negated else ''}{one.direction.value}"
