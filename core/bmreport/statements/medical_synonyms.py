"""Medical terms of one meaning, a group on a line.

Terms compare by `wording.key`, so one form of a word is enough. Only terms that stand for each other in nearly every
medical text belong here.
"""

from __future__ import annotations

__all__ = ["SAME_MEANING"]

SAME_MEANING = """
heart attack = myocardial infarction = MI = STEMI = acute coronary event
mini stroke = transient ischaemic attack = TIA
stroke = cerebrovascular accident = cerebrovascular event = apoplexy
intracranial haemorrhage = brain bleed = intracerebral haemorrhage = bleeding in the brain = haemorrhagic stroke
heart failure = cardiac failure = HF = HFrEF = HFpEF
atrial fibrillation = AF = AFib
coronary heart disease = coronary artery disease = ischaemic heart disease = CHD = CAD = IHD
cardiovascular disease = CVD
cardiovascular = CV
left ventricular = LV
ejection fraction = EF = LVEF
overall survival = OS
high blood pressure = raised blood pressure = elevated blood pressure = hypertension = hypertensive
low blood pressure = hypotension
blood pressure = BP = systolic pressure = diastolic pressure = systolic = diastolic
blood clot = thrombosis = thrombus = thromboembolism = thrombotic event = thromboembolic event
deep vein thrombosis = DVT = deep venous thrombosis
pulmonary embolism = PE = lung clot
venous thromboembolism = VTE
anticoagulant = anticoagulation = blood thinner = anticoagulated
direct oral anticoagulant = DOAC = NOAC = direct-acting oral anticoagulant
bleed = haemorrhage = bled
high cholesterol = hypercholesterolaemia = hyperlipidaemia = dyslipidaemia
blood sugar = blood glucose = glycaemia = glycaemic = plasma glucose
HbA1c = glycated haemoglobin = glycosylated haemoglobin = haemoglobin A1c
low blood sugar = hypoglycaemia
high blood sugar = hyperglycaemia
type 2 diabetes = T2DM = T2D
type 1 diabetes = T1DM = T1D
diabetes = diabetes mellitus = diabetic
obesity = obese = adiposity = adipose
overweight = excess weight
body mass index = BMI = body-mass index
cancer = carcinoma = neoplasm = malignancy = malignant = tumour = neoplastic = cancerous
bowel cancer = colorectal cancer = colon cancer
kidney = renal
kidney failure = renal failure = end-stage renal disease = end-stage kidney disease = ESRD = ESKD
chronic kidney disease = CKD = chronic renal disease
kidney function = renal function = eGFR = GFR = glomerular filtration rate
liver = hepatic
liver damage = liver injury = hepatotoxicity = liver toxicity = liver harm
lung = pulmonary
lung function = pulmonary function = spirometry = FEV1 = FVC
stomach = gastric
gut = bowel = intestine = intestinal = gastrointestinal = enteric = GI
skin = dermal = cutaneous
brain = cerebral
spinal fluid = cerebrospinal fluid = CSF
heart = cardiac
bone = osseous
tooth = dental = teeth
eye = ocular
nose = nasal
womb = uterus = uterine
throat = pharynx = pharyngeal
gullet = oesophagus = oesophageal
ear = auditory = aural
muscle = muscular
nerve = neural
blood vessel = vascular
vein = venous
artery = arterial
death = mortality = fatal = lethal = died = deadly = fatality = perish
survive = survival = survivor = alive
adverse event = side effect = toxicity = adverse effect = adverse reaction = undesirable effect = unwanted effect = AE
child = paediatric
newborn = neonate = neonatal
pregnant = pregnancy = gestational = gestation = antenatal = prenatal
mother = maternal
birth = delivery = childbirth = labour = born
caesarean = c-section = caesarian
miscarriage = spontaneous abortion = pregnancy loss
pre-eclampsia = preeclampsia
preterm = premature = prematurity
low birth weight = LBW
breastfeeding = breast feeding = breast-fed = lactation
menopause = menopausal = climacteric
hot flush = hot flash = vasomotor symptom
flu = influenza
covid = COVID-19 = SARS-CoV-2 = coronavirus
measles mumps rubella = MMR = measles–mumps–rubella
human papillomavirus = HPV
respiratory syncytial virus = RSV
human immunodeficiency virus = HIV
pre-exposure prophylaxis = PrEP
sexually transmitted infection = STI = sexually transmitted disease = STD
urinary tract infection = UTI
chickenpox = varicella
shingles = herpes zoster = zoster
whooping cough = pertussis
tuberculosis = TB
vaccine = vaccination = immunisation = immunise = vaccinee = inoculation = jab = vaccinated
shot = injection = inject
painkiller = analgesic = analgesia
itch = pruritus = pruritic
fever = pyrexia = febrile = feverish
vomiting = emesis
nausea = nauseous
diarrhoea = loose stools
constipation = constipated
shortness of breath = dyspnoea = breathlessness = breathless
sleeplessness = insomnia
memory loss = amnesia
broken bone = fracture
hip fracture = femoral neck fracture = broken hip
exercise = physical activity = physical training = exercise training
physiotherapy = physical therapy = physiotherapist = physical therapist
smoking = tobacco = cigarette = smoker
surgery = surgical = operation = operative = operated
perioperative = peri-operative
anaesthesia = anaesthetic = anaesthetist
drug = medication = medicine = pharmacological = pharmacotherapy
treatment = therapy = therapeutic = treat
hospital stay = length of stay = stay in hospital = inpatient stay
hospital admission = hospitalisation = hospitalise = admission = admitted
readmission = readmit = rehospitalisation
reoperation = reoperate = repeat surgery = second operation
intensive care = critical care = ICU = intensive-care unit = critically ill
emergency department = emergency room = ED = A&E = emergency visit
COPD = chronic obstructive pulmonary disease
high-flow nasal oxygen = high-flow nasal cannula = HFNC
continuous positive airway pressure = CPAP
gastro-oesophageal reflux = GORD = GERD
inflammatory bowel disease = IBD = Crohn's disease = ulcerative colitis
irritable bowel syndrome = IBS = irritable bowel
multiple sclerosis = MS
rheumatoid arthritis = RA
osteoarthritis = osteoarthrosis = OA
giant cell arteritis = GCA = temporal arteritis
systemic lupus erythematosus = SLE = lupus
atopic dermatitis = atopic eczema = eczema
non-steroidal anti-inflammatory drug = NSAID = non-steroidal drugs
proton-pump inhibitor = PPI
selective serotonin reuptake inhibitor = SSRI
beta-blocker = beta blocker = β-blocker = beta-adrenergic blocker
angiotensin-converting enzyme inhibitor = ACE inhibitor
cognitive behavioural therapy = CBT = cognitive therapy
electroconvulsive therapy = ECT
attention-deficit hyperactivity disorder = ADHD = attention deficit disorder
obsessive-compulsive disorder = OCD
post-traumatic stress disorder = PTSD
autism = autistic = ASD
self-harm = self-injury
suicide = suicidal = suicidality
anxiety = anxious
depression = depressive = depressed = low mood = melancholia
psychosis = psychotic
dementia = cognitive decline = demented
alzheimer = Alzheimer's disease
parkinson = Parkinson's disease
seizure = convulsion = ictal
epilepsy = epileptic
headache = cephalalgia
migraine = migraineur
fatigue = tiredness = tired = exhaustion
drowsiness = somnolence = drowsy = somnolent
dizziness = dizzy = vertigo
paracetamol = acetaminophen
adrenaline = epinephrine
noradrenaline = norepinephrine
salbutamol = albuterol
ciclosporin = cyclosporine = cyclosporin
rifampicin = rifampin
pethidine = meperidine
lignocaine = lidocaine
frusemide = furosemide
glyceryl trinitrate = nitroglycerin = GTN
oestrogen = estradiol = oestradiol
platelet count = platelet = thrombocyte
white cell = leucocyte = leukocyte
red cell = erythrocyte
low platelet count = thrombocytopenia
anaemia = low haemoglobin
swelling = oedema
wound infection = surgical-site infection = surgical site infection = SSI
blood poisoning = sepsis = septicaemia = septic
kneecap = patella
collarbone = clavicle
shin = tibia
thigh = femur = femoral
decay = caries
gum disease = periodontitis = periodontal
eyesight = vision = sight
visual acuity = BCVA = acuity
e-cigarette = vaping = electronic cigarette = vape
graft survival = graft take = graft loss
visual field = perimetry
quality of life = QoL = HRQoL = wellbeing = EQ-5D = SF-36 = KCCQ = SGRQ = DLQI = FACT-G = QLQ-C30 = WHOQOL
activities of daily living = ADL
randomised trial = RCT = randomised controlled trial
magnetic resonance imaging = MRI
computed tomography = CT
positron emission tomography = PET
electrocardiogram = ECG = EKG = electrocardiography
electroencephalogram = EEG
ultrasound = ultrasonography = sonography = ultrasonographic
x-ray = radiograph = radiography = radiographic
salt = sodium
fat = lipid
sugar = sugary = sugar-sweetened
fibre = fibrous
sour milk = yoghurt
B12 = cobalamin
folate = folic acid
ascorbic acid = vitamin C
vitamin D = cholecalciferol = vitamin D3 = vitamin D2 = 25-hydroxyvitamin D = 25(OH)D
oral contraceptive = birth control pill
heroin = diamorphine
alcohol = ethanol
graft = transplant = transplantation = allograft
dialysis = haemodialysis
incontinence = incontinent
infertility = infertile
ovulation = ovulatory
contraception = contraceptive = birth control
scar = scarring = cicatrix
rash = eruption = exanthem
bruise = bruising = ecchymosis
hives = urticaria
hair loss = alopecia
goitre = thyroid enlargement
lameness = claudication
rejection = reject
genotype = genetic = gene = genotyping
swab = smear
nasopharyngitis = common cold
relapse = recurrence = recur = recurrent
remission = remit
thromboembolic = thrombotic
catheter = catheterisation
ventilation = ventilator = ventilated
intubation = intubate
resuscitation = resuscitate
sedation = sedated = sedate = sedative
opioid = opiate = narcotic
inflammation = inflammatory
infection = infected = infectious
metastasis = metastatic = metastasise
mutation = mutant = mutated
ulcer = ulceration = ulcerative
stenosis = stenotic = narrowing
fibrosis = fibrotic
cirrhosis = cirrhotic
ischaemia = ischaemic
embolism = embolus = embolic
vegetarian = vegetarianism
suckling = breastfed
urate = uric acid
urea = BUN
albuminuria = albuminuric = albumin-to-creatinine = UACR = microalbuminuria
knee replacement = knee arthroplasty
hip replacement = hip arthroplasty
appendicectomy = appendectomy
gall bladder removal = cholecystectomy
prostate-specific antigen = PSA
C-reactive protein = CRP
interleukin = IL
tumour necrosis factor = TNF
age-related macular degeneration = AMD = macular degeneration
immune thrombocytopenia = ITP = immune thrombocytopenic purpura
obstructive sleep apnoea = OSA = sleep apnoea
acute kidney injury = AKI
acute respiratory distress syndrome = ARDS
acute coronary syndrome = ACS
percutaneous coronary intervention = PCI = coronary stenting
coronary artery bypass grafting = CABG = coronary bypass = bypass surgery
transcatheter aortic valve implantation = TAVI = TAVR
left ventricular assist device = LVAD
bone mineral density = BMD
benign prostatic hyperplasia = BPH = prostatic enlargement
lower urinary tract symptoms = LUTS
polycystic ovary syndrome = PCOS
gestational diabetes = GDM
postpartum haemorrhage = PPH
intrauterine device = IUD = coil
intraocular pressure = IOP
amyotrophic lateral sclerosis = ALS = motor neurone disease = motor neuron disease = MND
traumatic brain injury = TBI = head injury
spinal cord injury = SCI
cystic fibrosis = CF
idiopathic pulmonary fibrosis = IPF
hepatocellular carcinoma = HCC = liver cancer
non-small-cell lung cancer = NSCLC
chronic lymphocytic leukaemia = CLL
acute myeloid leukaemia = AML
haematopoietic stem cell transplantation = HSCT = bone marrow transplantation
graft-versus-host disease = GVHD
progression-free survival = PFS
disease-free survival = DFS
necrotising enterocolitis = NEC
bronchopulmonary dysplasia = BPD
respiratory distress syndrome = RDS
retinopathy of prematurity = ROP
sudden infant death syndrome = SIDS = cot death
bacterial vaginosis = BV
pelvic inflammatory disease = PID
hepatitis C virus = HCV
hepatitis B virus = HBV
cytomegalovirus = CMV
methicillin-resistant Staphylococcus aureus = MRSA
Clostridioides difficile = Clostridium difficile = CDI
faecal microbiota transplantation = FMT = stool transplantation
eosinophilic oesophagitis = EoE
non-alcoholic fatty liver disease = NAFLD = MASLD = fatty liver = steatotic liver disease = hepatic steatosis
temporomandibular disorder = TMD
mild cognitive impairment = MCI
transcranial magnetic stimulation = TMS
transcutaneous electrical nerve stimulation = TENS
cardiopulmonary resuscitation = CPR
extracorporeal membrane oxygenation = ECMO
renal replacement therapy = RRT
total parenteral nutrition = TPN
low-density lipoprotein = LDL
high-density lipoprotein = HDL
"""
