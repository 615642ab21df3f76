"""Source `studies`: tables of study data as CSV, TSV and JSON, and what is said about bad ones."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bmreport_plugins.sources
from bmreport import Harvest, InputError, Match, PluginHost, RunContext, SourceLocator, Study, StudyDesign
from bmreport.collecting import collect_sources
from bmreport.testing import assert_source_contract
from bmreport_plugins.sources.studies import StudiesOptions, StudiesSource

HEADER = "study,outcome,events1,n1,events2,n2"
GOOD = f"{HEADER}\nISIS-2,death,12,240,21,236\nHOT,death,5,100,7,101\n"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "meta"


def harvest_of(content: str | bytes, name: str = "t.csv", **options: Any) -> Harvest:
    """What the source reads from this content."""
    data = content.encode() if isinstance(content, str) else content
    return StudiesSource().read(SourceLocator(name, content=data), RunContext(offline=True), StudiesOptions(**options))


def rows_of(content: str | bytes, name: str = "t.csv", **options: Any) -> list[Study]:
    """The studies of a table that is all well."""
    harvest = harvest_of(content, name, **options)
    assert harvest.reports[0].rejected == []
    return harvest.studies


def error_of(content: str | bytes, **options: Any) -> str:
    """The error that a table gives."""
    with pytest.raises(InputError) as caught:
        harvest_of(content, **options)
    return str(caught.value)


def rejection_of(line: str, header: str = HEADER, good: str = "A,death,1,9,2,9") -> str:
    """The rejection of a line between two good ones that are kept."""
    report = harvest_of(f"{header}\n{good}\n{line}\n{good.replace('A', 'B', 1)}\n").reports[0]
    assert (report.records, report.kept, len(report.rejected)) == (3, 2, 1)
    assert (report.rejected[0].origin.line, report.rejected[0].origin.record) == (3, 2)
    return str(report.rejected[0])


def match_of(content: str, name: str = "t.csv") -> Match:
    """How sure the source is of this content."""
    return StudiesSource().match(SourceLocator(name, content=content.encode()))


def test_contract() -> None:
    """The source keeps the contract of every source."""
    assert_source_contract(StudiesSource(), "t.csv", GOOD.encode())


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (GOOD, "t.csv"),
        (GOOD.replace(",", ";"), "t.csv"),
        (GOOD.replace(",", "\t"), "t.tsv"),
        (GOOD.replace(",", "|"), "t.txt"),
        ("\ufeff" + GOOD, "t.csv"),
        ("sep=;\n" + GOOD.replace(",", ";"), "t.csv"),
        ("Table 1. Results\n\n" + GOOD, "t.csv"),
        ("# made by hand\n" + GOOD + "# end\n", "t.csv"),
        (GOOD.replace("\n", "\r\n"), "t.csv"),
        (GOOD.replace("\n", "\n\n,,,,,\n"), "t.csv"),
    ],
)
def test_text_tables(content: str, name: str) -> None:
    """Commas, semicolons, tabs and bars, with whatever spreadsheets and people put around a table."""
    assert match_of(content, name) is Match.CONTENT
    studies = rows_of(content, name)
    assert [(one.study, one.intervention.events, one.control.total) for one in studies] == [
        ("ISIS-2", 12, 236),
        ("HOT", 5, 101),
    ]


def test_encodings() -> None:
    """UTF-16 and Windows-1252 tables are read, and the report says which."""
    text = f"{HEADER}\nMüller,death,1,9,2,9\n"
    assert rows_of(text.encode("utf-16"))[0].study == "Müller"
    harvest = harvest_of(text.encode("cp1252"))
    assert harvest.studies[0].study == "Müller"
    assert harvest.reports[0].encoding == "cp1252"


def test_decimal_commas() -> None:
    """Semicolons and decimal commas, as European spreadsheets write them; a note says how they were read."""
    text = "study;outcome;mean1;sd1;n1;mean2;sd2;n2\nA;pain;1,5;0,25;1.200;2,5;0,5;12\n"
    harvest = harvest_of(text)
    arm = harvest.studies[0].intervention
    assert (arm.mean, arm.sd, arm.total) == (1.5, 0.25, 1200)
    assert "numbers were read with decimal commas" in harvest.reports[0].notes


def test_both_decimal_marks_in_one_table() -> None:
    """Where points and commas are mixed, the rows with commas are refused, not guessed."""
    header, good = "study\toutcome\tmd\tse", "A\tx\t1.5\t0.5"
    assert "t.csv:3, record 2, field md: '1,25' has a decimal comma" in rejection_of("C\tx\t1,25\t0.5", header, good)


def test_json_shapes() -> None:
    """A list, an object with `studies`, JSON Lines; nested or flat; numbers or texts."""
    flat = {"study": "A", "outcome": "x", "events1": 1, "n1": "9", "events2": 2, "n2": 9}
    nested = {"study": "B", "outcome": "x", "intervention": {"events": 1, "total": 9},
              "control": {"events": 2, "total": 9}, "moderators": {"dose": 5}, "rob2": {"D1": "low"}}  # fmt: skip
    for text in (json.dumps([flat, nested]), json.dumps({"studies": [flat, nested], "by": "me"}),
                 json.dumps(flat) + "\n" + json.dumps(nested)):  # fmt: skip
        assert match_of(text, "s.json") is Match.CONTENT
        studies = rows_of(text, "s.json")
        assert [one.intervention.total for one in studies] == [9, 9]
        assert studies[1].moderators == {"dose": 5.0}
        assert studies[1].bias[0].domains == {"randomisation": "Low"}


def test_lines_and_records_are_named() -> None:
    """The origin of a row is the line it begins in, whatever cells with line ends stand before it."""
    studies = rows_of(f'{HEADER},notes\nA,x,1,9,2,9,"two\nlines"\n\nB,x,1,9,2,9,\n')
    assert [(one.origin.line, one.origin.record) for one in studies if one.origin] == [(2, 1), (5, 2)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("C,death,twelve,9,2,9", "t.csv:3, record 2, field events1: 'twelve' is no number"),
        ("C,death,12,9,2,9", "field events1: 12 events among 9 people"),
        ("C,death,5%,9,2,9", "field events1: '5%' is a percentage, not a count (give the number of people)"),
        ("C,death,0.05,9,2,9", "field events1: '0.05' is a share, not a count"),
        ("C,death,1,9,2,9.5", "field n2: '9.5' is no whole number"),
        (",death,1,9,2,9", "field study: is empty"),
        ("C,,1,9,2,9", "field outcome: is empty"),
        ("Subtotal,death,1,9,2,9", "field study: 'Subtotal' is a line of totals"),
        ("C,death,1,9,2,9,extra", "has 7 cells, but the header has 6; 'extra' stands below no name"),
        ("C,death,1,9,x,y", "field events2: 'x' is no number; n2: 'y' is no number"),
    ],
)
def test_bad_rows_are_refused_by_row_and_column(line: str, said: str) -> None:
    """A row that cannot be true is refused with line, column and remedy; the others stay."""
    assert said in rejection_of(line)


def test_bad_bounds_are_refused_by_row_and_column() -> None:
    """A lower bound above the upper one, and bounds without end, are refused."""
    header, good = "study,outcome,hr,lower,upper", "A,x,0.8,0.6,1.1"
    assert "field lower: the lower bound 1.1 is above the upper bound 0.6" in rejection_of(
        "C,x,0.8,1.1,0.6", header, good
    )
    assert "field upper: 'Inf' is infinite" in rejection_of("C,x,0.8,0.6,Inf", header, good)


def test_nothing_is_dropped_in_silence() -> None:
    """Records = kept + rejected; columns that are not used, and cells below no name, are named."""
    text = f"{HEADER},colour,outcom,\nA,x,1,9,2,9,red,,\nB,x,1,9,2,x,,,stray\nC,x,1,9,2,9,,,stray\n"
    report = harvest_of(text).reports[0]
    assert (report.records, report.kept, len(report.rejected)) == (3, 2, 1)
    assert (
        "2 columns not used, because the names are not known: colour, outcom; outcom (did you mean outcome?)"
        in report.notes
    )
    assert "cells below no name not used, in 2 rows: line 3-4" in report.notes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title,doi,year\nx,y,2000\n", ["the study", "the outcome", "figures of both arms", "title, doi, year"]),
        ("study,outcom,rr\nA,x,1\n", ["the outcome", "outcom (did you mean outcome?)", "--set studies.outcome="]),
        ("study,outcome,events1,n1,events2\nA,x,1,9,2\n", ["number of people of the control group", "events1, n1"]),
        (f"{HEADER},ev.trt\nA,x,1,9,2,9,1\n", ["'events1' and 'ev.trt' mean the same"]),
        ('study,outcome,rr\n"A,x,1\nB,x,1\n', ["t.csv:2", "a quote opens and never closes"]),
        (f"{HEADER},rob2.luck\nA,x,1,9,2,9,low\n", ["column rob2.luck", "'luck' is no domain of RoB 2", "deviations"]),
        ("", ["is empty"]),
        ("  \n \n", ["is empty"]),
        ("%PDF-1.7", ["is a PDF, no table"]),
        ('[{"study": 1}, {', ["breaks off"]),
        ('[{"study": "A", "outcome": "x", "rr": 1, "RR": 2}]', ["'rr' and 'RR' mean the same"]),
        ("[]", ["the list is empty"]),
        ('{"a": 1}', ["holds no list of records (keys: a)"]),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_used(text: str, said: list[str]) -> None:
    """What is missing is told together with what is there, near misses, and what to do."""
    message = error_of(text)
    assert [part for part in said if part not in message] == []


def test_broken_lines_of_json() -> None:
    """What is no record is rejected with its line; the rest is read."""
    text = json.dumps({"study": "A", "outcome": "x", "rr": 1}) + '\n{"study": \n' + json.dumps([1])
    report = harvest_of(text, "s.jsonl").reports[0]
    assert (report.records, report.kept) == (3, 1)
    assert sorted(one.origin.line or 0 for one in report.rejected) == [2, 3]


def test_options_fill_and_rename() -> None:
    """A table of one outcome, with names of its own, is read by what the options say."""
    text = "trial,Deaths A,Patients A,Deaths B,Patients B,age,when\nX,1,9,2,9,70,5\n"
    names = {"Deaths A": "events1", "Patients A": "n1", "Deaths B": "events2", "Patients B": "n2"}
    study = rows_of(text, columns=names, outcome="death", comparison="A versus B", design="RCT", moderators=["age"])[0]
    assert (study.intervention.events, study.control.total, study.outcome) == (1, 9, "death")
    assert (study.comparison, study.design, study.moderators) == ("A versus B", StudyDesign.RANDOMISED, {"age": 70.0})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"columns": {"nix": "events1"}}, "has no column 'nix'"),
        ({"columns": {"n1": "wish"}}, "'wish' is no name that a column may have"),
        ({"moderators": ["nix"]}, "has no column 'nix'"),
        ({"design": "magic"}, "'magic' is no design"),
        ({"measure": "wish"}, "'wish' is no measure of effect"),
        ({"tools": ["tool.txt"]}, "is no YAML file"),
        ({"tools": ["missing.yaml"]}, "missing.yaml: cannot be read"),
    ],
)
def test_wrong_options(options: dict[str, Any], said: str) -> None:
    """An option that names nothing is an error that says so."""
    assert said in error_of(GOOD, **options)


def test_the_separator_and_the_mark_can_be_named() -> None:
    """Options win over what the file looks like."""
    assert rows_of("study,outcome,md,se\nA,x,1.234,2\n", decimal="point")[0].estimate.value == 1.234  # type: ignore[union-attr]
    assert rows_of('study|outcome|rr\n"A, B"|x|1\n', delimiter="pipe")[0].study == "A, B"


def test_judgements_in_the_words_of_their_tool() -> None:
    """Domains and levels come out as the tool calls them, whatever they are called in the table."""
    names = "RoB 2: D1,rob2.randomization.reason,rob2.overall risk of bias"
    text = f"{HEADER},{names}\nA,x,1,9,2,9,LOW RISK,coin,some_concerns\n"
    bias = rows_of(text)[0].bias[0]
    assert (bias.tool, bias.domains, bias.overall) == ("rob2", {"randomisation": "Low"}, "Some concerns")
    assert bias.reasons == {"randomisation": "coin"}


def test_an_unknown_level_is_an_error() -> None:
    """It is refused naming tool, domain, study, row, column and the levels allowed."""
    said = rejection_of("C,x,1,9,2,9,fine", f"{HEADER},rob2.D4", "A,x,1,9,2,9,low")
    assert said == (
        "t.csv:3, record 2, field rob2.D4: study C: RoB 2, domain measurement: 'fine' is no level "
        "(allowed: Low, Some concerns, High)"
    )


def test_tools_of_ones_own(tmp_path: Path) -> None:
    """A YAML file defines a tool, and its columns are then known by its id."""
    tool = tmp_path / "mine.yaml"
    tool.write_text(
        "id: mine\nname: Mine\nversion: '1'\nsource: me\nlevels: [{name: Good, sign: low}, {name: Bad, sign: high}]\n"
        "domains: [{id: luck, name: Luck, short: Luck}]\n",
        encoding="utf-8",
    )
    assert rows_of(f"{HEADER},mine.luck\nA,x,1,9,2,9,bad\n", tools=[str(tool)])[0].bias[0].domains == {"luck": "Bad"}


def test_studies_of_one_name_and_several_years() -> None:
    """`Agarwal` of 2000 and of 2002 are two studies; the year tells them apart, and a note says so."""
    text = "study,year,outcome,ai,n1i,ci,n2i\nAgarwal,2000,x,1,9,2,9\nAgarwal,2002,x,3,9,2,9\nRoe,2002,x,3,9,2,9\n"
    harvest = harvest_of(text)
    assert [one.study for one in harvest.studies] == ["Agarwal 2000", "Agarwal 2002", "Roe"]
    assert any("count as different studies: Agarwal" in note for note in harvest.reports[0].notes)


def test_an_se_typed_as_sd_is_noted() -> None:
    """The row is kept, and both the report and the study say what looks wrong."""
    text = "study,outcome,mean1,sd1,n1,mean2,sd2,n2\n" + "".join(
        f"S{place},x,5,{sd},100,6,{sd},100\n" for place, sd in enumerate((10, 11, 9, 1))
    )
    harvest = harvest_of(text)
    note = next(note for note in harvest.reports[0].notes if "standard error" in note)
    assert note.startswith("line 5, S3: the SD of 1 is far below")
    assert harvest.studies[3].notes == [note.removeprefix("line 5, S3: ")]


def test_designs_that_are_not_known_are_noted() -> None:
    """The design counts as not given, and the lines are named."""
    harvest = harvest_of(f"{HEADER},design\nA,x,1,9,2,9,magic\nB,x,1,9,2,9,RCT\n")
    assert [one.design for one in harvest.studies] == [None, StudyDesign.RANDOMISED]
    assert "designs that are not known count as not given, in line 2" in harvest.reports[0].notes


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("title,authors,year,doi,abstract\nA trial,Roe,2000,10.1/1,It fell\n", "refs.csv"),
        ("id,title,author,journal,n\n1,x,y,z,5\n", "refs.csv"),
        ("study,outcome\nA,x\n", "list.csv"),
        (HEADER, "only-a-header.csv"),
        ("a,b\n1,2\n", "t.csv"),
        ('[{"passage": "p", "document_title": "t", "study": {"outcome": "x", "rr": 1}}]', "c.json"),
        ('[{"id": "a", "type": "article-journal", "title": "t", "issued": {"date-parts": [[2000]]}}]', "c.json"),
        ('{"a": [1]}', "x.json"),
        ("TY  - JOUR\nTI  - x\nER  - \n", "x.ris"),
        ("plain words\nand more\n", "x.txt"),
        ("", "x.csv"),
    ],
)
def test_other_tables_are_not_taken(content: str, name: str) -> None:
    """A list of papers, any other table and other formats are left to others."""
    assert match_of(content, name) is Match.NO


def test_the_source_wins_where_its_table_is_met() -> None:
    """In a host with all sources, JSON with study data is not taken for citations."""
    host = PluginHost({"sources": bmreport_plugins.sources}, load_entry_points=False)
    rows = json.dumps([{"study": "A", "outcome": "x", "events1": 1, "n1": 9, "events2": 1, "n2": 9}])
    for name, content in (("t.csv", GOOD), ("t.json", rows)):
        given_source = SourceLocator(name, content=content.encode())
        sure = {source.name: source.provider.match(given_source) for source in host.sources()}
        assert max(sure, key=lambda one: sure[one]) == "studies"


def test_a_table_in_a_folder(tmp_path: Path) -> None:
    """A folder with citations and a table gives both; the books of both balance."""
    host = PluginHost({"sources": bmreport_plugins.sources}, load_entry_points=False)
    (tmp_path / "t.csv").write_text(GOOD, encoding="utf-8")
    (tmp_path / "refs.csv").write_text("title,year\nx,2000\n", encoding="utf-8")
    (tmp_path / "c.json").write_text(json.dumps([{"passage": "p", "document_title": "t"}]), encoding="utf-8")
    harvest = collect_sources(host, [str(tmp_path)], RunContext(offline=True), {})
    assert (len(harvest.citations), len(harvest.studies)) == (1, 2)
    assert any("left out" in note and "refs.csv" in note for report in harvest.reports for note in report.notes)


@pytest.mark.parametrize("studies", ["t.dat", "studies:t.dat"])
def test_tables_named_in_the_configuration(tmp_path: Path, studies: str) -> None:
    """`studies` in bmreport.toml names tables beside it, with or without sources; each is read once."""
    host = PluginHost({"sources": bmreport_plugins.sources}, load_entry_points=False)
    (tmp_path / "t.dat").write_text(GOOD, encoding="utf-8")
    (tmp_path / "c.json").write_text(json.dumps([{"passage": "p", "document_title": "t"}]), encoding="utf-8")
    for line in ("", 'sources = ["c.json"]\n'):
        (tmp_path / "bmreport.toml").write_text(f'{line}studies = ["{studies}"]\n', encoding="utf-8")
        harvest = collect_sources(host, [str(tmp_path)], RunContext(offline=True), {})
        assert (len(harvest.citations), len(harvest.studies)) == (1, 2)


def test_ten_thousand_rows() -> None:
    """Every row of a large table is accounted for."""
    rows = "".join(f"S{place},death,{place % 90},{100},{place % 50},{100},low\n" for place in range(10_000))
    report = harvest_of(f"{HEADER},rob2.D1\n{rows}").reports[0]
    assert (report.records, report.kept) == (10_000, 10_000)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the published data sets are not beside the project")
def test_published_data_sets() -> None:
    """The published tables whose columns have the usual names are read whole."""
    read = {}
    for path in sorted(SHARED.glob("*.csv")):
        lines = len(list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))) - 1
        try:
            report = harvest_of(path.read_bytes(), path.name, outcome="x").reports[0]
        except InputError:
            continue
        assert report.records == lines, path.name
        read[path.stem] = (report.kept, lines)
    assert {name for name, (kept, lines) in read.items() if kept != lines} == set()
    assert {"bcg", "hart1999", "normand1999", "pritz1997", "viechtbauer2005_ex1"} <= read.keys()


cells = st.text(alphabet=st.characters(codec="utf-8"), max_size=12) | st.integers(-5, 500).map(str)


@settings(max_examples=60)
@given(st.lists(st.lists(cells, min_size=6, max_size=7), max_size=5), st.sampled_from([",", ";", "\t"]))
def test_books_balance_whatever_stands_in_the_cells(lines: list[list[str]], mark: str) -> None:
    """Rows of any text are kept or rejected, and none gets lost."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=mark, lineterminator="\n")
    writer.writerow(HEADER.split(","))
    writer.writerow(["A", "x", "1", "9", "2", "9"])
    writer.writerows(lines)
    try:
        report = harvest_of(out.getvalue(), delimiter={",": "comma", ";": "semicolon", "\t": "tab"}[mark]).reports[0]
    except InputError:
        assert "\r" in out.getvalue() or "\x00" in out.getvalue()  # a bare CR ends a line for some and not for others
        return
    assert report.balanced
    assert report.kept >= 1


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Any content gives a harvest or an InputError, and `match` never raises."""
    StudiesSource().match(SourceLocator("t.csv", content=data))
    harvest = None
    with contextlib.suppress(InputError):
        harvest = harvest_of(data)
    assert harvest is None or harvest.reports[0].balanced


@pytest.mark.parametrize(
    "content",
    [
        HEADER + "," + "a" + " " * 100_000 + "b\nA,x,1,9,2,9,\n",
        HEADER + ",rob2." + ": " * 50_000 + "\nA,x,1,9,2,9,\n",
        HEADER + ",indirectness.population\nA,x,1,9,2,9," + "- " * 50_000 + "\n",
        HEADER + "\nA,x," + "1" * 100_000 + ",9,2,9\n",
        HEADER + "\nA,x," + "1" + " " * 100_000 + "(,9,2,9\n",
        HEADER + "," + ",".join(f"c{place}" for place in range(20_000)) + "\nA,x,1,9,2,9\n",
        json.dumps([{"study": "A", "outcome": "x", "rr": 1, **{f"{row}-{place}": 1 for place in range(20)}}
                    for row in range(200)]),
        json.dumps([{"study": "A", "outcome": "x", "rr": 1, "a": {"a": {"b": {"c": {"d": {"e": {"f": {"g": 1}}}}}}}}]),
    ],
    ids=["blanks", "colons", "dashes", "digits", "blanks in a count", "columns", "fields", "depth"],
)  # fmt: skip
def test_hostile_tables_cost_little(content: str) -> None:
    """Endless names, cells and fields are read or refused at once; a quadratic pattern would take minutes."""
    with contextlib.suppress(InputError):
        assert harvest_of(content).reports[0].balanced
