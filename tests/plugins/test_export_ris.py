"""Exporter `ris`: what reference managers expect, and that our own source reads back what was written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Harvest, RunContext, SourceLocator
from bmreport.models import Citation, Reference, Report
from bmreport.rendering import RenderedReport
from bmreport.testing import HOSTILE_TEXTS, assert_exporter_contract, sample_rendered
from bmreport_plugins.exporters.ris import RisExporter, RisOptions
from bmreport_plugins.exporters.ris_codes import CODES
from bmreport_plugins.exporters.ris_fields import flat
from bmreport_plugins.sources.ris import RisSource
from bmreport_plugins.sources.ris_types import TYPES

SHARED = Path(os.environ.get("BMREPORT_SHARED") or Path(__file__).resolve().parents[3] / "shared")
CORPUS = SHARED / "corpus" / "ris"


def report_of(*items: dict[str, Any], **fields: Any) -> RenderedReport:
    """A report that lists these items."""
    references = [Reference(id=f"r{n}", number=n, csl=item) for n, item in enumerate(items, start=1)]
    return sample_rendered(Report.model_validate({"user_question": "q", "references": references, **fields}))


def data_of(rendered: RenderedReport, **options: Any) -> bytes:
    """The exported file."""
    return RisExporter().export(rendered, None, RisOptions(**options))


def lines_of(item: dict[str, Any], **fields: Any) -> list[str]:
    """The lines of one record."""
    return data_of(report_of(item, **fields)).decode("utf-8").split("\r\n")


def fields_of(item: dict[str, Any], *tags: str) -> list[tuple[str, str]]:
    """Tags and values of one record, only these tags."""
    pairs = [(line[:2], line[6:]) for line in lines_of(item) if line]
    return [(tag, value) for tag, value in pairs if tag in tags]


def read(data: bytes) -> Harvest:
    """What our own source reads."""
    return RisSource().read(SourceLocator("x.ris", content=data), RunContext(offline=True), RisSource().options_model())


def read_items(data: bytes) -> list[dict[str, Any]]:
    """The records our own source reads, abstract included."""
    harvest = read(data)
    with_abstract = [{**(citation.csl or {}), "abstract": citation.abstract} for citation in harvest.citations]
    return [*with_abstract, *(reference.csl for reference in harvest.references)]


def test_contract() -> None:
    """The exporter passes the kit's contract and writes one record for each reference."""
    data = assert_exporter_contract(RisExporter())
    assert data.count(b"TY  - JOUR\r\n") == data.count(b"ER  - \r\n\r\n") == 4


def test_a_whole_record() -> None:
    """A journal article comes out tag by tag in the order in which reference managers write them."""
    item = {
        "type": "article-journal",
        "title": "On <i>E. coli</i>: p < 0.05",
        "author": [
            {"family": "Doe", "given": "J. A."},
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der", "suffix": "Jr"},
            {"family": "Perrot", "given": "Marc", "dropping-particle": "de"},
            {"literal": "Example Trialists' Collaboration"},
        ],
        "editor": [{"family": "Roe", "given": "R."}],
        "issued": {"date-parts": [[2020, 2, 1]]},
        "accessed": {"date-parts": [[2021, 3]]},
        "container-title": "Journal of Samples",
        "container-title-short": "J Samples",
        "volume": "12",
        "issue": "3",
        "page": "101-9",
        "ISSN": "1234-5678",
        "DOI": "10.5555/x",
        "PMID": "37654321",
        "PMCID": "PMC7654321",
        "URL": "https://example.org/a",
        "publisher": "Sample Press",
        "publisher-place": "Berlin",
        "language": "en",
        "keyword": "one; two three",
        "abstract": "First.\n\nSecond\r\npart.",
        "note": "A note.",
    }
    assert lines_of(item) == [
        "TY  - JOUR",
        "AU  - Doe, J. A.",
        "AU  - van der Berg, Jan, Jr",
        "AU  - Perrot, Marc de",
        "AU  - Example Trialists' Collaboration",
        "A2  - Roe, R.",
        "TI  - On E. coli: p < 0.05",
        "T2  - Journal of Samples",
        "J2  - J Samples",
        "PY  - 2020",
        "DA  - 2020/02/01/",
        "Y2  - 2021/03//",
        "VL  - 12",
        "IS  - 3",
        "SP  - 101",
        "EP  - 109",
        "SN  - 1234-5678",
        "PB  - Sample Press",
        "CY  - Berlin",
        "DO  - 10.5555/x",
        "UR  - https://example.org/a",
        "AN  - 37654321",
        "DB  - PubMed",
        "C2  - PMC7654321",
        "LA  - en",
        "KW  - one",
        "KW  - two three",
        "AB  - First. Second part.",
        "N1  - A note.",
        "ER  - ",
        "",
        "",
    ]


