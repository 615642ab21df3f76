"""What all protocols have in common: the cache, what may leave the machine, offline runs, threads."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from pydantic import BaseModel

from bmreport.errors import ServiceError, UsageError
from bmreport.http import OfflineError
from bmreport.llm import LlmSettings, Prompt, open_llm
from bmreport.llm.address import LlmAddress
from bmreport.llm.client import LlmClient
from bmreport.llm.server import Question, Written

from ..servers.ollama_server import OllamaServer
from ..servers.openai_server import OpenAiServer
from ..servers.playing import PlayingServer, Request, Status
from .llm_asking import GOOD, PROMPT, Told, clean_surroundings, llm_at

IDENTIFIERS = "Jane Doe, born 12 March 1961, MRN 4711-0815, was given aspirin."
KEY = "sk-3f9a-not-a-real-key"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, server or cache of whoever runs the tests."""
    clean_surroundings(monkeypatch, tmp_path)


Twin = Callable[[Any], PlayingServer]
TWINS: list[tuple[Twin, str]] = [
    (lambda answers: OllamaServer({"m": 8192}, answers), "ollama+{}#m"),
    (lambda answers: OpenAiServer(("m",), answers), "{}#m"),
]


@pytest.fixture(params=TWINS, ids=["ollama", "openai"])
def twin(request: pytest.FixtureRequest) -> tuple[Twin, str]:
    """A server of each protocol, and the form of its address."""
    made: tuple[Twin, str] = request.param
    return made


def asked(server: PlayingServer) -> int:
    """How many questions a server was asked."""
    return len(server.asked("/api/chat")) + len(server.asked("/v1/chat/completions"))


# -- the cache ---------------------------------------------------------------------------------------------------


def test_the_same_question_is_asked_once(twin: tuple[Twin, str], tmp_path: Path) -> None:
    """The answer is kept between runs, and needs no server at all; anything that differs is another question."""
    make, form = twin
    with make(lambda _request: GOOD) as server:
        address = form.format(server.url)
        with llm_at(address, cache=True) as llm:
            first = llm.ask(PROMPT, Told)
        with llm_at(address, cache=True) as llm:
            again = llm.ask(PROMPT, Told)
            assert (first.cached, again.cached, asked(server)) == (False, True, 1)
            assert (again.value, again.text, again.answer_tokens) == (first.value, first.text, first.answer_tokens)
        others: list[tuple[dict[str, Any], Prompt]] = [
            ({}, Prompt(PROMPT.system, PROMPT.user + " ", PROMPT.max_tokens)),
            ({}, Prompt(PROMPT.system + " ", PROMPT.user, PROMPT.max_tokens)),
            ({}, Prompt(PROMPT.system, PROMPT.user, PROMPT.max_tokens + 1)),
            ({"temperature": 0.4}, PROMPT),
            ({"seed": 1}, PROMPT),
        ]
        for number, (settings, prompt) in enumerate(others, 2):
            with llm_at(address, cache=True, **settings) as llm:
                assert not llm.ask(prompt, Told).cached
            assert asked(server) == number
    with llm_at(address, cache=True) as llm:
        assert llm.ask(PROMPT, Told).cached
    with llm_at(address, cache=True, offline=True) as llm:
        assert llm.ask(PROMPT, Told).cached


def test_another_shape_of_answer_is_another_question(twin: tuple[Twin, str]) -> None:
    """The schema belongs to the question."""

    class Other(BaseModel):
        sentences: list[dict[str, Any]]

    make, form = twin
    with make(lambda _request: GOOD) as server, llm_at(form.format(server.url), cache=True) as llm:
        llm.ask(PROMPT, Told)
        assert not llm.ask(PROMPT, Other).cached


