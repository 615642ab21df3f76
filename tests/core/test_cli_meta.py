"""`bmreport meta`, `grade` and `sof`: options, formats, messages and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bmreport import Report
from bmreport.cli.group import bmreport
from bmreport.hookspecs import hookimpl
from bmreport.models import NoOptions

PLAIN = "study,events1,n1,events2,n2,dose\nAdams,12,120,24,118,low\nBaker,30,250,41,248,low\nClark,8,80,9,82,high\n"
FULL = (
    "study,outcome,comparison,design,events1,n1,events2,n2\n"
    "A,Death,drug versus placebo,randomised trial,100,1000,140,1000\n"
    "B,Death,drug versus placebo,randomised trial,90,1000,125,1000\n"
    "A,Stroke,drug versus placebo,randomised trial,30,1000,50,1000\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two tables."""
    (tmp_path / "plain.csv").write_text(PLAIN, encoding="utf-8")
    (tmp_path / "full.csv").write_text(FULL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    """Run a command and return what came of it."""
    return CliRunner().invoke(bmreport, list(arguments), input=stdin)


def saved(*arguments: str) -> Report:
    """The report that a command writes as JSON."""
    result = run(*arguments, "--export", "json", "-o", "out.json", "--no-figures")
    assert result.exit_code == 0, result.stderr
    return Report.load("out.json")


def test_meta_prints_text_without_a_format() -> None:
    """Studies, pooled effect and heterogeneity stand on standard output; no file appears."""
    result = run("meta", "plain.csv", "--model", "DL")
    assert result.exit_code == 0, result.stderr
    for words in ("Adams", "0.49 (0.26 to 0.94)", "I²", "τ²", "prediction interval", "left out in turn"):
        assert words in result.stdout
    assert "Forest plot" not in result.stdout
    assert sorted(path.name for path in Path().iterdir()) == ["full.csv", "plain.csv"]


@pytest.mark.parametrize(
    ("name", "method"), [("dl", "DL"), ("FE", "EE"), ("fixed", "EE"), ("mh", "MH"), ("random", "REML"), ("hsk", "HSk")]
)
def test_models_go_by_their_usual_names(name: str, method: str) -> None:
    """In any case, and by the names that other programs give them."""
    assert saved("meta", "plain.csv", "--model", name).analyses[0].method == method


def test_flags_win_over_settings() -> None:
    """`--set meta-analysis.…` sets any option; a flag of the command says the last word."""
    report = saved("meta", "plain.csv", "--set", "meta-analysis.level=0.9", "--set", "meta-analysis.method=PM")
    assert (report.analyses[0].level, report.analyses[0].method) == (0.9, "PM")
    report = saved("meta", "plain.csv", "--set", "meta-analysis.method=PM", "--model", "DL", "--test", "hk")
    assert (report.analyses[0].method, report.analyses[0].test) == ("DL", "knha")
    assert report.provenance.options["meta-analysis"]["method"] == "DL"


def test_options_of_the_source_reach_the_table() -> None:
    """Columns under names of one's own are read by `--set studies.columns=…`."""
    Path("own.csv").write_text("Trial name,a,b,c,d\nA,1,10,3,10\nB,2,10,3,10\n", encoding="utf-8")
    names = '{"Trial name" = "study", a = "events1", b = "n1", c = "events2", d = "n2"}'
    report = saved("meta", "own.csv", "--set", f"studies.columns={names}", "--set", "studies.outcome=Death")
    assert [(one.outcome, one.rows) for one in report.analyses] == [("Death", 2)]


def test_subgroups_by_a_column_from_standard_input() -> None:
    """Standard input is read once, and its columns can be named all the same."""
    result = run("meta", "-", "--by", "dose", stdin=PLAIN.encode())
    assert result.exit_code == 0, result.stderr
    assert "Test of subgroup differences" in result.stdout


@pytest.mark.parametrize("export", ["html", "markdown", "docx", "pdf", "json", "text"])
def test_every_format_is_written(export: str) -> None:
    """The report goes to the file that is named."""
    result = run("meta", "plain.csv", "--export", export, "-o", f"out.{export}")
    assert result.exit_code == 0, result.stderr
    assert Path(f"out.{export}").stat().st_size > 1000


def test_numbers_are_unrounded_in_json() -> None:
    """The pooled effect has all its digits."""
    result = run("meta", "plain.csv", "--export", "json", "-o", "-", "--no-figures")
    pooled = json.loads(result.stdout)["analyses"][0]["pooled"]
    assert len(str(pooled["value"])) > 12


def test_refused_rows_are_named_with_file_row_and_column() -> None:
    """The others are pooled; under --strict the command fails after writing."""
    Path("bad.csv").write_text(PLAIN + "Drake,12,10,3,10,low\nEvans,x,10,3,10,low\n", encoding="utf-8")
    result = run("meta", "bad.csv")
    assert result.exit_code == 0
    assert "bad.csv:5, record 4, field events1: 12 events among 10 people" in result.stderr
    assert "bad.csv:6, record 5, field events1: 'x' is no number" in result.stderr
    assert run("meta", "bad.csv", "--strict").exit_code == 5


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("meta", "plain.csv", "--model", "XX"), 2, "'method'"),
        (("meta", "plain.csv", "--outcome", "planes"), 3, "no study has the outcome 'planes'"),
        (("meta", "plain.csv", "--by", "doze"), 3, "plain.csv has no column 'doze'"),
        (("meta", "plain.csv", "--set", "meta-analysis.nope=1"), 2, "does not exist"),
        (("meta", "nowhere.csv"), 3, "there is no such file"),
        (("meta", "plain.csv", "-o", "plain.csv", "-e", "text"), 2, "would be overwritten"),
        (("grade", "full.csv", "--overrides", "nowhere.yaml"), 3, "nowhere.yaml"),
        (("sof", "full.csv", "--outcome", "Deth"), 3, "did you mean 'Death'?"),
    ],
)
def test_errors_say_what_and_where(arguments: tuple[str, ...], code: int, message: str) -> None:
    """With the exit code of their kind, and nothing on standard output."""
    result = CliRunner().invoke(bmreport, list(arguments), standalone_mode=True)
    assert result.exit_code == code, result.stderr
    assert message in result.stderr
    assert result.stdout == ""


