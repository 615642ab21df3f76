"""Words that name something medical: a disease, an organ, a drug, a measure, a mechanism, a procedure.

A sentence that names one of them says something that its source must speak of; other words only tell how. The words
stand in one form each, British spelling, and are compared by `wording.key`. Words that name people by age, sex or place
are no part of it: who was studied is a question of its own (`populations.py`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from bmreport.lexical import fold
from bmreport.stemming import fold_spelling

__all__ = ["MEDICAL_PHRASES", "is_ordinary", "looks_medical", "medical_words", "names_treatment"]

_DISEASES = """
    abscess atrophy atrophic acne addiction adenoma adiposity AIDS alcoholism allergy alopecia alzheimer's amenorrhoea
    amyloid anaemia anaphylaxis aneurysm angina angioedema anhedonia anorexia anosmia anxiety apathy aphasia apnoea
    arrhythmia arteriosclerosis ascites asphyxia asthma ataxia atelectasis atherosclerosis atopic atopy autism
    autistic bedsore behçet bipolar bleeding blindness blister bloating bradycardia breathlessness bronchiectasis
    bronchospasm bruise bulimia burnout cachexia calcification calculus cancer carcinoma caries cataract chilblain
    chlamydia cholera cholestasis chorea cirrhosis claudication coeliac colic coma concussion confusion constipation
    contracture convulsion cough COVID cramp crohn's croup cushing's cyst deafness deconditioning dehydration delirium
    delusion dementia dengue depression desaturation diabetes diarrhoea diphtheria disability disfigurement
    dislocation dissociation dizziness drowsiness drowning dryness dysentery dysfunction dyslexia dyspepsia dystonia
    dystrophy ebola eclampsia eczema embolism embolus emphysema empyema endometriosis enuresis epilepsy erosion
    eruption erythema exacerbation exhaustion fainting fatigue fever feverish fibrillation fibroid fibromyalgia
    fistula flare flatulence flu flushing flutter fracture frailty frostbite gallstone gangrene gigantism glaucoma
    goitre gonorrhoea gout graves' grief haematoma haematuria haemophilia haemoptysis haemorrhage haemorrhoid
    hallucination headache heartburn hernia herpes hiccup hirsutism hives HIV hodgkin's huntington's hydrocephalus
    hyperactivity hypothermia hyperthermia hypertension hypotension hysteria ichthyosis icterus ileus immunodeficiency
    immobility impetigo impotence impulsivity incontinence indigestion infarction infection infertility infestation
    inflammation influenza injury insomnia intoxication irritability ischaemia itch itching jaundice keloid
    ketoacidosis kyphosis lameness laxity lesion lethargy leprosy leukaemia lichen limp loneliness lupus lymphoedema
    lymphoma malabsorption malaise malaria malformation malignancy malnutrition mania manic measles melanoma melasma
    menopause menorrhagia mesothelioma metastasis migraine miscarriage mortality mumps mutism myeloma myopia
    narcolepsy nausea necrosis neoplasm neuroma neurosis nightmare numbness nystagmus obesity obstruction occlusion
    oedema orbitopathy osteoarthritis osteopenia osteoporosis overdose overweight pain palpitation palsy panic
    papilloma paralysis paranoia parkinson's perforation pertussis phlegm phobia plaque pneumonia pneumothorax
    poisoning polio polyp polydipsia prediabetes pre-eclampsia preeclampsia prolapse proteinuria pruritus psoriasis
    psychosis purpura rabies rash raynaud's reflux regurgitation rejection restenosis restlessness retinopathy
    rheumatism rheumatoid rhinitis rickets ringworm rosacea rubella rupture sadness sarcoidosis sarcoma scabies scar
    scarring schizophrenia sciatica scleroderma sclerosis scoliosis scurvy seizure self-harm sepsis septicaemia seroma
    shingles shock sickle sjögren's sleepiness smallpox sneezing snoring somnolence spasm spasticity sprain squint
    stenosis stiffness stillbirth stroke stuttering suicide suicidal suicidality sunburn swelling syncope syndrome
    syphilis tachycardia tendinopathy tetanus thalassaemia thromboembolism thrombosis thrombus thrush tic tinnitus
    toxicity toxicosis trachoma trauma tremor tuberculosis tumour typhoid typhus ulcer ulceration uraemia urticaria
    varicella varices vasospasm vertigo virilisation vitiligo vomiting warts weakness wheeze whiplash wound xerostomia
    yellowing zoster zika anhidrosis hyperplasia dysplasia neoplasia metaplasia sarcopenia myasthenia encephalopathy
    candidiasis calciphylaxis lymphopenia neutropenia hyperkalaemia hypoglycaemia rhabdomyolysis extravasation
    dehiscence hypoxia hypoxaemia hypercapnia acidosis thirst hunger dyskinesia akathisia parkinsonism mucositis
    stomatitis caput candidaemia bacteraemia viraemia fungaemia prematurity microcephaly spina cleft colonisation
    desquamation relapse recurrence remission agitation aggression hostility craving nocturia sweating shivering
    chills hoarseness dandruff wrinkles pigmentation photosensitivity hardship isolation perioperative-death deformity
    paraplegia tetraplegia hemiparesis malocclusion dysarthria dysmenorrhoea dyspareunia embolisation extrasystole
    hyperemesis leakage lesions loosening malunion nonunion microaneurysm mutilation ossification parasomnia
    plagiocephaly pneumonitis polyuria prostatism rebleeding reinfection reinfarction revascularisation
    rhabdomyosarcoma sclerosing thrombophilia torsion torticollis trismus vaginosis wasting withdrawal-bleed hyperopia
    astigmatism amblyopia strabismus keratoconus photophobia floaters presbyopia presbycusis barotrauma hyponatraemia
    hypokalaemia hypernatraemia hypocalcaemia polyposis nosebleed epistaxis laryngospasm halitosis bruxism gingivitis
    periodontitis fluorosis gallstones hydronephrosis urolithiasis dysuria urgency varicocele phimosis balanitis
    paronychia cellulitis gangrenous necrotic insulinoma thyrotoxicosis thyroiditis acromegaly gynaecomastia hirsute
    galactorrhoea endometrioma adenomyosis vaginismus vulvodynia hypersensitivity hyperalgesia hypoalgesia
    telangiectasia
