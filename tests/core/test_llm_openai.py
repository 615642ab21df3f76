"""OpenAI's protocol, against servers of several makes on a real socket."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bmreport.errors import ServiceError, UsageError
from bmreport.http import BrokenAnswerError, NoConnectionError, SilentError
from bmreport.llm import Prompt, estimate_tokens
from bmreport.llm.address import parse_address
from bmreport.llm.openai_models import entries_of, printed_name, window_of

from ..servers.openai_server import OpenAiServer
from ..servers.playing import Drop, Hang, PlayingServer, Raw, Status
from .llm_asking import GOOD, PROMPT, Told, clean_surroundings, llm_at

TEXT = json.dumps(GOOD)
KEY = "sk-3f9a-not-a-real-key"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, server or cache of whoever runs the tests."""
    clean_surroundings(monkeypatch, tmp_path)


def chats(server: PlayingServer) -> list[dict[str, Any]]:
    """The bodies that /v1/chat/completions was sent."""
    return [request.json for request in server.asked("/v1/chat/completions")]


def words(count: int) -> str:
    """A prompt of so many words, each of them a token or more."""
    return " ".join(["risk"] * count)


def play(*lines: str) -> Status:
    """A stream of these lines."""
    return Status(200, "\n".join(lines), {"Content-Type": "text/event-stream"})


def event(content: str, finish: str | None = None) -> str:
    """One event of a stream."""
    return "data: " + json.dumps({"choices": [{"delta": {"content": content}, "finish_reason": finish}]}) + "\n"


# -- asking ------------------------------------------------------------------------------------------------------


def test_a_model_answers() -> None:
    """What is sent is what the protocol asks for; what comes back is checked, counted and heard."""
    heard: list[int] = []
    with OpenAiServer(("m",), [GOOD]) as server, llm_at(f"{server.url}#m", temperature=0.7, seed=5) as llm:
        reply = llm.ask(PROMPT, Told, heard.append)
        assert (llm.name, llm.is_local) == ("m", True)
    assert reply.value == Told.model_validate(GOOD)
    assert (reply.fault, reply.prompt_cut, reply.answer_cut, reply.cached) == ("", False, False, False)
    assert heard == list(range(1, len(heard) + 1))
    assert reply.answer_tokens == len(heard)
    (asked,) = chats(server)
    assert (asked["model"], asked["stream"], asked["max_tokens"]) == ("m", True, 200)
    assert (asked["temperature"], asked["seed"]) == (0.7, 5)
    shape = asked["response_format"]
    assert (shape["type"], shape["json_schema"]["name"], shape["json_schema"]["strict"]) == (
        "json_schema",
        "Told",
        True,
    )


def test_without_a_name_the_first_model_of_the_list_is_meant() -> None:
    """And its name is known then."""
    with OpenAiServer(("first", "second"), [GOOD]) as server, llm_at(server.url) as llm:
        assert (llm.name, llm.probe().name) == ("first", "first")
        assert llm.ask(PROMPT, Told).value is not None
    assert chats(server)[0]["model"] == "first"


def test_without_a_name_and_without_a_list_a_name_is_asked_for() -> None:
    """With how to give it."""
    with (
        OpenAiServer(lists=False) as server,
        llm_at(server.url) as llm,
        pytest.raises(ServiceError, match="which models") as caught,
    ):
        llm.ask(PROMPT, Told)
    assert f"--llm {server.base_url}#MODEL" in caught.value.remedy


@pytest.mark.parametrize(
    "shape", [{"done": False}, {"streams": False}, {"usage": False}, {"refusal": True}, {"lists": False}]
)
def test_servers_of_other_habits_are_understood(shape: dict[str, Any]) -> None:
    """No [DONE], no stream at all, no count of tokens, the text in the field for refusals, no list of models."""
    with OpenAiServer(("m",), [GOOD], **shape) as server, llm_at(f"{server.url}#m") as llm:
        reply = llm.ask(PROMPT, Told)
    assert reply.value == Told.model_validate(GOOD)
    assert (reply.answer_cut, reply.prompt_cut) == (False, False)
    assert (reply.prompt_tokens is None) == ("usage" in shape)


