"""BMLibrarian's evidence strength, from both sides of every threshold."""

from __future__ import annotations

import pytest

from bmreport.context import RunContext
from bmreport.evidence import EvidenceBody
from bmreport.models import Citation, Grade, NoOptions, Reference
from bmreport.testing import assert_grader_contract
from bmreport_plugins.graders.bmlibrarian import BmlibrarianGrader, assess


def grade(scores: list[float], documents: int, basis: str = "given") -> Grade:
    """The grade of citations with these scores, dealt out to so many documents."""
    citations = tuple(
        Citation(id=f"c{n}", passage="It fell.", document_title="A", relevance_score=score, relevance_basis=basis)
        for n, score in enumerate(scores)
    )
    references = tuple(Reference(id=f"r{n}", csl={"title": "A"}) for n in range(documents))
    reference_of = {one.id: f"r{n % documents}" for n, one in enumerate(citations)} if documents else {}
    body = EvidenceBody("Why?", citations, references, reference_of)
    return BmlibrarianGrader().grade(body, RunContext(), NoOptions())[0]


def test_it_keeps_the_contract() -> None:
    """As any grader must."""
    assert_grader_contract(BmlibrarianGrader())
    assert_grader_contract(BmlibrarianGrader(), EvidenceBody("Why?", (), ()))


@pytest.mark.parametrize(
    ("citations", "documents", "mean", "label"),
    [
        (5, 3, 0.85, "Strong"),
        (4, 3, 0.85, "Moderate"),
        (5, 2, 0.85, "Moderate"),
        (5, 3, 0.8499, "Moderate"),
        (3, 2, 0.75, "Moderate"),
        (2, 2, 0.75, "Limited"),
        (3, 1, 0.75, "Limited"),
        (3, 2, 0.7499, "Limited"),
        (2, 1, 0.70, "Limited"),
        (1, 1, 0.70, "Insufficient"),
        (2, 1, 0.6999, "Insufficient"),
        (100, 100, 0.0, "Insufficient"),
        (0, 0, 0.0, "Insufficient"),
        (500, 300, 1.0, "Strong"),
    ],
)
def test_thresholds_from_both_sides(citations: int, documents: int, mean: float, label: str) -> None:
    """Each figure alone decides at its threshold."""
    assert assess(citations, documents, mean) == label


def test_a_mean_is_not_lost_by_rounding() -> None:
    """Scores whose mean is 0.85 on paper reach it, whatever floating point makes of their sum."""
    assert grade([0.8, 0.9, 0.8, 0.9, 0.85], 3).label == "Strong"
    assert grade([0.6, 0.8], 1).label == "Limited"
    assert grade([0.7] * 10, 5).label == "Limited"
    assert grade([0.85 - 1e-8] * 5, 3).label == "Moderate"


def test_figures_and_steps_say_why() -> None:
    """Each threshold of the label reached and of the next one is a step with its reason."""
    found = grade([0.8, 0.8, 0.8], 2)
    assert found.label == "Moderate"
    assert found.figures == {"citations": 3, "documents": 2, "mean_relevance": 0.8}
    assert found.levels == ["Strong", "Moderate", "Limited", "Insufficient"]
    judged = {step.name: step.judgement for step in found.steps}
    assert judged == {
        "Strong: citations": "not met",
        "Strong: documents": "not met",
        "Strong: mean relevance": "not met",
        "Moderate: citations": "met",
        "Moderate: documents": "met",
        "Moderate: mean relevance": "met",
    }
    assert all(step.reason for step in found.steps)


def test_the_reason_tells_what_the_next_level_needs() -> None:
    """Only what is lacking, in one sentence with the figures."""
    assert grade([0.9, 0.9, 0.9, 0.9, 0.9], 2).reason.startswith(
        "5 citations from 2 documents with a mean relevance of 0.90; Strong would need at least 3 documents. "
    )
    assert grade([0.9] * 5, 3).reason.startswith("5 citations from 3 documents with a mean relevance of 0.90. ")
    assert "1 citation from 1 document" in grade([0.9], 1).reason


@pytest.mark.parametrize("scores", [[0.9] * 5, [0.8] * 3, [0.7] * 2, [0.1]])
def test_every_reason_says_what_the_label_is_not(scores: list[float]) -> None:
    """`Strong` must not be read as GRADE's certainty, and nobody need guess what relevance is."""
    reason = grade(scores, len(scores)).reason
    assert "(relevance, 0 to 1)" in reason
    assert "does not judge the quality of the studies or the certainty of their results" in reason


def test_a_mean_just_below_is_shown_with_enough_decimals() -> None:
    """Nobody reads that 0.85 is less than 0.85."""
    assert "0.8499" in grade([0.8499] * 5, 3).reason


@pytest.mark.parametrize(("basis", "said"), [("lexical", True), ("given", False)])
def test_computed_relevance_is_named(basis: str, said: bool) -> None:
    """A reader learns that nobody judged the relevance."""
    assert ("nobody judged it" in grade([0.9, 0.9], 1, basis).reason) is said
