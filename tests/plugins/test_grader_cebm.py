"""Oxford CEBM 2011 levels by the designs of documents."""

from __future__ import annotations

import pytest

from bmreport import Citation, EvidenceBody, Grade, NoOptions, Reference, RunContext
from bmreport.testing import assert_grader_contract
from bmreport_plugins.graders.cebm import CebmGrader

from .grade_studies import good_trials


def body(*documents: tuple[str, str], passage: str = "It fell.", retracted: bool = False) -> EvidenceBody:
    """A body with a document for each pair of title and publication type."""
    citations = tuple(
        Citation(id=f"c{n}", passage=passage, document_title=title) for n, (title, _kind) in enumerate(documents)
    )
    references = tuple(
        Reference(id=f"r{n}", csl={"title": title}, publication_types=[kind] if kind else [], retracted=retracted)
        for n, (title, kind) in enumerate(documents)
    )
    return EvidenceBody("Does it help?", citations, references, {f"c{n}": f"r{n}" for n in range(len(documents))})


def graded(evidence: EvidenceBody) -> Grade:
    """The only grade."""
    (found,) = CebmGrader().grade(evidence, RunContext(), NoOptions())
    return found


def test_it_keeps_the_contract() -> None:
    """As any grader must."""
    assert_grader_contract(CebmGrader())
    assert_grader_contract(CebmGrader(), EvidenceBody("Why?", (), ()))


@pytest.mark.parametrize(
    ("title", "kind", "label"),
    [
        ("Placebrol: a meta-analysis of randomised trials", "Meta-Analysis", "Level 1"),
        ("Systematic review of RCTs on placebrol", "", "Level 1"),
        ("Placebrol: a meta-analysis of cohorts", "Meta-Analysis", "Not determined"),
        ("Placebrol", "Randomized Controlled Trial", "Level 2"),
        ("Placebrol in a randomized double-blind trial", "", "Level 2"),
        ("A non-randomised comparison of placebrol", "", "Level 3"),
        ("Placebrol", "Controlled Clinical Trial", "Level 3"),
        ("Placebrol: a cohort study", "Observational Study", "Level 3"),
        ("Placebrol: a case-control study", "", "Level 4"),
        ("Placebrol", "Observational Study", "Level 4"),
        ("Placebrol", "Case Reports", "Level 4"),
        ("Placebrol for all?", "Editorial", "Level 5"),
        ("The randomised trial of placebrol: a comment", "Comment", "Level 5"),
        ("Placebrol", "", "Not determined"),
        ("Protocol of a randomised trial of placebrol", "", "Not determined"),
    ],
)
def test_the_design_decides(title: str, kind: str, label: str) -> None:
    """By publication type, else by the title; a title that says nothing decides nothing."""
    assert graded(body((title, kind))).label == label


def test_a_review_is_of_trials_when_its_abstract_says_so() -> None:
    """Title, abstract and passages are read for the designs of a review's studies."""
    assert graded(body(("Placebrol: a meta-analysis", "Meta-Analysis"))).label == "Not determined"
    told = body(("Placebrol: a meta-analysis", "Meta-Analysis"), passage="We pooled nine randomized trials.")
    assert graded(told).label == "Level 1"


def test_the_best_level_counts_and_every_document_is_named() -> None:
    """Each level lists its documents; what states no design is not assessed, and so is raising or lowering."""
    found = graded(body(("Placebrol", "Case Reports"), ("Trial", "Randomized Controlled Trial"), ("Unclear", "")))
    assert found.label == "Level 2"
    steps = {step.name.split(":")[0]: step for step in found.steps}
    assert "“Placebrol” (case series or case report, by publication type)" in steps["Level 4"].reason
    assert not steps["design not stated"].assessed
    assert not steps["lowering or raising the level"].assessed
    assert "from the design alone" in found.reason


def test_retracted_papers_are_no_evidence() -> None:
    """Whatever their design."""
    assert graded(body(("Trial", "Randomized Controlled Trial"), retracted=True)).label == "Not determined"


def test_study_data_tell_the_design_first() -> None:
    """A design in the study data wins over a title that names none."""
    plain = body(("Placebrol", ""))
    study = good_trials(1)[0].model_copy(update={"reference_id": "r0"})
    with_study = EvidenceBody(plain.question, plain.citations, plain.references, plain.reference_of, studies=(study,))
    assert graded(with_study).label == "Level 2"
