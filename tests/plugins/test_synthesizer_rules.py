"""What sentences are told apart by: traits, themes, and their share of the question."""

from __future__ import annotations

import pytest

from bmreport.lexical import bag
from bmreport_plugins.synthesizers.relevance import Relevance
from bmreport_plugins.synthesizers.sentence_traits import traits_of
from bmreport_plugins.synthesizers.themes import Theme, theme_of


@pytest.mark.parametrize(
    "start",
    [
        "However, they",
        "This effect",
        "These findings",
        "It",
        "In contrast, women",
        "The latter",
        "Moreover, placebrol",
        "but it",
    ],
)
def test_starts_that_point_back(start: str) -> None:
    """Pronouns and connectives need the sentence before."""
    assert traits_of(f"{start} prevented stroke.").needs_neighbour


@pytest.mark.parametrize(
    "start",
    [
        "This trial",
        "This systematic review",
        "In this study, placebrol",
        "It is unknown whether placebrol",
        "Both aspirin and placebrol",
        "mRNA",
    ],
)
def test_starts_that_stand_alone(start: str) -> None:
    """What the cite explains, or what points nowhere, may be quoted by itself."""
    assert not traits_of(f"{start} prevented stroke.").needs_neighbour


@pytest.mark.parametrize(
    ("sentence", "theme"),
    [
        ("Placebrol lowered stroke by 12%.", Theme.MAIN),
        ("Placebrol lowered the composite of death, non-fatal stroke and infarction.", Theme.MAIN),
        ("Death from any cause was more frequent with placebrol.", Theme.MORTALITY),
        ("Overall survival was better with placebrol.", Theme.MORTALITY),
        ("Major bleeding was more frequent with placebrol.", Theme.HARM),
        ("Placebrol caused adverse events.", Theme.HARM),
        ("Placebrol lowered major adverse cardiovascular events and stroke.", Theme.MAIN),
        ("The guideline recommends placebrol.", Theme.ADVICE),
        ("Costs were lower with the tablet.", Theme.FURTHER),
    ],
)
def test_themes_follow_the_words(sentence: str, theme: Theme) -> None:
    """Composite outcomes are no mortality, and what the question asks about is the main finding."""
    relevance = Relevance("Does placebrol prevent stroke?")
    assert theme_of(sentence, relevance, relevance.share(sentence)) is theme


def test_what_the_question_asks_about_is_no_side_theme() -> None:
    """Bleeding is a harm for one question and the outcome of another."""
    sentence = "Bleeding was less frequent with tranexamic acid."
    for question, theme in (
        ("Does tranexamic acid reduce bleeding?", Theme.MAIN),
        ("Does tranexamic acid work?", Theme.HARM),
    ):
        relevance = Relevance(question)
        assert theme_of(sentence, relevance, relevance.share(sentence)) is theme


@pytest.mark.parametrize(
    "sentence",
    [
        "We aimed to assess placebrol.",
        "To determine whether placebrol works.",
        "The objective of this study was to test placebrol.",
        "Patients were randomised to placebrol.",
        "This review summarises what is known.",
        "Death was the primary outcome.",
        "ClinicalTrials.gov NCT01234567.",
        "Funded by the makers of placebrol.",
    ],
)
def test_aims_methods_and_front_matter_are_preamble(sentence: str) -> None:
    """They are no findings, whatever words they share with the question."""
    traits = traits_of(sentence)
    assert traits.preamble
    assert not traits.result


@pytest.mark.parametrize(
    "label", ["BACKGROUND", "OBJECTIVE", "METHODS", "STUDY ELIGIBILITY CRITERIA", "MAIN OUTCOME MEASURES"]
)
def test_labels_mark_the_preamble(label: str) -> None:
    """A structured abstract says itself what it is about to say."""
    assert traits_of("Placebrol lowered stroke by 12%.", label).preamble
    assert not traits_of("Placebrol lowered stroke by 12%.", "RESULTS").preamble


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("In conclusion, placebrol works.", ""),
        ("We conclude that placebrol works.", ""),
        ("Placebrol works.", "CONCLUSIONS"),
        ("Placebrol works.", "AUTHORS' CONCLUSIONS"),
    ],
)
def test_conclusions_are_known(sentence: str, label: str) -> None:
    """By their words or their label."""
    assert traits_of(sentence, label).conclusion


@pytest.mark.parametrize(
    "sentence",
    [
        "A limitation is the short follow-up.",
        "The evidence is limited by its quality.",
        "It remains unclear whether placebrol works.",
        "The trial was stopped early.",
        "Further research on placebrol is needed.",
        "The estimate was imprecise.",
        "There was heterogeneity between trials.",
    ],
)
def test_limits_are_known(sentence: str) -> None:
    """Uncertainty, early stopping, and what is left to do."""
    assert traits_of(sentence).limit


@pytest.mark.parametrize(
    "sentence",
    [
        "Tumour heterogeneity drives growth.",
        "We adjusted for confounding variables.",
        "Patients were limited to bed rest.",
    ],
)
def test_words_of_limits_in_other_senses_are_none(sentence: str) -> None:
    """Not every heterogeneity is one between trials."""
    assert not traits_of(sentence).limit


def test_general_words_count_half_and_never_alone() -> None:
    """`Adults` beside a topic is worth half a word, without one it is worth nothing."""
    relevance = Relevance("Does placebrol help adults?")
    assert relevance.share("Placebrol in adults helps") == 1.0
    assert relevance.share("Placebrol") == 0.5
    assert relevance.share("Adults need help") == 0.0


def test_rare_words_tell_texts_apart() -> None:
    """Where every text speaks of cancer, the word says nothing about which of them is meant."""
    texts = [bag("breast cancer"), bag("lung cancer"), bag("cancer of the prostate")]
    relevance = Relevance("breast cancer", texts)
    assert relevance.rare_share("breast") > relevance.rare_share("cancer")
    assert relevance.share("breast") == relevance.share("cancer") == 0.5