def test_thoughts_are_a_sign_of_life_and_no_answer() -> None:
    """In fields of their own, as llama.cpp, vLLM and others have them."""
    heard: list[int] = []
    with OpenAiServer(("m",), [GOOD], thinks="Let me see. ") as server, llm_at(f"{server.url}#m") as llm:
        reply = llm.ask(PROMPT, Told, heard.append)
    assert reply.text == TEXT
    assert len(heard) == reply.answer_tokens


def test_events_may_come_in_any_form_that_the_standard_allows() -> None:
    """Without a blank after the colon, with comments, names, \\r\\n, several lines of data, text in parts."""
    half = len(TEXT) // 2
    parts = [{"type": "text", "text": TEXT[:half]}, {"type": "other"}]
    stream = play(
        ": ping\r",
        "event: chunk\r",
        "id: 1\r",
        "data:" + json.dumps({"choices": [{"delta": {"content": parts}}]}) + "\r",
        "\r",
        'data: {"choices":',
        "data: [" + json.dumps({"delta": {"content": TEXT[half:]}, "finish_reason": "stop"}) + "]}",
        "",
        "data: [DONE]",
    )
    with OpenAiServer(("m",), [stream]) as server, llm_at(f"{server.url}#m") as llm:
        assert llm.ask(PROMPT, Told).value == Told.model_validate(GOOD)


def test_a_line_separator_within_a_text_ends_no_event() -> None:
    """U+2028 may stand in JSON as it is."""
    said = {"sentences": [{"text": "One\u2028two\x85three", "ids": ["p1"]}]}
    text = json.dumps(said, ensure_ascii=False)
    line = "data: " + json.dumps(
        {"choices": [{"delta": {"content": text}, "finish_reason": "stop"}]}, ensure_ascii=False
    )
    with OpenAiServer(("m",), [play(line, "")]) as server, llm_at(f"{server.url}#m") as llm:
        reply = llm.ask(PROMPT, Told)
    assert reply.value is not None
    assert reply.value.sentences[0].text == "One\u2028two\x85three"


# -- dialects ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("refused", "sent"),
    [
        ({"json_schema"}, {"response_format": {"type": "json_object"}}),
        ({"json_schema", "json_object"}, {"response_format": None}),
        ({"response_format"}, {"response_format": None}),
        ({"temperature"}, {"temperature": None}),
        ({"seed"}, {"seed": None}),
        ({"stream_options"}, {"stream_options": None}),
        ({"max_tokens"}, {"max_tokens": None, "max_completion_tokens": 200 + 2048}),
        (
            {"temperature", "max_tokens", "seed", "stream_options", "response_format"},
            {"temperature": None, "seed": None},
        ),
    ],
)
def test_what_a_server_refuses_is_left_out_and_remembered(refused: set[str], sent: dict[str, Any]) -> None:
    """One question finds the dialect, the next one is asked in it at once."""
    with OpenAiServer(("m",), lambda _request: GOOD, refuses=refused) as server, llm_at(f"{server.url}#m") as llm:
        assert llm.ask(PROMPT, Told).value is not None
        tries = len(chats(server))
        assert llm.ask(PROMPT, Told).value is not None
        asked = chats(server)
    assert tries <= 8
    assert len(asked) == tries + 1
    assert {name: asked[-1].get(name) for name in sent} == sent
    assert not refused & set(asked[-1])


def test_a_refusal_without_a_word_is_put_down_to_the_shape() -> None:
    """A plain 400 to a question that is well formed otherwise."""
    with (
        OpenAiServer(("m",), lambda _request: GOOD, refuses={"json_schema", "json_object"}, bare=True) as server,
        llm_at(f"{server.url}#m") as llm,
    ):
        assert llm.ask(PROMPT, Told).value is not None
        assert "response_format" not in chats(server)[-1]


def test_a_server_that_refuses_everything_is_told() -> None:
    """The tries end, and the last refusal is told."""
    with (
        OpenAiServer(("m",), lambda _request: Status(400, {"error": {"message": "I do not like this"}})) as server,
        llm_at(f"{server.url}#m") as llm,
        pytest.raises(ServiceError, match="status 400: I do not like this"),
    ):
        llm.ask(PROMPT, Told)
    assert len(chats(server)) <= 5


def test_openai_itself_is_asked_with_its_later_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """max_completion_tokens from the start; no server is needed to see that."""
    from bmreport.http import HttpDoor, Limits
    from bmreport.llm.openai_chat import OpenAiServer as Client

    with HttpDoor(offline=True) as door:
        client = Client(door, parse_address("openai:gpt-5", {}), None, Limits(), Limits(), local=False)
        assert client._dialect.limit == "max_completion_tokens"


