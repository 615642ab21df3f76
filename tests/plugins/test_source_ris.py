"""Source `ris`: what real exporters do to the format, and that nothing is lost by it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Harvest, InputError, Match, RunContext, SourceLocator
from bmreport.models import Citation, Reference
from bmreport.testing import assert_source_contract
from bmreport_plugins.sources.ris import RisOptions, RisSource
from bmreport_plugins.sources.ris_tags import read_ris

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


def harvest_of(text: str | bytes, name: str = "refs.ris", **options: Any) -> Harvest:
    """What the source reads from this text."""
    data = text.encode() if isinstance(text, str) else text
    return RisSource().read(SourceLocator(name, content=data), RunContext(offline=True), RisOptions(**options))


def record(*lines: str, kind: str = "JOUR") -> str:
    """A record of this type with these lines."""
    return "\n".join([f"TY  - {kind}", *lines, "ER  - ", ""])


def only(text: str | bytes, **options: Any) -> Citation | Reference:
    """The one record that a text holds."""
    harvest = harvest_of(text, **options)
    records: list[Citation | Reference] = [*harvest.citations, *harvest.references]
    assert len(records) == 1
    return records[0]


def csl(*lines: str, kind: str = "JOUR", **options: Any) -> dict[str, Any]:
    """CSL-JSON of a record with these lines."""
    read = only(record(*lines, kind=kind), **options).csl
    assert read is not None
    return read


def rest(*lines: str, kind: str = "JOUR") -> dict[str, list[str]]:
    """What CSL had no word for."""
    kept: dict[str, list[str]] = csl(*lines, kind=kind).get("custom", {}).get("ris", {})
    return kept


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
        PLAIN.removesuffix("ER  - \n"),
        PLAIN.rstrip(),
        PLAIN.replace("ER  - ", "ER"),
        PLAIN.replace("ER  - ", "ER  -"),
        "\n\n\n" + PLAIN + "\n\n",
        "".join(f"  {line}\n" for line in PLAIN.splitlines()),
        PLAIN.replace("JOUR", "jour"),
        PLAIN.replace("JOUR", "Journal Article"),
    ],
    ids=[
        "bom", "one blank", "no blank", "two after", "tab", "windows", "old mac", "no ER", "no line end", "bare ER",
        "ER without blank", "blank lines", "indented", "lower case", "name of the type",
    ],
)  # fmt: skip
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


@pytest.mark.parametrize("line", ["ER then a second line", "ER  - is a receptor", "ER", "ERBB2 was found", "TY is a letter"])
def test_a_wrapped_line_that_looks_like_an_end_is_text(line: str) -> None:
    """A record ends at an ER with nothing behind it, or with a blank line or a new record behind it; else it is text."""
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


# -- names ------------------------------------------------------------------------------------------------------------


def test_au_and_a1_keep_the_order_of_the_file() -> None:
    """AU and A1 are one byline."""
    names = csl("A1  - Ader, A.", "AU  - Beck, B.", "A1  - Cole, C.")["author"]
    assert [name["family"] for name in names] == ["Ader", "Beck", "Cole"]


def test_authors_joined_by_semicolons_are_split_and_noted() -> None:
    """One AU with several people becomes several people, and the record says so."""
    reference = only(record("TI  - A", "AU  - Smith, J; Jones, K"))
    assert [name["family"] for name in (reference.csl or {})["author"]] == ["Smith", "Jones"]
    assert any("one entry with 2 names was split" in note for note in reference.notes)


def test_et_al_is_no_author() -> None:
    """"et al." marks the byline as cut and is never a person."""
    read = csl("AU  - Roe, R.", "AU  - et al.")
    assert read["author"] == [{"family": "Roe", "given": "R."}]
    assert read["custom"] == {"authors_truncated": True}


def test_et_al_reaches_the_citation() -> None:
    """Evidence whose byline was cut knows it."""
    citation = only(record("TI  - A", "AU  - Roe, R.", "AU  - et al.", "AB  - It fell."))
    assert isinstance(citation, Citation)
    assert citation.authors_truncated


@pytest.mark.parametrize(
    ("kind", "tag", "role"),
    [
        ("JOUR", "A2", "editor"),
        ("BOOK", "A3", "editor"),
        ("CHAP", "A2", "editor"),
        ("CHAP", "A3", "collection-editor"),
        ("CHAP", "A4", "translator"),
        ("EDBOOK", "AU", "editor"),
        ("THES", "A3", "contributor"),
        ("PCOMM", "A2", "recipient"),
        ("BOOK", "ED", "editor"),
    ],
)
def test_roles_depend_on_the_type(kind: str, tag: str, role: str) -> None:
    """A2 to A4 mean what the type's table says."""
    assert csl(f"{tag}  - Roe, Rita", kind=kind)[role] == [{"family": "Roe", "given": "Rita"}]


