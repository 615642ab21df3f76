"""Sentences as spans of the text."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmreport.sentences import Span, split_label, split_sentences


def parts(text: str) -> list[str]:
    """The sentences as strings."""
    return [text[span.start : span.end] for span in split_sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Smith et al. found no difference.",
        "Smith et al. (2020) found none.",
        "Aspirin vs. placebo was tested.",
        "A small dose, i.e. 75 mg, was given.",
        "Some drugs, e.g. aspirin, were given.",
        "The ratio was 0.91 (95% CI 0.86-0.95).",
        "It differed (p = .03).",
        "See Fig. 2 for the flow.",
        "As Fig. 2A shows, it fell.",
        "Dr. Smith agreed.",
        "St. John's wort was tested.",
        "The U.S. Preventive Services Task Force agreed.",
        "Case No. 3 was left out.",
        "E. coli and S. aureus grew.",
        "J. R. R. Smith wrote it.",
        "John F. Kennedy said so.",
        "The text is at doi:10.1000/x.y.z today.",
        "See www.example.org for more.",
        "It was approx. 5 mg.",
        "They took it at 5 p.m. daily.",
        "Merck & Co. Inc. paid for it.",
        "Wait... what was it?",
        "It was tested (p = 0.03. See the table) and held.",
        "1.5 of 2.5 were left",
        "The mean age was 65.5 years.",
        "Clostridium spp. were found.",
        "They followed it for 3 yr. on average.",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(sentence: str) -> None:
    """Abbreviations, decimals, initials, addresses and brackets."""
    assert parts(f"It began. {sentence} It ended.") in (
        ["It began.", sentence, "It ended."],
        ["It began.", f"{sentence} It ended."],
    )
    assert parts(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Aspirin (100 mg). The rest.", ["Aspirin (100 mg).", "The rest."]),
        ("It was 0.95. The rest.", ["It was 0.95.", "The rest."]),
        ("It was p = .03. The rest.", ["It was p = .03.", "The rest."]),
        ("They live in the U.S. The rest.", ["They live in the U.S.", "The rest."]),
        ("Drugs, diet etc. The rest.", ["Drugs, diet etc.", "The rest."]),
        ("They took vitamin C. The rest.", ["They took vitamin C.", "The rest."]),
        ("It is hepatitis B. Lamivudine works.", ["It is hepatitis B.", "Lamivudine works."]),
        ("The answer is no. However, it is.", ["The answer is no.", "However, it is."]),
        ("They have MS. Another has CF. Done.", ["They have MS.", "Another has CF.", "Done."]),
        ("It was HR. The rest.", ["It was HR.", "The rest."]),
        ('He said "It works." The rest.', ['He said "It works."', "The rest."]),
        ("“So it is.” The rest.", ["“So it is.”", "The rest."]),
        ("(It was open.) The rest.", ["(It was open.)", "The rest."]),
        ("Really?! Yes! Good.", ["Really?!", "Yes!", "Good."]),
        ("It fell. 12 died.", ["It fell.", "12 died."]),
        ("It fell. p53 rose. mRNA too.", ["It fell.", "p53 rose.", "mRNA too."]),
        ("It fell.12,13 However, it rose.[3] The end.", ["It fell.12,13", "However, it rose.[3]", "The end."]),
        ("Events reduced.However, they rose.", ["Events reduced.", "However, they rose."]),
        ("It is open ( never closed. The rest.", ["It is open ( never closed.", "The rest."]),
        ("No end", ["No end"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    """Ends after abbreviations, brackets, quotes, reference marks and in scraped text."""
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("阿司匹林有效。出血增加！真的吗？是。", ["阿司匹林有效。", "出血增加！", "真的吗？", "是。"]),
        ("「効果がある。」と述べた。終わり。", ["「効果がある。」と述べた。", "終わり。"]),
        ("هل يعمل؟ نعم. انتهى", ["هل يعمل؟", "نعم.", "انتهى"]),
        ("یہ کام کرتا ہے۔ ہاں۔", ["یہ کام کرتا ہے۔", "ہاں۔"]),
        ("यह काम करता है। हाँ।", ["यह काम करता है।", "हाँ।"]),
    ],
)
def test_other_scripts_end_their_sentences(text: str, expected: list[str]) -> None:
    """Chinese, Japanese, Arabic, Urdu and Hindi marks."""
    assert parts(text) == expected


def test_lists_paragraphs_and_wrapped_lines() -> None:
    """Bullets and numbers stay out of the span, blank lines end a sentence, a wrapped line does not."""
    assert parts("- One\n• Two. Three\n1. Four\n2) Five") == ["One", "Two.", "Three", "Four", "Five"]
    assert parts("A heading\n\nIt fell\nby half.") == ["A heading", "It fell\nby half."]


def test_labels_start_a_sentence_and_come_off_by_offset() -> None:
    """The label of a structured abstract is cut off without touching a word."""
    text = "BACKGROUND: We asked. RESULTS: It fell METHODS: we did. Conclusions: Good."
    labels = [split_label(text, span) for span in split_sentences(text)]
    assert [label.name for label in labels] == ["BACKGROUND", "RESULTS", "METHODS", "CONCLUSIONS"]
    assert [text[label.span.start : label.span.end] for label in labels] == ["We asked.", "It fell", "we did.", "Good."]


def test_a_label_alone_leaves_an_empty_sentence() -> None:
    """The caller learns the label and has nothing to quote."""
    label = split_label("RESULTS:", Span(0, 8))
    assert label.name == "RESULTS"
    assert label.span.start == label.span.end == 8


@pytest.mark.parametrize(
    "text", ["HIV: a review.", "Aspirin: the facts.", "Results were good.", "COVID-19: it spread."]
)
def test_a_word_with_a_colon_is_no_label(text: str) -> None:
    """Only the known labels are cut off."""
    assert split_label(text, Span(0, len(text))) == ("", Span(0, len(text)))


TRICKY = st.text(alphabet="aB1 .,;:!?()[]\"'\n-–•。」éلα", max_size=120)


@given(st.one_of(TRICKY, st.text(max_size=120)))
@example("1. \n 2. A")
@example("(" * 30 + "a. B")
@settings(max_examples=200, deadline=None)
def test_spans_are_in_order_trimmed_and_lose_nothing(text: str) -> None:
    """Spans do not overlap, start and end on ink, and between them stand only blanks, bullets and list numbers."""
    spans = split_sentences(text)
    position = 0
    lost = ""
    for span in spans:
        assert position <= span.start < span.end <= len(text)
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        lost += text[position : span.start]
        position = span.end
    lost += text[position:]
    assert not any(sign.isalpha() for sign in lost)
    label = [split_label(text, span) for span in spans]
    assert all(span.start <= one.span.start <= one.span.end == span.end for span, one in zip(spans, label, strict=True))
