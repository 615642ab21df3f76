"""Source `nbib`: PubMed's MEDLINE format and ERIC's dialect of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Harvest, InputError, Match, NoOptions, RunContext, SourceLocator
from bmreport.models import Citation, Reference
from bmreport.testing import assert_source_contract
from bmreport_plugins.sources.nbib import NbibSource
from bmreport_plugins.sources.nbib_tags import read_nbib

FULL = """\
PMID- 90000001
OWN - NLM
STAT- MEDLINE
IS  - 1234-5678 (Electronic)
IS  - 1234-5670 (Linking)
VI  - 12
IP  - 3
DP  - 2019 Mar 2
TI  - Placebrol for the prevention of sample events: a randomised
      trial.
PG  - 737-8
LID - 10.5555/Sample.1 [doi]
LID - S1234-5678(19)00001-1 [pii]
AB  - BACKGROUND: Placebrol is made up. RESULTS: It lowered sample events by
      12%. CONCLUSION: It works.
CI  - (c) 2019 Nobody.
FAU - Roe, Rita M
AU  - Roe RM
AUID- ORCID: 0000-0000-0000-0001
AD  - Sampletown.
CN  - Placebrol Trialists
FAU - van der Berg, Jan
AU  - van der Berg J
LA  - eng
PT  - Journal Article
PT  - Randomized Controlled Trial
DEP - 20190105
PL  - England
TA  - J Sampl
JT  - Journal of samples
MH  - Adult
MH  - *Placebrol/therapeutic use/adverse effects
OTO - NOTNLM
OT  - sample events
PMC - PMC9000001
EDAT- 2019/01/06 06:00
PHST- 2019/01/05 00:00 [accepted]
AID - 10.5555/Sample.1 [doi]
PST - ppublish
SO  - J Sampl. 2019 Mar 2;12(3):737-8.
"""


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


def test_contract() -> None:
    """The source keeps the contract of every source."""
    assert_source_contract(NbibSource(), "refs.nbib", FULL.encode())


def test_a_full_record_comes_in_whole() -> None:
    """Every field has its place in CSL, in the record beside it, or in what is kept aside."""
    citation = only(FULL)
    assert isinstance(citation, Citation)
    read = dict(citation.csl or {})
    custom = read.pop("custom")
    assert read == {
        "type": "article-journal",
        "title": "Placebrol for the prevention of sample events: a randomised trial",
        "container-title": "Journal of samples",
        "container-title-short": "J Sampl",
        "author": [
            {"family": "Roe", "given": "Rita M."},
            {"literal": "Placebrol Trialists"},
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
        ],
        "issued": {"date-parts": [[2019, 3, 2]]},
        "available-date": {"date-parts": [[2019, 1, 5]]},
        "PMID": "90000001",
        "PMCID": "PMC9000001",
        "DOI": "10.5555/sample.1",
        "volume": "12",
        "issue": "3",
        "page": "737-738",
        "ISSN": "1234-5678",
        "keyword": "Adult; *Placebrol/therapeutic use/adverse effects; sample events",
        "language": "en",
    }
    assert citation.passage == (
        "BACKGROUND: Placebrol is made up. RESULTS: It lowered sample events by 12%. CONCLUSION: It works."
    )
    assert citation.publication_types == ["Journal Article", "Randomized Controlled Trial"]
    assert custom["nbib"]["AUID"] == ["ORCID: 0000-0000-0000-0001"]
    assert custom["nbib"]["PHST"] == ["2019/01/05 00:00 [accepted]"]
    assert custom["nbib"]["IS"] == ["1234-5678 (Electronic)", "1234-5670 (Linking)"]


def test_nothing_is_lost() -> None:
    """Each value of the file is in the CSL record, among the publication types, or kept aside."""
    citation = only(FULL)
    kept = str(citation.csl) + " ".join(citation.publication_types) + str(getattr(citation, "abstract", ""))
    for word in ("NLM", "MEDLINE", "S1234-5678(19)00001-1", "(c) 2019 Nobody", "Sampletown", "England", "NOTNLM"):
        assert word in kept


# -- records and lines ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + FULL,
        FULL.replace("\n", "\r\n"),
        FULL.replace("\n", "\r"),
        FULL.rstrip("\n"),
        "\n\n" + FULL + "\n\n\n",
        FULL.replace("      trial.", "trial."),
        FULL.replace("TI  - ", "TI - ").replace("IS  - ", "IS- "),
        FULL.replace("PMID- ", "PMID-"),
    ],
    ids=["bom", "windows", "old mac", "no last line end", "blank lines", "unindented", "loose tags", "no blank"],
)
def test_every_way_to_write_the_tags_gives_the_same_record(text: str) -> None:
    """Marks, line ends, blanks and lost indents change nothing in the record."""
    expected = only(FULL).csl
    assert only(text).csl == expected


def test_records_are_divided_by_blank_lines_and_by_pmid() -> None:
    """A PMID begins a record; one without a blank line before it is reported."""
    harvest = harvest_of("PMID- 1\nTI  - A\n\nPMID- 2\nTI  - B\nPMID- 3\nTI  - C\n")
    assert [reference.csl["title"] for reference in harvest.references] == ["A", "B", "C"]
    report = harvest.reports[0]
    assert (report.records, report.kept) == (3, 3)
    assert report.notes == ["no blank line before the record in line 6; a PMID began a new one"]


def test_a_blank_line_inside_a_record_does_not_end_it() -> None:
    """Tags after a blank line that begin no new record go on with the one above."""
    harvest = harvest_of("PMID- 1\nTI  - A\n\nJT  - J\nPT  - Letter\n\nPMID- 2\nTI  - B\n")
    assert [reference.csl.get("container-title") for reference in harvest.references] == ["J", None]


def test_records_without_a_pmid() -> None:
    """ERIC's records begin with OWN; other ones with the tag that began the first, or with a second title."""
    eric = harvest_of("\nOWN - ERIC\nTI  - A\n\nOWN - ERIC\nTI  - B\n")
    assert [reference.csl["title"] for reference in eric.references] == ["A", "B"]
    assert eric.reports[0].notes == ["2 records without a PMID (starting in line 2, 5)"]
    other = harvest_of("PMC - PMC123\nTI  - A\n\nTI  - B\nJT  - J\n")
    assert [reference.csl["title"] for reference in other.references] == ["A", "B"]


