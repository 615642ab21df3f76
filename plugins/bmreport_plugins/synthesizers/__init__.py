"""Built-in synthesizers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import hookimpl
from bmreport_plugins.synthesizers.extractive import ExtractiveSynthesizer
from bmreport_plugins.synthesizers.llm import LlmSynthesizer

if TYPE_CHECKING:
    from bmreport.providers import Synthesizer


@hookimpl
def bmreport_synthesizers() -> list[Synthesizer]:
    """The offline default, and the one that asks a language model."""
    return [ExtractiveSynthesizer(), LlmSynthesizer()]
