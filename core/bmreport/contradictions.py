"""Contradictions between citations: the same outcome, and opposite directions or intervals that do not meet.

Rules, all of them ours:

- A result counts when its sentence has a word of the question, the clause that tells it names an outcome and one
  direction, and what the question asks about stands in one of its arms, or no arm is named. Where it stands in the
  comparator alone, the result is turned round.
- Two results are on one outcome when the words for it are the same after synonyms, and that is all: `bleeding` and
  `major bleeding` are two outcomes, and so are a composite and its parts.
- Papers disagree when one reports more and another less; when the intervals of one measure do not meet; or when one
  reports a difference and another none. The last kind is told only where the others are not, for it is often a matter
  of size or of chance, and the reason says so.
- For each outcome and kind the pair with the highest relevance is shown, and the reason counts the others. A paper does
  not contradict itself, and a retracted or unknown document is the verifiers' business.

The work grows linearly with the text: results meet by outcome, and each group keeps its best ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from bmreport.models import Contradiction, ContradictionKind, ContradictionSide, Quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bmreport.models import Citation
    from bmreport.statements.numbers import Effect
    from bmreport.statements.statement import Statement

__all__ = ["find_contradictions"]

_MOST_KEYS = 4
# A composite is another one in each trial, and so is a primary outcome.
_UNNAMED = "composite primary secondary coprimary main key outcome endpoint end point event efficacy safety benefit"
# Words that end the name of an outcome without adding to what it is.
_TAIL = re.compile(
    r"[\s-]+(?:infarctions?|failure|disease|attacks?|pressure|deaths?|mortality|events?|ha?emorrhages?|bleeding|injury"
    r"|(?:from|of) (?:any|all) causes?|cause)\b",
    re.IGNORECASE,
)
_CAUSE = r"\s+(?:from|due to|because of|caused by|related to)\s+((?:\w+[\s-]?){1,4})"
_DENIAL = re.compile(r"\b(?:not|no|nor|neither|never|without|n't)\b", re.IGNORECASE)
_LONGEST_NAME = 60
_BEGINNING = 6
# Words of nearly every question and of nearly every sentence.
_FRAME_WORDS = "does with that this what which when from have patients adults people compared without among"
_FRAME = frozenset(word[:_BEGINNING] for word in _FRAME_WORDS.split())
_SHORTEST_SENTENCE = 3


class Signature(NamedTuple):
    """What two results must share: the outcome, and whether its scale is one of more or less, or of good and bad."""

    outcome: frozenset[str]
    is_rating: bool


@dataclass(frozen=True)
class Result:
    """One result of one citation: `passage[start:end]` is its sentence."""

    citation: Citation
    document: str
    start: int
    end: int
    outcome: str
    sign: int
    """1 more or better with what the question asks about, -1 less or worse, 0 no difference."""
    is_rating: bool
    effect: Effect | None
    setting: frozenset[str]
    """Whom or when it speaks of, where the sentence opens with that."""

    @property
    def word(self) -> str:
        """The direction in a word."""
        if self.is_rating:
            return ("no difference", "better", "worse")[self.sign]
        return ("no difference", "higher", "lower")[self.sign]

    @property
    def side(self) -> ContradictionSide:
        """The result as one side of a contradiction."""
        figures = f", {_figures(self.effect)}" if self.effect is not None else ""
        return ContradictionSide(
            citation_id=self.citation.id,
            quote=Quote(citation_id=self.citation.id, start=self.start, end=self.end),
            statement=f"{self.word}{figures}",
        )


def find_contradictions(
    citations: Sequence[Citation], reference_of: Mapping[str, str], question: str
) -> list[Contradiction]:
    """What the citations disagree on; sides and contradictions are in the order in which the citations came in."""
    groups: dict[Signature, list[Result]] = {}
    asked, mentions = _keys(question), _mentions(question)
    place: dict[str, int] = {}
    for number, citation in enumerate(citations):
        place[citation.id] = number
        for signature, result in _results(citation, reference_of.get(citation.id, citation.id), asked, mentions):
            groups.setdefault(signature, []).append(result)
    found = [one for results in groups.values() for one in _disagreements(results)]
    for one in found:
        one.sides.sort(key=lambda side: place[side.citation_id])
    return sorted(found, key=lambda one: place[one.sides[0].citation_id])


def _results(
    citation: Citation, document: str, asked: frozenset[str], mentions: re.Pattern[str]
) -> Iterator[tuple[Signature, Result]]:
    # The patterns of a language take longer to load than a short report takes to build.
    from bmreport.sentences import split_sentences
    from bmreport.statements.direction import statements_of
    from bmreport.statements.numbers import effects_of

    passage = citation.passage
    sentences = split_sentences(passage)
    for start, end in sentences:
        text = passage[start:end]
        if len(text.split()) < _SHORTEST_SENTENCE or not mentions.search(text):
            continue
        statements = statements_of(text)
        effects: list[Effect] | None = None
        for statement in statements:
            if len(statements) > 1 and statement.means != {0} and _DENIAL.search(text):
                continue  # one `not` may reach over several outcomes, and how far cannot be told for sure
            signature, sign = _signature(statement, asked), _sign(statement, asked)
            if signature is None or sign is None:
                continue
            clause = text[statement.start : statement.end]
            effects = effects_of(text) if effects is None else effects
            effect = _effect_in(effects, statement, alone=len(statements) == 1)
            name = _name(clause, signature.outcome)
            yield (
                signature._replace(outcome=signature.outcome | _cause(clause, name)),
                Result(citation, document, start, end, name, sign, signature.is_rating, effect, statement.front),
            )


def _keys(text: str) -> frozenset[str]:
    from bmreport.statements.keyed import read_keyed

    return frozenset(key for word in read_keyed(text, {}) for key in word.keys)


def _mentions(question: str) -> re.Pattern[str]:
    """Finds the beginning of any long word of the question: reading a sentence costs far more than this."""
    words = {word[:_BEGINNING].casefold() for word in re.findall(r"[^\W\d_]{4,}", question)} - _FRAME
    return re.compile("|".join(map(re.escape, sorted(words))), re.IGNORECASE)


def _signature(statement: Statement, asked: frozenset[str]) -> Signature | None:
    """The outcome, unless too many words name it or none; what the sentence was asked about is no outcome by itself."""
    from bmreport.statements.change_words import Scale

    outcome = statement.outcome
    if not outcome or len(outcome) > _MOST_KEYS or outcome & (statement.arm | statement.comparator):
        return None
    if statement.scale not in (Scale.VALUE, Scale.GOOD, Scale.TIE) or not statement.good:
        return None
    if outcome <= _unnamed() or (outcome <= asked and not statement.arm):
        return None
    return Signature(outcome, statement.scale is Scale.GOOD)


@cache
def _unnamed() -> frozenset[str]:
    return _keys(_UNNAMED)


def _sign(statement: Statement, asked: frozenset[str]) -> int | None:
    """Which way it goes with what the question asks about; None when that cannot be told."""
    means = statement.means
    if len(means) != 1 or statement.graded:
        return None
    sign = next(iter(means))
    if statement.arm & asked or not (statement.arm or statement.comparator):
        return sign
    return -sign if statement.comparator & asked else None


def _effect_in(effects: Sequence[Effect], statement: Statement, *, alone: bool) -> Effect | None:
    """The estimate that the clause gives; in a sentence with one result, the only one of the sentence."""
    inside = [one for one in effects if statement.start <= one.start < statement.end and one.low is not None]
    if not inside and alone:
        inside = [one for one in effects if one.low is not None]
    return inside[0] if len(inside) == 1 else None


def _disagreements(results: Sequence[Result]) -> Iterator[Contradiction]:
    """The disagreements on one outcome: of direction, of intervals, or of some effect and none."""
    if len({one.document for one in results}) < 2:  # two papers
        return
    up, down, none = (_best_first(one for one in results if one.sign == sign) for sign in (1, -1, 0))
    opposite = _pair(up, down)
    apart = _disjoint(results)
    if opposite:
        yield _contradiction(ContradictionKind.DIRECTION, opposite, [up, down], "they report opposite directions")
    elif apart:
        measure = apart[0].effect.measure.value if apart[0].effect else ""
        yield _contradiction(
            ContradictionKind.INTERVALS, apart, [], f"the confidence intervals of their {measure} do not meet"
        )
    elif some := _pair(_best_first([*up, *down]), none):
        yield _contradiction(
            ContradictionKind.DIRECTION,
            some,
            [_best_first([*up, *down]), none],
            f"one reports it {some[0].word}, the other no difference; {_how_far(*some)}",
        )


def _how_far(one: Result, other: Result) -> str:
    if one.effect and other.effect and one.effect.measure is other.effect.measure:
        return "their confidence intervals meet, so that this may be chance"
    return "this may be a matter of size or of chance"


def _best_first(results: Iterable[Result]) -> list[Result]:
    """The results in order of relevance, one a document; among equals the first that came in."""
    ordered = sorted(results, key=lambda one: -one.citation.relevance)
    return list({one.document: one for one in reversed(ordered)}.values())[::-1]


def _pair(ones: Sequence[Result], others: Sequence[Result]) -> tuple[Result, Result] | None:
    """The best two of different documents; a document that reports both ways (in subgroups, say) counts for neither."""
    torn = {one.document for one in ones} & {other.document for other in others}
    one = next((result for result in ones if result.document not in torn), None)
    other = next((result for result in others if result.document not in torn), None)
    return (one, other) if one and other else None


def _disjoint(results: Sequence[Result]) -> tuple[Result, Result] | None:
    """Of each measure the highest lower bound and the lowest upper bound, where they do not meet."""
    by_measure: dict[tuple[str, str], list[Result]] = {}
    for one in results:
        if one.effect is not None:
            by_measure.setdefault((one.effect.measure.value, one.effect.unit), []).append(one)
    for group in by_measure.values():
        highest = max(group, key=_low)
        lowest = min(group, key=_high)
        if highest.document != lowest.document and _low(highest) > _high(lowest):
            return highest, lowest
    return None


def _low(result: Result) -> float:
    effect = result.effect
    return float("-inf") if effect is None or effect.low is None else effect.low * effect.factor


def _high(result: Result) -> float:
    effect = result.effect
    return float("inf") if effect is None or effect.high is None else effect.high * effect.factor


def _contradiction(
    kind: ContradictionKind, pair: tuple[Result, Result], camps: Sequence[Sequence[Result]], reason: str
) -> Contradiction:
    shown = {one.document for one in pair}
    more = len({one.document for camp in camps for one in camp} - shown)
    parts = [reason]
    if pair[0].setting != pair[1].setting:
        parts.append("they may speak of different people or times")
    if more:
        parts.append(f"{more} more {'document reports' if more == 1 else 'documents report'} on it")
    first, second = pair
    outcome = max(first.outcome, second.outcome, key=len)
    return Contradiction(outcome=outcome, kind=kind, sides=[first.side, second.side], reason="; ".join(parts))


def _name(clause: str, outcome: frozenset[str]) -> str:
    """The outcome in the clause's own words: from the first of them to the last, where they stand close together."""
    from bmreport.statements.keyed import read_keyed

    told = [word for word in read_keyed(clause, {}) if outcome & set(word.keys)]
    if not told:
        return " ".join(sorted(outcome))
    runs: list[list[int]] = []
    for word in told:
        gap = clause[runs[-1][1] : word.start] if runs else ""
        if runs and (not gap.strip() or gap.strip() in ("-", "of", "from", "any", "the")):
            runs[-1][1] = word.end
        else:
            runs.append([word.start, word.end])
    start, end = max(runs, key=lambda run: run[1] - run[0])
    while more := _TAIL.match(clause, end):
        end = more.end()
    name = clause[start:end][:_LONGEST_NAME].strip()
    return name if name[:2].isupper() else name[:1].lower() + name[1:]


def _cause(clause: str, name: str) -> frozenset[str]:
    """What the outcome is told to come from: `death from cardiovascular causes` is not death."""
    told = re.search(re.escape(name) + _CAUSE, clause, re.IGNORECASE)
    return _keys(told[1]) if told else frozenset()


def _figures(effect: Effect) -> str:
    interval = f" ({effect.low:g} to {effect.high:g})" if effect.low is not None and effect.high is not None else ""
    return f"{effect.measure.value} {effect.value:g}{interval}"
