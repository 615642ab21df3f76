"""numbers: right and wrong claims on studies of animals, vaccines and drugs, and on registries."""

from __future__ import annotations

import pytest

from bmreport.models import Verdict
from bmreport.statements.checks.numbers import check

from .statement_views import faults

# A passage, claims that it holds, claims that it does not.
STUDIES: list[tuple[tuple[str, ...], list[str], list[str]]] = [
    (
        (
            "We enrolled 64 infants (median age 4.5 months, IQR 2.8–7.9) with bronchiolitis. Hypertonic saline (3%) "
            "or normal saline was nebulised every 4 hours. Length of stay was 2.6 days in the hypertonic group and "
            "3.1 days in the control group (difference 0.5 days; 95% CI −0.2 to 1.2; P=0.16). Two infants in each "
            "group needed intensive care.",
        ),
        [
            "Among 64 infants with bronchiolitis, 3% saline shortened stay by half a day, a difference that may be "
            "chance (95% CI −0.2 to 1.2 days).",
            "Stay was 2.6 days with hypertonic and 3.1 days with normal saline (p = 0.16).",
            "The infants' median age was 4.5 months (IQR 2.8 to 7.9).",
            "Intensive care was needed by four infants in all.",
        ],
        [
            "Stay was 3.1 days with hypertonic saline.",
            "The infants' median age was 4.5 weeks.",
            "Saline was nebulised every 6 hours.",
        ],
    ),
    (
        (
            "A total of 1,208 dialysis patients in 27 centres were screened; hepatitis C viraemia was found in 98. "
            "Sustained virological response was achieved in 91 of 96 treated patients (94.8%; 95% CI 88.4–97.8). One "
            "patient stopped treatment because of rash.",
        ),
        [
            "Nearly 95% of treated dialysis patients cleared the virus (91 of 96).",
            "About 8% of the dialysis patients screened were viraemic.",
            "Five of 96 treated patients were not cured.",
            "Screening took place at 27 dialysis centres.",
        ],
        [
            "Viraemia was found in 89 of 1,208 screened patients.",
            "Cure was reached in 94.8% (95% CI 84.8–97.8).",
            "Screening took place at 72 dialysis centres.",
        ],
    ),
    (
        (
            "In rats, daily oral compound K 25 mg/kg lowered infarct volume from 182 ± 31 to 121 ± 28 mm³ (P<0.01), "
            "while 50 mg/kg gave 118 ± 25 mm³. Neurological scores improved only with the higher dose. Mortality was "
            "2 of 15, 1 of 15 and 4 of 15 in the low-dose, high-dose and vehicle groups.",
        ),
        [
            "Compound K at 25 mg/kg a day cut infarct volume in rats by about a third (from 182 to 121 mm³).",
            "Infarct volume was 118 mm³ at 50 mg/kg.",
            "Four of 15 rats given vehicle died.",
            "The fall in infarct volume was significant (P<0.01).",
        ],
        [
            "Infarct volume was 118 mm³ at 25 mg/kg.",
            "Four of 15 rats in the high-dose group died.",
            "Compound K at 25 mg lowered infarct volume.",
        ],
    ),
    (
        (
            "Of 19 nurses interviewed, twelve described moral distress at least weekly. Interviews lasted 35 to 70 "
            "minutes. As one put it, “you leave a piece of yourself on every shift”.",
        ),
        [
            "Twelve of the 19 nurses told of moral distress every week or more often.",
            "Nearly two thirds of the nurses described moral distress at least weekly.",
            "Interviews took between 35 and 70 minutes.",
        ],
        [
            "Twelve of 91 nurses described weekly moral distress.",
            "Interviews took 35 to 70 hours.",
            "Half of the nurses had thoughts of leaving.",
        ],
    ),
    (
        (
            "Compared with usual care, collaborative care cost an additional £272 per patient (95% CI £112 to £435) "
            "and gained 0.019 QALYs, an incremental cost-effectiveness ratio of £14,316 per QALY. The probability of "
            "being cost-effective at £20,000 per QALY was 0.72.",
        ),
        [
            "Collaborative care came at £272 more per patient.",
            "The ICER was about £14,300 per QALY.",
            "At a threshold of £20,000 per QALY, there was a 72% chance that collaborative care was cost-effective.",
            "The gain was 0.019 QALYs per patient.",
        ],
        [
            "The gain was 0.19 QALYs per patient.",
            "Collaborative care cost an additional $272 per patient.",
        ],
    ),
    (
        (
            "Inter-rater agreement was substantial (κ 0.74; 95% CI 0.66–0.81) for wound classification and moderate "
            "(κ 0.52) for tissue type. Photographs were rated by 6 clinicians, three weeks apart.",
        ),
        [
            "Clinicians agreed substantially on wound class (kappa 0.74).",
            "Agreement on tissue type was moderate, at a kappa of 0.52.",
            "Six clinicians rated the photographs twice, three weeks apart.",
        ],
        [
            "Agreement on tissue type reached a kappa of 0.74.",
            "The kappa for wound classification was 0.74 (95% CI 0.66–0.18).",
        ],
    ),
    (
        (
            "METHODS: Nested case–control study in 412,000 members of a health plan (2008–2017): 1,342 cases of "
            "acute pancreatitis, each matched to four controls. RESULTS: Current use of incretin-based drugs was not "
            "associated with pancreatitis (adjusted odds ratio 1.03, 95% CI 0.87 to 1.22), nor was use for more than "
            "two years (1.07, 0.83 to 1.38). Alcohol-related disease was (OR 5.1).",
        ),
        [
            "Current incretin use was not linked to pancreatitis (aOR 1.03; 95% CI 0.87–1.22).",
            "Use beyond two years was not linked to pancreatitis either (OR 1.07; 95% CI 0.83 to 1.38).",
            "Alcohol-related disease raised the odds fivefold.",
            "The study drew on 412 000 members and 1342 cases from 2008 to 2017.",
            "Each case was matched to four controls.",
        ],
        [
            "Use beyond two years carried an odds ratio of 1.03.",
            "Alcohol-related disease raised the odds of pancreatitis three-fold.",
            "The study covered the years 2008 to 2019.",
            "Each case was matched to five controls.",
        ],
    ),
    (
        (
            "Children aged 6 to 11 years (n = 2,251) were randomised 2:1 to two 10-µg doses of vaccine, 21 days "
            "apart, or placebo. Vaccine efficacy against symptomatic infection was 90.7% (95% CI 67.7–98.3): three "
            "cases arose in the vaccine group and 16 in the placebo group. Fatigue after dose 2 was reported by 39% "
            "and 24%.",
        ),
        [
            "Efficacy in 6- to 11-year-olds was 91%, with 3 cases among vaccinated and 16 among unvaccinated children.",
            "Children received two doses of 10 µg three weeks apart.",
            "Fatigue after the second dose was reported by 39% of vaccinated children and 24% of controls.",
        ],
        [
            "Children received two doses of 10 mg three weeks apart.",
            "Sixteen cases arose in the vaccine group and three in the placebo group.",
            "Children were randomised 1:1.",
            "Fatigue after the second dose was reported by 24% of vaccinated children.",
            "Efficacy was 90.7% (95% CI 76.7–98.3).",
        ],
    ),
    (
        (
            "In trial A (n = 600), semaglide lowered HbA1c by 1.4 percentage points at 26 weeks, against 0.2 with "
            "placebo. Nausea led 4% to stop.",
            "In trial B (n = 812), semaglide was compared with sitagliptine over 56 weeks; HbA1c fell by 1.6 and 0.5 "
            "percentage points, and weight by 6.1 and 1.9 kg.",
        ),
        [
            "Across two trials in 1,412 people, HbA1c fell by 1.4 to 1.6 percentage points on semaglide.",
            "Against sitagliptine, semaglide lowered weight by 6.1 kg, compared with 1.9 kg.",
            "Against placebo, semaglide lowered HbA1c by 1.4 points at half a year.",
            "Nausea led one in 25 people to stop.",
        ],
        [],
    ),
    (
        (
            "Baseline PHQ-9 scores averaged 16.2. At week 8 the mean score had fallen to 9.4 in the app group and "
            "11.8 in the waiting-list group (adjusted mean difference −2.3; 95% CI −3.4 to −1.2; Cohen's d 0.48). "
            "Response (≥50% reduction) was seen in 42% versus 23% (number needed to treat 6).",
        ),
        [
            "After 8 weeks mean PHQ-9 was 9.4 with the app and 11.8 on the waiting list.",
            "The app lowered PHQ-9 by 2.3 points more than waiting (95% CI 1.2 to 3.4).",
            "Response was seen in 42% of app users, so that six need treatment for one more response.",
            "The effect was moderate (d = 0.48).",
            "Response was 19 percentage points more frequent with the app.",
        ],
        [
            "Response was seen in 23% of app users.",
            "The effect was large (d = 0.84).",
        ],
    ),
    (
        (
            "Peak plasma concentration was 412 ng/mL (CV 31%) fasted and 655 ng/mL (CV 28%) after a high-fat meal; "
            "tmax moved from 1.5 h to 3.0 h. The geometric mean ratio of AUC (fed/fasted) was 1.38 (90% CI "
            "1.24–1.53). Terminal half-life was 11 h.",
        ),
        [
            "A high-fat meal raised AUC by 38% (90% CI 24–53%).",
            "A high-fat meal raised peak concentration from 412 to 655 ng/mL.",
            "The time to peak doubled, from 1.5 to 3 hours.",
        ],
        [
            "Peak concentration was 655 ng/mL when fasted.",
            "The terminal half-life was 3.0 h.",
            "Peak concentration was 412 µg/mL fasted.",
        ],
    ),
    (
        (
            "Survival to discharge with good neurological outcome was 8.8% with mechanical and 9.1% with manual "
            "compressions (risk difference −0.3%, 95% CI −1.9 to 1.2). Rib fractures were found in 77% versus 64% of "
            "those who died. Median ambulance response time was 7 min.",
        ),
        [
            "Good neurological survival was about 9% with either method.",
            "Rib fractures at death were more common after mechanical compressions (77% v 64%).",
            "Ambulances took a median of seven minutes to arrive.",
            "The absolute difference was 0.3 percentage points.",
        ],
        [
            "Rib fractures were found in 64% of those given mechanical compressions.",
            "Ambulances took a median of 17 minutes.",
        ],
    ),
    (
        (
            "Prevalence of burnout rose from 31% in 2014 to 48% in 2021 among 2,960 paediatricians. In multivariable "
            "analysis, working over 60 h a week (OR 2.1; 95% CI 1.7–2.6) and having no protected leave (OR 1.6; "
            "1.3–2.0) were associated with burnout.",
        ),
        [
            "Almost half of paediatricians were burnt out in 2021, up from 31% seven years before.",
            "Burnout rose by 17 percentage points between 2014 and 2021.",
            "Working more than 60 hours weekly doubled the odds of burnout.",
            "Lack of protected leave went with an odds ratio of 1.6 (95% CI 1.3–2.0).",
        ],
        [
            "Burnout affected 48% of paediatricians in 2014.",
            "Working more than 60 hours weekly raised the odds of burnout by 60%.",
            "Lack of protected leave went with an odds ratio of 2.1 (95% CI 1.7–2.6).",
        ],
    ),
    (
        (
            "Serum potassium above 5.5 mmol/L occurred in 13.2% of patients on spironolactone 25 mg and 4.8% on "
            "placebo. All-cause death was lower on spironolactone (35% vs 46%; RR 0.70; 95% CI 0.60–0.82) over a "
            "mean of 24 months.",
        ),
        [
            "Over two years on average, spironolactone cut deaths by 30% (35% against 46%).",
            "Hyperkalaemia above 5.5 mmol/L was seen in 13% of those on spironolactone.",
            "The absolute reduction in deaths was 11 percentage points.",
            "About nine patients had to be treated for two years to prevent one death.",
        ],
        [
            "The absolute reduction in deaths was 30 percentage points.",
            "Deaths fell by 11% in relative terms.",
            "All-cause death occurred in 46% on spironolactone and 35% on placebo.",
        ],
    ),
    (
        (
            "Among 310 women with BRCA1 variants, 62 (20%) developed breast cancer during 9.4 years of follow-up, "
            "compared with 28 of 250 (11.2%) with BRCA2 variants. Oophorectomy before 45 years halved the risk (HR "
            "0.51; 95% CI 0.33–0.78) in BRCA1 but not in BRCA2 carriers (HR 0.93; 0.52–1.66).",
        ),
        [
            "One in five BRCA1 carriers and about one in nine BRCA2 carriers developed breast cancer.",
            "Early oophorectomy lowered the hazard by 49% in BRCA1 carriers.",
            "In BRCA2 carriers the hazard ratio after oophorectomy was 0.93 (95% CI 0.52 to 1.66).",
            "Follow-up was 9.4 years.",
        ],
        [
            "Early oophorectomy had a hazard ratio of 0.93 in BRCA1 carriers.",
            "Follow-up was 4.9 years.",
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
