"""Answers kept on disk."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from threading import Thread

import pytest

from bmreport.disk_cache import DiskCache, user_cache_folder


def entries(folder: Path) -> list[Path]:
    """The files of a cache."""
    return sorted(folder.glob("*.cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is not there yet."""
    return tmp_path / "deep" / "cache"


@pytest.mark.parametrize("body", [b"", b"text\nmore", bytes(range(256))])
def test_what_is_kept_comes_back(folder: Path, body: bytes) -> None:
    """Any bytes, under any name, also in another run."""
    DiskCache(folder).put("a name \ud800 é", body)
    assert DiskCache(folder).get("a name \ud800 é") == body
    assert DiskCache(folder).get("another") is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_only_the_user_can_read_it(folder: Path) -> None:
    """0700 for the folder and 0600 for the files, whatever the umask."""
    before = os.umask(0)
    try:
        DiskCache(folder).put("a", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in entries(folder)] == [0o600]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_folder_that_others_can_use_is_not_trusted(folder: Path, tmp_path: Path) -> None:
    """Neither read nor written; nor is a link that leads to a folder."""
    cache = DiskCache(folder)
    cache.put("a", b"x")
    folder.chmod(0o770)
    assert cache.get("a") is None
    cache.put("b", b"y")
    assert len(entries(folder)) == 1
    folder.chmod(0o700)
    assert cache.get("a") == b"x"
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    assert DiskCache(tmp_path / "link").get("a") is None


@pytest.mark.parametrize("damage", [b"", b"garbage", b"bmreport-cache-1 00\nx", None])
def test_a_damaged_entry_is_none(folder: Path, damage: bytes | None) -> None:
    """Empty, foreign, with a wrong sum, or cut short; a new one replaces it."""
    cache = DiskCache(folder)
    cache.put("a", b"x" * 100)
    path = entries(folder)[0]
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    assert cache.get("a") is None
    cache.put("a", b"new")
    assert cache.get("a") == b"new"


def test_an_entry_answers_to_its_own_name_only(folder: Path) -> None:
    """A file that was moved to the name of another is no answer."""
    cache = DiskCache(folder)
    cache.put("a", b"of a")
    of_a = entries(folder)[0].read_bytes()
    cache.put("b", b"of b")
    for path in entries(folder):
        path.write_bytes(of_a)
    assert (cache.get("a"), cache.get("b")) == (b"of a", None)


def test_age_is_bounded_on_request(folder: Path) -> None:
    """An entry older than asked for is none, nor is one from the future."""
    cache = DiskCache(folder)
    cache.put("a", b"x")
    path = entries(folder)[0]
    for shift, kept in ((-90, None), (0, b"x"), (3600, None)):
        moment = time.time() + shift
        os.utime(path, (moment, moment))
        assert cache.get("a", max_age=60) == kept
        assert cache.get("a") == b"x"


def test_the_oldest_go_when_there_is_too_much(folder: Path) -> None:
    """The folder does not grow without end, and what is too large for it is not kept."""
    cache = DiskCache(folder, max_bytes=1_000)
    for number in range(12):
        cache.put(str(number), bytes(200))
        for age, path in enumerate(entries(folder)):
            os.utime(path, (age, age))
    assert sum(path.stat().st_size for path in entries(folder)) <= 1_500
    cache.put("large", bytes(2_000))
    assert cache.get("large") is None


def test_a_place_that_cannot_be_written_is_an_empty_cache(tmp_path: Path) -> None:
    """A file in the way stops nobody."""
    (tmp_path / "file").write_bytes(b"")
    cache = DiskCache(tmp_path / "file" / "cache")
    cache.put("a", b"x")
    assert cache.get("a") is None


def test_many_threads_write_one_name(folder: Path) -> None:
    """One of the values is there in the end, whole."""
    cache = DiskCache(folder)
    values = [bytes([number]) * 50_000 for number in range(8)]
    threads = [Thread(target=cache.put, args=("a", value)) for value in values]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert cache.get("a") in values
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    ("environ", "platform", "ends"),
    [
        ({"XDG_CACHE_HOME": "/x/cache"}, "linux", "/x/cache/bmreport"),
        ({"XDG_CACHE_HOME": "relative"}, "linux", "/.cache/bmreport"),
        ({}, "linux", "/.cache/bmreport"),
        ({}, "darwin", "/Library/Caches/bmreport"),
        ({"LOCALAPPDATA": "/c/local"}, "win32", "/c/local/bmreport/Cache"),
        ({}, "win32", "/AppData/Local/bmreport/Cache"),
    ],
)
def test_the_user_s_own_cache_folder(environ: dict[str, str], platform: str, ends: str) -> None:
    """Where each system keeps such things."""
    assert user_cache_folder(environ, platform).as_posix().endswith(ends)
