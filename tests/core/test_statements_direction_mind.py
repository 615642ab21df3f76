"""Direction and negation of claims on the mind, the nerves, the senses and sleep."""

from __future__ import annotations

import pytest

from bmreport.statements.checks.direction import check

from .direction_examples import Example, cases
from .statement_views import faults

EXAMPLES = [
    Example(
        "Nurse-led follow-up was non-inferior to consultant-led follow-up for disease activity at one year. Patient "
        "satisfaction was higher with nurse-led follow-up. Costs did not differ significantly.",
        holds=(
            "For disease activity, follow-up by nurses was not inferior to follow-up by consultants.",
            "Patients were more satisfied with nurse-led care.",
            "There was no significant difference in costs.",
        ),
        opposite=(
            "Patient satisfaction was lower with nurse-led than with consultant-led follow-up.",
            "Nurse-led follow-up was inferior to consultant-led follow-up for disease activity.",
        ),
        denied=(
            "Costs differed significantly between nurse-led and consultant-led follow-up.",
            "Nurse-led follow-up was not non-inferior to consultant-led follow-up for disease activity at one year.",
        ),
    ),
    Example(
        "Melatonin shortened sleep-onset latency by 7 minutes (95% CI 4 to 10). Total sleep time rose by 8 minutes. "
        "Daytime sleepiness was unaffected. No serious adverse events were recorded.",
        holds=(
            "People fell asleep faster with melatonin.",
            "Melatonin lengthened total sleep time slightly.",
            "Daytime sleepiness did not change.",
            "There were no serious adverse events.",
        ),
        opposite=(
            "Sleep-onset latency was longer with melatonin.",
            "Melatonin decreased total sleep time.",
        ),
        denied=(
            "Serious adverse events were recorded with melatonin.",
            "Melatonin affected daytime sleepiness.",
        ),
    ),
    Example(
        "Cognitive behavioural therapy was superior to antidepressants for relapse prevention after discontinuation "
        "(29% v 56% relapsed). During acute treatment the two were equally effective. Dropout was lower with therapy.",
        holds=(
            "Antidepressants were inferior to cognitive behavioural therapy in preventing relapse after "
            "discontinuation.",
            "Relapse after stopping was less frequent with cognitive behavioural therapy than with antidepressants.",
            "In the acute phase, there was no difference in efficacy.",
        ),
        opposite=(
            "Antidepressants were superior to cognitive behavioural therapy for relapse prevention after "
            "discontinuation.",
            "Relapse was more common after cognitive behavioural therapy than after antidepressants.",
            "Dropout was higher with therapy.",
        ),
        denied=("During acute treatment the two were not equally effective.",),
    ),
    Example(
        "Acupuncture was no more effective than sham acupuncture for chronic low back pain, although both were better "
        "than usual care. Use of analgesics fell in all groups.",
        holds=(
            "For chronic low back pain, acupuncture did not outperform sham acupuncture.",
            "Acupuncture was better than usual care.",
            "Usual care was worse than acupuncture.",
            "All groups used fewer analgesics.",
        ),
        opposite=("Use of analgesics rose in all groups.",),
        denied=("Acupuncture was more effective than sham acupuncture for chronic low back pain.",),
    ),
    Example(
        "Physical restraint did not prevent falls and was linked to more injuries. Staff training lowered the use of "
        "restraint. Residents' agitation neither improved nor worsened.",
        holds=(
            "Falls were not prevented by physical restraint.",
            "Restraint was associated with more injuries.",
            "Restraint was used less after staff training.",
            "Residents' agitation did not change.",
        ),
        opposite=(
            "Physical restraint was linked to fewer injuries.",
            "Staff training raised the use of restraint.",
        ),
        denied=(
            "Physical restraint prevented falls.",
            "Residents' agitation improved.",
        ),
    ),
    Example(
        "The pain-free rate at two hours did not reach significance (OR 1.21; 95% CI 0.97–1.51). Photophobia resolved "
        "in significantly more patients with the gepant (P=0.01). Liver enzymes remained within normal limits.",
        holds=(
            "The effect on freedom from pain at two hours was not significant.",
            "Significantly more patients were free of photophobia with the gepant.",
            "Liver enzymes did not leave the normal range.",
        ),
        opposite=("Photophobia resolved in significantly fewer patients with the gepant.",),
        denied=(
            "The gepant significantly raised the pain-free rate at two hours.",
            "Photophobia did not resolve in significantly more patients with the gepant.",
        ),
    ),
    Example(
        "Sedentary time was positively correlated with depressive symptoms (r=0.31), but light activity was not. "
        "Girls reported more symptoms than boys. Screen use at night predicted shorter sleep.",
        holds=(
            "Boys had fewer symptoms than girls.",
            "More sedentary time went with more depressive symptoms.",
            "Light activity was not correlated with depressive symptoms.",
            "Night-time screen use was associated with shorter sleep.",
        ),
        opposite=(
            "Boys reported more symptoms than girls.",
            "Sedentary time was negatively correlated with depressive symptoms.",
            "Screen use at night predicted longer sleep.",
        ),
        denied=(
            "Light activity was correlated with depressive symptoms.",
            "Sedentary time was not correlated with depressive symptoms.",
        ),
    ),
    Example(
        "Hearing thresholds worsened by 4 dB in workers exposed to solvents, while those of unexposed workers "
        "remained stable. Earmuffs alone offered no protection against solvents. Tinnitus was not linked with "
        "exposure.",
        holds=(
            "Hearing deteriorated in workers exposed to solvents.",
            "Earmuffs by themselves did not protect against solvents.",
            "Exposure was not associated with tinnitus.",
        ),
        opposite=("Hearing thresholds improved in workers exposed to solvents.",),
        denied=(
            "Earmuffs alone offered protection against solvents.",
            "Tinnitus was linked with exposure.",
        ),
    ),
    Example(
        "Wearable alarms did not shorten the time to detection of deterioration (median 5.1 h v 5.4 h; P=0.62). "
        "Nurses felt less able to rest. Alarm fatigue was described by all but two participants.",
        holds=(
            "Deterioration was not detected sooner with wearable alarms.",
            "The time to detection of deterioration was not significantly different with wearable alarms.",
        ),
        opposite=("Nurses felt more able to rest.",),
        denied=(
            "Wearable alarms shortened the time to detection of deterioration.",
            "Alarm fatigue was not described by participants.",
        ),
    ),
    Example(
        "Omega-3 supplements had little or no effect on depressive symptoms in adults (SMD −0.04, 95% CI −0.12 to "
        "0.04). Adults taking omega-3 reported more mild gastrointestinal upset. Evidence in adolescents was "
        "insufficient.",
        holds=(
            "Depressive symptoms in adults were hardly changed by omega-3.",
            "Omega-3 did not significantly lower depressive symptoms.",
            "Mild gastrointestinal upset was more frequent with omega-3.",
        ),
        opposite=("Adults taking omega-3 reported less mild gastrointestinal upset.",),
        denied=(
            "Omega-3 supplements reduced depressive symptoms in adults.",
            "Omega-3 supplements had an effect on depressive symptoms in adults.",
        ),
    ),
    Example(
        "Three doses were compared with placebo in 512 adults with chronic cough. Awake cough frequency fell by 23% "
        "with 15 mg, 30% with 45 mg and 58% with 50 mg twice daily over placebo. Taste disturbance affected 4%, 21% "
        "and 58%, respectively. Sleep quality improved only at the highest dose.",
        holds=(
            "Cough frequency was reduced most by the highest dose.",
            "Taste disturbance increased with dose.",
            "Sleep quality got better at the highest dose alone.",
        ),
        opposite=(
            "Awake cough frequency rose with 50 mg twice daily.",
            "Sleep quality worsened at the highest dose.",
        ),
        denied=("Awake cough frequency did not fall with 50 mg twice daily.",),
    ),
    Example(
        "Visual field loss progressed more slowly with selective laser trabeculoplasty than with drops. Intraocular "
        "pressure was at target in 70% and 60% of visits. Eye drops could be avoided in three quarters of the laser "
        "group. Trabeculectomy was needed in none of the laser group and in 11 eyes treated with drops.",
        holds=(
            "Progression of visual field loss was slower after laser than with drops.",
            "Fewer eyes needed trabeculectomy after laser than with drops.",
            "Intraocular pressure was at target more often in the laser group.",
            "No eye in the laser group needed trabeculectomy.",
        ),
        opposite=(
            "Visual field loss progressed faster with selective laser trabeculoplasty than with drops.",
            "Drops slowed the progression of visual field loss more than laser trabeculoplasty.",
        ),
        denied=(
            "Trabeculectomy was needed in the laser group.",
            "Visual field loss did not progress more slowly with laser than with drops.",
        ),
    ),
    Example(
        "Dual-task training increased gait velocity by 0.09 m/s in people with Parkinson's disease (95% CI 0.03 to "
        "0.15) and was not associated with more falls. Single-task training led to no improvement. Freezing of gait "
        "persisted in both groups.",
        holds=(
            "Gait was faster after dual-task training.",
            "Falls were not increased by dual-task training.",
            "Single-task training did not improve gait velocity.",
        ),
        opposite=("Dual-task training decreased gait velocity in people with Parkinson's disease.",),
        denied=(
            "Dual-task training was associated with more falls.",
            "Freezing of gait did not persist.",
        ),
    ),
    Example(
        "Results from 28 trials suggest that mindfulness may slightly reduce burnout in nurses (SMD −0.28; 95% CI "
        "−0.49 to −0.07). Effects on sick leave were inconsistent. Job satisfaction was not reported in any trial. No "
        "trial lasted longer than six months.",
        holds=(
            "Mindfulness may lower burnout in nurses a little.",
            "None of the trials reported on job satisfaction.",
            "Trials did not last beyond six months.",
        ),
        denied=(
            "Mindfulness may not reduce burnout in nurses.",
            "Job satisfaction was reported in the trials.",
        ),
    ),
    Example(
        "Children born to mothers who took antidepressants in pregnancy did not have a higher risk of "
        "attention-deficit disorder than their unexposed siblings (HR 0.88; 95% CI 0.70–1.11), although the risk was "
        "raised in comparison with the general population (HR 1.81; 1.55–2.11). Paternal use was likewise associated "
        "with a raised risk.",
        holds=(
            "Exposed children were at no higher risk than their unexposed siblings.",
            "Use by fathers was also associated with a higher risk.",
        ),
        opposite=(
            "Compared with the general population, the risk of attention-deficit disorder was lower in exposed "
            "children.",
        ),
        denied=(
            "Exposed children had a higher risk of attention-deficit disorder than their unexposed siblings.",
            "Paternal use was not associated with a raised risk.",
        ),
    ),
    Example(
        "METHODS: 300 women with heavy menstrual bleeding were assigned to the levonorgestrel intrauterine system or "
        "to endometrial ablation. RESULTS: At 24 months the mean blood-loss score was 12.5 after the intrauterine "
        "system and 11.8 after ablation (difference 0.7, 95% CI −3.1 to 4.5). Hysterectomy was needed by 8% and 10% "
        "of women. Hormonal side effects were more frequent with the intrauterine system, and pain in the first week "
        "with ablation. Satisfaction did not differ.",
        holds=(
            "Blood loss at two years was similar after the intrauterine system and after ablation.",
            "Pain in the first week was more frequent with ablation, hormonal side effects with the intrauterine "
            "system.",
            "Satisfaction was comparable in the two groups.",
        ),
        opposite=(
            "Hormonal side effects were more frequent after ablation than with the intrauterine system.",
            "Early pain was more common with the intrauterine system than with ablation.",
        ),
        denied=(
            "Women were significantly more satisfied after ablation.",
            "Ablation reduced menstrual blood loss more than the intrauterine system at 24 months.",
        ),
    ),
    Example(
        "Nurse-led telephone follow-up was tested in 624 patients discharged after a COPD exacerbation. Readmission "
        "within 90 days was 31% with follow-up and 33% with usual care (p = 0.61). Anxiety fell in the telephone "
        "group only. Inhaler technique was better (82% vs 64% correct, p<0.001). Costs were higher by £112 per "
        "patient.",
        holds=(
            "Telephone follow-up did not prevent readmission but improved inhaler technique.",
            "Follow-up by telephone cost more than usual care.",
            "Anxiety declined in patients who were telephoned, not in those given usual care.",
        ),
        opposite=(
            "Inhaler technique was worse with telephone follow-up than with usual care.",
            "Anxiety fell only with usual care.",
        ),
        denied=(
            "Readmission within 90 days was significantly lower with telephone follow-up.",
            "Inhaler technique was not improved by telephone follow-up.",
        ),
    ),
]


@pytest.mark.parametrize(("claim", "passage", "contradicted"), cases(EXAMPLES))
def test_what_a_passage_on_mind_tells_otherwise_is_found(claim: str, passage: str, contradicted: bool) -> None:
    """A claim that its passage contradicts has a fault, and one that it holds has none."""
    assert bool(faults(check, claim, passage)) is contradicted
