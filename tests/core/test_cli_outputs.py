"""Which files a report becomes: --export, --output and the names that follow from them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bmreport.cli.outputs import OutputPlan, Target, is_folder, plan_outputs, wrong_ending
from bmreport.cli.settings import Given, resolve
from bmreport.errors import OutputError, UnknownProviderError, UsageError
from bmreport.hookspecs import hookimpl
from bmreport.host import PluginHost
from bmreport.models import NoOptions


class FakeExporter:
    """An exporter that is never run."""

    summary = "for tests"
    media_type = "text/plain"
    takes_template = False
    options_model = NoOptions

    def __init__(self, name: str, suffix: str) -> None:
        self.name = name
        self.suffix = suffix

    def export(self, _rendered: object, _template: object, _options: object) -> bytes:
        """Nothing."""
        return b""


class Formats:
    """A plugin with formats that share an ending, and one whose ending has two parts."""

    @hookimpl
    def bmreport_exporters(self) -> list[FakeExporter]:
        """All formats."""
        formats = [("text", ".txt"), ("pdf", ".pdf"), ("docx", ".docx"), ("json", ".json"), ("data", ".json")]
        return [FakeExporter(name, suffix) for name, suffix in [*formats, ("csljson", ".csl.json")]]


@pytest.fixture
def host() -> PluginHost:
    """A host with these formats alone."""
    return PluginHost({"formats": Formats()}, load_entry_points=False)


@pytest.fixture(autouse=True)
def _in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def paths(plan: OutputPlan, title: str = "A Title") -> list[str]:
    """Where the files of a plan go; an empty string for standard output."""
    return [target.path.as_posix() if target.path else "" for target in plan.targets(title, [])]


@pytest.mark.parametrize(
    ("exports", "output", "expected"),
    [
        ([], None, [""]),
        ([], "-", [""]),
        (["pdf"], "-", [""]),
        (["pdf"], None, ["a-title.pdf"]),
        (["pdf", "docx"], None, ["a-title.pdf", "a-title.docx"]),
        (["pdf"], "out/", ["out/a-title.pdf"]),
        ([], "out/", ["out/a-title.txt"]),
        (["pdf", "docx"], "deep/out/", ["deep/out/a-title.pdf", "deep/out/a-title.docx"]),
        (["pdf"], "x.pdf", ["x.pdf"]),
        (["pdf"], "x", ["x"]),
        (["json", "data", "csljson"], None, ["a-title.json", "a-title.data.json", "a-title.csl.json"]),
    ],
)
def test_formats_and_place_give_the_files(
    host: PluginHost, exports: list[str], output: str | None, expected: list[str]
) -> None:
    """Without --output files are named after the title; a folder keeps the name, a file is taken as it is."""
    assert paths(plan_outputs(host, exports, output, named=True)) == expected


@pytest.mark.parametrize(
    ("configured", "output", "export"),
    [
        ([], "x.pdf", "pdf"),
        (["pdf"], "x.docx", "docx"),
        (["data"], "x.json", "data"),
        ([], "x.json", "json"),
        ([], "x.CSL.json", "csljson"),
        (["pdf"], "x.unknown", "pdf"),
        (["pdf", "docx"], "x.pdf", "pdf"),
    ],
)
def test_the_ending_of_a_file_says_the_format(
    host: PluginHost, configured: list[str], output: str, export: str
) -> None:
    """Where the command line names a file and no format, the ending decides; a configured format comes first."""
    plan = plan_outputs(host, configured, output, named=False)
    assert [exporter.name for exporter in plan.exporters] == [export]


@pytest.mark.parametrize(
    ("exports", "output", "named", "message"),
    [
        (["pdf", "docx"], "x.pdf", True, "2 files"),
        (["pdf", "docx"], "-", True, "2 files"),
        ([], "x.unknown", False, "says no format"),
        (["pdf", "docx"], "x", False, "says no format"),
    ],
)
def test_an_impossible_place_is_an_error(
    host: PluginHost, exports: list[str], output: str, named: bool, message: str
) -> None:
    """Two files cannot have one name, and an unknown ending needs a format."""
    with pytest.raises(UsageError, match=message):
        plan_outputs(host, exports, output, named=named)


def test_an_unknown_format_is_an_error(host: PluginHost) -> None:
    """A misspelt format is suggested before any work is done."""
    with pytest.raises(UnknownProviderError, match="did you mean docx"):
        plan_outputs(host, ["dokx"], None, named=True)


def test_an_existing_folder_needs_no_slash(host: PluginHost, tmp_path: Path) -> None:
    """`-o out` means the folder when there is one."""
    (tmp_path / "out").mkdir()
    assert is_folder("out")
    assert paths(plan_outputs(host, ["pdf"], "out", named=True)) == ["out/a-title.pdf"]


@pytest.mark.parametrize("output", ["missing/x.pdf", "file/x.pdf", "file/", "file/deep/"])
def test_a_place_that_cannot_be_is_an_error(host: PluginHost, tmp_path: Path, output: str) -> None:
    """A missing folder, and a file where a folder should be, are found before the work begins."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutputError):
        plan_outputs(host, ["pdf"], output, named=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_an_error(host: PluginHost, tmp_path: Path) -> None:
    """A folder that cannot be written is found before the work begins."""
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(OutputError, match="cannot write"):
        plan_outputs(host, ["pdf"], "locked/", named=True)


def test_a_source_is_never_overwritten(host: PluginHost, tmp_path: Path) -> None:
    """A report may not replace the evidence that it was made from, under whatever spelling of the path."""
    source = tmp_path / "a-title.json"
    source.write_bytes(b"{}")
    plan = plan_outputs(host, ["json"], None, named=True)
    with pytest.raises(OutputError, match="input of this report"):
        plan.targets("A title", [Path("..") / tmp_path.name / "a-title.json"])


def test_a_strange_ending_is_remarked(host: PluginHost) -> None:
    """A PDF called .docx is written, with a remark."""
    assert "usually end in .pdf" in wrong_ending(Target(host.exporter("pdf"), Path("x.docx")))
    assert wrong_ending(Target(host.exporter("pdf"), Path("X.PDF"))) == ""
    assert wrong_ending(Target(host.exporter("pdf"), None)) == ""


@pytest.mark.parametrize("named", ["bmreport.toml", "house.csl", "own.docx"])
def test_files_that_settings_name_are_never_overwritten(host: PluginHost, tmp_path: Path, named: str) -> None:
    """Style, template and bmreport.toml are inputs as the sources are."""
    (tmp_path / "bmreport.toml").write_text('style = "house.csl"\ntemplate = "docx=own.docx"\n', encoding="utf-8")
    for name in ("house.csl", "own.docx"):
        (tmp_path / name).write_bytes(b"x")
    settings = resolve([str(tmp_path)], Given(output=str(tmp_path / named), exports=("json",)))
    plan = plan_outputs(host, settings.exports, settings.output, named=True)
    with pytest.raises(OutputError, match="input of this report"):
        plan.targets("A title", settings.files)
