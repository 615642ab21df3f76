"""`bmreport build`: from evidence to files, and every way in which that can fail."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from bmreport.cli import building, report_files
from bmreport.cli.group import bmreport
from bmreport.hookspecs import hookimpl
from bmreport.host import PluginHost
from bmreport.models import Finding, NoOptions, Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.providers import Exporter, Grader, Verifier

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "aspirin"
QUESTION = "Does aspirin prevent a first cardiovascular event?"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a file of evidence beside it."""
    shutil.copytree(EXAMPLE, tmp_path / "aspirin")
    shutil.copy(EXAMPLE / "citations.json", tmp_path / "citations.json")
    shutil.copy(EXAMPLE / "references.ris", tmp_path / "references.ris")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    return tmp_path


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    """Run a command and return what came of it."""
    return CliRunner().invoke(bmreport, list(arguments), input=stdin)


def files(folder: Path) -> set[str]:
    """Names of the files that a run has made."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return {name for name in there if not name.startswith("aspirin/")} - {"citations.json", "references.ris"}


class Broken:
    """A provider whose every method raises."""

    summary = "for tests"
    options_model = NoOptions
    suffix = ".broken"
    media_type = "text/plain"
    takes_template = False

    def __init__(self, name: str) -> None:
        self.name = name

    def _fail(self, *_arguments: Any, **_named: Any) -> Any:
        raise ValueError("it broke")

    grade = export = check = _fail


class Alarm:
    """A verifier that always finds an error."""

    name = "alarm"
    summary = "for tests"
    options_model = NoOptions

    def check(self, _report: object, _context: object, _options: object) -> list[Finding]:
        """One error."""
        return [Finding(verifier=self.name, severity=Severity.ERROR, message="smoke", where="s1", remedy="leave")]


@pytest.fixture
def with_plugin(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """Let the command use one more plugin."""

    def add(plugin: object) -> None:
        monkeypatch.setattr(building, "open_host", lambda _messages: PluginHost({"extra": plugin}))

    return add


def test_the_report_is_printed_where_no_format_is_named() -> None:
    """A file and a question give the text report on standard output and nothing on disk."""
    result = run("citations.json", "-q", QUESTION)
    assert result.exit_code == 0, result.stderr
    assert QUESTION in result.stdout
    assert "Zheng" in result.stdout
    assert files(Path()) == set()


def test_files_are_named_after_the_title(folder: Path) -> None:
    """Each format becomes a file; the paths are printed, one a line."""
    result = run("aspirin", "--title", "Aspirin: 80/20?", "-e", "markdown,json", "-e", "ris")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == ["aspirin-80-20.md", "aspirin-80-20.json", "aspirin-80-20.ris"]
    assert files(folder) == set(result.stdout.splitlines())


def test_the_question_names_the_files_where_there_is_no_title() -> None:
    """A question makes a safe name."""
    result = run("citations.json", "-q", "Aspirin, yes/no?", "-e", "markdown")
    assert result.stdout == "aspirin-yes-no.md\n"


def test_the_question_may_come_from_the_json() -> None:
    """A JSON file with question and citations needs no --question."""
    result = run("citations.json", "-e", "json", "-o", "report.json")
    assert result.exit_code == 0, result.stderr
    given = json.loads((EXAMPLE / "citations.json").read_text(encoding="utf-8"))["question"]
    assert json.loads(Path("report.json").read_text(encoding="utf-8"))["user_question"] == given


def test_the_command_line_wins_over_the_json_and_the_folder() -> None:
    """--question, --title and --style come before what stands in files."""
    result = run("aspirin", "-q", QUESTION, "--title", "T", "-s", "apa", "-e", "json", "-o", "report.json")
    assert result.exit_code == 0, result.stderr
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert (report["user_question"], report["title"], report["style"]) == (QUESTION, "T", "apa")


def test_standard_input_and_output_make_a_pipe() -> None:
    """`-` reads evidence, `-o -` writes one format."""
    data = (EXAMPLE / "citations.json").read_bytes()
    result = run("-", "-e", "markdown", "-o", "-", stdin=data)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("---") or result.stdout.startswith("#") or "# " in result.stdout
    assert files(Path()) == set()


def test_the_ending_of_the_output_says_the_format() -> None:
    """`-o x.md` needs no --export."""
    result = run("aspirin", "-o", "x.md")
    assert result.stdout == "x.md\n", result.stderr
    assert Path("x.md").read_bytes()


def test_a_folder_is_made_for_the_output() -> None:
    """`-o new/deep/` makes both folders."""
    result = run("aspirin", "-e", "markdown", "-o", "new/deep/")
    assert result.exit_code == 0, result.stderr
    assert Path(result.stdout.strip()).parent == Path("new/deep")


def test_two_runs_give_the_same_bytes() -> None:
    """With SOURCE_DATE_EPOCH nothing depends on the moment."""
    for name in ("one", "two"):
        assert run("aspirin", "-e", "markdown,json,html,csljson", "-o", f"{name}/").exit_code == 0
    first, second = (sorted(Path(name).iterdir()) for name in ("one", "two"))
    assert [path.name for path in first] == [path.name for path in second]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_quiet_leaves_nothing_but_results() -> None:
    """--quiet prints paths and errors only."""
    result = run("aspirin", "-e", "markdown", "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 1


def test_rejected_records_are_listed() -> None:
    """Each rejection is told with file, record, field, reason and remedy; the rest of the file is used."""
    data = json.loads((EXAMPLE / "citations.json").read_text(encoding="utf-8"))
    data["citations"][1]["relevance_score"] = 1.7
    Path("bad.json").write_text(json.dumps(data), encoding="utf-8")
    result = run("bad.json")
    assert result.exit_code == 0
    assert "1 of 20 records rejected" in result.stderr
    assert "bad.json" in result.stderr
    assert "record 2, field relevance_score: 1.7 is above 1 (give a number from 0 to 1)" in result.stderr


def test_long_lists_of_rejections_are_cut() -> None:
    """Twenty are shown, the others counted."""
    data = json.loads((EXAMPLE / "citations.json").read_text(encoding="utf-8"))
    data["citations"] += [{"passage": "", "title": f"t{number}"} for number in range(30)]
    Path("bad.json").write_text(json.dumps(data), encoding="utf-8")
    result = run("bad.json")
    assert result.exit_code == 0
    assert "30 of 50 records rejected" in result.stderr
    assert "… and 10 more" in result.stderr


def test_rejections_are_told_even_if_the_evidence_is_not_enough() -> None:
    """Who gets code 4 sees what was refused."""
    citations = [{"passage": "It helps.", "title": "A"}, {"passage": "It helps.", "relevance_score": 0.5}]
    Path("few.json").write_text(json.dumps(citations), encoding="utf-8")
    result = run("few.json", "-q", "?")
    assert result.exit_code == 4
    assert "1 usable citation, 2 needed" in result.stderr
    assert "document_title" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["missing.ris", "-q", "?"], 3, ["missing.ris", "no such file"]),
        (["chek", "report.json"], 3, ["no such file", "did you mean the command `bmreport check`"]),
        (["plugin"], 3, ["no such file", "`bmreport plugins`"]),
        (["aspirin", "check"], 3, ["a command comes first"]),
        (["Does aspirin work?"], 3, ["no such file", '--question "Does aspirin work?"']),
        (["aspirin", "effects of aspirin on stroke"], 3, ["--question"]),
        (["aspirin", "pdf"], 3, ["`--export pdf`"]),
        (["aspirin", "apa"], 3, ["`--style apa`"]),
        (["aspirin", "no-such-thing"], 3, ["no-such-thing", "check the path"]),
        (["aspirin", "-e", "md", "-o", "out/"], 2, ["did you mean markdown"]),
        (["empty.ris", "-q", "?"], 3, ["empty.ris", "empty"]),
        (["paper.pdf", "-q", "?"], 3, ["paper.pdf", "PDF"]),
        (["one.json", "-q", "?"], 4, ["1 usable citation"]),
        (["references.ris"], 2, ["question"]),
        (["aspirin", "--style", "vancuver"], 2, ["vancuver", "vancouver"]),
        (["aspirin", "-e", "pfd"], 2, ["pfd", "pdf"]),
        (["aspirin", "--grader", "bmlibrarain"], 2, ["bmlibrarain", "did you mean bmlibrarian"]),
        (["aspirin", "--synthesizer", "extractiv"], 2, ["did you mean extractive"]),
        (["aspirin", "--csl-engine", "citeproc"], 2, ["citeproc-py"]),
        (["aspirin", "-e", "markdown", "-o", "no/such/x.md"], 2, ["no such folder"]),
        (["aspirin", "-e", "markdown,html", "-o", "x.md"], 2, ["2 files"]),
        (["aspirin", "-e", "markdown", "--template", "missing.j2"], 2, ["missing.j2"]),
        (["aspirin", "-e", "markdown", "--template", "bad.j2"], 2, ["bad.j2"]),
        (["aspirin", "--set", "extractive.no_such=1"], 2, ["no_such", "options:"]),
        (["aspirin", "--set", "nonsense"], 2, ["nonsense"]),
        (["aspirin", "--set", "extractiv.max_sentences=1"], 2, ["extractiv", "did you mean extractive"]),
        (["missing.ris", "-e", "pdf", "--set", "pdf.paper=a5"], 2, ["paper", "a5"]),
        (["broken-config"], 2, ["bmreport.toml"]),
        ([], 2, ["no SOURCES", "bmreport init"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_each_fault_has_one_message_and_its_code(
    folder: Path, arguments: list[str], code: int, words: list[str]
) -> None:
    """Bad input and slips of the pen: one error with advice, the right code, no file and no traceback."""
    Path("empty.ris").write_bytes(b"")
    Path("paper.pdf").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    Path("one.json").write_text(json.dumps([{"passage": "It helps.", "title": "A"}]), encoding="utf-8")
    Path("bad.j2").write_text("{% for %}", encoding="utf-8")
    Path("broken-config").mkdir()
    Path("broken-config/bmreport.toml").write_text("style =", encoding="utf-8")
    before = files(folder)
    result = run(*arguments)
    assert result.exit_code == code, result.stderr
    assert sum(line.startswith("error: ") for line in result.stderr.splitlines()) == 1
    for word in words:
        assert word in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    assert files(folder) == before


def test_strict_writes_the_files_and_fails(with_plugin: Callable[[object], None]) -> None:
    """With --strict an error of the checks ends in code 5, after everything was written."""

    class Plugin:
        @hookimpl
        def bmreport_verifiers(self) -> list[Verifier]:
            return [Alarm()]

    with_plugin(Plugin())
    lax = run("aspirin", "-o", "lax.md")
    assert lax.exit_code == 0
    assert "smoke" in lax.stderr
    strict = run("aspirin", "-o", "strict.md", "--strict", "--quiet")
    assert strict.exit_code == 5
    assert strict.stderr == (
        "error: 1 error found by the checks; first: smoke\n  where:  s1\n"
        "  remedy: the report was written; mend the input, or read the findings in --export json\n"
    )
    assert Path("strict.md").read_bytes()


def test_one_failing_format_does_not_keep_the_others(with_plugin: Callable[[object], None], folder: Path) -> None:
    """Files of the other formats are written, the failure is told, and the code is that of the failure."""

    class Plugin:
        @hookimpl
        def bmreport_exporters(self) -> list[Exporter]:
            return [Broken("broken")]

    with_plugin(Plugin())
    result = run("aspirin", "--title", "t", "-e", "markdown,broken,json")
    assert result.exit_code == 7
    assert result.stdout.splitlines() == ["t.md", "t.json"]
    assert files(folder) == {"t.md", "t.json"}
    assert "exporter broken" in result.stderr
    assert "it broke" in result.stderr


def test_a_plugin_that_fails_at_work_is_named(with_plugin: Callable[[object], None], folder: Path) -> None:
    """A grader that raises ends in code 7 with the plugin's name, and no file."""

    class Plugin:
        @hookimpl
        def bmreport_graders(self) -> list[Grader]:
            return [Broken("broken")]

    with_plugin(Plugin())
    result = run("aspirin", "--grader", "broken", "-e", "markdown")
    assert result.exit_code == 7
    assert "plugin 'extra' failed in grader broken" in result.stderr
    assert files(folder) == set()


def test_a_source_is_not_overwritten(folder: Path) -> None:
    """A report named like its own input is refused, and the input is as it was."""
    before = Path("references.ris").read_bytes()
    result = run("references.ris", "-q", QUESTION, "--title", "references", "-e", "ris")
    assert result.exit_code == 2
    assert "overwritten" in result.stderr
    assert Path("references.ris").read_bytes() == before


def test_a_command_in_the_wrong_place_is_explained() -> None:
    """`bmreport --quiet check x` speaks of a missing file, and says that commands come first."""
    result = run("--quiet", "check", "report.json")
    assert result.exit_code == 3
    assert "bmreport check" in result.stderr


def test_an_interrupt_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Ctrl-C while exporting ends in code 130 and without a file."""

    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(report_files, "_made", interrupted)
    result = run("aspirin", "-e", "markdown")
    assert result.exit_code == 130
    assert "interrupted" in result.stderr
    assert files(folder) == set()


def test_a_progress_line_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal, standard error holds no progress."""
    assert not sys.stderr.isatty()
    result = run("aspirin", "-e", "markdown")
    assert "synthesize" not in result.stderr
    assert "\x1b" not in result.stderr
