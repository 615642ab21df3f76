"""Pages, serial numbers, addresses, languages and the like, as all bibliographic sources read them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport_plugins.sources.abstracts import plain_abstract
from bmreport_plugins.sources.addresses import addresses_in
from bmreport_plugins.sources.field_values import bare_issue, bare_volume, is_placeholder, without_final_stop
from bmreport_plugins.sources.languages import language_tag
from bmreport_plugins.sources.pages import full_range, joined_range, page_count
from bmreport_plugins.sources.ris_types import TYPES, type_code
from bmreport_plugins.sources.serials import read_serials
from bmreport_plugins.sources.tagged_fields import Picker, TaggedField


@pytest.mark.parametrize(
    ("given", "full"),
    [
        ("737-8", "737-738"),
        ("6913-7", "6913-6917"),
        ("100-05", "100-105"),
        ("12-5", "12-15"),
        ("9-12", "9-12"),
        ("S12-9", "S12-S19"),
        ("S12-S19", "S12-S19"),
        ("e229-36", "e229-e236"),
        ("e229-e236", "e229-e236"),
        ("401M-21M", "401M-421M"),
        ("123-4, 145-7", "123-124, 145-147"),
        ("1–9", "1-9"),
        ("34 - 56", "34-56"),
        ("pp. 3—5", "3-5"),
        ("Page 7", "7"),
        ("731-e5", "731-e5"),
        ("735-42.e3", "735-42.e3"),
        ("10.1-10.5", "10.1-10.5"),
        ("1-2-3", "1-2-3"),
        ("pages", "pages"),
        ("", ""),
    ],
)
def test_ranges_in_full(given: str, full: str) -> None:
    """Both ends of a range come out in full; what is no simple range stays as it is."""
    assert full_range(given) == full
    assert full_range(full) == full


@pytest.mark.parametrize(
    ("start", "end", "joined"),
    [("1", "", "1"), ("", "9", "9"), ("206-217", "217", "206-217"), ("1", "5, 9", "1-5, 9"), ("1-3", "7", "1-3, 7")],
)
def test_start_and_end_are_joined(start: str, end: str, joined: str) -> None:
    """Either end may be absent or hold more than one page."""
    assert joined_range(start, end) == joined


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 99_999), st.integers(0, 2_000))
def test_a_shortened_range_comes_back(first: int, length: int) -> None:
    """Whatever digits PubMed leaves out of the second page, they are put back."""
    last = first + length
    a, b = str(first), str(last)
    short = b
    if len(a) == len(b):
        while len(short) > 1 and a[: len(b) - len(short) + 1] == b[: len(b) - len(short) + 1]:
            short = short[1:]
    if first == last:
        assert joined_range(a, b) == a
    else:
        assert full_range(f"{a}-{short}") == f"{a}-{b}"
        assert joined_range(a, short) == f"{a}-{b}"


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_is_a_page(start: str, end: str) -> None:
    """Odd page text never raises and never vanishes."""
    joined = joined_range(start, end)
    assert bool(joined.strip()) is bool(full_range(start) or full_range(end))


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ("146p", "146"),
        ("xii, 240 pages", "xii, 240"),
        ("240 pp.", "240"),
        ("240 leaves", "240"),
        ("150", "150"),
        ("3-5", ""),
        ("e15", ""),
        ("pages", ""),
    ],
)
def test_page_counts(given: str, count: str) -> None:
    """A count is a number alone or one with a word for pages."""
    assert page_count(given) == count


def test_serial_numbers() -> None:
    """ISSN and ISBN are told by their digits, whatever stands around them."""
    found = read_serials(
        [
            "1932-8494; 1932-8486",
            "20964129 (ISSN)",
            "1234-567x",
            "ISBN 978-3-16-148410-0",
            "0-306-40615-2",
            "Report 12",
            "1932-8494",
        ]
    )
    assert found.issn == ["1932-8494", "1932-8486", "2096-4129", "1234-567X"]
    assert found.isbn == ["978-3-16-148410-0", "0-306-40615-2"]
    assert found.others == ["Report 12"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (["http://a.example/x;y http://b.example."], ["http://a.example/x;y", "http://b.example"]),
        (["http://a.example;https://b.example"], ["http://a.example", "https://b.example"]),
        (["https://p.example/login?url=http://a.example/x"], ["https://p.example/login?url=http://a.example/x"]),
        (["http://a.example", "http://a.example"], ["http://a.example"]),
        (["www.a.example", "text"], []),
    ],
)
def test_addresses(given: list[str], found: list[str]) -> None:
    """Addresses are divided by blanks and semicolons; a proxy's address keeps the one inside it."""
    assert addresses_in(given) == found


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("<p>One <b>two</b>.</p><p>Three</p>", "One two. Three"),
        ("<jats:sec><jats:title>Aim</jats:title><jats:p>H<jats:sub>2</jats:sub>O</jats:p></jats:sec>", "Aim H2O"),
        ('See <ext-link ext-link-type="uri" xlink:href="http://x">here</ext-link>', "See here"),
        ("a <b and c> d", "a <b and c> d"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("p < 0.05 & q > 1", "p < 0.05 & q > 1"),
        ("two  blanks\nand lines", "two  blanks\nand lines"),
    ],
)
def test_abstracts_lose_mark_up_and_nothing_else(given: str, plain: str) -> None:
    """Elements that registries write go; comparisons, scripts and plain text stay as they are."""
    assert plain_abstract(given) == plain


@pytest.mark.parametrize("text", ["NA", "[N/A]", "No abstract available.", "(none)", "undefined", "Not In File"])
def test_placeholders(text: str) -> None:
    """A field that says it says nothing is known as such."""
    assert is_placeholder(text)
    assert not is_placeholder(f"{text} x y")


def test_small_cleanings() -> None:
    """Labels before numbers and the last full stop of a title go."""
    assert [bare_volume(text) for text in ("v. 40", "v. v. 176", "Vol. 3", "V", "12")] == ["40", "176", "3", "V", "12"]
    assert [bare_issue(text) for text in ("no. 2", "Nr 3", "1 January", "Suppl")] == ["2", "3", "1 January", "Suppl"]
    assert [without_final_stop(text) for text in ("A.", "A..", "p.m.", "", "et al.")] == [
        "A",
        "A..",
        "p.m.",
        "",
        "et al",
    ]
    assert [language_tag(text) for text in ("eng", "English; French", "de-AT", "Klingon", "")] == [
        "en", "en", "de-AT", "Klingon", ""
    ]  # fmt: skip


def test_every_ris_type_has_a_csl_type_and_is_found_by_its_code() -> None:
    """The table of types is complete in itself."""
    for code, kind in TYPES.items():
        assert kind.csl
        assert type_code(code.lower()) == code
    assert type_code("no such type") == ""


def test_the_picker_gives_each_field_once() -> None:
    """Picked fields are gone, others come back as the rest; values that say the same go together."""
    fields = [
        TaggedField(tag, (text,), line)
        for line, (tag, text) in enumerate([("TI", "A"), ("T1", "a"), ("T1", "B"), ("X", " ")])
    ]
    picker = Picker(fields)
    assert picker.has("T1")
    assert not picker.has("X")
    assert picker.first("TI", "T1") == "A"
    assert picker.first("TI") == ""
    assert [field.text for field in picker.peek("T1")] == ["B"]
    assert picker.rest() == {"T1": ["B"]}
    assert picker.texts("T1") == ["B"]
    assert picker.rest() == {}
