"""The grader `grade` as a whole: contract, accounting, what does not change a grade, citations alone, slips."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bmreport import (
    Arm,
    Citation,
    ConfigError,
    EvidenceBody,
    Grade,
    InputError,
    Reference,
    RunContext,
    Study,
    StudyDesign,
    StudyEstimate,
)
from bmreport.models import walk_claims
from bmreport.testing import assert_grader_contract
from bmreport_plugins.graders.grade import GradeGrader, GradeOptions
from bmreport_plugins.graders.grade.scale import LEVELS, SYMBOLS, label_of, words_of_change

from .grade_studies import body_of, good_trials, grade_of, grades_of, means, ratio, rob2, robins, step, trial


def test_it_keeps_the_contract() -> None:
    """As any grader must: with citations alone, with studies, and with nothing."""
    assert_grader_contract(GradeGrader())
    assert_grader_contract(GradeGrader(), body_of(good_trials()))
    assert_grader_contract(GradeGrader(), EvidenceBody("Why?", (), ()))


@pytest.mark.parametrize(
    ("rank", "label", "symbol"),
    [
        (5, "High", "⊕⊕⊕⊕"),
        (4, "High", "⊕⊕⊕⊕"),
        (3, "Moderate", "⊕⊕⊕◯"),
        (2, "Low", "⊕⊕◯◯"),
        (1, "Very low", "⊕◯◯◯"),
        (-2, "Very low", "⊕◯◯◯"),
    ],
)
def test_labels_and_symbols(rank: int, label: str, symbol: str) -> None:
    """Four levels; the scale ends at both ends."""
    assert label_of(rank) == label
    assert SYMBOLS[label] == symbol


def test_the_sum_is_told() -> None:
    """The reason names the start, each level moved, and the label."""
    found = grade_of([trial("A", (10, 30), bias=[rob2("high", 3)], indirectness={"outcome": "serious: a surrogate"})])
    assert found.label == "Very low"
    assert found.reason.startswith("Starts at High (1 study of randomised design); two levels down for risk of bias")
    assert all(one.reason for one in found.steps)
    assert words_of_change(-1) == "one level down"
    assert sum(one.change for one in found.steps) <= -3
    assert all("Rule: " in one.reason for one in found.steps if one.change)


def test_good_trials_are_high() -> None:
    """Large trials that agree, with nothing wrong, stay at High, and say how much that is in people."""
    found = grade_of(good_trials())
    assert (found.label, found.symbol, found.levels) == ("High", "⊕⊕⊕⊕", list(LEVELS))
    assert found.summary is not None
    assert found.summary.plain == "Placebrol reduces death."
    assert found.summary.participants == 12000
    assert found.summary.studies == 3
    absolute = found.summary.absolute
    assert absolute is not None
    assert (absolute.baseline, absolute.with_intervention, absolute.difference) == (100, 60, -40)
    assert found.summary.relative is not None
    assert math.isclose(found.summary.relative.value, 0.6)


def test_what_is_not_assessed_is_said_and_not_counted() -> None:
    """Without judgements, declarations and funding three domains are not assessed, and the reason names them."""
    found = grade_of(good_trials(bias=[], indirectness={}, funding=""))
    unknown = [one.name for one in found.steps if not one.assessed]
    assert unknown == ["risk of bias", "indirectness", "publication bias"]
    assert "Not assessed, and so not counted: risk of bias, indirectness and publication bias." in found.reason


# Citations alone


def cited(*types: str, title: str = "Placebrol") -> EvidenceBody:
    """A body of citations, one document for each publication type."""
    citations = tuple(
        Citation(id=f"c{n}", passage="It fell.", document_title=title, publication_types=[kind] if kind else [])
        for n, kind in enumerate(types)
    )
    references = tuple(
        Reference(id=f"r{n}", csl={"title": title}, publication_types=[kind] if kind else [])
        for n, kind in enumerate(types)
    )
    return EvidenceBody("Why?", citations, references, {f"c{n}": f"r{n}" for n in range(len(types))})


@pytest.mark.parametrize(
    ("types", "label"),
    [
        (("Randomized Controlled Trial", "Randomized Controlled Trial"), "High (provisional)"),
        (("Randomized Controlled Trial", ""), "High (provisional)"),
        (("Randomized Controlled Trial", "Observational Study"), "Low (provisional)"),
        (("Observational Study",), "Low (provisional)"),
        (("Editorial",), "Low (provisional)"),
        (("",), "Low (provisional)"),
        ((), "Low (provisional)"),
    ],
)
def test_citations_alone_give_a_provisional_grade(types: tuple[str, ...], label: str) -> None:
    """Only the start is known; the label itself says so, and all five domains are missing."""
    (found,) = GradeGrader().grade(cited(*types), RunContext(), GradeOptions())
    assert found.label == label
    assert found.reason.startswith("Provisional: ")
    missing = [one.name for one in found.steps if one.judgement == "not assessed"]
    assert missing == ["risk of bias", "inconsistency", "indirectness", "imprecision", "publication bias"]
    assert all(name in found.reason for name in missing)
    assert GradeGrader().exhibits(cited(*types), [found], RunContext(), GradeOptions()) == []


# Accounting


def test_studies_in_are_pooled_or_left_out_with_a_reason() -> None:
    """Retracted, doubled, empty, implausible and odd rows are named; everything adds up."""
    studies = [
        *good_trials(2),
        trial("Fraud", (1, 100), retracted=True),
        trial("Trial 0", (120, 200), (2000, 2000)),
        trial("Nothing", (0, 0)),
        ratio("Lopsided", 0.9, 0.1, 0.95),
        ratio("Hazard", 0.8, 0.7, 0.914, measure="HR"),
        Study(study="Empty", outcome="Death", comparison="Placebrol versus placebo", design=StudyDesign.RANDOMISED),
    ]
    found = grade_of(studies)
    assert found.summary is not None
    assert found.figures["rows pooled"] == 2
    assert found.figures["rows left out"] == len(studies) - 2 == len(found.summary.left_out)
    told = "\n".join(found.summary.left_out)
    for words in (
        "Fraud: retracted", "Trial 0: the same figures", "Nothing: no events in either group", "Lopsided: implausible",
        "Hazard: gives HR, not RR", "Empty: no figures",
    ):  # fmt: skip
        assert words in told


def test_a_retracted_paper_retracts_its_studies() -> None:
    """The record says it, even where the study data do not."""
    studies = [one.model_copy(update={"reference_id": f"r{n}"}) for n, one in enumerate(good_trials(2))]
    references = (
        Reference(id="r0", csl={"title": "RETRACTED: Placebrol"}, publication_types=["Retracted Publication"]),
        Reference(id="r1", csl={"title": "Placebrol"}),
    )
    body = EvidenceBody("Why?", (), references, studies=tuple(studies))
    (found,) = GradeGrader().grade(body, RunContext(), GradeOptions())
    assert found.summary is not None
    assert found.summary.reference_ids == ["r1"]
    assert found.summary.left_out[0].startswith("Trial 0: retracted")


def test_nothing_that_can_be_pooled_is_very_low() -> None:
    """An outcome whose only study is retracted has no estimate, and says why."""
    found = grade_of([trial("Fraud", (1, 100), retracted=True)])
    assert found.label == "Very low"
    assert "retracted" in step(found, "imprecision").reason
    assert found.summary is not None
    assert (found.summary.studies, found.summary.participants) == (0, None)


def test_a_design_that_is_not_given_is_taken_from_the_publication_type() -> None:
    """A row without a design whose paper is a randomised trial by MEDLINE's type counts as one."""
    study = good_trials(1)[0].model_copy(update={"design": None, "reference_id": "r0"})
    body = cited("Randomized Controlled Trial")
    with_study = EvidenceBody("Why?", body.citations, body.references, body.reference_of, studies=(study,))
    (found,) = GradeGrader().grade(with_study, RunContext(), GradeOptions())
    assert step(found, "study design").judgement == "starts at High"


