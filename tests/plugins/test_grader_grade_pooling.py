"""From rows of study data to pooled outcomes: measures, one row a study, and books that balance."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Arm, Study, StudyDesign, StudyEstimate
from bmreport_plugins.study_pooling import PooledOutcome, PoolingSettings, group_studies, pool_group
from bmreport_plugins.study_pooling.measures_of_rows import choose_measure, figures_of, measures_of
from bmreport_plugins.study_pooling.one_row_a_study import follow_up_days

from .grade_studies import good_trials, means, ratio, trial


def pooled(studies: list[Study], **settings_: Any) -> PooledOutcome:
    """The only group of these studies."""
    (group,) = group_studies(studies)
    return pool_group(group, PoolingSettings(**settings_))


def value(found: PooledOutcome) -> float:
    """The estimate as it is read."""
    assert found.natural is not None
    return found.natural.estimate


def rate(name: str, one: tuple[int, float], other: tuple[int, float]) -> Study:
    """A trial with events in person-time."""
    return Study(
        study=name,
        outcome="Falls",
        design=StudyDesign.RANDOMISED,
        intervention=Arm(events=one[0], person_time=one[1]),
        control=Arm(events=other[0], person_time=other[1]),
    )


def test_figures_decide_the_measure() -> None:
    """Counts give risk ratios, means differences, person-time rate ratios, an estimate its own; others on request."""
    assert value(pooled([trial("A", (50, 100))])) == pytest.approx(0.5)
    assert value(pooled([trial("A", (50, 100))], measures={"death": "OR"})) == pytest.approx(50 * 900 / (950 * 100))
    assert value(pooled([trial("A", (50, 100))], measures={"Death": "RD"})) == pytest.approx(-0.05)
    assert value(pooled([means("A", -3)])) == pytest.approx(-3)
    assert value(pooled([means("A", -3, n=5000)], measures={"Pain": "SMD"})) == pytest.approx(-0.3, abs=1e-3)
    assert value(pooled([rate("A", (10, 100.0), (20, 100.0))])) == pytest.approx(0.5)
    assert value(pooled([ratio("A", 0.8, 0.7, 0.9143, measure="HR")])) == pytest.approx(0.8)


def test_one_arm_gives_a_proportion() -> None:
    """A study without controls is pooled with its like, and compares nothing."""
    single = Study(study="A", outcome="Cure", intervention=Arm(events=30, total=100))
    found = pooled([single])
    assert found.measure is not None
    assert found.measure.null is None
    assert value(found) == pytest.approx(0.3)


def test_the_measure_is_the_one_that_most_studies_give() -> None:
    """The others are left out by name, not turned into something else."""
    hazards = [ratio(f"H{n}", 0.8, 0.7, 0.9143, measure="HR") for n in range(2)]
    found = pooled([*hazards, trial("A", (50, 100))])
    assert found.measure is not None
    assert found.measure.name == "HR"
    assert [str(row) for row in found.left_out] == [
        "A: gives RR or OR or RD or PETO, not HR, in which the other studies are pooled"
    ]
    assert choose_measure([]) == ""


def test_adjusted_estimates_come_before_crude_counts_in_observational_studies() -> None:
    """And counts before printed ratios in randomised trials."""
    odds = StudyEstimate(measure="OR", value=0.9, low=0.8, high=1.0125)
    cohort = trial("A", (50, 100), design=StudyDesign.COHORT, estimate=odds)
    assert value(pooled([cohort])) == pytest.approx(0.9)
    assert value(pooled([cohort.model_copy(update={"design": StudyDesign.RANDOMISED})])) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("intervention", "control", "words"),
    [
        ({"events": 3}, {"events": 4, "total": 9}, "number of people of the intervention group"),
        ({"mean": 3, "total": 9}, {"mean": 4, "sd": 2, "total": 9}, "SD of the intervention group"),
        ({"total": 9}, {"events": 4, "total": 9}, "events of the intervention group"),
        ({"events": 3, "total": 9}, {"events": 4}, "number of people of the control group"),
        ({}, {}, "no figures of both arms"),
    ],
)
def test_a_row_that_lacks_a_number_says_which(intervention: Any, control: Any, words: str) -> None:
    """In words of the table, so that somebody can look it up."""
    found = pooled([Study(study="B", outcome="Death", intervention=Arm(**intervention), control=Arm(**control))])
    assert words in str(found.left_out[0])
    assert found.pooled is None
    assert found.why_not


def test_an_estimate_without_precision_cannot_be_pooled() -> None:
    """It has no weight."""
    found = pooled([Study(study="B", outcome="Death", estimate=StudyEstimate(measure="RR", value=0.5))])
    assert "neither a standard error" in str(found.left_out[0])


# One row a study


def test_papers_of_one_trial_count_once() -> None:
    """By name or by registration number; the longest follow-up is taken."""
    early = trial("A", (50, 100), follow_up="6 months", registration="NCT00000001")
    late = trial("A, final", (90, 150), follow_up="5 years", registration="nct00000001")
    found = pooled([early, late, trial("B", (50, 100))])
    assert [row.study.study for row in found.rows] == ["A, final", "B"]
    assert "another row of the same study is pooled as A, final, follow-up 5 years" in str(found.left_out[0])
    assert found.studies == 2


def test_subgroups_are_kept_unless_a_row_holds_everybody() -> None:
    """Strata hold different people; with the whole beside them they would count twice."""
    strata = [trial("A", (50, 100), subgroup="men"), trial("A", (30, 40), subgroup="women")]
    found = pooled(strata)
    assert (len(found.rows), found.studies, found.participants) == (2, 1, 4000)
    assert found.strata == {"men": 1, "women": 1}
    with_whole = pooled([*strata, trial("A", (80, 140), (2000, 2000))])
    assert [row.study.subgroup for row in with_whole.rows] == [""]
    assert all("holds everybody" in row.reason for row in with_whole.left_out)


def test_people_of_a_whole_study_count_once() -> None:
    """A number that is said of a study, not of arms, is not added up over its rows."""
    rows = [ratio("A", 0.8, 0.7, 0.9143, participants=500, subgroup=name) for name in ("men", "women")]
    assert pooled(rows).participants == 500
    unknown = pooled([ratio("A", 0.8, 0.7, 0.9143), trial("B", (80, 100))])
    assert (unknown.participants, unknown.without_people) == (2000, 1)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("5 years", 1826.25),
        ("18 months", 547.2),
        ("2-4 weeks", 28),
        ("90 d", 90),
        ("1.5 y", 547.875),
        ("end of trial", 0),
        ("", 0),
    ],
)
def test_follow_up_is_read_in_days(text: str, days: float) -> None:
    """The longest duration in the words; 0 where there is none."""
    assert follow_up_days(text) == pytest.approx(days)


def test_groups_are_one_whatever_the_case_and_spacing() -> None:
    """Outcome and comparison are compared without them; designs are kept apart on request."""
    studies = [trial("A", (1, 2)), trial("B", (1, 2), outcome="  DEATH ", comparison="placebrol  VERSUS placebo")]
    studies.append(trial("C", (1, 2), design=StudyDesign.COHORT))
    assert [len(group.studies) for group in group_studies(studies)] == [2, 1]
    assert [len(group.studies) for group in group_studies(studies, by_design=False)] == [3]


# Methods and odd numbers


def test_methods_that_need_counts_fall_back_and_say_so() -> None:
    """Mantel-Haenszel of estimates is inverse variance, which is noted."""
    counts = good_trials(3)
    mantel_haenszel = pooled(counts, method="MH")
    assert mantel_haenszel.pooled is not None
    assert mantel_haenszel.pooled.method == "MH"
    assert not mantel_haenszel.notes
    estimates = pooled([ratio("A", 0.8, 0.7, 0.9143)], method="MH")
    assert estimates.pooled is not None
    assert estimates.pooled.method == "EE"
    assert "needs counts of every study" in estimates.notes[0]
    peto = pooled(counts, method="PETO", measures={"Death": "OR"})
    assert peto.pooled is not None
    assert peto.pooled.method == "PETO"


def test_an_sd_that_looks_like_an_error_is_noted() -> None:
    """As bmreport_meta cautions, with the study's own name."""
    studies = [means(f"S{n}", -3) for n in range(4)]
    odd = means("Odd", -3, sd=0.6)
    assert any(note.startswith("Odd: ") for note in pooled([*studies, odd]).notes)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["A", "B", "C", "D"]),
            st.integers(0, 30),
            st.integers(0, 30),
            st.integers(30, 60),
            st.booleans(),
            st.sampled_from(["", "men", "women"]),
        ),
        max_size=12,
    )
)
def test_the_books_always_balance(given_rows: list[tuple[str, int, int, int, bool, str]]) -> None:
    """Rows in = rows pooled + rows left out, each once, with weights that add up to 100."""
    studies = [
        trial(name, (one, other), (size, size), retracted=retracted, subgroup=part)
        for name, one, other, size, retracted, part in given_rows
    ]
    for group in group_studies(studies):
        found = pool_group(group)
        assert len(found.rows) + len(found.left_out) == len(group.studies)
        kept = {id(study) for study in [*(row.study for row in found.rows), *(row.study for row in found.left_out)]}
        assert len(kept) == len(group.studies)
        assert all(row.reason for row in found.left_out)
        assert not any(row.study.retracted for row in found.rows)
        if found.rows:
            assert math.isclose(math.fsum(row.percent for row in found.rows), 100)
        else:
            assert found.why_not


def test_kinds_of_figures() -> None:
    """Whole sets of both arms, or of the only one; a half set is none."""
    assert figures_of(trial("A", (1, 2))) == "events"
    assert figures_of(means("A", 1)) == "means"
    assert figures_of(Study(study="A", outcome="B", intervention=Arm(events=1, total=2), control=Arm(events=1))) == ""
    assert measures_of(Study(study="A", outcome="B")) == ()
