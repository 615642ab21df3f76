"""Taking down an answer while it is written: signs of life, and an end to what has none."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bmreport.http.failures import SilentError
from bmreport.llm.loops import LOOKED_AT, is_looping

if TYPE_CHECKING:
    from collections.abc import Callable

_CHARS_A_TOKEN = 8  # twice what English needs
_SPARE_CHARS = 4_000
_THINKING_CHARS = 60_000
_THINKING_TOKENS = 60_000  # pieces beyond the answer's own; no server of good will sends more
_LOOK_EVERY = 400  # characters between two looks for a loop


class Listener:
    """Collects the pieces of one answer, in one thread.

    `full` says that no more should be read: the answer is longer than the question allowed, repeats itself, or does not
    come for thinking.
    """

    def __init__(self, max_tokens: int, silence: float, where: str, on_tokens: Callable[[int], None]) -> None:
        self._max_pieces = max_tokens * _CHARS_A_TOKEN + _THINKING_TOKENS
        self._max_chars = max_tokens * _CHARS_A_TOKEN + _SPARE_CHARS
        self._silence = silence
        self._where = where
        self._on_tokens = on_tokens
        self._pieces: list[str] = []
        self._chars = 0
        self._looked = 0
        self._tokens = 0
        self._heard = time.monotonic()
        self.full = False
        self.looped = False

    @property
    def text(self) -> str:
        """The answer so far, within its bound."""
        return "".join(self._pieces)[: self._bound()]

    def take(self, piece: str) -> None:
        """Add a piece of the answer."""
        if not piece:
            return
        self.think()
        self._pieces.append(piece)
        self._chars += len(piece)
        self.full = self.full or self._chars > self._bound()
        if self._chars - self._looked >= _LOOK_EVERY:
            self._looked = self._chars
            self.looped = is_looping(self._tail())
        self.full = self.full or self.looped

    def think(self) -> None:
        """A token came that is no part of the answer: the model thinks."""
        self._tokens += 1
        self.full = self.full or self._tokens > self._max_pieces
        self._heard = time.monotonic()
        self._on_tokens(self._tokens)

    def wait(self) -> None:
        """Something came that is no token, such as a comment that keeps the line open. Raises SilentError in time."""
        if time.monotonic() - self._heard > self._silence:
            raise SilentError(
                f"wrote no word for {self._silence:g} s",
                where=self._where,
                remedy="give the model more time, or take a smaller one",
            )

    def _bound(self) -> int:
        """Characters that the answer may have. One that begins with its reasoning (<think>) may be longer."""
        aloud = bool(self._pieces) and self._pieces[0].lstrip().startswith("<")
        return self._max_chars + _THINKING_CHARS * aloud

    def _tail(self) -> str:
        """Enough of the end to see a loop."""
        parts: list[str] = []
        length = 0
        for piece in reversed(self._pieces):
            parts.append(piece)
            length += len(piece)
            if length >= LOOKED_AT:
                break
        return "".join(reversed(parts))