# -- the window --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "window"),
    [
        ({"max_model_len": 32768}, 32768),
        ({"context_window": 131072}, 131072),
        ({"context_length": 8000}, 8000),
        ({"meta": {"n_ctx": 2048, "n_ctx_train": 8192}}, 2048),
        ({"max_model_len": "many", "meta": []}, 4096),
        ({}, 4096),
    ],
)
def test_the_window_is_what_the_list_says(more: dict[str, Any], window: int) -> None:
    """In the words of vLLM, Groq, OpenRouter and llama.cpp; else what is safe."""
    with OpenAiServer(("m",), more=more) as server, llm_at(f"{server.url}#m") as llm:
        assert llm.context_tokens() == window


def test_llama_cpp_tells_the_window_of_a_slot() -> None:
    """In /props, where its list of models does not."""
    with OpenAiServer(("/models/x.gguf",), window=3000, llama_cpp=True) as server, llm_at(f"{server.url}#any") as llm:
        assert llm.context_tokens() == 3000


def test_openai_s_windows_are_known_to_the_client() -> None:
    """Its list has none; what is not listed is newer and larger."""
    for model, window in (("gpt-4", 8192), ("gpt-4o-mini", 128_000), ("gpt-3.5-turbo", 16_385), ("gpt-9", 128_000)):
        assert window_of({"id": model}, parse_address(f"openai:{model}", {})) == window
    assert window_of({"id": "gpt-4"}, parse_address("https://example.org/v1#gpt-4", {})) is None


def test_tokens_are_counted_by_the_server_where_it_can() -> None:
    """Once for each text; short texts are not worth a call."""
    text = "Aspirin lowered the risk of myocardial infarction. " * 5
    with OpenAiServer(("m",), llama_cpp=True) as server, llm_at(f"{server.url}#m") as llm:
        counts = [llm.count_tokens(text) for _call in range(5)]
        assert llm.count_tokens("short") == estimate_tokens("short")
        assert counts == [len(list(_pieces(text)))] * 5
    assert len(server.asked("/tokenize")) == 1


def test_where_it_cannot_they_are_estimated() -> None:
    """It is asked once and then left in peace, also when it is not there."""
    text = "Aspirin lowered the risk of myocardial infarction. "
    with OpenAiServer(("m",)) as server, llm_at(f"{server.url}#m") as llm:
        for count in range(5, 9):
            assert llm.count_tokens(text * count) == estimate_tokens(text * count)
    assert len(server.asked("/tokenize")) == 1
    with llm_at(f"{server.url}#m") as llm:
        assert llm.count_tokens(text * 5) == estimate_tokens(text * 5)


def test_a_prompt_that_is_too_long_is_told() -> None:
    """A status from the server, or an error in the stream; not taken for a refusal of the format."""
    in_stream = play('data: {"error": {"message": "exceeds the available context size", "code": 400}}', "")
    with OpenAiServer(("m",), [in_stream], window=1000) as server, llm_at(f"{server.url}#m") as llm:
        for prompt in (Prompt("s", words(2000), 100), PROMPT):
            with pytest.raises(ServiceError, match="longer than the model's context"):
                llm.ask(prompt, Told)
    assert len(chats(server)) == 2


def test_a_prompt_that_was_cut_is_noticed() -> None:
    """Ollama's imitation of this protocol cuts in silence: fewer tokens than words are only a part."""
    usage = {"prompt_tokens": 900, "completion_tokens": 5}
    stream = play(event(TEXT, "stop"), "data: " + json.dumps({"choices": [], "usage": usage}), "", "data: [DONE]", "")
    with OpenAiServer(("m",), [stream, stream], window=9999) as server, llm_at(f"{server.url}#m") as llm:
        assert llm.ask(Prompt("s", words(1200), 100), Told).prompt_cut
        assert not llm.ask(Prompt("s", words(800), 100), Told).prompt_cut


