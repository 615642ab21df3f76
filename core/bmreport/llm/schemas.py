"""The JSON schema of an answer, in the form that servers understand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

# What servers refuse or, as llama.cpp does with lengths, unfold into grammars too large to load. pydantic checks all
# of it when the answer is there.
_LEFT_OUT = frozenset(
    {"title", "default", "examples", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems"}
    | {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "discriminator"}
)


def wire_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The shape that an answer must have: names, types and choices. Every field is asked for, and no other one."""
    return _object(model.model_json_schema())


def _object(schema: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for word, value in schema.items():
        if word in {"properties", "$defs"}:
            # Here the keys are names that the author chose, and not words of the schema language.
            out[word] = {name: _object(part) for name, part in value.items()}
        elif word not in _LEFT_OUT:
            out[word] = _part(value)
    if "properties" in out:
        out["required"] = list(out["properties"])
        out["additionalProperties"] = False
    return out


def _part(value: Any) -> Any:  # noqa: ANN401  # any JSON value may stand in a schema
    if isinstance(value, dict):
        return _object(value)
    return [_part(item) for item in value] if isinstance(value, list) else value
