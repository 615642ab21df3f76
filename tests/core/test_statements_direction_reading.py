"""What statements_of reads from a sentence: outcome, direction, arms, denial, significance, benefit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.checks.direction import check
from bmreport.statements.comparing import mismatches
from bmreport.statements.direction import Direction, Statement, statements_of
from bmreport.statements.word_sets import word_list
from bmreport.statements.words import key_of

from .statement_views import faults, view


def only(text: str) -> Statement:
    """The one result of a text."""
    found = statements_of(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "direction", "negated"),
    [
        ("Aspirin reduced stroke.", Direction.LOWER, False),
        ("Aspirin did not reduce stroke.", Direction.LOWER, True),
        ("Aspirin failed to reduce stroke.", Direction.LOWER, True),
        ("There was no evidence that aspirin reduced stroke.", Direction.LOWER, True),
        ("No reduction in stroke was seen with aspirin.", Direction.LOWER, True),
        ("Neither drug reduced stroke.", Direction.LOWER, True),
        ("Stroke was not uncommonly raised by aspirin.", Direction.HIGHER, False),
        ("Bleeding was more frequent with aspirin.", Direction.HIGHER, False),
        ("Bleeding doubled.", Direction.HIGHER, False),
        ("Bleeding was halved by the lower dose.", Direction.LOWER, False),
        ("Pain improved with exercise.", Direction.BETTER, False),
        ("Pain worsened in the control group.", Direction.WORSE, False),
        ("Relapse was delayed by the drug.", Direction.LATER, False),
        ("Wounds healed faster with honey.", Direction.SOONER, False),
        ("Mortality was similar in both groups.", Direction.SAME, False),
        ("Mortality did not differ between the groups.", Direction.DIFFERENT, True),
        ("Mortality differed between the groups.", Direction.DIFFERENT, False),
        ("The drug had little or no effect on mortality.", Direction.DIFFERENT, True),
        ("Smoking was not associated with gout.", Direction.DIFFERENT, True),
        ("Headache was common.", Direction.COMMON, False),
        ("Rash was rare.", Direction.RARE, False),
        ("Costs went up.", Direction.HIGHER, False),
        ("The drug prevented the rise in pressure.", Direction.LOWER, False),
        ("Weight fell less with the diet.", Direction.HIGHER, False),
    ],
)
def test_a_sentence_tells_one_direction(text: str, direction: Direction, negated: bool) -> None:
    """As the words have it, and whether it is denied."""
    one = only(text)
    assert (one.direction, one.negated) == (direction, negated)


@pytest.mark.parametrize(
    ("text", "outcome", "arm", "comparator"),
    [
        ("Mortality was lower with aspirin than with placebo.", "mortality", "aspirin", "placebo"),
        ("Aspirin reduced mortality compared with placebo.", "mortality", "aspirin", "placebo"),
        ("Compared with placebo, aspirin reduced mortality.", "mortality", "aspirin", "placebo"),
        ("Aspirin was superior to placebo for nausea.", "nausea", "aspirin", "placebo"),
        ("Patients given aspirin had less nausea than those given placebo.", "nausea", "aspirin", "placebo"),
        ("Fewer patients had nausea with aspirin than with placebo.", "nausea", "aspirin", "placebo"),
        ("There was less nausea with aspirin than with placebo.", "nausea", "aspirin", "placebo"),
        ("Nausea was reduced by aspirin.", "nausea", "aspirin", ""),
        ("A reduction in nausea was seen with aspirin.", "nausea", "aspirin", ""),
        ("Nausea occurred in 5% with aspirin and in 9% with placebo.", "nausea", "aspirin", "placebo"),
        ("Adding aspirin to heparin reduced nausea.", "nausea", "aspirin", "heparin"),
    ],
)
def test_arms_and_outcome_are_told_apart(text: str, outcome: str, arm: str, comparator: str) -> None:
    """Wherever they stand in the sentence."""
    one = only(text)
    assert key_of(outcome) in one.outcome or "death" in one.outcome
    assert key_of(arm) in one.arm
    assert not comparator or key_of(comparator) in one.comparator


@pytest.mark.parametrize(
    ("text", "benefit"),
    [
        ("Aspirin reduced deaths.", True),
        ("Aspirin improved survival.", True),
        ("Aspirin increased deaths.", False),
        ("Time to relapse was longer with aspirin.", True),
        ("Bleeding was more frequent with aspirin.", False),
        ("Quality of life was better with aspirin.", True),
        ("Aspirin did not reduce deaths.", None),
        ("Serum sodium was higher with aspirin.", None),
    ],
)
def test_more_or_less_of_an_outcome_is_a_benefit_or_a_harm(text: str, benefit: bool | None) -> None:
    """By whether the outcome is welcome; None where that is not known or nothing happened."""
    assert only(text).benefit is benefit


@pytest.mark.parametrize(
    ("text", "significant"),
    [
        ("Aspirin reduced stroke (RR 0.80, 95% CI 0.70 to 0.92).", True),
        ("Aspirin reduced stroke (RR 0.90, 95% CI 0.75 to 1.08).", False),
        ("Aspirin reduced stroke (p = 0.03).", True),
        ("Aspirin reduced stroke (p = 0.30).", False),
        ("Aspirin reduced stroke, but the difference was not significant.", False),
        ("Stroke was significantly less frequent with aspirin.", True),
        ("Stroke was 2 points lower with aspirin (95% CI −5 to 1).", False),
        ("Aspirin reduced stroke.", None),
    ],
)
def test_significance_is_read_from_words_and_figures(text: str, significant: bool | None) -> None:
    """Words first, then the interval, then the p value."""
    assert only(text).significant is significant


def test_each_clause_tells_its_own_result() -> None:
    """One outcome falls and another rises in one sentence, with offsets of each clause."""
    text = "Aspirin lowered stroke, whereas bleeding was more common."
    found = statements_of(text)
    assert [one.direction for one in found] == [Direction.LOWER, Direction.HIGHER]
    assert [text[one.start : one.end] for one in found] == ["Aspirin lowered stroke", "bleeding was more common"]


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("Rash was more common with A, and itch with B.", ("rash", "itch")),
        ("Rash was less common, as was itch.", ("rash", "itch")),
        ("Rash did not differ, nor did itch.", ("rash", "itch")),
        ("Aspirin lowered stroke but not gout.", ("stroke", "gout")),
    ],
)
def test_a_clause_may_share_the_sign_of_the_one_before(text: str, outcomes: tuple[str, ...]) -> None:
    """What it leaves out is taken from there."""
    found = statements_of(text)
    assert len(found) == len(outcomes)
    assert all(key_of(outcome) in one.outcome for outcome, one in zip(outcomes, found, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "We aimed to find out whether aspirin lowers stroke.",
        "It is unclear whether aspirin lowers stroke.",
        "The trial was designed to test if aspirin prevents stroke.",
        "Aspirin 100 mg was given for the prevention of stroke.",
        "L'aspirine a réduit les infarctus.",
        "Aspirin senkte die Sterblichkeit.",
        "阿司匹林降低死亡率。",
        "",
    ],
)
def test_what_is_asked_or_not_english_tells_nothing(text: str) -> None:
    """No result is read from aims, questions and other languages."""
    assert statements_of(text) == []


@pytest.mark.parametrize(
    ("passage", "claims"),
    [
        (
            "Aspirin reduced mortality compared with placebo.",
            [
                "Aspirin improved survival.",
                "There were fewer deaths with aspirin than with placebo.",
                "Mortality was higher with placebo than with aspirin.",
                "Deaths were rarer on aspirin.",
            ],
        ),
        (
            "Mortality did not differ between aspirin and placebo.",
            [
                "There was no significant difference in mortality between aspirin and placebo.",
                "Mortality was similar with aspirin and placebo.",
                "Aspirin did not reduce mortality.",
                "Aspirin failed to lower mortality.",
                "Aspirin had no effect on deaths.",
            ],
        ),
        ("B was worse than A for pain.", ["A was better than B for pain."]),
        ("A was non-inferior to B for pain.", ["A was as good as B for pain.", "A was not inferior to B for pain."]),
    ],
)
def test_paraphrases_are_no_fault(passage: str, claims: list[str]) -> None:
    """Other words for the same result, whichever side they take."""
    assert [claim for claim in claims if faults(check, claim, passage)] == []


PASSAGE = (
    "Adults were given aspirin or placebo. Stroke was less frequent with aspirin. "
    "Bleeding was more frequent with aspirin. Mortality did not differ."
)


@pytest.mark.parametrize(
    ("claim", "kind", "sentence"),
    [
        ("Stroke was more frequent with aspirin.", "direction", "Stroke was less frequent with aspirin."),
        ("Bleeding was less frequent with aspirin.", "direction", "Bleeding was more frequent with aspirin."),
        ("Aspirin did not reduce stroke.", "negation", "Stroke was less frequent with aspirin."),
        ("Aspirin lowered mortality.", "negation", "Mortality did not differ."),
    ],
)
def test_a_fault_quotes_the_sentence_that_tells_otherwise(claim: str, kind: str, sentence: str) -> None:
    """Among several outcomes, the one that the claim speaks of."""
    (fault,) = check(view(claim, PASSAGE))
    assert (fault.kind, fault.verdict) == (kind, Verdict.CONTRADICTED)
    (quote,) = fault.quotes
    assert PASSAGE[quote.start : quote.end] == sentence
    assert fault.remedy


def test_one_passage_that_agrees_is_enough() -> None:
    """A claim on what two passages disagree on is wrong by neither."""
    both = ("Aspirin lowered stroke.", "Aspirin raised stroke.")
    assert check(view("Aspirin lowered stroke in adults.", *both)) == []
    assert check(view("Aspirin did lower stroke.", both[1])) != []


def test_what_no_passage_speaks_of_is_left_to_other_checks() -> None:
    """An outcome that is nowhere to be found is not contradicted."""
    assert check(view("Aspirin lowered dementia.", PASSAGE)) == []


def test_a_comparison_of_passages_and_a_verbatim_claim_have_no_fault() -> None:
    """The one says of each what another does not, the other is what the passage says."""
    assert check(view("Stroke was more frequent with aspirin.", PASSAGE, role=ClaimRole.COMPARISON)) == []
    assert check(view(PASSAGE, PASSAGE)) == []


def test_arms_are_taken_from_the_methods_in_their_order() -> None:
    """Two figures follow the two arms of the trial, three the three."""
    two = "Adults were given aspirin or placebo. Nausea was seen in 9% and 4%."
    assert mismatches("Nausea was less frequent with aspirin than with placebo.", {"c1": two})
    assert not mismatches("Nausea was more frequent with aspirin than with placebo.", {"c1": two})
    three = "Adults received aspirin, warfarin or placebo. Nausea was seen in 9%, 6% and 4%, respectively."
    assert mismatches("Nausea was less frequent with warfarin than with placebo.", {"c1": three})
    assert not mismatches("Nausea was less frequent with warfarin than with aspirin.", {"c1": three})


def test_a_claim_against_its_own_figures_is_found() -> None:
    """`More with A than with B (3% vs 9%)`, where the passage has the same figures."""
    passage = "Gout was rarer under aspirin than under placebo (3% vs 9%)."
    assert check(view("More people on aspirin than on placebo had gout flares (3% vs 9%).", passage))


WORDS = st.sampled_from(
    word_list(
        "aspirin placebo lowered did not increase mortality, stroke; (RR 0.80 95% CI 0.7 to 1.2) more less than with "
        "and or neither nor no fewer patients compared to in of was 8% vs 6% but whereas similar difference "
        "significant . : – 'at the cost of' associated without none as common twice half"
    )
)


@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=60).map(" ".join)))
@settings(max_examples=150, deadline=None)
def test_no_text_breaks_the_reading(text: str) -> None:
    """Any text is read, and every result stands within it."""
    assert all(0 <= one.start <= one.end <= len(text) for one in statements_of(text))


@given(st.lists(WORDS, max_size=40).map(" ".join), st.lists(WORDS, max_size=60).map(" ".join))
@settings(max_examples=100, deadline=None)
def test_no_claim_breaks_the_comparison(claim: str, passage: str) -> None:
    """A mismatch quotes words of the passage."""
    for one in mismatches(claim, {"c1": passage}):
        assert passage[one.start : one.end].strip()


@pytest.mark.parametrize("piece", ["no ", "not less than ", "(", "8% vs ", "A, ", "and more ", "1,234 ", "ab-", "“"])
def test_long_and_odd_texts_are_read(piece: str) -> None:
    """Nothing in the reading grows faster than the text, and what is too long for a sentence is left out."""
    text = piece * (60_000 // len(piece))
    assert statements_of(text) is not None
    assert mismatches("Aspirin lowered stroke.", {"c1": text}) == []
