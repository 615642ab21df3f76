"""The extractive synthesizer: what it quotes, and that it quotes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bmreport.context import RunContext
from bmreport.errors import NotEnoughEvidenceError
from bmreport.evidence import EvidenceBody
from bmreport.lexical import QuestionTerms
from bmreport.linking import link_documents
from bmreport.models import Citation, ClaimRole, Draft, SectionKind, walk_claims
from bmreport.testing import HOSTILE_TEXTS, assert_synthesizer_contract
from bmreport.validating import screen_citations
from bmreport_plugins.synthesizers.extractive import ExtractiveOptions, ExtractiveSynthesizer

QUESTION = "Does placebrol prevent stroke?"
ASPIRIN = Path(__file__).resolve().parents[2] / "docs" / "examples" / "aspirin" / "citations.json"


def cite(passage: str, **fields: Any) -> Citation:
    """A citation of a paper of its own."""
    values = {"document_title": f"A paper that begins {passage[:40]!r}", "relevance_score": 0.9, **fields}
    return Citation(passage=passage, **values)


def evidence(*given_citations: Citation | str, question: str = QUESTION) -> EvidenceBody:
    """Screened and linked, as the pipeline hands it over."""
    citations = [cite(one) if isinstance(one, str) else one for one in given_citations]
    screened, _findings = screen_citations(citations, question)
    links = link_documents(screened, [])
    return EvidenceBody(question, tuple(screened), tuple(links.references), links.reference_of)


def write(body: EvidenceBody, **options: Any) -> Draft:
    """The draft with these options."""
    return ExtractiveSynthesizer().write(body, [], RunContext(offline=True), ExtractiveOptions(**options))


def texts(draft: Draft, kind: SectionKind | None = None) -> list[str]:
    """The quoted sentences, of one kind of section or of all."""
    sections = [section for section in draft.sections if kind is None or section.kind is kind]
    return [claim.text for claim in walk_claims(sections) if claim.cites]


def aspirin() -> EvidenceBody:
    """The worked example of the documentation."""
    data = json.loads(ASPIRIN.read_text(encoding="utf-8"))
    return evidence(*(Citation.model_validate(one) for one in data["citations"]), question=data["question"])


def test_it_keeps_the_contract() -> None:
    """As any synthesizer must, on sample evidence and on the worked example."""
    assert_synthesizer_contract(ExtractiveSynthesizer())
    assert_synthesizer_contract(ExtractiveSynthesizer(), aspirin())


def test_the_same_evidence_gives_the_same_draft() -> None:
    """Nothing depends on chance."""
    body = aspirin()
    assert write(body) == write(body)


def test_every_sentence_is_verbatim() -> None:
    """Each cited claim equals the passage at its quote, for the citation it names."""
    body = aspirin()
    for claim in walk_claims(write(body).sections):
        assert claim.cites or claim.role is ClaimRole.BACKGROUND
        assert [quote.citation_id for quote in claim.quotes] == claim.citation_ids
        for quote in claim.quotes:
            assert claim.text == body.citation_by_id[quote.citation_id].passage[quote.start : quote.end]


def test_the_worked_example_reads_as_an_answer() -> None:
    """The summary answers from reviews or guidelines and names a harm; findings, harms and limits have their places."""
    body = aspirin()
    draft = write(body)
    lead = list(walk_claims(draft.sections[:1]))
    assert 2 <= len(lead) <= 3
    documents = " ".join(body.reference_by_id[body.reference_of[claim.citation_ids[0]]].title for claim in lead)
    assert re.search(r"(?i)meta-analysis|recommendation|review", documents)
    assert re.search(r"(?i)cardiovascular|vascular", lead[0].text)
    assert any("bleeding" in claim.text for claim in lead)
    headings = [section.heading for section in draft.sections]
    assert headings[0] == "Summary"
    assert headings[1] == "Main findings"
    assert headings[-1].startswith("Limits")
    assert {"Mortality and survival", "Harms"} <= set(headings)
    assert len(texts(draft)) == ExtractiveOptions().max_sentences
    assert texts(draft, SectionKind.LIMITS)


def test_sections_come_in_order_of_reading() -> None:
    """Lead, findings, limits; the last sentence is ours, uncited, and names what is not quoted."""
    draft = write(
        evidence("Placebrol prevents stroke by 12%.", cite("Cats sleep.", authors=["Doe, B."], publication_date="2019"))
    )
    assert [section.kind for section in draft.sections] == [SectionKind.LEAD, SectionKind.LIMITS]
    last = list(walk_claims(draft.sections))[-1]
    assert last.role is ClaimRole.BACKGROUND
    assert not last.cites
    assert last.text == "This answer quotes 1 of 2 documents; nothing is quoted from Doe 2019."


def test_numbers_and_units_are_kept() -> None:
    """The sentence comes whole, decimals and all."""
    sentence = "Placebrol 100 mg/day lowered stroke (HR 0·88, 95% CI 0.80-0.97; p = .03)."
    assert texts(write(evidence(f"Introduction. {sentence} Thanks."))) == [sentence]


def test_a_structured_label_is_cut_by_offset() -> None:
    """The label is no part of the sentence, and the offsets say so."""
    body = evidence(
        "OBJECTIVE: To test placebrol for stroke. RESULTS: Placebrol prevented stroke. CONCLUSION: It may be used."
    )
    draft = write(body)
    assert texts(draft)[0] == "Placebrol prevented stroke."
    quote = next(iter(walk_claims(draft.sections))).quotes[0]
    assert body.citations[0].passage[quote.start : quote.end] == "Placebrol prevented stroke."


def test_the_passages_own_reference_numbers_are_cut_off() -> None:
    """They would point at the wrong list."""
    assert texts(write(evidence("Placebrol prevented stroke [12,13]."))) == ["Placebrol prevented stroke"]
    assert texts(write(evidence("Placebrol prevented stroke.12 Then it ended."))) == ["Placebrol prevented stroke."]
    assert texts(write(evidence("Placebrol prevented stroke, p = 0.05"))) == ["Placebrol prevented stroke, p = 0.05"]


def test_aims_and_methods_are_not_the_answer() -> None:
    """Where a result is there, it is quoted and the aim is not."""
    draft = write(
        evidence(
            "We aimed to assess whether placebrol prevents stroke. Patients with stroke were randomised to placebrol. "
            "Placebrol prevented stroke in 5% of patients."
        )
    )
    assert texts(draft) == ["Placebrol prevented stroke in 5% of patients."]


def test_an_aim_is_better_than_nothing() -> None:
    """A passage that holds nothing else is quoted all the same."""
    assert texts(write(evidence("We aimed to assess whether placebrol prevents stroke."))) != []


def test_a_sentence_that_needs_its_neighbour_brings_it() -> None:
    """`However, it …` is never quoted without what it points at, and stands right after it."""
    draft = write(evidence("Metformin did nothing. However, placebrol prevented stroke in 12% of adults."))
    claims = [claim for claim in walk_claims(draft.sections) if claim.cites]
    assert [claim.text for claim in claims] == [
        "Metformin did nothing.",
        "However, placebrol prevented stroke in 12% of adults.",
    ]


def test_a_sentence_that_stands_alone_is_preferred() -> None:
    """With a like sentence at hand, the one that points back is avoided."""
    draft = write(
        evidence("Doctors asked. This effect of placebrol on stroke was large.", "Placebrol prevented stroke."),
        max_sentences=1,
    )
    assert texts(draft) == ["Placebrol prevented stroke."]


def test_a_repetition_is_quoted_once() -> None:
    """The same finding in other words adds nothing."""
    draft = write(
        evidence(
            "Placebrol lowered the rate of stroke by 12% in older adults.",
            "In older adults placebrol lowered the stroke rate by 12%.",
            "Placebrol raised bleeding.",
        )
    )
    assert len([text for text in texts(draft) if "12%" in text]) == 1
    assert any("not quoted" in remark for remark in draft.remarks)


def test_the_same_sentence_of_two_papers_is_one_claim_with_both_cites() -> None:
    """Case and spaces apart; other words make another claim."""
    draft = write(
        evidence(
            cite("Placebrol prevented stroke.", document_title="First paper on that matter", doi="10.1000/1"),
            cite("Placebrol  prevented\nstroke.", document_title="Second paper on that matter", doi="10.1000/2"),
        )
    )
    claims = [claim for claim in walk_claims(draft.sections) if claim.cites]
    assert [claim.citation_ids for claim in claims] == [["c1", "c2"]]
    assert (draft.notes, draft.remarks) == ([], [])


def test_the_same_sentence_in_two_citations_of_one_paper_has_one_cite() -> None:
    """A cluster does not name a reference twice."""
    draft = write(
        evidence(cite("Placebrol prevented stroke.", pmid="1"), cite("Placebrol prevented stroke.", pmid="1"))
    )
    assert [claim.citation_ids for claim in walk_claims(draft.sections) if claim.cites] == [["c1"]]
    assert (draft.notes, draft.remarks) == ([], [])


def test_limits_have_their_own_section() -> None:
    """Uncertainty and subgroups are told apart from findings."""
    draft = write(
        evidence(
            "Placebrol prevented stroke. A limitation of this trial of placebrol is its short follow-up.",
            "Placebrol did not prevent stroke in children. Among women aged 65 years placebrol prevented stroke.",
        )
    )
    limits = texts(draft, SectionKind.LIMITS)
    assert "A limitation of this trial of placebrol is its short follow-up." in limits
    assert "Among women aged 65 years placebrol prevented stroke." in limits
    assert draft.sections[-1].heading == "Limits and subgroups"
    assert all(claim.role is ClaimRole.LIMIT for claim in walk_claims(draft.sections[-1:]) if claim.cites)


def test_evidence_that_is_all_limits_still_has_a_summary() -> None:
    """No report without an answer, as far as there is one."""
    draft = write(evidence("It remains unclear whether placebrol prevents stroke."))
    assert texts(draft, SectionKind.LEAD) == ["It remains unclear whether placebrol prevents stroke."]


def test_passages_on_something_else_are_refused() -> None:
    """No word shared: no report, and the message says which words were looked for."""
    with pytest.raises(NotEnoughEvidenceError, match="placebrol, prevent, strok"):
        write(evidence("Cats sleep all day.", "Dogs bark at night."))


def test_general_words_alone_make_nothing_relevant() -> None:
    """`Patients` and `effect` stand in any paper."""
    with pytest.raises(NotEnoughEvidenceError):
        write(evidence("The effect in patients was large.", question="What is the effect of placebrol in patients?"))


def test_a_passage_may_be_on_the_question_by_its_title() -> None:
    """Its sentences are then quoted although they do not name the drug, and the note says so."""
    draft = write(evidence(cite("Events fell by 12%.", document_title="A trial of placebrol in stroke")))
    assert texts(draft) == ["Events fell by 12%."]
    assert "come nearest" in draft.methodology_note


def test_unjudged_citations_far_from_the_question_are_left_out() -> None:
    """A search for placebrol brings papers on other things; nobody judged them, so they are not quoted."""
    draft = write(
        evidence(
            cite("Placebrol prevents stroke in adults.", relevance_score=None),
            cite("Stroke is a burden to the health systems of the world.", relevance_score=None),
        )
    )
    assert texts(draft) == ["Placebrol prevents stroke in adults."]


def test_retracted_papers_come_last() -> None:
    """They are quoted only when nothing else answers, and the note names them."""
    retracted = cite("Placebrol prevented every stroke.", document_title="RETRACTED: Placebrol for all of us")
    draft = write(evidence(retracted, "Placebrol prevented some strokes."))
    assert texts(draft) == ["Placebrol prevented some strokes."]
    assert any("retracted: c1" in note for note in draft.notes)
    assert texts(write(evidence(retracted))) == ["Placebrol prevented every stroke."]


def test_the_methodology_note_says_what_was_done() -> None:
    """Counts, relevance, the way of choosing, verbatim, and what is left out."""
    note = write(aspirin()).methodology_note
    assert note.startswith("Synthesis based on 20 citations from 17 documents with relevance scores ≥0.72.")
    assert "word for word" in note
    assert "15 sentences" in note
    assert re.search(r"Not quoted: \d+ citations\.", note)
    assert not re.search(r"\bc\d+\b", note), "ids mean nothing to a reader"
    assert "lexical" not in note


def test_lexical_relevance_is_named() -> None:
    """For all citations, or for how many of them."""
    assert (
        "The scores are lexical"
        in write(evidence(cite("Placebrol prevents stroke.", relevance_score=None))).methodology_note
    )
    mixed = evidence(cite("Placebrol prevents stroke.", relevance_score=None), "Placebrol lowers stroke risk by 12%.")
    assert "The scores of 1 citation are lexical" in write(mixed).methodology_note


def test_the_least_score_is_rounded_down() -> None:
    """`≥0.87` holds for 0.879 and not for 0.869."""
    body = evidence(cite("Placebrol prevents stroke.", relevance_score=0.879))
    assert "≥0.87." in write(body).methodology_note


@pytest.mark.parametrize("most", [1, 2, 5, 30])
def test_options_bound_what_is_quoted(most: int) -> None:
    """In all, in the lead, per citation and in the limits."""
    draft = write(aspirin(), max_sentences=most, lead_sentences=1, per_citation=1, limit_sentences=1)
    assert 1 <= len(texts(draft)) <= most
    assert len(texts(draft, SectionKind.LEAD)) == 1
    assert len(texts(draft, SectionKind.LIMITS)) <= 1
    cited = [claim.citation_ids[0] for claim in walk_claims(draft.sections) if claim.cites]
    assert len(set(cited)) == len(cited)


def test_min_relevance_keeps_strangers_out() -> None:
    """Half of the question's words is more than this sentence holds."""
    body = evidence("Placebrol prevented stroke.", "Placebrol lowered blood pressure by half.")
    assert len(texts(write(body, min_relevance=0.9))) == 1
    assert len(texts(write(body, min_relevance=0.0))) == 2


