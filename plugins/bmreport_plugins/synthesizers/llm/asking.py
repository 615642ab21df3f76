"""Asking the model, with a sign of life while it writes, until it is gone."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from bmreport.errors import ServiceError
from bmreport.events import ModelWriting, StepProgress
from bmreport.http.failures import NoConnectionError, OfflineError, SilentError
from bmreport.llm import Reply

if TYPE_CHECKING:
    from bmreport import RunContext
    from bmreport.llm import Llm, Prompt

__all__ = ["Asker"]

M = TypeVar("M", bound=BaseModel)
_GONE = (NoConnectionError, OfflineError, SilentError)
_TOO_LONG = "longer than the model's context"
"""Of a server that refuses a prompt for its length, where others cut it without a word."""
_MOST_FAILURES = 2
_MOST_USELESS = 6


class Asker:
    """One model and how it fares; may be used by several threads at once.

    With `fallback`, a model that fails is given up: at once when its server cannot be reached or is silent, else when
    it fails twice in a row. Without, its ServiceError goes up to the caller.
    """

    def __init__(self, llm: Llm, name: str, context: RunContext, *, fallback: bool) -> None:
        self._llm = llm
        self._name = name
        self._emit = context.emit
        self._fallback = fallback
        self._lock = Lock()
        self._failures = 0
        self._useless = 0
        self._done = 0
        self.total = 0
        """Answers that will be asked for, as far as is known."""
        self.calls = 0
        self.lost = ""
        """Why the model is not asked any more; empty while it is."""
        self.remedy = ""
        """What to do about what went wrong last."""
        self.failed: list[str] = []
        """What went wrong with single calls, in the order of going wrong."""

    def ask(self, prompt: Prompt, schema: type[M]) -> Reply[M] | None:
        """The model's answer; None when there is none to be had. Raises ServiceError without `fallback`, UsageError."""
        if self.lost:
            return None
        try:
            reply = self._llm.ask(prompt, schema, self._writing)
        except ServiceError as error:
            if _TOO_LONG in error.message:
                return Reply("", None, "", True, False, None, None, False)  # noqa: FBT003  # as a server that cuts
            if not self._fallback:
                raise
            self._failure(error)
            return None
        with self._lock:
            self.calls += 1
            self._failures = 0
        return reply

    def step(self) -> None:
        """Tell that one of the parts of the report is done."""
        with self._lock:
            self._done += 1
            self._emit(StepProgress("synthesize", self._done, max(self.total, self._done)))

    def judge(self, *, useful: bool) -> None:
        """Hear whether a batch gave a sentence that could stand; after six in a row without, the model is given up."""
        with self._lock:
            self._useless = 0 if useful else self._useless + 1
            if self._fallback and self._useless >= _MOST_USELESS and not self.lost:
                self.lost = f"the model gave no usable sentence in {_MOST_USELESS} batches in a row"

    def _writing(self, tokens: int) -> None:
        with self._lock:
            self._emit(ModelWriting(self._name, tokens))

    def _failure(self, error: ServiceError) -> None:
        with self._lock:
            self._failures += 1
            self.failed.append(error.message)
            self.remedy = error.remedy
            if not self.lost and (isinstance(error, _GONE) or self._failures >= _MOST_FAILURES):
                self.lost = error.message