def test_an_empty_report_is_an_empty_file() -> None:
    """Without references there is no record."""
    assert data_of(report_of()) == b""


def test_uncited_references_and_certainty_on_request() -> None:
    """Uncited references come last and only when asked for; so does a note on the strength of the evidence."""
    rendered = report_of({"title": "One"}, further_reading=[{"csl": {"title": "Two"}}], evidence_strength="Moderate")
    assert data_of(rendered) == b"TY  - GEN\r\nTI  - One\r\nER  - \r\n\r\n"
    both = data_of(rendered, include_uncited=True, certainty=True).decode()
    assert both.count("TY  - ") == 2
    assert both.count("N1  - Evidence strength: Moderate\r\nER  - ") == 2
    assert read(both.encode()).reports[0].balanced


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("101-109", [("SP", "101"), ("EP", "109")]),
        ("101–109", [("SP", "101"), ("EP", "109")]),
        ("737-8", [("SP", "737"), ("EP", "738")]),
        ("S12-S19", [("SP", "S12"), ("EP", "S19")]),
        ("iv-x", [("SP", "iv"), ("EP", "x")]),
        ("e123", [("SP", "e123")]),
        ("12", [("SP", "12")]),
        ("12-12", [("SP", "12")]),
        ("454-81; discussion 482", [("SP", "454-481; discussion 482")]),
        ("1-2, 5-6", [("SP", "1-2, 5-6")]),
        ("1-2-3", [("SP", "1-2-3")]),
        ("-", [("SP", "-")]),
        ("see\nnote", [("SP", "see note")]),
        ("", []),
    ],
)
def test_pages_are_split(page: str, fields: list[tuple[str, str]]) -> None:
    """A range has its ends in SP and EP, in full; anything else stands whole in SP."""
    assert fields_of({"type": "article-journal", "page": page}, "SP", "EP") == fields


@pytest.mark.parametrize(
    ("issued", "fields"),
    [
        ({"date-parts": [[2020]]}, [("PY", "2020")]),
        ({"date-parts": [[2020, 2]]}, [("PY", "2020"), ("DA", "2020/02//")]),
        ({"date-parts": [[2020, 2, 21]]}, [("PY", "2020"), ("DA", "2020/02/21/")]),
        ({"date-parts": [[987]]}, [("PY", "0987")]),
        ({"date-parts": [[2020]], "season": 1}, [("PY", "2020"), ("DA", "2020///Spring")]),
        ({"date-parts": [[2019], [2020]]}, [("PY", "2019"), ("DA", "2019-2020")]),
        ({"date-parts": [[2020, 2], [2020, 3]]}, [("PY", "2020"), ("DA", "2020 Feb-2020 Mar")]),
        ({"date-parts": [[2020, 2, 28], [2020, 3, 1]]}, [("PY", "2020"), ("DA", "2020 Feb 28-2020 Mar 1")]),
        ({"date-parts": [[1850]], "circa": True}, [("PY", "ca. 1850")]),
        ({"date-parts": [[1850, 5]], "circa": True}, [("PY", "1850"), ("DA", "ca. 1850 May")]),
        ({"date-parts": [[-44]]}, [("PY", "44 BC")]),
        ({"literal": "in press"}, [("PY", "in press")]),
        ({}, []),
    ],
)
def test_dates(issued: dict[str, Any], fields: list[tuple[str, str]]) -> None:
    """PY has the year, DA the date as far as it is known, in words where RIS has no form for it; all is read back."""
    item = {"type": "article-journal", "title": "T", "issued": issued}
    assert fields_of(item, "PY", "DA") == fields
    assert read_items(data_of(report_of(item)))[0].get("issued", {}) == issued


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ({"family": "Doe", "given": "Jane"}, "Doe, Jane"),
        ({"family": "Doe"}, "Doe"),
        ({"family": "Doe", "given": "J.", "suffix": "III"}, "Doe, J., III"),
        ({"family": "王", "given": "小明"}, "王, 小明"),
        ({"literal": "World Health Organization"}, "World Health Organization"),
        ({"literal": "Sample Press"}, "Sample Press,"),
        ({"literal": "Doe & Sons, Inc."}, "{Doe & Sons, Inc.}"),
        ({"literal": "A; B"}, "{A; B}"),
        ({"literal": "WHO"}, "WHO"),
    ],
)
def test_names(name: dict[str, str], line: str) -> None:
    """Persons are written family first; a group that looks like a person is marked as one, and all is read back."""
    item = {"type": "article-journal", "title": "T", "author": [name]}
    assert fields_of(item, "AU") == [("AU", line)]
    back = read_items(data_of(report_of(item)))[0]["author"]
    assert back == [name] or (name, back) == ({"family": "Doe"}, [{"literal": "Doe"}])