def test_another_model_or_server_is_another_question() -> None:
    """Models of one name on two servers need not be the same."""
    with OllamaServer({"m": 8192, "n": 8192}, lambda _request: GOOD) as one, OllamaServer({"m": 8192}, [GOOD]) as two:
        for address in (f"ollama+{one.url}#m", f"ollama+{one.url}#n", f"ollama+{two.url}#m"):
            with llm_at(address, cache=True) as llm:
                assert not llm.ask(PROMPT, Told).cached


@pytest.mark.parametrize("answer", ["prose", json.dumps(GOOD)[:30], '{"sentences": []}', {"other": 1}])
def test_bad_answers_are_not_kept(twin: tuple[Twin, str], answer: object) -> None:
    """The next run may be luckier."""
    make, form = twin
    with make([answer, GOOD]) as server, llm_at(form.format(server.url), cache=True) as llm:
        assert llm.ask(PROMPT, Told).value is None
        assert llm.ask(PROMPT, Told).value is not None


def test_answers_to_half_a_prompt_are_not_kept() -> None:
    """Valid as they are, they speak of what the model saw."""
    prompt = Prompt("s", "risk " * 2500, 100)
    with OllamaServer({"m": 2048}, [GOOD, GOOD]) as server, llm_at(f"ollama+{server.url}#m", cache=True) as llm:
        assert [llm.ask(prompt, Told).cached for _call in range(2)] == [False, False]


def test_answers_that_were_cut_are_not_kept() -> None:
    """Also where what is there happens to be whole."""
    play = [json.dumps(GOOD) + "and so on, " * 500] * 2
    with OllamaServer({"m": 8192}, play) as server, llm_at(f"ollama+{server.url}#m", cache=True) as llm:
        replies = [llm.ask(Prompt("s", "u", 4000), Told) for _call in range(2)]
    assert [(reply.value is not None, reply.answer_cut, reply.cached) for reply in replies] == [(True, True, False)] * 2


@pytest.mark.parametrize("damage", [b"", b"garbage", b"{}"])
def test_a_damaged_cache_is_an_empty_one(twin: tuple[Twin, str], tmp_path: Path, damage: bytes) -> None:
    """It is asked again, and the damage is mended."""
    make, form = twin
    folder = tmp_path / "mine"
    with make(lambda _request: GOOD) as server:
        for expected in (False, False, True):
            with llm_at(form.format(server.url), cache=True, cache_folder=str(folder)) as llm:
                assert llm.ask(PROMPT, Told).cached == expected
            if asked(server) == 1 and not expected:
                for path in folder.rglob("*.cache"):
                    path.write_bytes(damage)


