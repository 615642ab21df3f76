"""Each rule of GRADE from both sides of its threshold."""

from __future__ import annotations

import pytest

from bmreport import BiasJudgement, Study, StudyDesign
from bmreport_meta import Interval
from bmreport_plugins.graders.grade import GradeOptions
from bmreport_plugins.graders.grade.inconsistency import pairs_apart
from bmreport_plugins.graders.grade.optimal_size import events_needed, means_needed, proportions_needed

from .grade_studies import (
    change,
    good_trials,
    grade_of,
    means,
    ratio,
    rob2,
    robins,
    step,
    trial,
)

# Start


@pytest.mark.parametrize(
    ("design", "label"),
    [
        (StudyDesign.RANDOMISED, "High"),
        (StudyDesign.COHORT, "Low"),
        (StudyDesign.CASE_CONTROL, "Low"),
        (StudyDesign.CASE_SERIES, "Low"),
        (StudyDesign.DIAGNOSTIC, "High"),
        (None, "Low"),
    ],
)
def test_the_design_decides_where_it_starts(design: StudyDesign | None, label: str) -> None:
    """Randomised trials and accuracy studies start at High, all others, unknown ones too, at Low."""
    found = grade_of(good_trials(design=design))
    assert found.label == label
    assert step(found, "study design").assessed is (design is not None)


def test_observational_studies_start_high_only_when_all_have_robins_i() -> None:
    """One study without ROBINS-I takes the whole body back to Low."""
    judged = good_trials(bias=[robins("low")], design=StudyDesign.COHORT)
    assert step(grade_of(judged), "study design").judgement == "starts at High"
    other = judged[0].model_copy(update={"study": "Other", "bias": [rob2("low")]})
    found = step(grade_of([*judged, other]), "study design")
    assert found.judgement == "starts at Low"
    assert "for some of them only" in found.reason


# Risk of bias


def ten(high: int, level: str = "high", domains: int = 0) -> list[Study]:
    """Ten trials of the same weight, so many of them at this risk."""
    return [
        trial(f"T{place}", (60, 100), bias=[rob2(level, domains) if place < high else rob2("low")])
        for place in range(10)
    ]


@pytest.mark.parametrize(("high", "expected"), [(0, 0), (2, 0), (3, -1), (5, -1), (10, -1)])
def test_high_risk_counts_from_a_share_of_the_weight(high: int, expected: int) -> None:
    """30% of the weight at high risk is serious, 20% is not; the whole is not worse while one domain is at fault."""
    assert change(ten(high, domains=1), "risk of bias") == expected


@pytest.mark.parametrize(("some", "expected"), [(4, 0), (5, -1), (10, -1)])
def test_some_concerns_count_from_half_of_the_weight(some: int, expected: int) -> None:
    """Half of the weight with some concerns is serious, less is not."""
    assert change(ten(some, "some concerns"), "risk of bias") == expected


@pytest.mark.parametrize(("high", "domains", "expected"), [(4, 2, -1), (5, 2, -2), (5, 1, -1), (10, 5, -2)])
def test_several_domains_at_high_risk_are_very_serious(high: int, domains: int, expected: int) -> None:
    """Two domains at high risk in studies with half of the weight cost two levels, one domain costs one."""
    assert change(ten(high, domains=domains), "risk of bias") == expected


def test_the_threshold_is_the_one_of_the_options() -> None:
    """A share is serious at its threshold and not serious just below it."""
    assert change(ten(2, domains=1), "risk of bias", bias_high_share=0.2) == -1
    assert change(ten(2, domains=1), "risk of bias", bias_high_share=0.2001) == 0


