"""What people call diseases and treatments in plain words, with the terms of papers, a group on a line.

Read as the groups of `medical_synonyms.py` are.
"""

from __future__ import annotations

__all__ = ["PLAIN_WORDS"]

PLAIN_WORDS = """
nosebleed = epistaxis = bleeding from the nose
ringing in the ears = tinnitus
bedwetting = enuresis
sweating = hyperhidrosis = sweat
bloating = abdominal distension = flatulence
dehydration = hypovolaemia = dehydrated = volume depletion
intelligence = IQ = intelligence quotient
hay fever = allergic rhinitis = pollinosis
pink eye = conjunctivitis
cold sore = herpes labialis
athlete's foot = tinea pedis
ringworm = tinea
piles = haemorrhoid
boil = furuncle
glandular fever = infectious mononucleosis
thrush = candidiasis = candidosis
German measles = rubella
lockjaw = tetanus
arrhythmia = heart rhythm disturbance = dysrhythmia = irregular heartbeat
slow heart rate = bradycardia = slow pulse
fast heart rate = tachycardia = rapid pulse
hardening of the arteries = atherosclerosis = clogged arteries
double vision = diplopia
short sight = myopia = myopic = short-sightedness = nearsightedness
squint = strabismus
lazy eye = amblyopia
dry mouth = xerostomia
bad breath = halitosis
sore throat = pharyngitis
runny nose = rhinorrhoea
stuffy nose = nasal congestion
collapsed lung = pneumothorax
windpipe = trachea
voice box = larynx
heartburn = acid reflux
indigestion = dyspepsia
gallstone = cholelithiasis
kidney stone = nephrolithiasis = urolithiasis = renal stone = renal calculi = ureteric stone
nocturia = passing water at night = getting up at night to pass urine
leaking urine = urinary incontinence = urine leakage
blood in urine = haematuria
removal of the womb = hysterectomy
removal of the breast = mastectomy
period pain = dysmenorrhoea
heavy periods = menorrhagia = heavy menstrual bleeding
missed periods = amenorrhoea
morning sickness = hyperemesis gravidarum = nausea of pregnancy
afterbirth = placenta
slipped disc = herniated disc = disc herniation
low back pain = lumbar pain = lumbago
brittle bones = osteoporosis
frozen shoulder = adhesive capsulitis
tennis elbow = lateral epicondylitis
bunion = hallux valgus
fainting = syncope = blackout = faint
pins and needles = paraesthesia = tingling
shaking = tremor
alcohol use disorder = alcohol dependence = alcoholism
substance use disorder = drug addiction = drug dependence
lice = pediculosis = nits
wart = verruca
mole = naevus
excess hair = hirsutism
pressure ulcer = bedsore = pressure sore = decubitus ulcer
fluid retention = oedema
water tablet = diuretic
clot buster = thrombolytic = thrombolysis = fibrinolysis
sleeping pill = hypnotic = sleeping tablet = z-drug
acid blocker = proton-pump inhibitor = acid suppression
keyhole surgery = laparoscopic surgery = laparoscopic
fungal nail = onychomycosis
combination pill = polypill = fixed-dose combination
stomach bug = gastroenteritis
gullet = oesophagus = oesophageal = foodpipe
"""
