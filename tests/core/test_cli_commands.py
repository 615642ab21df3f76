"""The smaller commands: cite, check, plugins, styles, doctor, init, schema."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from bmreport import Citation, Report
from bmreport.cli import checking, diagnosis, hosting
from bmreport.cli.diagnosis import Check
from bmreport.cli.group import bmreport
from bmreport.cli.starting import STARTER_FILES
from bmreport.cli.style_search import matching
from bmreport.errors import PluginError
from bmreport.hookspecs import hookimpl
from bmreport.host import KINDS, PluginHost
from bmreport.models import Finding, NoOptions, Options, Severity
from bmreport.testing import sample_report

if TYPE_CHECKING:
    from bmreport.providers import Grader, Verifier

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "aspirin"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the worked example's files."""
    for name in ("citations.json", "references.ris", "references.nbib"):
        shutil.copy(EXAMPLE / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    """Run a command and return what came of it."""
    return CliRunner().invoke(bmreport, list(arguments), input=stdin)


# -- cite --------------------------------------------------------------------------------------------------------


def test_cite_prints_one_reference_a_line() -> None:
    """All records in the order of the input, in a numbered style with their numbers."""
    result = run("cite", "references.ris", "-s", "vancouver")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    titles = [
        line for line in Path("references.ris").read_text(encoding="utf-8").splitlines() if line[:2] in ("TI", "T1")
    ]
    assert len(lines) == len(titles) == 17
    assert [line.split(".")[0] for line in lines] == [str(number) for number in range(1, 18)]
    for line, title in zip(lines, titles, strict=True):
        assert title[6:30] in line


def test_cite_obeys_the_order_of_the_style() -> None:
    """An author-date style sorts by author, whatever the order of the input."""
    lines = run("cite", "references.ris", "-s", "apa").stdout.splitlines()
    assert len(lines) == 17
    assert lines[0].startswith("Antithrombotic Trialists")
    assert lines[-1].startswith("Zheng")


def test_cite_joins_records_of_one_document_and_says_so() -> None:
    """Two files with the same papers give each paper once."""
    result = run("cite", "references.ris", "references.nbib")
    assert len(result.stdout.splitlines()) == 17
    assert "17 documents came in several records" in result.stderr


def test_cite_reads_standard_input_and_is_quiet_on_request() -> None:
    """`-` and --quiet make it a filter."""
    result = run("cite", "-", "--quiet", stdin=Path("references.ris").read_bytes())
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 17


@pytest.mark.parametrize("export", ["markdown", "csljson", "ris", "html"])
def test_cite_writes_other_formats(export: str) -> None:
    """Any exporter can write the list; data formats hold every record."""
    result = run("cite", "references.ris", "-e", export)
    assert result.exit_code == 0, result.stderr
    assert "Zheng" in result.stdout
    if export == "csljson":
        assert len(json.loads(result.stdout)) == 17


def test_cite_writes_a_file() -> None:
    """-o names a file; its ending may say the format."""
    result = run("cite", "references.ris", "-o", "refs.md")
    assert result.stdout == "refs.md\n"
    assert "Zheng" in Path("refs.md").read_text(encoding="utf-8")
    plain = run("cite", "references.ris", "-o", "refs.txt")
    assert plain.stdout == "refs.txt\n"
    assert len(Path("refs.txt").read_text(encoding="utf-8").splitlines()) == 17


def test_cite_never_overwrites_its_input() -> None:
    """A slip with -o does not cost the library."""
    before = Path("references.ris").read_bytes()
    result = run("cite", "references.ris", "-e", "ris", "-o", "references.ris")
    assert result.exit_code == 2
    assert Path("references.ris").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["missing.ris"], 3, "missing.ris"),
        (["references.ris", "-s", "no-such-style-at-all"], 2, "no-such-style-at-all"),
        (["references.ris", "-e", "no-such-format"], 2, "no-such-format"),
        (["references.ris", "--set", "no-such.option=1"], 2, "no-such"),
        ([], 2, "no SOURCES"),
    ],
)
def test_cite_fails_with_one_message(arguments: list[str], code: int, word: str) -> None:
    """Faults end like those of build."""
    result = run("cite", *arguments)
    assert result.exit_code == code
    assert word in result.stderr
    assert result.stdout == ""


# -- check -------------------------------------------------------------------------------------------------------


class Alarm:
    """A verifier that always finds the same."""

    summary = "for tests"
    options_model = NoOptions

    def __init__(self, severity: Severity) -> None:
        self.name = "alarm"
        self._severity = severity

    def check(self, _report: object, _context: object, _options: object) -> list[Finding]:
        """One finding."""
        return [Finding(verifier=self.name, severity=self._severity, message="smoke", where="s1")]


def use_alarm(monkeypatch: pytest.MonkeyPatch, severity: Severity) -> None:
    """Let `check` use this verifier and no other."""

    class Plugin:
        @hookimpl
        def bmreport_verifiers(self) -> list[Verifier]:
            return [Alarm(severity)]

    host = PluginHost({"extra": Plugin()}, load_entry_points=False)
    monkeypatch.setattr(checking, "open_host", lambda _messages: host)


