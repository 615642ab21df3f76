"""Questions about a path that a user typed; a text that can be no path at all names nothing, and nothing is raised.

`pathlib` raises OSError for a name that is too long and RuntimeError for a home folder that does not exist.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["exists", "expanded", "is_file", "is_folder", "resolved"]


def is_file(path: Path) -> bool:
    """Whether it is a regular file, or a link to one."""
    return _answer(path.is_file)


def is_folder(path: Path) -> bool:
    """Whether it is a folder, or a link to one."""
    return _answer(path.is_dir)


def exists(path: Path) -> bool:
    """Whether it names anything, be it a pipe or a device."""
    return _answer(path.exists)


def expanded(text: str) -> Path:
    """The path with `~` as the home folder; `~nobody/x` stays as it is."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def resolved(path: Path) -> Path:
    """The path with its links followed; one that leads round in a circle stays as it is."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return path.absolute()


def _answer(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except (OSError, ValueError, RuntimeError):
        return False
