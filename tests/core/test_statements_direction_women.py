"""Direction and negation of claims on women, children, nutrition, animals and the public health."""

from __future__ import annotations

import pytest

from bmreport.statements.checks.direction import check

from .direction_examples import Example, cases
from .statement_views import faults

EXAMPLES = [
    Example(
        "In 640 women with recurrent miscarriage, progesterone did not raise the live-birth rate (65.8% with "
        "progesterone and 63.3% with placebo; relative rate 1.04, 95% CI 0.94 to 1.15). Congenital anomalies were "
        "equally common in the two groups.",
        holds=(
            "Progesterone had no significant effect on the chance of a live birth.",
            "Live-birth rates were similar with progesterone and placebo.",
            "The rate of congenital anomalies did not differ between groups.",
        ),
        opposite=("Congenital anomalies were more common with progesterone than with placebo.",),
        denied=(
            "Progesterone raised the live-birth rate in women with recurrent miscarriage.",
            "Progesterone significantly increased live births.",
            "Congenital anomalies were not equally common in the two groups.",
        ),
    ),
    Example(
        "Zinc supplements shortened the duration of diarrhoea in children by 12 hours but made vomiting more likely "
        "(RR 1.57). There was no evidence of an effect on mortality. Zinc had no benefit in infants under six months.",
        holds=(
            "Children given zinc had shorter diarrhoea.",
            "Vomiting was more common in children who took zinc.",
            "Zinc did not help infants younger than six months.",
            "No effect of zinc on deaths was shown.",
        ),
        opposite=(
            "Zinc supplements prolonged diarrhoea in children.",
            "Zinc made vomiting less likely.",
        ),
        denied=(
            "Zinc supplements reduced mortality in children with diarrhoea.",
            "Zinc did not shorten the duration of diarrhoea in children.",
            "Zinc was of benefit in infants under six months.",
        ),
    ),
    Example(
        "Time to relapse was longer with maintenance lithium than with placebo (median 170 v 63 days, P = .003). "
        "Tremor and thirst were more frequent with lithium. Suicide attempts were too rare for comparison.",
        holds=(
            "Lithium delayed relapse compared with placebo.",
            "Patients on placebo relapsed earlier than those on lithium.",
            "Thirst was commoner with lithium.",
        ),
        opposite=(
            "Time to relapse was shorter with lithium than with placebo.",
            "Relapse came earlier with lithium than with placebo.",
            "Tremor was less frequent with lithium.",
        ),
        denied=("Lithium did not lengthen the time to relapse compared with placebo.",),
    ),
    Example(
        "In patients with septic shock, hydrocortisone did not lower 90-day mortality (27.9% v 28.8%; odds ratio "
        "0.95, 95% CI 0.82 to 1.10; P=0.50). Shock resolved faster with hydrocortisone (median 3 v 4 days). The rate "
        "of bacteraemia was not increased.",
        holds=(
            "Ninety-day mortality was not significantly different with hydrocortisone.",
            "Hydrocortisone sped up the resolution of shock.",
            "Hydrocortisone did not raise the rate of bacteraemia.",
        ),
        opposite=("Shock resolved more slowly with hydrocortisone.",),
        denied=(
            "Hydrocortisone lowered 90-day mortality in septic shock.",
            "The rate of bacteraemia was increased with hydrocortisone.",
            "Hydrocortisone reduced deaths within 90 days in patients with septic shock.",
        ),
    ),
    Example(
        "Fluoride varnish prevented caries in permanent teeth (prevented fraction 43%). In primary teeth the "
        "prevented fraction was 37%. Tooth staining was not reported in any of the trials. Acceptability was high.",
        holds=(
            "Fluoride varnish reduced tooth decay in permanent teeth.",
            "None of the trials reported tooth staining.",
        ),
        opposite=(
            "Fluoride varnish increased caries in permanent teeth.",
            "Acceptability was low.",
        ),
        denied=(
            "Fluoride varnish did not prevent caries in permanent teeth.",
            "Tooth staining was reported in the trials.",
        ),
    ),
    Example(
        "Ranibizumab improved visual acuity by 7.2 letters at one year, whereas sham treatment was followed by a loss "
        "of 10.4 letters. Endophthalmitis was rare. Intraocular pressure did not rise.",
        holds=(
            "Visual acuity got better with ranibizumab and worse with sham treatment.",
            "Ranibizumab did not raise intraocular pressure.",
            "Vision was better at one year with ranibizumab than with sham treatment.",
        ),
        opposite=(
            "Visual acuity worsened with ranibizumab at one year.",
            "Visual acuity was better at one year with sham treatment than with ranibizumab.",
        ),
        denied=(
            "Intraocular pressure rose with ranibizumab.",
            "Ranibizumab did not improve visual acuity at one year.",
        ),
    ),
    Example(
        "Pregnant women who smoked had babies with a lower birth weight than non-smokers. Nicotine replacement did "
        "not increase quit rates in late pregnancy (RR 1.10; 95% CI 0.93 to 1.30). Preterm birth was reduced among "
        "women who stopped before 16 weeks.",
        holds=(
            "Birth weight was lower in babies of smokers than of non-smokers.",
            "Babies of non-smokers weighed more at birth than those of women who smoked.",
            "Nicotine replacement had no significant effect on quitting in late pregnancy.",
            "Women who quit before 16 weeks had fewer preterm births.",
        ),
        opposite=(
            "Birth weight was higher in babies of women who smoked than in those of non-smokers.",
            "Preterm birth was increased among women who stopped before 16 weeks.",
        ),
        denied=("Nicotine replacement increased quit rates in late pregnancy.",),
    ),
    Example(
        "The test had high sensitivity (96%) but low specificity (41%). Adding the biomarker did not improve "
        "discrimination (AUC 0.78 v 0.77). Fewer scans were ordered when the rule was used.",
        holds=(
            "The biomarker added nothing to discrimination.",
            "Use of the rule reduced the number of scans ordered.",
            "Specificity of the test was low.",
        ),
        opposite=(
            "More scans were ordered when the rule was used.",
            "The test had low sensitivity but high specificity.",
        ),
        denied=("Adding the biomarker improved discrimination.",),
    ),
    Example(
        "Treatment with anakinra was ineffective: mortality was 22% versus 23% in controls. Neutropenia was seen in "
        "5% and 1%, respectively. Treatment was stopped early for futility.",
        holds=(
            "Anakinra was not effective.",
            "Neutropenia was more frequent with anakinra than in controls.",
            "Anakinra had no effect on mortality.",
        ),
        denied=("Treatment with anakinra was effective.",),
    ),
    Example(
        "Exclusive breastfeeding was less common among mothers who returned to work within 12 weeks. Peer support "
        "increased exclusive breastfeeding at three months but not at six months. Mastitis was unrelated to peer "
        "support.",
        holds=(
            "Mothers back at work within 12 weeks breastfed exclusively less often.",
            "With peer support, exclusive breastfeeding at three months was more frequent.",
            "Peer support had no effect on exclusive breastfeeding at six months.",
            "Peer support was not related to mastitis.",
        ),
        opposite=(
            "Exclusive breastfeeding was more common among mothers who returned to work within 12 weeks.",
            "Peer support decreased exclusive breastfeeding at three months.",
        ),
        denied=(
            "Peer support increased exclusive breastfeeding at six months.",
            "Mastitis was related to peer support.",
        ),
    ),
    Example(
        "Stress incontinence was cured in 81% of women after the sling and in 57% after bulking injections. Voiding "
        "difficulty, by contrast, was more often reported after the sling. Sexual function improved to a similar "
        "extent in both groups.",
        holds=(
            "The sling cured more women than bulking injections did.",
            "Bulking injections led to fewer voiding problems than the sling.",
            "Improvement of sexual function was comparable.",
        ),
        opposite=(
            "Cure of stress incontinence was more frequent after bulking injections than after the sling.",
            "Voiding difficulty was reported less often after the sling.",
        ),
    ),
    Example(
        "Naloxone kits were carried by few users in the control towns and by most in the intervention towns. Overdose "
        "deaths fell by 27% where kits were distributed (rate ratio 0.73, 0.57–0.91). Heroin use did not rise.",
        holds=(
            "Overdose mortality declined where kits were distributed.",
            "Distribution of kits was not followed by more heroin use.",
            "More users carried kits in intervention towns than in control towns.",
        ),
        opposite=("Overdose deaths rose where kits were distributed.",),
        denied=(
            "Heroin use rose where kits were distributed.",
            "Overdose deaths did not fall where kits were distributed.",
        ),
    ),
    Example(
        "The primary end point of relapse-free survival was met: 74% at two years with the combination and 61% with "
        "the single agent (HR 0.61; 95% CI 0.46–0.81). Overall survival data were immature. Grade 3 rash was commoner "
        "with the combination (14% v 4%).",
        holds=(
            "Relapse-free survival was longer with the combination than with the single agent.",
            "Fewer patients relapsed or died with the combination.",
            "Severe rash was less frequent with the single agent.",
        ),
        opposite=(
            "Relapse-free survival was shorter with the combination than with the single agent.",
            "Grade 3 rash was commoner with the single agent than with the combination.",
        ),
        denied=(
            "Relapse-free survival was not improved by the combination.",
            "The primary end point of relapse-free survival was not met.",
        ),
    ),
    Example(
        "Honey was better than no treatment for acute cough in children and may be better than diphenhydramine. "
        "Compared with salbutamol, honey made little or no difference to cough frequency. No child had serious harm.",
        holds=(
            "Honey relieved cough better than no treatment.",
            "There was little difference in cough frequency between honey and salbutamol.",
            "Serious harm did not occur.",
        ),
        opposite=("Honey was worse than no treatment for acute cough in children.",),
        denied=(
            "A child had serious harm.",
            "Honey was no better than no treatment for acute cough in children.",
        ),
    ),
    Example(
        "In the cluster trial, chlorhexidine cord care lowered neonatal mortality in Bangladesh (RR 0.80) but not in "
        "Zambia (RR 1.12, 0.88–1.44). Omphalitis was reduced in both countries. Cord separation took longer.",
        holds=(
            "Cord care with chlorhexidine reduced neonatal deaths in Bangladesh.",
            "In Zambia, neonatal mortality was not lowered.",
            "Omphalitis was less common with chlorhexidine in both countries.",
            "Cord separation was delayed.",
        ),
        opposite=(
            "Chlorhexidine cord care raised neonatal mortality in Bangladesh.",
            "Cord separation was quicker with chlorhexidine.",
        ),
        denied=(
            "Chlorhexidine cord care lowered neonatal mortality in Zambia.",
            "Omphalitis was not reduced in either country.",
        ),
    ),
    Example(
        "Sacubitril–valsartan was not superior to valsartan for the primary outcome (rate ratio 0.87; 95% CI "
        "0.75–1.01; P=0.06). Hypotension was commoner, and hyperkalaemia rarer, with sacubitril–valsartan.",
        holds=(
            "Sacubitril–valsartan did not significantly reduce the primary outcome compared with valsartan.",
            "Hyperkalaemia was less frequent with sacubitril–valsartan.",
            "Hypotension was more frequent with sacubitril–valsartan than with valsartan.",
        ),
        opposite=("Hypotension was rarer with sacubitril–valsartan.",),
        denied=("Sacubitril–valsartan was superior to valsartan for the primary outcome.",),
    ),
    Example(
        "Interviews with 26 midwives revealed that most felt confident in managing breech birth after simulation. "
        "They did not feel supported by senior staff at night. None reported harm to women. Few thought that a yearly "
        "session was enough.",
        holds=(
            "Most midwives were confident about breech birth after simulation training.",
            "At night, midwives felt unsupported by senior staff.",
            "No midwife reported harm to women.",
        ),
        denied=(
            "Midwives felt supported by senior staff at night.",
            "Most midwives did not feel confident in managing breech birth after simulation.",
        ),
    ),
    Example(
        "Children with cystic fibrosis received the triple combination or placebo. ppFEV1 rose by 9.5 percentage "
        "points with active treatment and fell by 0.9 with placebo (difference 10.4; 95% CI 8.1–12.7). Sweat chloride "
        "decreased. Pulmonary exacerbations were 63% fewer. Cough was reported more often on placebo.",
        holds=(
            "Lung function improved with the triple combination.",
            "Active treatment lowered sweat chloride.",
            "Exacerbations were less frequent with the triple combination than with placebo.",
            "Cough was less common on active treatment than on placebo.",
        ),
        opposite=(
            "ppFEV1 fell with active treatment.",
            "Pulmonary exacerbations were more frequent with active treatment.",
            "Cough was reported more often on the triple combination than on placebo.",
        ),
        denied=("Sweat chloride did not decrease.",),
    ),
]


@pytest.mark.parametrize(("claim", "passage", "contradicted"), cases(EXAMPLES))
def test_what_a_passage_on_women_tells_otherwise_is_found(claim: str, passage: str, contradicted: bool) -> None:
    """A claim that its passage contradicts has a fault, and one that it holds has none."""
    assert bool(faults(check, claim, passage)) is contradicted