def saved(*findings: Finding) -> Report:
    """A report on disk, with findings from when it was built."""
    report = sample_report()
    report.findings = list(findings)
    report.save("report.json")
    return report


@pytest.mark.parametrize(
    ("severity", "strict", "code"),
    [(Severity.ERROR, False, 0), (Severity.ERROR, True, 5), (Severity.WARNING, True, 0), (Severity.INFO, True, 0)],
)
def test_check_prints_findings_and_fails_if_strict(
    monkeypatch: pytest.MonkeyPatch, severity: Severity, strict: bool, code: int
) -> None:
    """Only an error under --strict fails; findings are printed in any case."""
    saved()
    use_alarm(monkeypatch, severity)
    result = run("check", "report.json", *(["--strict"] if strict else []))
    assert result.exit_code == code
    assert result.stdout == f"{severity}: s1: smoke [alarm]\n"


def test_check_repeats_what_cannot_be_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings of the import stay, old findings of a verifier give way to its new ones, errors come first."""
    saved(
        Finding(verifier="alarm", severity=Severity.ERROR, message="old smoke"),
        Finding(verifier="import", severity=Severity.INFO, message="a remark"),
    )
    use_alarm(monkeypatch, Severity.ERROR)
    result = run("check", "report.json", "--json")
    found = json.loads(result.stdout)
    assert [(one["verifier"], one["message"]) for one in found] == [("import", "a remark"), ("alarm", "smoke")]
    printed = run("check", "report.json").stdout.splitlines()
    assert [line.split(":")[0] for line in printed] == ["error", "info"]


def test_check_leaves_the_report_alone() -> None:
    """The file is read, never written."""
    saved()
    before = Path("report.json").read_bytes()
    assert run("check", "report.json").exit_code == 0
    assert Path("report.json").read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"user_question": 1}', b"\xff\xfe", b'{"sections": "x"}'])
def test_check_refuses_what_is_no_report(data: bytes) -> None:
    """A file of another kind is an input error that names it."""
    Path("x.json").write_bytes(data)
    result = run("check", "x.json")
    assert result.exit_code == 3
    assert "x.json" in result.stderr
    assert "Traceback" not in result.stderr


# -- plugins -----------------------------------------------------------------------------------------------------


def test_plugins_lists_every_kind() -> None:
    """Each kind has at least one built-in provider, with package, version and summary."""
    listed = json.loads(run("plugins", "--json").stdout)
    kinds = {one["kind"] for one in listed["providers"]}
    assert set(KINDS) - {"style", "workflow", "figure"} <= kinds
    assert listed["failures"] == []
    for one in listed["providers"]:
        assert one["package"]
        assert one["summary"]
        assert all(option["help"] for option in one["options"])


def test_plugins_is_a_table_that_grep_can_read() -> None:
    """Piped, each provider is one line."""
    result = run("plugins", "--kind", "grader")
    heading, *rows = result.stdout.splitlines()
    assert heading.split() == ["KIND", "NAME", "PACKAGE", "VERSION", "PLUGIN", "SUMMARY"]
    assert [row.split()[:3] for row in rows if "bmlibrarian" in row] == [["grader", "bmlibrarian", "bmreport"]]
    assert all(len(row.split("  ")) > 3 for row in rows)


def test_plugins_shows_options_from_their_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name, type, default and docstring of each option are printed; mark-up in a docstring is text."""

    class MyOptions(Options):
        level: int = 3
        """How [bold]high[/bold]."""

    class MyGrader:
        name = "mine"
        summary = "for tests"
        options_model = MyOptions

        def grade(self, *_arguments: object) -> list[Any]:
            return []

    class Plugin:
        @hookimpl
        def bmreport_graders(self) -> list[Grader]:
            return [MyGrader()]

    host = PluginHost({"extra": Plugin()}, load_entry_points=False)
    monkeypatch.setattr("bmreport.cli.plugin_listing.PluginHost", lambda **_settings: host)
    row = run("plugins", "--options").stdout.splitlines()[1]
    assert row.split() == ["grader", "mine.level", "int", "3", "How", "[bold]high[/bold]."]


def test_plugins_tells_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin that did not load is named with the reason, in the table and in the JSON."""

    class Plugin:
        @hookimpl
        def bmreport_graders(self) -> list[Grader]:
            raise ValueError("it broke")

    host = PluginHost({"extra": Plugin()}, load_entry_points=False, on_failure=lambda _failure: None)
    monkeypatch.setattr("bmreport.cli.plugin_listing.PluginHost", lambda **_settings: host)
    result = run("plugins")
    assert result.exit_code == 0
    assert "plugin 'extra' failed in bmreport_graders: ValueError: it broke" in result.stderr
    failures = json.loads(run("plugins", "--json").stdout)["failures"]
    assert [(one["plugin"], one["hook"]) for one in failures] == [("extra", "bmreport_graders")]


def test_plugins_suggests_a_kind() -> None:
    """A misspelt kind ends with code 2."""
    result = run("plugins", "--kind", "graders")
    assert result.exit_code == 2
    assert "did you mean grader?" in result.stderr


def test_a_failing_plugin_is_told_once_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Commands go on without it and say so on standard error."""
    from bmreport.cli.messages import Messages

    host = hosting.open_host(Messages())
    host._fail(PluginError("mine", "loading", "it broke"))
    assert capsys.readouterr().err.count("plugin 'mine' failed in loading: it broke") == 1


