"""A small OpenAI-compatible server: list of models, chat completions as a stream, and the errors of several makes."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from typing import Any

from .ollama_server import prompt_tokens, written
from .playing import Answer, Drop, Hang, Out, PlayingServer, Raw, Request, Status, pieces


class OpenAiServer(PlayingServer):
    """A server with these models, which say the scripted answers. Its base is `base_url`, that is `url` and /v1.

    An answer that is text or JSON is what the model writes; Status, Raw, Hang and Drop befall /chat/completions.
    `window`: longer prompts are refused. `key`: who does not bring it is refused. `refuses`: names of parameters that
    are refused, as OpenAI does; `json_schema` and `json_object` are kinds of response_format, and `bare` refuses these
    two without saying why. `llama_cpp`: has /tokenize and /props, and serves its model under any name.
    `thinks`: what is thought before each answer. `lists`: whether there is a list of models. `usage`: whether tokens
    are counted. `done`: whether the stream ends with [DONE]. `streams`: whether it streams at all. `refusal`: the text
    goes into the field of that name. `more`: what the list says of each model.
    """

    def __init__(
        self,
        models: Collection[str] = ("twin",),
        answers: Iterable[Answer] | Callable[[Request], Answer] = (),
        *,
        window: int = 8192,
        key: str = "",
        refuses: Collection[str] = (),
        bare: bool = False,
        llama_cpp: bool = False,
        thinks: str = "",
        lists: bool = True,
        usage: bool = True,
        done: bool = True,
        streams: bool = True,
        refusal: bool = False,
        more: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(answers)
        self.models = list(models)
        self.window = window
        self.key = key
        self.refuses = refuses
        self.bare = bare
        self.llama_cpp = llama_cpp
        self.thinks = thinks
        self.lists = lists
        self.usage = usage
        self.done = done
        self.streams = streams
        self.field = "refusal" if refusal else "content"
        self.more = more or {}

    @property
    def base_url(self) -> str:
        """The address with the version of the protocol."""
        return f"{self.url}/v1"

    def reply(self, request: Request, out: Out) -> None:
        """One of the endpoints."""
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            error = {
                "message": "Incorrect API key provided.",
                "type": "invalid_request_error",
                "code": "invalid_api_key",
            }
            out.whole(401, {"error": error})
        elif request.path == "/v1/models" and self.lists:
            out.whole(200, {"object": "list", "data": [self._entry(name) for name in self.models]})
        elif request.path == "/v1/chat/completions" and request.method == "POST":
            self._chat(request, out)
        elif request.path == "/tokenize" and self.llama_cpp:
            out.whole(200, {"tokens": list(range(len(list(pieces(request.json["content"])))))})
        elif request.path == "/props" and self.llama_cpp:
            out.whole(200, {"default_generation_settings": {"n_ctx": self.window}, "total_slots": 1})
        else:
            out.whole(404, {"error": {"message": "File Not Found", "type": "not_found_error", "code": 404}})

    def _entry(self, name: str) -> dict[str, Any]:
        owner = "llamacpp" if self.llama_cpp else "twin"
        return {"id": name, "object": "model", "created": 1, "owned_by": owner, **self.more}

    def _chat(self, request: Request, out: Out) -> None:
        asked = request.json
        tokens = len(prompt_tokens(asked["messages"]))
        if refusal := self._refusal(asked, tokens):
            out.whole(refusal.code, refusal.body)
            return
        answer = self.next_answer(request)
        if isinstance(answer, Status | Raw) or (isinstance(answer, Hang | Drop) and not answer.after_chars):
            self.play(answer, out)
            return
        self._write(asked, answer, tokens, out)

    def _refusal(self, asked: dict[str, Any], tokens: int) -> Status | None:
        name = asked.get("model")
        if name not in self.models and not self.llama_cpp:
            text = f"The model `{name}` does not exist or you do not have access to it."
            return Status(404, {"error": {"message": text, "type": "invalid_request_error", "code": "model_not_found"}})
        shape = asked.get("response_format", {}).get("type", "")
        for word in (*asked, shape):
            if word and word in self.refuses:
                if self.bare:
                    return Status(400, "Bad Request")
                text = f"Unsupported parameter: '{word}' is not supported with this model."
                if word in {"max_tokens", "max_completion_tokens"}:
                    other = "max_tokens" if word == "max_completion_tokens" else "max_completion_tokens"
                    text += f" Use '{other}' instead."
                error = {
                    "message": text,
                    "type": "invalid_request_error",
                    "param": word,
                    "code": "unsupported_parameter",
                }
                return Status(400, {"error": error})
        if tokens > self.window:
            text = (
                f"This model's maximum context length is {self.window} tokens. However, you requested {tokens} tokens."
            )
            return Status(400, {"error": {"message": text, "code": "context_length_exceeded"}})
        return None

    def _write(self, asked: dict[str, Any], answer: Answer, prompt: int, out: Out) -> None:
        text = answer.text[: answer.after_chars] if isinstance(answer, Hang | Drop) else written(answer)
        limit = asked.get("max_tokens") or asked.get("max_completion_tokens") or 10**9
        said = [
            *(("reasoning_content", piece) for piece in pieces(self.thinks)),
            *((self.field, p) for p in pieces(text)),
        ]
        reason = "stop" if len(said) <= limit else "length"
        said = said[:limit]
        counted = {"prompt_tokens": prompt, "completion_tokens": len(said), "total_tokens": prompt + len(said)}
        usage = {"usage": counted} if self.usage else {}
        if not self.streams:
            message = {"role": "assistant", self.field: "".join(piece for kind, piece in said if kind == self.field)}
            out.whole(200, {"choices": [{"index": 0, "message": message, "finish_reason": reason}], **usage})
            return
        out.begin("text/event-stream")
        out.piece(": hello\n\n")
        for kind, piece in said:
            out.piece(self._event({kind: piece}, None))
        if isinstance(answer, Hang | Drop):
            out.stop_short(answer)
        out.piece(self._event({}, reason))
        if self.usage and asked.get("stream_options", {}).get("include_usage"):
            out.piece(f"data: {json.dumps({'choices': [], **usage})}\n\n")
        if self.done:
            out.piece("data: [DONE]\n\n")
        out.end()

    def _event(self, delta: dict[str, str], finish: str | None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        event = {"object": "chat.completion.chunk", "choices": [choice]}
        return f"data: {json.dumps(event, ensure_ascii=False)}\n\n"
