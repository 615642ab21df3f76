"""Files are read, pipes and devices are refused at once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bmreport.cli.group import bmreport
from bmreport.collecting import choose_source
from bmreport.config import load_config
from bmreport.csl_style import read_style_file
from bmreport.errors import BmreportError, InputError
from bmreport.locator import SourceLocator
from bmreport.models import Report
from bmreport.paths import exists, expanded, is_file, is_folder, resolved
from bmreport.regular_files import open_regular, read_regular

if TYPE_CHECKING:
    from collections.abc import Callable


needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
needs_devices = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
IMPOSSIBLE = ["\x00", "a" * 5000, "~nobody-of-that-name/x", "missing/x"]


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe that nobody writes to: opening it in the usual way would wait for ever."""
    path = tmp_path / "pipe.csl"
    os.mkfifo(path)
    return path


def doors(path: Path) -> list[Callable[[], object]]:
    """Every way by which a file that a user names is read."""
    return [
        lambda: SourceLocator(str(path), scheme="ris").data,
        lambda: choose_source([], SourceLocator(str(path))),
        lambda: load_config(path),
        lambda: read_style_file(path),
        lambda: Report.load(path),
    ]


def test_a_file_is_read_up_to_the_limit_and_one_byte(tmp_path: Path) -> None:
    """The caller sees that there is more than it allows."""
    file = tmp_path / "a"
    file.write_bytes(b"12345")
    link = tmp_path / "link"
    link.symlink_to(file)
    assert read_regular(file, 3) == b"1234"
    assert read_regular(link, 9) == b"12345"


def test_a_folder_is_called_a_folder(tmp_path: Path) -> None:
    """The reason is the system's own, so that callers can tell."""
    with pytest.raises(IsADirectoryError):
        open_regular(tmp_path)


@needs_pipes
@pytest.mark.parametrize("number", range(5))
def test_a_pipe_without_a_writer_is_refused_at_every_door(pipe: Path, number: int) -> None:
    """Nothing waits; the message says what it is and names it."""
    with pytest.raises(BmreportError, match="pipe or a device") as caught:
        doors(pipe)[number]()
    assert str(pipe) in str(caught.value)


@needs_devices
@pytest.mark.parametrize("number", range(5))
def test_an_endless_device_is_refused_at_every_door(number: int) -> None:
    """Not one gigabyte of /dev/zero is read before the refusal."""
    with pytest.raises(BmreportError, match="pipe or a device"):
        doors(Path("/dev/zero"))[number]()


@needs_pipes
def test_a_pipe_has_no_head(pipe: Path) -> None:
    """Looking for the format does not wait either."""
    assert SourceLocator(str(pipe)).head == b""


@needs_pipes
def test_the_remedy_for_a_pipe_is_standard_input(pipe: Path) -> None:
    """Who uses `<(...)` is told what works."""
    with pytest.raises(InputError) as caught:
        choose_source([], SourceLocator(str(pipe)))
    assert "standard input" in caught.value.remedy


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_impossible_paths_name_nothing(text: str) -> None:
    """No question about a path raises."""
    path = Path(text)
    assert not is_file(path)
    assert not is_folder(path)
    assert not exists(path)
    assert expanded(text)
    assert resolved(path)


def test_a_link_that_leads_to_itself_is_resolved_to_something(tmp_path: Path) -> None:
    """A loop of links names nothing, and asking is safe."""
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert resolved(loop).is_absolute()
    assert not exists(loop)


@pytest.mark.parametrize(
    "arguments",
    [
        ["a" * 5000, "-q", "x"],
        ["~nobody-of-that-name/x", "-q", "x"],
        ["x.ris", "-q", "x", "--min-citations", "1", "-o", "a" * 5000 + ".txt"],
        ["x.ris", "-q", "x", "--min-citations", "1", "-o", "a" * 5000 + "/"],
        ["check", "a" * 5000],
        ["cite", "a" * 5000],
    ],
)
def test_impossible_names_on_the_command_line_are_a_message(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name that is too long or a home that is not there ends with 2 or 3, never as something unexpected."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.ris").write_text("TY  - JOUR\nTI  - X\nAB  - X does x.\nER  - \n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        bmreport.main(arguments)
    assert ended.value.code in (2, 3)
    assert "unexpected" not in capsys.readouterr().err
