"""The plugin host of a command, with failures reported on stderr once each."""

from __future__ import annotations

from bmreport.cli.messages import Messages
from bmreport.errors import PluginError
from bmreport.host import PluginHost


def open_host(messages: Messages) -> PluginHost:
    """All installed plugins; one that fails is named and left out."""

    def report(failure: PluginError) -> None:
        messages.warning(failure.message, remedy=failure.remedy)

    return PluginHost(on_failure=report)
