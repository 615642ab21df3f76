"""A claim on safety, pregnancy, cost or what should be done needs a source that speaks of the matter."""

from __future__ import annotations

import pytest

from bmreport.models import Verdict
from bmreport.statements.checks.terms import check
from bmreport.statements.claim_view import ClaimInView
from bmreport.statements.fault import Fault

PASSAGE = (
    "Placebrol reduced stroke by 22% in adults (RR 0.78, 95% CI 0.70 to 0.87). The risk of stroke fell in each year."
)


def faults(claim: str, passage: str = PASSAGE) -> list[Fault]:
    """What the check finds wrong with a claim that cites one passage."""
    view = ClaimInView(
        text=claim, passages={"c1": passage}, citation_ids=("c1",), known_ids=frozenset({"c1"}), has_cites=True
    )
    return [fault for fault in check(view) if fault.verdict is not Verdict.SUPPORTED]


@pytest.mark.parametrize(
    ("claim", "matter"),
    [
        ("Placebrol is safe.", "safety"),
        ("Placebrol reduced stroke by 22% in adults and is safe in pregnancy.", "pregnancy"),
        ("Placebrol reduced stroke by 22% in adults and was well tolerated.", "safety"),
        ("Placebrol reduced stroke by 22% in adults without side effects.", "safety"),
        ("Placebrol reduced stroke by 22% in adults, in pregnant women above all.", "pregnancy"),
        ("All adults should take placebrol, which reduced stroke by 22%.", "what should be done"),
        ("Placebrol reduced stroke and is recommended for adults.", "what should be done"),
        ("Placebrol reduced stroke in adults and is cost-effective.", "cost"),
        ("Placebrol reduced stroke in adults and raised their quality of life.", "quality of life"),
    ],
)
def test_a_promise_without_a_source_is_a_fault(claim: str, matter: str) -> None:
    """However true the rest of the sentence is."""
    assert any(matter in fault.message for fault in faults(claim))


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Placebrol was safe.", "Adverse events were as frequent with placebrol as with placebo."),
        ("Placebrol was well tolerated.", "No serious bleeding was seen with placebrol; two patients discontinued it."),
        ("Placebrol was safe in pregnancy.", "Antenatal placebrol did no harm to 200 mothers."),
        ("Placebrol should be offered.", "The guideline advises placebrol."),
        ("Placebrol was cost-effective.", "The ICER of placebrol was £12,000 per QALY."),
        ("Placebrol improved quality of life.", "EQ-5D utilities rose with placebrol."),
        ("Placebrol reduced stroke by 22% in adults.", PASSAGE),
        ("No study reported on the safety of placebrol.", PASSAGE),
    ],
)
def test_a_promise_that_the_source_speaks_of_is_none(claim: str, passage: str) -> None:
    """In whatever words the source does, and a sentence that says nothing is known promises nothing."""
    assert not any("do not speak of" in fault.message for fault in faults(claim, passage))
