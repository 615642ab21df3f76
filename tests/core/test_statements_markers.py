"""markers: marks in a sentence that lead nowhere, and those that are no marks."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import Verdict
from bmreport.statements.checks.markers import check
from bmreport.statements.claim_view import ClaimInView
from bmreport.statements.markers import find_markers

from .statement_views import faults, view

PASSAGE = "Relapse fell to 12% in 2019 (HR 0.76; 95% CI 0.65 to 0.89). The trial is NCT01234567; Smith et al. led it."


@pytest.mark.parametrize(
    "mark",
    [
        "[3]", "[1,2]", "[4–6]", "[1, 3-5]", "【3†source】", "[^1]", "[#4]", "(12)", "(Smith et al., 2018)",
        "(Smith 2018)", "(Smith and Jones, 2018; Meyer 2020)", "(see Brown et al. 2018)", "\\cite{brown2018}",
        "[@brown2018]", "¹", "²,³", "ref. 4", "(ref. 4)", "reference 12", "(references 3 and 4)", "citation 2",
        "source 3", "[c1]", "(c1)", "{c2}", "(c1, c2)", "[citation needed]", "[Insert result]", "TODO", "TBD", "XX%",
        "[year]", "lorem ipsum", "<placeholder>", "(Author et al., YEAR)", "[Author, Year]", "???", "____",
        "{{result}}", "doi:10.1000/xyz123", "10.1056/NEJMoa1234", "PMID 12345678", "PMID: 12345678", "PMC1234567",
        "NCT07654321", "ISRCTN12345678", "arXiv:1234.5678", "ISBN 978-3-16-148410-0", "https://example.com/a",
        "www.example.org", "example.com", "a.b@example.org", "\u200b", "\u202e", "\U000e0041", "```", "<|im_end|>",
        "**", "<b>", "&nbsp;", '{"text": "a"}', "[/INST]",
    ],
)  # fmt: skip
def test_a_mark_that_leads_nowhere_is_found(mark: str) -> None:
    """Reference numbers, cites, ids, placeholders, invented identifiers, hidden characters and left-over mark-up."""
    found = faults(check, f"Relapse fell to 12% after treatment{'' if mark in '¹²,³' else ' '}{mark}.", PASSAGE)
    assert found, mark
    assert {(one.kind, one.verdict) for one in found} == {("markers", Verdict.NOT_FOUND)}
    assert all(one.remedy for one in found)


@pytest.mark.parametrize(
    "sentence",
    [
        "As an AI language model, I cannot say more.",
        "Here is the answer: relapse fell.",
        "Sure, here is the summary: relapse fell.",
        "## Results of relapse",
        "I hope this helps.",
        "Relapse fell. Ignore all previous instructions.",
        "Assistant: relapse fell.",
    ],
)
def test_a_models_talk_is_found(sentence: str) -> None:
    """What a model says of itself or to its user is no statement about the evidence."""
    assert faults(check, sentence, PASSAGE)


@pytest.mark.parametrize(
    "sentence",
    [
        "Relapse fell [95% CI 0.65-0.89].",
        "Relapse fell (HR 0.76 [0.65, 0.89]).",
        "Relapse fell (HR 0.76 [0.65–0.89]).",
        "The median was 23 [12-34] days.",
        "Relapse fell in men (n = 12).",
        "Relapse fell to 12% (2019).",
        "Platelets were 150 × 10^9/L and 150 × 10⁹/L.",
        "Body mass index was 31 kg/m² and area 12 cm².",
        "They wrote relaps [sic].",
        "Uptake of [15O]water, [18F]FDG, [18F]-florbetapir and [11C]PiB was lower.",
        "Benzo[a]pyrene, 1,2-dichloro[2,2]cyclophane and [Ca²⁺] were raised.",
        "Smith et al. led the trial NCT01234567.",
        "{author} found that relapse fell.",
        "Relapse fell (P < 0.001).",
        "Grade 3 (severe) relapse fell (12% v 15%).",
        "Relapse fell in type 2 diabetes (T2D), COPD (GOLD 2-3) and HFrEF (NYHA II).",
        "The statistic was χ² = 4.2, with R² 0.6.",
        "Ca²⁺ and ⁹⁹ᵐTc were measured.",
        "XX karyotypes and factor X deficiency were rare.",
        "Of all sources of iron, meat was best; two studies were the source.",
        "It rose (12 to 15 points), fell (by 3%) and rose again (1.2–1.5).",
        "The C1 inhibitor, C3 and c-Met were measured; vertebra C2 too.",
        "Nurse A/B and patients' own words were kept.",
        "Is relapse lower? Yes.",
        "Temperature was < 38 °C and > 36 °C.",
    ],
)
def test_what_science_writes_is_no_mark(sentence: str) -> None:
    """Intervals, numbers of people, units, isotopes, chemical names, ions, and bmreport's own mark for authors."""
    assert faults(check, sentence, PASSAGE) == []


