"""What a caller sees of a language model: a prompt goes in, a checked reply comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import BaseModel

    from bmreport.llm.address import LlmAddress

M = TypeVar("M", bound="BaseModel")


def ignore(_tokens: int) -> None:
    """The listener for callers that need no sign of life."""


@dataclass(frozen=True)
class Prompt:
    """What is asked. `max_tokens` bounds the answer; text from papers belongs in `user`, fenced as data."""

    system: str
    user: str
    max_tokens: int


@dataclass(frozen=True)
class ModelInfo:
    """What a server says of its model. `context_tokens` is None where it does not say."""

    name: str
    context_tokens: int | None
    detail: str


@dataclass(frozen=True)
class Reply(Generic[M]):
    """What a model answered, checked against a schema.

    `text` is the answer as it came. `value` is None when it does not fit the schema; `fault` then says why, in words
    that can be told to the model. `prompt_cut`: the server took only part of the prompt. `answer_cut`: the answer ended
    before the model was done, or was ended because it repeated itself. Counts are None where the server gives none.
    """

    text: str
    value: M | None
    fault: str
    prompt_cut: bool
    answer_cut: bool
    prompt_tokens: int | None
    answer_tokens: int | None
    cached: bool


class Llm(Protocol):
    """One language model behind one server. All methods may be called from several threads."""

    @property
    def name(self) -> str:
        """The model's name. May ask the server where the address names no model; raises ServiceError."""
        ...

    @property
    def address(self) -> LlmAddress:
        """Where the model is."""
        ...

    @property
    def is_local(self) -> bool:
        """Whether what is asked stays on this machine."""
        ...

    @property
    def concurrency(self) -> int:
        """How many questions may be asked at once."""
        ...

    def probe(self) -> ModelInfo:
        """See whether server and model are there. Raises ServiceError with what to do when one is not."""
        ...

    def context_tokens(self) -> int:
        """The window in tokens, for prompt and answer together. Raises ServiceError when the server is not there."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of a text: by the server's own tokenizer where it is on this machine, else more than there can be.

        A prompt takes TEMPLATE_TOKENS (bmreport.llm) more than its two texts, for what the model's template adds.
        """
        ...

    def ask(self, prompt: Prompt, schema: type[M], on_tokens: Callable[[int], None] = ignore) -> Reply[M]:
        """Ask, wait, and check the answer. `on_tokens` hears, in this thread, how many tokens have come.

        Raises ServiceError when server or model are not there, fail, stay silent for too long or answer nothing;
        UsageError when the text holds what looks like patient identifiers and would leave this machine. A bad answer
        raises nothing: see Reply.
        """
        ...
