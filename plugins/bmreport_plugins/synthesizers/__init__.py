"""Built-in synthesizers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.synthesizers.extractive import ExtractiveSynthesizer

if TYPE_CHECKING:
    from bmreport.providers import Synthesizer


@hookimpl
def bmreport_synthesizers() -> list[Synthesizer]:
    """The offline default."""
    return [ExtractiveSynthesizer()]