def test_an_answer_is_asked_for_that_fits_beside_its_prompt() -> None:
    """Servers refuse a limit that goes beyond the window together with the prompt."""
    with OpenAiServer(("m",), [GOOD], more={"max_model_len": 2048}) as server, llm_at(f"{server.url}#m") as llm:
        prompt = Prompt("s", words(1000), 1900)
        llm.ask(prompt, Told)
        assert chats(server)[0]["max_tokens"] + llm.count_tokens(prompt.user) <= 2048


def test_an_answer_cut_at_its_limit_is_told() -> None:
    """finish_reason is `length`; half a document has a fault."""
    with OpenAiServer(("m",), [GOOD]) as server, llm_at(f"{server.url}#m") as llm:
        reply = llm.ask(Prompt("s", "u", 5), Told)
    assert (reply.value, reply.answer_cut) == (None, True)
    assert reply.fault == "the answer is no JSON: it ends before it is complete"


# -- keys --------------------------------------------------------------------------------------------------------


def test_a_key_is_sent_and_its_refusal_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """BMREPORT_LLM_KEY for an address; a wrong one is told without its text, with where to put it."""
    with OpenAiServer(("m",), lambda _request: GOOD, key=KEY) as server:
        monkeypatch.setenv("BMREPORT_LLM_KEY", KEY)
        with llm_at(f"{server.url}#m") as llm:
            assert llm.ask(PROMPT, Told).value is not None
        for wrong in ("sk-wrong-key-0815", ""):
            monkeypatch.setenv("BMREPORT_LLM_KEY", wrong)
            with llm_at(f"{server.url}#m") as llm, pytest.raises(ServiceError, match="wants a valid key") as caught:
                llm.ask(PROMPT, Told)
            assert "BMREPORT_LLM_KEY" in caught.value.remedy
            assert "0815" not in str(caught.value)


def test_openai_base_url_gets_openai_s_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no other one."""
    with OpenAiServer(("m",), [GOOD], key=KEY) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("BMREPORT_LLM_KEY", "sk-another")
        with llm_at("openai:m") as llm:
            assert llm.ask(PROMPT, Told).value is not None


def test_a_key_in_the_clear_is_refused_before_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the model is opened."""
    monkeypatch.setenv("BMREPORT_LLM_KEY", KEY)
    with pytest.raises(UsageError, match="anybody on the way"), llm_at("http://192.0.2.1:8000#m"):
        pytest.fail("it was opened")


# -- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (Hang(), SilentError, r"sent nothing for 0\.5 s"),
        (Hang(after_chars=20), SilentError, r"sent nothing for 0\.5 s"),
        (Drop(), NoConnectionError, "Cannot connect to the model server"),
        (Drop(after_chars=20), BrokenAnswerError, "broke off in the middle of its answer"),
        (Raw(b"garbage\r\n\r\n"), BrokenAnswerError, "sent no HTTP"),
        (Status(200, "<html><title>Log in</title>", {"Content-Type": "text/html"}), BrokenAnswerError, "a web page"),
        (Status(200, "<html>no type"), BrokenAnswerError, "sent “<html>no type” where"),
        (play("data: no json", ""), BrokenAnswerError, "where a piece of an answer was due"),
        (play("data: [1]", ""), BrokenAnswerError, "where a piece of an answer was due"),
        (play('data: {"error": {"message": "CUDA error"}}', ""), ServiceError, "stopped with an error: CUDA error"),
        (play('error: {"message": "slot unavailable", "code": 503}', ""), ServiceError, "slot unavailable"),
        (play('data: {"error": "it broke"}', ""), ServiceError, "it broke"),
        (play(event("{")), BrokenAnswerError, "ended its answer in the middle"),
        (play(""), BrokenAnswerError, "ended its answer in the middle"),
        (play(event("", "stop"), "data: [DONE]", ""), ServiceError, "Empty synthesis response"),
        (play(event("", "length"), ""), ServiceError, "Empty synthesis response: it spent all its words on thinking"),
        (play(event("", "content_filter"), ""), ServiceError, "its content filter stopped it"),
        (Status(500, {"error": {"message": "it broke"}}), ServiceError, "status 500: it broke"),
        (Status(503, {"error": {"message": "Loading model"}}), ServiceError, "status 503: Loading model"),
        (Status(429, "", {"Retry-After": "7200"}), ServiceError, "it asks to wait 7200 s"),
        ("", ServiceError, "Empty synthesis response"),
    ],
)
def test_a_server_that_fails_ends_in_words(answer: object, kind: type[ServiceError], said: str) -> None:
    """Each failure is a ServiceError with the place, what happened, and what to do."""
    with OpenAiServer(("m",), [answer]) as server, llm_at(f"{server.url}#m", timeout=0.5) as llm:
        with pytest.raises(kind, match=said) as caught:
            llm.ask(PROMPT, Told)
        assert server.url in caught.value.where
    assert caught.value.remedy
    assert caught.value.exit_code == 6


