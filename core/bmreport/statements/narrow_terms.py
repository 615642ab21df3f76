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
vascular: arter*, ven*, vein, vessel, stroke, cardiovascular
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
eye: ocul*, retin*, ophthalm*, vision, visual, cataract, glaucoma, cornea*, macul*, opt*
bone: osteo*, fracture, skelet*, vertebr*, hip, femor*, orthopaed*, tibia*
blood: haem*, plasma, serum, transfusion, bleed, *aemia, venous, arterial
muscle: myo*, sarcopenia, biceps, quadriceps
joint: arthr*, knee, hip, shoulder, rheumat*, synovi*, gout, ankle
nerve: neur*, radicul*, carpal
breast: mamm*, mastectomy
mouth: oral, dent*, tooth, gum, mucositis
dental: tooth, caries, periodont*, orthodont*, oral, gingiv*, molar
hormone: oestrogen, progest*, testosterone, insulin, cortisol, thyr*, glucocorticoid*, *relin
vaccine: vaccin*, MMR, booster, dose of vaccine
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
contraceptive: levonorgestrel, pill, IUD, intrauterine
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
toxicity: *toxic*, adverse event, side effect, neutropenia, DLT, dose-limiting
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
cognition: memory, cognit*, MMSE, MoCA, executive, neurodevelop*
memory: recall, amnesi*, remember*
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
disability: disab*, Rankin, independence, impair*, function*
dementia: alzheimer*, cognit*
oedema: swell*, *edema
anaemia: haemoglobin, transfus*, iron deficiency
diabetes: glucose, insulin, HbA1c, glyc*, hyperglyc*, T2D*
obesity: overweight, obes*, BMI, body mass
hypertension: blood pressure, hypertens*, antihypertens*
arthritis: arthr*, *arthritis, rheumatoid, gout
psychosis: schizophren*, psychot*
transplant: graft*, recipient*, transplant*, allograft*
genetic: gene*, allele*, genotype*, mutation*, polymorphism*, *omic, CYP*, variant*, carrier*
metabolism: metabol*, CYP*, clearance, pharmacokinetic*, exposure
compression: compress*, stocking*, bandage*
prolapse: pelvic organ
urinary: urin*, void*, bladder, urethr*
iron: ferr*
sodium: salt, natri*
potassium: kal*
phosphate: sevelamer, lanthanum, binder, phosph*
ischaemic: occlu*, infarct*, thrombectomy, thrombolysis
blockade: block*, inhibit*, antagonist*, antibody
anxiety: worr*, anxio*, panic, GAD*
depression: depress*, antidepress*, PHQ*
fatigue: tired*, exhaust*
bleed: *rrhage, haemorrh*, blood loss
sugar: glucose, glyc*, sucrose, fructose, sweet*, HbA1c
survival: death, mortal*, dead, alive, fatal*
weight: kg, obes*, BMI, body mass, weigh*
growth: height, grew, grow*, stature
hearing: auditory, deaf*, audio*
vision: visual, sight, acuity, blind*, ophthalm*
sexual: erectile, libido, sex*
flare: exacerbat*, relaps*, recurr*, attack*
exacerbation: flare*, worsen*, attack*
relapse: recurr*, flare*, exacerbat*, return*
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
"""
