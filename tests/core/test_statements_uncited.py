"""uncited: a statement about the evidence cites it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.checks.uncited import check
from bmreport.statements.claim_view import ClaimInView

REMARKS = (
    "The evidence is set out by theme below.",
    "Results are given first for supplements and then for whole diets.",
    "Trials are grouped by the type of operation.",
    "No study reported mortality.",
    "None of the passages addressed quality of life.",
    "Evidence on children is lacking.",
    "Most of the studies were small and at high risk of bias.",
    "It remains unclear whether these results apply to children.",
    "Further trials are needed.",
    "The passages disagree on whether aspirin lowers mortality.",
    "The studies disagree on stroke.",
    "This section looks at harms.",
    "In summary, the evidence can be grouped under three headings.",
    "Two themes emerge from the passages: bleeding and mortality.",
    "Bleeding and other harms",
    "The main harms were as follows:",
)
OWN = (
    "This answer quotes 3 of 5 documents; nothing is quoted from Smith 2020 and Aspirin halves stroke 2021.",
    "This answer quotes no more than 1 document; 2 of 3 passages are left out.",
    "This answer rests on 3 of 5 passages and on 2 of 3 documents.",
    "The evidence consists of 12 passages from 5 documents, told under these headings: Aspirin lowers mortality.",
    "The evidence consists of 3 citations from 2 documents; its strength is Moderate.",
    "Question 1. Does aspirin prevent a first heart attack?",
    "Smith 2020 (“Aspirin reduces stroke by 20 %”): questions 1 and 2.",
    "The report on this question gives no short answer; its findings stand below.",
)
FINDINGS = (
    "Aspirin reduces the risk of stroke.",
    "Pre-operative anxiety affects up to 80 % of surgical patients.",
    "Roughly one in ten admissions is due to a drug.",
    "Smoking remains the leading cause of lung cancer.",
    "Heart failure is a common condition with a poor prognosis.",
    "Statins are the treatment of choice.",
    "Patients should be offered vaccination.",
    "Exercise was better than usual care.",
    "No study found a benefit of aspirin on mortality.",
    "The evidence shows that metformin lowers mortality.",
    "As shown below, warfarin prevents stroke.",
    "Beta-blockers have been shown to halve sudden death.",
    "The trials did not show an effect of vitamin D.",
    "Diabetes is characterised by hyperglycaemia.",
)


def found(text: str, role: ClaimRole, *, has_cites: bool = False, in_table: bool = False) -> list[Verdict]:
    """The verdicts on a sentence without cites."""
    view = ClaimInView(text=text, role=role, has_cites=has_cites, in_table=in_table)
    return [one.verdict for one in check(view)]


@pytest.mark.parametrize("role", list(ClaimRole))
@pytest.mark.parametrize("text", FINDINGS)
def test_a_finding_without_a_cite_is_at_fault_in_any_role(text: str, role: ClaimRole) -> None:
    """Calling it background does not make it one."""
    assert found(text, role) == [Verdict.NOT_FOUND]


@pytest.mark.parametrize("role", list(ClaimRole))
@pytest.mark.parametrize("text", REMARKS)
def test_remarks_on_the_evidence_as_such_need_no_cite(text: str, role: ClaimRole) -> None:
    """Lead-ins, headings, what was not found, that the sources disagree."""
    assert found(text, role) == []


@pytest.mark.parametrize("text", OWN)
def test_sentences_that_bmreport_writes_itself_need_no_cite(text: str) -> None:
    """Whatever the titles and headings say that they name."""
    assert found(text, ClaimRole.BACKGROUND) == []


def test_only_background_may_say_nothing_in_particular() -> None:
    """A sentence called a finding needs a source even where it tells little."""
    assert found("Several approaches have been studied.", ClaimRole.BACKGROUND) == []
    assert found("Several approaches have been studied.", ClaimRole.FINDING) == [Verdict.NOT_FOUND]


def test_cited_sentences_and_cells_are_not_its_matter() -> None:
    """A cite that leads nowhere is another check's; cells have their cites in caption or footnote."""
    assert found(FINDINGS[0], ClaimRole.FINDING, has_cites=True) == []
    assert found(FINDINGS[0], ClaimRole.FINDING, in_table=True) == []
    assert found("12.5", ClaimRole.FINDING) == []


@given(st.text(max_size=80), st.sampled_from(list(ClaimRole)))
def test_any_text_is_judged(text: str, role: ClaimRole) -> None:
    """No text raises."""
    assert len(found(text, role)) <= 1