"""
_BODY = """
    abdomen abdominal achilles adipose adrenal airway allograft alveolus amniotic amygdala ankle anus aorta aortic
    appendix artery arterial atrium atrial autonomic axilla bile biliary bladder blood bone bowel brain brainstem
    breast bronchus bronchial buttock calf cardiac cardiovascular carotid cartilage cerebellum cerebral
    cerebrovascular cerebrospinal cervix cervical chest clavicle cochlea colon colorectal cornea corneal coronary
    cortex cortical cranial cutaneous cytoplasm dental dermis dermal diaphragm duodenum ear elbow endocrine
    endothelium endothelial endometrium enteric epidermis epithelium epithelial eye eyelid facial fallopian femur
    femoral fibroblast finger foetus foetal follicle foot forearm gallbladder ganglion gastric gastrointestinal
    genital gingiva gland gum gut haematological haemodynamic hair hamstring heart hepatic hepatocyte hip hippocampus
    hypothalamus ileum intestine intestinal intracranial intraocular intrahepatic jaw keratinocyte kidney knee larynx
    ligament lip liver lumbar lung lymph lymphatic lymphocyte macrophage mammary marrow meninges meniscus metabolic
    microvascular mitral mouth mucosa mucosal muscle muscular myelin myocardium myocardial nail nasal nasopharynx
    nephron nerve neural neurological neuromuscular neuron nose ocular oesophagus oesophageal optic orbital oropharynx
    oropharyngeal ovary ovarian pancreas pancreatic parathyroid parietal patella pectoral pelvis pelvic penis
    pericardium perineum peritoneum peritoneal pharynx pituitary placenta pleura pleural prefrontal prostate psoas
    pulmonary pupil rectum rectal renal respiratory retina retinal rib sacral saliva salivary scalp sclera scrotum
    sinus skeletal skin skull spinal spine spleen sperm sternum stomach subcutaneous synovium synovial tendon testis
    testicular thoracic thorax throat thymus thyroid tibia toe tongue tonsil tooth trachea tracheal trapezius ureter
    urethra urinary urine urothelial uterus uterine vagina vaginal vagus valve valvular vas vascular vein vena venous
    ventricle ventricular vertebra vertebral vestibular vocal vulva wrist ductal lobular squamous glial follicular
    papillary hepatocellular hearing taste smell erectile sexual libido vision visual eyesight mesenteric splanchnic
    iliac popliteal brachial ulnar carpal tarsal plantar occipital mandibular maxillary palatal lingual buccal
    gingival periapical pulp enamel dentine alveolar conjunctival macular macula vitreous choroidal lacrimal tympanic
    cochlear laryngeal nasopharyngeal mediastinal pericardial hepatobiliary duodenal jejunal ileal colonic anal
    perianal ureteral urethral scrotal penile vulvar tubal endometrial fetal axillary inguinal sural tibial fibular
    metatarsal metacarpal sacroiliac thigh forehead cheek chin quadriceps gluteal deltoid biceps triceps rotator
    adductor abductor soleus gastrocnemius diaphragmatic intercostal
