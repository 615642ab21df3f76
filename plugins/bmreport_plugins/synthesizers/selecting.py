"""Which sentences are quoted: the best ones that say something new, and no theme or source crowds out the others."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from bmreport.lexical import Bag, Idf
from bmreport_plugins.synthesizers.themes import Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bmreport_plugins.synthesizers.candidates import Candidate

__all__ = ["Limits", "Selection", "Unit", "select"]

# Each further sentence of a theme, or of a document on one theme, counts that much less than the one before.
_THEME_DECAY = 0.75
_MAIN_DECAY = 0.88
_DOCUMENT_DECAY = 0.8
_NOVELTY = 0.3
_NEW_DOCUMENT = 1.4
_OTHER_THEME_LIKENESS = 0.6
_LEAD_CONCLUSION = 1.2
_LEAD_SYNTHESIS = 1.35
_SYNTHESIS = 1.3
_LEAD_OTHER_THEME = 1.3
_LEAD_FREE = 2
_LEAD_NEAR = 0.5
_LEAD_HARM = 1.5
_PAIR = 0.9
# Only so many of the best are compared with what is chosen already; it keeps the work linear in the citations.
_POOL = 400
_LEAST_OF_BEST = 0.25


@dataclass(frozen=True)
class Limits:
    """The numbers that bound a selection; the extractive synthesizer's options say what they mean."""

    sentences: int
    lead: int
    limits: int
    per_citation: int
    min_relevance: float
    redundancy: float


@dataclass(frozen=True)
class Unit:
    """What is quoted as a whole: one sentence, or one with the sentence before it that it needs."""

    sentences: tuple[Candidate, ...]
    twins: tuple[Candidate, ...] = ()
    """The same sentence, found in other citations."""

    @property
    def head(self) -> Candidate:
        """The sentence for which the unit was chosen."""
        return self.sentences[-1]

    @cached_property
    def bag(self) -> Bag:
        """The words of all its sentences."""
        return Bag(tuple(stem for sentence in self.sentences for stem in sentence.bag.sequence))

    @cached_property
    def score(self) -> float:
        """The mean of its sentences, a pair a little less: one that stands alone reads better."""
        mean = sum(sentence.score for sentence in self.sentences) / len(self.sentences)
        return mean * (_PAIR if len(self.sentences) > 1 else 1.0)


@dataclass
class Selection:
    """What was chosen, in the order of choosing."""

    lead: list[Unit] = field(default_factory=list)
    findings: list[Unit] = field(default_factory=list)
    limits: list[Unit] = field(default_factory=list)
    relaxed: bool = False
    """No sentence reached `min_relevance`, so the nearest ones were taken."""

    @property
    def units(self) -> list[Unit]:
        """All of them in the order of the report."""
        return [*self.lead, *self.findings, *self.limits]