def test_a2_of_a_book_is_a_series_editor_only_in_a_series() -> None:
    """Without a series, A2 of a book is its editor."""
    assert "editor" in csl("A2  - Roe, R.", kind="BOOK")
    assert "collection-editor" in csl("A2  - Roe, R.", "T2  - A series", kind="BOOK")


def test_a_role_that_csl_does_not_have_is_kept() -> None:
    """Names whose role CSL lacks are neither lost nor made into authors."""
    assert rest("TI  - A", "A2  - Assignee Ltd", kind="PAT") == {"A2": ["Assignee Ltd"]}


# -- dates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "issued"),
    [
        (["Y2  - 2020/01/02", "Y1  - 2019", "PY  - 2018/05//", "DA  - 2017/03/04"], [[2017, 3, 4]]),
        (["Y1  - 2019", "PY  - 2018/05//"], [[2018, 5]]),
        (["Y1  - 2019/06//"], [[2019, 6]]),
        (["PY  - 2005", "Y1  - 2005/07/15"], [[2005, 7, 15]]),
        (["PY  - 2020", "Y1  - 4-8 Aug. 2020"], [[2020, 8, 4], [2020, 8, 8]]),
        (["PY  - 1948", "DA  - July"], [[1948, 7]]),
        (["DA  - Jan 15", "PY  - 2020"], [[2020, 1, 15]]),
        (["PY  - 2013/04/18", "PY  - 2013/02/15/received", "Y1  - 2013"], [[2013, 4, 18]]),
        (["DA  - 2024///", "PY  - 2024"], [[2024]]),
        (["PY  - Start date: 20170812"], [[2017, 8, 12]]),
        (["PY  - 1957/1/1/"], [[1957, 1, 1]]),
    ],
)
def test_the_date_is_da_then_py_then_y1(lines: list[str], issued: list[list[int]]) -> None:
    """Order of tags decides nothing; a later tag may only make the date more exact."""
    assert csl("TI  - A", *lines)["issued"]["date-parts"] == issued
    assert csl("TI  - A", *reversed(lines))["issued"]["date-parts"] == issued


def test_the_access_date_is_never_the_year() -> None:
    """Y2 is when somebody looked."""
    read = csl("TI  - A", "Y2  - 2020/01/02")
    assert read["accessed"] == {"date-parts": [[2020, 1, 2]]}
    assert "issued" not in read


def test_an_earlier_online_date_is_kept_beside() -> None:
    """Y1 that names another day than DA is the date of first availability."""
    read = csl("Y1  - 2018/12/30", "DA  - 2019/02/01")
    assert read["issued"] == {"date-parts": [[2019, 2, 1]]}
    assert read["available-date"] == {"date-parts": [[2018, 12, 30]]}


def test_a_year_that_is_none_stays_text_and_is_noted() -> None:
    """A date that cannot be read is kept word for word, with a remark."""
    reference = only(record("TI  - A", "PY  - 10 15"))
    assert (reference.csl or {})["issued"] == {"literal": "10 15"}
    assert any("10 15" in note for note in reference.notes)