"""
_MEASURES = """
    ALT AST albumin aldosterone alkaline amylase androgen antibody antigen apolipoprotein bicarbonate bilirubin
    biomarker BMI BNP bodyweight calcium calprotectin cholesterol cognition cognitive cortisol creatinine CRP cytokine
    dimer eGFR electrolyte eosinophil eosinophilia erythrocyte FEV1 ferritin fibrinogen folate FVC GFR glucagon
    glucose glycaemia glycaemic glycated haematocrit haemoglobin HbA1c HDL homocysteine hormone IgE immunoglobulin
    immunogenicity INR insulin interferon interleukin iron ketone lactate LDL leptin leucocyte libido lipase lipid
    lipoprotein magnesium melatonin memory microbiome microbiota mineral mood myoglobin neutrophil oestradiol
    oestrogen oxygenation phosphate platelet plasminogen potassium procalcitonin progesterone prolactin prothrombin
    PSA QALY readmission rehospitalisation reoperation hospitalisation hospitalise seroconversion sodium spirometry
    telomere testosterone thyrotropin thyroxine transaminase triglyceride troponin TSH urate urea uric vitamin zinc
    gait grip appetite fertility ovulation lactation breastfeeding menstruation cognition absenteeism presenteeism
    unemployment attendance satisfaction adherence compliance survival weight growth height stature posture continence
    literacy neurodevelopment ejection
"""
_DRUGS = """
    abortifacient adrenaline alcohol aldosterone amiodarone amphetamine anabolic analgesic anaesthetic antacid
    antiarrhythmic antibacterial antibiotic anticholinergic anticoagulant anticonvulsant antidepressant antidiabetic
    antidote antiemetic antiepileptic antifungal antihistamine antihypertensive antimalarial antimicrobial antioxidant
    antiplatelet antipsychotic antipyretic antiretroviral antithrombotic antithyroid antitoxin antitussive antiviral
    anxiolytic artemisinin ascorbic aspirin atropine barbiturate benzodiazepine beta-blocker biguanide biosimilar
    bisphosphonate botulinum bronchodilator bupropion buspirone caffeine cannabidiol cannabinoid cannabis
    carbamazepine chemotherapeutic chemotherapy chlorhexidine chloroquine ciclosporin cidofovir cisplatin clonidine
    clopidogrel clozapine cocaine codeine colchicine collagen contraceptive contraception corticosteroid cortisone
    creatine cyclophosphamide dapsone decongestant deferoxamine desmopressin dexamethasone dextrose digoxin diuretic
    docetaxel donepezil ecstasy emollient ephedrine epinephrine ergotamine ethanol ezetimibe fentanyl fibrate fluoride
    fluorouracil folinic gabapentin galantamine ginkgo ginseng glucocorticoid glucosamine glycerin haloperidol heparin
    heroin herbal homeopathic hydralazine hydroxychloroquine hydroxyurea hypnotic ibuprofen immunosuppressant
    immunosuppressive immunotherapy inhaler inotrope insecticide isotretinoin ivermectin ketamine ketorolac laxative
    leucovorin levodopa levothyroxine lithium loperamide mannitol melatonin memantine mesalazine metformin methadone
    methotrexate methylphenidate metoclopramide midazolam mifepristone mineralocorticoid minoxidil misoprostol
    modafinil monoclonal morphine mouthwash multivitamin naloxone naltrexone narcotic neostigmine nicotine
    nicotinamide niacin nitrate nitroglycerin nitrous noradrenaline NSAID nusinersen oestrogen opiate opioid
    oseltamivir oxytocin paracetamol penicillin pessary phentermine phenytoin prebiotic prednisolone prednisone
    probiotic progestin progestogen prokinetic promethazine propofol psilocybin psychedelic psychotropic quinine
    retinoid retinol rifampicin rituximab salbutamol saline sedative serotonergic sertraline sildenafil solvent SSRI
    steroid stimulant streptokinase strychnine sulfasalazine sulfonylurea sulphonylurea sunscreen surfactant
    tacrolimus tamoxifen tenofovir tetracycline thalidomide thiazide thrombolytic thyroxine tobacco tocolytic tramadol
    tranexamic tranquilliser tretinoin trimethoprim triptan vaccine valproate vancomycin vapour vasoconstrictor
    vasodilator vasopressin vasopressor zopiclone eszopiclone lurasidone venlafaxine desvenlafaxine mirtazapine
    trazodone citalopram escitalopram lamotrigine topiramate acamprosate varenicline cytisine buprenorphine
    domperidone sucralfate eplerenone finerenone sacubitril ivabradine ranolazine carvedilol labetalol nifedipine
    ticagrelor prasugrel fondaparinux glipizide gliclazide glimepiride acarbose orlistat carbimazole methimazole
    propylthiouracil salmeterol formoterol nitrofurantoin fosfomycin metronidazole fluconazole aciclovir acyclovir
    artesunate artemether praziquantel albendazole mebendazole letrozole anastrozole leflunomide azathioprine
    mycophenolate allopurinol febuxostat probenecid teriparatide raloxifene calcitonin chondroitin clomiphene
    tadalafil finasteride tamsulosin solifenacin mirabegron oxybutynin esketamine atomoxetine guanfacine
    dexmedetomidine remifentanil succinylcholine rocuronium sugammadex levonorgestrel ulipristal tirzepatide
    apremilast montelukast theophylline cromoglicate ketotifen cetirizine loratadine pirfenidone nintedanib riluzole
    edaravone pyridostigmine dantrolene baclofen tizanidine lidocaine capsaicin glycopyrrolate hyoscine dimenhydrinate
    simethicone ursodeoxycholic cholestyramine fenofibrate niacinamide tocopherol carotene selenium lutein carnitine
    arginine glutamine verapamil warfarin zolpidem crystalloid colloid isoniazid rifapentine acetaminophen albuterol
