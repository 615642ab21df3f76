"""Direction and negation of claims on surgery, anaesthesia, bones and lungs."""

from __future__ import annotations

import pytest

from bmreport.statements.checks.direction import check

from .direction_examples import Example, cases
from .statement_views import faults

EXAMPLES = [
    Example(
        "Among 1,204 adults with knee osteoarthritis, intra-articular hyaluronate lowered pain scores at 12 weeks "
        "more than saline injections did (mean difference −8.1 mm; 95% CI −12.0 to −4.2). Walking distance was not "
        "improved. Joint swelling occurred more often after hyaluronate than after saline.",
        holds=(
            "Pain at twelve weeks was lower with hyaluronate injections than with saline.",
            "Saline injections relieved knee pain less than hyaluronate did.",
            "Hyaluronate failed to increase walking distance.",
            "Joint swelling was less common after saline than after hyaluronate.",
        ),
        opposite=(
            "Pain scores at 12 weeks were higher with hyaluronate than with saline.",
            "Saline injections lowered pain scores more than intra-articular hyaluronate did.",
            "Joint swelling was less frequent after hyaluronate than after saline.",
        ),
        denied=(
            "Intra-articular hyaluronate improved walking distance in adults with knee osteoarthritis.",
            "Hyaluronate did not lower pain scores at 12 weeks more than saline.",
        ),
    ),
    Example(
        "Frailty was associated with higher mortality after hip fracture (HR 2.4; 95% CI 1.9–3.1). Delirium was twice "
        "as common in frail patients. Length of stay was no longer in frail than in robust patients.",
        holds=(
            "Frail patients had a higher risk of death after hip fracture.",
            "Delirium was less common in robust patients.",
            "Frail and robust patients stayed in hospital equally long.",
        ),
        opposite=(
            "Frailty was associated with lower mortality after hip fracture.",
            "Delirium was half as common in frail patients.",
        ),
        denied=(
            "Frailty was not associated with mortality after hip fracture.",
            "Length of stay was longer in frail than in robust patients.",
        ),
    ),
    Example(
        "Length of stay was shorter after laparoscopic than after open colectomy (5 v 7 days). Operating time was "
        "longer with laparoscopy. Anastomotic leak did not differ (4.1% and 4.4%). Local recurrence was not affected "
        "by approach.",
        holds=(
            "Patients left hospital sooner after laparoscopic colectomy.",
            "Open colectomy took less time than laparoscopic colectomy.",
            "Anastomotic leak rates were similar.",
            "Open colectomy was followed by a longer stay than laparoscopic colectomy.",
        ),
        opposite=(
            "Length of stay was longer after laparoscopic than after open colectomy.",
            "Operating time was shorter with laparoscopy.",
            "Open colectomy had a shorter length of stay than laparoscopic colectomy.",
        ),
        denied=(
            "Anastomotic leak differed between laparoscopic and open colectomy.",
            "Local recurrence was affected by approach.",
        ),
    ),
    Example(
        "Among 88 dogs with osteoarthritis, weekly injections of bedinvetmab eased lameness more than placebo at day "
        "42. Appetite was preserved. Vomiting was seen in 6% of treated and 7% of placebo dogs.",
        holds=(
            "Lameness improved more with bedinvetmab than with placebo.",
            "Dogs given placebo remained lamer than those given bedinvetmab.",
            "Vomiting was about equally frequent in both groups.",
        ),
        opposite=(
            "Weekly injections of bedinvetmab worsened lameness.",
            "Placebo eased lameness more than bedinvetmab.",
        ),
        denied=(
            "Weekly bedinvetmab did not ease lameness.",
            "Appetite was not preserved.",
        ),
    ),
    Example(
        "Botulinum toxin lessened spasticity of the upper limb (Ashworth −0.9 v −0.2; P<.001), yet arm function was "
        "no better than with placebo. Muscle weakness was reported by more patients on toxin.",
        holds=(
            "Upper-limb spasticity decreased more with botulinum toxin than with placebo.",
            "Botulinum toxin did not improve arm function over placebo.",
            "Weakness was less frequent with placebo.",
        ),
        opposite=(
            "Botulinum toxin aggravated spasticity of the upper limb.",
            "Muscle weakness was reported by fewer patients on toxin.",
        ),
        denied=(
            "Arm function was better with botulinum toxin than with placebo.",
            "Botulinum toxin did not lessen spasticity of the upper limb.",
        ),
    ),
    Example(
        "Intubation at the first attempt succeeded in 85.1% with the video laryngoscope and in 70.8% with the direct "
        "laryngoscope. Severe hypoxaemia was no less frequent with the video laryngoscope. Oesophageal intubation was "
        "avoided more often with video.",
        holds=(
            "First-attempt success was higher with video than with direct laryngoscopy.",
            "The direct laryngoscope gave a lower success rate at the first attempt.",
            "Video laryngoscopy did not reduce severe hypoxaemia.",
        ),
        opposite=(
            "Intubation at the first attempt succeeded more often with the direct laryngoscope than with the video "
            "laryngoscope.",
            "First-attempt success was lower with the video laryngoscope.",
        ),
        denied=("Severe hypoxaemia was less frequent with the video laryngoscope.",),
    ),
    Example(
        "Denosumab raised bone mineral density at the spine by 9.2% versus placebo and cut new vertebral fractures by "
        "68%. Stopping the drug was followed by rapid bone loss. There was no increase in infection.",
        holds=(
            "Spine density increased with denosumab.",
            "New vertebral fractures were fewer with denosumab than with placebo.",
            "Infections were not more frequent.",
        ),
        opposite=(
            "Denosumab lowered bone mineral density at the spine.",
            "New vertebral fractures were more frequent with denosumab than with placebo.",
        ),
        denied=(
            "Denosumab did not cut new vertebral fractures.",
            "There was an increase in infection with denosumab.",
        ),
    ),
    Example(
        "Prehabilitation improved six-minute walk distance before surgery (by 31 m). Complications after surgery were "
        "unaffected by prehabilitation; hospital stay was one day shorter. Patients who declined it were older.",
        holds=(
            "Walking distance before surgery increased with prehabilitation.",
            "Prehabilitation did not change the rate of complications.",
            "Hospital stay was reduced by a day.",
        ),
        opposite=(
            "Prehabilitation reduced six-minute walk distance before surgery.",
            "Hospital stay was one day longer with prehabilitation.",
        ),
        denied=(
            "Complications after surgery were affected by prehabilitation.",
            "Prehabilitation did not improve six-minute walk distance.",
        ),
    ),
    Example(
        "High-flow oxygen failed to prevent reintubation, and its comfort score exceeded that of the mask. Carbon "
        "dioxide retention was absent. Nurses preferred high-flow oxygen to the mask.",
        holds=(
            "Reintubation was not prevented by high-flow oxygen.",
            "High-flow oxygen was more comfortable than the mask.",
            "No carbon dioxide retention occurred.",
        ),
        denied=(
            "High-flow oxygen prevented reintubation.",
            "Carbon dioxide retention was present.",
        ),
    ),
    Example(
        "OBJECTIVE: To compare two anaesthetic techniques for hip fracture surgery. PARTICIPANTS: 1,600 patients aged "
        "50 years or older were randomly assigned to spinal or general anesthesia. RESULTS: Death or inability to "
        "walk at 60 days occurred in 18.5% and 18.0%, respectively (RR 1.03; 95% CI 0.84 to 1.27). New-onset delirium "
        "was seen in 20.5% and 19.7%. Hypotension during surgery was commoner under general anesthesia.",
        holds=(
            "Spinal and general anaesthesia did not differ in death or inability to walk at 60 days.",
            "Intra-operative hypotension was less frequent under spinal than under general anaesthesia.",
            "Delirium occurred at a similar rate after both techniques.",
            "Spinal anaesthesia did not lower the risk of death or inability to walk.",
        ),
        opposite=(
            "Hypotension during surgery was commoner under spinal than under general anaesthesia.",
            "Hypotension was less common under general anaesthesia.",
        ),
        denied=(
            "There was a significant difference in death or inability to walk between spinal and general anaesthesia.",
        ),
    ),
    Example(
        "Among 3,204 nursing-home residents, hip protectors did not prevent hip fracture (incidence rate ratio 1.16; "
        "95% CI 0.82–1.64). Adherence was 74%. Falls themselves were no rarer on days when protectors were worn. Skin "
        "irritation led 6% to stop wearing them.",
        holds=(
            "Hip fractures were not prevented by hip protectors.",
            "Hip protectors had no significant effect on the rate of hip fracture.",
            "Residents did not fall less on days on which they wore protectors.",
        ),
        denied=(
            "Hip protectors prevented hip fracture in nursing-home residents.",
            "Hip protectors significantly reduced hip fractures.",
            "Falls were rarer on days when protectors were worn.",
        ),
    ),
    Example(
        "Women who had exercised before pregnancy were less likely to develop gestational diabetes than inactive "
        "women (adjusted OR 0.64, 0.49–0.84). Exercise during early pregnancy was not protective. Birth weight was "
        "unaffected by either.",
        holds=(
            "Gestational diabetes was rarer in women who had exercised before pregnancy.",
            "Inactive women developed gestational diabetes more often than those who had exercised beforehand.",
            "Exercising in early pregnancy did not protect against gestational diabetes.",
            "Neither form of exercise changed birth weight.",
        ),
        opposite=(
            "Women who had exercised before pregnancy were more likely to develop gestational diabetes than inactive "
            "women.",
            "Inactive women were less likely to develop gestational diabetes than women who had exercised before "
            "pregnancy.",
        ),
        denied=(
            "Exercise during early pregnancy was protective.",
            "Birth weight was affected by exercise before pregnancy.",
        ),
    ),
    Example(
        "Of 240 infants with bronchiolitis, 61 needed escalation on standard oxygen and 28 on high flow (P<0.001). "
        "Length of stay was identical. High flow did not shorten the duration of oxygen therapy. Pneumothorax was "
        "exceedingly rare.",
        holds=(
            "Fewer infants needed escalation on high flow than on standard oxygen.",
            "Escalation was needed more often on standard oxygen.",
            "Length of stay did not differ.",
            "The duration of oxygen therapy was not reduced by high flow.",
        ),
        opposite=(
            "More infants needed escalation on high flow than on standard oxygen.",
            "Escalation was less frequent on standard oxygen than on high flow.",
        ),
        denied=(
            "High flow shortened the duration of oxygen therapy.",
            "Length of stay was not identical.",
        ),
    ),
    Example(
        "Older adults assigned to tai chi had fewer falls than those who stretched (incidence rate ratio 0.42; 95% CI "
        "0.31–0.56); multimodal exercise also outperformed stretching. Tai chi was superior to multimodal exercise as "
        "well. Injurious falls were not counted separately.",
        holds=(
            "Stretching was followed by more falls than tai chi.",
            "Multimodal exercise reduced falls less than tai chi did.",
            "Tai chi outperformed both stretching and multimodal exercise.",
        ),
        opposite=(
            "Older adults assigned to tai chi had more falls than those who stretched.",
            "Multimodal exercise was superior to tai chi.",
            "Stretching outperformed multimodal exercise.",
        ),
        denied=(
            "Multimodal exercise did not outperform stretching.",
            "Injurious falls were counted separately.",
        ),
    ),
    Example(
        "Higher protein intake delayed the return of independent walking in none of the subgroups and shortened "
        "ventilation by 0.6 days (95% CI 0.1–1.1). Urea rose. Mortality at 60 days was 34.6% with the higher and "
        "32.1% with the usual dose (RR 1.08; 95% CI 0.92–1.26).",
        holds=(
            "Ventilation was shorter with the higher protein dose.",
            "Urea increased with higher protein intake.",
            "Mortality at 60 days was not significantly different between doses.",
        ),
        opposite=(
            "Higher protein intake prolonged ventilation.",
            "Urea fell with higher protein intake.",
        ),
        denied=("Higher protein intake significantly increased mortality at 60 days.",),
    ),
    Example(
        "A cohort of 48,200 older adults found that proton pump inhibitor use was associated with a higher risk of "
        "hip fracture (adjusted HR 1.21, 95% CI 1.10–1.33) and Clostridioides difficile infection (HR 1.74, "
        "1.45–2.09), but not with dementia (HR 1.02, 0.94–1.11). The association with fracture was confined to use of "
        "more than one year. Users of H2 blockers had no increase in any outcome.",
        holds=(
            "Proton pump inhibitors were associated with more hip fractures and C. difficile infections, but not with "
            "dementia.",
            "H2-blocker users had no raised risk of the outcomes studied.",
            "Dementia was about as common in users of proton pump inhibitors as in non-users.",
        ),
        opposite=(
            "Proton pump inhibitor use was associated with a lower risk of hip fracture.",
            "C. difficile infection was rarer among users of proton pump inhibitors.",
        ),
        denied=(
            "Proton pump inhibitor use was associated with dementia in older adults.",
            "Proton pump inhibitors were not associated with hip fracture.",
        ),
    ),
    Example(
        "The review pooled 14 trials of exercise in 1,720 people with knee osteoarthritis. Pain decreased by 9 points "
        "on a 100-point scale (95% CI 6 to 12) compared with no exercise, and function improved. Effects waned after "
        "treatment ended and were no longer detectable at 12 months. Land-based and aquatic programmes did not "
        "differ. Evidence on structural progression was lacking.",
        holds=(
            "Exercise eased pain and improved function in knee osteoarthritis, but the benefit had gone by 12 months.",
            "Aquatic exercise was as good as exercise on land.",
            "Whether exercise slows structural damage is unknown.",
        ),
        opposite=("Exercise increased pain in people with knee osteoarthritis.",),
        denied=("Land-based programmes were more effective than aquatic ones.",),
    ),
]


@pytest.mark.parametrize(("claim", "passage", "contradicted"), cases(EXAMPLES))
def test_what_a_passage_on_surgery_tells_otherwise_is_found(claim: str, passage: str, contradicted: bool) -> None:
    """A claim that its passage contradicts has a fault, and one that it holds has none."""
    assert bool(faults(check, claim, passage)) is contradicted
