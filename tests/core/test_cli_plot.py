"""`bmreport plot`: kinds, outputs, messages, and the errors of somebody at a shell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from bmreport.cli.group import bmreport

if TYPE_CHECKING:
    from collections.abc import Iterator

STUDIES = """\
study,outcome,comparison,events1,n1,events2,n2,colour
Alpha 1991,Death,Placebrol versus placebo,12,240,21,236,x
Beta 1994,Death,Placebrol versus placebo,30,511,38,504,y
Gamma 1999,Death,Placebrol versus placebo,4,90,9,88,z
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a table of study data."""
    (tmp_path / "studies.csv").write_text(STUDIES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not list(tmp_path.rglob("*.part")), "a half-written file is left"


def run(*arguments: str) -> Result:
    """Run the command and return what came of it; errors become codes as at a shell."""
    return CliRunner().invoke(bmreport, ["plot", *arguments], standalone_mode=True)


def test_without_a_kind_they_are_listed() -> None:
    """One line each, with what it shows."""
    result = run()
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == [
        "evidence-map",
        "forest",
        "funnel",
        "overview",
        "prisma",
        "rob",
        "rob-summary",
    ]
    assert "Forest plot" in result.stdout


def test_without_output_the_picture_goes_to_standard_output() -> None:
    """As SVG; what there is to say goes to standard error."""
    result = run("forest", "studies.csv")
    assert result.exit_code == 0
    assert result.stdout.startswith("<svg ")
    assert result.stdout.rstrip().endswith("</svg>")
    assert "Pooled estimate" in result.stderr
    assert "1 column not used" in result.stderr
    assert run("forest", "studies.csv", "--quiet").stderr == ""


def test_the_ending_says_the_format() -> None:
    """Several outputs are written at once, and their paths are printed."""
    result = run(
        "forest", "studies.csv", "-o", "f.svg", "-o", "f.pdf", "-o", "f.png", "-o", "f.csv", "-o", "F.TXT", "--quiet"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.split() == ["f.svg", "f.pdf", "f.png", "f.csv", "F.TXT"]
    assert Path("f.pdf").read_bytes().startswith(b"%PDF-")
    assert Path("f.png").read_bytes().startswith(b"\x89PNG")
    assert Path("f.csv").read_bytes().startswith(b"\xef\xbb\xbf# bmreport figure,forest")
    assert "Pooled estimate" in Path("F.TXT").read_text(encoding="utf-8")


def test_a_folder_gets_every_format_and_the_data_draw_it_again() -> None:
    """The files are named after the figure; the CSV gives the same picture."""
    assert run("forest", "studies.csv", "-o", "out/").exit_code == 0
    assert sorted(path.name for path in Path("out").iterdir()) == [
        f"forest.{one}" for one in ("csv", "pdf", "png", "svg", "txt")
    ]
    assert run("forest", "out/forest.csv", "-o", "again.svg").exit_code == 0
    assert Path("again.svg").read_bytes() == Path("out/forest.svg").read_bytes()


def test_options_come_from_the_command_line() -> None:
    """--set chooses what is shown and how."""
    result = run("forest", "studies.csv", "--set", "forest.better=low", "--set", 'forest.show=["participants"]')
    assert "Favours placebrol" in result.stdout
    assert "Participants" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["forrest", "studies.csv"], 2, "did you mean forest?"),
        (["forest"], 2, "no file to draw from"),
        (["forest", "studies.csv", "-o", "f.gif"], 2, "use one of .svg, .pdf, .png, .csv, .txt"),
        (["forest", "studies.csv", "-o", "nowhere/f.svg"], 2, "no such folder"),
        (["forest", "studies.csv", "-o", "f.svg", "--set", "forest.axes=1"], 2, "option 'axes' does not exist"),
        (["forest", "studies.csv", "-o", "f.svg", "--set", "forrest.axis=1"], 2, "did you mean forest"),
        (["forest", "studies.csv", "-o", "f.svg", "--set", "forest.level=95"], 2, "a share such as 0.95"),
        (["forest", "missing.csv", "-o", "f.svg"], 3, "No such file"),
        (["forest", "studies.csv", "-o", "f.svg", "--set", "forest.outcome=Falls"], 3, "there are: Death"),
        (["prisma", "studies.csv", "-o", "f.svg"], 3, "lacks the column box, count"),
        (["rob", "studies.csv", "-o", "f.svg"], 3, "rob.tool=rob2"),
    ],
)
def test_a_slip_is_explained_and_nothing_is_written(arguments: list[str], code: int, said: str) -> None:
    """What is wrong, where, and what to do; no traceback, no file."""
    result = run(*arguments)
    assert result.exit_code == code
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["studies.csv"]


def test_an_input_is_never_overwritten() -> None:
    """Not even by the data of the figure that is drawn from it."""
    result = run("forest", "studies.csv", "-o", "f.svg", "-o", "./studies.csv")
    assert result.exit_code == 2
    assert "would be overwritten" in result.stderr
    assert Path("studies.csv").read_text(encoding="utf-8") == STUDIES
    assert not Path("f.svg").exists()


def test_a_row_that_cannot_be_used_names_file_row_and_column() -> None:
    """Exit code 3, and nothing is drawn without it."""
    Path("studies.csv").write_text(STUDIES.replace("12,240", "300,240"), encoding="utf-8")
    result = run("forest", "studies.csv", "-o", "f.svg")
    assert result.exit_code == 3
    assert "studies.csv:2: column events1" in result.stderr
    assert not Path("f.svg").exists()


def test_data_may_come_on_standard_input() -> None:
    """`-` names it, as everywhere."""
    result = CliRunner().invoke(bmreport, ["plot", "forest", "-", "--quiet"], input=STUDIES, standalone_mode=True)
    assert result.exit_code == 0
    assert "Gamma 1999" in result.stdout