"""
_MECHANISMS = """
    acetylation acetylcholine agonist allele amino amyloid angiogenesis antagonist apoptosis autoimmune autoantibody
    autophagy blockade calcineurin caspase catecholamine chemokine chromosome clotting coagulation costimulation
    cyclooxygenase cytochrome cytotoxic depolarisation dopamine dopaminergic endorphin enzyme enzymatic epigenetic
    fibrinolysis fermentation GABA gene genetic genome genomic genotype glutamate glycolysis haemolysis haemostasis
    heritability histamine histone homeostasis inhibitor inflammatory kinin leukotriene ligand lipolysis messenger
    metabolite metabolism methylation mitochondrial mitochondria mitosis mutation myelination neurogenesis
    neuroinflammation neuroplasticity neuroprotection neurotransmitter neurotrophic nitric nociception noradrenergic
    nucleotide oxidation oxidative oxide oxytocin peptide phenotype phosphorylation polymorphism prostacyclin
    prostaglandin protease proteasome protein receptor remodelling renin angiotensin reuptake ribosome RNA DNA
    senescence serotonin sympathetic parasympathetic synapse synaptic telomerase thrombin thromboxane transcription
    transporter tyrosine upregulation downregulation vasoconstriction vasodilation AMPK mTOR TNF VEGF EGFR CYP2C19
    CYP3A4 cannabinoid
"""
_CARE = """
    ablation acupressure acupuncture amputation angiography angioplasty anaesthesia antenatal arthroscopy arthroplasty
    aromatherapy audiometry autopsy bandage bariatric biofeedback biopsy brace bracing bypass caesarean cannula
    catheter catheterisation cataract chiropractic circumcision colectomy colonoscopy colposcopy cochlear compression
    counselling CPAP craniotomy cryotherapy CT curettage cystoscopy debridement defibrillator defibrillation
    densitometry denture dialysis dieting dilatation drainage dressing ECG ECMO EEG echocardiography electroconvulsive
    electrocautery electrotherapy embolisation embryo endoscopy endovascular enema epidural episiotomy evisceration
    extubation fasting fluoroscopy fundoplication gastrostomy genotyping graft grafting haemodialysis haemofiltration
    helmet herb homeopathy hydrotherapy hypnotherapy hysterectomy imaging immunisation implant implantation
    insemination intubation irrigation IVF kinesio laparoscopy laparoscopic laparotomy laser lavage leeches ligation
    lobectomy magnesium mammography mammogram manipulation massage mastectomy meditation mesh mindfulness motivational
    MRI nebuliser nephrectomy neurofeedback neurostimulation orthodontic orthosis osteopathy osteotomy oximetry
    pacemaker palliative PET phlebotomy phototherapy physiotherapy plasmapheresis prosthesis prosthetic psychoanalysis
    psychoeducation psychosurgery psychotherapy radiograph radiography radiotherapy radiation reconstruction
    rehabilitation reiki resection resuscitation revascularisation robotic sauna scintigraphy sedation shunt sling
    splint splinting stapler stent sterilisation stimulation stoma stretching suture surgery surgical swimming
    tamponade taping telehealth telemedicine telerehabilitation thoracotomy thrombectomy thrombolysis thyroidectomy
    tonsillectomy tourniquet tracheostomy traction transfusion transplant transplantation tube ultrasound
    ultrasonography vaccination vasectomy vibration ventilation ventilator wheelchair yoga pilates