# -- titles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "full", "short"),
    [
        (["T2  - Full Name"], "Full Name", None),
        (["JF  - Full Name", "JO  - F. Name"], "Full Name", "F. Name"),
        (["JO  - F. Name", "T2  - Full Name"], "Full Name", "F. Name"),
        (["JA  - F. Name", "JF  - Full Name", "T2  - Full Name"], "Full Name", "F. Name"),
        (["J2  - F. Name"], "F. Name", "F. Name"),
        (["JO  - Full Name"], "Full Name", None),
        (["JF  - Full Name", "JA  - full name"], "Full Name", None),
    ],
)
def test_the_journal_in_full_and_short(lines: list[str], full: str, short: str | None) -> None:
    """The journal is JF, T2, or what there is; the abbreviation stands beside it."""
    read = csl("TI  - A", *lines)
    assert read["container-title"] == full
    assert read.get("container-title-short") == short


@pytest.mark.parametrize(
    ("kind", "line", "variable"),
    [
        ("BOOK", "T2  - X", "collection-title"),
        ("CHAP", "T2  - X", "container-title"),
        ("CHAP", "BT  - X", "container-title"),
        ("CHAP", "T3  - X", "collection-title"),
        ("CONF", "T2  - X", "container-title"),
        ("RPRT", "T2  - X", "collection-title"),
        ("BLOG", "T2  - X", "container-title"),
        ("BOOK", "BT  - X", "title"),
        ("THES", "CT  - X", "title"),
    ],
)
def test_titles_depend_on_the_type(kind: str, line: str, variable: str) -> None:
    """T2, T3 and BT mean what the type's table says."""
    assert csl(line, kind=kind)[variable] == "X"


def test_proceedings_and_conference() -> None:
    """With a title of the proceedings (C3), T2 is the event."""
    read = csl("TI  - A", "T2  - Sample Days", "C3  - Proceedings of Samples", kind="CONF")
    assert (read["container-title"], read["event-title"]) == ("Proceedings of Samples", "Sample Days")


@pytest.mark.parametrize(
    ("given", "title"),
    [("A title.", "A title"), ("A title...", "A title..."), ("Seen in the U.S.", "Seen in the U.S."), ("Why?", "Why?")],
)
def test_one_full_stop_at_the_end_of_a_title_goes(given: str, title: str) -> None:
    """One full stop goes, an ellipsis and an abbreviation keep theirs."""
    assert csl(f"TI  - {given}")["title"] == title


def test_short_titles() -> None:
    """ST is a short title where it begins the title; anything else there is kept aside."""
    assert csl("TI  - Placebrol: a trial", "ST  - Placebrol")["title-short"] == "Placebrol"
    assert rest("TI  - Placebrol: a trial", "ST  - Roe (2019)") == {"ST": ["Roe (2019)"]}
    assert csl("ST  - Placebrol")["title"] == "Placebrol"


def test_a_translated_title_is_no_journal() -> None:
    """EBSCOhost's T2 beside JF is the title in another language."""
    read = csl("TI  - Titel", "T2  - Title", "JF  - Journal", "DP  - EBSCOhost")
    assert (read["container-title"], read["original-title"]) == ("Journal", "Title")


# -- numbers and identifiers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end", "page"),
    [
        ("183", "186", "183-186"),
        ("737", "8", "737-738"),
        ("737-8", "", "737-738"),
        ("206-217", "206-217", "206-217"),
        ("206", "206-217", "206-217"),
        ("S12", "S19", "S12-S19"),
        ("S12-9", "", "S12-S19"),
        ("iv", "x", "iv-x"),
        ("e123", "", "e123"),
        ("4", "4", "4"),
        ("pp 37-64", "", "37-64"),
        ("1279\u20101297", "", "1279-1297"),
        ("401M", "21M", "401M-421M"),
        ("454-81; discussion 482", "", "454-481; discussion 482"),
    ],
)
def test_pages_in_full(start: str, end: str, page: str) -> None:
    """Ranges come out in full, whichever of SP and EP holds what."""
    assert csl("TI  - A", f"SP  - {start}", f"EP  - {end}")["page"] == page