@pytest.mark.parametrize(
    ("level", "expected", "label"),
    [("low", 0, "High"), ("moderate", -1, "Moderate"), ("serious", -2, "Low"), ("critical", -3, "Very low")],
)
def test_robins_i_has_its_own_levels(level: str, expected: int, label: str) -> None:
    """Moderate costs one level, serious two, critical three, from a start at High."""
    found = grade_of(good_trials(bias=[robins(level)], design=StudyDesign.COHORT))
    assert step(found, "risk of bias").change == expected
    assert found.label == label


def test_unjudged_studies_leave_it_undecided_where_they_could_change_it() -> None:
    """Studies nobody judged count neither as good nor as bad, and it is said when they might matter."""
    studies = good_trials(10)
    for number, assessed in ((2, True), (3, False)):
        unjudged = [one.model_copy(update={"bias": []}) if place < number else one for place, one in enumerate(studies)]
        found = step(grade_of(unjudged), "risk of bias")
        assert found.assessed is assessed
        assert "Trial 0" in found.reason
    assert (
        step(grade_of([one.model_copy(update={"bias": []}) for one in studies]), "risk of bias").judgement
        == "not assessed"
    )


def test_an_assessors_overall_is_not_made_up() -> None:
    """Domains without an overall judgement, where the tool leaves it to people, are no judgement on the study."""
    stars = BiasJudgement(tool="nos-cohort", domains={}, overall="")
    found = step(grade_of(good_trials(bias=[stars], design=StudyDesign.COHORT)), "risk of bias")
    assert not found.assessed


def test_assessors_who_differ_are_named_and_the_worse_counts() -> None:
    """Without consensus the worse of two judgements counts, and the study is named."""
    found = step(
        grade_of(good_trials(1, bias=[rob2("low", assessor="A"), rob2("high", 5, assessor="B")])), "risk of bias"
    )
    assert found.change == -2
    assert "differ on Trial 0" in found.reason


# Inconsistency


def test_i2_counts_only_where_it_shows() -> None:
    """A high I² of large effects on one side, with intervals that meet, is no inconsistency; one that shows is."""
    near = [ratio("A", 0.50, 0.40, 0.625), ratio("B", 0.70, 0.56, 0.875)]
    found = step(grade_of(near), "inconsistency")
    assert found.change == 0
    apart = [ratio("A", 0.50, 0.45, 0.5556), ratio("B", 0.70, 0.63, 0.7778)]
    assert change(apart, "inconsistency") == -1
    opposite = [ratio("A", 0.50, 0.42, 0.5952), ratio("B", 1.50, 1.26, 1.7857)]
    assert change(opposite, "inconsistency") == -2


def test_i2_counts_from_its_thresholds() -> None:
    """At the threshold I² counts, just below it does not."""
    studies = [ratio("A", 0.50, 0.42, 0.5952), ratio("B", 1.50, 1.26, 1.7857)]
    i2 = float(grade_of(studies).figures["I² %"])
    assert i2 > 90
    assert change(studies, "inconsistency", i2_serious=i2 - 0.1, i2_very_serious=i2 - 0.1) == -2
    assert change(studies, "inconsistency", i2_serious=i2 - 0.1, i2_very_serious=i2 + 0.1) == -1
    assert change(studies, "inconsistency", i2_serious=i2 + 0.1, i2_very_serious=i2 + 0.1) == 0


def test_the_share_that_points_the_other_way_counts_from_its_threshold() -> None:
    """Direction differs when enough of the weight lies on the other side of no effect."""
    studies = [ratio("A", 0.70, 0.50, 0.98), ratio("B", 1.30, 0.9286, 1.82)]
    told = step(grade_of(studies), "inconsistency")
    assert "point the other way" in told.reason
    assert "0% of the pairs" in told.reason
    assert change(studies, "inconsistency", opposite_share=0.49) == -1
    assert change(studies, "inconsistency", opposite_share=0.51) == 0


