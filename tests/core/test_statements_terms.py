"""terms: what a claim speaks of is spoken of in its passages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import Verdict
from bmreport.statements.checks.terms import check
from bmreport.statements.language import language_of, script_of
from bmreport.statements.medical_words import looks_medical
from bmreport.statements.reading import read
from bmreport.statements.wording import is_medical, key

from .statement_views import faults, view

ASPIRIN = (
    "In 12,546 adults at moderate risk, aspirin 100 mg daily did not reduce the composite of cardiovascular death, "
    "myocardial infarction or stroke (4.3% vs 4.5%). Gastrointestinal bleeding was more frequent with aspirin. "
    "Cancer was not assessed."
)
KIDNEY = (
    "Among 4,118 participants with an eGFR of 25 to 75, the inhibitor slowed the decline of kidney function. "
    "Hyponatraemia was rare."
)
TONSILS = "Tonsillectomy was compared with watchful waiting in adults with acute tonsillitis. Bleeding occurred in 20%."


@pytest.mark.parametrize(
    ("claim", "missing", "verdict"),
    [
        ("Aspirin did not reduce stroke or dementia.", "dementia", Verdict.PARTLY),
        ("Aspirin raised bleeding by inhibiting cyclooxygenase.", "cyclooxygenase", Verdict.PARTLY),
        ("Thalassaemia improved with deferasirox.", "Thalassaemia", Verdict.NOT_FOUND),
        ("Aspirin caused thrombocytopenia.", "thrombocytopenia", Verdict.NOT_FOUND),
        ("Aspirin did not reduce stroke and clopidogrel did.", "clopidogrel", Verdict.PARTLY),
        ("Aspirin did not reduce stroke but improved quality of life.", "quality of life", Verdict.PARTLY),
        ("Aspirin did not reduce stroke or pneumonitis.", "pneumonitis", Verdict.PARTLY),
    ],
)
def test_what_no_passage_names_is_told(claim: str, missing: str, verdict: Verdict) -> None:
    """A disease, a drug, an outcome or a mechanism; graver where it is half of what the claim speaks of."""
    found = faults(check, claim, ASPIRIN)
    assert [(one.kind, one.verdict) for one in found] == [("terms", verdict)]
    assert missing in found[0].message
    assert found[0].remedy


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Heart attack, stroke and fatal cardiovascular events were no rarer on aspirin.", ASPIRIN),
        ("Aspirin caused more GI haemorrhage.", ASPIRIN),
        ("Bleeding from the gut was commoner on aspirin.", ASPIRIN),
        ("In people with CKD, loss of renal function was slower.", KIDNEY),
        ("In chronic kidney disease, GFR fell more slowly.", KIDNEY),
        ("Low sodium was rare.", KIDNEY),
        ("A fifth bled after their tonsils were removed.", TONSILS),
        ("Surgery was compared with waiting in tonsillitis.", TONSILS),
    ],
)
def test_synonyms_and_derivations_are_one(claim: str, passage: str) -> None:
    """Lay words, British and American spelling, abbreviations, narrow terms for a broad one, parts of words."""
    assert faults(check, claim, passage) == []


def test_a_supported_claim_brings_the_sentences_that_hold_it() -> None:
    """The places are those of the passage's own sentences, without the label before them."""
    passage = "METHODS: We randomised adults. RESULTS: Aspirin caused more bleeding. Stroke was as frequent."
    (held,) = check(view("Bleeding was more frequent on aspirin.", passage))
    assert (held.kind, held.verdict) == ("terms", Verdict.SUPPORTED)
    assert [passage[start:end] for _, start, end in held.quotes] == ["Aspirin caused more bleeding."]


def test_a_claim_that_rests_on_several_sentences_quotes_them() -> None:
    """Each that adds something of its own."""
    passage = "Nausea was reported by 20% of the tablet group. Weight fell by 5.9 kg in the injection group. It rained."
    (held,) = check(view("Nausea was reported by 20% on the tablet, and weight fell by 5.9 kg.", passage))
    assert len(held.quotes) == 2


def test_what_was_not_looked_at_is_not_told_as_a_result() -> None:
    """Naming a thing to say that it was not assessed holds no result on it."""
    found = faults(check, "Aspirin reduced stroke and cancer.", ASPIRIN)
    assert [one.verdict for one in found] == [Verdict.NOT_FOUND]
    assert "not looked at" in found[0].message
    assert faults(check, "Cancer was not assessed in adults on aspirin.", ASPIRIN) == []


def test_a_claim_on_what_the_sources_do_not_say_needs_no_source_that_does() -> None:
    """`No data on depression were reported` cannot stand in a passage."""
    assert faults(check, "The trial of aspirin in adults reported no data on depression.", ASPIRIN) == []


