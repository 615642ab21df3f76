"""Ollama's own protocol. Its OpenAI-like one ignores the window, and cuts prompts without a word."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from bmreport.errors import ServiceError
from bmreport.http.failures import BrokenAnswerError, StatusError
from bmreport.http.shown import shown_text
from bmreport.llm.failing import explained, missing_model
from bmreport.llm.listening import Listener
from bmreport.llm.protocol import ModelInfo
from bmreport.llm.server import Written
from bmreport.llm.tokens import fewest_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bmreport.http import HttpDoor, Limits, Secret
    from bmreport.llm.address import LlmAddress
    from bmreport.llm.server import Question

_LEAST_CTX = 2048
_KEPT = 8  # tokens; Ollama keeps four from the beginning unless told otherwise
_THINKING_ROOM = 1536  # tokens for what a model thinks before it answers; Ollama counts them with the answer
_NUM_CTX = re.compile(r"^\s*num_ctx\s+(\d{1,9})\s*$", re.MULTILINE)
_ABOUT_FORMAT = re.compile(r"format|grammar|schema|unmarshal", re.IGNORECASE)
# What is asked for as `format`: the schema, JSON of any shape (before 0.5), nothing.
_FORMATS = ("schema", "json", "")


class OllamaServer:
    """One model on one Ollama server. See Server."""

    def __init__(self, door: HttpDoor, address: LlmAddress, key: Secret | None, limits: Limits, quick: Limits) -> None:
        self._door = door
        self._address = address
        self._key = key
        self._limits = limits
        self._quick = quick
        self._lock = Lock()
        self._facts: dict[str, Any] | None = None
        self._num_ctx = 0
        self._format = 0

    def model_name(self) -> str:
        """The name as the address gives it."""
        return self._address.model

    def hands_on(self) -> bool:
        """Whether the model is one of Ollama's cloud, which a server on this machine only fronts."""
        return is_cloud_model(self._address.model) or bool(self._show().get("remote_host"))

    def probe(self) -> ModelInfo:
        """The server's version, and what it says of the model."""
        with self._explaining():
            version = self._door.get_json(f"{self._address.base_url}/api/version", limits=self._quick, key=self._key)
        facts = self._show()
        details = facts.get("details")
        details = details if isinstance(details, dict) else {}
        number = shown_text(str(version.get("version", "")), 40) if isinstance(version, dict) else ""
        parts = [f"Ollama {number}".strip(), *(details.get(name) for name in ("parameter_size", "quantization_level"))]
        detail = ", ".join(shown_text(part, 40) for part in parts if isinstance(part, str) and part)
        return ModelInfo(self._address.model, self.window(), detail)

    def window(self) -> int | None:
        """What the model can take, or the lower number that its Modelfile sets for this machine."""
        facts = self._show()
        info = facts.get("model_info")
        info = info if isinstance(info, dict) else {}
        known = info.get(f"{info.get('general.architecture')}.context_length")
        known = known if isinstance(known, int) and known > 0 else None
        parameters = facts.get("parameters")
        set_here = _NUM_CTX.search(parameters) if isinstance(parameters, str) else None
        numbers = [number for number in (known, int(set_here[1]) if set_here else None) if number]
        return min(numbers) if numbers else None

    def count_exactly(self, _text: str) -> int | None:
        """Ollama counts for nobody."""
        return None

    def chat(self, question: Question, on_tokens: Callable[[int], None]) -> Written:
        """Ask, with a window large enough for the prompt and its answer."""
        thinking = self._thinking()
        room = _THINKING_ROOM if thinking else 0
        num_ctx = self._grown(
            min(question.prompt_tokens + question.max_tokens + room, question.window), question.window
        )
        body: dict[str, Any] = {
            "model": self._address.model,
            "messages": [
                {"role": "system", "content": question.system},
                {"role": "user", "content": question.user},
            ],
            "stream": True,
            # Ollama of late refuses what it would have to cut; earlier ones know neither word and cut all the same.
            "truncate": False,
            "shift": False,
            "options": {
                "temperature": question.temperature,
                "seed": question.seed,
                "num_ctx": num_ctx,
                # A window that runs full while the model writes would lose the beginning of the prompt, without a word.
                "num_predict": min(question.max_tokens + room, question.room_in(num_ctx)),
            },
        }
        if thinking is not None:
            body["think"] = thinking
        with self._explaining():
            while True:
                level = self._format
                try:
                    return self._read(question, self._formatted(body, question, level), num_ctx, on_tokens)
                except StatusError as error:
                    if not self._can_do_without(error, level):
                        raise

    def _formatted(self, body: dict[str, Any], question: Question, level: int) -> dict[str, Any]:
        kind = _FORMATS[level]
        return {**body, "format": question.schema if kind == "schema" else kind} if kind else body

    def _can_do_without(self, error: StatusError, level: int) -> bool:
        """Whether the server refused the format and a looser one is left; that is then kept for the run."""
        if error.status not in {400, 500} or not _ABOUT_FORMAT.search(error.body) or level + 1 >= len(_FORMATS):
            return False
        self._format = max(self._format, level + 1)
        return True

    def _read(
        self, question: Question, body: dict[str, Any], num_ctx: int, on_tokens: Callable[[int], None]
    ) -> Written:
        listener = Listener(question.max_tokens, self._limits.silence, self._address.base_url, on_tokens)
        url = f"{self._address.base_url}/api/chat"
        with self._door.post_lines(url, body, key=self._key, limits=self._limits) as lines:
            last = self._listened(lines, listener)
        prompt_tokens, answer_tokens = _count(last, "prompt_eval_count"), _count(last, "eval_count")
        cut = listener.full or last.get("done_reason") == "length"
        return Written(
            text=listener.text,
            prompt_tokens=prompt_tokens,
            answer_tokens=answer_tokens,
            prompt_cut=prompt_tokens is not None and _is_cut(prompt_tokens, num_ctx, question),
            answer_cut=cut,
            looped=listener.looped,
            why_empty="it spent all its words on thinking" if cut else "",
        )

    def _listened(self, lines: Iterator[str], listener: Listener) -> dict[str, Any]:
        """Take the answer down; the last event, which has the counts, or an empty one where we stopped listening."""
        for line in lines:
            if not line.strip():
                listener.wait()
                continue
            event = _event(line, self._address.base_url)
            message = event.get("message")
            message = message if isinstance(message, dict) else {}
            if isinstance(content := message.get("content"), str) and content:
                listener.take(content)
            elif message.get("thinking"):
                listener.think()
            else:
                listener.wait()
            if event.get("done") is True:
                return event
            if listener.full:
                return {}
        raise BrokenAnswerError(
            "ended its answer in the middle",
            where=self._address.base_url,
            remedy="see the log of Ollama, whether it ran out of memory, then try again",
        )

    def _grown(self, needed: int, window: int) -> int:
        """The window to ask for. It never shrinks and grows in large steps: each change loads the model anew."""
        with self._lock:
            size = max(self._num_ctx, _LEAST_CTX)
            while size < needed:
                size *= 2
            self._num_ctx = min(size, window)
            return self._num_ctx

    def _thinking(self) -> str | bool | None:
        """How much a model that thinks shall think: as little as it can. None for models that do not."""
        facts = self._show()
        capabilities = facts.get("capabilities")
        if not isinstance(capabilities, list) or "thinking" not in capabilities:
            return None
        details = facts.get("details")
        family = details.get("family") if isinstance(details, dict) else None
        # gpt-oss cannot stop thinking; it takes a level where others take yes or no.
        return "low" if family == "gptoss" or "gpt-oss" in self._address.model else False

    def _show(self) -> dict[str, Any]:
        """What the server knows of the model; asked once. Raises ServiceError when the model is not there."""
        with self._lock:
            if self._facts is not None:
                return self._facts
        body = {"model": self._address.model}
        try:
            facts = self._door.post_json(f"{self._address.base_url}/api/show", body, key=self._key, limits=self._quick)
        except StatusError as error:
            if error.status == 404 and "not found" in error.body:
                raise missing_model(self._address, self._offered()) from error
            raise explained(error, self._address) from error
        except ServiceError as error:
            raise explained(error, self._address) from error
        with self._lock:
            self._facts = facts if isinstance(facts, dict) else {}
            return self._facts

    def _offered(self) -> list[str]:
        """The models that are there; none where even that cannot be told."""
        try:
            tags = self._door.get_json(f"{self._address.base_url}/api/tags", limits=self._quick, key=self._key)
        except ServiceError:  # the missing model is what is told; this list would only have helped
            return []
        models = tags.get("models") if isinstance(tags, dict) else None
        named = [model.get("name") for model in models if isinstance(model, dict)] if isinstance(models, list) else []
        return [name for name in named if isinstance(name, str)]

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except StatusError as error:
            if error.status == 404 and not error.body.lstrip().startswith("{"):
                raise ServiceError(
                    "there is a server, but it is no Ollama",
                    where=self._address.base_url,
                    remedy=f"write --llm {self._address.base_url}#{self._address.model} for OpenAI's protocol",
                ) from error
            raise explained(error, self._address) from error
        except ServiceError as error:
            raise explained(error, self._address) from error


