"""population: a claim speaks of no more people than were studied."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.checks.population import check
from bmreport.statements.populations import age_bounds, severities, universal

from .statement_views import faults, view

MICE = "In obese mice, fasting lowered liver fat. Female mice were not included. Relevance to humans is unknown."
MEN = "Of 2,240 men aged 65 to 74 years invited to screening, 28 had an aneurysm."
WOMEN = "This series followed 28 women with hair loss who took minoxidil. Shedding fell by 1.9 points."
CHILDREN = "Among 99 children with nephrotic syndrome, relapse was recorded in 31% on levamisole and 68% on placebo."
ADULTS = "Adults with severe eosinophilic asthma (n=466) had half as many exacerbations on the antibody."
OLD = "In 709 adults aged 65 years or older, levothyroxine did not improve symptoms."
TWO_AGES = "Effectiveness was 77% (70-82) in adults aged 75 years or older and 63% (45-75) in those aged 60-74."
HEALTHY = "Eighteen healthy volunteers took a statin with clarithromycin. Exposure rose 4.1-fold."
ICU = "In five intensive care units, 14,977 critically ill adults had crystalloids or saline. Kidney events fell."
RISK = "Women at high risk of preeclampsia (n=1,574) took aspirin or placebo. Preeclampsia occurred in 1.7% and 4.3%."
HOME = "Exercise reduced the rate of falls in community-dwelling people aged 60 or over."
CARE = "Older adults in long-term care had fewer falls once the drug was stopped."
COUNTRY = "At 118 clinics in Burkina Faso visits rose by 37% once fees were removed."
DEPRESSED = "Adults with treatment-resistant depression (n=186) received ketamine. Response was seen in 55.4%."
BOTH = "We enrolled 4,236 patients with type 2 diabetes and albuminuric kidney disease. Kidney failure was rarer."
MILD = "Patients with mild depression (n=220) walked. The PHQ-9 score fell."
MSM = "Doxycycline lowered syphilis in men who have sex with men and transgender women."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Fasting lowered liver fat in people with obesity.", MICE),
        ("Fasting lowers liver fat.", MICE),
        ("In obese mice of both sexes, fasting lowered liver fat.", MICE),
        ("Screening of people aged 65 to 74 found aneurysms.", MEN),
        ("Screening of men and women aged 65 to 74 found aneurysms.", MEN),
        ("In adults with hair loss, shedding fell on minoxidil.", WOMEN),
        ("Relapse occurred in 31% of patients given levamisole.", CHILDREN),
        ("Relapse was rarer on levamisole in adults and children.", CHILDREN),
        ("The antibody halved exacerbations in adults and children.", ADULTS),
        ("In people with asthma, the antibody halved exacerbations.", ADULTS),
        ("The antibody halves exacerbations in all patients.", ADULTS),
        ("Levothyroxine did not improve symptoms in adults.", OLD),
        ("Levothyroxine did not improve symptoms in adults aged 50 years or older.", OLD),
        ("Effectiveness was 77% in adults aged 60 years or older.", TWO_AGES),
        ("In patients with high cholesterol, clarithromycin raised statin exposure.", HEALTHY),
        ("Crystalloids lower kidney events in patients given fluid.", ICU),
        ("Pregnant women who take aspirin have less preeclampsia.", RISK),
        ("In older people, at home or in care homes, exercise reduced falls.", HOME),
        ("Falls were fewer in older adults living at home or in long-term care.", CARE),
        ("In low- and middle-income countries, visits rose by 37% without fees.", COUNTRY),
        ("Around the world, visits rose once fees were removed.", COUNTRY),
        ("In adults with depression, response was seen in 55.4% on ketamine.", DEPRESSED),
        ("Among adults with type 2 diabetes, kidney failure was rarer.", BOTH),
        ("In patients with mild or severe depression, walking lowered the PHQ-9 score.", MILD),
        ("Doxycycline lowered syphilis in sexually active men and women.", MSM),
        ("Walking lowered the PHQ-9 score in the general population.", MILD),
        ("Walking lowered the PHQ-9 score in depression of any severity.", MILD),
    ],
)
def test_a_claim_about_more_people_is_partly_held(claim: str, passage: str) -> None:
    """Other species, sex, age, setting, region, degree, risk, or everyone."""
    found = faults(check, claim, passage)
    assert [(one.kind, one.verdict) for one in found] == [("population", Verdict.PARTLY)]
    assert found[0].quotes
    assert found[0].remedy


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("In obese mice, fasting lowered liver fat.", MICE),
        ("Male mice had less liver fat after fasting.", MICE),
        ("Screening found aneurysms in a few of the older men.", MEN),
        ("Women with hair loss shed less on minoxidil.", WOMEN),
        ("Levamisole cut relapses of nephrotic syndrome in children.", CHILDREN),
        ("Relapse was rarer on levamisole.", CHILDREN),
        ("In severe eosinophilic asthma, the antibody halved exacerbations.", ADULTS),
        ("Levothyroxine did not improve symptoms in older people.", OLD),
        ("Levothyroxine did not improve symptoms in people of 65 or more.", OLD),
        ("Effectiveness was 63% in people aged 60 to 74.", TWO_AGES),
        ("Crystalloids lower kidney events in critically ill adults.", ICU),
        ("Women at high risk had less preeclampsia on aspirin.", RISK),
        ("Exercise reduced falls in older people living at home.", HOME),
        ("In Burkina Faso, visits rose once fees were removed.", COUNTRY),
        ("In resistant depression, more than half responded to ketamine.", DEPRESSED),
        ("In type 2 diabetes with albuminuria, kidney failure was rarer.", BOTH),
        ("Exacerbations were halved.", ADULTS),
    ],
)
def test_a_claim_about_those_who_were_studied_is_well(claim: str, passage: str) -> None:
    """In other words, or without naming them."""
    assert faults(check, claim, passage) == []


def test_titles_and_other_passages_speak_of_people_too() -> None:
    """A claim may take its people from any of its sources."""
    claim = "Fasting lowered liver fat in people with obesity."
    assert faults(check, claim, MICE, "Adults with obesity lost liver fat by fasting.") == []
    assert faults(check, claim, MICE, titles={"c1": "Fasting in mice and people"}) == []


def test_numbers_are_no_ages_and_signs_no_children() -> None:
    """A rate `from 12.6 to 9.8` bounds no age; a Child-Pugh class is no child, South Africa not all Africa."""
    assert age_bounds("the rate fell from 12.6 to 9.8") == []
    passage = "Of 3,862 patients with cirrhosis in Child-Pugh class A, statin users lived longer."
    assert faults(check, "Patients with cirrhosis on statins lived longer.", passage) == []
    assert faults(check, "Women in South Africa preferred it.", "South African women preferred it.") == []


def test_a_comparison_of_passages_speaks_of_no_people() -> None:
    """`they may speak of different people` is said of the passages."""
    text = "Stroke: lower in one, the same in the other; they may speak of different people."
    assert faults(check, text, WOMEN, role=ClaimRole.COMPARISON) == []


def test_a_result_of_a_part_is_no_result_of_all() -> None:
    """Figures that a source ties to a part of its people belong to that part."""
    passage = (
        "Apixaban was studied in 318 children with leukaemia. Thrombosis occurred in 12.1% and 17.6%. "
        "Among those with obesity, the figures were 2.1% and 14.9%."
    )
    assert faults(check, "Thrombosis occurred in 2.1% on apixaban and 14.9% without.", passage)
    assert faults(check, "In obesity, thrombosis occurred in 2.1% on apixaban and 14.9% without.", passage) == []
    assert faults(check, "Thrombosis occurred in 12.1% on apixaban and 17.6% without.", passage) == []


def test_words_for_everyone_are_read_off() -> None:
    """`all patients` and its like, but not `all of` and `one in every 26`."""
    assert universal("it helps all older patients") == "all older patients"
    assert universal("all of the patients") == ""
    assert universal("one for every 26 babies") == ""
    assert severities("mild or severe asthma, and severe adverse events") == {"mild", "severe"}


@settings(max_examples=40)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_compared(claim: str, passage: str) -> None:
    """No text raises."""
    assert isinstance(check(view(claim, passage)), list)