"""
_LIFE = """
    arsenic asbestos beef beverage breakfast calorie caloric cadmium carbohydrate cereal chocolate cigarette cocoa
    coffee dairy egg fat fibre fish fluoride fructose fruit garlic ginger gluten honey ketogenic legume lentil meat
    milk nut omega-3 pesticide pollution pollen polyphenol pomegranate potato poultry protein radon rice salt selenium
    soy soya spinach sugar sunlight sweetener tea vegan vegetable vegetarian vegetarianism mediterranean wine yoghurt
    mercury menthol vaping mould mite curcumin turmeric bacteria bacterium bacterial fungus fungal parasite parasitic
    virus viral adenovirus aspergillus campylobacter candida clostridium clostridioides coronavirus cytomegalovirus
    enterovirus giardia gonococcal helicobacter helminth hookworm HPV legionella listeria meningococcal mycobacterium
    mycoplasma norovirus papillomavirus plasmodium pneumococcal pneumococcus pseudomonas retrovirus rhinovirus
    rotavirus RSV salmonella schistosomiasis shigella staphylococcus staphylococcal streptococcus streptococcal
    toxoplasmosis trichomonas mosquito worm nurse pharmacist midwife surgeon dentist dietitian psychologist
    psychiatrist physiotherapist chaplain teacher bereavement divorce poverty stigma violence imprisonment
"""
_PHRASES = """
    visual field, self-harm, quality of life, length of stay, hospital stay, birth weight, body weight, body mass,
    weight loss, weight gain, blood pressure, heart rate, lung function, muscle strength, return to work, school
    attendance, activities of daily living, daily living, hot flushes, sexual function, bone density, visual acuity,
    hearing loss, hair loss, memory loss, attention deficit, restless legs, hand washing, screen time, sick leave,
    walking speed, walking distance, exercise capacity, oxygen saturation, self harm, self esteem, ejection fraction,
    viral load, motor function, executive function, intensive care admission, hospital admission, emergency department
    visits, cold sores, blood clots, nerve block, bed rest, whole grain, processed food, physical activity, urinary
    retention, fluid retention, drug dependence, alcohol dependence, joint pain, wound healing, growth restriction,
    cystic fibrosis, cerebral palsy, stem cells, bone marrow, preterm birth, hearing aids, proton pump inhibitors,
    x-ray, tai chi, platelet-rich plasma, bone mineral density, cognitive behavioural therapy, caregiver burden,
    reaction time, disease progression, health care costs