def test_an_article_number_stands_for_pages() -> None:
    """C7 is the page of an article that has none."""
    assert csl("TI  - A", "C7  - 1722034")["page"] == "1722034"
    assert csl("TI  - A", "SP  - 1", "C7  - 1722034")["page"] == "1"


@pytest.mark.parametrize(("kind", "given"), [("BOOK", "150"), ("RPRT", "146p"), ("THES", "xii, 240 pages")])
def test_the_pages_of_a_whole_work_are_counted(kind: str, given: str) -> None:
    """SP of a book, report or thesis is how many pages it has."""
    read = csl("TI  - A", f"SP  - {given}", kind=kind)
    assert read["number-of-pages"] == max(re.findall("[0-9]+", given))
    assert "page" not in read


@pytest.mark.parametrize(
    "line",
    [
        "DO  - 10.5555/Abc.1",
        "DO  - doi:10.5555/abc.1",
        "DO  - https://doi.org/10.5555/abc.1",
        "DO  - http://dx.doi.org/10.5555%2Fabc.1",
        "M3  - doi: 10.5555/abc.1",
        "L3  - 10.5555/abc.1",
        "N1  - doi: 10.5555/abc.1",
        "UR  - https://doi.org/10.5555/abc.1",
        "UR  - http://x.example/y; http://dx.doi.org/10.5555/abc.1",
    ],
)
def test_a_doi_is_found_wherever_it_stands(line: str) -> None:
    """Every spelling of a DOI comes out bare and in lower case."""
    assert csl("TI  - A", line)["DOI"] == "10.5555/abc.1"


def test_the_raw_text_of_a_doi_is_kept() -> None:
    """What was rewritten, and what is no DOI, stays with the record."""
    assert rest("DO  - https://doi.org/10.5555/ABC.1") == {"DO": ["https://doi.org/10.5555/ABC.1"]}
    reference = only(record("TI  - A", "DO  - none yet"))
    assert "DOI" not in (reference.csl or {})
    assert "DO is no DOI and is kept aside: none yet" in reference.notes


@pytest.mark.parametrize(
    "lines",
    [
        ["AN  - 31234567", "DB  - PubMed"],
        ["AN  - 31234567", "DP  - NLM"],
        ["ID  - 31234567", "DB  - Ovid MEDLINE(R)"],
        ["U1  - 31234567[pmid]"],
        ["N1  - PMID: 31234567"],
        ["C3  - PUBMED 31234567,EMBASE 643589775"],
        ["C2  - 31234567", "DB  - Scopus"],
        ["UR  - https://pubmed.ncbi.nlm.nih.gov/31234567/"],
        ["UR  - http://www.ncbi.nlm.nih.gov/pubmed/31234567"],
        ["PMID- 31234567"],
    ],
)
def test_a_pubmed_number_is_found_wherever_it_stands(lines: list[str]) -> None:
    """A PubMed number counts where a label, a database or an address says that it is one."""
    assert csl("TI  - A", *lines)["PMID"] == "31234567"


@pytest.mark.parametrize(
    "lines",
    [["AN  - 31234567"], ["ID  - 887", "DB  - Medline"], ["U1  - 102199191"], ["ID  - 3"], ["C2  - 31234567"]],
)
def test_other_numbers_are_no_pubmed_numbers(lines: list[str]) -> None:
    """A record number of EndNote or EPPI is not taken for a PubMed number."""
    assert "PMID" not in csl("TI  - A", *lines)


@pytest.mark.parametrize(
    "line",
    ["C2  - PMC3654245", "AN  - PMC3654245", "UR  - http://www.ncbi.nlm.nih.gov/pmc/articles/PMC3654245/"],
)
def test_a_pmc_number_is_found(line: str) -> None:
    """PubMed Central's number is found by its letters."""
    assert csl("TI  - A", line)["PMCID"] == "PMC3654245"


