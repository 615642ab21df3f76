"""Direction and negation of claims on the heart, the vessels, the kidneys and the hormones."""

from __future__ import annotations

import pytest

from bmreport.statements.checks.direction import check

from .direction_examples import Example, cases
from .statement_views import faults

EXAMPLES = [
    Example(
        "RESULTS: Metformin reduced progression to diabetes by 31% compared with placebo, and the lifestyle programme "
        "reduced it by 58%. Weight fell in both active groups. Gastrointestinal symptoms were most frequent with "
        "metformin.",
        holds=(
            "The lifestyle programme cut progression to diabetes by more than half.",
            "Compared with placebo, metformin lowered the rate of progression to diabetes by about a third.",
            "Both active groups lost weight.",
        ),
        opposite=(
            "Metformin increased progression to diabetes compared with placebo.",
            "Weight rose in both active groups.",
            "Gastrointestinal symptoms were least frequent with metformin.",
        ),
        denied=("Metformin did not reduce progression to diabetes compared with placebo.",),
    ),
    Example(
        "In mice fed a high-fat diet, butyrate attenuated weight gain and improved insulin sensitivity. Food intake "
        "was unchanged. Liver triglycerides doubled in control animals but did not rise in treated mice.",
        holds=(
            "Butyrate limited weight gain in mice on a high-fat diet.",
            "Insulin sensitivity was better with butyrate.",
            "Butyrate did not alter food intake in mice.",
            "In control mice, liver triglycerides increased twofold.",
        ),
        opposite=(
            "Butyrate worsened insulin sensitivity in mice fed a high-fat diet.",
            "Butyrate increased weight gain in mice fed a high-fat diet.",
        ),
        denied=(
            "Food intake changed with butyrate.",
            "Liver triglycerides rose in treated mice.",
        ),
    ),
    Example(
        "No association was found between coffee intake and atrial fibrillation (highest versus lowest intake: RR "
        "0.97, 95% CI 0.89–1.06). In contrast, alcohol intake was positively associated with atrial fibrillation.",
        holds=(
            "Coffee drinking was not linked to atrial fibrillation.",
            "Alcohol intake was associated with a higher risk of atrial fibrillation.",
        ),
        opposite=("Alcohol intake was associated with a lower risk of atrial fibrillation.",),
        denied=(
            "Coffee intake was associated with atrial fibrillation.",
            "Alcohol intake was not associated with atrial fibrillation.",
        ),
    ),
    Example(
        "Compared with warfarin, apixaban reduced stroke or systemic embolism (1.27% vs 1.60% per year), caused less "
        "major bleeding (2.13% vs 3.09%) and resulted in lower mortality (3.52% vs 3.94%; P=0.047). Gastrointestinal "
        "bleeding was not significantly different.",
        holds=(
            "Major bleeding was more frequent with warfarin than with apixaban.",
            "Apixaban led to fewer deaths than warfarin.",
            "Stroke or systemic embolism was less frequent with apixaban.",
            "Gastrointestinal bleeding did not differ significantly between apixaban and warfarin.",
        ),
        opposite=(
            "Apixaban caused more major bleeding than warfarin.",
            "Mortality was lower with warfarin than with apixaban.",
            "Warfarin reduced stroke or systemic embolism compared with apixaban.",
        ),
        denied=(
            "Gastrointestinal bleeding was significantly lower with apixaban.",
            "Apixaban did not reduce stroke or systemic embolism compared with warfarin.",
        ),
    ),
    Example(
        "Topical timolol flattened infantile haemangiomas in most infants. Bradycardia was not observed. Parents' "
        "satisfaction increased over six months.",
        holds=(
            "Bradycardia did not occur with topical timolol.",
            "Parents became more satisfied over six months.",
        ),
        opposite=("Parents' satisfaction decreased over six months.",),
        denied=(
            "Bradycardia was observed with topical timolol.",
            "Topical timolol did not flatten infantile haemangiomas in most infants.",
        ),
    ),
    Example(
        "Adherence at six months was 78% with the mobile application and 61% with leaflets (P = 0.004). Blood "
        "pressure control was better in the application group. Users rarely asked for help.",
        holds=(
            "Adherence was better with the mobile application than with leaflets.",
            "Blood pressure was controlled better with the application.",
            "Leaflets gave lower adherence at six months than the mobile application.",
        ),
        opposite=(
            "Adherence at six months was higher with leaflets than with the mobile application.",
            "Blood pressure control was worse in the application group.",
        ),
        denied=(
            "Adherence did not differ between the mobile application and leaflets.",
            "The mobile application did not improve blood pressure control.",
        ),
    ),
    Example(
        "In intention-to-treat analysis, the composite of stroke, infarction or death occurred in 9.1% of the "
        "ticagrelor group and 10.9% of the clopidogrel group (HR 0.82; 95% CI 0.72–0.94; P=0.003). Dyspnoea was more "
        "common with ticagrelor (13.8% v 7.8%). Major bleeding rates were comparable (11.6% and 11.2%).",
        holds=(
            "The composite of stroke, infarction or death was less frequent with ticagrelor than with clopidogrel.",
            "Clopidogrel was followed by less dyspnoea than ticagrelor.",
            "Major bleeding was not significantly different between ticagrelor and clopidogrel.",
        ),
        opposite=(
            "The composite of stroke, infarction or death was more frequent with ticagrelor than with clopidogrel.",
            "Dyspnoea was less common with ticagrelor than with clopidogrel.",
            "Major bleeding was significantly higher with ticagrelor.",
        ),
        denied=("Ticagrelor did not reduce the composite of stroke, infarction or death.",),
    ),
    Example(
        "Screening for atrial fibrillation detected more cases than usual care. However, strokes were not reduced, "
        "and anxiety was greater among those screened.",
        holds=(
            "Screening found more atrial fibrillation than usual care did.",
            "Screening did not lower the number of strokes.",
            "Screened people were more anxious.",
        ),
        opposite=(
            "Anxiety was lower among those screened.",
            "Screening detected fewer cases of atrial fibrillation than usual care.",
        ),
        denied=("Screening for atrial fibrillation reduced strokes.",),
    ),
    Example(
        "Haemoglobin A1c decreased from 8.4% to 7.3% with semaglutide and from 8.3% to 7.9% with sitagliptin. Nausea, "
        "mostly mild, led to more discontinuations with semaglutide. Severe hypoglycaemia did not occur.",
        holds=(
            "HbA1c fell more with semaglutide than with sitagliptin.",
            "More patients stopped semaglutide than sitagliptin because of nausea.",
            "There was no severe hypoglycaemia.",
        ),
        opposite=(
            "Haemoglobin A1c increased with semaglutide.",
            "Nausea led to fewer discontinuations with semaglutide.",
        ),
        denied=(
            "Severe hypoglycaemia occurred.",
            "Haemoglobin A1c did not decrease with semaglutide.",
        ),
    ),
    Example(
        "Haemodiafiltration was associated with a 23% lower risk of death from any cause than conventional "
        "haemodialysis (HR 0.77, 95% CI 0.65 to 0.93). Cardiovascular mortality did not differ significantly. "
        "Hospital admissions were equally frequent.",
        holds=(
            "Patients on haemodiafiltration were less likely to die than those on conventional haemodialysis.",
            "Conventional haemodialysis carried a higher risk of death than haemodiafiltration.",
            "Cardiovascular deaths were not significantly fewer with haemodiafiltration.",
        ),
        opposite=(
            "Haemodiafiltration was associated with a higher risk of death from any cause than conventional "
            "haemodialysis.",
        ),
        denied=(
            "Haemodiafiltration significantly lowered cardiovascular mortality.",
            "Risk of death from any cause was not lower with haemodiafiltration than with conventional haemodialysis.",
        ),
    ),
    Example(
        "After stroke, patients assigned to intensive speech therapy named more objects than those on deferred "
        "therapy (mean 34 v 26). Mood was unaltered by therapy. Caregiver strain lessened in both groups.",
        holds=(
            "Naming was better with intensive than with deferred speech therapy.",
            "Deferred therapy was less effective than intensive therapy for naming.",
            "Speech therapy had no influence on mood.",
        ),
        opposite=(
            "Patients on deferred therapy named more objects than those assigned to intensive speech therapy.",
            "Caregiver strain grew in both groups.",
        ),
        denied=("Mood was altered by therapy.",),
    ),
    Example(
        "Children with a high intake of ultra-processed food gained more fat mass than those with a low intake. "
        "Height was unrelated to intake. Breakfast skipping went along with higher blood pressure.",
        holds=(
            "Fat mass increased less in children with a low intake of ultra-processed food.",
            "Intake of ultra-processed food was not associated with height.",
            "Blood pressure was higher in children who skipped breakfast.",
        ),
        opposite=(
            "Children with a high intake of ultra-processed food gained less fat mass than those with a low intake.",
            "Breakfast skipping went along with lower blood pressure.",
        ),
        denied=("Height was related to intake of ultra-processed food.",),
    ),
    Example(
        "Carriers of the variant responded less well to clopidogrel than non-carriers (platelet inhibition 34% v "
        "51%). With prasugrel, response was independent of the variant. Stent thrombosis was threefold in carriers.",
        holds=(
            "Clopidogrel worked less well in carriers than in non-carriers.",
            "Non-carriers had stronger platelet inhibition with clopidogrel.",
            "Stent thrombosis was more frequent in carriers.",
        ),
        opposite=(
            "Carriers of the variant responded better to clopidogrel than non-carriers.",
            "Stent thrombosis was less frequent in carriers.",
        ),
    ),
    Example(
        "Mean systolic pressure was 121 mm Hg in the intensive group and 136 mm Hg in the standard group. Intensive "
        "treatment led to more syncope and acute kidney injury, but not to more injurious falls. Dementia was not "
        "significantly reduced (HR 0.83; 95% CI 0.67–1.04).",
        holds=(
            "Systolic pressure was lower with intensive than with standard treatment.",
            "Injurious falls were not more frequent with intensive treatment.",
            "Syncope was more common with intensive treatment.",
            "Intensive treatment did not significantly reduce dementia.",
        ),
        opposite=(
            "Syncope was less frequent with intensive treatment.",
            "Systolic pressure was higher in the intensive group than in the standard group.",
        ),
        denied=(
            "Intensive treatment led to more injurious falls.",
            "Dementia was significantly reduced by intensive treatment.",
        ),
    ),
    Example(
        "CONCLUSIONS: Restrictive transfusion was as safe as liberal transfusion in acute myocardial infarction with "
        "anaemia with respect to death or infarction at 30 days (16.9% v 14.5%; RR 1.15; 95% CI 0.99–1.34). Cardiac "
        "death was more common with the restrictive strategy. Heart failure was not increased.",
        holds=(
            "Death or infarction at 30 days was not significantly different between restrictive and liberal "
            "transfusion.",
            "The restrictive strategy did not raise the rate of heart failure.",
        ),
        opposite=(
            "Cardiac death was more common with the liberal than with the restrictive strategy.",
            "Cardiac death was less common with the restrictive strategy.",
        ),
        denied=(
            "Heart failure was increased with the restrictive strategy.",
            "Restrictive transfusion significantly increased death or infarction at 30 days.",
        ),
    ),
    Example(
        "Statin users had fewer major vascular events than non-users, but muscle symptoms were reported slightly more "
        "frequently in the first year only (RR 1.07; 95% CI 1.04–1.10). Thereafter there was no excess. Diabetes was "
        "diagnosed more often with high-intensity statins. Cognition was not impaired.",
        holds=(
            "Non-users had more major vascular events than statin users.",
            "After the first year muscle symptoms were no more frequent with statins.",
            "Statins did not impair cognition.",
        ),
        opposite=(
            "Statin users had more major vascular events than non-users.",
            "Diabetes was diagnosed less often with high-intensity statins.",
            "Muscle symptoms were reported less frequently in the first year.",
        ),
        denied=("Cognition was impaired by statins.",),
    ),
    Example(
        "Among 9,306 people with peripheral artery disease, rivaroxaban 2.5 mg twice daily plus aspirin, compared "
        "with aspirin alone, lowered major adverse limb events (1.5% v 2.6%; HR 0.54) but raised major bleeding (3.0% "
        "v 1.9%; HR 1.61). Fatal bleeding was not significantly increased. Rivaroxaban alone did not outperform "
        "aspirin.",
        holds=(
            "Adding rivaroxaban to aspirin reduced major adverse limb events.",
            "Major bleeding was less frequent with aspirin alone than with rivaroxaban plus aspirin.",
            "There was no significant increase in fatal bleeding.",
            "Rivaroxaban on its own was no better than aspirin.",
        ),
        opposite=(
            "Rivaroxaban plus aspirin raised major adverse limb events compared with aspirin alone.",
            "Major bleeding was lower with rivaroxaban plus aspirin than with aspirin alone.",
            "Aspirin alone caused more major bleeding than rivaroxaban plus aspirin.",
        ),
        denied=(
            "Fatal bleeding was significantly increased with rivaroxaban plus aspirin.",
            "Rivaroxaban alone outperformed aspirin.",
            "Rivaroxaban plus aspirin did not lower major adverse limb events.",
        ),
    ),
]


@pytest.mark.parametrize(("claim", "passage", "contradicted"), cases(EXAMPLES))
def test_what_a_passage_on_heart_tells_otherwise_is_found(claim: str, passage: str, contradicted: bool) -> None:
    """A claim that its passage contradicts has a fault, and one that it holds has none."""
    assert bool(faults(check, claim, passage)) is contradicted