"""
MEDICAL_PHRASES = tuple(" ".join(phrase.split()) for phrase in _PHRASES.split(","))
"""Names of several common words; each stands for one thing."""

_DISEASE = (
    r"(?:.{2,}(?:itis|[a-z]osis|emia|penia|pathy|algia|uria|plegia|rrhea|rrhage|rrhagia|rrhexis|phobia|malacia|ectasis"
    r"|iasis|edema|pnea|phagia|phasia|kinesia|asthenia|esthesia|dynia|philia|plasia|cele|spasm|toxicity|toxic"
    r"|thymia|plegic|algesia|omania|megaly|lysis|paresis)|.{3,}omas?|.{2,}omatous)"
)
_PROCEDURE = (
    r".{2,}(?:ectomy|ectomies|[ltrsdnh]otomy|ostomy|plasty|oscopy|oscopic|pexy|centesis|apheresis|desis|metry)"
    r"|(?:angio|mammo|radio|sono|echocardio|veno|cysto|urethro|arterio|encephalo|myelo|polysomno|tomo)graph(?:y|ic)"
    r"|(?:chemo|radio|physio|immuno|photo|cryo|brachy|pharmaco|psycho|hydro|hormono|balneo)therap(?:y|ies|eutic)"
)
_DRUG = (
    r".{2,}(?:mab|[tlsr]inib|statin|[aoi]pril|sartan|[nltp]olol|cillin|[mr]ycin|micin|floxacin|cycline|conazole|prazole"
    r"|nidazole|[aio]vir|gliptin|gliflozin|[agl]lutide|natide|parin|xaban|gatran|triptan|dipine|[oc]aine|azepam"
    r"|[iz]olam"
    r"|oxetine|pramine|triptyline|setron|[nbt]ercept|tacept|kinra|ciclib|parib|limus|trexate|platin|taxel|rubicin"
    r"|tabine"
    r"|relbine|fenac|profen|oxicam|coxib|asone|olone|sonide|meterol|tropium|lukast|dronate|dronic|semide|thiazide"
    r"|olactone|phylline|barbital|curium|curonium|flurane|fentanil|morphone|codone|glitazone|formin|glinide|fibrate"
    r"|tidine|dopa|giline|tiapine|zapine|peridone|piprazole|pentin|gabalin|racetam|bamate|tocin|relin|relix|estrel"
    r"|estradiol|steride|sterone|oxifene|trozole|feron|grastim|poetin|teplase|siran|kacin|penem|bactam|oquine|fungin"
    r"|nafine|vudine|azine|amide|bant|gepant|[sv]entan|grel|ersen|leucel|parvovec|orexant|idine|oxacin|nazole|zolid"
    r"|globulin|kine|kinase|ergic|cidal|blockers?)"
)
_ENZYME = r".{4,}ase"
_MEDICAL = re.compile(rf"(?:{_DISEASE}|{_PROCEDURE}|{_DRUG}|{_ENZYME})")
_PLURAL = re.compile(r"(?<=[a-z]{4})(?<![suio])s$")
_LOOK_ALIKES = """
    hospital hospitals diagnosis prognosis misdiagnosis overdiagnosis underdiagnosis diploma aroma sympathy empathy
    academia romania macadamia osmosis symposia database disease increase decrease release purchase phrase grease
    showcase suitcase staircase upstairs magazine person parson bazaar geometry symmetry asymmetry telemetry
    sociometry econometry psychometry biometry combine determine examine decline outline baseline guideline guidelines
    deadline timeline pipeline online medicine machine routine engine imagine famine examine genuine feminine
    discipline define refine analysis dialysis meta-analysis reanalysis metaanalysis dichotomy autonomy intercept
    excerpt concept pyramid april telephone homophobia paraphrase erase pacemaker hypothesis synthesis emphasis basis
    thesis parenthesis photosynthesis oasis atmosphere macroscopic microscopic lowercase uppercase briefcase encase
    disease-free prerelease rephrase interphase
"""
_ORDINARY = frozenset(fold_spelling(word) for word in _LOOK_ALIKES.split())


@lru_cache(maxsize=1)
def medical_words() -> frozenset[str]:
    """The listed words, folded, as they stand; `wording.is_medical` compares their keys."""
    return frozenset(fold(word) for part in _PARTS for word in part.split())


def looks_medical(word: str) -> bool:
    """Whether the form of a folded word gives it away: endings of diseases, drugs, enzymes and procedures."""
    if len(word) < 6 or not word.isalpha():
        return False
    word = fold_spelling(word)
    if word in _ORDINARY:
        return False
    singular = _PLURAL.sub("", word)
    return singular not in _ORDINARY and _MEDICAL.fullmatch(singular) is not None


def is_ordinary(word: str) -> bool:
    """Whether a folded word only looks medical (`hypothesis`, `hospital`)."""
    return word in _ORDINARY


def names_treatment(word: str) -> bool:
    """Whether a folded word names a drug or a procedure rather than a disease or an outcome."""
    singular = _PLURAL.sub("", fold_spelling(word))
    return word in _treatments() or re.fullmatch(f"(?:{_DRUG}|{_PROCEDURE})", singular) is not None


@lru_cache(maxsize=1)
def _treatments() -> frozenset[str]:
    return frozenset(fold(word) for part in (_DRUGS, _CARE) for word in part.split())


_PARTS = (_DISEASES, _BODY, _MEASURES, _DRUGS, _MECHANISMS, _CARE, _LIFE)