def test_nothing_but_the_answer_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the prompt nor the key stands in any file, and no file is written where there is to be no cache."""
    monkeypatch.setenv("BMREPORT_LLM_KEY", KEY)
    folder = tmp_path / "mine"
    with OpenAiServer(("m",), lambda _request: GOOD, key=KEY) as server:
        with llm_at(f"{server.url}#m", cache=False, cache_folder=str(folder)) as llm:
            llm.ask(PROMPT, Told)
        assert not folder.exists()
        with llm_at(f"{server.url}#m", cache=True, cache_folder=str(folder)) as llm:
            llm.ask(PROMPT, Told)
    files = list(folder.rglob("*.cache"))
    assert len(files) == 1
    kept = files[0].read_bytes()
    assert b"sentences" in kept
    assert KEY.encode() not in kept
    assert b"You write JSON" not in kept


# -- what may leave the machine ----------------------------------------------------------------------------------


class Deaf:
    """A server elsewhere that must not be asked."""

    def __init__(self) -> None:
        self.questions: list[Question] = []

    def model_name(self) -> str:
        """A name."""
        return "m"

    def hands_on(self) -> bool:
        """It has no need to."""
        return False

    def probe(self) -> Any:
        """Not asked."""
        pytest.fail("it was asked")

    def window(self) -> int | None:
        """Unknown."""
        return None

    def count_exactly(self, text: str) -> int | None:
        """Counts for nobody."""
        return None

    def chat(self, question: Question, on_tokens: Callable[[int], None]) -> Written:
        """Take note."""
        self.questions.append(question)
        return Written(json.dumps(GOOD), None, None, prompt_cut=False, answer_cut=False)


def far(**settings: Any) -> tuple[Deaf, LlmClient]:
    """A client of a server on another machine."""
    server = Deaf()
    address = LlmAddress("openai", "https://far.example.org/v1", "m")
    return server, LlmClient(LlmSettings(cache=False, **settings), address, server, None, is_local=False, offline=False)


@pytest.mark.parametrize(
    "prompt",
    [Prompt("s", f"<p1>{IDENTIFIERS}</p1>", 100), Prompt(IDENTIFIERS, "u", 100), Prompt("s", "jane@example.org", 9)],
)
def test_patient_identifiers_do_not_leave_the_machine(prompt: Prompt) -> None:
    """Refused before anything is sent; the kinds are named, the words are not repeated."""
    server, llm = far()
    with pytest.raises(UsageError, match="patient identifiers .* leave this machine") as caught:
        llm.ask(prompt, Told)
    assert server.questions == []
    assert caught.value.where == "https://far.example.org/v1#m"
    assert "--allow-identifiers" in caught.value.remedy
    for word in ("Jane", "Doe", "1961", "4711", "jane@"):
        assert word not in str(caught.value)


def test_they_leave_when_that_is_allowed() -> None:
    """On request, and text without any leaves unasked."""
    for server, llm in (far(allow_identifiers=True), far()):
        prompt = Prompt("s", IDENTIFIERS, 100) if llm._settings.allow_identifiers else PROMPT
        assert llm.ask(prompt, Told).value is not None
        assert len(server.questions) == 1


def test_on_this_machine_they_may_be_used(twin: tuple[Twin, str]) -> None:
    """Nothing leaves it."""
    make, form = twin
    with make([GOOD]) as server, llm_at(form.format(server.url)) as llm:
        assert llm.is_local
        assert llm.ask(Prompt("s", IDENTIFIERS, 100), Told).value is not None


@pytest.mark.parametrize(("name", "remote"), [("m", "https://ollama.com:443"), ("m:120b-cloud", ""), ("m:cloud", "")])
def test_models_of_a_cloud_are_elsewhere(name: str, remote: str) -> None:
    """An Ollama on this machine may only be the front of one: its facts or the model's name tell."""
    with OllamaServer({name: 8192}, lambda _request: GOOD, remote_host=remote) as server:
        address = f"ollama+{server.url}#{name}"
        with llm_at(address) as llm:
            assert llm.is_local == bool(remote)
            with pytest.raises(UsageError, match="patient identifiers"):
                llm.ask(Prompt("s", IDENTIFIERS, 100), Told)
            assert server.seen == []
            assert llm.ask(PROMPT, Told).value is not None
        with llm_at(address, allow_identifiers=True) as llm:
            assert llm.ask(Prompt("s", IDENTIFIERS, 100), Told).value is not None