def test_lines_before_the_first_record_are_counted() -> None:
    """A heading above the records is left out and reported."""
    harvest = harvest_of("Search results\nof today\n\n" + FULL)
    assert harvest.reports[0].kept == 1
    assert (
        "2 lines before the first record left out (line 1-2); the first: 'Search results'" in harvest.reports[0].notes
    )


def test_pmid_lines_are_counted_independently() -> None:
    """A PMID that is no record of its own is noticed."""
    harvest = harvest_of("PMID- 1\nTI  - A\n      PMID- 2 is a comment\n")
    assert "the file has 2 PMID lines, but 1 record with a PMID" in harvest.reports[0].notes


def test_a_cut_file_is_noticed() -> None:
    """PubMed ends each record with SO; a last one without it was cut short."""
    cut = FULL + "\n" + FULL.replace("90000001", "90000002")[:400]
    assert any("may be cut short" in note for note in harvest_of(cut).reports[0].notes)
    assert not any("may be cut short" in note for note in harvest_of(FULL + "\n" + FULL).reports[0].notes)


def test_a_block_without_essentials_is_rejected() -> None:
    """Tags that describe no publication are accounted for and named."""
    report = harvest_of(FULL + "\nOWN - NLM\nSTAT- MEDLINE\n").reports[0]
    assert (report.records, report.kept) == (2, 1)
    assert "(tags: OWN, STAT)" in report.rejected[0].reason


# -- other input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\x1f\x8b\x08", "is a gzip archive, not PubMed (MEDLINE)"),
        (b"TY  - JOUR\nTI  - A\nER  - \n", "holds no PubMed (MEDLINE) record"),
        (b"Dear reader\n", "holds no PubMed (MEDLINE) record"),
        (b"OWN - NLM\n", "holds no PubMed (MEDLINE) record"),
    ],
)
def test_a_file_without_records(data: bytes, message: str) -> None:
    """What is no MEDLINE file gives one message."""
    with pytest.raises(InputError) as caught:
        harvest_of(data)
    assert caught.value.message.startswith(message)
    assert caught.value.remedy


