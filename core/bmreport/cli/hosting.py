"""The plugin host of a command, with failures reported on stderr once each.

Standard output belongs to results: what a plugin prints goes to standard error.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

from bmreport.host import PluginHost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport.cli.messages import Messages
    from bmreport.errors import PluginError


def open_host(messages: Messages) -> PluginHost:
    """All installed plugins; one that fails is named and left out."""

    def report(failure: PluginError) -> None:
        messages.warning(failure.message, remedy=failure.remedy)

    with plugins_at_work():
        return PluginHost(on_failure=report)


@contextmanager
def plugins_at_work() -> Iterator[None]:
    """Inside, `print` writes to standard error, so that no plugin can spoil a file that goes to standard output."""
    if sys.stderr is None:
        yield
        return
    with redirect_stdout(sys.stderr):
        yield