@pytest.mark.parametrize(
    "lines",
    [
        ["UR  - http://a.example", "UR  - http://b.example"],
        ["UR  - http://a.example; http://b.example"],
        ["UR  - http://a.example;http://b.example"],
        ["UR  - http://a.example http://b.example"],
        ["UR  - http://a.example", "http://b.example"],
    ],
)
def test_every_address_is_kept(lines: list[str]) -> None:
    """The first address is printed, all of them stay with the record."""
    read = csl("TI  - A", *lines)
    assert read["URL"] == "http://a.example"
    assert "http://b.example" in " ".join(read["custom"]["ris"]["UR"])


def test_a_doi_resolver_is_the_last_choice_for_an_address() -> None:
    """An address that is only the DOI again gives way to another."""
    read = csl("UR  - http://dx.doi.org/10.5555/a", "UR  - http://b.example")
    assert read["URL"] == "http://b.example"


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("SN  - 1234-567x", "ISSN", "1234-567X"),
        ("SN  - 20964129 (ISSN)", "ISSN", "2096-4129"),
        ("SN  - 978-3-16-148410-0", "ISBN", "978-3-16-148410-0"),
        ("SN  - 1932-8494; 1932-8486", "ISSN", "1932-8494"),
        ("VL  - v. 40", "volume", "40"),
        ("VO  - 7", "volume", "7"),
        ("IS  - no. 2", "issue", "2"),
        ("LA  - English", "language", "en"),
        ("LA  - ger", "language", "de"),
        ("LA  - Klingon", "language", "Klingon"),
    ],
)
def test_small_fields(line: str, key: str, value: str) -> None:
    """Labels, remarks and names of languages are brought into the form that CSL expects."""
    assert csl("TI  - A", line)[key] == value


def test_several_serial_numbers_are_all_kept() -> None:
    """CSL has room for one ISSN; the others stay with the record."""
    assert rest("SN  - 1932-8494", "1932-8486")["SN"] == ["1932-8494 1932-8486"]


@pytest.mark.parametrize(
    "lines",
    [["KW  - a", "KW  - b, c", "KW  - d"], ["KW  - a", "b, c", "d"], ["KW  - a; b, c;; ;d"], ["KW  - a ; b, c", "KW  - d", "KW  - a"]],
)
def test_keywords_by_line_and_semicolon(lines: list[str]) -> None:
    """EndNote wraps keywords, others join them; a comma is part of a keyword."""
    assert csl("TI  - A", *lines)["keyword"] == "a; b, c; d"


# -- abstracts ----------------------------------------------------------------------------------------------------------


def test_the_longer_of_ab_and_n2_is_the_abstract() -> None:
    """The longer text is the abstract; another one is kept, the same one is not doubled."""
    long, short = "It fell by 12% in five years.", "Something else."
    for first, second in (("AB", "N2"), ("N2", "AB")):
        citation = only(record("TI  - A", f"{first}  - {short}", f"{second}  - {long}"))
        assert isinstance(citation, Citation)
        assert citation.abstract == long
        assert (citation.csl or {})["custom"]["ris"] == {first: [short]}
        assert any("AB and N2 differ" in note for note in citation.notes)
    same = only(record("TI  - A", f"AB  - {long}", f"N2  - {long}"))
    assert "custom" not in (same.csl or {})


@pytest.mark.parametrize("text", ["NA", "n/a", "[No abstract available]", "No abstract available.", "undefined"])
def test_a_placeholder_is_no_abstract(text: str) -> None:
    """A field that says it has nothing to say is no evidence."""
    harvest = harvest_of(record("TI  - A", f"AB  - {text}"))
    assert not harvest.citations
    assert harvest.references[0].csl["custom"]["ris"]["AB"] == [text]


def test_a_publishers_notice_is_no_abstract() -> None:
    """EBSCOhost's copyright notice in a second AB is kept out of the evidence."""
    citation = only(record("TI  - A", "AB  - It fell.", "AB  - Copyright of J is the property of P."))
    assert isinstance(citation, Citation)
    assert citation.passage == "It fell."


