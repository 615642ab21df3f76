"""bmreport.toml and --set: what they give, and what is said about mistakes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.config import (
    MAX_CONFIG_BYTES,
    ProjectConfig,
    find_config,
    load_config,
    merge_options,
    parse_set_options,
    parse_value,
)
from bmreport.errors import BmreportError, ConfigError

FULL = """\
question = "Does aspirin prevent a first heart attack?"
title = "Aspirin"
sources = ["trials.nbib", "ris:cohort.txt", "pubmed:aspirin"]
style = "vancouver"
locale = "en-GB"
export = ["pdf", "docx"]
output = "out"
grader = "bmlibrarian"
synthesizer = "extractive"
csl_engine = "citeproc-py"
min_citations = 3
template = "house.typ"
strict = true
offline = true
further_reading = true

[options.extractive]
max-sentences = 6

[options."exporter:json"]
indent = 2

[set]
"extractive.lead" = false
ris.dialect = "ovid"
"""


def written(folder: Path, text: str | bytes) -> Path:
    """A bmreport.toml with this content."""
    path = folder / "bmreport.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def error_of(folder: Path, text: str | bytes) -> ConfigError:
    """The error that a bmreport.toml gives."""
    with pytest.raises(ConfigError) as caught:
        load_config(written(folder, text))
    return caught.value


def test_every_setting_is_read(tmp_path: Path) -> None:
    """A full file gives every setting; a single text serves where a list is due."""
    config = load_config(written(tmp_path, FULL))
    assert config.question == "Does aspirin prevent a first heart attack?"
    assert config.sources == ["trials.nbib", "ris:cohort.txt", "pubmed:aspirin"]
    assert config.export == ["pdf", "docx"]
    assert config.grader == ["bmlibrarian"]
    assert (config.min_citations, config.strict, config.offline, config.further_reading) == (3, True, True, True)
    assert config.folder == tmp_path


def test_options_and_set_are_one(tmp_path: Path) -> None:
    """Tables, dotted keys and quoted keys come together; hyphens in option names are underscores."""
    config = load_config(written(tmp_path, FULL))
    assert config.provider_options == {
        "extractive": {"max_sentences": 6, "lead": False},
        "exporter:json": {"indent": 2},
        "ris": {"dialect": "ovid"},
    }


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    """Without settings everything is None or empty, so that other layers can decide."""
    config = load_config(written(tmp_path, ""))
    assert config.model_dump(exclude_defaults=True) == {}
    assert config.provider_options == {}


@pytest.mark.parametrize(
    ("line", "key", "remedy"),
    [
        ("qestion = 'x'", "qestion", "did you mean question?"),
        ("exports = 'pdf'", "exports", "export"),
        ("min-citations = 2", "min-citations", "min_citations"),
        ("zzz = 1", "zzz", "settings: question, title"),
    ],
)
def test_an_unknown_setting_is_named_with_its_line_and_the_nearest(
    tmp_path: Path, line: str, key: str, remedy: str
) -> None:
    """A misspelt key gives file, line, key and what may have been meant."""
    error = error_of(tmp_path, f"# a comment\nstyle = 'ama'\n\n{line}\n")
    assert error.where == f"{tmp_path / 'bmreport.toml'}:4"
    assert repr(key) in error.message
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("style = 3\n", 1, "'style' must be text in quotes (given: 3)"),
        ("\nmin_citations = '2'\n", 2, "'min_citations' must be a whole number (given: '2')"),
        ("\n\nmin_citations = -1\n", 3, "'min_citations' must not be below 0 (given: -1)"),
        ("strict = 'yes'\n", 1, "'strict' must be true or false (given: 'yes')"),
        ("strict = 1\n", 1, "'strict' must be true or false (given: 1)"),
        ("export = 5\n", 1, "'export' must be a list of texts (given: 5)"),
        ("sources = ['a', 7]\n", 1, "'sources' must be text in quotes (given: 7)"),
        ("style = 'ama'\n[options]\nextractive = 1\n", 3, "'options.extractive' must be a table (given: 1)"),
        ("seed = 1\n[options.pdf]\nseed = 1\n[llm]\nseed = 'x'\n", 5, "'llm.seed' must be a whole number (given: 'x')"),
        ("[ options ]\n'llm' = 1\n[llm]\n", 2, "'options.llm' must be a table (given: 1)"),
        ("options.pdf = 3\n", 1, "'options.pdf' must be a table (given: 3)"),
        ("style = 'ama'\nllm = { seed = 'x' }\n", 2, "'llm.seed' must be a whole number (given: 'x')"),
        ("style = 'ama'\n[llm]\n# a comment\nmodle = 'x'\n", 4, "'llm.modle' is no setting"),
        ("style = 'ama'\n[tool.x]\ny = 1\n", 2, "'tool' is no setting"),
    ],
)
def test_a_wrong_value_is_named(tmp_path: Path, text: str, line: int, message: str) -> None:
    """A value of the wrong kind gives line, key, what is due and what was given."""
    error = error_of(tmp_path, text)
    assert error.where == f"{tmp_path / 'bmreport.toml'}:{line}"
    assert error.message == message


@pytest.mark.parametrize(
    ("text", "place"),
    [("question = aspirin\n", ":1:12"), ("a = 1\nstyle = 'x\n", ":2"), ("[set\n", ":1:5"), ('x = """\nend', ":2")],
)
def test_wrong_syntax_is_named_with_line_and_column(tmp_path: Path, text: str, place: str) -> None:
    """What is no TOML gives the place that the reader stopped at."""
    error = error_of(tmp_path, text)
    assert error.where.startswith(f"{tmp_path / 'bmreport.toml'}{place}")
    assert "is not valid TOML" in error.message
    assert "(at " not in error.message