def test_grade_prints_every_step() -> None:
    """Summary of Findings, profile, and each domain with its rule; thresholds come from `--set grade.…`."""
    result = run("grade", "full.csv", "--set", 'grade.importance={Death = "critical"}')
    assert result.exit_code == 0, result.stderr
    for words in ("Summary of findings", "risk of bias, not assessed", "Rule:", "lowest of the critical outcomes"):
        assert words in result.stdout


def test_sof_takes_the_options_of_the_grader() -> None:
    """A declared baseline risk stands in the table of `bmreport sof`, under either name of the grader."""
    for name in ("grade", "grader:grade", "summary-of-findings"):
        result = run("sof", "full.csv", "--set", f"{name}.baseline_risk={{Death = 0.2}}")
        assert "200 per 1,000" in result.stdout, name


def test_study_data_alone_points_to_the_commands_that_take_it() -> None:
    """`bmreport build --studies` without passages has nothing to write from, and says what to do."""
    result = CliRunner().invoke(
        bmreport, ["build", "--studies", "full.csv", "--grader", "grade", "-q", "Fewer deaths?"], standalone_mode=True
    )
    assert result.exit_code == 4
    assert "there is study data (3 rows) but no passage" in result.stderr
    assert "`bmreport grade FILE`" in result.stderr


def test_formats_of_a_configuration_are_for_build() -> None:
    """A bmreport.toml in the folder brings options and style, but no files appear unasked."""
    Path("review").mkdir()
    Path("review/studies.csv").write_text(FULL, encoding="utf-8")
    Path("review/bmreport.toml").write_text(
        'export = ["pdf"]\nsources = ["studies.csv"]\n[options.grade]\nmethod = "DL"\n', encoding="utf-8"
    )
    result = run("grade", "review")
    assert result.exit_code == 0, result.stderr
    assert "method: DL, z" in result.stdout
    assert not list(Path().glob("*.pdf"))


class _NoReport:
    """A workflow that answers nonsense."""

    name = "meta-analysis"
    summary = "Nonsense"
    options_model = NoOptions

    def run(self, inputs: list[str], context: object, options: object) -> str:
        """No report."""
        return "done"


class _Plugin:
    @hookimpl
    def bmreport_workflows(self) -> list[object]:
        """The workflow above."""
        return [_NoReport()]


def test_a_workflow_that_returns_no_report_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plugin is at fault, not the input."""
    from bmreport.cli import workflow_files
    from bmreport.host import PluginHost

    def host(_messages: object) -> PluginHost:
        return PluginHost({"broken": _Plugin()}, disabled=["bmreport-workflows"])

    monkeypatch.setattr(workflow_files, "open_host", host)
    result = CliRunner().invoke(bmreport, ["meta", "plain.csv"], standalone_mode=True)
    assert result.exit_code == 7
    assert "returned no Report" in result.stderr
