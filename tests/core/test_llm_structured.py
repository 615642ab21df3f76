"""Finding and checking the JSON in what a model wrote; loops; what servers are told of a schema."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from bmreport.llm.listening import Listener
from bmreport.llm.loops import is_looping
from bmreport.llm.protocol import ignore
from bmreport.llm.schemas import wire_schema
from bmreport.llm.structured import read_answer

from .llm_asking import GOOD, Told

TEXT = json.dumps(GOOD)


def fault_of(text: str, *, cut: bool = False) -> str:
    """What is wrong with an answer; it must be something, on one line."""
    reading = read_answer(text, Told, cut=cut)
    assert reading.value is None
    assert reading.fault
    assert "\n" not in reading.fault
    return reading.fault


# -- finding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        json.dumps(GOOD, indent=2),
        f"  \n{TEXT}\n\n",
        f"\ufeff{TEXT}",
        f"```json\n{TEXT}\n```",
        f"```JSON\n{TEXT}",
        f"```\n{TEXT}\n```",
        f"Sure! Here is the answer:\n{TEXT}\nI hope this helps {{smile}}.",
        f"Using {{placeholders}} and [1], as you asked: {TEXT}",
        f'<think>Shall I write {{"sentences": []}}? No.</think>\n{TEXT}',
        f"<THINK>\n{TEXT.replace('22', '99')}\n</THINK>{TEXT}",
        f"Let me think about it.</think>{TEXT}",
        f'The schema is {{"type": "object", "properties": {{}}}}.\n{TEXT}',
        f'{{"note": "first"}} {TEXT}',
        f"{TEXT}\n{json.dumps({'sentences': [{'text': 'second', 'ids': ['p9']}]})}",
        f'{TEXT}{{"sentences": [{{',
    ],
)
def test_the_answer_is_found_among_what_surrounds_it(text: str) -> None:
    """Fences, prose, thoughts, other objects, a second answer: the first that fits counts."""
    reading = read_answer(text, Told)
    assert reading.fault == ""
    assert reading.value == Told.model_validate(GOOD)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("I cannot help with medical questions.", "the answer is no JSON: there is no object in it"),
        ("", "the answer is no JSON: there is no object in it"),
        ("L'aspirine est efficace.", "the answer is no JSON: there is no object in it"),
        (TEXT[:30], "the answer is no JSON: it ends before it is complete"),
        (TEXT[:-2], "the answer is no JSON: it ends before it is complete"),
        (f"```json\n{TEXT[:-2]}", "the answer is no JSON: it ends before it is complete"),
        (f"Here: {TEXT[:-2]}", "the answer is no JSON: it ends before it is complete"),
        (TEXT.replace('"]', '",]'), "the answer is no JSON: "),
        (TEXT.replace('"', "'"), "the answer is no JSON: expecting property name enclosed in double quotes"),
        ("<think>" + TEXT, "the answer is no JSON: there is no object in it"),
        ("[]", "input should be an object"),
        (json.dumps([GOOD]), "input should be an object"),
        ('{"sentences": []}', "sentences: list should have at least 1 item after validation, not 0"),
        ("{}", "sentences: field required"),
        ('{"sentences": [{"text": "x"}]}', "sentences.0.ids: field required"),
        ('{"sentences": [{"ids": ["a"]}, {"text": "x"}]}', "sentences.0.text: field required (and 1 more fault)"),
        ('{"sentences": [{"text": 5, "ids": ["a"]}]}', "sentences.0.text: input should be a valid string"),
        ('{"sentences": [{"text": "x", "ids": [3]}]}', "sentences.0.ids.0: input should be a valid string"),
        ('{"sentences": [{"text": "x", "text": "y", "ids": ["a"]}]}', "'text' is given twice in one object"),
        ('{"sentences": NaN}', "the answer is no JSON: NaN is no number"),
        ('{"sentences": [{"text": "\\ud800", "ids": ["a"]}]}', "the answer is no JSON: "),
        ('{"sentences": ' + "9" * 5000 + "}", "the answer is no JSON: "),
        ('{"sentences": ' + "[" * 100_000 + "]" * 100_000 + "}", "the answer is no JSON: it is nested too deeply"),
    ],
)
def test_a_bad_answer_is_told_in_words_for_the_model(text: str, fault: str) -> None:
    """Prose, half of it, another shape: the first fault, with its place."""
    assert fault_of(text).startswith(fault)


def test_what_was_cut_before_it_began_is_told() -> None:
    """A model that spent its words on thinking."""
    assert (
        fault_of("<think>Well, the passages say", cut=True) == "the answer is no JSON: it ends before the JSON begins"
    )


def test_pieces_of_a_broken_answer_are_no_answer() -> None:
    """With a schema whose fields are all optional, an object within a broken one would fit by chance."""

    class Loose(BaseModel):
        sentences: list[str] = Field(default_factory=list)

    for broken in (
        '{"sentences": [{"text": "x"}',
        '{"a": {"text": "x"}, }',
        '[{"text": "x"}, {"text": "y"',
        '{"a": [{}, {',
    ):
        assert read_answer(broken, Loose).value is None


def test_nothing_is_turned_into_what_it_is_not() -> None:
    """No number out of a text, no truth out of a number: such an answer is asked for again."""

    class Strict(BaseModel):
        sure: bool
        share: float

    assert read_answer('{"sure": true, "share": 1}', Strict).value == Strict(sure=True, share=1.0)
    assert read_answer('{"sure": 1, "share": 1}', Strict).fault == "sure: input should be a valid boolean"
    assert read_answer('{"sure": true, "share": "1"}', Strict).fault == "share: input should be a valid number"


def test_a_fault_cannot_carry_a_page_of_the_model_s_words() -> None:
    """A name that the model made up is quoted short and without hidden characters."""

    class Closed(BaseModel):
        model_config = ConfigDict(extra="forbid")

    fault = read_answer(json.dumps({"\u202eignore\x1b[31m the above " * 50: 1}), Closed).fault
    assert len(fault) < 200
    assert fault.isprintable()


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=120), st.integers(0, len(TEXT)), st.text(alphabet='{}[]",:\\`<think>/ \n', max_size=30))
def test_any_text_is_an_answer_or_has_a_fault(before: str, end: int, after: str) -> None:
    """Whatever is cut or stuck on: no crash, and exactly one of value and fault."""
    reading = read_answer(f"{before}{TEXT[:end]}{after}", Told)
    assert (reading.value is None) == bool(reading.fault)


def test_many_braces_take_little_time() -> None:
    """A model that writes nothing but brackets is read in time that grows with their number, not its square."""
    for text in (
        "{" * 200_000,
        "[" * 200_000,
        '{"a":' * 50_000,
        "{} " * 100_000,
        "<think>" * 50_000,
        "```json\n" * 30_000,
    ):
        fault_of(text)


# -- loops -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "piece", ["a", "\n", " \n", "ab", "The risk was lower. ", '"22%",\n      "Aspirin",\n', "x" * 199 + "."]
)
def test_a_loop_is_seen(piece: str) -> None:
    """One piece over and over, from a single character to a paragraph, whatever stands before it."""
    assert is_looping("The trial enrolled 120 men. " * 2 + piece * (1 + 1200 // len(piece)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "short",
        "The risk was lower. " * 30,
        json.dumps(
            {"sentences": [{"text": f"Trial {n} found a risk ratio of 0.{n}.", "ids": [f"p{n}"]} for n in range(40)]}
        ),
        "-" * 700,
        "The trial found this. " * 60 + "Then it found another thing altogether, as the authors say.",
    ],
)
def test_what_only_resembles_a_loop_is_none(text: str) -> None:
    """Short repeats, sentences of one pattern with other figures, a rule of dashes, a loop that has ended."""
    assert not is_looping(text)


def listened(pieces: list[str], max_tokens: int = 100, silence: float = 60.0) -> Listener:
    """A listener that took pieces until it was full."""
    listener = Listener(max_tokens, silence, "here", ignore)
    for piece in pieces:
        listener.take(piece)
        if listener.full:
            break
    return listener


def test_listening_ends_with_a_loop() -> None:
    """Soon after it has begun, not at the end of the room for answers."""
    listener = listened(["Fine. "] + ["and so on, "] * 10_000, max_tokens=100_000)
    assert (listener.full, listener.looped) == (True, True)
    assert len(listener.text) < 2_000


def test_listening_ends_where_an_answer_is_far_too_long() -> None:
    """A server that does not keep to the number of tokens is not listened to for ever, even in one piece."""
    many = [f"Sentence {number} of many. " for number in range(100_000)]
    for pieces in (many, ["".join(many)]):
        listener = listened(pieces)
        assert (listener.full, listener.looped, len(listener.text)) == (True, False, 100 * 8 + 4_000)


def test_spoken_thoughts_have_more_room() -> None:
    """A model that thinks aloud before its answer is heard out."""
    listener = listened(["<think>", *[f"Thought {number}. " for number in range(2_000)], "</think>", TEXT])
    assert not listener.full
    assert read_answer(listener.text, Told).value is not None


# -- schemas -----------------------------------------------------------------------------------------------------


def test_servers_get_the_shape_and_not_the_bounds() -> None:
    """Names, types and choices stay; lengths, patterns and titles go; nothing is optional and nothing may be added."""

    class Part(BaseModel):
        title: str = Field(default="x", max_length=4000, pattern="^a$")
        kind: Literal["a", "b"] = "a"
        rank: int | None = Field(default=None, ge=0)

    class Whole(BaseModel):
        """A docstring."""

        default: list[Part] = Field(min_length=1, max_length=9)

    schema = wire_schema(Whole)
    part = schema["$defs"]["Part"]
    assert schema["required"] == ["default"]
    assert schema["properties"]["default"] == {"type": "array", "items": {"$ref": "#/$defs/Part"}}
    assert part["required"] == ["title", "kind", "rank"]
    assert part["properties"]["title"] == {"type": "string"}
    assert part["properties"]["kind"]["enum"] == ["a", "b"]
    assert part["properties"]["rank"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert schema["additionalProperties"] is part["additionalProperties"] is False


def test_the_bounds_are_kept_by_validation() -> None:
    """What was not sent is checked all the same."""
    long: dict[str, Any] = {"sentences": [{"text": "x" * 2001, "ids": ["a"]}]}
    assert fault_of(json.dumps(long)) == "sentences.0.text: string should have at most 2000 characters"
