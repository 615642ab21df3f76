"""What goes to standard output: results only, as text or as the bytes of one file."""

from __future__ import annotations

import os
import sys

import click

from bmreport.cli.messages import printable
from bmreport.errors import OutputError, UsageError

# What a shell reports for a program that SIGPIPE ended (128 + 13); readers such as `head` expect it.
PIPE_CLOSED = 141
_TEXT_TYPES = ("text/", "application/json", "application/xml", "application/x-", "application/vnd.citationstyles")


def write_line(text: str = "") -> None:
    """One line of a result; control characters are shown, not obeyed, on a terminal."""
    write_text(text + "\n")


def write_text(text: str) -> None:
    """Text in the encoding of standard output; what that cannot hold is written as an escape."""
    shown = printable(text) if is_terminal() else text
    _write(_encoded(shown, _encoding()))


def write_path(path: str) -> None:
    """The path of a file that was written, byte for byte, so that other programs find it."""
    _write(os.fsencode(path) + b"\n" if not is_terminal() else _encoded(printable(path) + "\n", _encoding()))


def write_document(data: bytes, media_type: str) -> None:
    """A whole file. A terminal gets text in its own encoding and no binary; a pipe gets the bytes as they are.

    Raises UsageError for binary on a terminal, OutputError when writing fails.
    """
    if not is_terminal():
        _write(data)
    elif is_text(media_type):
        write_text(data.decode("utf-8", "replace"))
    else:
        raise UsageError(
            f"{media_type} is binary and standard output is a terminal",
            remedy="name a file with --output, or use a pipe",
        )


def is_text(media_type: str) -> bool:
    """Whether a format of this MIME type can be read on a terminal."""
    return media_type.startswith(_TEXT_TYPES) or media_type.endswith(("+json", "+xml"))


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"


def _encoded(text: str, encoding: str) -> bytes:
    try:
        # File names that are no text travel as surrogates and must come out as the bytes they were.
        return text.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        return text.encode(encoding, "backslashreplace")


def _write(data: bytes) -> None:
    stream = sys.stdout
    if stream is None:
        raise OutputError("there is no standard output", remedy="name a file with --output")
    try:
        stream.flush()
        buffer = getattr(stream, "buffer", None)
        if buffer is None:  # a stand-in without bytes, as notebooks have
            stream.write(data.decode("utf-8", "replace"))
        else:
            buffer.write(data)
        stream.flush()
    except BrokenPipeError as error:
        _discard_output()
        raise click.exceptions.Exit(PIPE_CLOSED) from error
    except OSError as error:
        _discard_output()
        reason = error.strerror or str(error)
        raise OutputError(
            f"cannot write: {reason}", where="standard output", remedy="name a file with --output"
        ) from error


def _discard_output() -> None:
    """What Python still holds back for standard output goes nowhere, so that its flush at exit is quiet."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