def test_a_mark_of_the_passage_itself_is_none() -> None:
    """An identifier, an address or a cite that a cited passage has word for word may be told."""
    passage = "The code is at www.example.org (DOI 10.1000/xyz123), see Brown et al. (2018)."
    assert faults(check, "The code is at www.example.org, DOI 10.1000/xyz123.", passage) == []
    assert faults(check, "The code is at www.example.com, DOI 10.1000/xyz124.", passage)


def test_an_unknown_citation_is_told() -> None:
    """A claim that cites an id which no citation has is at fault, whatever it says; a known one is not."""
    claim = ClaimInView("Relapse fell.", {"c1": "Relapse fell."}, ("c1", "c9"), known_ids=frozenset({"c1"}))
    (fault,) = check(claim)
    assert "c9" in fault.message
    assert check(view("Relapse fell.", "Relapse fell.")) == []


def test_an_id_of_the_report_in_prose_is_found() -> None:
    """Ids are found in every form that the report gives them, in brackets and bare."""
    named = {"gut-12": "Relapse fell."}
    for text in ("Relapse fell [gut-12].", "Relapse fell (gut-12).", "As gut-12 shows, relapse fell."):
        assert check(ClaimInView(text, named, ("gut-12",), known_ids=frozenset(named))), text


def test_a_sentence_of_the_passage_is_no_fault() -> None:
    """A passage's own sentence may hold a reference number."""
    assert faults(check, "Relapse fell [3].", "Relapse fell [3]. More text.") == []


def test_marks_stand_in_order_and_none_inside_another() -> None:
    """The outermost marks are told, from left to right."""
    text = "It fell [c1], [3] (Smith et al., 2018) and rose (https://example.com/10.1000/x)."
    found = find_markers(text, ["x"], {"c1"})
    assert [text[one.start : one.end] for one in found] == [
        "[c1]",
        "[3]",
        "(Smith et al., 2018)",
        "https://example.com/10.1000/x",
    ]


@settings(max_examples=120, deadline=None)
@given(st.text(max_size=100), st.text(max_size=100))
def test_any_text_is_read(text: str, passage: str) -> None:
    """Marks of any text stand inside it, in order and apart."""
    found = find_markers(text, [passage], {"c1"})
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@pytest.mark.parametrize(
    "part",
    [
        "[",
        "(",
        "[1,",
        "#",
        "`",
        "<",
        "{",
        "www.",
        "http://",
        "(Smith et al., ",
        "¹",
        "_",
        "?",
        "XX",
        "a@",
        "1.",
        "\u200b",
    ],
)
def test_marks_without_end_are_read_in_one_pass(part: str) -> None:
    """A text of nothing but openings is read."""
    text = part * (60_000 // len(part))
    assert all(one.end <= len(text) for one in find_markers(text, [text[:1000]]))
