"""A claim held against passages: which of its results the passages tell otherwise."""

from __future__ import annotations

import re

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bmreport.sentences import split_label, split_sentences
from bmreport.statements.abbreviations import abbreviations_in
from bmreport.statements.agreement import Contrast, Weights, agree, arms_met, likeness, same_way_round
from bmreport.statements.anchors import Anchored, insignificant_figures, ratio_against_words
from bmreport.statements.change_words import Scale
from bmreport.statements.denied import Assertion, denied_between
from bmreport.statements.outcomes import UNITS
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
    abbreviations = abbreviations_in(passage)
    return tuple((start, end, read_sentence(passage[start:end], abbreviations)) for start, end in spans if start < end)


def mismatches(claim: str, passages: Mapping[str, str]) -> list[Mismatch]:
    """The results of a claim that its passages contradict."""
    explained = dict(pair for passage in passages.values() for pair in abbreviations_in(passage))
    reading = read_sentence(claim, tuple(explained.items()))
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
    found = list(_by_anchors(claim, reading, passages, sentences))
    settled: list[tuple[int, int]] = []
    for one in reading.statements:
        if one.by_figures or _within(one, quoted):
            continue
        verdict = _judge(one, sentences, weights, contrasts)
        if not isinstance(verdict, Mismatch):
            verdict = _judge_parts(one, sentences, weights, contrasts) or verdict
        if isinstance(verdict, Mismatch):
            found.append(verdict)
        if verdict is not None:
            settled.append((one.start, one.end))
    for assertion in reading.assertions:
        if (assertion.start, assertion.end) not in settled and not _within(assertion, quoted, 0.2):
            others = (one.keys for one in reading.assertions if one is not assertion)
            found.extend(_denied(assertion, frozenset().union(*others) - assertion.keys, sentences, weights))
    return found


def _by_anchors(
    claim: str, reading: Reading, passages: Mapping[str, str], sentences: list[Sentence]
) -> Iterable[Mismatch]:
    """Mismatches that the figures of the claim show, wherever the passages have the same figures."""
    if (place := insignificant_figures(claim, passages)) is not None:
        yield _at(place, sentences, "a significant difference", "that it was not significant")
    for one in reading.statements:
        plain = one.scale is Scale.VALUE and not one.negated and not one.by_figures and not one.comparator
        if plain and (place := ratio_against_words(claim[one.start : one.end], one.sign, passages)) is not None:
            yield _at(place, sentences, one.direction.value, "the opposite")


def _at(place: Anchored, sentences: list[Sentence], claimed: str, told: str) -> Mismatch:
    holding = (
        one for one in sentences if one.citation_id == place.citation_id and one.start <= place.start < one.end
    )
    one = next(holding, None)
    start, end = (one.start, one.end) if one else (place.start, place.end)
    return Mismatch(claimed, told, claimed.startswith("a significant"), place.citation_id, start, end)


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
    introduced = False
    citation_id = ""
    outcomes: list[frozenset[str]] = []
    spoken_of = frozenset[str]()
    for sentence in sentences:
        if sentence.citation_id != citation_id:
            citation_id, last, introduced = sentence.citation_id, None, False
            outcomes.clear()
            spoken_of = frozenset[str]()
        if sentence.reading.arms:
            last, introduced = Contrast(*sentence.reading.arms), True
            contrasts.append(last)
        statements = []
        for one in sentence.reading.statements:
            if one.by_figures and not one.arm and not one.comparator and last is not None:
                one = replace(
                    one,
                    arm=last.one - last.other,
                    comparator=last.other - last.one,
                    words=one.words | (last.one - last.other),
                )
            elif one.arm and one.comparator:
                contrasts.append(Contrast(one.arm, one.comparator))
                if not introduced:
                    last = contrasts[-1]
            if not one.outcome and spoken_of and not one.by_figures:
                # `Single-task training led to no improvement`, of what was spoken of last
                one = replace(one, outcome=spoken_of, words=one.words | spoken_of)
            statements.append(_in_full(one, outcomes))
            outcomes.append(one.outcome - one.arm)
        if statements:
            spoken_of = frozenset().union(*(one.outcome - one.arm for one in statements))
        out.append(replace(sentence, reading=sentence.reading._replace(statements=tuple(statements))))
    return _with_later_arms(out, contrasts), contrasts