@pytest.mark.parametrize("kind", sorted(CODES))
def test_every_type_has_a_code_that_means_it(kind: str) -> None:
    """Each CSL type is written as a RIS type that our source knows; the usual ones come back as they were."""
    assert CODES[kind] in TYPES
    back = read_items(data_of(report_of({"type": kind, "title": "T"})))[0]["type"]
    nearest = {
        "review": "article-journal",
        "review-book": "article-journal",
        "periodical": "article-journal",
        "entry": "entry-encyclopedia",
        "treaty": "regulation",
        "post": "webpage",
        "broadcast": "motion_picture",
        "interview": "personal_communication",
    }
    assert back == nearest.get(kind, kind)


@pytest.mark.parametrize(
    "item",
    [
        {"type": "book", "title": "B", "editor": [{"family": "Doe", "given": "J."}], "ISBN": "978-3-16-148410-0"},
        {"type": "book", "title": "B", "collection-title": "Series", "edition": "2", "number-of-pages": "240"},
        {"type": "book", "title": "B", "publisher": "P", "publisher-place": "Q", "number-of-volumes": "3"},
        {"type": "chapter", "title": "C", "container-title": "B", "editor": [{"family": "Doe", "given": "J."}]},
        {
            "type": "chapter",
            "title": "C",
            "collection-title": "S",
            "collection-editor": [{"family": "D", "given": "J."}],
        },
        {"type": "paper-conference", "title": "P", "container-title": "Proceedings", "event-title": "Meeting"},
        {"type": "thesis", "title": "T", "genre": "PhD thesis", "publisher": "University"},
        {"type": "report", "title": "R", "number": "TR-17", "genre": "Technical report", "collection-title": "S"},
        {"type": "report", "title": "R", "number": "12345678"},
        {"type": "webpage", "title": "W", "container-title": "Site", "URL": "https://example.org/?a=1&b=2"},
        {"type": "software", "title": "S", "version": "1.2"},
        {"type": "patent", "title": "P", "number": "US 1"},
        {"type": "legislation", "title": "L", "section": "4"},
        {"type": "article-newspaper", "title": "N", "container-title": "Daily", "page": "A1"},
        {"type": "article-journal", "title": "A", "translator": [{"family": "Doe", "given": "J."}]},
        {
            "type": "article-journal",
            "title": "A",
            "issued": {"date-parts": [[2020, 5]]},
            "available-date": {"date-parts": [[2019, 12, 1]]},
            "accessed": {"date-parts": [[2021, 1, 2]]},
        },
    ],
)
def test_fields_of_other_types_come_back(item: dict[str, Any]) -> None:
    """Tags mean different things under different types; what is written under one is read back from it."""
    back = read_items(data_of(report_of(item)))[0]
    assert {key: back.get(key) for key in item} == item


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        ("", [("AN", "5"), ("DB", "PubMed")]),
        ("PubMed", [("AN", "5"), ("DB", "PubMed")]),
        ("Scopus", [("DB", "Scopus"), ("N1", "PMID: 5")]),
    ],
)
def test_pubmed_numbers(source: str, fields: list[tuple[str, str]]) -> None:
    """The PMID is the accession number of PubMed, or stands in a note where another database is named."""
    item = {"type": "article-journal", "title": "T", "PMID": "5", "source": source}
    assert fields_of(item, "AN", "DB", "N1") == fields
    assert read_items(data_of(report_of(item)))[0]["PMID"] == "5"


