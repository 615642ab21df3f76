"""What a statement is about: which words of it name the outcome, and whether more of it is good or bad."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.lexical import STOP_WORDS
from bmreport.statements.words import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["COUNTED", "DURATION_KEYS", "PEOPLE", "SUBJECTS", "UNITS", "event_valence", "is_content", "valence"]


def _stems(words: str) -> frozenset[str]:
    return frozenset(key_of(word) for word in words.split())


PEOPLE = _stems(
    "patient participant people person individual subject group arm those recipient user member volunteer case "
    "interviewee someone everyone anyone animal"
)
"""Words for anyone who was studied; they tell no arm from another."""
SUBJECTS = PEOPLE | _stems(
    "man woman child men women children adult girl boy parent mother father nurse clinician doctor midwife resident "
    "worker student pupil smoker carrier caregiver carer"
)
"""Words for who was studied; they name no outcome by themselves."""

FINDING = _stems("detect detection detected diagnosis")
"""Keys of finding what is there; to find more cancers is welcome."""

PART_OF_ALL = _stems("girl boy man woman men women smoker")
"""Words for some of those who were studied, as a rule."""

_MEASURES = _stems(
    "rate rates risk risks incidence frequency number numbers proportion percentage odds likelihood probability chance "
    "scale scales hazard occurrence prevalence level levels score scores value values measure mean median average "
    "amount degree extent rating count point points percent ratio total cumulative absolute relative per cent event "
    "events outcome outcomes primary secondary end endpoint"
)
_REPORTING = _stems(
    "study studies trial trials result results finding findings data analysis analyses evidence review authors "
    "investigators found find shown showed seen see noted note observed observe reported report recorded record "
    "occurred occur developed develop experienced experience affected appear appeared seem remained remain stay kept "
    "became become tended suggested suggest indicated indicate led lead resulted caused produced gave used had "
    "received receive given taking took assigned randomised allocated undergoing underwent followed following compared "
    "comparison versus vs relative significant significantly statistically statistical slight slightly markedly "
    "substantially considerably approximately nearly almost about overall respectively likely present based fewer "
    "higher lower more less greater smaller larger better worse longer shorter stronger weaker rarer commoner half "
    "twice associated association related linked added adding addition plus clinically important meaningful carried "
    "went go got"
)
_LITTLE = _stems(
    "also however although though whereas while yet without within between because since despite according"
)
_EMPTY = frozenset(
    key
    for key in _MEASURES | _REPORTING | _LITTLE | {key_of(word) for word in STOP_WORDS} | STOP_WORDS
    if not key.isdigit()
)

DURATION_KEYS = _stems("time duration latency length interval stay delay days hours wait")
"""Words for how long something takes or lasts."""

_GOOD = _stems(
    "completion complete completed survival recovery cure remission response respond healing healed function "
    "functioning quality adherence adhere satisfaction satisfy success clearance independence mobility strength acuity "
    "vision wellbeing benefit efficacy effective relief acceptability tolerability fertility conception sensitivity "
    "specificity accuracy discrimination fitness capacity protection knowledge confidence resilience comfort retention "
    "abstinence continence immunity engagement performance cognition memory resolution resolved union reperfusion "
    "patency able improvement breastfeeding immunogenicity distance gait density"
)
_BAD = _stems(
    "dizziness vertigo death mortality stroke infarction bleeding haemorrhage bleed pain nausea vomiting adverse "
    "toxicity infection sepsis fracture relapse recurrence progression admission readmission complication failure "
    "depression depressive anxiety fatigue insomnia injury symptom disorder disease syndrome burden severity loss "
    "deficiency impairment disability harm morbidity ulcer rash fever cough diarrhoea dyspnoea delirium dementia "
    "agitation distress stress stigma incontinence obesity caries decay cancer tumour metastasis meningioma asthma "
    "diabetes hypertension hypotension bradycardia syncope thrombosis embolism ischaemia arrhythmia fibrillation falls "
    "fall dropout drop error suicide overdose crisis exacerbation attack seizure spasm spasticity stiffness swelling "
    "inflammation fibrosis scarring irritation itch tremor thirst weakness lameness misuse smoking craving discomfort "
    "bother worry burnout reintubation intubation hypoxaemia resistance anomaly miscarriage stillbirth prematurity "
    "haemangioma tiredness"
)
# Endings of words for what ails people; `-oma` and `-osis` have too many exceptions among drugs and places to serve.
_ILL = re.compile(
    r"(?:itis|(?:glyc|an|kal|ox|isch|leuk|bacter|ur|natr|lipid)em|alg|neuropathi|[a-z]{3}pen|rrhea|rrhag|pleg|edem"
    r"|thrombos|thrombosis|necrosis|stenosis|sclerosis|fibrosis|toxic|dysphag|pneumon)$"
)
_FREE = re.compile(r"^(?:.*free)$")
_DECLINE = _stems("loss decline failure impairment dysfunction deterioration lack deficit")
TIMES = _stems("time interval duration latency delay")
"""Keys of how long something takes."""
_TIME_TO = _stems("time interval")
_DURATION_ITSELF_BAD = _stems("stay latency delay wait")


def is_content(key: str) -> bool:
    """Whether a key says what is spoken of; function words, words of measuring and of reporting do not."""
    return key not in _EMPTY and (len(key) > 1 or key.isdigit())


UNITS = _stems("month week day year hour minute mg g kg μg mcg iu ml point letter")
"""Keys of units; a figure's unit is no outcome."""
COUNTED = _stems("mmol month week day year hour minute mg g kg μg mcg iu ml dose cycle session time")


def event_valence(keys: Iterable[str]) -> int:
    """1 when the outcome is welcome, -1 when it is unwelcome, 0 when its words do not tell."""
    keys = set(keys)
    if keys & _DECLINE:
        return -1
    if keys & FINDING:
        return 1
    if keys & _GOOD or any(_FREE.match(key) for key in keys):
        return 1
    return -1 if keys & _BAD or any(_ILL.search(key) for key in keys) else 0


def valence(keys: Iterable[str]) -> int:
    """As `event_valence`, for how much of an outcome there is; the time to an unwelcome event is welcome."""
    keys = set(keys)
    if not keys & DURATION_KEYS:
        return event_valence(keys)
    event = event_valence(keys - DURATION_KEYS)
    if keys & _DURATION_ITSELF_BAD:
        return -1
    if keys & _TIME_TO:
        return -event
    return event
