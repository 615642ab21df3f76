"""What the client asks of a server, whichever protocol it speaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.llm.protocol import ModelInfo

SAFE_WINDOW = 4096
"""The window to count on where a server does not say: what Ollama and others start with at least."""


@dataclass(frozen=True)
class Question:
    """One question with its parameters. `prompt_tokens` is our count, more rather than less than there are."""

    system: str
    user: str
    schema: dict[str, Any] = field(hash=False)
    schema_name: str
    max_tokens: int
    prompt_tokens: int
    window: int
    temperature: float
    seed: int

    def room_in(self, window: int) -> int:
        """Tokens that a window has left for the answer; at least a quarter, for our count of the prompt is large."""
        return max(window - self.prompt_tokens, window // 4)


@dataclass(frozen=True)
class Written:
    """What a server wrote. See Reply for the fields; `why_empty` says where an empty answer may come from."""

    text: str
    prompt_tokens: int | None
    answer_tokens: int | None
    prompt_cut: bool
    answer_cut: bool
    looped: bool = False
    why_empty: str = ""


class Server(Protocol):
    """A server with the model that its address names. All methods raise ServiceError; several threads may call them."""

    def model_name(self) -> str:
        """The model's name as it may be printed."""
        ...

    def hands_on(self) -> bool:
        """Whether the server is known to pass what it is asked to another machine."""
        ...

    def probe(self) -> ModelInfo:
        """See whether server and model are there."""
        ...

    def window(self) -> int | None:
        """The window in tokens, None where the server does not say."""
        ...

    def count_exactly(self, text: str) -> int | None:
        """Tokens by the server's own tokenizer, None where it offers none."""
        ...

    def chat(self, question: Question, on_tokens: Callable[[int], None]) -> Written:
        """Ask and wait."""
        ...
