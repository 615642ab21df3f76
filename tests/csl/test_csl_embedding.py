"""What programs that embed the processor ask of it: spans, links, names in a sentence, languages of entries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport_csl import RICH, RichSpan, Style, process, read_rich
from bmreport_csl.entry_locales import entry_language
from bmreport_csl.formats import Format
from bmreport_csl.formats.html import Html
from bmreport_csl.formats.markdown import Markdown
from bmreport_csl.formats.typst import Typst
from bmreport_csl.items import clean_item
from bmreport_csl.library import LocaleLibrary
from bmreport_csl.links import link_target
from bmreport_csl.output import Span, Tag
from bmreport_csl.writer import QuoteMarks, write

APA = Style.load("apa")
VANCOUVER = Style.load("nlm-citation-sequence")
ITEMS: list[dict[str, Any]] = [
    {"id": key, "type": "book", "title": f"Title {key}", "author": [{"family": family}, {"family": "Roe"}]}
    for key, family in (("b", "Beta"), ("a", "Alpha"), ("c", "Gamma"))
]


def test_spans_name_cites_numbers_and_labels() -> None:
    """The tree says which item a cite points to, where its number stands, and what hangs left."""
    result = process(VANCOUVER, ITEMS, [{"citationItems": [{"id": "a"}]}], format=RICH)
    number = RichSpan("number", "1", ("1",))
    assert read_rich(result.citations[0]) == ("(", RichSpan("cite", "a", (number,)), ")")
    assert result.bibliography is not None
    label = read_rich(result.bibliography[0][1])[0]
    assert isinstance(label, RichSpan)
    assert (label.kind, label.value) == ("display", "left-margin")


@given(st.text(st.sampled_from("\x02\x03\x04\x10\x62\x63pab<>. "), max_size=12))
def test_text_that_looks_like_marks_is_text(text: str) -> None:
    """Whatever a leaf or a value holds comes back as itself."""
    if not text:
        return
    printed = write(Span([text], tag=Tag("cite-id", text)), RICH, QuoteMarks())
    assert read_rich(printed) == (RichSpan("cite", text, (text,)),)


def test_broken_marks_are_forgiven() -> None:
    """A string that no processor wrote is read as far as it goes."""
    assert read_rich("\x04a\x02font-style\x03italic\x03b") == ("a",)


@pytest.mark.parametrize(
    ("variable", "value", "target"),
    [
        ("DOI", "10.1000/ABC(1)", "https://doi.org/10.1000/abc(1)"),
        ("DOI", "https://doi.org/10.1000/x<y", "https://doi.org/10.1000/x%3Cy"),
        ("DOI", "none", ""),
        ("PMID", "123", "https://pubmed.ncbi.nlm.nih.gov/123/"),
        ("PMID", "x", ""),
        ("PMCID", "PMC12", "https://pmc.ncbi.nlm.nih.gov/articles/PMC12/"),
        ("URL", "https://example.org/a?b=1&c", "https://example.org/a?b=1&c"),
        ("URL", "javascript:alert(1)", ""),
        ("URL", "https://a b", ""),
    ],
)
def test_where_identifiers_lead(variable: str, value: str, target: str) -> None:
    """Only web addresses and well-formed identifiers are links."""
    assert link_target(variable, value) == target


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (Html(), "https://doi.org/10.1000/a"),
        (Html(links=True), 'https://doi.org/<a href="https://doi.org/10.1000/a">10.1000/a</a>'),
        (Markdown(links=True), "https://doi.org/[10.1000/a](<https://doi.org/10.1000/a>)"),
        (Typst(links=True), '#link("https://doi.org/10.1000/a")['),
    ],
)
def test_links_are_printed_on_request(form: Format, expected: str) -> None:
    """Formats print no link unless they are made to."""
    entries = process(APA, [{**ITEMS[0], "DOI": "10.1000/a"}], format=form).bibliography
    assert entries is not None
    assert expected in entries[0][1]


def test_authors_for_a_sentence() -> None:
    """The word "and" stands for the sign; a numeric style, which prints no names, gives family names."""
    for style in (APA, VANCOUVER):
        assert process(style, ITEMS, format="text", in_text=["a", "nobody"]).in_text == {"a": "Alpha and Roe"}


def test_author_only_cites_are_no_place_to_come_back_to() -> None:
    """They get no position and give none, so that "ibid" reaches over them."""
    clusters = [
        {"citationItems": [{"id": "a"}], "properties": {"noteIndex": 1}},
        {"citationItems": [{"id": "b", "author-only": True}], "properties": {"noteIndex": 0}},
        {"citationItems": [{"id": "a"}], "properties": {"noteIndex": 2}},
    ]
    style = Style.load("chicago-notes-bibliography-subsequent-ibid")
    assert process(style, ITEMS, clusters, format="text").citations[2].startswith("Ibid")


@pytest.mark.parametrize("style", [APA, VANCOUVER])
def test_uncited_items_come_last(style: Style) -> None:
    """However the style sorts; an item that is cited after all is not moved."""
    cited = [{"citationItems": [{"id": "b"}]}]
    result = process(style, ITEMS, cited, format="text", uncited=["a", "b"])
    assert result.bibliography is not None
    assert [item_id for item_id, _text in result.bibliography] == ["b", "c", "a"]


def test_a_list_that_names_only_the_first_authors_says_so() -> None:
    """`custom.authors_truncated` prints et al. where the style would show all that are there."""
    entries = process(VANCOUVER, [{**ITEMS[0], "custom": {"authors_truncated": True}}], format="text").bibliography
    assert entries is not None
    assert "Beta, Roe, et al." in entries[0][1]


@pytest.mark.parametrize(
    ("fields", "document", "expected"),
    [
        ({"language": "de"}, "en", "de-DE"),
        ({"language": "de-AT"}, "en", "de-AT"),
        ({"language": "de-XX"}, "en", "de-DE"),
        ({"language": "ger"}, "en", "de-DE"),
        ({"language": "German"}, "en", "de-DE"),
        ({"language": "tlh", "title": "Heghlu'meH"}, "en", ""),
        ({"author": [{"family": "王", "given": "芳"}]}, "en", "zh-CN"),
        ({"title": "がんの研究"}, "en", "ja-JP"),
        ({"title": "연구"}, "en", "ko-KR"),
        ({"title": "Исследование"}, "en", "ru-RU"),
        ({"title": "Дослідження"}, "en", "uk-UA"),
        ({"title": "دراسة"}, "en", "ar"),
        ({"title": "A study"}, "de", ""),
        ({"title": "A study"}, "zh", "en-US"),
        ({"title": "12"}, "zh", ""),
        ({"language": "\x00{}", "title": "A"}, "en", ""),
    ],
)
def test_the_language_of_an_entry(fields: dict[str, Any], document: str, expected: str) -> None:
    """What the record says, in any spelling, else what it is written in; else the document's."""
    item = clean_item({"id": "x", **fields}, 1, [])
    assert entry_language(item, LocaleLibrary(), document) == expected
