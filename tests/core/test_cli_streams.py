"""Standard output and standard error: encodings, closed pipes, hostile text."""

from __future__ import annotations

import io
import sys

import click
import pytest

from bmreport.cli import messages, output
from bmreport.errors import OutputError, UsageError


class Stream(io.TextIOWrapper):
    """A text stream over bytes that can pretend to be a terminal, or to be closed at the other end."""

    def __init__(self, encoding: str = "utf-8", *, terminal: bool = False, fails: type[OSError] | None = None) -> None:
        self.raw_bytes = _Failing(fails) if fails else io.BytesIO()
        super().__init__(self.raw_bytes, encoding=encoding, errors="strict", newline="\n")
        self._terminal = terminal

    def isatty(self) -> bool:
        """Whether it claims to be a terminal."""
        return self._terminal

    def heal(self) -> None:
        """Let it close without a further error."""
        if isinstance(self.raw_bytes, _Failing):
            self.raw_bytes.error = None

    def written(self) -> bytes:
        """What reached the bytes below."""
        self.flush()
        return self.raw_bytes.getvalue()


class _Failing(io.BytesIO):
    def __init__(self, error: type[OSError]) -> None:
        super().__init__()
        self.error: type[OSError] | None = error

    def write(self, _data: object) -> int:
        if self.error:
            raise self.error(28, "it went wrong")
        return 0


def piped(monkeypatch: pytest.MonkeyPatch) -> Stream:
    """Standard output as a pipe in UTF-8."""
    stream = Stream()
    monkeypatch.setattr(sys, "stdout", stream)
    return stream


def test_a_pipe_gets_the_bytes_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents go through a pipe unchanged, binary or not."""
    stdout = piped(monkeypatch)
    output.write_document(b"%PDF-1.7\xff\x00", "application/pdf")
    assert stdout.written() == b"%PDF-1.7\xff\x00"


def test_a_terminal_gets_no_binary(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PDF on a terminal is refused with advice."""
    stream = Stream(terminal=True)
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(UsageError, match="--output"):
        output.write_document(b"%PDF", "application/pdf")
    assert stream.written() == b""


def test_a_terminal_gets_text_without_control_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A title from a file cannot move the cursor or reorder a line."""
    stream = Stream(terminal=True)
    monkeypatch.setattr(sys, "stdout", stream)
    output.write_document("a\x1b[2Jb\u202ec\n".encode(), "text/plain")
    assert stream.written() == b"a\\x1b[2Jb\\u202ec\n"


def test_letters_that_the_encoding_lacks_become_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ASCII terminal shows an escape instead of stopping the command."""
    stream = Stream("ascii", terminal=True)
    monkeypatch.setattr(sys, "stdout", stream)
    output.write_line("≥5 Müller")
    assert stream.written() == b"\\u22655 M\\xfcller\n"


def test_paths_that_are_no_text_come_out_as_the_bytes_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program can open what we print."""
    stdout = piped(monkeypatch)
    output.write_path("caf\udce9.pdf")
    assert stdout.written() == b"caf\xe9.pdf\n"


def test_a_reader_that_went_away_ends_the_command_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed pipe is exit code 141, not an error."""
    stream = Stream(fails=BrokenPipeError)
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(click.exceptions.Exit) as raised:
        output.write_line("x")
    assert raised.value.exit_code == output.PIPE_CLOSED
    stream.heal()


def test_a_full_disk_is_an_output_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be written is said."""
    stream = Stream(fails=OSError)
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(OutputError, match="standard output"):
        output.write_line("x")
    stream.heal()


def test_no_standard_output_is_an_output_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process without standard output is told to name a file."""
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match="no standard output"):
        output.write_line("x")


def test_messages_survive_any_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message to an ASCII, a broken or no standard error does not stop the work."""
    stream = Stream("ascii")
    monkeypatch.setattr(sys, "stderr", stream)
    messages.show("error", "≥5", where="a\nb", remedy="\x1b")
    assert stream.written() == b"error: \\u22655\n  where:  a\n          b\n  remedy: \\x1b\n"
    broken = Stream(fails=BrokenPipeError)
    monkeypatch.setattr(sys, "stderr", broken)
    messages.show("error", "x")
    broken.heal()
    monkeypatch.setattr(sys, "stderr", None)
    messages.show("error", "x")


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The word `error` is red on a terminal, and plain with NO_COLOR."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Stream(terminal=True)
    monkeypatch.setattr(sys, "stderr", coloured)
    messages.show("error", "x")
    assert coloured.written() == b"\x1b[31;1merror\x1b[0m: x\n"
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Stream(terminal=True)
    monkeypatch.setattr(sys, "stderr", plain)
    messages.show("error", "x")
    assert plain.written() == b"error: x\n"
