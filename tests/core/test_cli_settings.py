"""The command line over bmreport.toml over the defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from bmreport.cli.settings import Given, Settings, resolve
from bmreport.errors import ConfigError, UsageError
from bmreport.llm.settings import LlmSettings

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


def test_a_named_model_writes(project: Path) -> None:
    """To name a model and no synthesizer is to ask for the one that asks models; a synthesizer that is named wins."""
    (project / "bmreport.toml").write_text("", encoding="utf-8")
    settings = resolve(["project"], Given(llm="ollama:m", llm_concurrency=3, allow_identifiers=True))
    assert settings.synthesizer == "llm"
    assert settings.llm == LlmSettings(model="ollama:m", concurrency=3, allow_identifiers=True)
    assert resolve(["project"], Given(llm="ollama:m", synthesizer="mine")).synthesizer == "mine"
    assert resolve(["project"], Given()).synthesizer == "extractive"


def test_a_folder_may_name_a_model(project: Path) -> None:
    """The table `llm` of bmreport.toml says which model writes and how; the command line wins."""
    text = '[llm]\nmodel = "ollama:big"\ntemperature = 0.1\nconcurrency = 2\ntimeout = 9.5\ncache = false\n'
    (project / "bmreport.toml").write_text(text, encoding="utf-8")
    settings = resolve(["project"], Given(llm_concurrency=4))
    assert settings.synthesizer == "llm"
    assert settings.llm == LlmSettings(model="ollama:big", temperature=0.1, concurrency=4, timeout=9.5, cache=False)
    assert resolve(["project"], Given(llm="ollama:small")).llm.model == "ollama:small"


@pytest.mark.parametrize(
    "model",
    [
        "https://collector.example/v1#m",
        "http://10.0.0.5:8080#m",
        "ollama+http://box:1#m",
        "http://localhost@evil.example",
    ],
)
def test_a_folder_may_not_choose_a_server_on_the_net(project: Path, model: str) -> None:
    """Passages and keys go to another machine only at the word of the person who runs the command."""
    (project / "bmreport.toml").write_text(f'[llm]\nmodel = "{model}"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="only the command line"):
        resolve(["project"], Given())
    assert resolve(["project"], Given(llm=model)).llm.model == model


@pytest.mark.parametrize("model", ["http://localhost:8080#m", "http://127.0.0.1:1", "ollama+http://[::1]:11434#m"])
def test_a_folder_may_name_a_server_of_this_machine(project: Path, model: str) -> None:
    """What stays on the loopback is nobody else's business."""
    (project / "bmreport.toml").write_text(f'[llm]\nmodel = "{model}"\n', encoding="utf-8")
    assert resolve(["project"], Given()).llm.model == model


@pytest.mark.parametrize("line", ["allow_identifiers = true", "api_key = 'x'", "temperature = 3.0", "concurrency = 0"])
def test_a_wrong_setting_of_the_model_is_named(project: Path, line: str) -> None:
    """A folder cannot let patient data out, holds no key, and its numbers make sense."""
    (project / "bmreport.toml").write_text(f"[llm]\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=line.split(" ", maxsplit=1)[0]):
        resolve(["project"], Given())


def test_fallback_is_an_option_of_the_synthesizer_at_work(project: Path) -> None:
    """--no-fallback reaches the synthesizer that writes, and --set has the last word."""
    assert resolve(["project"], Given(llm="ollama:m", fallback=False)).options["synthesizer:llm"] == {"fallback": False}


def test_tables_of_study_data_are_sources(project: Path) -> None:
    """--studies adds tables to the sources, whatever their name; `studies:` in front of one is not needed."""
    settings = resolve(["project"], Given(studies=("trials.csv", "studies:more.dat")))
    assert settings.sources == ("project", "studies:trials.csv", "studies:more.dat")
    assert settings.config == Path("project/bmreport.toml")


def test_the_environment_may_name_a_model(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes before bmreport.toml and after the command line, and does not by itself choose who writes."""
    monkeypatch.setenv("BMREPORT_LLM", "openai:gpt-4o")
    (project / "bmreport.toml").write_text("", encoding="utf-8")
    settings = resolve(["project"], Given())
    assert (settings.synthesizer, settings.llm.model) == ("extractive", "openai:gpt-4o")
    assert resolve(["project"], Given(llm="ollama:m")).llm.model == "ollama:m"
    (project / "bmreport.toml").write_text('[llm]\nmodel = "ollama:small"\n', encoding="utf-8")
    assert resolve(["project"], Given()).llm.model == "openai:gpt-4o"