def _with_later_arms(sentences: list[Sentence], contrasts: list[Contrast]) -> list[Sentence]:
    """Figures before any arm was named take the first two arms of the passages."""
    if not contrasts:
        return sentences
    first = contrasts[0]
    arm, rival = first.one - first.other, first.other - first.one

    def filled(one: Statement) -> Statement:
        bare = one.by_figures and not one.arm and not one.comparator
        return replace(one, arm=arm, comparator=rival, words=one.words | arm) if bare else one

    return [
        replace(one, reading=one.reading._replace(statements=tuple(map(filled, one.reading.statements))))
        for one in sentences
    ]


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
    if not claim.outcome and not claim.comparator:
        return None  # too vague to be held against anything
    population = claim.front - UNITS
    if population and 0 in claim.means and not any(key in weights.counts for key in population) and not all(map(str.isdigit, population)):
        return None  # speaks of people whom no passage names in these words
    if best < _LEAST and not claim.not_worse:
        return None
    near = [one for one in scored if one[0] >= best * _NEARLY]
    if claim.not_worse:
        near = [one for one in scored if one[1].not_worse] or near
    if claim.comparator:
        near = _of_the_same_arms(claim, near)
    near = _of_the_same(claim, near, weights, frozenset().union(*(one.one | one.other for one in contrasts)))
    verdicts = [
        (agree(claim, one, same_way_round(claim, one, contrasts, weights)), score, one, sentence)
        for score, one, sentence in near
    ]
    if any(says for says, *_ in verdicts):
        return True
    if any(says is None for says, *_ in verdicts) or not verdicts:
        return None
    _, _, told, sentence = max(verdicts, key=lambda one: one[1])
    if _has_doubt(claim, told, scored, best, weights, contrasts):
        return None
    return Mismatch(
        claimed=_words(claim),
        told=_words(told),
        denied=claim.negated != told.negated or 0 in told.means,
        citation_id=sentence.citation_id,
        start=sentence.start,
        end=sentence.end,
    )


def _judge_parts(
    claim: Statement, sentences: list[Sentence], weights: Weights, contrasts: list[Contrast]
) -> Mismatch | None:
    """A mismatch in one of the outcomes that a claim lists, where a passage speaks of just that outcome."""
    for part in claim.parts:
        others = frozenset().union(*(other for other in claim.parts if other is not part)) - part
        alone = replace(claim, outcome=part, core=part, parts=(), words=claim.words - others)
        verdict = _judge(alone, [_of_part_alone(one, part, weights) for one in sentences], weights, contrasts)
        if isinstance(verdict, Mismatch):
            return verdict
    return None


def _of_part_alone(sentence: Sentence, part: frozenset[str], weights: Weights) -> Sentence:
    """The sentence with those of its results alone that speak of this outcome and hardly of another."""
    told = tuple(
        one
        for one in sentence.reading.statements
        if weights.share(part, one.outcome) >= 0.8
        and (weights.share(one.outcome, part) >= 0.6 or any(weights.share(own, part) >= 0.6 for own in one.parts))
    )
    return replace(sentence, reading=sentence.reading._replace(statements=told))


_DOUBT = 1.1
_ALIKE = 0.6


def _has_doubt(
    claim: Statement, told: Statement, scored: list[_Scored], best: float, weights: Weights, contrasts: list[Contrast]
) -> bool:
    """Whether a statement almost as near agrees, or the two may speak of different outcomes."""
    both = weights.share(claim.outcome, told.outcome | told.words) * weights.share(told.outcome, claim.outcome | claim.words)
    if claim.outcome and told.outcome and both < _SAME_OUTCOME:
        return True
    for score, one, _ in scored:
        if score >= best * _DOUBT and one is not told and weights.share(one.outcome, claim.outcome | claim.words) >= _ALIKE:
            if agree(claim, one, same_way_round(claim, one, contrasts, weights)):
                return True
    return False


_SAME_OUTCOME = 0.0
_Scored = tuple[float, Statement, Sentence]


def _of_the_same(
    claim: Statement, near: list[_Scored], weights: Weights, known_arms: frozenset[str]
) -> list[_Scored]:
    """Of statements as near those that speak of the claim's arm, times and places, where there are such."""
    fronts = [weights.share(claim.front, told.words | told.front | told.outcome) for _, told, _ in near]
    if claim.front and max(fronts, default=0.0) > 0:
        near = [one for one, share in zip(near, fronts, strict=True) if share >= max(fronts) - 0.2]
    arm = claim.arm - claim.outcome
    if arm and near:
        met = [weights.share(arm, told.arm | told.words | told.comparator) for _, told, _ in near]
        near = [
            one
            for one, share in zip(near, met, strict=True)
            if share >= max(met) - 0.2 or not (one[1].acts or one[1].arm & known_arms)
        ]
    around = claim.words | claim.arm
    shares = [weights.share(around, told.words | told.outcome | told.arm | told.comparator) for _, told, _ in near]
    most = max(shares, default=0.0)
    return [one for one, share in zip(near, shares, strict=True) if share >= most - _LESS_AROUND]


def _of_the_same_arms(claim: Statement, near: list[_Scored]) -> list[_Scored]:
    """Of statements as near those that compare the claim's two arms, where there are such."""
    comparing = [one for one in near if one[1].comparator]
    most = max((arms_met(claim, told) for _, told, _ in comparing), default=0.0)
    return [one for one in comparing if arms_met(claim, one[1]) >= most - 0.25] if most else near


def _denied(claim: Assertion, apart: frozenset[str], sentences: list[Sentence], weights: Weights) -> Iterable[Mismatch]:
    """A mismatch when a clause of a passage denies what the claim says, or says what it denies."""
    conflicts = [
        (*denied_between(claim, one, weights, apart), one, sentence)
        for sentence in sentences
        for one in sentence.reading.assertions
        if not (claim.whole and sentence.reading.methods)
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
