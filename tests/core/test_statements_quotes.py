"""quotes: what stands in quotation marks is the passage's own wording."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.checks.quotes import check
from bmreport.statements.quotations import quotations

from .statement_views import faults, view

SAFE = (
    "The authors conclude that exercise may not be safe in frail adults; 1,172 patients’ carers said “he came back to "
    "us” — and 22 % of staff agreed (p<0.001). Residual confounding, however, can't be excluded [95% CI 0.4–0.9]. "
    "Well-being rose to 12.4 points, and nurses would re-train in slippers, with the cat watching, and feel safe."
)


@pytest.mark.parametrize(
    "claim",
    [
        "They hold that “exercise may not be safe in frail adults”.",
        "They hold that “Exercise may not be safe in frail adults.”",
        'They hold that "exercise may not be safe in frail adults".',
        "They hold that ‘exercise may not be safe in frail adults’.",
        "They hold that 'exercise may not be safe in frail adults'.",
        "They hold that «exercise may not be safe in frail adults».",
        "They hold that „exercise may not be safe in frail adults“.",
        "They hold that ``exercise may not be safe in frail adults''.",
        "They hold that “exercise  may not\nbe safe in frail adults”.",
        "The words were “1 172 patients' carers said ‘he came back to us’ – and 22% of staff agreed (p < 0.001)”.",
        "The words were “can’t be excluded [95% CI 0.4-0.9]”.",
        "The words were “Residual confounding … can’t be excluded”.",
        "The words were “Residual confounding ... can’t be excluded”.",
        "The words were “Residual confounding […] can’t be excluded”.",
        "The words were “train in slippers … and feel safe”.",
        "The words were “[E]xercise may not be safe in frail [older] adults”.",
        "The words were “[they] came back to us [emphasis added]”.",
        "The words were “he came back to us” [sic].",
        "The words were “well being rose”.",
        "So-called “frail adults” did not gain.",
        "The “frail” did not gain.",
        "Its height was 6\" and its ends 5' and 3'; the nurses' and the patients' view was that of 'frail' people.",
    ],
)
def test_words_of_the_passage_may_be_quoted_in_any_style(claim: str) -> None:
    """Marks of every sort, white space, dashes, marked gaps and insertions, the case of the first letter."""
    assert faults(check, claim, SAFE) == []


@pytest.mark.parametrize(
    "claim",
    [
        "They hold that “exercise may be safe in frail adults”.",
        "They hold that “exercise is not safe in frail adults”.",
        "They hold that 'exercise may be safe in frail adults', the patients' view.",
        "They hold that «exercise may not be safe in adults».",
        "They hold that “exercise may not be safe in frail adults and children”.",
        "They hold that “exercise harms everybody”.",
        "They hold that “well-being rose to 12.5 points”.",
        "They hold that “well-being rose to 12”.",
        "They hold that “ercise may not be safe”.",
        "They hold that “feel safe … train in slippers”.",
        "They hold that “exercise … agreed … harms”.",
        "They hold that “exercise may not be safe [although everybody who was asked disagreed] and feel safe”.",
        "They speak of a “robust” effect.",
    ],
)
def test_words_that_no_passage_has_are_no_quotation(claim: str) -> None:
    """A changed, added or left-out word, a cut word, parts in another order, words out of the air."""
    found = faults(check, claim, SAFE)
    assert [(one.kind, one.verdict) for one in found] == [("quotes", Verdict.NOT_FOUND)]
    assert found[0].remedy


@pytest.mark.parametrize("quoted", ["exercise may … be safe in frail adults", "exercise may [...] be safe"])
def test_a_gap_may_not_hide_a_negation(quoted: str) -> None:
    """A sentence quoted without its `not` says the reverse."""
    assert [one.verdict for one in faults(check, f"They hold that “{quoted}”.", SAFE)] == [Verdict.CONTRADICTED]


def test_the_nearest_words_of_the_passage_are_shown() -> None:
    """The offsets point at what the passage has instead."""
    (fault,) = faults(check, "They wrote “he never came back to us”.", "Before. Carers said “he came back to us”.")
    (words,) = fault.quotes
    assert "he came back to us" in "Before. Carers said “he came back to us”."[words.start : words.end]
    assert words.citation_id == "c1"


def test_a_quotation_is_of_one_passage() -> None:
    """Its parts may not come from two."""
    claim = "They said “trust came first … money came last”."
    assert faults(check, claim, "Trust came first.", "Money came last.")
    assert faults(check, claim, "No.", "Trust came first and money came last.") == []


def test_titles_and_the_question_may_be_quoted() -> None:
    """A cited document's title and the words of the question are the report's own matter."""
    fields = {"titles": {"c1": "Sleep and work of nurses"}, "question": "Do night shifts harm nurses?"}
    assert faults(check, "In “Sleep and work of nurses”, stress rose.", "Stress rose.", **fields) == []
    assert faults(check, "As to “Do night shifts harm nurses?”, stress rose.", "Stress rose.", **fields) == []
    assert faults(check, "In “Sleep and work of doctors”, stress rose.", "Stress rose.", **fields)


def test_a_sentence_without_cites_may_not_quote_a_source() -> None:
    """Long words in marks need a source, terms do not; cites without passages cannot be looked at."""
    assert faults(check, "One author wrote “this drug is the best of all drugs”.", role=ClaimRole.BACKGROUND)
    assert faults(check, "By “low certainty” GRADE means this.", role=ClaimRole.BACKGROUND) == []
    cited = replace(view("One wrote “this drug is the best of all drugs”."), has_cites=True)
    assert check(cited) == []


def test_a_sentence_of_the_passage_is_no_fault() -> None:
    """What a passage says word for word, with its own quotation marks, is held."""
    assert faults(check, "Carers said “he came back to us”.", "Then. Carers said “he came back to us”.") == []


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("“a b” and 'c d'", ["a b", "c d"]),
        ("the patients' view and nurses' shifts", []),
        ("5' to 3' ends, 6\" wide, the '90s", []),
        ("“open without end", []),
        ("“outer ‘inner’ words”", ["outer ‘inner’ words"]),
        ("「ある」と言う", ["ある"]),
    ],
)
def test_marks_are_told_from_apostrophes_primes_and_inches(text: str, inner: list[str]) -> None:
    """Only what opens and closes is a quotation."""
    assert [text[one.inner_start : one.inner_end] for one in quotations(text)] == inner


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab “”'\"‘’«».…[]()-–·1,\n", max_size=60), st.text(alphabet="ab “”'\".…[]-1,\n", max_size=60))
def test_any_marks_are_read(claim: str, passage: str) -> None:
    """Marks without order raise nothing; the quotations stand inside the text, one after another."""
    found = quotations(claim)
    assert all(0 <= one.start < one.inner_start <= one.inner_end < one.end <= len(claim) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert {one.kind for one in check(view(claim, passage))} <= {"quotes"}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 40), st.integers(3, 40))
def test_any_run_of_words_of_the_passage_is_held(start: int, length: int) -> None:
    """Whichever words of a passage are quoted in order, the check finds them."""
    words = SAFE.replace("“", "").replace("”", "").split()
    quoted = " ".join(words[start : start + length])
    assert faults(check, f"They wrote “{quoted}” there.", SAFE) == []


@pytest.mark.parametrize("part", ["“a” ", "'a ", "…a", "“", "a'", "[… ", "‘a’ "])
def test_many_marks_are_read_in_one_pass(part: str) -> None:
    """A text of nothing but marks is read, and so is one against it."""
    many = part * (20_000 // len(part))
    assert check(view("They said “words that are nowhere to be found”.", many))
    assert {one.kind for one in check(view(many, "Nothing."))} <= {"quotes"}
