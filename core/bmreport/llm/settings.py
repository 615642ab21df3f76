"""What a run says about the language model: which one, and how it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport.errors import UsageError

DEFAULT_LLM = "ollama:gpt-oss:20b"
_HOTTEST = 2.0  # the highest temperature that the OpenAI API takes; Ollama has no use for more either
_FEWEST_TOKENS = 256
_MOST_AT_ONCE = 64
_LONGEST_TIMEOUT = 86_400.0


@dataclass(frozen=True)
class LlmSettings:
    """Which model writes and how. Nothing here opens a connection or holds a key.

    `model` is an address as `--llm` gives it; empty means DEFAULT_LLM. `timeout` is in seconds: how long the server may
    stay silent, which includes the time it takes to load the model. `context_tokens` is the window to count on instead
    of what the server says. `cache_folder` empty means the user's own cache folder. `allow_identifiers` lets text with
    what looks like patient identifiers leave this machine.
    Raises UsageError when a number makes no sense.
    """

    model: str = ""
    temperature: float = 0.3
    seed: int = 0
    concurrency: int = 1
    timeout: float = 300.0
    context_tokens: int | None = None
    cache: bool = True
    cache_folder: str = ""
    allow_identifiers: bool = False

    def __post_init__(self) -> None:
        _between("temperature", self.temperature, 0.0, _HOTTEST)
        _between("concurrency", self.concurrency, 1, _MOST_AT_ONCE)
        if not 0 < self.timeout <= _LONGEST_TIMEOUT:  # NaN is between nothing
            raise UsageError(
                f"the time limit for the language model is {self.timeout:g} s",
                remedy=f"give seconds, more than 0 and at most {_LONGEST_TIMEOUT:.0f}, which is a day",
            )
        if self.context_tokens is not None and self.context_tokens < _FEWEST_TOKENS:
            raise UsageError(
                f"a context of {self.context_tokens} tokens has no room for a passage",
                remedy=f"give {_FEWEST_TOKENS} or more, or leave it out to ask the server",
            )

    @property
    def address_text(self) -> str:
        """The address as given, or the default one."""
        return self.model.strip() or DEFAULT_LLM


def _between(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:  # NaN is between nothing
        raise UsageError(f"{name} of the language model is {value}", remedy=f"give a number from {low} to {high}")
