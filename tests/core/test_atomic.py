"""Files appear whole or not at all."""

from __future__ import annotations

import os
import re
import stat
import threading
from pathlib import Path

import pytest

from bmreport.atomic import write_whole
from bmreport.errors import OutputError


def test_writes_the_bytes_and_leaves_nothing_else(tmp_path: Path) -> None:
    """The file holds exactly the data, and no temporary file stays behind."""
    target = tmp_path / "report.pdf"
    write_whole(target, b"%PDF")
    assert target.read_bytes() == b"%PDF"
    assert [path.name for path in tmp_path.iterdir()] == ["report.pdf"]


def test_replaces_an_old_file_and_keeps_its_permissions(tmp_path: Path) -> None:
    """An existing file is replaced in one step; its mode stays."""
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_whole(target, b"new")
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_new_files_follow_the_umask(tmp_path: Path) -> None:
    """A new file gets the permissions that a plain open() would give."""
    plain = tmp_path / "plain"
    plain.touch()
    write_whole(tmp_path / "ours", b"x")
    assert (tmp_path / "ours").stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("name", ["missing/report.pdf", "a" * 300])
def test_an_impossible_place_is_named(tmp_path: Path, name: str) -> None:
    """A folder that does not exist, or a name too long, raises OutputError with the path and leaves nothing."""
    with pytest.raises(OutputError) as caught:
        write_whole(tmp_path / name, b"x")
    assert str(tmp_path / name) in str(caught.value)
    assert "--output" in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the last step fails, the old file is untouched and the temporary one is gone."""
    target = tmp_path / "old.txt"
    target.write_bytes(b"old")

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OutputError, match="No space left"):
        write_whole(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["old.txt"]


def test_a_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    """A symbolic link is followed, as any program does that writes to it."""
    target = tmp_path / "real.txt"
    target.write_bytes(b"old")
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize("leads_to", ["missing/x.txt", "link.txt"])
def test_a_link_that_leads_nowhere_is_named(tmp_path: Path, leads_to: str) -> None:
    """A dangling link into a missing folder and a link to itself raise OutputError and stay as they are."""
    link = tmp_path / "link.txt"
    link.symlink_to(leads_to)
    with pytest.raises(OutputError, match=re.escape(str(link))):
        write_whole(link, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["link.txt"]


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    """A folder of that name raises OutputError, and nothing is left in or beside it."""
    folder = tmp_path / "report.pdf"
    folder.mkdir()
    with pytest.raises(OutputError, match="is a folder"):
        write_whole(folder, b"x")
    assert list(tmp_path.rglob("*")) == [folder]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """Renaming a file onto a pipe or a device (/dev/null!) would put an end to it: it gets the bytes instead."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"data")
    reader.join(timeout=10)
    assert got == [b"data"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="this system has no /dev/null")
def test_the_null_device_survives() -> None:
    """`--output /dev/null`, also as the superuser, leaves the device what it is."""
    write_whole(Path("/dev/null"), b"data")
    assert Path("/dev/null").is_char_device()


def test_an_interrupt_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle removes the temporary file."""

    def interrupt(*_args: object, **_kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.txt", b"x")
    assert list(tmp_path.iterdir()) == []
