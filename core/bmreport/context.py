"""What a run allows and how it reports progress; handed down to every provider."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bmreport.clock import now
from bmreport.events import Listener, ignore
from bmreport.llm.settings import LlmSettings


@dataclass(frozen=True)
class RunContext:
    """Read-only facts of one run. A provider may not touch the network while `offline` is set.

    `llm` says which language model to ask, for those providers that ask one.
    """

    offline: bool = False
    strict: bool = False
    locale: str = ""
    emit: Listener = ignore
    clock: Callable[[], datetime] = field(default=now)
    llm: LlmSettings = field(default_factory=LlmSettings)
