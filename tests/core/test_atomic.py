"""Files appear whole or not at all."""

from __future__ import annotations

import os
import stat
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
