"""What a run allows, whom it tells, and where its data files are."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bmreport import RunContext, resources
from bmreport.errors import BmreportError
from bmreport.events import Event, StepFinished, StepStarted, ignore


def test_a_context_cannot_be_changed() -> None:
    """Providers share one context; none may alter what another is told."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        RunContext().offline = True  # type: ignore[misc]  # what the test is about


def test_who_does_not_listen_hears_nothing() -> None:
    """The default listener takes any event and does nothing."""
    assert RunContext().emit is ignore
    RunContext().emit(StepFinished("link", "2 documents"))


def test_a_listener_gets_events_as_they_were_sent() -> None:
    """Events arrive in order, unchanged."""
    heard: list[Event] = []
    context = RunContext(emit=heard.append)
    sent: list[Event] = [StepStarted("link", 1, 2), StepFinished("link", "done")]
    for event in sent:
        context.emit(event)
    assert heard == sent


def test_the_clock_obeys_the_fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default clock is the one that SOURCE_DATE_EPOCH stops."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert RunContext().clock() == datetime(1970, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("kind", ["styles", "templates"])
def test_data_folders_are_there(kind: str) -> None:
    """Both kinds of data files are found, in a checkout as in a wheel."""
    assert any(entry.is_file() for entry in resources.data_folder(kind).iterdir())


def test_data_text_is_read() -> None:
    """A data file comes back as text."""
    assert "bmlibrarian" in resources.data_text("styles", "bmlibrarian.csl")


def test_a_missing_data_folder_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A broken installation is named with its remedy, not with a traceback of the import system."""
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    with pytest.raises(BmreportError, match="data folder 'no-such-kind' is missing.*reinstall"):
        resources.data_folder("no-such-kind")
