"""The plugin host of a command, with failures reported on stderr once each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.host import PluginHost

if TYPE_CHECKING:
    from bmreport.cli.messages import Messages
    from bmreport.errors import PluginError


def open_host(messages: Messages) -> PluginHost:
    """All installed plugins; one that fails is named and left out."""

    def report(failure: PluginError) -> None:
        messages.warning(failure.message, remedy=failure.remedy)

    return PluginHost(on_failure=report)
