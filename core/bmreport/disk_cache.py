"""Answers kept on disk between runs: private, bounded in size, and never trusted blindly."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from bmreport.atomic import write_whole
from bmreport.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Mapping

_MAGIC = b"bmreport-cache-1 "
_DEFAULT_BYTES = 200 << 20
_ENTRY_BYTES = 32 << 20
_PRIVATE = 0o077  # rights of group and others


def user_cache_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where this user's programs keep what they can do without (XDG Base Directory; its like on Windows and macOS)."""
    if platform == "win32":
        base = environ.get("LOCALAPPDATA", "")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "bmreport" / "Cache"
    if platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bmreport"
    base = environ.get("XDG_CACHE_HOME", "")
    # A relative path in XDG_CACHE_HOME is invalid and to be ignored.
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "bmreport"


class DiskCache:
    """Bytes by name, in files that only this user can read; may be shared by threads and processes.

    Nothing here raises: a cache that cannot be read or written is an empty one, and the run goes on without it. An
    entry whose checksum is wrong counts as absent. When all of it grows beyond `max_bytes`, the oldest entries go.
    """

    def __init__(self, folder: Path, max_bytes: int = _DEFAULT_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._bytes: int | None = None

    def get(self, name: str, *, max_age: float | None = None) -> bytes | None:
        """What is kept under a name and is not older than `max_age` seconds; None where there is nothing sound."""
        path = self._path(name)
        try:
            if not _is_private(self._folder):
                return None
            with path.open("rb") as stream:
                age = time.time() - os.fstat(stream.fileno()).st_mtime
                data = stream.read(_ENTRY_BYTES + 1)
        except OSError:
            return None
        if max_age is not None and not -60 <= age <= max_age:  # a minute of disagreement between clocks is no matter
            return None
        head, _end, body = data.partition(b"\n")
        return body if head == _head(name, body) else None

    def put(self, name: str, body: bytes) -> None:
        """Keep bytes under a name, if there is a place to keep them."""
        if len(body) > min(self._max_bytes, _ENTRY_BYTES - 256):
            return
        path = self._path(name)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_private(self._folder):
                return
            write_whole(path, _head(name, body) + b"\n" + body)
            path.chmod(0o600)
            self._prune(len(body))
        except (OSError, OutputError):
            return

    def _path(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()}.cache"

    def _prune(self, added: int) -> None:
        """Remove the oldest entries once there is too much; the folder is listed only when that may be so."""
        with self._lock:
            if self._bytes is not None:
                self._bytes += added
                if self._bytes <= self._max_bytes:
                    return
            entries = sorted((path.stat().st_mtime, path.stat().st_size, path) for path in self._folder.glob("*.cache"))
            self._bytes = sum(size for _time, size, _path in entries)
            for _time, size, path in entries:
                if self._bytes <= self._max_bytes:
                    break
                path.unlink(missing_ok=True)
                self._bytes -= size


def _head(name: str, body: bytes) -> bytes:
    # The name is part of the sum, so that a file moved to another name is no answer to it.
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass") + b"\0" + body)
    return _MAGIC + digest.hexdigest().encode()


def _is_private(folder: Path) -> bool:
    """Whether the folder is ours alone; one that others can write to could hold answers of theirs."""
    state = folder.lstat()
    if not stat.S_ISDIR(state.st_mode):
        return False
    if not hasattr(os, "getuid"):  # Windows keeps the user's own folders private
        return True
    return state.st_uid == os.getuid() and not state.st_mode & _PRIVATE
