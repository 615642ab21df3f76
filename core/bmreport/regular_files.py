"""Opening what a user named for reading: a regular file and nothing else.

A pipe that nobody writes to would be waited for without end, a device such as /dev/zero never ends.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

__all__ = ["open_regular", "read_regular"]


def open_regular(path: Path) -> BinaryIO:
    """The file opened for reading bytes; links are followed.

    Raises OSError when it cannot be opened, is a folder, a pipe or a device, and ValueError for a null character in
    the path.
    """
    # Without O_NONBLOCK the opening of a pipe waits for a writer. Windows has neither flag, nor pipes among its files.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except PermissionError as error:
        # Windows refuses to open a folder; say what it is there as well.
        raise _folder(path) if path.is_dir() else error from error
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISREG(kind):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    if stat.S_ISDIR(kind):
        raise _folder(path)
    raise OSError(errno.EINVAL, "is a pipe or a device and no file", str(path))


def read_regular(path: Path, limit: int) -> bytes:
    """The first `limit` + 1 bytes at most, so that the caller sees whether there are more. Raises as `open_regular`."""
    with open_regular(path) as stream:
        return stream.read(limit + 1)


def _folder(path: Path) -> IsADirectoryError:
    return IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
