"""How the tokens of one call are shared out: instructions, passages, what was written before, the answer."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Window"]

_SENTENCE = 80
"""Tokens that a sentence takes in the answer, its JSON included."""
_ANSWER_SHARE = 3
_LEAST_ANSWER = 96
_MEMORY_SHARE = 10
_MOST_MEMORY = 1200
_SAFETY_SHARE = 50
_THINKING = 2048
_ROOM_FOR_THINKING = 16_384


@dataclass(frozen=True)
class Window:
    """Tokens of one call (`tokens`), of which the model's own template takes `template`."""

    tokens: int
    template: int

    def answer(self, sentences: int) -> int:
        """Most tokens of an answer of so many sentences: never more than a third of the call.

        Where there is room, a model that thinks before it writes gets some for that.
        """
        thinking = _THINKING if self.tokens >= _ROOM_FOR_THINKING else 0
        wanted = thinking + _SENTENCE * (sentences + 1)
        return max(_LEAST_ANSWER, min(wanted, self.tokens // _ANSWER_SHARE))

    @property
    def memory(self) -> int:
        """Most tokens of what was written before."""
        return min(_MOST_MEMORY, self.tokens // _MEMORY_SHARE)

    def room(self, instructions: int, answer: int) -> int:
        """What is left for passages; below 1 when the instructions fill the call."""
        return self.tokens - self.template - self.tokens // _SAFETY_SHARE - instructions - answer