# -- styles ------------------------------------------------------------------------------------------------------


def test_styles_searches_ids_and_titles() -> None:
    """Every word of the query must be found; the exact id comes first."""
    result = run("styles", "the", "lancet", "--json")
    found = json.loads(result.stdout)
    assert found[0]["style"] == "the-lancet"
    assert all("lancet" in (one["style"] + one["title"]).lower() for one in found)


def test_styles_can_be_limited() -> None:
    """--limit cuts the list and says how many are left; 0 lists all."""
    result = run("styles", "journal", "--limit", "3")
    assert len(result.stdout.splitlines()) == 4
    assert "more; narrow the search" in result.stderr
    assert len(json.loads(run("styles", "--limit", "0", "--json").stdout)) > 1000


def test_styles_without_a_match_is_a_note() -> None:
    """Nothing found is no error."""
    result = run("styles", "qqqqqq")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "qqqqqq" in result.stderr


def test_styles_are_ranked() -> None:
    """The id itself, ids that begin with the query, ids that hold it, titles."""
    rows = [("x", "Apa in the title", ""), ("big-apa", "", ""), ("apa-old", "", ""), ("apa", "", ""), ("b", "", "")]
    assert [row[0] for row in matching(rows, "APA")] == ["apa", "apa-old", "big-apa", "x"]


# -- doctor ------------------------------------------------------------------------------------------------------


def test_doctor_finds_this_environment_sound() -> None:
    """Everything required works where the tests run; each line has a state, and what is missing has a remedy."""
    result = run("doctor", "--json")
    checks = json.loads(result.stdout)
    assert result.exit_code == 0, [one for one in checks if one["state"] != "ok"]
    parts = {one["part"] for one in checks}
    assert {"Python", "bmreport", "pydantic", "pandoc", "typst", "fonts", "styles", "plugins", "tesseract"} <= parts
    assert all(one["remedy"] for one in checks if one["state"] != "ok")


def test_doctor_fails_when_something_required_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code 6, the part's name, and what to do; an optional part may be missing."""
    checks = [Check("pandoc", "broken", "it broke", "install it"), Check("x", "missing", "", "", required=False)]
    monkeypatch.setattr(diagnosis, "_all_checks", lambda: iter(checks))
    result = run("doctor")
    assert result.exit_code == 6
    assert "required parts do not work: pandoc\n" in result.stderr
    assert "install it" in result.stdout


def test_doctor_survives_what_it_examines() -> None:
    """A check that raises becomes a line."""

    def attempt() -> str:
        raise OSError("it broke")

    assert diagnosis._tried("part", attempt, "mend it") == Check("part", "broken", "OSError: it broke", "mend it")


# -- init --------------------------------------------------------------------------------------------------------


def test_init_writes_an_example_that_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bare command works in the new folder."""
    result = run("init", "example")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == [str(Path("example") / name) for name in STARTER_FILES]
    monkeypatch.chdir("example")
    built = run("--style", "vancouver", "--export", "markdown")
    assert built.exit_code == 0, built.stderr
    assert Path(built.stdout.strip()).read_bytes()


def test_init_keeps_what_is_there() -> None:
    """An existing file is only replaced with --force, and nothing is written before."""
    Path("example").mkdir()
    mine = Path("example/citations.json")
    mine.write_text("mine", encoding="utf-8")
    result = run("init", "example")
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert [path.name for path in Path("example").iterdir()] == ["citations.json"]
    assert mine.read_text(encoding="utf-8") == "mine"
    assert run("init", "example", "--force").exit_code == 0
    assert json.loads(mine.read_text(encoding="utf-8"))["question"]


def test_init_needs_a_folder_that_can_be() -> None:
    """A file in the way is an error of output."""
    Path("file").write_bytes(b"")
    result = run("init", "file/deep")
    assert result.exit_code == 2
    assert "file" in result.stderr


# -- schema ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "field"), [("citation", "passage"), ("report", "synthesized_answer")])
def test_schema_describes_the_models(name: str, field: str) -> None:
    """The schema is JSON, names its dialect, and holds the fields of the model."""
    schema = json.loads(run("schema", name).stdout)
    assert schema["$schema"].endswith("2020-12/schema")
    assert field in schema["properties"]


def test_the_schema_of_a_citation_is_the_default() -> None:
    """`bmreport schema` is what somebody who writes citations looks for."""
    assert json.loads(run("schema").stdout)["title"] == Citation.__name__
