"""Source `nbib`: what the fields of a record come to in CSL."""

from __future__ import annotations

from typing import Any

import pytest

from bmreport import Harvest, NoOptions, RunContext, SourceLocator
from bmreport.models import Citation, Reference
from bmreport_plugins.sources.nbib import NbibSource
from bmreport_plugins.sources.nbib_tags import KNOWN_TAGS


def harvest_of(text: str | bytes, name: str = "refs.nbib") -> Harvest:
    """What the source reads from this text."""
    data = text.encode() if isinstance(text, str) else text
    return NbibSource().read(SourceLocator(name, content=data), RunContext(offline=True), NoOptions())


def only(text: str) -> Citation | Reference:
    """The one record that a text holds."""
    harvest = harvest_of(text)
    records: list[Citation | Reference] = [*harvest.citations, *harvest.references]
    assert len(records) == 1
    return records[0]


def csl(*lines: str) -> dict[str, Any]:
    """CSL-JSON of a record with these lines."""
    read = only("\n".join(["PMID- 1234567", *lines, ""])).csl
    assert read is not None
    return read


# -- fields -----------------------------------------------------------------------------------------------------------


def test_short_names_count_where_there_is_no_full_one() -> None:
    """AU is used without FAU, and not doubled when all AU follow all FAU."""
    assert csl("AU  - Roe RM", "AU  - Beck B")["author"] == [
        {"family": "Roe", "given": "R. M."},
        {"family": "Beck", "given": "B."},
    ]
    read = csl("FAU - Roe, Rita", "FAU - Beck, Bo", "AU  - Roe R", "AU  - Beck B", "AU  - Cole C")
    assert [name["family"] for name in read["author"]] == ["Roe", "Beck", "Cole"]


def test_people_of_one_name_and_namesakes() -> None:
    """A single name is a family, and two people of one family are two."""
    assert csl("FAU - Selvamani", "AU  - Selvamani")["author"] == [{"family": "Selvamani"}]
    names = csl("FAU - Roe, Rita", "AU  - Roe R", "FAU - Roe, Jan", "AU  - Roe J Jr")["author"]
    assert [name["given"] for name in names] == ["Rita", "Jan"]


def test_et_al_is_no_author() -> None:
    """The words "et al." mark the byline as cut."""
    read = csl("FAU - Roe, Rita", "AU  - Roe R", "AU  - et al.")
    assert read["author"] == [{"family": "Roe", "given": "Rita"}]
    assert read["custom"]["authors_truncated"] is True


def test_editors() -> None:
    """FED and ED are editors, each once."""
    read = csl("FED - Roe, Rita", "ED  - Roe R", "TI  - A", "BTI - B")
    assert read["editor"] == [{"family": "Roe", "given": "Rita"}]


@pytest.mark.parametrize(
    ("lines", "kind", "title", "container"),
    [
        (["BTI - Book", "PT  - Book"], "book", "Book", None),
        (["TI  - Chapter", "BTI - Book", "PT  - Book Chapter"], "chapter", "Chapter", "Book"),
        (["TI  - Chapter", "BTI - Book", "PT  - Book"], "chapter", "Chapter", "Book"),
        (["TI  - A", "JT  - J", "PT  - Letter"], "article-journal", "A", "J"),
        (["TI  - A", "TA  - J"], "article-journal", "A", "J"),
        (["TI  - A", "JT  - J", "PT  - Preprint"], "article", "A", "J"),
        (["TI  - A", "PT  - Technical Report"], "report", "A", None),
        (["TI  - A", "PT  - Technical Report", "JT  - J", "VI  - 3"], "article-journal", "A", "J"),
        (["TI  - A", "PT  - Reports - Research", "JT  - Press"], "report", "A", None),
        (["TI  - A", "PT  - Journal Articles", "PT  - Reports - Research", "JT  - J"], "article-journal", "A", "J"),
        (["TI  - A", "PT  - Dissertations/Theses - Doctoral Dissertations"], "thesis", "A", None),
        (["TI  - A"], "document", "A", None),
    ],
)
def test_types_and_titles(lines: list[str], kind: str, title: str, container: str | None) -> None:
    """Publication types and what holds the work say what it is."""
    read = csl(*lines)
    assert (read["type"], read["title"], read.get("container-title")) == (kind, title, container)


def test_several_titles_are_joined_and_noted() -> None:
    """More than one TI is odd, but none is lost."""
    reference = only("PMID- 1\nTI  - One:\nTI  - two.\n")
    assert (reference.csl or {})["title"] == "One: two"
    assert "2 titles (TI) were joined" in reference.notes


def test_a_title_in_another_language() -> None:
    """TT is the title in the language of the article."""
    read = csl("TI  - [On samples].", "TT  - Über Proben.", "LA  - ger")
    assert (read["title"], read["original-title"], read["language"]) == ("[On samples]", "Über Proben", "de")


@pytest.mark.parametrize(
    ("lines", "doi"),
    [
        (["LID - 10.5555/a [doi]"], "10.5555/a"),
        (["AID - 10.5555/A [doi]"], "10.5555/a"),
        (["AID - doi:10.5555/a"], "10.5555/a"),
        (["AID - http://dx.doi.org/10.5555/a"], "10.5555/a"),
        (["LID - S0001 [pii]", "AID - 10.5555/a [doi]"], "10.5555/a"),
        (["AID - 10.5555/a [pii]"], None),
    ],
)
def test_dois(lines: list[str], doi: str | None) -> None:
    """A DOI is what is labelled as one, or has no label and reads as one."""
    assert csl("TI  - A", *lines).get("DOI") == doi


