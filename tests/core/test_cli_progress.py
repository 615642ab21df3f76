"""The progress line."""

from __future__ import annotations

import io
import sys

import pytest

from bmreport.cli import progress
from bmreport.events import StepFinished, StepProgress, StepStarted, ignore


class Terminal(io.StringIO):
    """A standard error that claims to be a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Yes."""
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error as a terminal; set when the test runs, for pytest replaces it in between."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return Terminal()


def test_nothing_is_shown_where_nobody_looks(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    """A pipe, --quiet, or no standard error at all: events are ignored."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress.progress_line(quiet=False) as listener:
        assert listener is ignore
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress.progress_line(quiet=True) as listener:
        assert listener is ignore
    monkeypatch.setattr(sys, "stderr", None)
    with progress.progress_line(quiet=False) as listener:
        assert listener is ignore


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    """What is done before the delay is over leaves the terminal alone."""
    monkeypatch.setattr(progress, "DELAY", 3600)
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress.progress_line(quiet=False) as listener:
        listener(StepStarted("collect", 1, 7))
    assert terminal.getvalue() == ""


def test_long_work_shows_its_step(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    """The step and how far it has come are shown, literally, and gone at the end."""
    monkeypatch.setattr(sys, "stderr", terminal)
    line = progress._Line()
    line.hear(StepStarted("[bold]collect", 1, 7))
    line.show()
    line.hear(StepProgress("collect", 2, 3))
    line.hear(StepFinished("collect", "done"))
    line.hide()
    line.show()
    assert "[bold]collect (1/7)" in terminal.getvalue()