def is_cloud_model(name: str) -> bool:
    """Whether a name is one of those that Ollama gives to models of its cloud, such as gpt-oss:120b-cloud."""
    return name.endswith(("-cloud", ":cloud"))


def _is_cut(count: int, num_ctx: int, question: Question) -> bool:
    """Whether so many tokens are only a part of the prompt.

    What does not fit is cut so that the window is full, or half full with the first few tokens kept; where our count
    says that all of it fitted, a half-full window is chance. Fewer tokens than words are never the whole prompt.
    """
    half_full = num_ctx // 2 <= count <= num_ctx // 2 + _KEPT and question.prompt_tokens > num_ctx
    return count >= num_ctx or half_full or count < fewest_tokens(question.system) + fewest_tokens(question.user)


def _event(line: str, where: str) -> dict[str, Any]:
    """One line of the stream. Raises BrokenAnswerError for what is no event, ServiceError for an error in it."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise BrokenAnswerError(
            f"sent “{shown_text(line, 80)}” where a piece of an answer was due",
            where=where,
            remedy="see whether this is an Ollama server",
        )
    if "error" in event:
        raise BrokenAnswerError(
            f"stopped with an error: {shown_text(str(event['error']))}", where=where, remedy="see the log of Ollama"
        )
    return event


def _count(event: dict[str, Any], name: str) -> int | None:
    number = event.get(name)
    return number if isinstance(number, int) and number > 0 else None
