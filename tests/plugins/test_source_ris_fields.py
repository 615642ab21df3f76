"""Source `ris`: what the fields of a record come to in CSL."""

from __future__ import annotations

import pytest

from bmreport.models import Citation
from bmreport_plugins.sources.ris_tags import KNOWN_TAGS
from bmreport_plugins.sources.ris_types import TYPES

from .ris_records import csl, harvest_of, only, record, rest

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
    """The words "et al." mark the byline as cut and are never a person."""
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


# -- numbers and identifiers ------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("kind", "given", "count"),
    [("BOOK", "150", "150"), ("RPRT", "146p", "146"), ("THES", "xii, 240 pages", "xii, 240")],
)
def test_the_pages_of_a_whole_work_are_counted(kind: str, given: str, count: str) -> None:
    """SP of a book, report or thesis is how many pages it has."""
    read = csl("TI  - A", f"SP  - {given}", kind=kind)
    assert read["number-of-pages"] == count
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


def test_do_wins_over_other_places() -> None:
    """DO is the record's DOI whatever stands before it, and a note on another paper gives none."""
    lines = ("N1  - doi: 10.5555/note", "M3  - 10.5555/type", "DO  - 10.5555/own", "UR  - https://doi.org/10.5555/link")
    assert csl(*lines)["DOI"] == "10.5555/own"
    assert "DOI" not in csl("TI  - A", "N1  - Erratum in: J. doi: 10.5555/other")


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
        ["AN  - WOS:000123", "U1  - 31234567[pmid]"],
        ["AN  - MEDLINE:31234567"],
        ["N1  - 1234-5678 (Print)", "PMID: 31234567"],
    ],
)
def test_a_pubmed_number_is_found_wherever_it_stands(lines: list[str]) -> None:
    """A PubMed number counts where a label, a database or an address says that it is one."""
    assert csl("TI  - A", *lines)["PMID"] == "31234567"


@pytest.mark.parametrize(
    "lines",
    [
        ["AN  - 31234567"],
        ["ID  - 887", "DB  - Medline"],
        ["U1  - 102199191"],
        ["ID  - 3"],
        ["C2  - 31234567"],
        ["N1  - Comment in: J. 2020;1:2. PMID: 31234567"],
        ["N1  - PubMed 2019 search"],
    ],
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
    [
        ["KW  - a", "KW  - b, c", "KW  - d"],
        ["KW  - a", "b, c", "d"],
        ["KW  - a; b, c;; ;d"],
        ["KW  - a ; b, c", "KW  - d", "KW  - a"],
    ],
)
def test_keywords_by_line_and_semicolon(lines: list[str]) -> None:
    """EndNote wraps keywords, others join them; a comma is part of a keyword."""
    assert csl("TI  - A", *lines)["keyword"] == "a; b, c; d"


# -- abstracts --------------------------------------------------------------------------------------------------------


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


# -- types and dialects -----------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("kind", [*TYPES, "Odd Type"])
def test_no_value_is_lost_under_any_type(kind: str) -> None:
    """Every tag's values, each a word of its own, are in the CSL record, kept aside, or beside it."""
    tags = sorted({tag for tag in KNOWN_TAGS if len(tag) == 2} - {"TY", "ER"})
    words = {tag: [f"Value{tag}one", f"Value{tag}two"] for tag in tags}
    read = only(record(*(f"{tag}  - {word}" for tag in tags for word in words[tag]), kind=kind))
    kept = " ".join([str(read.csl), getattr(read, "abstract", ""), *read.publication_types, *read.notes])
    assert [word for tag in tags for word in words[tag] if word not in kept] == []
