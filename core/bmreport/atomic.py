"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from typing import TYPE_CHECKING

from bmreport.errors import OutputError

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to a temporary neighbour of `path`, then rename it into place.

    A symbolic link stays, and the file it leads to is written. A pipe or a device (/dev/stdout, /dev/null) is written
    to as it is: renaming a file onto it would put an end to it for everybody.
    Raises OutputError when the folder is missing, not writable, or the disk is full; `path` is then as it was.
    """
    try:
        real = path.resolve() if path.is_symlink() else path
        mode = real.stat().st_mode if real.exists() else None
        if mode is None or stat.S_ISREG(mode):
            _rename_into_place(real, data, mode)
        elif stat.S_ISDIR(mode):
            raise OutputError("is a folder", where=str(path), remedy="name a file, or end --output in /")
        else:
            with real.open("wb") as stream:
                stream.write(data)
    except (OSError, ValueError, RuntimeError) as error:  # a null character in the name; a link that leads to itself
        reason = getattr(error, "strerror", None) or str(error)
        raise OutputError(
            f"cannot write: {reason}", where=str(path), remedy="choose another place with --output"
        ) from error


def _rename_into_place(path: Path, data: bytes, mode: int | None) -> None:
    temporary = path.parent / f".{path.name[:40]}.{secrets.token_hex(6)}.part"
    # Created with 0666 so that the caller's umask decides, as for any file.
    handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode) & 0o777)
        temporary.replace(path)
    except BaseException:  # an interrupt must not leave half a file behind either
        temporary.unlink(missing_ok=True)
        raise