@pytest.mark.parametrize("key", ["extractive", ".x", "extractive."])
def test_a_set_key_without_provider_or_option_is_refused(tmp_path: Path, key: str) -> None:
    """`set` needs a provider and an option."""
    error = error_of(tmp_path, f"[set]\n'{key}' = 1\n")
    assert repr(key) in error.message
    assert "provider.option=value" in error.remedy


def test_unusual_encodings(tmp_path: Path) -> None:
    """A byte-order mark and UTF-16, as Windows editors write them, are read; Windows-1252 is refused by name."""
    text = "question = 'Hilft Ärger?'\n"
    assert load_config(written(tmp_path, b"\xef\xbb\xbf" + text.encode())).question == "Hilft Ärger?"
    assert load_config(written(tmp_path, text.encode("utf-16"))).question == "Hilft Ärger?"
    error = error_of(tmp_path, text.encode("cp1252"))
    assert error.message == "is not UTF-8"
    assert "line 1" in error.remedy


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder, a file that is too large and one nested without end are named."""
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        load_config(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path)
    assert "larger than 1 MiB" in error_of(tmp_path, b"#" * (MAX_CONFIG_BYTES + 1)).message
    assert "nested too deeply" in error_of(tmp_path, "a = " + "[" * 50_000).message


def test_find_config_looks_in_one_folder_only(tmp_path: Path) -> None:
    """The file of the folder itself is found; that of the folder above is not."""
    path = written(tmp_path, "")
    (tmp_path / "sub").mkdir()
    assert find_config(tmp_path) == path
    assert find_config(tmp_path / "sub") is None
    assert find_config(tmp_path / "none") is None


def test_names_of_files_are_relative_to_the_folder(tmp_path: Path) -> None:
    """A name that is a file beside bmreport.toml becomes its path; any other name stays as it is."""
    config = load_config(written(tmp_path, "style = './house.csl'"))
    (tmp_path / "house.csl").write_text("<style/>")
    assert Path(config.resolve("./house.csl")) == tmp_path / "house.csl"
    assert config.resolve("vancouver") == "vancouver"
    assert config.resolve("-") == "-"
    assert config.resolve("bad\x00name") == "bad\x00name"
    assert ProjectConfig().resolve("house.csl") == "house.csl"


def test_set_options_are_read_by_provider() -> None:
    """Values are read as TOML or JSON where they can be; the last of several wins."""
    assert parse_set_options(
        [
            "extractive.max-sentences=5",
            "extractive.threshold = 0.3",
            "json.pretty=true",
            "source:json.label=a b",
            'pdf.fonts=["A", "B"]',
            'pdf.paper="a4"',
            "pdf.margin=null",
            "extractive.max_sentences=7",
            "pdf.note=a=b.c",
        ]
    ) == {
        "extractive": {"max_sentences": 7, "threshold": 0.3},
        "json": {"pretty": True},
        "source:json": {"label": "a b"},
        "pdf": {"fonts": ["A", "B"], "paper": "a4", "margin": None, "note": "a=b.c"},
    }


@pytest.mark.parametrize("setting", ["", "pdf", "pdf.paper", "pdf=a4", ".paper=a4", "pdf.=a4", "=", " . = "])
def test_a_wrong_setting_says_how_to_write_it(setting: str) -> None:
    """A setting without provider, option or equals sign is quoted with the right form."""
    with pytest.raises(ConfigError) as caught:
        parse_set_options([setting])
    assert repr(setting) in caught.value.message
    assert "provider.option=value" in caught.value.remedy


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-0.5", -0.5),
        ("1e3", 1000.0),
        ("false", False),
        ("2020-01-01", "2020-01-01"),
        ("nan", "nan"),
        ("inf", "inf"),
        ("NaN", "NaN"),
        ("a4", "a4"),
        ("", ""),
        ("'x'", "x"),
        ('{"a": [1]}', {"a": [1]}),
        ("{a = 1}", {"a": 1}),
        ("5\nother = 6", "5\nother = 6"),
        ("[" * 5000, "[" * 5000),
        ("9" * 6000, "9" * 6000),
    ],
)
def test_values(text: str, value: object) -> None:
    """What is neither TOML nor JSON, and what an option cannot hold, is text."""
    read = parse_value(text)
    assert read == value
    assert type(read) is type(value)
    assert not isinstance(read, date)


def test_merging_goes_option_by_option() -> None:
    """A later layer wins where it says something, and leaves the rest."""
    below = {"pdf": {"paper": "a4", "font": "A"}}
    above = {"pdf": {"paper": "letter"}, "ris": {"dialect": "ovid"}}
    assert merge_options(below, above) == {"pdf": {"paper": "letter", "font": "A"}, "ris": {"dialect": "ovid"}}
    assert below == {"pdf": {"paper": "a4", "font": "A"}}


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_no_file_raises_anything_else(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    """Whatever stands in the file, it is read or a ConfigError names it."""
    path = written(tmp_path_factory.mktemp("config"), data)
    try:
        where = str(load_config(path).path)
    except ConfigError as error:
        where = error.where
    assert str(path) in where


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_no_setting_raises_anything_else(setting: str) -> None:
    """Whatever is given to --set, it is read or refused with the right form."""
    try:
        outcome: object = parse_set_options([setting])
    except BmreportError as error:
        outcome = error.remedy
    assert outcome


def test_a_file_named_in_an_option_stands_beside_the_configuration(tmp_path: Path) -> None:
    """A path in an option works from anywhere; words, and files that are not there, stay as they are."""
    (tmp_path / "judged.yaml").write_bytes(b"")
    (tmp_path / "prompts").mkdir()
    (tmp_path / "serif").write_bytes(b"")
    text = (
        '[options.grade]\noverrides = "judged.yaml"\nmore = ["judged.yaml", "gone.yaml"]\n'
        '[options.llm]\nprompts = "prompts/"\n[options.pdf]\nfont = "serif"\n'
    )
    (tmp_path / "bmreport.toml").write_text(text, encoding="utf-8")
    options = load_config(tmp_path / "bmreport.toml").provider_options
    assert options["grade"]["overrides"] == str(tmp_path / "judged.yaml")
    assert options["grade"]["more"] == [str(tmp_path / "judged.yaml"), "gone.yaml"]
    assert Path(options["llm"]["prompts"]) == tmp_path / "prompts"
    assert options["pdf"]["font"] == "serif"
