"""Tests of the grader, with the kit that bmreport ships."""

import pytest
from bmreport import Citation, RunContext
from bmreport.testing import assert_grader_contract, fresh_host, sample_body

import bmreport_cebm
from bmreport_cebm.grader import CebmGrader, CebmOptions
from bmreport_cebm.levels import judge


def test_it_keeps_the_contract() -> None:
    """Everything bmreport asks of a grader."""
    grades = assert_grader_contract(CebmGrader())
    assert grades[0].label == "Level 1"


def test_the_plugin_offers_the_grader() -> None:
    """The host finds it by name."""
    host = fresh_host(bmreport_cebm, builtins=False)
    assert host.grader("cebm").provider.summary


@pytest.mark.parametrize(
    ("types", "title", "level"),
    [
        (["Meta-Analysis"], "Aspirin", 1),
        ([], "Aspirin in primary prevention: a systematic review", 1),
        ([], "A meta-analysis of cohort studies of aspirin", 3),
        (["Systematic Review"], "Observational studies of aspirin", 3),
        (["Journal Article", "Randomized Controlled Trial"], "Aspirin", 2),
        ([], "A randomised trial of aspirin", 2),
        ([], "A non-randomised trial of aspirin", 3),
        ([], "Aspirin and stroke: a cohort study", 3),
        ([], "Aspirin and bleeding: a case-control study", 4),
        ([], "How aspirin acts in vitro", 5),
        ([], "Rationale and design of a randomised trial of aspirin", 6),
        ([], "Aspirin", 6),
    ],
)
def test_study_designs_have_their_level(types: list[str], title: str, level: int) -> None:
    """Publication types and titles lead to the levels of the CEBM table."""
    judged = judge(types, title, [])
    assert judged.level == level
    assert judged.reason


def test_a_passage_speaks_when_the_title_does_not() -> None:
    """The words of a passage are the last resort, and the reason says so."""
    judged = judge([], "Aspirin", ["In this cohort, aspirin was rare."])
    assert (judged.level, judged.reason) == (3, "the passage says 'cohort'")


def test_more_documents_can_be_asked_for() -> None:
    """With `documents=2` the second best level counts."""
    grade = CebmGrader().grade(sample_body(), RunContext(), CebmOptions(documents=2))[0]
    assert grade.label == "Level 2"


def test_unknown_designs_are_not_given_a_level() -> None:
    """No word of a design is no evidence of a bad design."""
    citation = Citation(id="c1", passage="It helps.", document_title="On aspirin")
    grade = CebmGrader().grade(sample_body([citation]), RunContext(), CebmOptions())[0]
    assert grade.label == "not classified"
    assert grade.steps[0].judgement == "not classified"
