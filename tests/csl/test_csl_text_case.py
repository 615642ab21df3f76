"""Text case in its seven values (CSL 1.0.2, "Text-case")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport_csl.text_case import change_case, change_case_parts, is_english

CASES = ["lowercase", "uppercase", "capitalize-first", "capitalize-all", "sentence", "title", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this is a title of the book", "This Is a Title of the Book"),
        ("a study: the result of it", "A Study: The Result of It"),
        ("what? an answer to", "What? An Answer To"),
        ("up-to-date and in-depth care", "Up-to-Date and In-Depth Care"),
        ("mother-in-law of the bride", "Mother-in-Law of the Bride"),
        ("the “quality of evidence”", "The “Quality of Evidence”"),
        ("randomised (and blinded) trials [the update]", "Randomised (and Blinded) Trials [the Update]"),
        ("iPhone, mRNA and pH of DNA", "iPhone, mRNA and pH of DNA"),
        ("α-synuclein in the brain", "α-Synuclein in the Brain"),
        ("it's the dog's", "It's the Dog's"),
        ("hepatitis c virus and vitamin d", "Hepatitis c Virus and Vitamin d"),
        ("1 of 2", "1 of 2"),
        ("mail @home of the #tag", "Mail @home of the #tag"),
        ("core traits—with job satisfaction", "Core Traits—with Job Satisfaction"),
    ],
)
def test_title_case(text: str, expected: str) -> None:
    """Stop words stay low inside a title; first, last and after a colon they rise; mixed words stay as they are."""
    assert change_case(text, "title") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This is a Pen that is a Pencil", "This is a pen that is a pencil"),
        ("The Role of DNA and mRNA in COVID-19", "The role of DNA and mRNA in COVID-19"),
        ("T Cell Therapy and Vitamin C", "T cell therapy and vitamin C"),
        ("THE WHOLE TITLE IN CAPITALS", "The whole title in capitals"),
        ("eBay Sales", "eBay sales"),
        ("lower already", "Lower already"),
    ],
)
def test_sentence_case(text: str, expected: str) -> None:
    """Capitalized words become lower case; abbreviations and mixed words stay, as CSL 1.0.2 asks."""
    assert change_case(text, "sentence") == expected


@pytest.mark.parametrize(
    ("case", "expected"),
    [("lowercase", "on the use of dna"), ("uppercase", "ON THE USE OF DNA"), ("capitalize-first", "On the use of DNA"),
     ("capitalize-all", "On The Use Of DNA"), ("", "on the use of DNA"), ("unheard-of", "on the use of DNA")],
)  # fmt: skip
def test_simple_cases(case: str, expected: str) -> None:
    """The simple values; an unknown one changes nothing."""
    assert change_case("on the use of DNA", case) == expected


def test_title_case_is_for_english_only() -> None:
    """A text in another language keeps its case; without a language it counts as English."""
    assert change_case("die lage der dinge", "title", "de-DE") == "die lage der dinge"
    assert [is_english(language) for language in ("", "en", "en-GB", "EN", "de", "fr-FR")] == [True] * 4 + [False] * 2


def test_turkish_letters() -> None:
    """Dotted and dotless i are two letters in Turkish."""
    assert change_case("ic ıd", "uppercase", "tr") == "İC ID"
    assert change_case("IĞDIR İZMİR", "lowercase", "tr-TR") == "ığdır izmir"
    assert change_case("içinde", "capitalize-first", "tr-TR") == "İçinde"


def test_protected_pieces_keep_their_case_and_count_as_words() -> None:
    """A `nocase` piece never changes, and what follows it is not the first word."""
    parts = [("the ", False), ("iPS of", True), (" cells of ", False), ("mice", False)]
    assert change_case_parts(parts, "title") == ["The ", "iPS of", " Cells of ", "Mice"]
    assert change_case_parts([("smith", True), (" says", False)], "capitalize-first") == ["smith", " says"]


def test_a_word_may_span_pieces() -> None:
    """Mark-up in the middle of a word does not start a new one."""
    assert change_case_parts([("f", False), ("oo", False), (" bar", False)], "title") == ["F", "oo", " Bar"]


ANY_PARTS = st.lists(st.tuples(st.text(max_size=12), st.booleans()), max_size=5)
ASCII_PARTS = st.lists(st.tuples(st.text(st.characters(max_codepoint=127), max_size=12), st.booleans()), max_size=5)


@given(ANY_PARTS, st.sampled_from(CASES), st.sampled_from(["en", "tr", "de"]))
def test_pieces_stay_pieces(parts: list[tuple[str, bool]], case: str, language: str) -> None:
    """As many pieces come out as went in, and protected ones are unchanged."""
    changed = change_case_parts(parts, case, language)
    assert len(changed) == len(parts)
    assert all(new == text for (text, nocase), new in zip(parts, changed, strict=True) if nocase)


@given(ASCII_PARTS, st.sampled_from(CASES))
def test_only_case_changes(parts: list[tuple[str, bool]], case: str) -> None:
    """The letters stay the same, whatever the case."""
    assert [new.lower() for new in change_case_parts(parts, case)] == [text.lower() for text, _ in parts]


@given(st.text(max_size=40))
def test_title_case_twice_is_title_case_once(text: str) -> None:
    """A title in title case stays as it is."""
    once = change_case(text, "title")
    assert change_case(once, "title") == once
