"""Contradictions between citations, and how they are shown."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Citation, Cite, Claim, ClaimRole, Contradiction, Draft, Paragraph, Section, SectionKind
from bmreport.confronting import HEADING, confront
from bmreport.contradictions import find_contradictions
from bmreport.evidence import EvidenceBody
from bmreport.linking import link_documents
from bmreport.models import ContradictionKind, walk_claims
from bmreport.pipeline import build
from bmreport.testing import HOSTILE_TEXTS

QUESTION = "Does aspirin prevent stroke and heart attack?"


def citations(*passages: str, **fields: object) -> list[Citation]:
    """A citation of a document of its own for each passage."""
    return [
        Citation.model_validate(
            {"id": f"c{number}", "passage": text, "document_title": f"Trial {number}", "relevance_score": 0.9, **fields}
        )
        for number, text in enumerate(passages, start=1)
    ]


def found(*passages: str, question: str = QUESTION) -> list[Contradiction]:
    """What these passages, each of a document of its own, disagree on."""
    return find_contradictions(citations(*passages), {}, question)


@pytest.mark.parametrize(
    ("one", "other", "outcome"),
    [
        ("Aspirin reduced stroke.", "Aspirin increased stroke.", "stroke"),
        (
            "Aspirin reduced the risk of stroke.",
            "The risk of stroke was higher with aspirin than with placebo.",
            "stroke",
        ),
        ("Fewer strokes occurred with aspirin than with placebo.", "Aspirin raised the rate of stroke.", "stroke"),
        ("Aspirin lowered all-cause mortality.", "Death from any cause was more frequent with aspirin.", "cause"),
        (
            "Major bleeding was less common with placebo than with aspirin.",
            "Aspirin lowered major bleeding.",
            "bleeding",
        ),
    ],
)
def test_opposite_directions_are_found(one: str, other: str, outcome: str) -> None:
    """More in one paper and less in the other, however the sentence is turned."""
    (contradiction,) = found(one, other)
    assert contradiction.kind is ContradictionKind.DIRECTION
    assert outcome in contradiction.outcome
    assert {side.citation_id for side in contradiction.sides} == {"c1", "c2"}
    assert "opposite directions" in contradiction.reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aspirin reduced stroke.", "Aspirin lowered the rate of stroke."),
        ("Aspirin reduced stroke.", "Aspirin increased major bleeding."),
        ("Aspirin reduced stroke.", "Stroke was more frequent with placebo than with aspirin."),
        ("Aspirin reduced stroke.", "It is unclear whether aspirin increases stroke."),
        ("Aspirin reduced stroke.", "We asked whether aspirin increases stroke."),
        ("Aspirin reduced bleeding.", "Aspirin increased major bleeding."),
        ("Aspirin reduced the composite of stroke and death.", "Aspirin increased death."),
        ("Aspirin reduced death from any cause.", "Aspirin increased death from bleeding."),
        ("Aspirin reduced the primary outcome.", "Aspirin increased the primary outcome."),
        ("Warfarin reduced stroke.", "Apixaban increased stroke."),
        ("", ""),
    ],
)
def test_what_is_no_disagreement_is_not_called_one(one: str, other: str) -> None:
    """The same direction, another outcome, an open question, something else than what was asked about."""
    assert found(*filter(None, (one, other))) == []


def test_intervals_that_do_not_meet_are_found() -> None:
    """Both lower, but by amounts that exclude each other."""
    (contradiction,) = found(
        "Aspirin reduced stroke (hazard ratio 0.40, 95% CI 0.30 to 0.55).",
        "Aspirin reduced stroke (hazard ratio 0.85, 95% CI 0.76 to 0.95).",
    )
    assert contradiction.kind is ContradictionKind.INTERVALS
    assert sorted(side.statement for side in contradiction.sides) == [
        "lower, HR 0.4 (0.3 to 0.55)",
        "lower, HR 0.85 (0.76 to 0.95)",
    ]
    assert (
        found(
            "Aspirin reduced stroke (hazard ratio 0.40, 95% CI 0.30 to 0.77).",
            "Aspirin reduced stroke (hazard ratio 0.85, 95% CI 0.76 to 0.95).",
        )
        == []
    )


def test_some_effect_and_none_is_told_with_care() -> None:
    """A difference in one paper and none in another may be chance, and the reason says so."""
    (contradiction,) = found(
        "Aspirin reduced stroke (hazard ratio 0.80, 95% CI 0.66 to 0.97).",
        "Aspirin had no effect on stroke (hazard ratio 0.95, 95% CI 0.80 to 1.13).",
    )
    assert "chance" in contradiction.reason
    assert "confidence intervals meet" in contradiction.reason


def test_a_paper_does_not_contradict_itself() -> None:
    """Two passages of one document, and a document torn between subgroups, are left alone."""
    both = citations("Aspirin reduced stroke.", "Aspirin increased stroke.")
    assert find_contradictions(both, {"c1": "r1", "c2": "r1"}, QUESTION) == []
    assert found("Aspirin reduced stroke in women. Aspirin increased stroke in men.", "Nothing was found.") == []


def test_the_most_relevant_pair_stands_for_all() -> None:
    """A hundred papers on each side make one contradiction, which counts the others."""
    given_ = [*(["Aspirin reduced stroke."] * 100), *(["Aspirin increased stroke."] * 100)]
    listed = citations(*given_)
    listed[50] = listed[50].model_copy(update={"relevance_score": 1.0})
    listed[150] = listed[150].model_copy(update={"relevance_score": 1.0})
    (contradiction,) = find_contradictions(listed, {}, QUESTION)
    assert {side.citation_id for side in contradiction.sides} == {"c51", "c151"}
    assert "198 more documents" in contradiction.reason


def test_the_quotes_are_sentences_of_the_passages() -> None:
    """Offsets lead to the whole sentence."""
    passages = (
        "We studied men. Aspirin reduced stroke. No more.",
        "Background. Aspirin increased stroke.",
    )
    (contradiction,) = found(*passages)
    words = [passages[int(side.citation_id[1:]) - 1][side.quote.start : side.quote.end] for side in contradiction.sides]
    assert words == ["Aspirin reduced stroke.", "Aspirin increased stroke."]


@given(st.lists(st.one_of(st.sampled_from(HOSTILE_TEXTS), st.text(max_size=80)), min_size=2, max_size=5))
@settings(max_examples=40, deadline=None)
def test_any_text_is_read(texts: list[str]) -> None:
    """Nothing raises, and what is found quotes what is there."""
    listed = [one for one in map(_citation, enumerate(texts)) if one is not None]
    for contradiction in find_contradictions(listed, {}, "x"):
        passages = {citation.id: citation.passage for citation in listed}
        for side in contradiction.sides:
            assert 0 <= side.quote.start < side.quote.end <= len(passages[side.citation_id])


def _citation(numbered: tuple[int, str]) -> Citation | None:
    number, text = numbered
    passage = f"Aspirin reduced stroke {text}"
    return Citation(id=f"c{number}", passage=passage, document_title="T") if passage.strip() else None


# -- how they are shown ---------------------------------------------------------------------------------------------


def body_of(*passages: str) -> EvidenceBody:
    """Linked evidence with its contradictions."""
    listed = citations(*passages)
    links = link_documents(listed, [])
    contradictions = find_contradictions(listed, links.reference_of, QUESTION)
    return EvidenceBody(
        QUESTION, tuple(listed), tuple(links.references), links.reference_of, contradictions=tuple(contradictions)
    )


def draft_of(*claims: Claim) -> Draft:
    """A lead with these claims, and a section on limits."""
    limit = Claim(text="It is limited.", role=ClaimRole.BACKGROUND)
    return Draft(
        sections=[
            Section(heading="Summary", kind=SectionKind.LEAD, blocks=[Paragraph(claims=list(claims))]),
            Section(heading="Limits", kind=SectionKind.LIMITS, blocks=[Paragraph(claims=[limit])]),
        ]
    )


def test_both_sides_stand_in_a_section_of_their_own_words() -> None:
    """Before the limits, word for word, each with its cite."""
    body = body_of("Aspirin reduced stroke.", "Aspirin increased stroke.")
    draft = confront(draft_of(Claim(text="See.", role=ClaimRole.BACKGROUND)), body)
    assert [section.kind for section in draft.sections] == [
        SectionKind.LEAD,
        SectionKind.CONTRADICTIONS,
        SectionKind.LIMITS,
    ]
    section = draft.sections[1]
    assert section.heading == HEADING
    _lead_in, *sides = walk_claims([section])
    assert {(claim.text, *claim.citation_ids) for claim in sides} == {
        ("Aspirin reduced stroke.", "c1"),
        ("Aspirin increased stroke.", "c2"),
    }


def test_the_answer_speaks_of_a_contradiction_once() -> None:
    """A sentence is added that cites both sides, unless one of the writer's does already."""
    body = body_of("Aspirin reduced stroke.", "Aspirin increased stroke.")
    silent = confront(draft_of(Claim(text="See.", role=ClaimRole.BACKGROUND)), body)
    added = list(walk_claims(silent.sections[:1]))[-1]
    assert added.text.startswith("The sources disagree on stroke: ")
    assert set(added.citation_ids) == {"c1", "c2"}
    cites = [Cite(citation_id="c1"), Cite(citation_id="c2")]
    spoken = confront(draft_of(Claim(text="Trials disagree on stroke.", cites=cites)), body)
    assert len(list(walk_claims(spoken.sections[:1]))) == 1


