"""Collecting: which source reads what, folders, and the question that an input brings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import bmreport_plugins.sources
from bmreport.collecting import collect_sources, question_in, read_locator, take_objects, title_in
from bmreport.context import RunContext
from bmreport.errors import ConfigError, InputError, PluginError, UnknownProviderError, UsageError
from bmreport.events import SourceRead
from bmreport.host import PluginHost
from bmreport.intake import Harvest, Intake
from bmreport.models import Citation, ImportReport, NoOptions
from bmreport.providers import Match
from bmreport.testing import sample_citations

RIS = "TY  - JOUR\nTI  - A trial of x\nAU  - Roe, R.\nPY  - 2019\nDO  - 10.5555/x.1\nAB  - It fell by 12%.\nER  - \n"
NBIB = "PMID- 90000001\nTI  - A trial of x.\nFAU - Roe, Rita\nDP  - 2019\nAB  - It fell.\nAID - 10.5555/x.1 [doi]\n"
CITATIONS = {
    "question": "Does x work?",
    "title": "On x",
    "citations": [
        {"passage": "It fell by 12%.", "relevance_score": 0.9, "document_title": "A trial of x", "doi": "10.5555/x.1"}
    ],
}
CSL = [{"id": "roe2019", "type": "article-journal", "title": "A trial of x", "issued": {"date-parts": [[2019]]}}]


@pytest.fixture
def host() -> PluginHost:
    """A host with the built-in sources and nothing else."""
    return PluginHost({"sources": bmreport_plugins.sources}, load_entry_points=False)


def collect(host: PluginHost, *sources: object, options: dict[str, dict[str, Any]] | None = None) -> Harvest:
    """What these inputs give."""
    return collect_sources(host, sources, RunContext(offline=True), options or {})


def error_of(host: PluginHost, source: object) -> InputError:
    """The error that an input gives."""
    with pytest.raises(InputError) as caught:
        collect(host, source)
    return caught.value


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("trials.ris", RIS, "RIS (plain RIS)"),
        ("trials.txt", RIS, "RIS (plain RIS)"),
        ("trials.nbib", RIS, "RIS (plain RIS)"),
        ("trials.nbib", NBIB, "PubMed (MEDLINE)"),
        ("trials.ris", NBIB, "PubMed (MEDLINE)"),
        ("pubmed.txt", NBIB, "PubMed (MEDLINE)"),
        ("trials.json", json.dumps(CITATIONS), "JSON"),
        ("trials.txt", json.dumps(CITATIONS), "JSON"),
        ("refs.json", json.dumps(CSL), "CSL-JSON"),
        ("refs.ris", json.dumps(CSL), "CSL-JSON"),
    ],
)
def test_content_decides_and_the_name_does_not(
    host: PluginHost, tmp_path: Path, name: str, text: str, found: str
) -> None:
    """A file is read by what is in it; the import report names the format, and a name that says otherwise is noted."""
    path = tmp_path / name
    path.write_text(text)
    report = collect(host, path).reports[0]
    assert report.format == found
    assert (report.records, report.kept) == (1, 1)
    suffixes = {"RIS (plain RIS)": {".ris"}, "PubMed (MEDLINE)": {".nbib"}, "JSON": {".json"}, "CSL-JSON": {".json"}}
    assert any("the file name ends in" in note for note in report.notes) is (path.suffix not in suffixes[found])


def test_a_scheme_names_the_source(host: PluginHost, tmp_path: Path) -> None:
    """`ris:FILE` is read as RIS whatever else could read it, and an unknown scheme is part of a file name."""
    path = tmp_path / "refs.txt"
    path.write_text(RIS)
    assert collect(host, f"ris:{path}").reports[0].source == "ris"
    assert error_of(host, f"nbib:{path}").message.startswith("holds no PubMed (MEDLINE) record")
    assert error_of(host, f"xyz:{path}").message == "there is no such file or folder"


def test_standard_input_is_read_by_content(host: PluginHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads standard input; the format is told by what comes."""

    @dataclass
    class Stream:
        buffer: Any

    import io

    monkeypatch.setattr("sys.stdin", Stream(io.BytesIO(RIS.encode())))
    report = collect(host, "-").reports[0]
    assert (report.source, report.locator, report.kept) == ("ris", "standard input", 1)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.ris", b"", "is empty"),
        ("a.ris", b"%PDF-1.7\n%\xe2\xe3", "is a PDF, which no source reads"),
        ("a.ris", b"PK\x03\x04\x14\x00 word/document.xml", "is a Word document (DOCX), which no source reads"),
        ("a.json", b"\x89PNG\r\n\x1a\n", "is a picture, which no source reads"),
        ("a.nbib", b"\x1f\x8b\x08\x00", "is a gzip archive, which no source reads"),
        ("a.html", b"<!DOCTYPE html><html><body>TI  - x", "is an HTML page, which no source reads"),
        ("a.xml", b"<?xml version='1.0'?><PubmedArticleSet><PubmedArticle>", "is PubMed XML, which no source reads"),
        ("a.xml", b"<xml><records><record>", "is EndNote XML, which no source reads"),
        ("a.bib", b"@article{roe2019,\n title = {A}}", "is BibTeX, which no source reads"),
        ("a.txt", b"FN Clarivate\nVR 1.0\nPT J\nAU Roe, R", "is a Web of Science file, which no source reads"),
        ("a.txt", b"Dear colleague,\n", "is in no format that is known (it starts with 'Dear colleague,')"),
        ("a.txt", b"  \n\n ", "is in no format that is known (it holds only blanks)"),
    ],
)
def test_other_files_are_named_for_what_they_are(
    host: PluginHost, tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    """A file that no source reads gives its kind, its path and what to do."""
    path = tmp_path / name
    path.write_bytes(data)
    error = error_of(host, path)
    assert error.message == message
    assert error.where == str(path)
    assert error.remedy


def test_a_missing_file_is_named(host: PluginHost, tmp_path: Path) -> None:
    """A path that leads nowhere, and one that no system could have, give one message each."""
    assert error_of(host, tmp_path / "none.ris").message == "there is no such file or folder"
    assert error_of(host, "a\x00b.ris").message == "there is no such file or folder"
    assert error_of(host, "x" * 5000).message == "there is no such file or folder"


def test_an_unknown_option_of_a_source_is_refused(host: PluginHost, tmp_path: Path) -> None:
    """Options reach the source that reads; a wrong one names the source and what it takes."""
    (tmp_path / "a.ris").write_text(RIS)
    harvest = collect(host, tmp_path / "a.ris", options={"ris": {"dialect": "ovid"}})
    assert harvest.reports[0].format == "RIS (Ovid)"
    with pytest.raises(ConfigError, match="options: dialect"):
        collect(host, tmp_path / "a.ris", options={"ris": {"dialekt": "ovid"}})


def test_objects_are_checked_like_records() -> None:
    """Mappings, plain objects and citations are taken; anything else is rejected with its kind."""

    @dataclass
    class Passage:
        passage: str = "It fell."
        document_title: str = "A trial"

    harvest = take_objects([sample_citations()[0], {"passage": "It rose.", "title": "B"}, Passage(), Passage, 7, {}])
    report = harvest.reports[0]
    assert (report.records, report.kept) == (6, 3)
    assert [citation.document_title for citation in harvest.citations][1:] == ["B", "A trial"]
    assert [rejection.origin.record for rejection in report.rejected] == [4, 5, 6]


def test_a_source_with_wrong_books_is_named() -> None:
    """A plugin whose import report does not balance, or that returns something else, is a plugin that failed."""

    class Careless:
        name = "careless"
        summary = "loses records"
        options_model = NoOptions
        harvest: Any = None

        def match(self, _locator: object) -> Match:
            return Match.CONTENT

        def read(self, _locator: object, _context: object, _options: object) -> Any:
            return self.harvest

    class Plugin:
        def __init__(self, source: Careless) -> None:
            self._source = source

        from bmreport.hookspecs import hookimpl

        @hookimpl
        def bmreport_sources(self) -> list[Any]:
            return [self._source]

    source = Careless()
    host = PluginHost({"careless": Plugin(source)}, load_entry_points=False)
    with pytest.raises(PluginError, match="did not return a Harvest"):
        read_locator(host, "careless:x", RunContext(), {})
    intake = Intake("careless", "x")
    intake.report.records = 3
    source.harvest = intake.harvest()
    with pytest.raises(PluginError, match="3 records found, but 0 kept and 0 rejected"):
        read_locator(host, "careless:x", RunContext(), {})
    with pytest.raises(UnknownProviderError):
        host.source("careful")


# -- folders ----------------------------------------------------------------------------------------------------------


def test_a_folder_gives_every_file_that_a_source_takes(host: PluginHost, tmp_path: Path) -> None:
    """Files are read in order of their names; others, hidden ones and folders are left out."""
    for name, text in {
        "b.ris": RIS,
        "a.nbib": NBIB,
        "c.json": json.dumps(CITATIONS),
        "README.md": "# Notes\n",
        ".hidden.ris": RIS,
        "empty.ris": "",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "d.ris").write_text(RIS)
    harvest = collect(host, tmp_path)
    assert [Path(report.locator).name for report in harvest.reports] == [tmp_path.name, "a.nbib", "b.ris", "c.json"]
    folder = harvest.reports[0]
    assert (folder.source, folder.records) == ("folder", 0)
    assert folder.notes == ["left out, because no source takes them: old (a folder), README.md, empty.ris (empty)"]
    assert len(harvest.citations) == 3


def test_the_question_of_a_file_in_a_folder_counts(host: PluginHost, tmp_path: Path) -> None:
    """A question in one file of the folder reaches the run."""
    (tmp_path / "a.ris").write_text(RIS)
    (tmp_path / "c.json").write_text(json.dumps(CITATIONS))
    harvest = collect(host, tmp_path)
    assert question_in(harvest.reports) == "Does x work?"
    assert title_in(harvest.reports) == "On x"


def test_bmreport_toml_names_the_sources(host: PluginHost, tmp_path: Path) -> None:
    """With `sources` only those are read, relative to the folder, with the options that stand there."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text(RIS)
    (tmp_path / "b.ris").write_text(RIS)
    (tmp_path / "bmreport.toml").write_text(
        'question = "Does y work?"\nsources = ["sub/a.txt", "ris:sub/a.txt"]\n[options.ris]\ndialect = "ovid"\n'
    )
    harvest = collect(host, tmp_path)
    assert [report.format for report in harvest.reports[1:]] == ["RIS (Ovid)"] * 2
    assert question_in(harvest.reports) == "Does y work?"
    given = collect(host, tmp_path, options={"ris": {"dialect": "scopus"}})
    assert given.reports[1].format == "RIS (Scopus)"


def test_bmreport_toml_without_sources_takes_the_files(host: PluginHost, tmp_path: Path) -> None:
    """Settings alone leave the files of the folder to be found; bmreport.toml is no evidence."""
    (tmp_path / "b.ris").write_text(RIS)
    (tmp_path / "bmreport.toml").write_text('question = "Does y work?"\n')
    harvest = collect(host, tmp_path)
    assert len(harvest.reports) == 2
    assert harvest.reports[0].notes == []


def test_a_named_source_that_is_missing_or_a_folder(host: PluginHost, tmp_path: Path) -> None:
    """What bmreport.toml names must be there; folders do not nest, so that none can name itself."""
    config = tmp_path / "bmreport.toml"
    config.write_text('sources = ["none.ris"]\n')
    assert error_of(host, tmp_path).where == str(tmp_path / "none.ris")
    config.write_text('sources = ["."]\n')
    with pytest.raises(ConfigError, match="'\\.' is a folder"):
        collect(host, tmp_path)


def test_a_broken_file_in_a_folder_does_not_stop_the_others(host: PluginHost, tmp_path: Path) -> None:
    """A file that is evidence but broken is rejected by name; one that was a mere guess is left out."""
    (tmp_path / "a.ris").write_text(RIS)
    (tmp_path / "broken.json").write_text('[{"passage": "It fell.", "document_title": "A"')
    (tmp_path / "package.json").write_text('{"name": "x", "version": "1"}')
    (tmp_path / "wos.ris").write_text("FN Clarivate\nVR 1.0\nPT J\n")
    folder = collect(host, tmp_path).reports[0]
    assert (folder.records, folder.kept) == (1, 0)
    assert folder.balanced
    assert "broken.json:1:47: breaks off in the middle" in folder.rejected[0].reason
    assert "package.json (holds neither `citations` nor a citation (keys: name, version))" in folder.notes[0]
    assert "wos.ris (is a Web of Science file" in folder.notes[0]


def test_a_saved_report_in_a_folder_is_no_evidence(host: PluginHost, tmp_path: Path) -> None:
    """The report that an earlier run left in the folder is not read as citations."""
    (tmp_path / "a.ris").write_text(RIS)
    (tmp_path / "report.json").write_text(json.dumps({"user_question": "q", "sections": [], "citations": []}))
    folder = collect(host, tmp_path).reports[0]
    assert "is a saved report" in folder.rejected[0].reason
    assert "bmreport check" in folder.rejected[0].remedy


def test_a_folder_with_nothing_usable(host: PluginHost, tmp_path: Path) -> None:
    """An empty folder and one with other files give an InputError that says what is there."""
    assert "no file is in it" in error_of(host, tmp_path).message
    (tmp_path / ".x.ris").write_text(RIS)
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4")
    error = error_of(host, tmp_path)
    assert "paper.pdf" in error.message
    assert error.where == str(tmp_path)
    assert "bmreport.toml" in error.remedy


def test_links_that_leave_the_folder_are_left_out(host: PluginHost, tmp_path: Path) -> None:
    """A symbolic link to a file elsewhere is named and not read; one within the folder is a file like any other."""
    outside = tmp_path / "private.ris"
    outside.write_text(RIS)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.ris").write_text(RIS)
    (folder / "b.ris").symlink_to(folder / "a.ris")
    (folder / "c.ris").symlink_to(outside)
    (folder / "d.ris").symlink_to(tmp_path / "nowhere")
    harvest = collect(host, folder)
    assert [Path(report.locator).name for report in harvest.reports[1:]] == ["a.ris", "b.ris"]
    assert "c.ris (a link that leads out of the folder)" in harvest.reports[0].notes[0]
    assert "d.ris (no file)" in harvest.reports[0].notes[0]


def test_each_import_report_is_told(host: PluginHost, tmp_path: Path) -> None:
    """Listeners hear of every file that was read."""
    (tmp_path / "a.ris").write_text(RIS)
    heard: list[ImportReport] = []

    def listen(event: object) -> None:
        if isinstance(event, SourceRead):
            heard.append(event.report)

    collect_sources(host, [tmp_path, {"passage": "p", "title": "t"}], RunContext(emit=listen), {})
    assert [report.source for report in heard] == ["folder", "ris", "memory"]


# -- the question -----------------------------------------------------------------------------------------------------


def reports_asking(*questions: str) -> list[ImportReport]:
    """Import reports with these questions."""
    return [
        ImportReport(source="json", locator=f"{n}.json", question=text, title=text) for n, text in enumerate(questions)
    ]


def test_one_question_is_taken_however_often_it_is_asked() -> None:
    """The same question in several files, in other case and spacing, is one question."""
    assert question_in(reports_asking("Does x work?", "", "does  x\nwork? ")) in {"Does x work?", "does  x\nwork?"}
    assert question_in(reports_asking("", "")) == ""
    assert question_in([]) == ""


def test_two_questions_must_be_decided() -> None:
    """Different questions name the files that ask them and the option that settles it."""
    with pytest.raises(UsageError) as caught:
        question_in(reports_asking("Does x work?", "Does y work?"))
    assert caught.value.where == "0.json: 'Does x work?'; 1.json: 'Does y work?'"
    assert "--question" in caught.value.remedy


def test_titles_that_differ_are_none() -> None:
    """A title is taken when the files agree; it is no error when they do not."""
    assert title_in(reports_asking("On x", "On x")) == "On x"
    assert title_in(reports_asking("On x", "On y")) == ""


def test_the_pipeline_uses_the_question_of_the_file(host: PluginHost, tmp_path: Path) -> None:
    """Collect puts question and title of the input into the plan, and leaves given ones alone."""
    from bmreport.pipeline import Plan, Work
    from bmreport.pipeline import collect as collect_step

    path = tmp_path / "c.json"
    path.write_text(json.dumps(CITATIONS))
    found = collect_step(Work(Plan(host, (path,)))).plan
    assert (found.question, found.title) == ("Does x work?", "On x")
    given = collect_step(Work(Plan(host, (path,), question="Does z?", title="On z"))).plan
    assert (given.question, given.title) == ("Does z?", "On z")


def test_a_given_question_settles_a_conflict(host: PluginHost, tmp_path: Path) -> None:
    """Files that ask different questions are no error once --question says which."""
    from bmreport.pipeline import Plan, Work
    from bmreport.pipeline import collect as collect_step

    paths = []
    for number in range(2):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps({**CITATIONS, "question": f"Does {number} work?"}))
        paths.append(path)
    with pytest.raises(UsageError, match="different questions"):
        collect_step(Work(Plan(host, tuple(paths))))
    work = collect_step(Work(Plan(host, tuple(paths), question="Does 1 work?")))
    assert work.plan.question == "Does 1 work?"
    assert all(isinstance(citation, Citation) for citation in work.harvest.citations)