def test_evidence_without_a_title_is_rejected() -> None:
    """A citation needs a title; the rejection names the field and the line."""
    report = harvest_of(record("AB  - It fell.")).reports[0]
    assert str(report.rejected[0]) == (
        "refs.ris:1, record 1, field document_title: is empty (give the document's title)"
    )


# -- types and dialects -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "lines", "expected"),
    [
        ("JOUR", [], "article-journal"),
        ("Chap", [], "chapter"),
        ("Web Page", [], "webpage"),
        ("RPRT", [], "report"),
        ("GEN", [], "document"),
        ("GEN", ["JO  - J"], "article-journal"),
        ("GEN", ["VL  - 1", "SN  - 1234-5678"], "article-journal"),
        ("ODD", [], "document"),
        ("ODD", ["JF  - J"], "article-journal"),
    ],
)
def test_types(kind: str, lines: list[str], expected: str) -> None:
    """Codes and names of types are known; one that says nothing is told by the fields."""
    reference = only(record("TI  - A", *lines, kind=kind))
    assert (reference.csl or {})["type"] == expected
    assert (f"unknown type 'ODD': taken for {expected}" in reference.notes) is (kind == "ODD")


def test_m3_is_a_publication_type_or_a_genre() -> None:
    """What an article is called is a publication type; the kind of a thesis is printed by styles."""
    assert only(record("TI  - A", "M3  - Retracted")).publication_types == ["Retracted"]
    assert csl("TI  - A", "M3  - Ph.D.", kind="THES")["genre"] == "Ph.D."


@pytest.mark.parametrize(
    ("mark", "label"),
    [
        ("DB  - Scopus", "Scopus"),
        ("DP  - EBSCOhost", "EBSCOhost"),
        ("ID  - RefID:1-roe", "RefWorks"),
        ("KW  - eppi-reviewer", "EPPI-Reviewer"),
        ("AN  - WOS:000123", "Web of Science"),
        ("UR  - https://www.proquest.com/x", "ProQuest"),
        ("UR  - https://www.embase.com/x", "Embase"),
        ("DB  - PubMed", "PubMed by way of a reference manager"),
        ("ID  - 7", "EndNote"),
        ("VL  - 7", "plain RIS"),
    ],
)
def test_the_dialect_is_told_by_its_marks(mark: str, label: str) -> None:
    """The import report names who wrote the file."""
    assert harvest_of(record("TI  - A", mark)).reports[0].format == f"RIS ({label})"


def test_the_dialect_can_be_given() -> None:
    """M1 is an issue in plain RIS, a type in RefWorks, and nothing in Ovid; the option decides."""
    lines = ("TI  - A", "JO  - J", "M1  - 4")
    assert csl(*lines)["issue"] == "4"
    assert "issue" not in csl(*lines, dialect="ovid")
    assert only(record(*lines), dialect="refworks").publication_types == ["4"]


# -- other input --------------------------------------------------------------------------------------------------------


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


# -- properties ---------------------------------------------------------------------------------------------------------

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
    rispy = pytest.importorskip("rispy")
    text = "".join(record(*(f"{tag}  - {value}" for tag, value in fields)) + "\n" for fields in records)
    theirs = rispy.loads(text, mapping={"TY": "TY", "ER": "ER", "UK": "UK"}, list_tags=[], delimiter_tags_mapping={})
    ours = [{tag: [v for t, v in fields if t == tag] for tag, _ in fields} for fields in records]
    assert [dict(found["UK"]) for found in theirs] == ours
    assert [[(one.tag, one.text) for one in found.fields] for found in read_ris(text).records] == records


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["TY  - JOUR", "TY - BOOK", "ER  - ", "ER  - x", "ER", "", "TI  - A", "AB  - text", "text", "SP  -", "UK  - 1",
             "T2 - w", "  indented", "PY  - 2019", "AU  - a;b", "\x0c", "KW - k", "2."]
        ),
        max_size=25,
    )
)  # fmt: skip
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
