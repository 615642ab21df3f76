"""What one server understands of OpenAI's protocol, learnt from what it refuses."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bmreport.llm.server import Question

_REFUSALS = frozenset({400, 422, 500, 501})
_PLAIN_REFUSALS = frozenset({400, 422})
_ABOUT_SHAPE = re.compile(r"response_format|json_schema|json_object|json mode|schema|grammar|structured|strict")
_REASONING_ROOM = 2048  # tokens for what a model thinks before it answers; max_completion_tokens counts them as well
# The shape of the answer, from the most that can be asked for to the least.
_SHAPES = ("strict", "schema", "object", "")


@dataclass(frozen=True)
class Dialect:
    """The parameters that a server is sent."""

    shape: int = 0
    limit: str = "max_tokens"
    limit_changed: bool = False
    temperature: bool = True
    seed: bool = True
    usage: bool = True

    def body(self, question: Question, model: str) -> dict[str, Any]:
        """A question in this dialect."""
        room = 0 if self.limit == "max_tokens" else _REASONING_ROOM
        body: dict[str, Any] = {
            "model": model,
            "messages": [
                {"role": "system", "content": question.system},
                {"role": "user", "content": question.user},
            ],
            "stream": True,
            self.limit: min(question.max_tokens, question.room_in(question.window)) + room,
        }
        if self.temperature:
            body["temperature"] = question.temperature
        if self.seed:
            body["seed"] = question.seed
        if self.usage:
            body["stream_options"] = {"include_usage": True}
        if shape := self._shape(question):
            body["response_format"] = shape
        return body

    def without(self, status: int, said: str) -> Dialect | None:
        """The dialect without what the server refused in these words; None when nothing can be left out for it.

        A plain refusal that names nothing is put down to the shape of the answer, the newest part of the protocol.
        """
        if status not in _REFUSALS:
            return None
        said = said.lower()
        if self.limit in said and not self.limit_changed:
            other = "max_tokens" if self.limit == "max_completion_tokens" else "max_completion_tokens"
            return replace(self, limit=other, limit_changed=True)
        if "temperature" in said and self.temperature:
            return replace(self, temperature=False)
        if "seed" in said and self.seed:
            return replace(self, seed=False)
        if ("stream_options" in said or "include_usage" in said) and self.usage:
            return replace(self, usage=False)
        if self.shape + 1 < len(_SHAPES) and (_ABOUT_SHAPE.search(said) or status in _PLAIN_REFUSALS):
            return replace(self, shape=self.shape + 1)
        return None

    def _shape(self, question: Question) -> dict[str, Any] | None:
        kind = _SHAPES[self.shape]
        if kind == "object":
            return {"type": "json_object"}
        if not kind:
            return None
        schema = {"name": question.schema_name, "schema": question.schema, "strict": kind == "strict"}
        return {"type": "json_schema", "json_schema": schema}
