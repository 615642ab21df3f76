"""The import reports of a run, kept so that they can be shown however the run ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport.events import Event, Listener, SourceRead
from bmreport.paths import is_file

if TYPE_CHECKING:
    from bmreport.models import ImportReport


@dataclass(frozen=True)
class Imports:
    """The import reports of a run as they come in."""

    reports: list[ImportReport] = field(default_factory=list)

    def before(self, listener: Listener) -> Listener:
        """A listener that keeps import reports and hands everything on."""

        def hear(event: Event) -> None:
            if isinstance(event, SourceRead):
                self.reports.append(event.report)
            listener(event)

        return hear

    @property
    def paths(self) -> list[Path]:
        """The inputs that are files."""
        return [path for report in self.reports if is_file(path := Path(report.locator))]
