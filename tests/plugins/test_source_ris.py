"""Source `ris`: what real exporters do to the format, and that nothing is lost by it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Harvest, InputError, Match, SourceLocator
from bmreport.models import Citation, Reference
from bmreport.testing import assert_source_contract
from bmreport_plugins.sources.ris import RisSource
from bmreport_plugins.sources.ris_tags import read_ris

from .ris_records import csl, harvest_of, only, record, rest

PLAIN = """\
TY  - JOUR
AU  - Roe, Rita M.
AU  - van der Berg, Jan
TI  - Placebrol and sample events.
T2  - Journal of Samples
VL  - 12
IS  - 3
SP  - 101
EP  - 9
PY  - 2019
AB  - Placebrol lowered sample events by 12%.
ER  -
"""


def titles(harvest: Harvest) -> list[str]:
    """Titles of all records, in order of their numbers."""
    records: list[Citation | Reference] = [*harvest.citations, *harvest.references]
    numbered = sorted(records, key=lambda one: (one.origin.record if one.origin else 0) or 0)
    return [str((one.csl or {}).get("title", "")) for one in numbered]


def test_contract() -> None:
    """The source keeps the contract of every source."""
    assert_source_contract(RisSource(), "refs.ris", PLAIN.encode())


def test_a_plain_record_comes_in_whole() -> None:
    """Every field of an ordinary record has its place in CSL; the abstract is the evidence."""
    citation = only(PLAIN)
    assert isinstance(citation, Citation)
    assert citation.csl == {
        "type": "article-journal",
        "title": "Placebrol and sample events",
        "container-title": "Journal of Samples",
        "author": [
            {"family": "Roe", "given": "Rita M."},
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
        ],
        "issued": {"date-parts": [[2019]]},
        "volume": "12",
        "issue": "3",
        "page": "101-109",
    }
    assert citation.passage == "Placebrol lowered sample events by 12%."
    assert citation.document_title == "Placebrol and sample events"
    assert citation.notes == ["no passage: the abstract serves as evidence"]
    assert (citation.origin and (citation.origin.record, citation.origin.line)) == (1, 1)


def test_without_an_abstract_it_is_a_bare_reference() -> None:
    """A record that has no words to cite is a reference."""
    harvest = harvest_of(record("TI  - A"))
    assert (len(harvest.citations), len(harvest.references)) == (0, 1)


# -- records and lines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + PLAIN,
        PLAIN.replace("  - ", " - "),
        PLAIN.replace("  - ", "- "),
        PLAIN.replace("  - ", "  -  "),
        PLAIN.replace("  - ", "\t- "),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.removesuffix("ER  -\n"),
        PLAIN.rstrip(),
        PLAIN.replace("ER  -", "ER"),
        PLAIN.replace("ER  -", "ER  - "),
        "\n\n\n" + PLAIN + "\n\n",
        "".join(f"  {line}\n" for line in PLAIN.splitlines()),
        PLAIN.replace("JOUR", "jour"),
        PLAIN.replace("JOUR", "Journal Article"),
    ],
    ids=[
        "bom",
        "one blank",
        "no blank",
        "two after",
        "tab",
        "windows",
        "old mac",
        "no ER",
        "no line end",
        "bare ER",
        "ER with a blank",
        "blank lines",
        "indented",
        "lower case",
        "name of the type",
    ],
)
def test_every_way_to_write_the_tags_gives_the_same_record(text: str) -> None:
    """Marks, blanks, tabs, line ends and a missing ER change nothing in the record."""
    expected = only(PLAIN).csl
    assert only(text).csl == expected


def test_two_records_without_er_are_two() -> None:
    """TY begins a record even when none has ended; the report says which had no end."""
    harvest = harvest_of(record("TI  - A").replace("ER  - \n", "") + record("TI  - B"))
    assert titles(harvest) == ["A", "B"]
    assert harvest.reports[0].notes == ["1 record without an ER line (starting in line 1)"]
    assert harvest.references[0].notes == ["the record has no ER line; it may be cut short"]


def test_a_record_that_lost_its_type_is_kept() -> None:
    """Tagged lines that an ER closes are a record without TY; its type is guessed and said to be."""
    harvest = harvest_of("TI  - A\nJO  - J\nER  - \n\n" + record("TI  - B"))
    assert titles(harvest) == ["A", "B"]
    assert harvest.references[0].notes == ["no TY line: taken for article-journal"]
    assert "1 record without a type (starting in line 1)" in harvest.reports[0].notes


def test_counters_and_provider_lines_between_records_are_counted() -> None:
    """Lines that are part of no record are left out and reported, whatever they say."""
    head = "Record #1 of 2\nProvider: Sample Press\nContent: text/plain\n\n"
    text = head + record("TI  - A") + "\n" + head + record("TI  - B") + "Link to the full text: http://x\n"
    harvest = harvest_of(text)
    assert titles(harvest) == ["A", "B"]
    assert harvest.reports[0].format == "RIS (Cochrane Library)"
    assert harvest.reports[0].notes == [
        "7 lines outside the records left out (line 1-3, 9-11, 16); the first: 'Record #1 of 2'"
    ]


def test_tags_after_the_end_belong_to_no_record() -> None:
    """Tags and a search strategy after ER (Ovid, Embase) are reported and get into no record."""
    text = record("TI  - A") + "C1  - Search\n1. exp Aspirin/\n2. random*.tw.\n\n" + record("TI  - B")
    harvest = harvest_of(text)
    assert titles(harvest) == ["A", "B"]
    assert "3 lines outside the records left out (line 4-6); the first: 'C1  - Search'" in harvest.reports[0].notes
    assert harvest.references[1].csl == {"type": "article-journal", "title": "B"}
    assert "Search" not in str(harvest.references)


@pytest.mark.parametrize("tag", ["SP", "EP", "VL", "AB", "UR", "DO", "AU", "KW", "PY"])
@pytest.mark.parametrize("end", ["", " "])
def test_an_empty_tag_is_an_empty_field(tag: str, end: str) -> None:
    """A bare tag is no wrapped line: the field above it stays as it was."""
    read = csl("TI  - A", "IS  - 9", f"{tag}  -{end}", "JO  - J")
    assert (read["title"], read["issue"], read["container-title"]) == ("A", "9", "J")
    assert "custom" not in read


def test_wrapped_lines_are_joined() -> None:
    """Indented and unindented lines go on the field above."""
    citation = only(record("TI  - Blood and", "the brain", "AB  - First", "      second", "third."))
    assert isinstance(citation, Citation)
    assert citation.document_title == "Blood and the brain"
    assert citation.passage == "First second third."


@pytest.mark.parametrize(
    "line", ["ER then a second line", "ER  - is a receptor", "ER", "ERBB2 was found", "TY is a letter"]
)
def test_a_wrapped_line_that_looks_like_an_end_is_text(line: str) -> None:
    """A record ends at an ER with nothing behind it, or before a blank line or a new record; else it is text."""
    harvest = harvest_of(record("TI  - A", "AB  - first", line, "last.") + record("TI  - B"))
    assert titles(harvest) == ["A", "B"]
    assert harvest.citations[0].passage == " ".join(f"first {line} last.".split())


@pytest.mark.parametrize("line", ["T2 - weighted images", "CT - guided", "T1-weighted", "C1 - C2 joint", "A1 - c"])
def test_prose_with_a_hyphen_is_no_tag(line: str) -> None:
    """In an abstract, one blank before a hyphen does not make a tag of two capitals."""
    citation = only(record("TI  - A", "AB  - seen on", line, "and more."))
    assert isinstance(citation, Citation)
    assert citation.passage == f"seen on {line} and more."


def test_a_one_space_tag_among_others_is_read() -> None:
    """A well-known tag written with one blank counts outside prose, and PMID counts anywhere."""
    read = csl("TI  - A", "AU  - Roe, R.", "KW - placebrol", "events", "AB  - Text.", "PMID - 123456")
    assert read["keyword"] == "placebrol; events"
    assert read["PMID"] == "123456"


def test_text_after_a_blank_line() -> None:
    """After a blank line text goes on an abstract, but not a short field; there it is reported."""
    citation = only(record("TI  - A", "AB  - First part.", "", "Second part."))
    assert isinstance(citation, Citation)
    assert citation.passage == "First part. Second part."
    harvest = harvest_of(record("TI  - A", "VL  - 3", "", "% comment"))
    assert harvest.references[0].csl["volume"] == "3"
    assert "1 line outside the records left out (line 5); the first: '% comment'" in harvest.reports[0].notes


def test_lines_that_look_like_records_are_counted_independently() -> None:
    """A first line that the reader does not take for one is reported, so that no record is missed in silence."""
    harvest = harvest_of(record("TI  - A") + "ty - JOUR\nTI  - B\n")
    assert harvest.reports[0].records == 1
    assert any("1 line that look like the start of a record are none" in note for note in harvest.reports[0].notes)


def test_an_empty_record_is_rejected() -> None:
    """A record without any value is accounted for and says why it is of no use."""
    harvest = harvest_of(record() + record("TI  -", "AB  - ") + record("TI  - A"))
    report = harvest.reports[0]
    assert (report.records, report.kept) == (3, 1)
    assert [rejection.origin.line for rejection in report.rejected] == [1, 3]
    assert "holds no field" in report.rejected[0].reason


def test_unknown_tags_are_kept() -> None:
    """Tags without a meaning in CSL stay with the record, all their values in order."""
    assert rest("TI  - A", "ZZ  - one", "ZZ  - two", "N1  - a note", "AD  - Sampletown") == {
        "ZZ": ["one", "two"],
        "N1": ["a note"],
        "AD": ["Sampletown"],
    }


# -- other input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"%PDF-1.7", "is a PDF, not RIS"),
        (b"\x89PNG\r\n\x1a\n\x00", "is a picture, not RIS"),
        (b"FN Clarivate\nVR 1.0\nPT J\n", "is a Web of Science file, not RIS"),
        (b"<html><body>Log in</body></html>", "is an HTML page, not RIS"),
        (b"PMID- 123\nTI  - A\n", "holds no RIS record: a line that starts with 'TY  - ' does not occur"),
    ],
)
def test_a_file_without_records(data: bytes, message: str) -> None:
    """What is no RIS gives one message that says what it is."""
    with pytest.raises(InputError) as caught:
        harvest_of(data)
    assert caught.value.message.startswith(message)
    assert caught.value.where == "refs.ris"
    assert caught.value.remedy


def test_match_looks_at_content_then_at_the_name() -> None:
    """Content decides; the name serves for text that shows no record in its first part."""
    match = RisSource().match
    assert match(SourceLocator("a.txt", content=PLAIN.encode())) is Match.CONTENT
    assert match(SourceLocator("a.txt", content=PLAIN.encode("utf-16"))) is Match.CONTENT
    assert match(SourceLocator("a.ris", content=b"hello")) is Match.SUFFIX
    assert match(SourceLocator("a.ris", content=b"%PDF-1.7")) is Match.NO
    assert match(SourceLocator("a.txt", content=b"hello")) is Match.NO


def test_encodings_are_reported() -> None:
    """The import report says the encoding, and where a byte was mended."""
    assert harvest_of(PLAIN.encode("utf-16")).reports[0].encoding == "utf-16-le"
    report = harvest_of(record("TI  - Müller").encode("cp1252")).reports[0]
    assert report.encoding == "cp1252"
    mended = harvest_of(record("TI  - Müller").encode() + b"N1  - \xff\n").reports[0]
    assert mended.encoding == "utf-8"
    assert "line 4, byte" in mended.notes[0]


# -- properties -------------------------------------------------------------------------------------------------------

_words = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=30)
_field = st.tuples(
    st.sampled_from(["TI", "T2", "AU", "AB", "N1", "KW", "UR", "ZZ", "C1", "VL", "SP", "ID"]),
    _words.map(lambda text: " ".join(text.split())).filter(bool),
)
_records = st.lists(st.lists(_field, min_size=1, max_size=8), min_size=1, max_size=6)


@settings(max_examples=100, deadline=None)
@given(_records)
def test_generated_records_come_back_complete(records: list[list[tuple[str, str]]]) -> None:
    """Every record, every field and every value of a well-formed file is read back in order."""
    text = "".join(record(*(f"{tag}  - {value}" for tag, value in fields)) + "\n" for fields in records)
    file = read_ris(text)
    assert [[(one.tag, one.text) for one in found.fields] for found in file.records] == records
    assert file.stray == ()
    assert file.missed == ()


@settings(max_examples=60, deadline=None)
@given(_records)
def test_well_formed_records_are_what_rispy_reads(records: list[list[tuple[str, str]]]) -> None:
    """Where rispy loses nothing, its fields and ours agree."""
    import rispy

    text = "".join(record(*(f"{tag}  - {value}" for tag, value in fields)) + "\n" for fields in records)
    theirs = rispy.loads(text, mapping={"TY": "TY", "ER": "ER", "UK": "UK"}, list_tags=[], delimiter_tags_mapping={})
    ours = [{tag: [v for t, v in fields if t == tag] for tag, _ in fields} for fields in records]
    assert [dict(found["UK"]) for found in theirs] == ours
    assert [[(one.tag, one.text) for one in found.fields] for found in read_ris(text).records] == records


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "TY  - JOUR",
                "TY - BOOK",
                "ER  - ",
                "ER  - x",
                "ER",
                "",
                "TI  - A",
                "AB  - text",
                "text",
                "SP  -",
                "UK  - 1",
                "T2 - w",
                "  indented",
                "PY  - 2019",
                "AU  - a;b",
                "\x0c",
                "KW - k",
                "2.",
            ]
        ),
        max_size=25,
    )
)
def test_books_balance_whatever_the_order_of_the_lines(lines: list[str]) -> None:
    """No line is lost: each is in a record, blank, or counted as standing outside."""
    text = "\n".join(lines)
    file = read_ris(text)
    starts = sum(1 for found in file.records if found.type)
    ends = sum(1 for line in lines if line in {"ER  - ", "ER  - x", "ER"})
    inside = sum(len(one.lines) for found in file.records for one in found.fields)
    filled = sum(1 for line in lines if line.strip())
    assert starts + inside + len(file.stray) <= filled + ends
    assert filled <= starts + inside + len(file.stray) + ends
    try:
        report = harvest_of(text).reports[0]
    except InputError:
        assert not file.records
    else:
        assert report.balanced
        assert report.records == len(file.records)
