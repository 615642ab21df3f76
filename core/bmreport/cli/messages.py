"""What goes to standard error: errors, warnings and notes, never a result."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass

_COLOURS = {"error": "31;1", "warning": "33;1"}
# C0 and C1 control characters but tab and newline, and the marks that reorder text: a title from a file must not
# move the cursor or hide what it says.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Text for a terminal, with control characters made visible."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def show(kind: str, message: str, *, where: str = "", remedy: str = "") -> None:
    """Print `kind: message`, and on lines of their own where it is and what to do."""
    lines = [f"{_coloured(kind)}: {_indented(message)}"]
    if where:
        lines.append(f"  where:  {_indented(where)}")
    if remedy:
        lines.append(f"  remedy: {_indented(remedy)}")
    _write("\n".join(lines) + "\n")


@dataclass(frozen=True)
class Messages:
    """Warnings and notes of one run; with `quiet` only errors are shown."""

    quiet: bool = False

    def warning(self, message: str, *, where: str = "", remedy: str = "") -> None:
        """Something to look at; the run goes on."""
        if not self.quiet:
            show("warning", message, where=where, remedy=remedy)

    def note(self, message: str) -> None:
        """Something to know."""
        if not self.quiet:
            show("note", message)

    def line(self, text: str) -> None:
        """A line as it is, such as an entry of a list."""
        if not self.quiet:
            _write(printable(text) + "\n")


def _indented(text: str) -> str:
    """Lines after the first stand further in, so that each message can be told from the next."""
    return printable("\n          ".join(text.splitlines()))


def _coloured(kind: str) -> str:
    code = _COLOURS.get(kind)
    if not code or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not _is_terminal():
        return kind
    return f"\x1b[{code}m{kind}\x1b[0m"


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _write(text: str) -> None:
    """Messages may get lost when nobody listens any more; the work goes on."""
    if sys.stderr is None:
        return
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    try:
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()
    except (OSError, ValueError):
        return
