"""Ollama's own protocol, against a twin on a real socket."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bmreport.errors import ServiceError
from bmreport.http import BrokenAnswerError, NoConnectionError, SilentError
from bmreport.llm import Prompt

from ..servers.ollama_server import OllamaServer
from ..servers.playing import Drop, Hang, PlayingServer, Raw, Request, Status
from .llm_asking import GOOD, PROMPT, Told, clean_surroundings, llm_at

TEXT = json.dumps(GOOD)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, server or cache of whoever runs the tests."""
    clean_surroundings(monkeypatch, tmp_path)


def at(server: PlayingServer, model: str = "m") -> str:
    """The address of a model of this server."""
    return f"ollama+{server.url}#{model}"


def chats(server: PlayingServer) -> list[dict[str, Any]]:
    """The bodies that /api/chat was sent."""
    return [request.json for request in server.asked("/api/chat")]


def words(count: int) -> str:
    """A prompt of so many words, each of them a token or more."""
    return " ".join(["risk"] * count)


# -- asking ------------------------------------------------------------------------------------------------------


def test_a_model_answers() -> None:
    """What is sent is what the protocol asks for; what comes back is checked, counted and heard."""
    heard: list[int] = []
    with OllamaServer({"m": 8192}, [GOOD]) as server, llm_at(at(server), temperature=0.7, seed=5) as llm:
        reply = llm.ask(PROMPT, Told, heard.append)
    assert reply.value == Told.model_validate(GOOD)
    assert (reply.fault, reply.prompt_cut, reply.answer_cut, reply.cached) == ("", False, False, False)
    assert heard == list(range(1, len(heard) + 1))
    assert reply.answer_tokens == len(heard)
    (asked,) = chats(server)
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert (asked["model"], asked["stream"], asked["truncate"], asked["shift"]) == ("m", True, False, False)
    assert (asked["options"]["temperature"], asked["options"]["seed"]) == (0.7, 5)
    assert asked["format"]["required"] == ["sentences"]
    assert "think" not in asked


