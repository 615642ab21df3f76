"""OpenAI's chat completions, as OpenAI, llama.cpp, vLLM, Groq and many others serve them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from bmreport.errors import ServiceError
from bmreport.http.failures import BrokenAnswerError, StatusError
from bmreport.http.shown import shown_text
from bmreport.llm.dialect import Dialect
from bmreport.llm.failing import explained, is_too_long, missing_model
from bmreport.llm.listening import Listener
from bmreport.llm.openai_models import (
    Entry,
    entries_of,
    entry_of,
    is_llama_cpp,
    may_have,
    printed_name,
    props_window,
    window_of,
)
from bmreport.llm.protocol import ModelInfo
from bmreport.llm.server import Written
from bmreport.llm.sse import events
from bmreport.llm.tokens import fewest_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bmreport.http import HttpDoor, Limits, Secret
    from bmreport.llm.address import LlmAddress
    from bmreport.llm.server import Question

_NO_LIST = frozenset({404, 405, 501})  # not every server lists its models
_THOUGHTS = ("reasoning_content", "reasoning")


@dataclass
class _Heard:
    """What the stream said beside the text."""

    finish: str = ""
    done: bool = False
    prompt_tokens: int | None = None
    answer_tokens: int | None = None


class OpenAiServer:
    """One model on one OpenAI-compatible server. See Server. `local`: texts may go to it for counting alone."""

    def __init__(
        self, door: HttpDoor, address: LlmAddress, key: Secret | None, limits: Limits, quick: Limits, *, local: bool
    ) -> None:
        self._door = door
        self._address = address
        self._key = key
        self._limits = limits
        self._quick = quick
        self._lock = Lock()
        self._entries: list[Entry] | None = None
        self._tokenizes = local
        # OpenAI's own later models refuse max_tokens; of the others, few know max_completion_tokens.
        own = address.host == "api.openai.com"
        self._dialect = Dialect(limit="max_completion_tokens" if own else "max_tokens")

    def model_name(self) -> str:
        """The name in the address, or that of the model which the server lists first."""
        return printed_name(self._model())

    def hands_on(self) -> bool:
        """Nothing is known of that: the protocol has no word for it."""
        return False

    def probe(self) -> ModelInfo:
        """See whether the server lists the model."""
        entries = self._listed()
        if not may_have(entries, self._address.model):
            raise missing_model(self._address, [printed_name(entry["id"]) for entry in entries])
        entry = entry_of(entries, self._address.model)
        owner = entry.get("owned_by") if entry else None
        detail = shown_text(owner, 60) if isinstance(owner, str) else ""
        if not entries:
            detail = "the server does not list its models"
        elif entry is not None and printed_name(entry["id"]) != self.model_name():
            detail = f"{detail}, serves {shown_text(printed_name(entry['id']), 80)}"
        return ModelInfo(self.model_name(), self.window(), detail)

    def window(self) -> int | None:
        """What the list of models says, or llama.cpp's /props."""
        entry = entry_of(self._listed(), self._address.model)
        told = window_of(entry, self._address)
        if told is not None or (entry is not None and not is_llama_cpp(entry)):
            return told
        try:
            return props_window(
                self._door.get_json(f"{self._address.root_url}/props", limits=self._quick, key=self._key)
            )
        except ServiceError:  # no llama.cpp; nothing is lost but a number that most servers do not tell
            return None

    def count_exactly(self, text: str) -> int | None:
        """By /tokenize of llama.cpp or vLLM on this machine. A server that fails once is not asked again."""
        if not self._tokenizes:
            return None
        # llama.cpp reads `content`, vLLM reads `prompt`.
        body = {"content": text, "prompt": text, "model": self._address.model, "add_special": False}
        try:
            counted = self._door.post_json(
                f"{self._address.root_url}/tokenize", body, key=self._key, limits=self._quick
            )
        except ServiceError:  # the estimate serves as well; a server that is not there is told of by whoever asks it
            counted = None
        tokens = counted.get("tokens") if isinstance(counted, dict) else None
        if not isinstance(tokens, list):
            self._tokenizes = False
            return None
        return len(tokens)

    def chat(self, question: Question, on_tokens: Callable[[int], None]) -> Written:
        """Ask in the fullest dialect that the server understands."""
        model = self._model()
        with self._explaining():
            while True:
                dialect = self._dialect
                try:
                    return self._read(question, dialect.body(question, model), on_tokens)
                except StatusError as error:
                    simpler = None if is_too_long(error) else dialect.without(error.status, error.body)
                    if simpler is None:
                        raise
                    self._dialect = simpler

    def _read(self, question: Question, body: dict[str, Any], on_tokens: Callable[[int], None]) -> Written:
        url = f"{self._address.base_url}/chat/completions"
        listener = Listener(question.max_tokens, self._limits.silence, self._address.base_url, on_tokens)
        heard = _Heard()
        with self._door.post_lines(url, body, key=self._key, limits=self._limits) as lines:
            for data in events(lines):
                self._take(data, listener, heard)
                if heard.done or listener.full:
                    break
        if not (heard.done or heard.finish or listener.full):
            raise BrokenAnswerError(
                "ended its answer in the middle",
                where=self._address.base_url,
                remedy="see the server's own log, then try again",
            )
        least = fewest_tokens(question.system) + fewest_tokens(question.user)
        count = heard.prompt_tokens
        return Written(
            text=listener.text,
            prompt_tokens=count,
            answer_tokens=heard.answer_tokens,
            # Ollama's imitation of this protocol cuts a prompt to its window without a word.
            prompt_cut=count is not None and (count >= question.window or count < least),
            answer_cut=listener.full or heard.finish in {"length", "content_filter"},
            looped=listener.looped,
            why_empty=_why_empty("length" if listener.full else heard.finish),
        )

    def _take(self, data: str, listener: Listener, heard: _Heard) -> None:
        """One event of the stream. Raises StatusError for an error in it, BrokenAnswerError for what is no event."""
        if not data:
            listener.wait()
            return
        if data.strip() == "[DONE]":
            heard.done = True
            return
        event = _event(data, self._address.base_url)
        if isinstance(usage := event.get("usage"), dict):
            heard.prompt_tokens = _count(usage.get("prompt_tokens"))
            heard.answer_tokens = _count(usage.get("completion_tokens"))
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        delta = choice.get("delta") or choice.get("message")
        delta = delta if isinstance(delta, dict) else {}
        text = _text(delta.get("content")) + _text(delta.get("refusal"))
        if text:
            listener.take(text)
        elif any(delta.get(name) for name in _THOUGHTS):
            listener.think()
        else:
            listener.wait()
        if isinstance(finish := choice.get("finish_reason"), str):
            heard.finish = finish

    def _model(self) -> str:
        """The name to send."""
        if self._address.model:
            return self._address.model
        entry = entry_of(self._listed(), "")
        if entry is None:
            raise ServiceError(
                "the server does not say which models it has",
                where=self._address.base_url,
                remedy=f"name one: --llm {self._address.base_url}#MODEL",
            )
        name: str = entry["id"]
        return name

    def _listed(self) -> list[Entry]:
        """The server's models; asked once."""
        with self._lock:
            if self._entries is not None:
                return self._entries
        with self._explaining():
            try:
                listed = self._door.get_json(f"{self._address.base_url}/models", limits=self._quick, key=self._key)
            except StatusError as error:
                if error.status not in _NO_LIST:
                    raise
                listed = None
        with self._lock:
            self._entries = entries_of(listed)
            return self._entries

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except ServiceError as error:
            raise explained(error, self._address) from error


def _event(data: str, where: str) -> dict[str, Any]:
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise BrokenAnswerError(
            f"sent “{shown_text(data, 80)}” where a piece of an answer was due",
            where=where,
            remedy="see whether this is a model server",
        )
    error = event.get("error", event if "message" in event and "choices" not in event else None)
    if error:
        said = error.get("message") if isinstance(error, dict) else error
        code = error.get("code") if isinstance(error, dict) else None
        raise StatusError(
            f"stopped with an error: {shown_text(str(said))}",
            status=code if isinstance(code, int) else 500,
            body=json.dumps(error, ensure_ascii=False),
            where=where,
            remedy="see the server's own log",
        )
    return event


def _text(content: object) -> str:
    """The text of a message, which some servers send in parts; a part of parts is none."""
    parts = [part.get("text") for part in content if isinstance(part, dict)] if isinstance(content, list) else [content]
    return "".join(part for part in parts if isinstance(part, str))


def _count(number: object) -> int | None:
    return number if isinstance(number, int) and number > 0 else None


def _why_empty(finish: str) -> str:
    if finish == "length":
        return "it spent all its words on thinking"
    return "its content filter stopped it" if finish == "content_filter" else ""