def test_tags_that_came_in_go_out() -> None:
    """Tags that CSL has no word for, several addresses and accession numbers of other databases come back whole."""
    text = (
        "TY  - JOUR\nTI  - T\nAN  - WOS:1\nC1  - funding\nL1  - file://x.pdf\nN1  - PMID: 77\nN1  - second\n"
        "UR  - https://doi.org/10.5555/a\nUR  - https://example.org/b\nU5  - x\nER  - \n"
    )
    item = read_items(text.encode())[0]
    assert item["URL"] == "https://example.org/b"
    made = data_of(report_of(item))
    for line in text.splitlines()[1:-1]:
        assert made.count(f"{line}\r\n".encode()) == 1
    assert data_of(report_of(*read_items(made))) == made


def test_what_has_no_tag_stands_in_notes() -> None:
    """Variables and roles without a tag under the type are named in notes, not dropped."""
    item = {
        "type": "article-journal",
        "title": "T",
        "edition": "2",
        "event-place": "Berlin",
        "interviewer": [{"family": "Doe", "given": "J."}],
        "original-date": {"date-parts": [[1999]]},
        "custom": {"authors_truncated": True, "ris": {"T1": ["x"], "bad tag": ["y"], "TY": ["BOOK"], "C3": "no list"}},
    }
    assert fields_of(item, "N1", "T1", "TY", "C3") == [
        ("TY", "JOUR"),
        ("N1", "The list of authors is not complete."),
        ("N1", "edition: 2"),
        ("N1", "event-place: Berlin"),
        ("N1", "interviewer: Doe, J."),
        ("N1", "original-date: 1999///"),
        ("T1", "x"),
    ]


def test_namesakes_are_all_written() -> None:
    """Two authors, or two keywords, that are written alike are not taken for one."""
    item = {"type": "article-journal", "title": "T", "author": [{"family": "Li", "given": "J."}] * 2}
    assert fields_of(item, "AU") == [("AU", "Li, J.")] * 2


def test_another_reader_agrees() -> None:
    """The package rispy finds the same records with the same authors, titles and pages."""
    import rispy

    made = data_of(sample_rendered()).decode("utf-8")
    found = rispy.loads(made)
    assert [record["authors"][0] for record in found] == [
        "Doe, J.",
        "Example Trialists' Collaboration",
        "Muster, E.",
        "Bloggs, F.",
    ]
    assert found[0]["title"] == "Placebrol for the Prevention of Sample Events: a Randomised Trial"
    assert (found[0]["start_page"], found[0]["end_page"], found[0]["accession_number"]) == ("101", "109", "90000001")


def test_publication_types_and_retraction() -> None:
    """Publication types are in M3 and read back; a retraction is said in a note."""
    reference = Reference(
        id="r",
        number=1,
        csl={"type": "article-journal", "title": "T"},
        publication_types=["Review", "Letter"],
        retracted=True,
    )
    made = data_of(sample_rendered(Report(user_question="q", references=[reference])))
    assert b"M3  - Review\r\nM3  - Letter\r\n" in made
    assert b"N1  - Retracted.\r\n" in made
    assert read(made).references[0].publication_types == ["Review", "Letter"]


def test_abstracts_come_from_the_citations() -> None:
    """A record without an abstract gets that of a citation that rests on it."""
    citation = Citation.model_validate({"id": "c1", "passage": "p", "title": "t", "abstract": "Short."})
    assert "AB  - Short." in lines_of({"title": "T"}, citations=[citation], reference_of={"c1": "r1"})


# -- any text --------------------------------------------------------------------------------------------------------

hostile = st.one_of(
    st.text(max_size=40),
    st.sampled_from(HOSTILE_TEXTS),
    st.sampled_from(
        ["ER  - ", "x\nER  - \nTY  - BOOK\nTI  - y", "TY  - JOUR", "\r\n\r\n", "half \ud800", "a\x85b\u2028c"]
    ),
)


@settings(max_examples=150, deadline=None)
@given(hostile, hostile)
def test_hostile_text_makes_no_lines_of_its_own(first: str, second: str) -> None:
    """Whatever stands in a field, a record is one block of tagged lines in UTF-8, and the text is read back whole."""
    item = {
        "type": "article-journal",
        "title": f"T {first} z",
        "author": [{"family": "Doe", "given": "J."}],
        "note": second,
        "abstract": f"A {second} z",
        "publisher": first,
        "custom": {"ris": {"C1": [first]}},
    }
    rendered = report_of(item, {"type": "book", "title": "Second"})
    made = data_of(rendered)
    assert made == data_of(rendered)
    text = made.decode("utf-8")
    first_record, second_record, rest = text.split("\r\n\r\n")
    assert second_record == "TY  - BOOK\r\nTI  - Second\r\nER  - "
    assert rest == ""
    assert all(len(line) > 5 and line[2:6] == "  - " for line in first_record.split("\r\n"))
    assert len(first_record.splitlines()) == len(first_record.split("\r\n"))
    back = read_items(made)
    assert len(back) == 2
    assert back[0]["title"] == flat(f"T {first} z")


