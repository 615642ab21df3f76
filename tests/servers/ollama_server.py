"""A small twin of Ollama: its endpoints, its events and errors, and its way to cut a prompt without a word."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from .playing import Answer, Drop, Hang, Out, PlayingServer, Raw, Request, Status, pieces

_TIME = "2026-11-30T12:00:00.000000Z"
_DEFAULT_CTX = 4096
_KEEP = 4


class OllamaServer(PlayingServer):
    """An Ollama with these models (name -> context length), whose models say the scripted answers.

    An answer that is text or JSON is what the model writes; Status, Raw, Hang and Drop befall /api/chat.
    `capabilities`, `family`, `modelfile` (its parameters) and `thinks` (what is thought before each answer) describe
    the models. `cut` is how a prompt is cut that does not fit: so that the window is full, or half full as of late.
    `refuses_to_cut`: knows `truncate: false`. `formats`: "schema", "json" (before 0.5) or "" (refuses all).
    `counts`: whether the last event has prompt_eval_count. `remote_host`: where the models really are, as for Ollama's
    cloud.
    """

    def __init__(
        self,
        models: Mapping[str, int],
        answers: Iterable[Answer] | Callable[[Request], Answer] = (),
        *,
        capabilities: tuple[str, ...] = ("completion",),
        family: str = "twin",
        modelfile: str = "",
        thinks: str = "",
        cut: Literal["full", "half"] = "full",
        refuses_to_cut: bool = False,
        formats: str = "schema",
        counts: bool = True,
        version: str = "0.12.6",
        remote_host: str = "",
    ) -> None:
        super().__init__(answers)
        self.models = dict(models)
        self.capabilities = capabilities
        self.family = family
        self.modelfile = modelfile
        self.thinks = thinks
        self.cut = cut
        self.refuses_to_cut = refuses_to_cut
        self.formats = formats
        self.counts = counts
        self.version = version
        self.remote_host = remote_host
        self.seen: list[str] = []  # the prompts as they reached the model

    def reply(self, request: Request, out: Out) -> None:
        """One of the endpoints."""
        if request.path == "/api/version":
            out.whole(200, {"version": self.version})
        elif request.path == "/api/tags":
            out.whole(200, {"models": [{"name": name, "model": name, "size": 1} for name in self.models]})
        elif request.path == "/api/show" and request.method == "POST":
            self._show(request, out)
        elif request.path == "/api/chat" and request.method == "POST":
            self._chat(request, out)
        elif request.path == "/":
            out.whole(200, "Ollama is running")
        else:
            out.whole(404, "404 page not found")

    def _show(self, request: Request, out: Out) -> None:
        name = request.json["model"]
        if name not in self.models:
            out.whole(404, {"error": f"model '{name}' not found"})
            return
        out.whole(
            200,
            {
                "modelfile": "# twin",
                "parameters": self.modelfile,
                "details": {"family": self.family, "parameter_size": "135M", "quantization_level": "Q4_1"},
                "model_info": {
                    "general.architecture": self.family,
                    f"{self.family}.context_length": self.models[name],
                    f"{self.family}.embedding_length": 576,
                },
                "capabilities": list(self.capabilities),
                **({"remote_host": self.remote_host} if self.remote_host else {}),
            },
        )

    def _chat(self, request: Request, out: Out) -> None:
        asked = request.json
        if refusal := self._refusal(asked):
            out.whole(refusal.code, refusal.body)
            return
        options = asked.get("options", {})
        num_ctx = min(options.get("num_ctx", _DEFAULT_CTX), self.models[asked["model"]])
        tokens = prompt_tokens(asked["messages"])
        if len(tokens) > num_ctx and self.refuses_to_cut and asked.get("truncate") is False:
            out.whole(400, {"error": "the input length exceeds the context length"})
            return
        if len(tokens) > num_ctx:
            kept = num_ctx if self.cut == "full" else _KEEP + (num_ctx - _KEEP) // 2
            tokens = tokens[:_KEEP] + tokens[len(tokens) - (kept - _KEEP) :]
        self.seen.append("".join(tokens))
        answer = self.next_answer(request)
        if isinstance(answer, Status | Raw) or (isinstance(answer, Hang | Drop) and not answer.after_chars):
            self.play(answer, out)
            return
        limit = options.get("num_predict", -1)
        self._write(asked, answer, len(tokens), math.inf if limit < 0 else limit, out)

    def _refusal(self, asked: dict[str, Any]) -> Status | None:
        name = asked.get("model", "")
        if name not in self.models:
            return Status(404, {"error": f"model '{name}' not found"})
        if asked.get("think") and "thinking" not in self.capabilities:
            return Status(400, {"error": f'"{name}" does not support thinking'})
        wanted = asked.get("format")
        if isinstance(wanted, dict) and self.formats != "schema":
            text = "json: cannot unmarshal object into Go struct field ChatRequest.format of type string"
            return Status(400, {"error": text})
        if wanted and not isinstance(wanted, dict) and (wanted != "json" or not self.formats):
            return Status(400, {"error": f'invalid format: "{wanted}"; expected "json" or a valid JSON Schema object'})
        return None

    def _write(self, asked: dict[str, Any], answer: Answer, prompt: int, limit: float, out: Out) -> None:
        text = answer.text[: answer.after_chars] if isinstance(answer, Hang | Drop) else written(answer)
        thoughts = [("thinking", piece) for piece in pieces(self.thinks)]
        said = [*thoughts, *(("content", piece) for piece in pieces(text))]
        reason = "stop" if len(said) <= limit else "length"
        said = said[: int(min(limit, len(said)))]
        last: dict[str, Any] = {"done_reason": reason, "total_duration": 1, "load_duration": 1, "eval_count": len(said)}
        if self.counts:
            last |= {"prompt_eval_count": prompt, "prompt_eval_duration": 1}
        if not asked.get("stream", True):
            message = {kind: "".join(piece for one, piece in said if one == kind) for kind in ("content", "thinking")}
            out.whole(200, self._event(asked, message, done=True) | last)
            return
        out.begin("application/x-ndjson")
        for kind, piece in said:
            event = self._event(asked, {"content": "", kind: piece}, done=False)
            out.piece(json.dumps(event, ensure_ascii=False) + "\n")
        if isinstance(answer, Hang | Drop):
            out.stop_short(answer)
        out.piece(json.dumps(self._event(asked, {"content": ""}, done=True) | last) + "\n")
        out.end()

    def _event(self, asked: dict[str, Any], message: dict[str, str], *, done: bool) -> dict[str, Any]:
        return {
            "model": asked["model"],
            "created_at": _TIME,
            "message": {"role": "assistant", **message},
            "done": done,
        }


def prompt_tokens(messages: list[dict[str, str]]) -> list[str]:
    """The tokens of a chat in a template of ours: words with the blank before them, in parts where they are long."""
    text = "".join(f"<|{one['role']}|>{one['content']}<|end|>" for one in messages) + "<|assistant|>"
    return list(pieces(text, 16))


def written(answer: Answer) -> str:
    """What a model writes: text as it is, all else as JSON."""
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