def test_match_looks_at_content_then_at_the_name() -> None:
    """MEDLINE tags decide; RIS, which shares some of them, is left to its own source."""
    match = NbibSource().match
    assert match(SourceLocator("a.txt", content=FULL.encode())) is Match.CONTENT
    assert match(SourceLocator("a.txt", content=b"\nOWN - ERIC\nTI  - A\n")) is Match.CONTENT
    assert match(SourceLocator("a.txt", content=b"TY  - JOUR\nPMID- 1234\nER  - \n")) is Match.NO
    assert match(SourceLocator("a.nbib", content=b"hello")) is Match.SUFFIX
    assert match(SourceLocator("a.nbib", content=b"%PDF-1.7")) is Match.NO


# -- properties -------------------------------------------------------------------------------------------------------

_value = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=30).map(
    lambda text: " ".join(text.split())
)
_field = st.tuples(
    st.sampled_from(["TI", "AB", "FAU", "AD", "MH", "OT", "PT", "JT", "GN", "ZZZ", "RN"]), _value.filter(bool)
)
_records = st.lists(st.lists(_field, min_size=1, max_size=8), min_size=1, max_size=6)


def written(records: list[list[tuple[str, str]]], width: int = 40) -> str:
    """Records as PubMed writes them, wrapped at this width."""
    blocks = []
    for number, fields in enumerate(records, start=1):
        lines = [f"PMID- {number}"]
        for tag, value in fields:
            words = value.split(" ")
            line = f"{tag:<4}- {words[0]}"
            for word in words[1:]:
                if len(line) + len(word) > width:
                    lines.append(line)
                    line = f"      {word}"
                else:
                    line += f" {word}"
            lines.append(line)
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


@settings(max_examples=100, deadline=None)
@given(_records)
def test_generated_records_come_back_complete(records: list[list[tuple[str, str]]]) -> None:
    """Every record, every field and every value of a well-formed file is read back in order."""
    file = read_nbib(written(records))
    assert [[(one.tag, one.text) for one in found.fields[1:]] for found in file.records] == records
    assert file.pmid_lines == len(records)
    assert file.stray == ()
    assert file.glued == ()


@settings(max_examples=50, deadline=None)
@given(_records)
def test_the_nbib_package_finds_the_same_records(records: list[list[tuple[str, str]]]) -> None:
    """Where the nbib package loses nothing, its titles and numbers are ours."""
    import nbib

    simple = [[field for field in fields if field[0] == "TI"][:1] for fields in records]
    theirs = nbib.read(written(simple, width=10_000) + "\n")
    assert [found["pubmed_id"] for found in theirs] == list(range(1, len(simple) + 1))
    assert [found.get("title") for found in theirs] == [fields[0][1] if fields else None for fields in simple]
    ours = read_nbib(written(simple)).records
    assert [[one.text for one in found.fields[1:]] for found in ours] == [
        [value for _, value in fields] for fields in simple
    ]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "PMID- 1",
                "PMID-2",
                "OWN - ERIC",
                "",
                "TI  - A",
                "TI-",
                "      wrapped",
                "text",
                "AB  - x",
                "ZZ  - y",
                "PT  - Book",
                "PMC - PMC12",
                "DNA- bound",
                "FAU - Roe, R",
                "AU  - Roe R",
            ]
        ),
        max_size=25,
    )
)
def test_books_balance_whatever_the_order_of_the_lines(lines: list[str]) -> None:
    """Every line that is not blank is part of a record or counted as stray."""
    text = "\n".join(lines)
    file = read_nbib(text)
    inside = sum(len(one.lines) for found in file.records for one in found.fields)
    assert inside + len(file.stray) == sum(1 for line in lines if line.strip())
    try:
        report = harvest_of(text).reports[0]
    except InputError:
        return
    assert report.balanced
    assert report.records == len(file.records)