def test_identical_studies_are_no_trouble() -> None:
    """No heterogeneity, no warning, and the same effect."""
    found = grade_of(good_trials(12))
    assert found.figures["I² %"] == 0
    assert step(found, "inconsistency").change == 0
    assert not step(found, "publication bias").change


# The whole


def test_the_lowest_critical_outcome_decides() -> None:
    """GRADE's rule for a body of evidence; other outcomes do not count, which is said."""
    studies = [*good_trials(), trial("X", (1, 3), (50, 50), outcome="Rash"), means("Y", 5, outcome="Pain")]
    grades = grades_of(studies, importance={"death": "critical", "Pain": "critical", "Rash": "limited"})
    assert [grade.outcome for grade in grades] == ["", "Death", "Rash", "Pain"]
    assert grades[0].label == "High"
    assert grades[2].label == "Low"
    assert "lowest certainty among 2 critical outcomes" in grades[0].reason
    undeclared = grades_of(studies)
    assert undeclared[0].label == "Low"
    assert "No outcome was declared critical" in undeclared[0].reason


def test_designs_and_comparisons_are_graded_apart() -> None:
    """Randomised and observational evidence on one outcome are two bodies, and so are two comparisons."""
    studies = [
        *good_trials(2),
        *(one.model_copy(update={"study": f"C{n}"}) for n, one in enumerate(good_trials(2, design=StudyDesign.COHORT))),
        trial("Other", (100, 200), comparison="Placebrol versus sham"),
    ]
    names = [grade.outcome for grade in grades_of(studies)[1:]]
    assert names == [
        "Death (Placebrol versus placebo; randomised trials)",
        "Death (Placebrol versus placebo; observational studies)",
        "Death (Placebrol versus sham)",
    ]


