"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from bmreport.errors import OutputError


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to a temporary neighbour of `path`, then rename it into place.

    Raises OutputError when the folder is missing, not writable, or the disk is full; `path` is then as it was.
    """
    temporary = path.parent / f".{path.name[:40]}.{secrets.token_hex(6)}.part"
    try:
        # Created with 0666 so that the caller's umask decides, as for any file.
        handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    except OSError as error:
        raise _cannot(path, error) from error
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o777)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _cannot(path, error) from error


def _cannot(path: Path, error: OSError) -> OutputError:
    reason = error.strerror or str(error)
    return OutputError(f"cannot write: {reason}", where=str(path), remedy="choose another place with --output")