def test_a_claim_on_something_else_is_not_found() -> None:
    """Even where no single word of it is medical."""
    claim = "The committee met four times and elected a new chair by open ballot."
    found = faults(check, claim, ASPIRIN)
    assert [one.verdict for one in found] == [Verdict.NOT_FOUND]


def test_the_question_names_treatments_and_people_but_no_outcomes() -> None:
    """A passage may speak of `the drug`; what it did must stand in it."""
    passage = "The drug lowered mortality in 812 adults."
    asked = "Does colchicine prevent stroke in adults?"
    assert faults(check, "Colchicine lowered mortality.", passage, question=asked) == []
    assert faults(check, "The drug prevented stroke in adults.", passage, question=asked)


def test_titles_count_as_sources() -> None:
    """A passage may leave the condition to the title of its document."""
    passage = "The drug lowered mortality."
    claim = "The drug lowered mortality in psoriasis."
    assert faults(check, claim, passage)
    assert faults(check, claim, passage, titles={"c1": "A trial in psoriasis"}) == []


def test_another_language_or_script_cannot_be_compared() -> None:
    """The message says so; nothing is claimed of a text in the language of its source."""
    german = "Die Sterblichkeit war bei den Patienten mit der Behandlung nicht geringer als mit Placebo."
    assert [one.verdict for one in faults(check, german, ASPIRIN)] == [Verdict.NOT_FOUND]
    assert "German" in faults(check, german, ASPIRIN)[0].message
    assert [one.verdict for one in faults(check, "死亡率没有下降。", ASPIRIN)] == [Verdict.NOT_FOUND]
    assert faults(check, german, german + " Blutungen waren häufiger.") == []
    assert [one.verdict for one in check(view("死亡率没有下降。", "死亡率没有下降。出血更多。"))] == [Verdict.SUPPORTED]
    assert faults(check, "Das Risiko stieg bei den Frauen an und wurde nicht geringer.", german) == []


def test_a_verbatim_claim_is_held() -> None:
    """Whatever words it has."""
    passage = "Aspirin was not assessed in thalassaemia. Nothing else was."
    assert faults(check, "Aspirin was not assessed in thalassaemia.", passage) == []


def test_nothing_is_said_without_passages_or_words() -> None:
    """There is nothing to compare."""
    assert check(view("Aspirin causes gout.")) == []
    assert check(view("1.2", ASPIRIN)) == []


@pytest.mark.parametrize(
    "word",
    ["pneumonitis", "thrombocytopenia", "empagliflozin", "rivaroxaban", "adalimumab", "cholecystectomy", "caspase"],
)
def test_forms_of_words_give_medicine_away(word: str) -> None:
    """Endings of diseases, drugs, procedures and enzymes."""
    assert looks_medical(word)


@pytest.mark.parametrize("word", ["diagnosis", "increase", "database", "person", "magazine", "hypothesis", "april"])
def test_words_that_only_look_medical_are_none(word: str) -> None:
    """Their endings deceive."""
    assert not is_medical(word)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("thrombosis", "thrombotic"),
        ("haemorrhage", "bleeding"),
        ("mortality", "died"),
        ("renal", "kidney"),
        ("paediatric", "children"),
        ("0·76", "0.76"),
        ("ciclosporin", "cyclosporine"),
    ],
)
def test_words_of_one_meaning_share_a_key(one: str, other: str) -> None:
    """By stem, Greek ending or synonym."""
    assert key(one) == key(other)


def test_languages_and_scripts_are_told() -> None:
    """By small words and letters; unknown ones stay unnamed."""
    assert language_of("The risk of death was lower with the drug than with placebo.") == "English"
    assert language_of("Le risque de décès était plus faible chez les patients dans le groupe.") == "French"
    assert language_of("lorem ipsum dolor") == ""
    assert script_of("смертность") == "Cyrillic"
    assert script_of("123") == ""


def test_a_reading_keeps_the_places_of_the_text() -> None:
    """Sentences are slices of the passage, labels and blanks left out."""
    text = "RESULTS: It   fell.\n\nCONCLUSIONS: It works."
    assert [text[one.start : one.end] for one in read(text).sentences] == ["It   fell.", "It works."]
    assert read(text).sentences[0].folded == "it fell."


@settings(max_examples=60)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_compared(claim: str, passage: str) -> None:
    """No text raises, and places lie inside the passage."""
    for one in check(view(claim, passage)):
        assert all(0 <= start < end <= len(passage) for _, start, end in one.quotes)


@pytest.mark.parametrize("unit", ["AbC1 ", "kidney disease ", "in vitro ", "not assessed ", "(", "“", "é", "中 "])
def test_a_text_made_to_be_slow_is_read(unit: str) -> None:
    """Thousands of terms, brackets or quotation marks in one sentence."""
    text = unit * (20_000 // len(unit))
    assert isinstance(check(view(text, "Aspirin helps. " + text)), list)