# What must not matter


def rows() -> st.SearchStrategy[list[Study]]:
    """Between one and seven trials of one outcome."""
    one = st.tuples(
        st.integers(0, 40), st.integers(0, 40), st.integers(50, 400), st.sampled_from(["low", "some concerns", "high"])
    )
    return st.lists(one, min_size=1, max_size=7).map(
        lambda given: [
            trial(f"T{place}", (one, other), (size, size + 7), bias=[rob2(level)])
            for place, (one, other, size, level) in enumerate(given)
        ]
    )


def essence(grade: Grade) -> tuple[Any, ...]:
    """What a grade says without the names of studies."""
    summary = grade.summary
    assert summary is not None
    return (
        grade.label,
        grade.figures,
        [(one.name, one.judgement, one.change, one.assessed) for one in grade.steps],
        summary.relative,
        summary.absolute,
        summary.studies,
        summary.participants,
        summary.plain,
    )


@settings(max_examples=25, deadline=None)
@given(rows(), st.randoms(use_true_random=False))
def test_order_and_names_of_studies_change_nothing(studies: list[Study], random: Any) -> None:
    """Shuffled and renamed, the studies give the same grade to the last figure."""
    shuffled = list(studies)
    random.shuffle(shuffled)
    renamed = [one.model_copy(update={"study": f"Z{len(shuffled) - n}"}) for n, one in enumerate(shuffled)]
    assert essence(grade_of(renamed)) == essence(grade_of(studies))


@settings(max_examples=40, deadline=None)
@given(rows())
def test_a_precise_consistent_study_never_adds_imprecision(studies: list[Study]) -> None:
    """A huge unbiased trial with the pooled effect and the usual control risk never costs a level for imprecision."""
    before = grade_of(studies)
    assert before.summary is not None
    relative, absolute = before.summary.relative, before.summary.absolute
    assume(relative is not None and absolute is not None and absolute.baseline > 0)
    assert relative is not None
    assert absolute is not None
    size = 200_000
    events = round(size * absolute.baseline / 1000 * relative.value)
    assume(0 < events < size)
    new = trial("New", (events, round(size * absolute.baseline / 1000)), (size, size))
    after = grade_of([*studies, new])
    assert step(after, "imprecision").change >= step(before, "imprecision").change


@settings(max_examples=25, deadline=None)
@given(rows(), st.sampled_from(["REML", "DL", "PM", "EE", "MH"]), st.sampled_from(["z", "t", "knha", "adhoc"]))
def test_any_rows_are_graded_by_any_method(studies: list[Study], method: Any, test: Any) -> None:
    """Whatever stands in the rows, each is accounted for, and the label is the sum of the steps."""
    found = grade_of(studies, method=method, test=test)
    assert found.figures["rows pooled"] + found.figures["rows left out"] == len(studies)  # type: ignore[operator]  # numbers
    start = {"starts at High": 4, "starts at Low": 2}[found.steps[0].judgement]
    assert found.label == label_of(start + sum(one.change for one in found.steps))


