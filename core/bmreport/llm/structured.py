"""Finding the JSON in what a model wrote, and holding it against a schema."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from bmreport.http.shown import shown_text
from bmreport.llm.protocol import M

if TYPE_CHECKING:
    from typing import NoReturn

    from pydantic import ValidationError

_THOUGHT = re.compile(r"\s*<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_END_OF_THOUGHT = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*(?:json[0-9a-z]*)?[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r"[{\[]")
_BEGUN = re.compile(r"\[?\s*\{\s*(?:[\"'}]|\Z)")  # an object with its first name, alone or as the first of a list
_MOST_STARTS = 40
_NO_JSON = "the answer is no JSON"


@dataclass(frozen=True)
class Reading(Generic[M]):
    """An answer as its schema has it, or else what is wrong with it."""

    value: M | None
    fault: str


class _FaultError(ValueError):
    """What is wrong with a text that should be JSON."""


def read_answer(text: str, schema: type[M], *, cut: bool = False) -> Reading[M]:
    """The answer in a text. Prose, code fences and spoken thoughts around the JSON do no harm; nothing is mended.

    The first object that fits the schema counts. `cut` says that the text ended before its time. Raises nothing.
    """
    said = _THOUGHT.sub("", text, count=1)
    if _END_OF_THOUGHT.search(said.partition("{")[0]):  # some templates print the end of a thought only
        said = _END_OF_THOUGHT.split(said, maxsplit=1)[1]
    parts, broken = _candidates(said)
    faults = []
    for part in parts:
        reading = _checked(part, schema)
        if reading.value is not None:
            return reading
        faults.append(reading.fault)
    missing = f"{_NO_JSON}: {'it ends before the JSON begins' if cut else 'there is no object in it'}"
    return Reading(None, next(iter([*faults, *broken]), missing))


def _candidates(text: str) -> tuple[list[str], list[str]]:
    """Texts that may be the answer: all of it, what is fenced as code, and each object that stands in the prose.

    The second list says what is wrong with an object that breaks off. What stands inside a broken one is no answer.
    """
    if _is_json(text):
        return [text.strip()], []
    found = [inside for fence in _FENCE.finditer(text) if (inside := fence[1].strip()).startswith("{")]
    decoder = json.JSONDecoder()
    position = 0
    for _start in range(_MOST_STARTS):  # each start may read to the end, so their number is bounded
        opening = _OPENING.search(text, position)
        if opening is None:
            break
        start = opening.start()
        try:
            value, position = decoder.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            if _BEGUN.match(text, start):
                return found, [f"{_NO_JSON}: {_json_fault(error)}"]
            position = start + 1
        else:
            if isinstance(value, dict):
                found.append(text[start:position])
    return found, []


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _checked(text: str, schema: type[M]) -> Reading[M]:
    from pydantic import ValidationError  # loaded where a model answers; the settings of a run do without

    try:
        json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except _FaultError as error:
        return Reading(None, str(error))
    except (ValueError, RecursionError) as error:
        return Reading(None, f"{_NO_JSON}: {_json_fault(error)}")
    try:
        return Reading(schema.model_validate_json(text, strict=True), "")
    except ValidationError as error:
        return Reading(None, _first_fault(error))


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; a name that stands in it twice would lose one of its values in silence."""
    out = dict(pairs)
    if len(out) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _FaultError(f"{shown_text(twice, 60)!r} is given twice in one object")
    return out


def _no_number(name: str) -> NoReturn:
    raise _FaultError(f"{_NO_JSON}: {name} is no number")


def _first_fault(error: ValidationError) -> str:
    """The first fault in plain words, such as "sentences.0.ids: field required (and 2 more faults)"."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    first = faults[0]
    place = ".".join(shown_text(str(part), 60) for part in first["loc"])
    words = shown_text(first["msg"])
    if first["type"] == "json_invalid":
        place, words = _NO_JSON, words.removeprefix("Invalid JSON: ")
    words = words[:1].lower() + words[1:]
    more = f" (and {len(faults) - 1} more {'fault' if len(faults) == 2 else 'faults'})" if len(faults) > 1 else ""
    return f"{place}: {words}{more}" if place else f"{words}{more}"


def _json_fault(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if not isinstance(error, json.JSONDecodeError):
        return shown_text(str(error))
    if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
        return "it ends before it is complete"
    message = error.msg[:1].lower() + error.msg[1:]
    return f"{message} at line {error.lineno}, column {error.colno}"
