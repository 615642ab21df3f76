"""The code in the documentation runs as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from bmreport.cli.group import bmreport
from bmreport.config import load_config

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
EXAMPLE = DOCS / "examples" / "aspirin"
HOUSE_STYLE = DOCS / "examples" / "bmreport-house-style" / "src" / "bmreport_house_style" / "house.csl"
FENCE = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = sorted(path for path in DOCS.rglob("*.md") if "examples" not in path.parts and "_build" not in path.parts)


@dataclass(frozen=True)
class Block:
    """A fenced block and the line it starts on."""

    kind: str
    body: str
    line: int


def blocks(page: Path, kind: str) -> list[Block]:
    """All blocks of one kind in a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(kind, found["body"], text[: found.start()].count("\n") + 2)
        for found in FENCE.finditer(text)
        if found["kind"] == kind
    ]


def pages_with(kind: str) -> list[Path]:
    """Pages that hold a block of this kind."""
    return [page for page in PAGES if blocks(page, kind)]


def page_id(page: Path) -> str:
    """A short name for test ids."""
    return page.relative_to(DOCS).with_suffix("").as_posix()


@pytest.fixture
def reader_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a reader of the pages is thought to be in."""
    shutil.copytree(EXAMPLE, tmp_path / "aspirin")
    shutil.copytree(DOCS / "examples" / "aspirin-grade", tmp_path / "aspirin-grade")
    shutil.copy(EXAMPLE / "references.nbib", tmp_path / "trials.nbib")
    shutil.copy(EXAMPLE / "references.ris", tmp_path / "library.ris")
    shutil.copy(EXAMPLE / "citations.json", tmp_path / "citations.json")
    shutil.copy(HOUSE_STYLE, tmp_path / "house.csl")
    (template,) = blocks(DOCS / "guide" / "templates.md", "jinja")
    (tmp_path / "house.html.j2").write_text(template.body, encoding="utf-8")
    (tmp_path / "broken.html.j2").write_text("{% for %}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", pages_with("python"), ids=page_id)
def test_python_blocks_run(page: Path, reader_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python blocks of a page run one after another, as a reader would type them."""
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks(page, "python"):
        source = "\n" * (block.line - 1) + block.body
        exec(compile(source, str(page), "exec"), names)  # noqa: S102  # our own documentation
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("page", pages_with("console"), ids=page_id)
def test_console_blocks_run(page: Path, reader_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of a page run, end as the page shows, and print the lines that it shows."""
    run = 0
    for block in blocks(page, "console"):
        for command, expected in commands(block):
            where = f"{page_id(page)}:{block.line}: {command}"
            words, stdin = shlex.split(command), b""
            if words[0] == "cat" and words[2] == "|":
                words, stdin = words[3:], Path(words[1]).read_bytes()
            if words[0] == "cd":
                monkeypatch.chdir(words[1])
            elif words[0] == "diff":
                assert tree(Path(words[-2])) == tree(Path(words[-1])), where
            elif "bmreport" in words[:2] and "|" not in words:
                check_command(words, stdin, expected, where)
                run += 1
    assert run or page.name == "index.md"


@pytest.mark.parametrize("page", pages_with("toml"), ids=page_id)
def test_configurations_are_valid(page: Path, tmp_path: Path) -> None:
    """Every bmreport.toml that is shown can be read."""
    for block in blocks(page, "toml"):
        path = tmp_path / "bmreport.toml"
        path.write_text(block.body, encoding="utf-8")
        assert load_config(path).model_fields_set


@pytest.mark.parametrize("page", pages_with("json"), ids=page_id)
def test_evidence_in_json_is_valid(page: Path, reader_folder: Path) -> None:
    """Every file of citations that is shown can be read, and nothing in it is refused."""
    for block in blocks(page, "json"):
        (reader_folder / "shown.json").write_text(block.body, encoding="utf-8")
        result = CliRunner().invoke(bmreport, ["cite", "shown.json"])
        assert result.exit_code == 0, result.stderr
        assert "rejected" not in result.stderr


def commands(block: Block) -> Iterator[tuple[str, list[str]]]:
    """Each command of a block with the lines that are shown below it."""
    current: str | None = None
    shown: list[str] = []
    for line in [*block.body.splitlines(), "$ "]:
        if line.startswith("$ "):
            if current:
                yield current, shown
            current, shown = line[2:], []
        else:
            shown.append(line)


def tree(folder: Path) -> dict[str, bytes]:
    """Names and bytes of all files in a folder."""
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert found
    return found


def check_command(words: list[str], stdin: bytes, expected: list[str], where: str) -> None:
    """Run a command; it fails only where the page shows an error, and prints the lines that the page shows."""
    settings = dict(word.split("=", 1) for word in words[: words.index("bmreport")])
    result = CliRunner(env=settings).invoke(bmreport, words[words.index("bmreport") + 1 :], input=stdin)
    printed = result.stdout + result.stderr
    fails = any(line.startswith("error:") for line in expected)
    assert bool(result.exit_code) is fails, f"{where}\n{printed}"
    for line in expected:
        if line.strip() not in ("", "..."):
            assert line in printed, f"{where}\nnot printed: {line}\n{printed}"
