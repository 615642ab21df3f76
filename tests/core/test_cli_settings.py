"""The command line over bmreport.toml over the defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from bmreport.cli.settings import Given, Settings, resolve
from bmreport.errors import ConfigError, UsageError

CONFIG = """\
question = "From the file?"
title = "Title of the file"
sources = ["citations.json"]
style = "house.csl"
export = ["pdf", "docx"]
output = "out/"
grader = ["one", "two"]
synthesizer = "writer"
csl_engine = "engine"
min_citations = 5
template = "own.j2"
locale = "de-DE"
strict = true
offline = true
further_reading = true

[options.writer]
sentences = 3
words = 10
"""

LINE = Given(
    question="From the line?",
    title="Title of the line",
    style="apa",
    exports=("html",),
    output="x.html",
    graders=("three",),
    synthesizer="other",
    csl_engine="mine",
    min_citations=1,
    templates=("line.j2", "pdf=line.typ.j2"),
    locale="fr-FR",
    settings=("writer.words=20",),
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `project` with a bmreport.toml, a style and a template, seen from its parent."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "bmreport.toml").write_text(CONFIG, encoding="utf-8")
    for name in ("house.csl", "own.j2"):
        (folder / name).write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    return folder


def test_defaults_apply_where_nobody_says_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file and nothing else: vancouver, the built-in grader and synthesizer, text to standard output."""
    monkeypatch.chdir(tmp_path)
    assert resolve(["a.ris"], Given()) == Settings(sources=("a.ris",), exports_named=True)


def test_a_folder_brings_its_settings(project: Path) -> None:
    """Every setting of the folder's bmreport.toml reaches the run; file names in it start from its folder."""
    settings = resolve(["project"], Given())
    assert settings == Settings(
        sources=("project",),
        question="From the file?",
        style=str(Path("project") / "house.csl"),
        exports=("pdf", "docx"),
        exports_named=True,
        output=f"{Path('project') / 'out'}/",
        title="Title of the file",
        graders=("one", "two"),
        synthesizer="writer",
        csl_engine="engine",
        min_citations=5,
        templates={"": Path("project") / "own.j2"},
        locale="de-DE",
        options={"writer": {"sentences": 3, "words": 10}},
        further_reading=True,
        strict=True,
        offline=True,
    )


def test_the_command_line_wins(project: Path) -> None:
    """What is typed comes before what stands in the file, option by option."""
    settings = resolve(["project"], LINE)
    assert settings == Settings(
        sources=("project",),
        question="From the line?",
        style="apa",
        exports=("html",),
        exports_named=True,
        output="x.html",
        title="Title of the line",
        graders=("three",),
        synthesizer="other",
        csl_engine="mine",
        min_citations=1,
        templates={"": Path("line.j2"), "pdf": Path("line.typ.j2")},
        locale="fr-FR",
        options={"writer": {"sentences": 3, "words": 20}},
        further_reading=True,
        strict=True,
        offline=True,
    )


def test_the_current_folder_is_used_without_sources(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`bmreport` alone works where a bmreport.toml is."""
    monkeypatch.chdir(project)
    settings = resolve([], Given(style="apa"))
    assert (settings.sources, settings.question, settings.style) == ((".",), "From the file?", "apa")
    assert settings.output == "out/"


def test_nothing_to_work_on_is_an_error_with_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without sources and without a bmreport.toml the message says how to begin."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="bmreport init"):
        resolve([], Given())


def test_the_first_folder_decides(project: Path, tmp_path: Path) -> None:
    """With two folders that have settings, the first one's count, and this is said."""
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "bmreport.toml").write_text('style = "nature"\n', encoding="utf-8")
    settings = resolve(["a.ris", "second", "project", "-"], Given())
    assert settings.style == "nature"
    assert "do not count" in settings.notes[0]


def test_a_format_in_the_file_gives_way_to_a_named_file(project: Path) -> None:
    """`-o x.html` over `export = ["pdf"]` leaves the choice to the ending."""
    assert resolve(["project"], Given(output="x.html")).exports_named is False


@pytest.mark.parametrize("setting", ["words=20", "writer.words", "writer=3"])
def test_a_wrong_set_option_is_an_error(setting: str) -> None:
    """--set needs provider, option and value."""
    with pytest.raises(ConfigError, match=r"provider\.option=value"):
        resolve(["a.ris"], Given(settings=(setting,)))


def test_each_format_can_have_its_template() -> None:
    """`FORMAT=FILE` is for one format, a bare file for all others; `./` protects a name with `=` in it."""
    settings = resolve(["a.ris"], Given(templates=("all.j2", "pdf=a=b.j2")))
    assert settings.template_for("pdf") == Path("a=b.j2")
    assert settings.template_for("html") == Path("all.j2")
    assert resolve(["a.ris"], Given(templates=("./a=b.j2",))).templates == {"": Path("a=b.j2")}
    assert resolve(["a.ris"], Given()).template_for("pdf") is None