@pytest.mark.parametrize(
    ("lines", "page"),
    [
        (["PG  - 6913-7"], "6913-6917"),
        (["PG  - 454-81; discussion 482"], "454-481; discussion 482"),
        (["PG  - e0209483"], "e0209483"),
        (["LID - e32822 [pii]", "LID - 10.5555/a [doi]"], "e32822"),
        (["LID - 1042 [pii]"], "1042"),
        (["LID - S1234-5678(19)00001-1 [pii]"], None),
        (["PG  - 1-9", "LID - 1042 [pii]"], "1-9"),
    ],
)
def test_pages_and_article_numbers(lines: list[str], page: str | None) -> None:
    """Short ranges come out in full; an article number in LID serves where there are no pages."""
    assert csl("TI  - A", *lines).get("page") == page


@pytest.mark.parametrize(
    ("line", "parts", "season"),
    [
        ("DP  - 2019 Jan-Feb", [[2019, 1], [2019, 2]], None),
        ("DP  - 2019 Winter", [[2019]], 4),
        ("DP  - 2001 Dec 15-31", [[2001, 12, 15], [2001, 12, 31]], None),
        ("DP  - Apr 2019", [[2019, 4]], None),
        ("DEP - 20190105", [[2019, 1, 5]], None),
    ],
)
def test_dates(line: str, parts: list[list[int]], season: int | None) -> None:
    """Ranges, seasons and the electronic date are read."""
    issued = csl("TI  - A", line)["issued"]
    assert issued["date-parts"] == parts
    assert issued.get("season") == season


def test_a_retraction_is_told_and_an_erratum_is_none() -> None:
    """RIN marks a retracted publication; ROF (the notice), EIN and ECI are something else."""
    retracted = only("PMID- 1\nTI  - A\nPT  - Journal Article\nRIN - J. 2020;1:2. PMID: 3\n")
    assert retracted.publication_types == ["Journal Article", "Retracted Publication"]
    assert "PubMed records a retraction of this article: J. 2020;1:2. PMID: 3" in retracted.notes
    for tag in ("ROF", "EIN", "ECI", "CIN"):
        other = only(f"PMID- 1\nTI  - A\nPT  - Journal Article\n{tag} - J. 2020;1:2. PMID: 3\n")
        assert other.publication_types == ["Journal Article"]
        assert (other.csl or {})["custom"]["nbib"][tag] == ["J. 2020;1:2. PMID: 3"]


def test_erics_dialect() -> None:
    """ERIC's serial number, addresses, publisher and order of the date are read."""
    read = only(
        "\nOWN - ERIC\nTI  - A\nAU  - Roe, Rita\nOT  - Samples\nJT  - Journal\nAID - http://dx.doi.org/10.5555/a\n"
        "OID - EJ000001\nVI  - 1\nDP  - Apr 2019\nLID - http://eric.ed.gov/?id=EJ000001\nISSN - ISSN-1234-5678\n"
        "LA  - English\nPT  - Journal Articles\n"
    ).csl
    assert read is not None
    assert (read["ISSN"], read["DOI"], read["URL"]) == ("1234-5678", "10.5555/a", "http://eric.ed.gov/?id=EJ000001")
    assert read["author"] == [{"family": "Roe", "given": "Rita"}]
    report = csl("TI  - A", "PT  - Reports - Research", "JT  - Sample Press")
    assert (report["type"], report["publisher"]) == ("report", "Sample Press")


def test_the_place_of_a_journal_is_kept_aside() -> None:
    """PL is a place of publication for books; for journals it is only a country."""
    assert "publisher-place" not in csl("TI  - A", "JT  - J", "PL  - England")
    assert csl("BTI - B", "PT  - Book", "PL  - Oxford")["publisher-place"] == "Oxford"


@pytest.mark.parametrize("kind", ["Journal Article", "Book", "Book Chapter", "Technical Report", "Odd Type"])
def test_no_value_is_lost_under_any_type(kind: str) -> None:
    """Every tag's values, each a word of its own, are in the CSL record, kept aside, or beside it."""
    tags = sorted(KNOWN_TAGS - {"PMID"})
    words = {tag: [f"Value{tag}one", f"Value{tag}two"] for tag in tags}
    lines = [f"{tag:<4}- {word}" for tag in tags for word in words[tag]]
    read = only("\n".join(["PMID- 1", f"PT  - {kind}", *lines, ""]))
    kept = " ".join([str(read.csl), getattr(read, "abstract", ""), *read.publication_types, *read.notes])
    assert [word for tag in tags for word in words[tag] if word not in kept] == []


@pytest.mark.parametrize(("short", "long"), [("PLoS One", "PloS one"), ("JAMA", "JAMA"), ("Lancet", "Lancet (London)")])
def test_the_abbreviation_of_a_journal_is_kept_as_it_is_spelt(short: str, long: str) -> None:
    """PubMed spells `PLoS One` in TA and `PloS one` in JT; a style that abbreviates prints the former."""
    read = csl(f"TA  - {short}", f"JT  - {long}", "PT  - Journal Article")
    assert (read["container-title"], read["container-title-short"]) == (long, short)
    assert csl(f"TA  - {short}", "PT  - Journal Article")["container-title"] == short


def test_the_theme_of_an_issue_is_no_series() -> None:
    """CTI is a book's series; with a journal article styles would print it before the volume."""
    article = csl("JT  - Radiol Technol", "CTI - Breast Cancer Reviews", "PT  - Journal Article")
    assert "collection-title" not in article
    assert article["custom"]["nbib"]["CTI"] == ["Breast Cancer Reviews"]
    assert csl("BTI - A book", "CTI - A series", "PT  - Book")["collection-title"] == "A series"
