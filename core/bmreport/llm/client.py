"""Opening a language model, and asking it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from bmreport.http import HttpDoor, Limits, Retry, is_loopback
from bmreport.llm.address import parse_address
from bmreport.llm.answers import open_answers
from bmreport.llm.failing import empty_answer
from bmreport.llm.keys import key_for
from bmreport.llm.ollama import OllamaServer, is_cloud_model
from bmreport.llm.openai_chat import OpenAiServer
from bmreport.llm.privacy import refuse_identifiers
from bmreport.llm.protocol import Llm, M, ModelInfo, Prompt, Reply, ignore
from bmreport.llm.schemas import wire_schema
from bmreport.llm.server import SAFE_WINDOW, Question, Server, Written
from bmreport.llm.structured import read_answer
from bmreport.llm.tokens import TEMPLATE_TOKENS, estimate_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pydantic import BaseModel

    from bmreport.llm.address import LlmAddress
    from bmreport.llm.answers import AnswerCache
    from bmreport.llm.settings import LlmSettings

_QUICK = 30.0  # seconds for calls that need no model: versions, lists, counting
_QUICK_BYTES = 8 << 20  # the longest lists of models are a tenth of this; parsed, JSON takes many times its length
_CONNECT = 10.0
_PATIENT = Retry(attempts=8)  # a server that loads its model says "later" for half a minute
_FEW = 48  # tokens up to which an estimate is near enough
_LOOP_FAULT = "the answer repeats itself without end"


@contextmanager
def open_llm(settings: LlmSettings, *, offline: bool = False, retry: Retry | None = None) -> Iterator[Llm]:
    """The model that the settings name. Opens no connection before it is needed.

    Raises UsageError when the address makes no sense or a key would travel in the clear. Its methods raise ServiceError
    while `offline` is set, unless an answer is in the cache. `retry` None means a few attempts.
    """
    address = parse_address(settings.address_text)
    # Nothing is sent while offline, so nothing is looked up for it either: neither a name nor a key.
    local = (
        not offline and is_loopback(address.host) and not (address.kind == "ollama" and is_cloud_model(address.model))
    )
    key = None if offline else key_for(address)
    limits = Limits(connect=min(_CONNECT, settings.timeout), silence=settings.timeout, whole=None, max_bytes=64 << 20)
    brief = min(_QUICK, settings.timeout)
    quick = replace(limits, silence=brief, whole=brief, max_bytes=_QUICK_BYTES)
    with HttpDoor(offline=offline, retry=retry or _PATIENT) as door:
        server: Server
        if address.kind == "ollama":
            server = OllamaServer(door, address, key, limits, quick)
        else:
            server = OpenAiServer(door, address, key, limits, quick, local=local)
        yield LlmClient(settings, address, server, open_answers(settings, address), is_local=local, offline=offline)


class LlmClient:
    """What the protocols have in common: what may leave the machine, the cache, counting and checking. See Llm."""

    def __init__(
        self,
        settings: LlmSettings,
        address: LlmAddress,
        server: Server,
        answers: AnswerCache | None,
        *,
        is_local: bool,
        offline: bool,
    ) -> None:
        self._settings = settings
        self._server = server
        self._answers = answers
        self._offline = offline
        self._lock = Lock()
        self._window: int | None = settings.context_tokens
        self._counted = lru_cache(maxsize=20_000)(self._count)
        self.address = address
        self.is_local = is_local
        self.concurrency = settings.concurrency

    @property
    def name(self) -> str:
        """See Llm."""
        return self._server.model_name()

    def probe(self) -> ModelInfo:
        """See Llm."""
        return self._server.probe()

    def context_tokens(self) -> int:
        """See Llm."""
        with self._lock:
            if self._window is None:
                self._window = self._server.window() or SAFE_WINDOW
            return self._window

    def count_tokens(self, text: str) -> int:
        """See Llm."""
        return self._counted(text)

    def ask(self, prompt: Prompt, schema: type[M], on_tokens: Callable[[int], None] = ignore) -> Reply[M]:
        """See Llm."""
        guarded = not (self._offline or self._settings.allow_identifiers)
        if guarded and not self.is_local:
            refuse_identifiers((prompt.system, prompt.user), self.address)
        question = self._question(prompt, schema)
        kept = self._answers.get(question, self.name) if self._answers else None
        if kept is not None and (reply := _reply(kept, schema, cached=True)).value is not None:
            return reply
        # Only now is it worth asking the server what it is: a kept answer needs none.
        if guarded and self.is_local and self._server.hands_on():
            refuse_identifiers((prompt.system, prompt.user), self.address)
        window = self.context_tokens()
        counted = self.count_tokens(prompt.system) + self.count_tokens(prompt.user) + TEMPLATE_TOKENS
        written = self._server.chat(replace(question, window=window, prompt_tokens=counted), on_tokens)
        if not written.text.strip():
            raise empty_answer(self.address, written.why_empty)
        reply = _reply(written, schema, cached=False)
        if self._answers and reply.value is not None and not (reply.prompt_cut or reply.answer_cut):
            self._answers.put(question, self.name, written)
        return reply

    def _question(self, prompt: Prompt, schema: type[BaseModel]) -> Question:
        return Question(
            system=prompt.system,
            user=prompt.user,
            schema=wire_schema(schema),
            schema_name=schema.__name__,
            max_tokens=prompt.max_tokens,
            prompt_tokens=0,
            window=0,
            temperature=self._settings.temperature,
            seed=self._settings.seed,
        )

    def _count(self, text: str) -> int:
        estimate = estimate_tokens(text)
        if estimate <= _FEW:
            return estimate
        exact = self._server.count_exactly(text)
        return estimate if exact is None else exact


def _reply(written: Written, schema: type[M], *, cached: bool) -> Reply[M]:
    reading = read_answer(written.text, schema, cut=written.answer_cut)
    fault = f"{_LOOP_FAULT}; {reading.fault}" if reading.fault and written.looped else reading.fault
    return Reply(
        text=written.text,
        value=reading.value,
        fault=fault,
        prompt_cut=written.prompt_cut,
        answer_cut=written.answer_cut,
        prompt_tokens=written.prompt_tokens,
        answer_tokens=written.answer_tokens,
        cached=cached,
    )
