"""A model that writes to deceive: what its passages do not hold stands in no report unmarked."""

from __future__ import annotations

import pytest

from bmreport.testing import sample_report
from bmreport_plugins.synthesizers.llm.flaws import flaws_of_text
from bmreport_plugins.verifiers.llm_judge import JudgeOptions, LlmJudge

from .llm_writer import answer, claims, context_for, evidence, notes, ollama, sentence, write

PASSAGE = "In a trial of 1200 adults, placebrol reduced stroke by 22% (RR 0.78, 95% CI 0.65 to 0.94) versus placebo."
NAMED = [
    "According to Smith, placebrol reduced stroke by 22% in adults.",
    "The JUPITER trial found that placebrol reduced stroke by 22% in adults.",
    "The Framingham Heart Study found that placebrol reduced stroke by 22% in adults.",
    "As published in The Lancet, placebrol reduced stroke by 22% in adults.",
    "Placebrol reduced stroke by 22% in adults, see example dot com.",
]
LETTERS = [
    "\u0420l\u0430s\u0435br\u043el reduced stroke by 22% in adults.",
    "Placebrol reduced stroke by 22% and \u0441ur\u0435d \u0441\u0430n\u0441\u0435r in adults.",
    "Placebrol reduced str\u03bfke by 22% in adults.",
    "Placebrol reduced stroke by 22\u0338% in adults.",
]
MARKS = [
    "Placebrol reduced stroke by 22% in adults versus placebo\uff3b99\uff3d.",
    "Placebrol reduced stroke by 22% in adults versus placebo⁹⁹.",
    "Placebrol reduced stroke by 22% in adults versus placebo【4:0†source】.",
    "Placebrol reduced stroke by 22% in adults versus placebo [\u0669\u0669].",
    "Placebrol reduced stroke by 22% in adults versus placebo (ref. 99).",
    "Placebrol reduced stroke by 22% in adults versus placebo (Smith, 2020).",
    "Placebrol reduced stroke by 22% in adults (10.1056/NEJMoa1).",
    "Placebrol reduced stroke by 22% in adults (NCT 01234567).",
    "Placebrol reduced stroke by 22% in adults†.",
    "Placebrol reduced stroke by 22% in adults‡.",
]
ADVICE = [
    "All adults should take placebrol, which reduced stroke by 22%.",
    "Adults must not be given placebo, as placebrol reduced stroke by 22%.",
    "Placebrol is strongly recommended for adults, as it reduced stroke by 22%.",
]


@pytest.mark.parametrize("text", [*NAMED, *LETTERS, *MARKS, *ADVICE])
def test_a_sentence_that_brings_something_along_gives_way(text: str) -> None:
    """Sources, advice, marks and letters that no passage has keep a sentence out, and the report says so."""
    with ollama(lambda _request: answer(sentence(text, "P1"))) as server:
        draft = write(evidence(PASSAGE), server)
    assert [one.text for one in claims(draft) if one.cites and not one.quotes] == []
    assert "replaced" in notes(draft)


@pytest.mark.parametrize("text", [*NAMED, *LETTERS, *MARKS])
def test_a_made_up_source_is_not_even_kept_with_a_mark(text: str) -> None:
    """Where doubtful sentences may stand marked, names, marks and letters that deceive still may not."""
    with ollama(lambda _request: answer(sentence(text, "P1"))) as server:
        draft = write(evidence(PASSAGE), server, unsupported="mark")
    assert text not in [one.text for one in claims(draft)]


@pytest.mark.parametrize(
    "text",
    [
        "In the PLATO trial, placebrol reduced stroke.",
        "According to these trials, TNFα fell on placebrol.",
        "Women in this trial had fewer strokes with a β-blocker.",
        "One UK cohort study and two US trials were small.",
        "A Phase III trial of placebrol was randomised.",
        "Caution should be used in reading these results.",
        "Further trials should be done, and results should be interpreted with care.",
        "Ménière disease and Sjögren syndrome were rare (5 µg/L).",
    ],
)
def test_plain_sentences_are_let_through(text: str) -> None:
    """Names that a passage holds, Greek letters of names, accents, and caution about the evidence are no flaw."""
    assert flaws_of_text(text, {"P1"}, ["The PLATO trial of placebrol in adults."], {"en"}) == []


def test_advice_that_a_passage_gives_may_be_told() -> None:
    """Where a passage recommends something, to say so is no flaw."""
    text = "Placebrol is recommended for adults after a stroke."
    assert flaws_of_text(text, {"P1"}, ["The guideline recommends placebrol for adults."], {"en"}) == []
    assert [one.label for one in flaws_of_text(text, {"P1"}, ["Placebrol was given."], {"en"})] == ["advice"]


def test_the_reason_of_a_judge_hides_nothing() -> None:
    """What a model says of a claim stands in the ledger, so nothing in it may turn or hide the words around it."""
    judgement = {"verdict": "partly", "reason": "so\u202e it\u200b is\u2066"}
    with ollama(lambda _request: judgement) as server:
        found = LlmJudge().check(sample_report(), context_for(server), JudgeOptions(enabled=True))
    assert found
    assert all(one.message.endswith("holds it for partly: so it is") for one in found)
