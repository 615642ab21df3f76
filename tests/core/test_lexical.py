"""Words, stems and weights."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.lexical import Idf, QuestionTerms, bag, content_stems, fold, tokens
from bmreport.stemming import fold_spelling, stem

TEXT = st.text(max_size=200)

ONE_STEM = [
    "prevent prevents prevented preventing prevention preventive preventative",
    "bleed bleeding bleeds bled",
    "haemorrhage hemorrhage haemorrhages hemorrhagic haemorrhagic",
    "reduce reduced reduces reducing reduction reductions",
    "randomised randomized randomisation randomization randomise",
    "vaccine vaccines vaccination vaccinated",
    "infect infection infections infected infectious infective",
    "hypertension hypertensive",
    "ischaemia ischemia ischaemic ischemic",
    "diabetes diabetic",
    "obese obesity",
    "anaemia anemia anaemic",
    "tumour tumor tumours tumors",
    "centre center centres",
    "treat treatment treated treating treatments",
    "effect effects effective effectiveness effectively",
    "die died death deaths dying",
    "woman women",
    "survive survival survived",
    "paediatric pediatric",
    "oestrogen estrogen",
    "foetal fetal",
    "diarrhoea diarrhea",
    "significant significantly significance",
    "supplement supplements supplementation",
    "associate associated association",
    "analyse analyze analysed analysis",
    "behaviour behavior behavioural",
    "complication complications",
    "pregnant pregnancy",
    "study studies",
    "disease disease's",
]
OTHER_STEMS = ["factor fact", "four hour", "hypertension hypotension", "renal renin", "cancer cancel", "policy police"]


@pytest.mark.parametrize("words", ONE_STEM)
def test_forms_of_a_word_share_a_stem(words: str) -> None:
    """Plural, verb endings, derivations and British spelling do not part a word from itself."""
    assert len({stem(word) for word in words.split()}) == 1, {word: stem(word) for word in words.split()}


@pytest.mark.parametrize("words", OTHER_STEMS)
def test_other_words_keep_other_stems(words: str) -> None:
    """Words that only look alike are not joined."""
    one, other = words.split()
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["p53", "100mg", "аспирин", "हृदय", "2", "", "ab", "covid19"])
def test_what_is_no_plain_english_word_is_its_own_stem(word: str) -> None:
    """Numbers, gene names and other scripts stay whole."""
    assert stem(word) == word


@pytest.mark.parametrize(
    ("british", "american"),
    [("anaesthesia", "anesthesia"), ("colour", "color"), ("analysed", "analyzed"), ("programme", "program")],
)
def test_british_spelling_folds(british: str, american: str) -> None:
    """Titles are compared in one spelling."""
    assert fold_spelling(british) == fold_spelling(american) == american


@pytest.mark.parametrize("word", ["exercise", "raised", "promise", "advise", "hour", "four", "course", "does"])
def test_words_that_look_british_are_left(word: str) -> None:
    """The rules for spelling do not touch words that are spelt so everywhere."""
    assert fold_spelling(word) == word


def test_numbers_keep_their_unit() -> None:
    """A number and its unit are one token, with or without a space."""
    assert tokens("Aspirin 100 mg, 100mg or 5%") == ["aspirin", "100mg", "100mg", "or", "5%"]
    assert tokens("5 µg/ml") == ["5μg", "ml"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("19,114 adults", ["19114", "adults"]),
        ("HR 0·89", ["hr", "0.89"]),
        ("p = .03", ["p", "0.03"]),
        ("1,234,5678", ["1", "234", "5678"]),
        ("10years", ["10years"]),
        ("COVID-19", ["covid", "19"]),
        ("non-fatal, nonfatal", ["nonfatal", "nonfatal"]),
        ("TNF-α", ["tnf", "alpha"]),
        ("blocker’s", ["blocker's"]),
    ],
)
def test_tokens_of_medical_text(text: str, expected: list[str]) -> None:
    """Numbers, hyphens, Greek letters and apostrophes are read as a reader means them."""
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("阿司匹林", ["阿司", "司匹", "匹林"]),
        ("हृदय रोग", ["हृदय", "रोग"]),
        ("الأَسبرين؟", ["الاسبرين"]),
        ("Zürich Łódź Ærø", ["zurich", "lodz", "aero"]),
        ("ＡＢＣ", ["abc"]),
    ],
)
def test_other_scripts_make_tokens(text: str, expected: list[str]) -> None:
    """Scripts without spaces give pairs, Indic words stay whole, accents and full width do not count."""
    assert tokens(text) == expected


def test_stop_words_and_frame_words_carry_no_content() -> None:
    """What only frames the question is left out."""
    assert content_stems("What is known about the evidence that aspirin works?") == ["aspirin", "work"]


def test_coverage_is_the_share_of_content_words() -> None:
    """Two of four content words give one half; each word counts once, by stem."""
    terms = QuestionTerms("Does aspirin prevent stroke in women?")
    assert terms.coverage("Preventing strokes. Preventing strokes.") == 0.5
    assert terms.coverage("Aspirin prevented strokes in a woman") == 1.0
    assert terms.coverage("Nothing of the kind") == 0.0


def test_a_question_without_content_words_covers_nothing() -> None:
    """No division by zero, and no text that matches everything."""
    assert QuestionTerms("What is it?").coverage("what it is") == 0.0
    assert QuestionTerms("").coverage("anything") == 0.0


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("heart attack", "fewer myocardial infarctions"),
        ("high blood pressure", "hypertensive patients"),
        ("bleeding", "major haemorrhage"),
        ("mortality", "they died"),
        ("COPD", "chronic obstructive pulmonary disease"),
    ],
)
def test_lay_and_medical_terms_meet(question: str, text: str) -> None:
    """Words that mean the same count as the word asked for."""
    assert QuestionTerms(question).coverage(text) == 1.0


def test_non_fatal_is_not_fatal() -> None:
    """A negation by prefix makes another word."""
    assert QuestionTerms("mortality").coverage("non-fatal stroke") == 0.0


def test_containment_looks_one_way() -> None:
    """1 for a text within another, less the other way round, 0 for strangers and for nothing."""
    long, short, other = (
        bag(text) for text in ("aspirin lowered events by 12%", "aspirin lowered events", "metformin")
    )
    idf = Idf([long, short, other])
    assert idf.containment(short, long) == 1.0
    assert 0.0 < idf.containment(long, short) < 1.0
    assert idf.containment(long, other) == 0.0
    assert idf.containment(bag(""), long) == 0.0


def test_rare_stems_weigh_more() -> None:
    """A word that every text holds tells less than one that a single text holds."""
    idf = Idf([bag("aspirin stroke"), bag("aspirin bleeding"), bag("aspirin")])
    assert idf.weight("aspirin") < idf.weight("stroke") <= idf.weight("unseen")


@given(TEXT, TEXT)
@settings(max_examples=60, deadline=None)
def test_coverage_and_containment_stay_between_0_and_1(question: str, text: str) -> None:
    """Whatever the texts hold."""
    assert 0.0 <= QuestionTerms(question).coverage(text) <= 1.0
    idf = Idf([bag(question), bag(text)])
    assert 0.0 <= idf.containment(bag(question), bag(text)) <= 1.0


@given(TEXT)
@settings(max_examples=60, deadline=None)
def test_a_text_covers_itself(text: str) -> None:
    """Asking in the words of a text finds all of them."""
    terms = QuestionTerms(text)
    assert terms.coverage(text) == (1.0 if terms.terms else 0.0)


@given(TEXT)
@settings(max_examples=60, deadline=None)
def test_case_does_not_count(text: str) -> None:
    """Capitals make no other token."""
    assert fold(fold(text)) == fold(text)
    assert tokens(text.upper()) == tokens(text.upper().lower())


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz'", min_size=1, max_size=30))
@settings(max_examples=100, deadline=None)
def test_a_stem_is_never_empty(word: str) -> None:
    """Suffix rules leave something."""
    assert stem(word)
