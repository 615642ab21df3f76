"""numbers: right and wrong claims on networks, surveys, tests and pairs of reports."""

from __future__ import annotations

import pytest

from bmreport.models import Verdict
from bmreport.statements.checks.numbers import check

from .statement_views import faults

# A passage, claims that it holds, claims that it does not.
STUDIES: list[tuple[tuple[str, ...], list[str], list[str]]] = [
    (
        (
            "OBJECTIVE: To compare high-dose and standard-dose influenza vaccine in older adults. RESULTS: Among "
            "31,989 participants aged 65 years or older, laboratory-confirmed influenza occurred in 228 (1.4%) of "
            "the high-dose group and 301 (1.9%) of the standard-dose group (relative efficacy, 24.2%; 95% CI, 9.7 to "
            "36.5). Serious adverse events were reported by 8.3% and 9.0%, respectively (RR 0.92; 95% CI 0.85 to "
            "0.99).",
        ),
        [
            "High-dose vaccine was 24% more effective than the standard dose against confirmed influenza (95% CI "
            "10–37%).",
            "Influenza was confirmed in 228 people given the high dose and in 301 given the standard dose.",
            "Serious adverse events were reported by 9.0% of the standard-dose group.",
            "High-dose vaccine lowered serious adverse events by 8% in relative terms.",
            "The absolute reduction in confirmed influenza was half a percentage point.",
        ],
        [
            "Confirmed influenza occurred in 1.9% of the high-dose group.",
            "Serious adverse events were reported by 9.0% of the high-dose group and 8.3% of the standard-dose group.",
            "The relative efficacy was 24.2% (95% CI 9.7 to 35.6).",
            "The absolute reduction in confirmed influenza was 24 percentage points.",
        ],
    ),
    (
        (
            "Thirty-day mortality after hip fracture was 7.2% when surgery took place within 24 h and 9.8% when it "
            "was delayed beyond 48 h (adjusted OR 1.31; 95% CI 1.12–1.54). Pressure ulcers developed in 4.1% and "
            "6.6%. Median length of stay was 11 and 14 days.",
        ),
        [
            "Mortality at 30 days was 7% after early and 10% after delayed surgery.",
            "Delay beyond two days raised the odds of death within 30 days by 31%.",
            "Patients operated on early stayed a median of 11 days.",
        ],
        [
            "Delay beyond 24 h raised mortality to 9.8%.",
            "Pressure ulcers developed in 6.6% of those operated on within 24 hours.",
            "Patients operated on early stayed a median of 14 days.",
            "Mortality at 90 days was 7.2% after early surgery.",
        ],
    ),
    (
        (
            "Mean serum 25-hydroxyvitamin D rose from 38 to 71 nmol/L with 1000 IU/day and from 39 to 95 nmol/L with "
            "4000 IU/day over 16 weeks. Hypercalcaemia was seen in 0 of 52 and 3 of 54.",
        ),
        [
            "With 4000 IU a day, 25-hydroxyvitamin D reached 95 nmol/L after 16 weeks.",
            "Hypercalcaemia was seen in three of 54 people on the higher dose.",
            "25-hydroxyvitamin D rose by 33 nmol/L with 1000 IU a day.",
            "The trial lasted four months.",
        ],
        [
            "With 1000 IU a day, 25-hydroxyvitamin D reached 95 nmol/L.",
            "Hypercalcaemia was seen in three of 52 people on the lower dose.",
            "25-hydroxyvitamin D rose by 33 ng/mL with 1000 IU a day.",
        ],
    ),
    (
        (
            "The minor allele of rs4149056 was carried by 27% of patients with myopathy and 13% of controls (OR per "
            "allele 4.5; 95% CI 2.6–7.7). In homozygotes the OR was 16.9 (95% CI 4.7–61.1). More than 60% of "
            "myopathies could be attributed to the variant.",
        ),
        [
            "Each copy of the allele raised the odds of myopathy 4.5-fold.",
            "Homozygotes had an odds ratio of 16.9 (95% CI 4.7 to 61.1).",
            "Over 60% of myopathies were attributed to the variant.",
        ],
        [
            "Homozygotes had an odds ratio of 4.5.",
            "The allele was carried by 13% of patients with myopathy.",
            "Over 80% of myopathies were attributed to the variant.",
        ],
    ),
    (
        (
            "Twelve of 40 mice (30%) given antibody A and 31 of 40 (78%) given isotype control developed tumours by "
            "day 60. Median tumour weight was 0.42 g and 1.37 g. No mouse lost more than 10% of body weight.",
        ),
        [
            "By day 60, tumours had developed in 30% of mice on antibody A and 78% on control.",
            "Median tumour weight was 420 mg with antibody A.",
            "Fewer than a third of mice on the antibody developed tumours.",
        ],
        [
            "Tumours developed in 31 of 40 mice given antibody A.",
            "Median tumour weight was 1.37 g with antibody A.",
            "Tumours had developed by day 90 in 30% of treated mice.",
        ],
    ),
    (
        (
            "Among 9,361 hypertensive adults, intensive treatment (target <120 mm Hg) led to a mean systolic "
            "pressure of 121.4 mm Hg and standard treatment (target <140 mm Hg) to 136.2 mm Hg at 1 year. The "
            "primary outcome occurred at 1.65% per year versus 2.19% per year (HR 0.75; 95% CI 0.64–0.89; P<0.001); "
            "all-cause mortality was also lower (HR 0.73; 95% CI 0.60–0.90). Acute kidney injury was more frequent "
            "(4.1% vs. 2.5%).",
        ),
        [
            "Intensive treatment lowered the primary outcome by 25% and all-cause mortality by 27%.",
            "At one year, systolic pressure averaged 121 mmHg with intensive and 136 mmHg with standard treatment.",
            "The yearly rate of the primary outcome was 1.65% with intensive against 2.19% with standard treatment.",
            "Acute kidney injury was seen in 4.1% with intensive treatment.",
            "The target was below 120 mmHg in the intensive and below 140 mmHg in the standard arm.",
        ],
        [
            "Intensive treatment lowered the primary outcome by 27% and all-cause mortality by 25%.",
            "At one year, systolic pressure averaged 136 mmHg with intensive and 121 mmHg with standard treatment.",
            "The target was below 140 mmHg in the intensive arm.",
        ],
    ),
    (
        (
            "Sixty-two surgeons completed the survey (response rate 41%). Of these, 45 (73%) used a checklist always "
            "and 11 (18%) sometimes. Barriers were lack of time (n = 28) and poor engagement (n = 19).",
        ),
        [
            "Of 62 surgeons, 73% always used a checklist.",
            "The response rate was 41%.",
            "Lack of time was named by 28 surgeons and poor engagement by 19.",
            "Fewer than half of the surgeons approached responded.",
        ],
        [
            "Lack of time was named by 19 surgeons.",
            "Eleven surgeons always used a checklist.",
        ],
    ),
    (
        (
            "Median time to return to sport was 7.1 weeks (IQR 5.0–10.2) after eccentric training and 9.4 weeks (IQR "
            "6.8–13.1) after conventional rehabilitation (P=0.02). Re-injury within 12 months affected 1 of 34 and 5 "
            "of 33 athletes.",
        ),
        [
            "Athletes returned to sport after a median of 7.1 weeks with eccentric training, 2.3 weeks sooner than "
            "with conventional rehabilitation.",
            "Re-injury hit one of 34 athletes after eccentric training.",
            "The interquartile range after conventional rehabilitation was 6.8 to 13.1 weeks.",
        ],
        [
            "Athletes returned to sport after 9.4 weeks of eccentric training.",
            "Re-injury hit five of 34 athletes after eccentric training.",
            "The interquartile range after conventional rehabilitation was 5.0 to 10.2 weeks.",
        ],
    ),
    (
        (
            "In a network meta-analysis of 78 trials, the standardised mean difference versus placebo was −0.52 (95% "
            "CrI −0.66 to −0.38) for CBT, −0.41 (−0.58 to −0.24) for SSRIs and −0.29 (−0.55 to −0.03) for exercise.",
        ),
        [
            "Against placebo, CBT had an SMD of −0.52 (95% CrI −0.66 to −0.38).",
            "The effect of exercise was smaller (SMD −0.29; 95% CrI −0.55 to −0.03).",
            "The network held 78 trials.",
        ],
        [
            "Against placebo, exercise had an SMD of −0.52.",
            "The effect of SSRIs was an SMD of −0.41 (−0.66 to −0.38).",
            "The network held 87 trials.",
        ],
    ),
    (
        (
            "During a mean follow-up of 5.2 years, 412 of 6,104 statin users and 530 of 6,098 non-users had a major "
            "vascular event (rate ratio 0.77, 0.68–0.88). Myalgia led to withdrawal in 2.1% v 2.0%.",
        ),
        [
            "A major vascular event was recorded in 6.8% of statin users.",
            "Statin users had 23% fewer major vascular events.",
            "Roughly 2% in each group stopped because of myalgia.",
            "Mean follow-up was just over five years.",
            "In all, 942 major vascular events were recorded.",
        ],
        [
            "A major vascular event was recorded in 8.7% of statin users.",
            "Statin users had 32% fewer major vascular events.",
            "Mean follow-up was 5.2 months.",
        ],
    ),
    (
        (
            "Specificity for stage II–IV disease was 97.5% at a threshold of 3.2 ng/mL and 91.0% at 2.1 ng/mL; "
            "sensitivity was 61% and 79%, respectively.",
        ),
        [
            "At 3.2 ng/mL the assay had a specificity of 97.5% and a sensitivity of 61%.",
            "At 2.1 ng/mL sensitivity rose to 79%.",
        ],
        [
            "At 3.2 ng/mL sensitivity was 79%.",
            "At 2.1 ng/mL specificity was 97.5%.",
        ],
    ),
    (
        (
            "In the Danish cohort, cumulative incidence of schizophrenia by age 30 was 1.1% in urban and 0.6% in "
            "rural areas.",
            "In the Dutch cohort (n = 7,076), psychosis-like experiences were reported by 17.5%; the incidence rate "
            "ratio for the highest versus lowest urbanicity was 1.57 (95% CI 1.30 to 1.89).",
        ),
        [
            "In Denmark, 1.1% of people from urban and 0.6% of people from rural areas developed schizophrenia by 30.",
            "In the Dutch cohort, the highest urbanicity carried a 57% higher rate (IRR 1.57, 95% CI 1.30–1.89).",
            "Psychosis-like experiences were reported by 17.5% of the Dutch cohort.",
        ],
        [
            "In Denmark, 0.6% of urban residents developed schizophrenia by age 30.",
            "Psychosis-like experiences were reported by 15.7% of the Dutch cohort.",
        ],
    ),
]

HELD = [(claim, passages) for passages, claims, _ in STUDIES for claim in claims]
WRONG = [(claim, passages) for passages, _, claims in STUDIES for claim in claims]


@pytest.mark.parametrize(("claim", "passages"), HELD)
def test_a_claim_whose_figures_are_the_passages_own_is_held(claim: str, passages: tuple[str, ...]) -> None:
    """Rounded, converted, reckoned by one step or told in other words, a figure of the passage is no fault."""
    assert faults(check, claim, *passages) == []


@pytest.mark.parametrize(("claim", "passages"), WRONG)
def test_a_figure_that_is_missing_or_of_something_else_is_found(claim: str, passages: tuple[str, ...]) -> None:
    """A changed digit or unit, another arm's figure, another outcome's, another time's: each is told with a remedy."""
    found = faults(check, claim, *passages)
    assert found
    assert {one.kind for one in found} == {"numbers"}
    assert {one.verdict for one in found} <= {Verdict.CONTRADICTED, Verdict.NOT_FOUND}
    assert all(one.remedy for one in found)