def select(candidates: Sequence[Candidate], bounds: Limits, idf: Idf) -> Selection:
    """Choose lead, findings and limits.

    Sentences that differ in nothing but case and spaces become one unit with all their citations.
    """
    whole = [one for one in candidates if not one.dangling]
    stating, relaxed = _stating(whole, bounds.min_relevance)
    if not stating:
        stating, relaxed = _stating(candidates, bounds.min_relevance)
    findings = _worthwhile(_units(stating))
    cautions = _units(one for one in whole if one.traits.caution and not one.previous and one.context > 0)
    picker = _Picker(bounds, idf)
    room_for_limits = min(bounds.limits, len(cautions), bounds.sentences // 3)
    lead_size = min(bounds.lead, max(1, len(findings) // 2))
    # The first unit may be a pair, whatever the size of the lead.
    lead_room = min(bounds.sentences, max(lead_size, 2))
    lead = picker.pick(findings, lead_room, _lead_weight, most_units=lead_size) or _alone(findings)
    room = bounds.sentences - picker.taken - room_for_limits
    return Selection(
        lead=lead,
        findings=_findings(findings, picker, room),
        limits=picker.pick(cautions, bounds.sentences - picker.taken, _limit_weight, most_units=room_for_limits),
        relaxed=relaxed,
    )


def _findings(units: list[Unit], picker: _Picker, room: int) -> list[Unit]:
    """One of each theme first, so that none is hidden by a better one; then the best of all."""
    out: list[Unit] = []
    for theme in (Theme.MAIN, Theme.HARM, Theme.MORTALITY, Theme.ADVICE):
        of_theme = [unit for unit in units if unit.head.theme is theme]
        left = room - sum(len(unit.sentences) for unit in out)
        out.extend(picker.pick(of_theme, left, _finding_weight, most_units=1))
    left = room - sum(len(unit.sentences) for unit in out)
    return [*out, *picker.pick(units, left, _finding_weight)]


def _stating(candidates: Sequence[Candidate], least: float) -> tuple[list[Candidate], bool]:
    """The sentences near enough to the question, and whether it took less than `least` to find any.

    Results and conclusions come before cautions, and those before aims and methods. Where no sentence holds a word of
    the question, those of a passage do whose title or neighbouring sentence does.
    """
    near = [one for one in candidates if one.coverage > 0 and one.coverage >= least]
    for relaxed, tier in (
        (False, near),
        (True, [one for one in candidates if one.coverage > 0]),
        (True, [one for one in candidates if one.context > 0]),
    ):
        plain = [one for one in tier if not one.traits.preamble]
        if found := [one for one in plain if not one.traits.caution] or plain or tier:
            return found, relaxed
    return [], True


def _alone(units: list[Unit]) -> list[Unit]:
    """When there is no room for the pairs that are left: the best one's own sentence."""
    return [Unit((max(units, key=lambda unit: unit.score).head,))] if units else []


def _worthwhile(units: list[Unit]) -> list[Unit]:
    """Without those far behind the best: a short answer is better than one filled up with chance matches."""
    least = _LEAST_OF_BEST * max((unit.score for unit in units), default=0.0)
    return [unit for unit in units if unit.score >= least]


def _units(sentences: Iterable[Candidate]) -> list[Unit]:
    """Units of the best sentences; the same sentence of several citations is one unit, led by the most relevant."""
    best = heapq.nlargest(_POOL, sentences, key=lambda one: one.score)
    groups: dict[tuple[str, ...], list[Candidate]] = {}
    for sentence in best:
        groups.setdefault(tuple(sentence.text.casefold().split()), []).append(sentence)
    return [
        Unit((first.previous, first) if first.previous else (first,), tuple(_other_citations(first, rest)))
        for first, *rest in groups.values()
    ]


def _other_citations(first: Candidate, rest: list[Candidate]) -> Iterable[Candidate]:
    if first.previous:
        return ()
    by_citation: dict[str, Candidate] = {}
    for one in rest:
        by_citation.setdefault(one.citation.id, one)
    by_citation.pop(first.citation.id, None)
    return by_citation.values()


class _Picker:
    """Takes one unit after the other: the best by score, less for what is said already."""

    def __init__(self, bounds: Limits, idf: Idf) -> None:
        self._bounds = bounds
        self._idf = idf
        self._said: list[Unit] = []
        self._used: set[tuple[str, int]] = set()
        self.per_citation: Counter[str] = Counter()
        self.per_document: Counter[str] = Counter()
        self.per_theme: Counter[Theme] = Counter()
        self.per_outcome: Counter[tuple[str, Theme]] = Counter()
        self.taken = 0

    def pick(
        self, units: list[Unit], room: int, weigh: Callable[[Unit, _Picker], float], *, most_units: int | None = None
    ) -> list[Unit]:
        """Up to `room` sentences in units, none that repeats what was picked before."""
        likeness = [max((self._likeness(unit, said) for said in self._said), default=0.0) for unit in units]
        still = list(zip(units, likeness, strict=True))
        out: list[Unit] = []
        while room > 0 and len(out) != most_units:
            still = [(unit, like) for unit, like in still if like < self._bounds.redundancy and self._fits(unit, room)]
            worth = [unit.score * weigh(unit, self) * (1 - _NOVELTY * like) for unit, like in still]
            if max(worth, default=0.0) <= 0:
                break
            chosen = still[worth.index(max(worth))][0]
            out.append(chosen)
            room -= len(chosen.sentences)
            self._take(chosen)
            still = [(unit, max(like, self._likeness(unit, chosen))) for unit, like in still]
        return out

    def _likeness(self, unit: Unit, said: Unit) -> float:
        """How much of it is said already; under another theme the same words tell another outcome and count less."""
        same = unit.head.theme is said.head.theme
        return self._idf.containment(unit.bag, said.bag) * (1.0 if same else _OTHER_THEME_LIKENESS)

    def _fits(self, unit: Unit, room: int) -> bool:
        used = any((one.citation.id, one.span.start) in self._used for one in unit.sentences)
        count = self.per_citation[unit.head.citation.id] + len(unit.sentences)
        return not used and len(unit.sentences) <= room and count <= self._bounds.per_citation

    def _take(self, unit: Unit) -> None:
        self._said.append(unit)
        self.taken += len(unit.sentences)
        self.per_theme[unit.head.theme] += 1
        self.per_document[unit.head.reference_id] += 1
        self.per_outcome[unit.head.reference_id, unit.head.theme] += 1
        for sentence in unit.sentences:
            self._used.add((sentence.citation.id, sentence.span.start))
            self.per_citation[sentence.citation.id] += 1


def _lead_weight(unit: Unit, picker: _Picker) -> float:
    """The answer first: conclusions and reviews before single results.

    A third sentence must bring another theme, harms before others: a summary may not tell benefits alone where the
    passages speak of harms (PRISMA for Abstracts asks for both). Other themes count only where they are near the
    question.
    """
    weight = _LEAD_CONCLUSION if unit.head.traits.conclusion else 1.0
    weight *= _LEAD_SYNTHESIS if unit.head.synthesis else 1.0
    weight *= _DOCUMENT_DECAY ** picker.per_document[unit.head.reference_id]
    is_harm = unit.head.theme is Theme.HARM
    other_theme = not picker.per_theme[unit.head.theme] and (is_harm or unit.head.coverage >= _LEAD_NEAR)
    if picker.taken and other_theme:
        weight *= _LEAD_OTHER_THEME
    if picker.taken >= _LEAD_FREE:
        weight *= (_LEAD_HARM if is_harm else 1.0) if other_theme else 0.0
    return float(weight)


def _finding_weight(unit: Unit, picker: _Picker) -> float:
    """Themes take turns, and documents that nothing is quoted from yet come before further words of the same ones.

    Otherwise a well-worded review would silence the study that disagrees with it.
    """
    fresh = 1.0 if picker.per_document[unit.head.reference_id] else _NEW_DOCUMENT
    repeats = picker.per_outcome[unit.head.reference_id, unit.head.theme]
    synthesis = _SYNTHESIS if unit.head.synthesis else 1.0
    decay = _MAIN_DECAY if unit.head.theme is Theme.MAIN else _THEME_DECAY
    return float(fresh * synthesis * decay ** picker.per_theme[unit.head.theme] * _DOCUMENT_DECAY**repeats)


def _limit_weight(unit: Unit, picker: _Picker) -> float:
    """A limit of something that is quoted tells the reader more."""
    quoted = 1.3 if picker.per_document[unit.head.reference_id] else 1.0
    return quoted * (1.0 if unit.head.traits.limit else 0.8)
