"""numbers: right and wrong claims on trials, cohorts and tests."""

from __future__ import annotations

import pytest

from bmreport.models import Verdict
from bmreport.statements.checks.numbers import check

from .statement_views import faults

# A passage, claims that it holds, claims that it does not.
STUDIES: list[tuple[tuple[str, ...], list[str], list[str]]] = [
    (
        (
            "In 5,328 adults with atrial fibrillation, the annual rate of stroke or systemic embolism was 1.27% on "
            "edrexaban and 1.60% on warfarin (hazard ratio 0.79; 97.5% CI 0.63 to 0.99). Major bleeding occurred at "
            "2.75% and 3.43% per year, respectively (HR 0.80, 95% CI 0.71–0.91). Intracranial haemorrhage was rare "
            "(0.39% vs 0.85%).",
        ),
        [
            "Stroke or systemic embolism occurred at a yearly rate of 1.3% with edrexaban against 1.6% with warfarin.",
            "Major bleeding was 20% less frequent on edrexaban (95% CI 9% to 29%).",
            "Intracranial haemorrhage was seen in 0.85% of warfarin users a year.",
            "Edrexaban lowered the risk of stroke or systemic embolism by 21%.",
        ],
        [
            "Major bleeding occurred at 3.43% per year on edrexaban and 2.75% on warfarin.",
            "Major bleeding was less frequent on edrexaban (HR 0.79).",
            "Intracranial haemorrhage was seen in 0.85% of edrexaban users.",
            "The hazard ratio for stroke or systemic embolism was 0.80 (95% CI 0.71–0.91).",
            "The trial enrolled 5,238 adults with atrial fibrillation.",
        ],
    ),
    (
        (
            "RESULTS: At 12 months, 34 of 120 participants (28.3%) in the coaching group and 19 of 118 (16.1%) in "
            "the leaflet group had stopped smoking (risk ratio 1.76, 95% CI 1.07 to 2.90; p=0.03). At 6 months the "
            "proportions were 35.0% and 22.9%. Mean weight gain among quitters was 3.1 kg.",
        ),
        [
            "At one year, 28% of those coached and 16% of those given a leaflet no longer smoked.",
            "Quitting was 76% more likely with coaching than with a leaflet (RR 1.76, 95% CI 1.07–2.90).",
            "After six months, 35% of the coaching group and 23% of the leaflet group had quit.",
            "Quitters gained 3.1 kg on average.",
            "Thirty-four of 120 coached smokers had quit at 12 months.",
            "The difference in quit rates at one year was 12.2 percentage points.",
            "Coaching raised quitting (p < 0.05).",
        ],
        [
            "At 12 months, 16.1% of coached participants had stopped smoking, against 28.3% of those given a leaflet.",
            "Quitters gained 3.1 lb on average.",
            "Nineteen of 120 coached smokers had quit at 12 months.",
            "Coaching raised quitting (p = 0.3).",
            "Coaching raised quitting (p < 0.01).",
        ],
    ),
    (
        (
            "Of 842 eyes examined, 61 (7.2%) had glaucoma. Sensitivity of the tablet-based field test was 88.5% (95% "
            "CI 78–95) and specificity 79.1% (76–82). Combining it with tonometry raised specificity to 91.4% but "
            "lowered sensitivity to 80.3%. The area under the ROC curve was 0.90.",
        ),
        [
            "The tablet-based test detected 89% of glaucoma, with a specificity of 79%.",
            "Adding tonometry gave a specificity of 91.4% and a sensitivity of 80.3%.",
            "About 7% of eyes had glaucoma (61 of 842).",
            "The AUC of the test was 0.90.",
        ],
        [
            "The tablet-based test had a sensitivity of 79.1% and a specificity of 88.5%.",
            "Adding tonometry raised specificity to 80.3%.",
            "The AUC of the test was 0.885.",
        ],
    ),
    (
        (
            "Mean systolic blood pressure fell by 8.4 mmHg (SD 6.2) in the low-sodium group and by 2.9 mmHg (SD 5.8) "
            "in the usual-diet group; diastolic pressure fell by 4.1 and 1.7 mmHg. The between-group difference in "
            "systolic pressure was −5.5 mmHg (95% CI −7.1 to −3.9).",
        ),
        [
            "Systolic pressure dropped 5.5 mmHg more on the low-sodium diet (95% CI 3.9 to 7.1).",
            "Diastolic pressure fell by 4.1 mmHg with the low-sodium diet and by 1.7 mmHg with the usual diet.",
            "Systolic pressure fell by 8.4 mmHg with a low-sodium diet versus 2.9 mmHg with the usual diet.",
        ],
        [
            "Diastolic pressure fell by 8.4 mmHg with the low-sodium diet.",
            "Systolic pressure fell by 2.9 mmHg with the low-sodium diet and by 8.4 mmHg with the usual diet.",
            "Systolic pressure fell by 8.4 kPa on the low-sodium diet.",
        ],
    ),
    (
        (
            "We followed 12,345 nurses for 8 years. Compared with women who never worked nights, the "
            "multivariable-adjusted hazard ratio of type 2 diabetes was 1.12 (95% CI 1.02–1.23) for 1 to 4 years of "
            "night work, 1.27 (1.14–1.41) for 5 to 9 years and 1.46 (1.30–1.64) for 10 or more years (P for trend "
            "<0.001).",
        ),
        [
            "Nurses with ten or more years of night work had a 46% higher hazard of type 2 diabetes than those who "
            "never worked nights.",
            "Five to nine years of night work went with a hazard ratio of 1.27 (95% CI 1.14–1.41).",
            "One to four years of night work raised the hazard by 12%.",
            "Over eight years, the cohort comprised 12 345 nurses.",
            "The trend was significant (P<0.001).",
        ],
        [
            "Ten or more years of night work went with a hazard ratio of 1.27.",
            "Over 18 years, 12,345 nurses were followed.",
        ],
    ),
    (
        (
            "Median progression-free survival was 11.2 months (95% CI 9.8–13.0) with the combination and 7.5 months "
            "(6.4–8.3) with sunitinib (HR 0.61; 95% CI 0.50–0.74). Median overall survival was not reached versus "
            "28.4 months. Objective responses were seen in 55% and 27% of patients. Grade 3 or 4 hypertension "
            "occurred in 22% with the combination.",
        ),
        [
            "Progression-free survival lasted a median of 11.2 months with the combination and 7.5 months with "
            "sunitinib.",
            "Median overall survival on sunitinib was 28.4 months.",
            "More than half of the patients on the combination had an objective response, against roughly a quarter "
            "on sunitinib.",
            "The combination cut the hazard of progression or death by 39%.",
            "Progression-free survival was 3.7 months longer with the combination.",
        ],
        [
            "Median overall survival on sunitinib was 7.5 months.",
            "Median progression-free survival was 7.5 months with the combination and 11.2 months with sunitinib.",
            "Objective responses were seen in 27% of patients on the combination.",
            "Grade 3 or 4 hypertension affected 55% of patients on the combination.",
            "The hazard ratio was 0.61 (95% CI 0.50 to 0.47).",
        ],
    ),
    (
        (
            "Vitamin D 2000 IU daily was compared with placebo in 25,871 participants. Invasive cancer was diagnosed "
            "in 1617 participants, 793 in the vitamin D group and 824 in the placebo group (HR 0.96; 95% CI 0.88 to "
            "1.06; P=0.47). Major cardiovascular events occurred in 396 and 409 (HR 0.97; 95% CI 0.85 to 1.12).",
        ),
        [
            "Cancer was diagnosed in 793 people taking vitamin D and 824 taking placebo.",
            "Vitamin D at 2,000 IU a day did not lower cancer incidence (HR 0.96, 95% CI 0.88–1.06).",
            "Of 25 871 participants, 1,617 were diagnosed with invasive cancer, or 6.3%.",
        ],
        [
            "Vitamin D at 4,000 IU a day did not lower cancer incidence.",
            "Major cardiovascular events occurred in 409 people on vitamin D and 396 on placebo.",
            "The hazard ratio for major cardiovascular events was 0.96.",
            "Invasive cancer was diagnosed in 824 participants on vitamin D.",
        ],
    ),
    (
        (
            "The number needed to treat to prevent one exacerbation over a year was 8 (95% CI 5 to 17). "
            "Exacerbations per patient-year were 0.83 with tiotropium and 1.21 with placebo (rate ratio 0.69). FEV1 "
            "rose by 110 mL (95% CI 80–140).",
        ),
        [
            "Eight patients had to be treated for a year to prevent one exacerbation.",
            "Tiotropium cut the exacerbation rate by 31%.",
            "FEV1 rose by 0.11 L with tiotropium.",
        ],
        [
            "Eighteen patients had to be treated for a year to prevent one exacerbation.",
            "Patients on tiotropium had 1.21 exacerbations a year and those on placebo 0.83.",
            "FEV1 rose by 110 L with tiotropium.",
        ],
    ),
    (
        (
            "Among infants born before 28 weeks, bronchopulmonary dysplasia was diagnosed in 43% given early "
            "caffeine and 52% given late caffeine (adjusted OR 0.68; 95% CI 0.63–0.73), and patent ductus arteriosus "
            "requiring treatment in 28% and 38%. Mortality was 6.1% and 5.9%.",
        ),
        [
            "Early caffeine went with less bronchopulmonary dysplasia (43% vs 52%).",
            "A patent ductus requiring treatment was found in 28% of infants on early and 38% on late caffeine.",
            "Mortality was about 6% in both groups.",
            "The adjusted odds ratio for bronchopulmonary dysplasia was 0.68.",
        ],
        [
            "A patent ductus requiring treatment was found in 43% of infants on early caffeine.",
            "Bronchopulmonary dysplasia was found in 52% of infants given early caffeine.",
            "Mortality was 28% with early and 38% with late caffeine.",
            "The adjusted hazard ratio for bronchopulmonary dysplasia was 0.68.",
        ],
    ),
    (
        (
            "Participants took creatine 5 g/day for 12 weeks. Leg-press strength rose 18.3 kg (placebo 11.9 kg; P = "
            "0.008), and lean mass rose 1.4 kg (placebo 0.6 kg; P = 0.04). Serum creatinine did not change (0.92 to "
            "0.95 mg/dL).",
        ),
        [
            "Creatine at 5000 mg a day for three months raised leg-press strength by 18.3 kg, against 11.9 kg on "
            "placebo.",
            "Lean mass rose by 1.4 kg with creatine and 0.6 kg with placebo (p=0.04).",
        ],
        [
            "Lean mass rose by 18.3 kg with creatine.",
            "Lean mass rose by 0.6 kg with creatine and by 1.4 kg with placebo.",
            "Creatine 5 mg/day for 12 weeks raised strength.",
            "The gain in lean mass was significant (P = 0.008).",
        ],
    ),
    (
        (
            "Hospital mortality was 31.0% in the conservative-oxygen group and 31.5% in the liberal-oxygen group "
            "(absolute difference −0.5 percentage points; 95% CI −3.6 to 2.6). Ventilator-free days were 21.3 and "
            "22.1. In patients with suspected hypoxic-ischaemic encephalopathy, death occurred in 38% and 59%.",
        ),
        [
            "Hospital mortality hardly differed: 31.0% with conservative and 31.5% with liberal oxygen.",
            "In suspected hypoxic-ischaemic encephalopathy, 38% died with conservative and 59% with liberal oxygen.",
            "The absolute difference in hospital mortality was 0.5 percentage points (95% CI −2.6 to 3.6).",
        ],
        [
            "In suspected hypoxic-ischaemic encephalopathy, 59% died with conservative oxygen.",
            "The relative difference in hospital mortality was 0.5% (95% CI −3.6 to 2.6).",
        ],
    ),
    (
        (
            "Seroconversion was reached by 96.2% of those aged 18–49 years, 89.7% of those aged 50–64 years and "
            "78.4% of those aged 65 years or more. Fever within seven days of vaccination was reported by 14.0%, "
            "9.1% and 4.6%, respectively.",
        ),
        [
            "Seroconversion declined with age, from 96% at 18–49 years to 78% at 65 years or more.",
            "Fever was reported by 4.6% of those aged 65 or older.",
            "Fever within a week was reported by 9.1% of those aged 50 to 64.",
        ],
        [
            "Seroconversion was reached by 89.7% of those aged 65 years or more.",
            "Fever was reported by 14.0% of people aged 65 years or more.",
        ],
    ),
    (
        (
            "Pooled data from 14 randomised trials (n = 3,672) showed that probiotics shortened acute diarrhoea by "
            "21.3 hours (95% CI 14.5 to 28.1 h; I² = 67%). Vomiting was unaffected (RR 0.97, 95% CI 0.81–1.16; 6 "
            "trials).",
        ),
        [
            "In 14 trials with 3672 participants, probiotics shortened diarrhoea by just under a day (21.3 h).",
            "Six trials found no effect on vomiting (RR 0.97).",
            "Heterogeneity was substantial (I² 67%).",
        ],
        [
            "Probiotics shortened diarrhoea by 21.3 days.",
            "Heterogeneity was substantial (I² 76%).",
            "In 6 trials, probiotics shortened acute diarrhoea by 21.3 hours.",
        ],
    ),
    (
        (
            "Serum ferritin was below 15 µg/L in 24% of women and 3% of men. Median haemoglobin was 128 g/L in women "
            "and 147 g/L in men. Iron supplements were used by 11% of women.",
        ),
        [
            "Ferritin under 15 µg/L was found in about a quarter of women but only 3% of men.",
            "Median haemoglobin was 14.7 g/dL in men.",
        ],
        [
            "Ferritin under 15 µg/L was found in 24% of men and 3% of women.",
            "Median haemoglobin was 147 g/L in women.",
            "Ferritin was below 15 mg/L in 24% of women.",
            "Iron supplements were used by 24% of women.",
        ],
    ),
    (
        (
            "The incidence of Clostridioides difficile infection fell from 11.2 to 6.3 cases per 10,000 patient-days "
            "after the stewardship programme began (incidence rate ratio 0.56; 95% CI 0.41 to 0.77). Use of "
            "fluoroquinolones dropped by 47%.",
        ),
        [
            "Infections fell from 11.2 to 6.3 per 10,000 patient-days.",
            "The infection rate fell by 44%.",
            "Fluoroquinolone use dropped by nearly half (47%).",
        ],
        [
            "Infections fell from 11.2 to 6.3 per 1,000 patient-days.",
            "Fluoroquinolone use dropped by 44%.",
        ],
    ),
    (
        (
            "Two-year survival was 81% after surgery and 74% after radiotherapy; five-year survival was 58% and 55%. "
            "Local recurrence occurred in 9 of 96 and 17 of 98 patients.",
        ),
        [
            "Five-year survival was 58% after surgery and 55% after radiotherapy.",
            "At two years, 74% of irradiated patients were alive.",
            "Local recurrence was seen in 9.4% after surgery and 17.3% after radiotherapy.",
        ],
        [
            "Two-year survival was 58% after surgery.",
            "Five-year survival was 55% after surgery and 58% after radiotherapy.",
            "Local recurrence was seen in 17 of 98 patients after surgery.",
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
