"""The labelled pairs are sound, and the checks of the claim ledger reach their aims on both halves."""

from __future__ import annotations

import tomllib

import pytest

from .labelled import HALVES, KINDS, Half, Pair, Score, counts, faults_of, half_of, read_pairs, score_kinds
from .report import PAGE, REACHED, missed_aims


@pytest.mark.parametrize("half", HALVES)
def test_each_pair_stands_in_the_half_that_its_hash_says(half: Half) -> None:
    """Nobody chooses which pairs are seen while building."""
    pairs = read_pairs(half)
    assert len(pairs) >= 150
    assert [pair.id for pair in pairs if half_of(pair.id) != half] == []


def test_the_pairs_are_well_formed() -> None:
    """Ids are unique, kinds known, cites resolve save where the fault is a wrong cite, and each kind is there."""
    pairs = [pair for half in HALVES for pair in read_pairs(half)]
    assert len({pair.id for pair in pairs}) == len(pairs)
    assert {kind for pair in pairs for kind in pair.kinds} == set(KINDS)
    assert [
        pair.id for pair in pairs if not set(pair.cites) <= set(pair.passages) and "markers" not in pair.kinds
    ] == []
    assert min(counts(pairs).values()) >= 20


@pytest.mark.parametrize("half", HALVES)
def test_no_passage_stands_in_both_halves(half: Half) -> None:
    """A passage seen while building tells nothing new in the other half."""
    other = next(one for one in HALVES if one != half)
    passages = {text for pair in read_pairs(half) for text in pair.passages.values()}
    assert passages.isdisjoint(text for pair in read_pairs(other) for text in pair.passages.values())


@pytest.mark.parametrize("half", HALVES)
def test_what_was_reached_is_kept(half: Half) -> None:
    """No kind of fault is found less surely than when it was last measured, and nothing is left unmeasured."""
    reached = tomllib.loads(REACHED.read_text(encoding="utf-8"))[half]
    assert set(reached) == set(KINDS)
    worse = [
        f"{kind}: precision {score.precision:.3f}, recall {score.recall:.3f}, before {reached[kind]}"
        for kind, score in score_kinds(read_pairs(half)).items()
        if score.precision < reached[kind][0] or score.recall < reached[kind][1]
    ]
    assert worse == []


def test_the_page_tells_which_aims_are_missed() -> None:
    """A figure that is not reached stands in the documentation as such."""
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    for half in HALVES:
        for fault in missed_aims(half, read_pairs(half)):
            assert fault in page


def test_a_score_counts_what_is_right_and_wrong() -> None:
    """Precision and recall by hand."""
    score = Score(found=["a", "b", "c"], missed=["d"], false_alarms=["e", "f"])
    assert (score.precision, score.recall) == (0.6, 0.75)


def test_direction_and_negation_count_for_each_other() -> None:
    """A lost `not` that is called a wrong direction is found, and is no false alarm."""
    passage = "Mortality was not reduced by the vaccine (RR 0.98, 95% CI 0.84 to 1.15)."
    pair = Pair("x", ("negation",), "The vaccine reduced mortality.", ("c1",), {"c1": passage})
    assert {fault.kind for fault in faults_of(pair)} & {"direction", "negation"}
    scores = score_kinds([pair])
    assert scores["negation"].recall == 1.0
    assert scores["direction"].false_alarms == []


@pytest.mark.parametrize("half", HALVES)
def test_a_sentence_of_the_passage_itself_has_no_fault(half: Half) -> None:
    """What the extractive synthesizer writes is never marked: each passage, word for word, as a claim of its own."""
    marked = [
        (pair.id, [fault.message for fault in faults])
        for pair in read_pairs(half)
        for identifier, text in pair.passages.items()
        if (faults := faults_of(Pair(pair.id, (), text, (identifier,), {identifier: text})))
    ]
    assert marked == []