def test_pairs_of_intervals_that_do_not_meet_are_counted() -> None:
    """Each pair counts once, touching intervals meet, and the number of studies does not matter."""
    assert pairs_apart([Interval(0, 1), Interval(2, 3)]) == 1.0
    assert pairs_apart([Interval(0, 1), Interval(1, 3)]) == 0.0
    assert pairs_apart([Interval(0, 1), Interval(0.5, 3), Interval(2, 4)]) == pytest.approx(1 / 3)
    assert pairs_apart([Interval(0, 1)]) == 0.0


def test_one_study_has_nothing_to_be_inconsistent_with() -> None:
    """The domain does not apply, which is said."""
    found = step(grade_of(good_trials(1)), "inconsistency")
    assert (found.change, found.judgement) == (0, "not applicable")


# Indirectness


@pytest.mark.parametrize(("number", "expected"), [(4, 0), (5, -1), (10, -1)])
def test_indirectness_counts_from_half_of_the_weight(number: int, expected: int) -> None:
    """A domain that is serious in half of the weight costs a level, in less none."""
    studies = [
        one.model_copy(update={"indirectness": {"population": "serious: children only"}}) if place < number else one
        for place, one in enumerate(good_trials(10))
    ]
    found = step(grade_of(studies), "indirectness")
    assert found.change == expected
    assert "children only" in found.reason


def test_two_domains_or_a_very_serious_one_cost_two_levels() -> None:
    """So does very serious in one domain; three domains cost no more than two levels."""
    two = good_trials(indirectness={"population": "serious: a", "outcome": "serious: b"})
    assert change(two, "indirectness") == -2
    assert change(good_trials(indirectness={"outcome": "very serious: a surrogate"}), "indirectness") == -2
    three = good_trials(indirectness=dict.fromkeys(("population", "outcome", "comparator"), "serious: x"))
    assert change(three, "indirectness") == -2


def test_undeclared_indirectness_is_not_assessed() -> None:
    """Nothing is assumed of it; partly declared, it is undecided where the rest could matter."""
    found = step(grade_of(good_trials(indirectness={})), "indirectness")
    assert (found.assessed, found.change) == (False, 0)
    partly = [*good_trials(2, indirectness={}), *good_trials(1)]
    partly = [one.model_copy(update={"study": f"S{place}"}) for place, one in enumerate(partly)]
    assert not step(grade_of(partly), "indirectness").assessed


# Imprecision


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.76, 0.99, 0),  # one side of no effect, narrow
        (0.76, 1.24, 0),  # no effect, and nothing important
        (0.74, 1.20, -1),  # appreciable benefit is possible
        (0.80, 1.26, -1),  # appreciable harm is possible
        (0.74, 1.26, -2),  # both are
        (1.01, 1.60, 0),
        (0.33, 0.99, 0),  # 3 times as wide
        (0.32, 0.99, -1),  # more than 3 times
    ],
)
def test_the_interval_against_important_effects(low: float, high: float, expected: int) -> None:
    """A level for each important effect in an interval that allows for none; width where the size is not known."""
    assert change([ratio("A", (low * high) ** 0.5, low, high)], "imprecision") == expected


def test_odds_ratios_have_a_narrower_limit_of_width() -> None:
    """2.5 times for odds and hazard ratios, 3 for risk ratios."""
    for measure, expected in (("RR", 0), ("OR", -1), ("HR", -1)):
        assert change([ratio("A", 0.5, 0.3, 0.8333, measure=measure)], "imprecision") == expected


