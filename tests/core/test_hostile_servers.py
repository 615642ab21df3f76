"""Servers that mean harm: bombs, endless heads, nonsense in every field. Each ends in an error with words, and soon."""

from __future__ import annotations

import json
import resource
import socket
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from bmreport.errors import ServiceError
from bmreport.http import BrokenAnswerError, SilentError
from bmreport.http.call import Call
from bmreport.http.waiting import asked_to_wait
from bmreport.llm.listening import Listener
from bmreport.llm.openai_models import entry_of, printed_name
from bmreport.llm.protocol import ignore
from bmreport.llm.sse import events

from ..servers.openai_server import OpenAiServer
from ..servers.playing import PlayingServer, Status
from .llm_asking import PROMPT, Told, clean_surroundings, llm_at

KEY = "sk-not-a-key-of-anybody"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clean_surroundings(monkeypatch, tmp_path)


# -- bombs -------------------------------------------------------------------------------------------------------


def packed(blocks: Iterator[bytes]) -> bytes:
    """Blocks as gzip."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([*map(packer.compress, blocks), packer.flush()])


@pytest.mark.parametrize("coding", ["gzip, gzip", "GZIP,gzip", "gzip, deflate, gzip", "br", "zstd"])
def test_a_body_packed_twice_is_not_unpacked(coding: str) -> None:
    """A gigabyte in two kilobytes: it is refused for what its head says, before a byte is unpacked."""
    zeros = bytes(1 << 20)
    bomb = packed(iter([packed(zeros for _ in range(1024))]))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reply = Status(200, bomb, {"Content-Encoding": coding, "Content-Type": "application/json"})
    with PlayingServer([reply]) as server, llm_at(f"{server.url}/v1#") as llm, pytest.raises(BrokenAnswerError):
        llm.probe()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < (200 << 20 if sys.platform == "darwin" else 200 << 10)


@pytest.mark.parametrize("begin", ["{", "data: ["])
def test_an_event_of_many_lines_is_bounded(begin: str) -> None:
    """Reading stops at some mebibytes, whether an event comes as a document or in lines of data."""
    read = 0

    def lines() -> Iterator[str]:
        nonlocal read
        yield begin
        while True:
            read += 1
            yield "data: [],[],[],[]"

    (event,) = list(events(lines()))
    assert len(event) < 6 << 20
    assert read < 1 << 20


@pytest.mark.parametrize("depth", [50, 400, 940])
def test_a_message_of_parts_of_parts_is_empty(depth: int) -> None:
    """However deep the parts of a message are nested, nothing is read of what lies below the first."""
    content: str = '"x"'
    for _level in range(depth // 2):
        content = f'[{{"text":{content}}}]'
    stream = f'data: {{"choices":[{{"delta":{{"content":{content}}}}}]}}\n\ndata: [DONE]\n\n'
    with (
        OpenAiServer(["twin"], [Status(200, stream)]) as server,
        llm_at(f"{server.base_url}#twin") as llm,
        pytest.raises(ServiceError),
    ):
        llm.ask(PROMPT, Told)


# -- time --------------------------------------------------------------------------------------------------------


@contextmanager
def raw_server(first: bytes, drop: bytes) -> Iterator[str]:
    """A server that answers with some bytes, and then with the same few over and over, without an end."""
    ended = Event()
    listening = socket.create_server(("127.0.0.1", 0))

    def drip(connection: socket.socket) -> None:
        with connection:
            try:
                connection.recv(65_536)
                connection.sendall(first)
                while not ended.wait(0.05):
                    connection.sendall(drop)
            except OSError:  # whoever asked has gone
                return

    def serve() -> None:
        while True:
            try:
                connection, _address = listening.accept()
            except OSError:  # the end of the test
                return
            Thread(target=drip, args=(connection,), daemon=True).start()

    Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        ended.set()
        listening.close()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-More: "
INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n"
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(("first", "drop"), [(HEAD, b"a"), (INTERIM, INTERIM)], ids=["byte by byte", "interim"])
def test_a_head_that_never_ends_is_not_waited_for(first: bytes, drop: bytes) -> None:
    """Bytes of a head and interim answers are no sign of life: the time limit holds for the whole head."""
    with raw_server(first, drop) as url, llm_at(f"{url}#twin", timeout=0.4) as llm, pytest.raises(SilentError):
        llm.probe()


def test_a_line_that_never_ends_is_not_waited_for() -> None:
    """A stream that drips bytes and ends no line says nothing."""
    with (
        raw_server(STREAM, b" ") as url,
        llm_at(f"ollama+{url}#twin", timeout=0.4, context_tokens=4096) as llm,
        pytest.raises(SilentError),
    ):
        llm.ask(PROMPT, Told)


def test_a_model_that_thinks_for_ever_is_stopped() -> None:
    """Thoughts without an answer have an end."""
    listener = Listener(100, 10.0, "here", ignore)
    for _thought in range(200_000):
        listener.think()
        if listener.full:
            break
    assert listener.full
    assert listener.text == ""


# -- nonsense ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["http://[", "//[", "https://[::1", "http://a:99999/", "javascript:1"])
def test_a_move_to_nowhere_is_told(place: str) -> None:
    """Whatever a server gives as a place, the error is one of ours."""
    with pytest.raises(BrokenAnswerError, match="points to"):
        Call("GET", "http://a.org/x", "*/*").moved_to(place)


def test_a_server_of_this_machine_leads_nowhere_else() -> None:
    """Who names a server of this machine has asked nobody on the net."""
    with pytest.raises(BrokenAnswerError, match="which is another machine"):
        Call("GET", "http://127.0.0.1:8080/v1/models", "*/*").moved_to("https://a.org/models")
    assert Call("GET", "http://127.0.0.1:1/a", "*/*").moved_to("http://localhost:2/b").url == "http://localhost:2/b"


@pytest.mark.parametrize(
    "header",
    ["Mon, 01 Jan 99999999999999 00:00:00 GMT", "Mon, 01 Jan 2030 00:00:00 +99999999999999999999", "9" * 5000 + " GMT"],
)
def test_a_date_beyond_all_bounds_is_no_date(header: str) -> None:
    """A Retry-After that no calendar holds says nothing."""
    assert asked_to_wait(header, datetime(2026, 1, 1, tzinfo=UTC)) is None


@pytest.mark.parametrize("aliases", [5, True, "twin", {"twin": 1}, None, [], [["twin"]], [None]])
def test_aliases_of_another_shape_are_none(aliases: object) -> None:
    """Only a list of names gives a model other names."""
    assert entry_of([{"id": "other", "aliases": aliases}], "twin") is None


def test_the_name_of_a_model_obeys_no_terminal() -> None:
    """A server that names its model cannot turn or colour the text of a report, nor fill a page."""
    name = printed_name("\x1b[31mgood\u202e\nmodel" + "x" * 1000)
    assert name.isprintable()
    assert len(name) < 250


@pytest.mark.parametrize(
    "reply",
    [
        Status(200, f"data: {json.dumps({'error': {'message': f'bad key {KEY}'}})}\n\n"),
        Status(200, f"junk {KEY}\n\n"),
        Status(401, {"error": f"bad key {KEY}"}),
        Status(500, f"bad key {KEY}"),
    ],
    ids=["event", "junk", "refusal", "failure"],
)
def test_a_key_that_comes_back_is_not_told(monkeypatch: pytest.MonkeyPatch, reply: Status) -> None:
    """A server may repeat the key in a status, an event or anything else; no message of ours does."""
    monkeypatch.setenv("BMREPORT_LLM_KEY", KEY)
    always: Callable[[object], Status] = lambda _request: reply  # noqa: E731
    with (
        OpenAiServer(["twin"], always) as server,
        llm_at(f"{server.base_url}#twin") as llm,
        pytest.raises(ServiceError) as caught,
    ):
        llm.ask(PROMPT, Told)
    error: BaseException | None = caught.value
    while error is not None:
        assert KEY not in f"{error} {error!r} {vars(error)}"
        error = error.__cause__ or error.__context__
