"""A progress line on stderr, for work that takes longer than a second and only on a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING

from bmreport.events import Event, Listener, ModelWriting, StepFinished, StepProgress, StepStarted, ignore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

DELAY = 1.0
"""Seconds before anything is shown."""


@contextmanager
def progress_line(*, quiet: bool) -> Iterator[Listener]:
    """A listener for the events of a run; what it shows is gone when the block ends."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield ignore
        return
    line = _Line()
    timer = Timer(DELAY, line.show)
    timer.daemon = True
    timer.start()
    try:
        yield line.hear
    finally:
        timer.cancel()
        line.hide()


class _Line:
    """What was heard last, and the display once there is one. The timer's thread and the caller's meet here."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._step = "starting"
        self._writing = ""
        self._done = 0
        self._total = 0
        self._display: Progress | None = None
        self._closed = False

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        with self._lock:
            if isinstance(event, StepStarted):
                self._step = f"{event.step} ({event.number}/{event.total})"
                self._writing = ""
                self._done = self._total = 0
            elif isinstance(event, ModelWriting):
                self._writing = f", {event.model}: {event.tokens:,} tokens"
            elif isinstance(event, StepProgress):
                self._done, self._total = event.done, event.total
            elif isinstance(event, StepFinished):
                self._done = self._total
            self._refresh()

    def show(self) -> None:
        """Start the display."""
        # rich takes a tenth of a second to load; short work never pays for it.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (
            SpinnerColumn("line"),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TimeElapsedColumn(),
        )
        with self._lock:
            if self._closed:
                return
            self._display = Progress(*columns, console=Console(stderr=True), transient=True)
            self._display.add_task(self._step, total=None)
            self._display.start()
            self._refresh()

    def hide(self) -> None:
        """Remove the display."""
        with self._lock:
            self._closed = True
            if self._display is not None:
                self._display.stop()

    def _refresh(self) -> None:
        if self._display is not None:
            self._display.update(
                self._display.task_ids[0],
                description=self._step + self._writing,
                completed=self._done,
                total=self._total or None,
            )
