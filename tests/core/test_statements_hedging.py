"""hedging: a claim sounds no more certain than its passages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import Verdict
from bmreport.statements.certainty import assertions, hedge, stress
from bmreport.statements.checks.hedging import check

from .statement_views import faults, view

MAY = "Statins may slightly increase new-onset diabetes (low certainty). Muscle pain was no more frequent."
COHORT = "In this cohort of 1,240 men with sleep apnoea, CPAP was associated with fewer strokes (HR 0.69)."
PILOT = "In this single-arm pilot, 24 patients with follicular lymphoma were given CX-210. Fourteen had a response."
TRIAL = "In 812 adults randomised to nasal oxygen or usual care, nasal oxygen reduced intubation (38.7% v 43.6%)."
RATS = "In rats with nerve injury the compound reversed allodynia for six hours (p < 0.01)."
TREND = "Knee replacement was less frequent on colchicine (HR 0.78; 0.58-1.05), a trend that might reflect chance."
SAFE = "Of 612 men, 31% moved to treatment within 5 years. Surveillance appears safe in the medium term."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Statins increase new-onset diabetes.", MAY),
        ("Statins raised the rate of diabetes and increased it for good.", MAY),
        ("Statins clearly increase diabetes.", MAY),
        ("It is beyond doubt that statins may increase diabetes.", MAY),
        ("Statins have been shown to cause diabetes.", MAY),
        ("CPAP prevents stroke in men with sleep apnoea.", COHORT),
        ("CPAP use causes fewer strokes in men with sleep apnoea.", COHORT),
        ("Four hours of CPAP a night prevent stroke in men with sleep apnoea.", COHORT),
        ("CX-210 is an effective treatment for follicular lymphoma.", PILOT),
        ("CX-210 is an established therapy for follicular lymphoma.", PILOT),
        ("The compound relieves neuropathic pain.", RATS),
        ("Colchicine lowers the rate of knee replacement.", TREND),
        ("Surveillance is safe for men in the long term.", SAFE),
        ("It is proven that nasal oxygen reduced intubation.", TRIAL),
    ],
)
def test_a_claim_firmer_than_its_passage_is_partly_held(claim: str, passage: str) -> None:
    """`may` told as `does`, association as cause, a pilot or animals as settled, a stress that is not the passage's."""
    found = faults(check, claim, passage)
    assert [(one.kind, one.verdict) for one in found] == [("hedging", Verdict.PARTLY)]
    assert found[0].quotes
    assert found[0].remedy


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Statins may increase new-onset diabetes slightly.", MAY),
        ("Low-certainty evidence suggests that statins increase new-onset diabetes.", MAY),
        ("CPAP use went with fewer strokes in men with sleep apnoea.", COHORT),
        ("Men with sleep apnoea who used CPAP had fewer strokes.", COHORT),
        ("Fourteen of 24 patients with follicular lymphoma responded to CX-210.", PILOT),
        ("In rats, the compound relieves allodynia for six hours.", RATS),
        ("Nasal oxygen reduced intubation.", TRIAL),
        ("Nasal oxygen reduces intubation.", TRIAL),
        ("Nasal oxygen may reduce intubation.", TRIAL),
        ("Colchicine tended to lower the rate of knee replacement.", TREND),
        ("Surveillance seems safe in the medium term.", SAFE),
        ("The effect on intubation was less clearly seen.", TRIAL),
        ("It has not been proven that CPAP prevents stroke.", COHORT),
    ],
)
def test_a_claim_as_weak_as_its_passage_or_weaker_is_well(claim: str, passage: str) -> None:
    """A plain report of a result, a kept hedge, a weaker word, a denied stress."""
    assert faults(check, claim, passage) == []


def test_a_stress_that_the_passage_has_is_well() -> None:
    """The claim may be as firm as its source."""
    passage = "High-certainty evidence shows that balance exercise reduces falls."
    assert faults(check, "There is high-certainty evidence that balance exercise reduces falls.", passage) == []


def test_quotations_and_tables_and_verbatim_sentences_are_left_alone() -> None:
    """Words of a source in quotation marks are not the claim's own; cells are bare; a copy says no more."""
    assert faults(check, "The authors write that it is “clearly proven to work”.", TRIAL) == []
    assert faults(check, "Clearly reduces intubation", TRIAL, in_table=True) == []
    assert faults(check, "It clearly works.", "It clearly works. It may not work.") == []


def test_nothing_is_said_of_a_claim_without_passages() -> None:
    """There is nothing to hold it against."""
    assert check(view("Statins clearly prevent death.")) == []


@pytest.mark.parametrize(
    ("folded", "words"),
    [
        ("it clearly works", "clearly"),
        ("x has been proven to work", "been proven"),
        ("less clearly so", ""),
        ("this is not proven", ""),
        ("it proved no better", ""),
    ],
)
def test_stress_is_read_off(folded: str, words: str) -> None:
    """Words of emphasis, unless they are denied or mean something else."""
    assert stress(folded) == words


def test_a_reserve_covers_its_clause_and_what_follows() -> None:
    """`leads to X, so it would avert Y` asserts the first and supposes the second."""
    assert [one.words for one in assertions("deafness leads to dementia, so hearing aids would avert it")] == ["leads"]
    assert assertions("it may be that deafness leads to dementia") == []
    assert hedge("more likely to fall") == ""


@settings(max_examples=40)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_compared(claim: str, passage: str) -> None:
    """No text raises."""
    assert isinstance(check(view(claim, passage)), list)