def test_a_section_of_the_writers_own_is_not_the_answer() -> None:
    """Only what stands outside such a section counts as spoken of, and the section is made anew."""
    body = body_of("Aspirin reduced stroke.", "Aspirin increased stroke.")
    cites = [Cite(citation_id="c1"), Cite(citation_id="c2")]
    own = Section(
        heading="Trouble",
        kind=SectionKind.CONTRADICTIONS,
        blocks=[Paragraph(claims=[Claim(text="They disagree.", cites=cites)])],
    )
    before = draft_of(Claim(text="See.", role=ClaimRole.BACKGROUND))
    draft = confront(before.model_copy(update={"sections": [*before.sections, own]}), body)
    assert [section.heading for section in draft.sections] == ["Summary", HEADING, "Limits"]
    assert list(walk_claims(draft.sections[:1]))[-1].text.startswith("The sources disagree on stroke")


def test_without_contradictions_the_draft_is_as_it_was() -> None:
    """Nothing is added to evidence that agrees, and a draft without a lead gets one only where it is needed."""
    agreeing = body_of("Aspirin reduced stroke.", "Aspirin lowered the rate of stroke.")
    draft = draft_of(Claim(text="See.", role=ClaimRole.BACKGROUND))
    assert confront(draft, agreeing) is draft
    opposed = body_of("Aspirin reduced stroke.", "Aspirin increased stroke.")
    bare = confront(Draft(sections=[Section(heading="Findings")]), opposed)
    assert bare.sections[0].kind is SectionKind.LEAD


def test_a_built_report_passes_its_own_checks() -> None:
    """Whoever writes: the section, the sentence in the answer and their quotes hold under every check."""
    report = build(
        citations(
            "Aspirin reduced stroke (RR 0.80, 95% CI 0.70 to 0.92).",
            "Aspirin increased stroke (RR 1.30, 95% CI 1.1 to 1.5).",
        ),
        question=QUESTION,
    )
    assert len(report.contradictions) == 1
    assert report.errors == []
    assert any(section.kind is SectionKind.CONTRADICTIONS for section in report.sections)
    assert not any(entry.verdict.fails for entry in report.ledger.entries)
