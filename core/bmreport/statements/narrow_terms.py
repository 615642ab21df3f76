"""Broad medical terms with the narrow ones that they cover.

A claim may speak of an infection where its source has pneumonia; not the other way round. A narrow term with `*` at an
end stands for every word that begins or ends so. Terms compare by `wording.key`; an indented line continues the last.
"""

from __future__ import annotations

__all__ = ["COVERED_BY"]

COVERED_BY = """
infection: pneumonia, sepsis, tuberculosis, influenza, HIV, virus, bacteria, abscess, cellulitis, malaria, measles,
    chlamydia, syphilis, gonorrhoea, pathogen, covid, RSV, HPV, zoster, meningitis, hepatitis, otitis, candid*,
    bronchiolitis, fung*, parasit*, *coccal, *coccus, *aemia, cystitis, urosepsis
cancer: lymphoma, leukaemia, melanoma, myeloma, sarcoma, metastasis, glioma, *oma, oncolog*, chemotherapy,
    mesothelioma
surgery: *ectomy, *otomy, *plasty, *ostomy, resection, bypass, transplant, laparoscop*, repair, replacement,
    caesarean, suture, anaesthes*, perioperative, postoperative, preoperative, incision*, *oscopy, revascularisation,
    removal, closure, operat*
surgical: *ectomy, *otomy, *plasty, resection, bypass, laparoscop*, operat*, suture, incision*, postoperative,
    preoperative
heart: cardi*, myocard*, coronary, atri*, ventric*, HFrEF, ejection, angina, mitral, aortic
cardiovascular: cardi*, myocard*, coronary, stroke, vascular, angina, MACE, infarction, heart
vascular: coronary, cerebrovascular, arter*, ven*, vein, vessel, stroke, cardiovascular
kidney: nephr*, dialysis, GFR, eGFR, creatinine, albuminuria, ESKD, glomerul*, urin*
liver: hepat*, cirrhosis, bilirubin, transaminase, ALT, AST
lung: pulmon*, pneumo*, bronch*, respirat*, COPD, asthma, FEV1, ventilat*, airway
respiratory: pulmon*, pneumo*, bronch*, COPD, asthma, lung, airway, breath*, ventilat*
brain: cerebr*, neuro*, encephal*, cortical, cortex, intracranial, stroke, hippocamp*, cran*
neurological: neuro*, stroke, brain, cerebr*, seizure, dementia, nerve, cognit*, encephal*
stomach: gastr*
bowel: colon*, colit*, colorect*, rect*, ile*, faec*, stool, intestin*, diarrhoea
gastrointestinal: nausea, vomiting, diarrhoea, gastr*, bowel, constipation, abdominal, dyspepsia
skin: derm*, cutan*, rash, eczema, psoriasis, acne, keratin*, melanoma, epiderm*, urticaria
eye: myop*, intraoc*, spherical, axial, lens, aflibercept, ranibizumab, ocul*, retin*, ophthalm*, vision, visual,
    cataract, glaucoma, cornea*, macul*, opt*
bone: osteo*, fracture, skelet*, vertebr*, hip, femor*, orthopaed*, tibia*
blood: haem*, plasma, serum, transfusion, bleed, *aemia, venous, arterial
muscle: myo*, sarcopenia, biceps, quadriceps
joint: arthr*, knee, hip, shoulder, rheumat*, synovi*, gout, ankle
nerve: neur*, radicul*, carpal
breast: mamm*, mastectomy
mouth: oral, dent*, tooth, gum, mucositis
dental: tooth, caries, periodont*, orthodont*, oral, gingiv*, molar
hormone: oestrogen, progest*, testosterone, insulin, cortisol, thyr*, glucocorticoid*, *relin
vaccine: vaccin*, MMR, booster, dose of vaccine, dose*, seroconver*
antibiotic: *cillin, *mycin, *floxacin, *cycline, penicillin, antimicrobial*, antibacterial*, cef*, ceph*, *penem,
    trimethoprim, metronidazole, vancomycin, rifa*, isoniazid
antibody: *mab, immunoglobulin*, IgG, IgE, IgM, monoclonal
statin: *statin
anticoagulant: warfarin, heparin, *xaban, dabigatran, *parin
antiplatelet: aspirin, clopidogrel, ticagrelor, prasugrel, P2Y12
antidepressant: SSRI, *oxetine, sertraline, citalopram, escitalopram, venlafaxine, *triptyline, mirtazapine,
    tricyclic, bupropion
antipsychotic: risperidone, olanzapine, quetiapine, clozapine, haloperidol, *piprazole, cariprazine
opioid: morphine, fentanyl, oxycodone, codeine, tramadol, methadone, heroin, buprenorphine, naloxone, remifentanil
steroid: corticosteroid, glucocorticoid, prednis*, dexamethasone, betamethasone, hydrocortisone, budesonide, *asone,
    *olone
corticosteroid: steroid, glucocorticoid, prednis*, dexamethasone, betamethasone, hydrocortisone, budesonide, *asone,
    *olone, *onide
glucocorticoid: steroid, corticosteroid, prednis*, dexamethasone, betamethasone, hydrocortisone, budesonide
diuretic: *thiazide, *semide, spironolactone
chemotherapy: *platin, *taxel, *rubicin, gemcitabine, capecitabine, fluorouracil, methotrexate, cyclophosphamide,
    cytotoxic, *tabine, folfirinox, chemo*
immunotherapy: *mab, checkpoint, PD-1, PD-L1, CAR-T
anaesthetic: *caine, propofol, sevoflurane, *flurane, ketamine, anaesthes*
analgesic: paracetamol, ibuprofen, NSAID, morphine, opioid, aspirin, *profen, pain
sedative: midazolam, propofol, dexmedetomidine, benzodiazepine, *azepam, sedat*
hypnotic: *zolam, *azepam, zolpidem, zopiclone, benzodiazepine, sleeping pill
stimulant: methylphenidate, amphetamine
antihypertensive: *pril, *sartan, *dipine, thiazide, *olol, amlodipine
antiviral: *vir, antiretroviral
antidiabetic: metformin, insulin, *gliptin, *gliflozin, *glutide, glucose-lowering
bisphosphonate: *dronate, zoledronic
antiemetic: *setron, aprepitant, metoclopramide
biologic: *mab, *cept, TNF
cholesterol: LDL, HDL, lipid
vitamin: cholecalciferol, folate, B12, retinol, ascorbic, 25-hydroxyvitamin
mineral: iron, zinc, calcium, magnesium, selenium
contraceptive: levonorgestrel, pill, IUD, intrauterine, implant, DMPA
psychotherapy: CBT, cognitive behavioural, counselling, psycholog*, therapist
imaging: MRI, CT, ultrasound, PET, radiograph*, tomograph*, scan, x-ray, angiograph*, echocardiogra*
radiotherapy: radiation, irradiat*, Gy, brachytherapy
rehabilitation: rehab*, training, physiotherapy, exercise
diet: food, eat*, nutrition*, dietary, intake, fed
beverage: drink, juice, soda, coffee, tea
smoking: smok*, nicotine, tobacco, cessation
virus: *virus, viral, influenza, HIV, HPV, RSV, hepatitis
bacteria: *coccus, *coccal, E. coli, bacter*, pneumococc*, chlamydia
pain: *algia, ache, headache, *dynia, sore*, migraine, allodynia, hyperalgesia, analges*, painful, colic, angina,
    dysmenorrhoea
headache: migraine
toxicity: *toxic*, adverse event, side effect, neutropenia, DLT, dose-limiting, side effects, harm*, mucositis,
    cytopen*
inflammation: *itis, CRP, cytokine*, inflam*
swelling: *edema, swollen
seizure: epilep*, convuls*, status
falls: fall, fell
fracture: broken, fractur*
thrombosis: thromb*, embol*, clot*, DVT, VTE, stent thrombosis, coagul*
clotting: thromb*, coagul*, embol*
ischaemia: ischaem*, infarct*
infarction: infarct*, MI
arrhythmia: fibrillation, tachycard*, bradycard*, QT*, *arrhythm*, flutter, palpitation
cognition: memory, cognit*, MMSE, MoCA, executive, neurodevelop*, Mini-Mental, intellect*, IQ
memory: recall, amnesi*, remember*, amnes*, MMSE
mood: depress*, anxi*, bipolar
sleep: insomnia, *somn*
fertility: pregnan*, conception, ovulat*, live birth, infertil*
pregnancy: gestation*, trimester, antenatal, prenatal, obstetric, maternal, birth, pregnan*, preeclampsia,
    pre-eclampsia, preterm, in utero, caesarean, fetal
birth: deliver*, caesarean, perinatal, neonatal, newborn, preterm, induction, labour
hospitalisation: hospital, admission, admit*, inpatient, readmission
admission: hospitalis*, admit*, inpatient
readmission: readmit*, rehospital*
death: surviv*, mortal*, die*, stillbirth
disability: disab*, Rankin, independence, impair*, function*, Oswestry, mRS, HAQ, Barthel, dependen*
dementia: alzheimer*, cognit*
oedema: swell*, *edema
anaemia: haemoglobin, transfus*, iron deficiency
diabetes: glucose, insulin, HbA1c, glyc*, hyperglyc*, T2D*
obesity: overweight, obes*, BMI, body mass, weight, kg
hypertension: blood pressure, hypertens*, antihypertens*, systolic, diastolic, mm Hg
arthritis: arthr*, *arthritis, rheumatoid, gout
psychosis: schizophren*, psychot*
transplant: graft*, recipient*, transplant*, allograft*
genetic: gene*, allele*, genotype*, mutation*, polymorphism*, *omic, CYP*, variant*, carrier*, hereditary, inherit*,
    familial, BRCA*, APOL*
metabolism: metabol*, CYP*, clearance, pharmacokinetic*, exposure
compression: compress*, stocking*, bandage*
prolapse: pelvic organ
urinary: urin*, void*, bladder, urethr*
iron: ferr*
sodium: salt, natri*, *natremia
potassium: kal*, *kalemia
calcium: *calcemia, calci*
magnesium: *magnesemia
urate: *uricemia, gout
glucose: glyc*, *glycemia, HbA1c, sugar
injury: *trauma, traumat*, wound, fracture, lesion, damage*, injur*, tear, rupture, burn*
trauma: injur*, fracture*, *trauma
phosphate: sevelamer, lanthanum, binder, phosph*
ischaemic: occlu*, infarct*, thrombectomy, thrombolysis
blockade: block*, inhibit*, antagonist*, antibody
anxiety: worr*, anxio*, panic, GAD*, HADS, STAI
depression: depress*, antidepress*, PHQ*, MADRS, HAMD, HAM-D, HADS, EPDS
fatigue: tired*, exhaust*, FACIT, FACT-F, lethargy, sleepiness
bleed: *rrhage, haemorrh*, blood loss
sugar: glucose, glyc*, sucrose, fructose, sweet*, HbA1c
survival: death, mortal*, dead, alive, fatal*
weight: kg, obes*, BMI, body mass, weigh*
growth: height, grew, grow*, stature
hearing: auditory, deaf*, audio*, dB, tone, sensorineural
vision: visual, sight, acuity, blind*, ophthalm*, letters, logMAR, refract*, myop*
sexual: erectile, libido, sex*
flare: exacerbat*, relaps*, recurr*, attack*
exacerbation: flare*, worsen*, attack*
relapse: recurr*, flare*, exacerbat*, return*, worsening
recurrence: relaps*, recur*, return*
remission: cleared, clearance, disappear*, response*
adherence: complian*, adher*, completed, completion, persisten*, took
compliance: adher*, complian*
attendance: attend*, absen*, turned up
satisfaction: satisf*, prefer*, content
kinase: *nib, *kinase*
inhibitor: inhibit*, *nib, *gliptin, *gliflozin, *statin, *prazole, *pril, block*
blocker: inhibit*, antagonist*, *olol, *dipine, *sartan, block*
immunosuppressant: tacrolimus, ciclosporin, azathioprine, mycophenolate, *limus
nutrition: feed*, diet*, vitamin*, enteral, parenteral, food*, eat*
implant: device, prosthes*, IUD, stent, pacemaker, graft, mesh
contraception: IUD, implant, DMPA, pill, levonorgestrel, condom*, sterilis*
transfusion: red cell, haemoglobin, platelet
physiotherapy: exercise*, training, rehabilit*
brace: orthos*, splint*, bracing
inhaler: inhal*, budesonide, salbutamol, corticosteroid, formoterol, salmeterol
stroke: cerebrovascular, cerebral infarction, brain infarction, thrombectomy, Rankin, NIHSS, intracranial
sleepiness: Epworth, somnol*, drows*
insomnia: ISI, sleep*
smell: UPSIT, olfact*, anosm*
taste: gustat*, dysgeus*
eczema: EASI, dermat*
psoriasis: PASI
asthma: ACQ, wheez*, bronch*
haemorrhage: bleed*
vomiting: emesis, emetic, antiemet*, sick
nausea: sick*, emetogen*, antiemet*
constipation: laxat*, bowel movement
incontinence: leak*, continence
infertility: subfertil*, fertil*, conceiv*, IVF
miscarriage: pregnancy loss, abortion, live birth
preeclampsia: hypertensive disorders, eclamp*
hypoglycaemia: low glucose, glucose
wound: ulcer*, incision*, laceration*, burn*
ulcer: wound, sore*, lesion*
lesion: keratos*, plaque*, naev*, mole*, ulcer*, spot*
scar: keloid*, cicatr*
rash: exanthem*, erupt*, urticar*, derm*
syndrome: disorder, disease
ventilation: intubat*, mechanical*, extubat*, respirator*
intubation: tube, extubat*, ventilat*, airway
sedation: midazolam, propofol, dexmedetomidine, anaesth*
delirium: confus*, CAM-ICU
confusion: delir*, disorient*
agitation: restless*, aggress*
cough: antituss*, sputum
breathlessness: dyspn*, breath*
fever: temperature, pyrex*, febril*, antipyret*
oxygen: hypox*, saturation, oxygenat*
caries: decay*, cavit*, DMFT
gum: gingiv*, periodont*
dialysis: haemodial*, peritoneal, ESKD, kidney failure
gene: hereditary, inherit*
screening: screen*, mammogra*, test*
massage: manual therapy
yoga: stretch*
acupuncture: needl*
counselling: advice, advis*, counsel*, talk*
nurse: nursing, staff, midwi*
surgeon: surg*, operat*
dentist: dental, dent*
alcohol: drink*, ethanol, wine, beer
protein: albumin*, amino
fat: lipid*, fatty, adipos*, cholesterol
fruit: vegetable*, juice, berr*, apple*
meat: beef, pork, poultry, sausage*
salt: natri*, sodium
exercise: walk*, training, physical*, sport*, gym*, cycling, run*, resistance
immunisation: vaccin*, booster
poisoning: overdose*, intoxic*, poison*, toxic*
allergic: anaphyla*, allerg*, hypersensitiv*, urticari*, angioedema, atop*
allergy: anaphyla*, allerg*, hypersensitiv*, atop*
radiation: mSv, Gy, x-ray, radiograph*, CT, irradiat*
appendix: append*
genome: sequenc*, gene*, genom*
genomic: sequenc*, gene*, genom*
urinary: *urinary
genital: genit*
heart rate: bradycard*, tachycard*, pulse, beats
blood pressure: hypertens*, hypotens*, systolic, diastolic, mmHg
weight loss: weigh*, kg
weight gain: weigh*, kg
lung function: FEV1, FVC, spirometr*, DLCO
hair loss: alopec*, shedding, hair
hearing loss: deaf*, sensorineural, audiometr*
memory loss: amnes*
length of stay: stayed, discharge*
sexual function: erectile, libido
muscle strength: grip, dynamometr*
visual acuity: letters, logMAR, sight
oxygen saturation: SpO2, desaturat*, oximetr*, hypox*
blood sugar: HbA1c, glucose, glyc*
cervical: cervix, CIN*, HPV, cervic*
hair: alopec*, trich*, hirsut*
cataract: phac*, lens
fungal: *mycosis, *mycotic, candid*, tinea, terbinafine, antifung*, aspergill*, cryptococc*
hepatitis: HCV, HBV, HAV
embolisation: coil*, embol*, endovascular
tube: catheter*, cannul*, intub*, gastrostom*, nasogastric
cognitive: CBT, MMSE, MoCA, memory, dement*, intellig*, IQ
psychological: CBT, counsel*, psych*
antidepressant: duloxetine, bupropion, vortioxetine, fluoxetine, amitriptyline, SNRI
hypnotic: benzodiazepine, z-drug
anticonvulsant: lamotrigine, valproate, levetiracetam, carbamazepine, topiramate, antiepileptic, antiseizure
beta-blocker: propranolol, metoprolol, bisoprolol, carvedilol, atenolol, nebivolol, timolol
antihistamine: cetirizine, loratadine, fexofenadine, *tadine
laxative: macrogol, lactulose, senna, polyethylene
NSAID: ibuprofen, naproxen, diclofenac, indomethacin, *profen, *fenac, celecoxib
insulin: glargine, degludec, lispro, closed-loop
kidney stone: calcul*, lithiasis, oxalate
stone: calcul*, *lithiasis
hyperglycaemia: glucose, HbA1c, glyc*
prostate: PSA, prostat*
"""