def odd_rows() -> st.SearchStrategy[Study]:
    """Rows of all kinds of figures, whole and in part, with numbers that nobody would expect."""
    people = st.sampled_from([None, 1, 2, 10, 100_000])
    arm = st.builds(
        Arm,
        events=st.sampled_from([None, 0, 1]),
        total=people,
        mean=st.sampled_from([None, 0.0, -7.5, 1e6]),
        sd=st.sampled_from([None, 1e-3, 2.0, 1e6]),
        person_time=st.sampled_from([None, 0.5, 1e6]),
    )
    estimate = st.builds(
        lambda measure, value, width, se: StudyEstimate(
            measure=measure,
            value=value,
            low=value - width if width else None,
            high=value + width if width else None,
            se=se,
        ),
        st.sampled_from(["RR", "OR", "HR", "IRR", "RD", "MD", "SMD", "GEN", "COR", "PETO", "no measure"]),
        st.sampled_from([-1.0, 0.0, 1e-9, 0.5, 1.0, 1e9]),
        st.sampled_from([0.0, 1e-6, 0.2, 1e6]),
        st.sampled_from([None, 1e-9, 0.1, 50.0]),
    )
    return st.builds(
        Study,
        study=st.sampled_from(["A", "B", "C", "D"]),
        outcome=st.sampled_from(["Death", "Pain"]),
        comparison=st.sampled_from(["", "a vs b", "placebrol"]),
        design=st.sampled_from([None, *StudyDesign]),
        intervention=arm,
        control=arm,
        estimate=st.none() | estimate,
        participants=people,
        subgroup=st.sampled_from(["", "men"]),
        funding=st.sampled_from(["", "Bayer", "NIH"]),
        retracted=st.booleans(),
        bias=st.sampled_from([[], [rob2("low")], [rob2("high", 3)], [robins("serious")]]),
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(odd_rows(), max_size=10))
def test_any_kind_of_row_is_graded_or_left_out(studies: list[Study]) -> None:
    """No row breaks the grader, none is lost, and no cell shows what is no number."""
    body = body_of(studies)
    grades = GradeGrader().grade(body, RunContext(), GradeOptions())
    counted = [grade.figures for grade in grades if grade.summary]
    assert sum(int(one["rows pooled"]) + int(one["rows left out"]) for one in counted) == len(studies)
    cells = " ".join(
        claim.text
        for section in GradeGrader().exhibits(body, grades, RunContext(), GradeOptions())
        for claim in walk_claims([section])
    )
    assert not re.search(r"\b(?:nan|inf|None)\b", cells)


def test_an_interval_without_end_is_told_and_not_printed_as_a_number() -> None:
    """An estimate with a standard error beyond all reason keeps its value alone."""
    vast = Study(
        study="A", outcome="Death", design=StudyDesign.RANDOMISED, estimate=StudyEstimate(measure="RR", value=2, se=500)
    )
    found = grade_of([vast])
    assert found.summary is not None
    assert found.summary.relative is not None
    assert found.summary.relative.high is None
    assert step(found, "imprecision").change == -2


# Slips


def test_an_option_on_an_outcome_that_is_not_there_is_an_error() -> None:
    """With what may have been meant."""
    with pytest.raises(ConfigError, match="did you mean 'Death'"):
        grades_of(good_trials(), importance={"Deth": "critical"})
    with pytest.raises(ConfigError, match="outcomes: Death"):
        grades_of(good_trials(), baseline_risk={"Nausea": 0.1})


def test_an_unknown_measure_is_an_error() -> None:
    """With those there are."""
    with pytest.raises(ConfigError, match="no measure of effect.*choose one of RR"):
        grades_of(good_trials(), measure={"Death": "XYZ"})


def test_an_unknown_level_of_bias_is_an_error_that_names_the_study() -> None:
    """Never taken for low."""
    with pytest.raises(InputError, match=r"Trial 0.*'purple' is no level"):
        grade_of(good_trials(1, bias=[rob2("purple")]))