def test_texts_are_not_sent_elsewhere_for_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting would carry out what asking must not."""
    sent: list[str] = []
    monkeypatch.setattr("bmreport.http.HttpDoor.post_json", lambda _door, url, _body, **_more: sent.extend([url]))
    with llm_at("https://far.example.org/v1#m") as llm:
        assert not llm.is_local
        assert llm.count_tokens(IDENTIFIERS * 20) > 100
    assert sent == []


@pytest.mark.parametrize(
    ("address", "local"),
    [("ollama:m", True), ("http://[::1]:1#m", True), ("http://192.168.1.5:1#m", False), ("openai:gpt-4o", False)],
)
def test_what_is_local(address: str, local: bool) -> None:
    """Only this very machine."""
    with llm_at(address) as llm:
        assert llm.is_local == local


# -- offline -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["ollama:m", "openai:gpt-4o", "http://localhost:8080", "https://far.example.org/v1#m"]
)
def test_offline_nothing_is_asked(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """With sockets and look-ups forbidden: every question is refused as offline, on this machine as well."""

    def forbidden(*_args: Any, **_more: Any) -> Any:
        pytest.fail("a socket was made")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, forbidden)
    with llm_at(address, offline=True, cache=True) as llm:
        for ask in (llm.probe, llm.context_tokens, lambda: llm.ask(Prompt("s", IDENTIFIERS, 10), Told)):
            with pytest.raises(OfflineError, match="the network must not be used"):
                ask()
        assert llm.count_tokens("Aspirin lowered the risk. " * 50) > 100


@pytest.mark.parametrize("text", ["half a letter \ud800", "null \x00 and bell \x07", "\u202eturned", "", "漢字 😀"])
def test_any_text_can_be_asked(twin: tuple[Twin, str], text: str) -> None:
    """Evidence is data: whatever stands in it reaches the server as far as it is text."""
    make, form = twin
    with make([GOOD]) as server, llm_at(form.format(server.url), cache=True) as llm:
        assert llm.ask(Prompt("s", text, 100), Told).value is not None
        assert llm.ask(Prompt("s", text, 100), Told).cached
        sent = next(request for request in server.requests if b"messages" in request.body)
        assert sent.user == text.replace("\ud800", "?")


# -- threads -----------------------------------------------------------------------------------------------------


def test_many_questions_at_once(twin: tuple[Twin, str]) -> None:
    """Each gets its own answer, and they are truly under way together."""
    together = Barrier(4, timeout=20)

    def answer(request: Request) -> Any:
        together.wait()
        return {"sentences": [{"text": request.user, "ids": ["p1"]}]}

    make, form = twin
    with make(answer) as server, llm_at(form.format(server.url), concurrency=4, timeout=20) as llm:
        assert llm.concurrency == 4
        with ThreadPoolExecutor(llm.concurrency) as pool:
            prompts = [Prompt("s", f"question {number}", 100) for number in range(8)]
            replies = list(pool.map(lambda prompt: llm.ask(prompt, Told), prompts))
    assert [reply.value.sentences[0].text for reply in replies if reply.value] == [prompt.user for prompt in prompts]


def test_a_failing_question_does_not_harm_the_others(twin: tuple[Twin, str]) -> None:
    """Every other question fails; the rest are answered."""

    def answer(request: Request) -> Any:
        return GOOD if int(request.user) % 2 else Status(500, {"error": "it broke"})

    def ask(number: int) -> bool:
        try:
            return llm.ask(Prompt("s", str(number), 100), Told).value is not None
        except ServiceError:
            return False

    make, form = twin
    with make(answer) as server, llm_at(form.format(server.url)) as llm, ThreadPoolExecutor(3) as pool:
        assert list(pool.map(ask, range(8))) == [False, True] * 4


def test_a_listener_that_fails_ends_the_question(twin: tuple[Twin, str]) -> None:
    """Its error comes out as it is, and the client goes on working."""

    class Stop(Exception):  # noqa: N818  # no error: the user pressed a key
        pass

    def stop(_tokens: int) -> None:
        raise Stop

    make, form = twin
    with make(lambda _request: GOOD) as server, llm_at(form.format(server.url)) as llm:
        with pytest.raises(Stop):
            llm.ask(PROMPT, Told, stop)
        assert llm.ask(PROMPT, Told).value is not None


# -- opening -----------------------------------------------------------------------------------------------------


def test_a_wrong_address_is_told_when_it_is_opened() -> None:
    """Before anything is done."""
    with pytest.raises(UsageError, match="no address of a language model"), open_llm(LlmSettings(model="nonsense")):
        pytest.fail("it was opened")


def test_nothing_is_asked_before_it_is_needed() -> None:
    """Opening and closing a model makes no call."""
    with PlayingServer() as server:
        for form in ("ollama+{}#m", "{}#m"):
            with llm_at(form.format(server.url)) as llm:
                assert (llm.name, str(llm.address)) == ("m", f"{llm.address.base_url}#m")
    assert server.requests == []
