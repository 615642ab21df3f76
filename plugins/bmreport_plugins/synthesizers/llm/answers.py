"""What the model must answer, as pydantic models; bounds keep a runaway answer out.

The JSON schema that goes to the server names the ids of this very call: a server that heeds it cannot give an unknown
one. What is checked here says less, so that an answer with one bad id is judged sentence by sentence and not lost.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model, model_validator
from pydantic.json_schema import SkipJsonSchema

from bmreport import ClaimRole

__all__ = ["ROLES", "SUMMARY", "Answer", "PlanAnswer", "SentenceAnswer", "ThemeAnswer", "answer_schema", "plan_schema"]

_LONGEST_TEXT = 20_000
_MOST_ITEMS = 10_000
_MOST_IDS = 1000
_LONGEST_ID = 100

SUMMARY = "summary"
ROLES = {
    "finding": ClaimRole.FINDING,
    SUMMARY: ClaimRole.FINDING,
    "limit": ClaimRole.LIMIT,
    "background": ClaimRole.BACKGROUND,
}
"""What the model's words for the part of a sentence mean in a report."""


def _listed(value: object) -> object:
    """Small models write one id without its list, several in one text, a number, or null for none."""
    if value is None:
        return []
    if isinstance(value, int):
        value = str(value)
    if isinstance(value, str):
        return [part for part in value.replace(";", ",").split(",") if part.strip()]
    return [str(one) if isinstance(one, int) else one for one in value] if isinstance(value, list) else value


def _known_role(value: object) -> object:
    """A part nobody asked for is held to the strictest rules."""
    role = str(value or "").strip().casefold()
    return role if role in ROLES else "finding"


_Text: TypeAlias = Annotated[str, Field(max_length=_LONGEST_TEXT)]
_Role: TypeAlias = Annotated[str, BeforeValidator(_known_role), WithJsonSchema({"type": "string", "enum": list(ROLES)})]
_Flag: TypeAlias = Annotated[bool, BeforeValidator(lambda value: value is True or value == "true")]
_Ids: TypeAlias = Annotated[
    list[Annotated[str, Field(max_length=_LONGEST_ID)]], BeforeValidator(_listed), Field(max_length=_MOST_IDS)
]


class _Lenient(BaseModel):
    """Fields nobody asked for are left aside: they do no harm."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class SentenceAnswer(_Lenient):
    """One sentence as the model gives it."""

    ids: _Ids = Field(default_factory=list)
    text: _Text
    role: _Role = "finding"
    narrative: _Flag = False


class Answer(_Lenient):
    """Sentences in reading order."""

    sentences: list[SentenceAnswer] = Field(max_length=_MOST_ITEMS)

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, data: object) -> object:
        """A list of sentences without the object around it, or one sentence alone, is plain enough."""
        if isinstance(data, list):
            return {"sentences": data}
        return {"sentences": [data]} if isinstance(data, dict) and "text" in data and "sentences" not in data else data


class ThemeAnswer(_Lenient):
    """A section of the plan, and what belongs in it."""

    heading: _Text
    ids: _Ids


class PlanAnswer(_Lenient):
    """The sections of a report in order."""

    themes: list[ThemeAnswer] = Field(max_length=_MOST_ITEMS)


def answer_schema(keys: list[str]) -> type[Answer]:
    """The schema of an answer that rests on these passages only, or on none."""
    # Where no id is wanted none is offered: a small model would fill the list without end.
    ids = _ids_of(keys) if keys else SkipJsonSchema[_Ids]
    sentence = create_model("Sentence", __base__=SentenceAnswer, ids=(ids, Field(default_factory=list)))
    return create_model("Answer", __base__=Answer, sentences=(_list_of(sentence), ...))


def plan_schema(keys: list[str]) -> type[PlanAnswer]:
    """The schema of a plan over these passages."""
    theme = create_model("Theme", __base__=ThemeAnswer, ids=(_ids_of(keys), ...))
    return create_model("Plan", __base__=PlanAnswer, themes=(_list_of(theme), ...))


def _ids_of(keys: list[str]) -> Any:  # noqa: ANN401  # a type made at run time
    return Annotated[_Ids, WithJsonSchema({"type": "array", "items": {"type": "string", "enum": keys}})]


def _list_of(model: type[BaseModel]) -> Any:  # noqa: ANN401  # a type made at run time
    return Annotated[list[model], Field(max_length=_MOST_ITEMS)]  # type: ignore[valid-type]  # made at run time