words = st.text(alphabet="abcdef éü", max_size=12).map(lambda text: " ".join(f"W{text}".split()))
people = st.builds(
    lambda family, given, particle: (
        {"family": family, "given": given, **({"non-dropping-particle": particle} if particle else {})}
    ),
    st.sampled_from(["Doe", "Müller", "Smith-Jones", "O’Neill", "Garcia"]),
    st.sampled_from(["J.", "J. A.", "Jane", "J.-P."]),
    st.sampled_from(["", "van der", "de"]),
)
groups = st.sampled_from(["Sample Press", "World Health Organization", "Study Group of Samples"]).map(
    lambda text: {"literal": text}
)
dates = st.one_of(
    st.builds(lambda year: {"date-parts": [[year]]}, st.integers(1500, 2030)),
    st.builds(lambda year, month: {"date-parts": [[year, month]]}, st.integers(1500, 2030), st.integers(1, 12)),
    st.builds(lambda day: {"date-parts": [[day.year, day.month, day.day]]}, st.dates()),
    st.builds(
        lambda year, season: {"date-parts": [[year]], "season": season}, st.integers(1900, 2030), st.integers(1, 4)
    ),
)
articles = st.fixed_dictionaries(
    {"type": st.just("article-journal"), "title": words},
    optional={
        "author": st.lists(people | groups, min_size=1, max_size=4),
        "editor": st.lists(people, min_size=1, max_size=2),
        "issued": dates,
        "container-title": words,
        "collection-title": words,
        "volume": st.integers(1, 400).map(str),
        "issue": st.sampled_from(["1", "2-3", "Suppl 1"]),
        "page": st.sampled_from(["1-9", "e123", "S1-S9", "737-738", "A-B", "xii-xiv", "12"]),
        "ISSN": st.sampled_from(["1234-5678", "0140-673X"]),
        "DOI": st.sampled_from(["10.5555/abc", "10.1000/x(1)y<z>"]),
        "PMID": st.integers(1, 99_999_999).map(str),
        "PMCID": st.integers(100, 9_999_999).map(lambda number: f"PMC{number}"),
        "URL": st.sampled_from(["https://example.org/a?b=c&d=e#f", "http://example.org"]),
        "publisher": words,
        "language": st.sampled_from(["en", "de", "pt-BR"]),
        "keyword": st.lists(words, min_size=1, max_size=3, unique=True).map("; ".join),
        "abstract": words,
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(articles, min_size=1, max_size=3))
def test_import_gives_back_what_export_wrote(items: list[dict[str, Any]]) -> None:
    """Every field of every article is read back as it was, and writing it again gives the same bytes."""
    made = data_of(report_of(*items))
    back = read_items(made)
    # Records with an abstract are evidence and come first.
    ordered = [item for item in items if "abstract" in item] + [item for item in items if "abstract" not in item]
    for item, found in zip(ordered, back, strict=True):
        assert {key: found.get(key) for key in item} == item
    assert data_of(report_of(*back)) == data_of(report_of(*ordered))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared corpus is not beside the project")
def test_real_records_survive_a_round_trip() -> None:
    """Records of real files, written and read again, keep what identifies them, and then write the same bytes."""
    kept = ("title", "author", "DOI", "PMID", "PMCID", "volume", "URL", "language", "keyword")
    seen = 0
    for path in sorted(CORPUS.glob("*.ris")):
        # One holds no RIS, the other the names of the tags as values.
        if path.name in ("rispy__example-wos.ris", "translators__RIS-03-Title.ris"):
            continue
        for item in read_items(path.read_bytes()):
            made = data_of(report_of(item))
            back = read_items(made)[0]
            assert {key: back.get(key) for key in kept} == {key: item.get(key) for key in kept}, path.name
            assert data_of(report_of(back)) == made, path.name
            seen += 1
    assert seen > 100