@pytest.mark.parametrize(
    "stream",
    [
        play("data: {}", "", event(TEXT, "stop")),
        play('data: {"choices": []}', "", 'data: {"choices": [5]}', "", event(TEXT, "stop")),
        play('data: {"choices": [{"delta": null}], "usage": null}', "", event(TEXT, "stop")),
        play('data: {"choices": [{"delta": {"content": null, "role": "assistant"}}]}', "", event(TEXT, "stop")),
    ],
)
def test_events_without_text_do_no_harm(stream: Status) -> None:
    """What a server sends is data: anything may be missing or of another kind."""
    with OpenAiServer(("m",), [stream]) as server, llm_at(f"{server.url}#m") as llm:
        assert llm.ask(PROMPT, Told).value is not None


def test_a_model_in_a_loop_is_stopped() -> None:
    """The answer ends soon after the loop began."""
    with OpenAiServer(("m",), [TEXT[:-4] + "and so on, " * 20_000]) as server, llm_at(f"{server.url}#m") as llm:
        reply = llm.ask(Prompt("s", "u", 50_000), Told)
    assert (reply.value, reply.answer_cut) == (None, True)
    assert reply.fault.startswith("the answer repeats itself without end")


def test_a_missing_model_is_told_with_those_that_are_there() -> None:
    """By a look at the list, and by the server when it is asked all the same."""
    with OpenAiServer(("first", "second")) as server, llm_at(f"{server.url}#third") as llm:
        with pytest.raises(ServiceError, match=r"the model third is not there \(it has first, second\)"):
            llm.probe()
        with pytest.raises(ServiceError, match="the model third is not there"):
            llm.ask(PROMPT, Told)


def test_nobody_there_is_told() -> None:
    """With the address."""
    with PlayingServer() as server:
        address = f"{server.url}#m"
    with llm_at(address) as llm:
        for ask in (llm.probe, llm.context_tokens, lambda: llm.ask(PROMPT, Told)):
            with pytest.raises(NoConnectionError, match="Cannot connect to the model server"):
                ask()


# -- looking -----------------------------------------------------------------------------------------------------


def test_a_look_says_what_stands_behind_the_address() -> None:
    """A model on the list, a llama.cpp that serves its only one under any name, a server without a list."""
    with OpenAiServer(("m",), more={"max_model_len": 500}) as server, llm_at(f"{server.url}#m") as llm:
        assert (llm.probe().detail, llm.probe().context_tokens) == ("twin", 500)
    with OpenAiServer(("/models/x.gguf",), llama_cpp=True) as server:
        with llm_at(f"{server.url}#any") as llm:
            assert (llm.probe().name, llm.probe().detail) == ("any", "llamacpp, serves x.gguf")
        with llm_at(server.url) as llm:
            assert (llm.probe().name, llm.probe().detail) == ("x.gguf", "llamacpp")
    with OpenAiServer(("m",), lists=False) as server, llm_at(f"{server.url}#m") as llm:
        assert llm.probe().detail == "the server does not list its models"


@pytest.mark.parametrize("listed", [None, [], {}, {"data": None}, {"data": [1, {"id": 3}, {"name": "x"}]}, "text"])
def test_lists_of_another_shape_are_empty(listed: object) -> None:
    """No crash whatever a server says."""
    assert entries_of(listed) == []


@pytest.mark.parametrize(
    ("model", "printed"),
    [
        ("/home/jane/models/x.gguf", "x.gguf"),
        ("C:\\models\\x.gguf", "x.gguf"),
        ("meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-8B"),
        ("gpt-4o", "gpt-4o"),
    ],
)
def test_no_folder_of_a_machine_is_printed(model: str, printed: str) -> None:
    """llama.cpp names a model by its file; organisations keep theirs."""
    assert printed_name(model) == printed


def _pieces(text: str) -> list[str]:
    from ..servers.playing import pieces

    return list(pieces(text))