def test_the_short_form_finds_the_server_in_ollama_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ollama:m` with OLLAMA_HOST."""
    with OllamaServer({"m": 8192}, [GOOD]) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url.removeprefix("http://"))
        with llm_at("ollama:m") as llm:
            assert llm.ask(PROMPT, Told).value is not None
            assert (llm.name, llm.is_local, llm.address.short) == ("m", True, "ollama")


@pytest.mark.parametrize(
    ("capabilities", "family", "think"),
    [(("completion",), "llama", None), (("completion", "thinking"), "qwen3", False), (("thinking",), "gptoss", "low")],
)
def test_models_that_think_are_asked_to_be_brief(capabilities: tuple[str, ...], family: str, think: object) -> None:
    """Thoughts are no part of the answer but a sign of life; gpt-oss cannot be told to stop."""
    heard: list[int] = []
    thoughts = "Let me think. " if think == "low" else ""
    with (
        OllamaServer({"m": 8192}, [GOOD], capabilities=capabilities, family=family, thinks=thoughts) as server,
        llm_at(at(server)) as llm,
    ):
        reply = llm.ask(PROMPT, Told, heard.append)
        assert chats(server)[0].get("think") == think
    assert reply.text == TEXT
    assert reply.value is not None
    assert len(heard) == reply.answer_tokens


def test_thinking_does_not_eat_the_answer() -> None:
    """The limit on tokens leaves room for thoughts, which Ollama counts with the answer."""
    with (
        OllamaServer({"m": 8192}, [GOOD], capabilities=("thinking",), family="gptoss", thinks="so " * 300) as server,
        llm_at(at(server)) as llm,
    ):
        reply = llm.ask(PROMPT, Told)
    assert (reply.value is not None, reply.answer_cut) == (True, False)


# -- the window --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "modelfile", "window"),
    [
        (8192, "", 8192),
        (131072, "stop x\nnum_ctx                        16384\n", 16384),
        (4096, "num_ctx 99999", 4096),
    ],
)
def test_the_window_is_the_model_s_or_what_its_modelfile_says(length: int, modelfile: str, window: int) -> None:
    """The lower number counts."""
    with OllamaServer({"m": length}, modelfile=modelfile) as server, llm_at(at(server)) as llm:
        assert [llm.context_tokens() for _call in range(3)] == [window] * 3
    assert len(server.asked("/api/show")) == 1


def test_settings_set_the_window() -> None:
    """Without asking the server."""
    with llm_at("ollama+http://127.0.0.1:9#m", context_tokens=1234) as llm:
        assert llm.context_tokens() == 1234


def test_num_ctx_is_what_a_call_needs_and_never_shrinks() -> None:
    """Room for prompt and answer, in large steps up to the window, for each change loads the model anew."""
    with OllamaServer({"m": 20_000}, lambda _request: GOOD) as server, llm_at(at(server)) as llm:
        for count in (10, 1500, 10, 6000):
            llm.ask(Prompt("s", words(count), 300), Told)
        sizes = [asked["options"]["num_ctx"] for asked in chats(server)]
        for asked in chats(server):
            counted = llm.count_tokens(asked["messages"][1]["content"])
            assert counted + asked["options"]["num_predict"] <= asked["options"]["num_ctx"]
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[2]) == (2048, sizes[1])
    assert 6300 < sizes[3] <= 20_000


def test_the_answer_is_shortened_before_the_window_runs_full() -> None:
    """A window that runs full while the model writes would lose the beginning of the prompt."""
    with OllamaServer({"m": 2048}, [GOOD]) as server, llm_at(at(server)) as llm:
        llm.ask(Prompt("s", words(1000), 1900), Told)
        options = chats(server)[0]["options"]
        assert options["num_ctx"] == 2048
        assert options["num_predict"] + llm.count_tokens(words(1000)) <= 2048


@pytest.mark.parametrize("how", ["full", "half"])
def test_a_prompt_that_was_cut_is_noticed(how: Any) -> None:
    """By the server's count of its tokens, for both ways in which Ollama cuts; the status says nothing of it."""
    with OllamaServer({"m": 2048}, [GOOD], cut=how) as server, llm_at(at(server)) as llm:
        reply = llm.ask(Prompt("s", words(2500), 100), Told)
        assert len(server.seen[0]) < len(words(2500))
    assert (reply.prompt_cut, reply.value is not None) == (True, True)
    assert reply.prompt_tokens == (2048 if how == "full" else 1026)


def test_a_server_that_ignores_the_window_is_noticed() -> None:
    """Fewer tokens than words can only be a part of the prompt."""

    class Small(OllamaServer):
        def _write(self, asked: Any, answer: Any, prompt: int, limit: float, out: Any) -> None:
            super()._write(asked, answer, min(prompt, 777), limit, out)

    with Small({"m": 8192}, [GOOD]) as server, llm_at(at(server)) as llm:
        assert llm.ask(Prompt("s", words(1200), 100), Told).prompt_cut


@pytest.mark.parametrize("count", [3, 500, 1100])
def test_a_whole_prompt_is_not_taken_for_a_cut_one(count: int) -> None:
    """Short or long, also near half of the window."""
    with OllamaServer({"m": 4096}, [GOOD]) as server, llm_at(at(server)) as llm:
        assert not llm.ask(Prompt("s", words(count), 100), Told).prompt_cut


def test_without_a_count_nothing_is_claimed() -> None:
    """Ollama leaves it out at times, as when the prompt was still in its memory."""
    with OllamaServer({"m": 2048}, [GOOD], counts=False) as server, llm_at(at(server)) as llm:
        reply = llm.ask(PROMPT, Told)
    assert (reply.prompt_cut, reply.prompt_tokens) == (False, None)


def test_a_server_that_refuses_to_cut_is_told_of() -> None:
    """Late versions refuse with a status; the message names the context."""
    with (
        OllamaServer({"m": 2048}, [GOOD], refuses_to_cut=True) as server,
        llm_at(at(server)) as llm,
        pytest.raises(ServiceError, match="longer than the model's context"),
    ):
        llm.ask(Prompt("s", words(2500), 100), Told)


def test_an_answer_cut_at_its_limit_is_told() -> None:
    """done_reason is `length`; half a document has a fault."""
    with OllamaServer({"m": 8192}, [GOOD]) as server, llm_at(at(server)) as llm:
        reply = llm.ask(Prompt("s", "u", 5), Told)
    assert (reply.value, reply.answer_cut, reply.answer_tokens) == (None, True, 5)
    assert reply.fault == "the answer is no JSON: it ends before it is complete"


# -- what the server does not have ---------------------------------------------------------------------------------


def test_nobody_there_says_how_to_start_it() -> None:
    """The words that users know, the address, and what to do."""
    with PlayingServer() as server:
        address = at(server)
    with llm_at(address) as llm:
        for ask in (llm.probe, llm.context_tokens, lambda: llm.ask(PROMPT, Told)):
            with pytest.raises(NoConnectionError, match="Cannot connect to Ollama") as caught:
                ask()
            assert caught.value.where == server.url
            assert "ollama serve" in caught.value.remedy
            assert caught.value.exit_code == 6


def test_a_missing_model_says_how_to_get_it() -> None:
    """With `ollama pull`, and the models that are there."""
    with OllamaServer({"llama3.2:1b": 8192, "medgemma:4b": 8192}) as server, llm_at(at(server, "medgema:4b")) as llm:
        for ask in (llm.probe, lambda: llm.ask(PROMPT, Told)):
            with pytest.raises(ServiceError, match="the model medgema:4b is not there") as caught:
                ask()
            assert caught.value.remedy.startswith("ollama pull medgema:4b")
            assert "it has llama3.2:1b, medgemma:4b" in caught.value.message


def test_a_model_that_goes_away_between_calls_is_told() -> None:
    """/api/chat answers with Ollama's 404."""
    with OllamaServer({"m": 8192}, [GOOD]) as server, llm_at(at(server)) as llm:
        llm.ask(PROMPT, Told)
        server.models.clear()
        with pytest.raises(ServiceError, match="the model m is not there") as caught:
            llm.ask(PROMPT, Told)
        assert "ollama pull m" in caught.value.remedy


@pytest.mark.parametrize("known", ["json", ""])
def test_an_older_server_is_asked_for_less(known: str) -> None:
    """Without schemas (before 0.5) for JSON, else for nothing; that is remembered for the run."""
    with OllamaServer({"m": 8192}, lambda _request: GOOD, formats=known) as server, llm_at(at(server)) as llm:
        assert llm.ask(PROMPT, Told).value is not None
        tries = len(chats(server))
        assert llm.ask(PROMPT, Told).value is not None
        formats = [asked.get("format") for asked in chats(server)]
    assert (tries, len(formats)) == (2 if known else 3, tries + 1)
    assert formats[-1] == formats[-2] == (known or None)


def test_a_server_that_is_no_ollama_is_told() -> None:
    """With the form of the address that would fit."""
    with (
        PlayingServer(lambda _request: Status(404, "not found")) as server,
        llm_at(at(server)) as llm,
        pytest.raises(ServiceError, match="no Ollama") as caught,
    ):
        llm.probe()
    assert f"--llm {server.url}#m" in caught.value.remedy


def test_too_little_memory_is_told_with_what_to_do() -> None:
    """In Ollama's own words."""
    said = "model requires more system memory (12.5 GiB) than is available (7.7 GiB)"
    with (
        OllamaServer({"m": 8192}, [Status(500, {"error": said})]) as server,
        llm_at(at(server)) as llm,
        pytest.raises(ServiceError, match="more system memory") as caught,
    ):
        llm.ask(PROMPT, Told)
    assert "smaller model" in caught.value.remedy


# -- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (Hang(), SilentError, r"sent nothing for 0\.5 s"),
        (Hang(after_chars=20), SilentError, r"sent nothing for 0\.5 s"),
        (Drop(), NoConnectionError, "Cannot connect to Ollama"),
        (Drop(after_chars=20), BrokenAnswerError, "broke off in the middle of its answer"),
        (Raw(b"garbage\r\n\r\n"), BrokenAnswerError, "sent no HTTP"),
        (Status(200, "<html><title>Log in</title>", {"Content-Type": "text/html"}), BrokenAnswerError, "a web page"),
        (Status(200, "no json at all"), BrokenAnswerError, "where a piece of an answer was due"),
        (Status(200, "[1, 2]\n"), BrokenAnswerError, "where a piece of an answer was due"),
        (Status(200, '{"error": "llama runner process has terminated"}\n'), BrokenAnswerError, "runner process"),
        (
            Status(200, '{"message": {"content": "{"}, "done": false}\n'),
            BrokenAnswerError,
            "ended its answer in the middle",
        ),
        (Status(200, ""), BrokenAnswerError, "ended its answer in the middle"),
        (Status(500, {"error": "it broke"}), ServiceError, "status 500: it broke"),
        (Status(503, {"error": "server busy"}), ServiceError, "status 503: server busy"),
        (Status(429, "", {"Retry-After": "7200"}), ServiceError, "it asks to wait 7200 s"),
        (Status(401, {"error": "unauthorized"}), ServiceError, "wants a valid key"),
        ("", ServiceError, "Empty synthesis response"),
        ("  \n ", ServiceError, "Empty synthesis response"),
    ],
)
def test_a_server_that_fails_ends_in_words(answer: object, kind: type[ServiceError], words: str) -> None:
    """Each failure is a ServiceError with the place, what happened, and what to do."""
    with OllamaServer({"m": 8192}, [answer]) as server, llm_at(at(server), timeout=0.5) as llm:
        with pytest.raises(kind, match=words) as caught:
            llm.ask(PROMPT, Told)
        assert server.url in caught.value.where
    assert caught.value.remedy
    assert caught.value.exit_code == 6


def test_an_answer_lost_in_thought_is_told() -> None:
    """A model that thinks until its words are spent says nothing."""
    with (
        OllamaServer({"m": 8192}, [GOOD], capabilities=("thinking",), family="gptoss", thinks="hm " * 3000) as server,
        llm_at(at(server)) as llm,
        pytest.raises(ServiceError, match="Empty synthesis response: it spent all its words on thinking"),
    ):
        llm.ask(PROMPT, Told)


@pytest.mark.parametrize(
    "answer", ["I cannot help with that.", "L'aspirine est efficace.", TEXT[:40], '{"sentences": []}']
)
def test_a_bad_answer_raises_nothing(answer: str) -> None:
    """A refusal, prose, half of it: a reply without a value and with a fault."""
    with OllamaServer({"m": 8192}, [answer]) as server, llm_at(at(server)) as llm:
        reply = llm.ask(PROMPT, Told)
    assert (reply.value, reply.text, reply.answer_cut) == (None, answer, False)
    assert reply.fault


def test_a_model_in_a_loop_is_stopped() -> None:
    """The answer ends soon after the loop began, and the model can be told."""
    with OllamaServer({"m": 131072}, [TEXT[:-4] + "and so on, " * 20_000]) as server, llm_at(at(server)) as llm:
        reply = llm.ask(Prompt("s", "u", 50_000), Told)
    assert (reply.value, reply.answer_cut) == (None, True)
    assert len(reply.text) < 3_000
    assert reply.fault.startswith("the answer repeats itself without end; the answer is no JSON")


def test_a_thousand_sentences_are_cut() -> None:
    """A server that does not keep to the limit is not listened to for ever."""

    class Talkative(OllamaServer):
        def _write(self, asked: Any, answer: Any, prompt: int, limit: float, out: Any) -> None:
            super()._write(asked, answer, prompt, float("inf"), out)

    many = {"sentences": [{"text": f"Sentence {number} says this.", "ids": ["p1"]} for number in range(1000)]}
    with Talkative({"m": 8192}, [many]) as server, llm_at(at(server)) as llm:
        reply = llm.ask(PROMPT, Told)
    assert (reply.value, reply.answer_cut) == (None, True)
    assert len(reply.text) < 10_000


def test_a_server_killed_in_mid_run_is_told_and_found_again() -> None:
    """The next question after its return is answered."""
    server = OllamaServer({"m": 8192}, lambda _request: GOOD)
    with server, llm_at(at(server)) as llm:
        assert llm.ask(PROMPT, Told).value is not None
        server.stop()
        with pytest.raises(NoConnectionError, match="Cannot connect to Ollama"):
            llm.ask(PROMPT, Told)
        with server:
            assert llm.ask(PROMPT, Told).value is not None


def test_signs_of_life_are_no_answer() -> None:
    """Empty events keep a connection open, but not for ever: what counts is the time without a token."""
    event = json.dumps({"message": {"role": "assistant", "content": ""}, "done": False}) + "\n"

    class Idle(OllamaServer):
        def _write(self, asked: Any, answer: Any, prompt: int, limit: float, out: Any) -> None:
            out.begin("application/x-ndjson")
            while not self.closing.wait(0.05):
                out.piece(event)

    with (
        Idle({"m": 8192}, [GOOD]) as server,
        llm_at(at(server), timeout=0.6) as llm,
        pytest.raises(SilentError, match=r"wrote no word for 0\.6 s"),
    ):
        llm.ask(PROMPT, Told)


# -- looking -----------------------------------------------------------------------------------------------------


def test_a_look_tells_version_model_and_window() -> None:
    """Nothing is written for it."""
    with OllamaServer({"m": 8192}) as server, llm_at(at(server)) as llm:
        info = llm.probe()
    assert (info.name, info.context_tokens, info.detail) == ("m", 8192, "Ollama 0.12.6, 135M, Q4_1")
    assert chats(server) == []


@pytest.mark.parametrize("answer", [[], "text", {"version": 5}, {"model_info": [], "details": 3, "parameters": None}])
def test_facts_of_another_shape_do_no_harm(answer: Any) -> None:
    """What a server says of its model is data: anything may stand there."""

    def play(request: Request) -> Any:
        return Status(200, json.dumps(answer), {"Content-Type": "application/json"})

    with PlayingServer(play) as server, llm_at(at(server)) as llm:
        assert llm.probe().context_tokens is None
        assert llm.context_tokens() == 4096