@pytest.mark.parametrize(
    "options", [{"max_sentences": 0}, {"min_relevance": 1.5}, {"lead_sentences": 9}, {"colour": "red"}]
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    """Out of range, or unknown."""
    with pytest.raises(ValidationError):
        ExtractiveOptions(**options)


@pytest.mark.parametrize(
    ("question", "passage", "first"),
    [
        ("阿司匹林能预防中风吗？", "阿司匹林降低了中风的风险。出血增加。", "阿司匹林降低了中风的风险。"),
        (
            "هل يمنع الأسبرين السكتة؟",
            "قلل الأسبرين من السكتة بنسبة 12٪. زاد النزف.",
            "قلل الأسبرين من السكتة بنسبة 12٪.",
        ),
        (
            "Предотвращает ли аспирин инсульт?",
            "Аспирин снизил риск: инсульт стал реже.",
            "Аспирин снизил риск: инсульт стал реже.",
        ),
    ],
)
def test_other_languages_are_quoted_too(question: str, passage: str, first: str) -> None:
    """Words are shared in any script."""
    assert texts(write(evidence(passage, question=question)))[0] == first


def test_very_long_passages_are_read_whole() -> None:
    """The answer may stand at the end of a book; text without any full stop is not quoted as a whole."""
    passage = "It rained on the town that day. " * 3000 + "Placebrol prevented stroke. " + "Word " * 5000
    assert texts(write(evidence(passage))) == ["Placebrol prevented stroke."]


@given(st.lists(st.one_of(st.sampled_from(HOSTILE_TEXTS), st.text(min_size=1, max_size=80)), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_whatever_the_passages_hold_claims_are_verbatim(passages: list[str]) -> None:
    """Hostile text is quoted as it is, or the question is not answered."""
    given_citations = [cite(text) for text in passages if text.strip()]
    body = evidence(*given_citations, "Placebrol prevents stroke.")
    draft = write(body, min_relevance=0.0)
    for claim in walk_claims(draft.sections):
        for quote in claim.quotes[:1]:
            assert claim.text == body.citation_by_id[quote.citation_id].passage[quote.start : quote.end]
        assert claim.text.strip() == claim.text
    assert QuestionTerms(QUESTION).coverage(texts(draft)[0]) > 0