def test_the_optimal_information_size_from_both_sides() -> None:
    """An interval on one side of no effect keeps its level with just enough people and loses it with a few less."""
    needed = proportions_needed(0.4, GradeOptions())
    enough = -(-needed // 2 // 5) * 5
    for arm, expected in ((enough, 0), (enough - 50, -1)):
        studies = [trial("A", (arm // 5, arm * 2 // 5), (arm, arm))]
        assert change(studies, "imprecision", baseline_risk={"Death": 0.4}) == expected
    assert needed == pytest.approx(712, abs=4)  # from tables of sample sizes: 356 a group for 40% against 30%


def test_far_below_the_size_costs_two_levels() -> None:
    """Less than a tenth of the size is very serious whatever the interval says."""
    tiny = [trial("A", (1, 30), (60, 60))]
    share = 120 / proportions_needed(0.5, GradeOptions())
    assert change(tiny, "imprecision", ois_far_below=share + 0.01) == -2
    assert change(tiny, "imprecision", ois_far_below=share - 0.01) == -1


def test_very_large_samples_need_no_optimal_size() -> None:
    """With 4,000 people a rare outcome does not lose a level for want of events."""
    rare = [trial("A", (8, 24), (2000, 2000))]
    assert change(rare, "imprecision") == 0
    assert change(rare, "imprecision", very_large_sample=4001) == -1


def test_sizes_agree_with_published_formulas() -> None:
    """Schoenfeld's events and the two-means formula give their textbook values."""
    assert events_needed(GradeOptions(ois_relative_reduction=0.5)) == 66
    assert means_needed(0.5, GradeOptions()) == 126
    assert proportions_needed(0.2, GradeOptions(ois_relative_reduction=0.5)) == 398


def test_means_are_held_against_half_a_standard_deviation() -> None:
    """Or against a declared difference, which comes first."""
    wide = [means("A", 1.0, n=30)]  # about -4 to 6; half an SD is 5
    assert change(wide, "imprecision", ois_far_below=0.0) == -1
    assert change(wide, "imprecision", important_difference={"Pain": 3}, ois_far_below=0.0) == -2
    assert change(wide, "imprecision", important_difference={"Pain": 7}, ois_far_below=0.0) == 0
    assert change([means("A", 6.0, n=199)], "imprecision") == -1  # 398 people
    assert change([means("A", 6.0, n=200)], "imprecision") == 0  # 400


def test_a_declared_absolute_difference_comes_first() -> None:
    """Per 1,000 people, by the control risk: the same interval may be precise for one threshold and not for another."""
    studies = [trial("A", (90, 100), (1000, 1000))]  # about 31 fewer to 17 more per 1,000
    assert change(studies, "imprecision", important_absolute={"Death": 50}) == 0
    assert change(studies, "imprecision", important_absolute={"Death": 25}) == -1
    assert change(studies, "imprecision", important_absolute={"Death": 10}) == -2


def test_no_events_are_told_with_what_they_still_allow() -> None:
    """Nobody had the event: two levels, and the rule of three."""
    found = grade_of([trial("A", (0, 0), (150, 150)), trial("B", (0, 0), (100, 100))])
    told = step(found, "imprecision")
    assert told.change == -2
    assert "6 per 1,000" in told.reason
    assert found.summary is not None
    assert found.summary.participants == 500
    assert found.summary.relative is None
    assert "cannot be estimated" in found.summary.plain


# Publication bias


def asymmetric(k: int) -> list[Study]:
    """Small trials with large effects and large trials with none."""
    sizes = [60 + 60 * place * place for place in range(k)]
    risks = [0.5 - 0.27 * (1 - place / k) for place in range(k)]
    return [
        trial(f"T{place}", (round(size * risk), size // 2), (size, size))
        for place, (size, risk) in enumerate(zip(sizes, risks, strict=True))
    ]


def test_asymmetry_is_tested_from_ten_studies_on() -> None:
    """The same pattern is suspected with ten studies and not looked at with nine."""
    ten_studies = step(grade_of(asymmetric(10)), "publication bias")
    assert (ten_studies.change, ten_studies.judgement) == (-1, "strongly suspected")
    assert "Peters' test" in ten_studies.reason
    assert "Trim and fill" in ten_studies.reason
    nine = step(grade_of(asymmetric(9)), "publication bias")
    assert nine.change == 0
    assert "fewer than 10" in nine.reason


def test_asymmetry_counts_below_its_p() -> None:
    """Studies without a pattern are not suspected; the threshold decides."""
    even = [trial(f"T{place}", (60 + place % 3, 80), (600 + 40 * place, 600 + 40 * place)) for place in range(12)]
    told = step(grade_of(even, small_study_p=0.001), "publication bias")
    assert (told.change, told.judgement) == (0, "undetected")
    assert change(even, "publication bias", small_study_p=0.999) == -1


@pytest.mark.parametrize(("measure", "name"), [("OR", "Harbord"), ("RR", "Peters"), ("RD", "Peters")])
def test_the_test_follows_the_measure(measure: str, name: str) -> None:
    """Harbord's for odds ratios, Peters' for other measures of counts, Egger's where there are no counts."""
    studies = asymmetric(10)
    assert name in step(grade_of(studies, measure={"Death": measure}), "publication bias").reason
    estimates = [ratio(f"T{n}", 0.5, 0.5 / (1.5 + n / 10), 0.5 * (1.5 + n / 10)) for n in range(10)]
    estimates[0] = ratio("T0", 0.55, 0.55 / 1.5, 0.55 * 1.5)
    assert "Egger" in step(grade_of(estimates), "publication bias").reason


def test_industry_counts_when_the_studies_are_small_together() -> None:
    """Small trials that industry paid for are suspected; large ones, or others' trials, are not."""
    small = [trial(f"T{n}", (10, 20), (100, 100), funding="Pfizer" if n < 4 else "NIH") for n in range(5)]
    assert change(small, "publication bias") == -1
    assert change(small, "publication bias", industry_share=0.81) == 0
    assert change(good_trials(funding="the manufacturer"), "publication bias") == 0


def test_unknown_funding_of_few_studies_is_not_assessed() -> None:
    """Nobody knows, so nobody says undetected."""
    told = step(grade_of(good_trials(funding="")), "publication bias")
    assert (told.assessed, told.judgement) == (False, "not assessed")


# What raises


def cohort(value: float, **fields: object) -> list[Study]:
    """One large observational study with this risk ratio."""
    return [ratio("Cohort", value, value / 1.1, value * 1.1, design=StudyDesign.COHORT, **fields)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [(2.0, 0), (2.01, 1), (5.0, 1), (5.01, 2), (0.5, 0), (0.499, 1), (0.2, 1), (0.199, 2), (1.0, 0)],
)
def test_large_effects_raise_observational_evidence(value: float, expected: int) -> None:
    """Above 2 or below 0.5 one level, above 5 or below 0.2 two, and the threshold itself does not."""
    assert change(cohort(value), "large effect") == expected


def test_large_effects_do_not_raise_trials_or_doubtful_studies() -> None:
    """Not randomised trials, not where something is wrong, not where risk of bias is unknown."""
    assert all(one.name != "large effect" for one in grade_of([ratio("T", 6, 5.5, 6.5)]).steps)
    doubtful = step(grade_of(cohort(6, bias=[rob2("high", 1)])), "large effect")
    assert doubtful.change == 0
    assert "lowered for risk of bias" in doubtful.reason
    unknown = step(grade_of(cohort(6, bias=[])), "large effect")
    assert unknown.change == 0
    assert "not assessed" in unknown.reason


def test_an_odds_ratio_is_turned_into_a_risk_ratio_first() -> None:
    """Of a common outcome an odds ratio of 2.5 is a risk ratio below 2."""
    studies = cohort(2.5, measure="OR")
    assert change(studies, "large effect") == 1
    assert change(studies, "large effect", baseline_risk={"Death": 0.4}) == 0


def test_robins_serious_does_not_hinder_a_large_effect_but_critical_does() -> None:
    """Serious risk with ROBINS-I stands for what the design costs others."""
    assert change(cohort(6, bias=[robins("serious")]), "large effect") == 2
    assert change(cohort(6, bias=[robins("critical")]), "large effect") == 0
