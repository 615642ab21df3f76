"""Direction and negation of claims on infections, vaccines, cancer and the skin."""

from __future__ import annotations

import pytest

from bmreport.statements.checks.direction import check

from .direction_examples import Example, cases
from .statement_views import faults

EXAMPLES = [
    Example(
        "Survival at five years was 71% in the surgery arm and 62% in the radiotherapy arm (hazard ratio for death "
        "0.74, 95% CI 0.60–0.92). Urinary incontinence affected 22% of men after surgery but only 6% after "
        "radiotherapy. Bowel bother was worse after radiotherapy.",
        holds=(
            "Fewer men died within five years after surgery than after radiotherapy.",
            "Five-year survival was better with surgery.",
            "Radiotherapy caused less urinary incontinence than surgery.",
            "Men had less bowel bother after surgery than after radiotherapy.",
            "Mortality was higher in the radiotherapy arm than in the surgery arm.",
        ),
        opposite=(
            "Survival at five years was better with radiotherapy than with surgery.",
            "Urinary incontinence was more common after radiotherapy than after surgery.",
            "Bowel bother was worse after surgery.",
            "Surgery increased the hazard of death compared with radiotherapy.",
        ),
        denied=("Survival at five years did not differ between surgery and radiotherapy.",),
    ),
    Example(
        "The odds of wound infection were halved by chlorhexidine skin preparation relative to povidone–iodine (OR "
        "0.51; 95% CI 0.34–0.77). Skin irritation was uncommon in either group.",
        holds=(
            "Wound infection was about half as likely with chlorhexidine as with povidone–iodine.",
            "Skin irritation was rare with both preparations.",
            "Povidone–iodine was followed by more wound infections than chlorhexidine.",
            "Skin irritation was not common in either group.",
        ),
        opposite=(
            "Wound infections doubled with chlorhexidine compared with povidone–iodine.",
            "Povidone–iodine halved the odds of wound infection relative to chlorhexidine.",
        ),
        denied=(
            "Skin irritation was common in both groups.",
            "Chlorhexidine skin preparation did not reduce the odds of wound infection.",
        ),
    ),
    Example(
        "Low-dose computed tomography screening lowered lung-cancer mortality by 24% in men (rate ratio 0.76; 95% CI "
        "0.61 to 0.94). All-cause mortality was similar in the screened and control groups. False-positive findings "
        "led to invasive procedures in few participants.",
        holds=(
            "Screening with low-dose CT reduced deaths from lung cancer in men.",
            "Deaths from any cause did not differ between screened and control groups.",
            "Few participants had invasive procedures because of false-positive findings.",
        ),
        opposite=("Lung-cancer mortality in men was raised by low-dose computed tomography screening.",),
        denied=(
            "Screening lowered all-cause mortality.",
            "Low-dose computed tomography screening did not lower lung-cancer mortality in men.",
        ),
    ),
    Example(
        "Patients randomised to early mobilisation walked independently sooner than those given usual care, but falls "
        "were more common. Pressure ulcers did not occur in either group. Pneumonia was neither increased nor "
        "decreased.",
        holds=(
            "Independent walking came earlier with early mobilisation.",
            "Falls were less common with usual care than with early mobilisation.",
            "No pressure ulcers occurred.",
            "Pneumonia rates were unchanged.",
        ),
        opposite=(
            "Falls were less common with early mobilisation than with usual care.",
            "Patients given usual care walked independently sooner than those randomised to early mobilisation.",
        ),
        denied=(
            "Pressure ulcers occurred in both groups.",
            "Pneumonia was increased with early mobilisation.",
        ),
    ),
    Example(
        "Vitamin D supplementation did not reduce the incidence of invasive cancer (hazard ratio 0.96; 95% CI 0.88 to "
        "1.06) or major cardiovascular events (HR 0.97; 95% CI 0.85 to 1.12). Cancer mortality was lower when the "
        "first two years were excluded (HR 0.75; 95% CI 0.59–0.96).",
        holds=(
            "Vitamin D neither lowered the incidence of invasive cancer nor that of major cardiovascular events.",
            "Major cardiovascular events were not significantly fewer with vitamin D.",
            "Without the first two years, deaths from cancer were fewer.",
        ),
        opposite=("Cancer mortality was higher when the first two years were excluded.",),
        denied=(
            "Vitamin D supplementation reduced the incidence of invasive cancer.",
            "Vitamin D supplementation significantly reduced major cardiovascular events.",
        ),
    ),
    Example(
        "The vaccine was safe and well tolerated. Antibody titres rose fourfold in 92% of recipients. No "
        "vaccine-related serious adverse event was reported. Efficacy against severe disease did not wane over two "
        "years.",
        holds=(
            "Antibody titres increased in most recipients.",
            "Protection against severe disease was maintained for two years.",
            "Serious adverse events related to the vaccine were not reported.",
        ),
        opposite=("Antibody titres fell fourfold in 92% of recipients.",),
        denied=(
            "The vaccine was not well tolerated.",
            "Efficacy against severe disease waned over two years.",
            "A vaccine-related serious adverse event was reported.",
        ),
    ),
    Example(
        "Maternal azithromycin in labour reduced puerperal sepsis but had no effect on neonatal sepsis. Neonatal "
        "mortality was the same in both arms (1.5%). Macrolide resistance in the infants' flora was not higher at "
        "four weeks.",
        holds=(
            "Azithromycin given in labour protected mothers from sepsis.",
            "Sepsis of the newborn was not reduced by maternal azithromycin.",
            "Neonatal deaths did not differ between the arms.",
        ),
        opposite=("Maternal azithromycin in labour increased puerperal sepsis.",),
        denied=(
            "Maternal azithromycin in labour reduced neonatal sepsis.",
            "Neonatal mortality differed between the arms.",
            "Macrolide resistance in the infants' flora was higher at four weeks.",
        ),
    ),
    Example(
        "Rates of surgical-site infection were lower in hospitals that used the bundle (1.9%) than in those that did "
        "not (3.3%). Antibiotic use went up. Readmissions remained unchanged.",
        holds=(
            "Hospitals with the bundle had fewer surgical-site infections.",
            "Antibiotic use increased.",
            "Readmissions did not change.",
        ),
        opposite=(
            "Surgical-site infections were more common in hospitals that used the bundle.",
            "Antibiotic use went down.",
        ),
        denied=("Readmissions changed.",),
    ),
    Example(
        "Isotretinoin was not associated with inflammatory bowel disease (pooled RR 1.03; 95% CI 0.81–1.33). Lipids "
        "were raised in one in five users. Depression scores dropped as acne cleared.",
        holds=(
            "The risk of inflammatory bowel disease was not increased by isotretinoin.",
            "A fifth of users had elevated lipids.",
            "Depression scores decreased with clearance of acne.",
        ),
        opposite=("Depression scores rose as acne cleared.",),
        denied=(
            "Isotretinoin was associated with inflammatory bowel disease.",
            "Isotretinoin significantly increased the risk of inflammatory bowel disease.",
        ),
    ),
    Example(
        "Compared with 2019, antibiotic prescriptions declined by 18% in 2021. Delayed prescribing did not lead to "
        "more complications. General practitioners seldom felt pressed by patients.",
        holds=(
            "Fewer antibiotics were prescribed in 2021 than in 2019.",
            "Complications were not increased by delayed prescribing.",
        ),
        opposite=("Antibiotic prescriptions increased between 2019 and 2021.",),
        denied=(
            "Delayed prescribing led to more complications.",
            "Antibiotic prescriptions did not decline in 2021.",
        ),
    ),
    Example(
        "Tumour recurrence was seen in 12 of 140 patients without residual disease and in 31 of 96 with residual "
        "disease. Adjuvant radiation neither delayed recurrence nor lengthened survival. Quality of life deteriorated "
        "during radiation.",
        holds=(
            "Recurrence was less common in patients without residual disease.",
            "Survival was not prolonged by adjuvant radiation.",
            "Quality of life got worse during radiation.",
        ),
        opposite=("Quality of life improved during radiation.",),
        denied=(
            "Adjuvant radiation delayed recurrence.",
            "Adjuvant radiation lengthened survival.",
        ),
    ),
    Example(
        "We randomised 402 people with gout to allopurinol or febuxostat and titrated to target. Flares in weeks 49 "
        "to 72 were reported by 36.5% of the allopurinol and 43.5% of the febuxostat group (P<0.001 for "
        "noninferiority). Target urate was reached by about 80% in each group. No excess of cardiovascular events was "
        "observed with febuxostat.",
        holds=(
            "Allopurinol was non-inferior to febuxostat for flares.",
            "The same share of both groups reached the urate target.",
            "Cardiovascular events were not more frequent with febuxostat.",
        ),
        opposite=("Flares were more frequent with allopurinol than with febuxostat.",),
        denied=(
            "An excess of cardiovascular events was observed with febuxostat.",
            "Allopurinol was not non-inferior to febuxostat for flares in weeks 49 to 72.",
        ),
    ),
    Example(
        "In ApoE-deficient mice, colchicine shrank plaque area by a third and lowered circulating interleukin-6. Body "
        "weight, lipids and survival were the same as in saline-treated animals. Neutrophil counts dropped.",
        holds=(
            "Plaques were smaller in mice given colchicine.",
            "Colchicine had no effect on lipids in these mice.",
            "Colchicine reduced neutrophil counts.",
            "Interleukin-6 in the circulation fell with colchicine.",
        ),
        opposite=(
            "Colchicine enlarged the plaque area in ApoE-deficient mice.",
            "Circulating interleukin-6 rose with colchicine.",
            "Neutrophil counts rose.",
        ),
        denied=("Colchicine did not lower circulating interleukin-6.",),
    ),
    Example(
        "The area under the curve for sepsis was 0.81 with procalcitonin and 0.74 with C-reactive protein (P = "
        "0.002). Adding lactate did not further improve discrimination. Antibiotic exposure was 1.8 days shorter in "
        "the procalcitonin-guided arm, without an increase in mortality.",
        holds=(
            "Procalcitonin discriminated sepsis better than C-reactive protein.",
            "Lactate added nothing to discrimination.",
            "Antibiotic exposure was reduced when procalcitonin guided treatment.",
            "Mortality was not increased in the procalcitonin-guided arm.",
        ),
        opposite=(
            "C-reactive protein had a higher area under the curve for sepsis than procalcitonin.",
            "Antibiotic exposure was longer in the procalcitonin-guided arm.",
        ),
        denied=(
            "Adding lactate further improved discrimination.",
            "Mortality was increased in the procalcitonin-guided arm.",
        ),
    ),
    Example(
        "Parents who received the booklet asked for antibiotics less often than parents who did not (19% v 40%). "
        "Reconsultation was unchanged. Satisfaction did not suffer.",
        holds=(
            "The booklet halved parents' requests for antibiotics.",
            "Parents without the booklet asked for antibiotics more often.",
            "The booklet did not alter reconsultation.",
        ),
        opposite=("Parents who received the booklet asked for antibiotics more often than those who did not.",),
        denied=(
            "Reconsultation changed.",
            "Satisfaction suffered.",
        ),
    ),
    Example(
        "In this phase 3 trial, 1,012 adults with moderate-to-severe ulcerative colitis were randomised 2:1 to "
        "mirikizumab or placebo. At week 12, clinical remission was achieved by 24.2% and 13.3% of patients, "
        "respectively (P<0.001). Bowel urgency eased more with mirikizumab. Nasopharyngitis and arthralgia were the "
        "commonest adverse events; serious infections were reported in similar proportions.",
        holds=(
            "Remission at week 12 was more common with mirikizumab than with placebo.",
            "Placebo achieved clinical remission in fewer patients.",
            "Serious infections did not differ appreciably between the arms.",
            "Mirikizumab relieved bowel urgency more than placebo.",
        ),
        opposite=(
            "Clinical remission at week 12 was less frequent with mirikizumab than with placebo.",
            "Bowel urgency eased more with placebo than with mirikizumab.",
            "Mirikizumab lowered the rate of clinical remission.",
        ),
        denied=(
            "Clinical remission at week 12 was not significantly more frequent with mirikizumab.",
            "Mirikizumab had no effect on clinical remission.",
        ),
    ),
    Example(
        "In women with breast cancer and isolated tumour cells, omitting radiotherapy did not worsen local control "
        "(HR 1.09; 95% CI 0.79–1.50). Lymphoedema was less common when nodes were spared. Contralateral cancers were "
        "neither more nor less frequent.",
        holds=(
            "Local control was not significantly worse without radiotherapy.",
            "Sparing the nodes was followed by less lymphoedema.",
            "The frequency of contralateral cancers was unchanged.",
        ),
        opposite=("Lymphoedema was more common when nodes were spared.",),
        denied=(
            "Omitting radiotherapy worsened local control.",
            "Contralateral cancers were more frequent when radiotherapy was omitted.",
        ),
    ),
]


@pytest.mark.parametrize(("claim", "passage", "contradicted"), cases(EXAMPLES))
def test_what_a_passage_on_infection_tells_otherwise_is_found(claim: str, passage: str, contradicted: bool) -> None:
    """A claim that its passage contradicts has a fault, and one that it holds has none."""
    assert bool(faults(check, claim, passage)) is contradicted
