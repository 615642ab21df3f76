"""The door to the net, over real sockets: what comes back, what is refused, what is tried again."""

from __future__ import annotations

import gzip
import json
import logging
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bmreport.disk_cache import DiskCache
from bmreport.errors import ServiceError, UsageError
from bmreport.http import (
    ONCE,
    BrokenAnswerError,
    HttpDoor,
    Limits,
    NoConnectionError,
    OfflineError,
    Retry,
    Secret,
    SilentError,
    StatusError,
)

from ..servers.playing import Drop, Hang, PlayingServer, Raw, Request, Status

KEY = "sk-3f9a-not-a-real-key"
SHORT = Limits(connect=2.0, silence=0.3, whole=5.0)


@pytest.fixture
def pauses() -> list[float]:
    """What a door waited for instead of waiting."""
    return []


@pytest.fixture
def door(pauses: list[float]) -> Iterator[HttpDoor]:
    """A door that waits for nothing but notes it."""
    with HttpDoor(pause=pauses.append, limits=SHORT) as opened:
        yield opened


def nobody() -> str:
    """An address where no server is."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


# -- what comes back ---------------------------------------------------------------------------------------------


def test_json_is_read_and_what_is_asked_is_sent(door: HttpDoor) -> None:
    """Parameters are encoded, the program names itself, and the answer is parsed."""
    with PlayingServer([{"title": "Aspirin"}]) as server:
        assert door.get_json(f"{server.url}/works", params={"q": "a&b c"}) == {"title": "Aspirin"}
    asked = server.requests[0]
    assert (asked.method, asked.path, asked.query) == ("GET", "/works", {"q": ["a&b c"]})
    assert asked.headers["user-agent"].startswith("bmreport/")
    assert "authorization" not in asked.headers


def test_bytes_come_as_they_are_and_gzip_is_undone(door: HttpDoor) -> None:
    """A compressed body arrives as what it was."""
    packed = Status(200, gzip.compress(b"\x00\xff text"), {"Content-Encoding": "gzip"})
    with PlayingServer([packed, Status(200, b"\x00\xff text")]) as server:
        assert door.get_bytes(server.url) == door.get_bytes(server.url) == b"\x00\xff text"


def test_a_question_in_json_is_answered_in_json(door: HttpDoor) -> None:
    """The body is UTF-8 JSON and says so."""
    with PlayingServer([{"ok": True}]) as server:
        assert door.post_json(f"{server.url}/ask", {"text": "π ≥ 3"}) == {"ok": True}
    assert server.requests[0].json == {"text": "π ≥ 3"}
    assert server.requests[0].headers["content-type"] == "application/json"


def test_lines_come_one_by_one_while_the_answer_is_not_done(door: HttpDoor) -> None:
    """The first line is there before the answer ends; here it never does."""
    with (
        PlayingServer([Hang(after_chars=9, text="one\ntwo\r\nthree")]) as server,
        door.post_lines(server.url, {}) as lines,
    ):
        assert [next(lines), next(lines)] == ["one", "two"]


def test_leaving_a_stream_early_leaves_the_door_usable(door: HttpDoor) -> None:
    """What was not read does not get in the way of the next call."""
    with PlayingServer(["a\nb\nc\n", {"n": 1}]) as server:
        with door.post_lines(server.url, {}) as lines:
            assert next(lines) == "a"
        assert door.get_json(server.url) == {"n": 1}


def test_a_contact_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """BMREPORT_CONTACT stands in the User-Agent, as PubMed and Crossref ask."""
    monkeypatch.setenv("BMREPORT_CONTACT", " jane@example.org ")
    with PlayingServer([{}]) as server, HttpDoor() as door:
        door.get_json(server.url)
    assert server.requests[0].headers["user-agent"].endswith(" (mailto:jane@example.org)")


@pytest.mark.parametrize("contact", ["nobody", "a@b\r\nX-Evil: 1", "a@b (x)", "jäne@example.org"])
def test_a_contact_that_is_no_address_is_refused(monkeypatch: pytest.MonkeyPatch, contact: str) -> None:
    """Nothing else can be smuggled into a header."""
    monkeypatch.setenv("BMREPORT_CONTACT", contact)
    with pytest.raises(UsageError, match="BMREPORT_CONTACT"):
        HttpDoor()


# -- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            Status(200, "<!DOCTYPE html><title>Log in\nhere</title>", {"Content-Type": "text/html"}),
            "a web page (“Log in here”)",
        ),
        (Status(200, "<html><body>x", {"Content-Type": "application/json"}), "a web page"),
        (Status(200, ""), "nothing instead of JSON"),
        (Status(200, "maintenance \x1b[31m now"), "“maintenance [31m now” instead of JSON"),
        (Status(200, '{"half": '), "instead of JSON"),
        (Status(200, b"\xff\xfe\x00"), "instead of JSON"),
        (Status(200, "[" * 100_000), "instead of JSON"),
    ],
)
def test_what_is_no_json_is_an_error_with_what_came(door: HttpDoor, answer: Status, words: str) -> None:
    """A page, nothing, half a document: the message quotes it on one line, without what a terminal obeys."""
    for ask in (door.get_json, lambda url: door.post_json(url, {})):
        with PlayingServer([answer]) as server, pytest.raises(BrokenAnswerError) as caught:
            ask(server.url)
        assert words in str(caught.value)
        assert caught.value.where == server.url
        assert caught.value.remedy
        assert str(caught.value).isprintable()


def test_a_page_where_a_stream_was_due_is_an_error(door: HttpDoor) -> None:
    """A stream that is HTML is told as such, and not read as lines."""
    page = Status(200, "<html><title>Proxy</title>", {"Content-Type": "text/html; charset=utf-8"})
    with (
        PlayingServer([page]) as server,
        pytest.raises(BrokenAnswerError, match="a web page"),
        door.post_lines(server.url, {}),
    ):
        pytest.fail("there are no lines")


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Status(400, {"error": {"message": "no such field"}}), "answers with status 400: no such field"),
        (Status(404, {"error": "model 'x' not found"}), "answers with status 404: model 'x' not found"),
        (Status(500, "it broke\nhere"), "answers with status 500: it broke here"),
        (Status(403, "<html><title>Forbidden</title>"), "answers with status 403: a web page (“Forbidden”)"),
        (Status(418, ""), "answers with status 418"),
    ],
)
def test_a_status_is_told_with_what_the_server_says(door: HttpDoor, status: Status, said: str) -> None:
    """The message holds the server's own words; status and body can be asked for."""
    with PlayingServer([status]) as server, pytest.raises(StatusError) as caught:
        door.post_json(server.url, {})
    assert caught.value.message == said
    assert caught.value.status == status.code
    assert caught.value.exit_code == 6
    assert len(server.requests) == 1


def test_nobody_there_is_told_at_once(door: HttpDoor, pauses: list[float]) -> None:
    """A connection that is refused is tried once more, and then told with the address."""
    url = nobody()
    with pytest.raises(NoConnectionError, match="cannot be reached") as caught:
        door.get_json(url)
    assert (caught.value.where, caught.value.exit_code, len(pauses)) == (url, 6, 1)


def test_a_name_that_leads_nowhere_is_told(door: HttpDoor) -> None:
    """An unknown host is no traceback."""
    with pytest.raises(ServiceError, match="cannot be reached") as caught:
        door.get_json("http://no-such-host.invalid/x")
    assert caught.value.where == "http://no-such-host.invalid/x"


@pytest.mark.parametrize("hang", [Hang(), Hang(after_chars=5)])
def test_a_server_that_falls_silent_is_not_waited_for(door: HttpDoor, hang: Hang) -> None:
    """Before its first byte or in the middle: the time without a byte is bounded, and not spent twice."""
    with PlayingServer([hang]) as server, pytest.raises(SilentError, match=r"sent nothing for 0\.3 s"):
        door.get_bytes(server.url)
    assert len(server.requests) == 1


def test_a_server_that_drips_for_ever_is_not_waited_for(pauses: list[float]) -> None:
    """Bytes that keep coming do not make a call endless."""
    drips = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
    with (
        _raw_server(lambda peer: _drip(peer, drips)) as url,
        HttpDoor(pause=pauses.append) as door,
        pytest.raises(SilentError, match=r"not done after 0\.5 s"),
    ):
        door.get_bytes(url, limits=Limits(silence=5.0, whole=0.5))


def test_what_is_too_large_is_not_read(door: HttpDoor) -> None:
    """The bound counts what the body grows to, so that no archive bomb fits through."""
    bomb = Status(200, gzip.compress(b"0" * 5_000_000), {"Content-Encoding": "gzip"})
    for answer in (Status(200, b"0" * 5_000), bomb):
        with PlayingServer([answer]) as server, pytest.raises(BrokenAnswerError, match="more than 1000 bytes"):
            door.get_bytes(server.url, limits=Limits(max_bytes=1_000))


def test_a_broken_archive_is_told(door: HttpDoor) -> None:
    """A body that is no gzip although it says so."""
    with (
        PlayingServer([Status(200, b"no gzip", {"Content-Encoding": "gzip"})]) as server,
        pytest.raises(BrokenAnswerError),
    ):
        door.get_bytes(server.url)


def test_a_connection_that_breaks_in_mid_answer_is_told(door: HttpDoor) -> None:
    """Half an answer is none; it is not asked for again, for the caller may have used the first half."""
    with (
        PlayingServer([Drop(after_chars=4, text="one\ntwo\n")]) as server,
        door.post_lines(server.url, {}) as lines,
    ):
        assert next(lines) == "one"
        with pytest.raises(BrokenAnswerError, match="broke off"):
            next(lines)
    assert len(server.requests) == 1


def test_a_body_shorter_than_announced_is_told(door: HttpDoor) -> None:
    """A Content-Length that is not kept."""
    with (
        PlayingServer([Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}")]) as server,
        pytest.raises(BrokenAnswerError),
    ):
        door.get_json(server.url)


def test_a_server_that_speaks_no_http_is_told(door: HttpDoor, pauses: list[float]) -> None:
    """Another protocol at that port is no reason to try again."""
    with (
        PlayingServer([Raw(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")]) as server,
        pytest.raises(BrokenAnswerError, match="no HTTP"),
    ):
        door.get_json(server.url)
    assert pauses == []


@pytest.mark.parametrize("line", [b"x" * 100, b"\xff\xfe\n"])
def test_a_stream_of_garbage_is_told(door: HttpDoor, line: bytes) -> None:
    """A line without end, or bytes that are no text."""
    limits = Limits(silence=1.0, max_line=50)
    with (
        PlayingServer([Status(200, line)]) as server,
        door.post_lines(server.url, {}, limits=limits) as lines,
        pytest.raises(BrokenAnswerError, match=r"line of more than 50 bytes|not UTF-8"),
    ):
        list(lines)


@pytest.mark.parametrize(
    "url", ["ftp://host/x", "host:80", "http://", "http://[::1", "http://host:99999/", "file:///etc"]
)
def test_an_address_that_is_none_is_refused(door: HttpDoor, url: str) -> None:
    """Only http and https with a host."""
    with pytest.raises(UsageError, match="no address"):
        door.get_bytes(url)


def test_an_address_with_a_password_is_refused_without_telling_it(door: HttpDoor) -> None:
    """Keys belong into headers; an address ends up in logs."""
    with pytest.raises(UsageError) as caught:
        door.get_bytes("https://jane:s3cret@example.org/")
    assert "s3cret" not in str(caught.value)
    assert "jane" not in str(caught.value)


# -- what is tried again -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [429, 502, 503, 504])
def test_later_is_tried_again_with_growing_waits(door: HttpDoor, pauses: list[float], code: int) -> None:
    """Three failures in a row are waited for, each longer than the last on the average."""
    with PlayingServer([Status(code), Status(code), Status(code), {"n": 1}]) as server:
        assert door.post_json(server.url, {}) == {"n": 1}
    assert [0.25 <= pauses[0] <= 0.5, 0.5 <= pauses[1] <= 1.0, 1.0 <= pauses[2] <= 2.0] == [True] * 3


def test_later_is_not_tried_without_end(door: HttpDoor) -> None:
    """After four attempts the status is told."""
    with (
        PlayingServer(lambda _request: Status(503, "loading")) as server,
        pytest.raises(StatusError, match="503: loading"),
    ):
        door.get_json(server.url)
    assert len(server.requests) == 4


@pytest.mark.parametrize("as_date", [False, True])
def test_retry_after_is_honoured(door: HttpDoor, pauses: list[float], as_date: bool) -> None:
    """Seconds or a date; the door does not come back earlier."""
    when = format_datetime(datetime.now(UTC) + timedelta(seconds=31), usegmt=True) if as_date else "30"
    with PlayingServer([Status(429, "", {"Retry-After": when}), {"n": 1}]) as server:
        assert door.get_json(server.url) == {"n": 1}
    assert 28 <= pauses[0] <= 32


def test_a_server_that_asks_to_wait_too_long_is_told_of(door: HttpDoor, pauses: list[float]) -> None:
    """Nobody wants a command that sleeps for an hour."""
    with (
        PlayingServer([Status(429, "slow down", {"Retry-After": "3600"})]) as server,
        pytest.raises(StatusError, match="it asks to wait 3600 s"),
    ):
        door.get_json(server.url)
    assert pauses == []


def test_a_hang_up_before_the_answer_is_tried_again(door: HttpDoor) -> None:
    """A server that closed an idle connection has done nothing yet."""
    with PlayingServer([Drop(), {"n": 1}]) as server:
        assert door.post_json(server.url, {}) == {"n": 1}
    assert len(server.requests) == 2


def test_a_server_that_comes_back_is_found(pauses: list[float]) -> None:
    """Killed and started again between two calls, under the same address."""
    server = PlayingServer(lambda _request: {"n": 1})
    with HttpDoor(pause=pauses.append) as door:
        with server:
            door.get_json(server.url)
        with pytest.raises(NoConnectionError):
            door.get_json(server.url)
        with server:
            assert door.get_json(server.url) == {"n": 1}


def test_other_statuses_are_not_tried_again(door: HttpDoor) -> None:
    """What is wrong with the question stays wrong."""
    for code in (400, 401, 404, 500):
        with PlayingServer([Status(code)]) as server, pytest.raises(StatusError):
            door.get_json(server.url)
        assert len(server.requests) == 1


def test_once_means_once(pauses: list[float]) -> None:
    """For a look whether somebody is there."""
    with HttpDoor(retry=ONCE, pause=pauses.append) as door, pytest.raises(NoConnectionError):
        door.get_json(nobody())
    assert pauses == []


def test_a_host_that_fails_again_and_again_is_left_alone() -> None:
    """After five failures calls fail at once and say so; after a rest one call tries, and success opens the host."""
    clock = [0.0]
    answers: list[object] = [Status(500)] * 5
    with (
        PlayingServer([*answers, {"n": 1}, {"n": 2}]) as server,
        HttpDoor(retry=ONCE, clock=lambda: clock[0], pause=lambda _seconds: None) as door,
    ):
        for _call in range(5):
            with pytest.raises(StatusError):
                door.get_json(server.url)
        with pytest.raises(NoConnectionError, match="not asked any more: 5 calls in a row failed"):
            door.get_json(server.url)
        assert len(server.requests) == 5
        clock[0] += 61
        assert [door.get_json(server.url), door.get_json(server.url)] == [{"n": 1}, {"n": 2}]


def test_answers_in_between_forgive_failures() -> None:
    """Only failures in a row count, and a refusal is no failure: whoever refuses is there."""
    play = [Status(500), Status(500), Status(404), Status(500), Status(500), {"n": 1}]
    with PlayingServer(play) as server, HttpDoor(retry=ONCE) as door:
        for _call in range(5):
            with pytest.raises(StatusError):
                door.get_json(server.url)
        assert door.get_json(server.url) == {"n": 1}


def test_a_rate_spaces_calls_out(pauses: list[float]) -> None:
    """Three calls a second to one host: the second and third wait; another host does not."""
    with PlayingServer(lambda _request: {}) as server:
        door = HttpDoor(rates={"127.0.0.1": 4.0}, clock=lambda: 0.0, pause=pauses.append)
        with door:
            for _call in range(3):
                door.get_json(server.url)
            door.get_json(server.url.replace("127.0.0.1", "localhost"))
    assert pauses == [0.25, 0.5]


# -- where it leads ----------------------------------------------------------------------------------------------


def test_a_resource_that_moved_is_followed(door: HttpDoor) -> None:
    """Relative and absolute places, a few times."""
    with PlayingServer([Status(301, "", {"Location": "/b"}), Status(307, "", {"Location": "c"}), {"n": 1}]) as server:
        assert door.get_json(f"{server.url}/a") == {"n": 1}
    assert [request.path for request in server.requests] == ["/a", "/b", "/c"]


def test_going_round_in_circles_ends(door: HttpDoor) -> None:
    """A server that points to itself."""
    with (
        PlayingServer(lambda _request: Status(302, "", {"Location": "/a"})) as server,
        pytest.raises(BrokenAnswerError, match="from place to place"),
    ):
        door.get_json(f"{server.url}/a")
    assert len(server.requests) < 10


def test_a_key_does_not_follow_to_another_server(door: HttpDoor) -> None:
    """Another port is another server; it is not even asked."""
    with PlayingServer([{}]) as other:
        with (
            PlayingServer([Status(302, "", {"Location": f"{other.url}/x"})]) as server,
            pytest.raises(BrokenAnswerError, match="the key does not belong"),
        ):
            door.get_json(server.url, key=Secret(KEY))
        assert other.requests == []
        with PlayingServer([Status(302, "", {"Location": "/y"}), {"n": 1}]) as server:
            assert door.get_json(server.url, key=Secret(KEY)) == {"n": 1}
            assert server.requests[1].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_what_is_sent_is_not_sent_on(door: HttpDoor, code: int) -> None:
    """A question may be confidential: the new address is told and not asked."""
    with (
        PlayingServer([Status(code, "", {"Location": "/there"})]) as server,
        pytest.raises(BrokenAnswerError, match="points to") as caught,
    ):
        door.post_json(server.url, {"text": "evidence"})
    assert f"{server.url}/there" in caught.value.message
    assert len(server.requests) == 1


@pytest.mark.parametrize("place", ["ftp://x/", "http://user:pw@127.0.0.1/", "javascript:alert(1)"])
def test_places_that_are_none_are_not_followed(door: HttpDoor, place: str) -> None:
    """The place comes from a server, so it may be anything."""
    with (
        PlayingServer([Status(302, "", {"Location": place})]) as server,
        pytest.raises(BrokenAnswerError, match="no place to go|cannot be spoken to") as caught,
    ):
        door.get_json(server.url)
    assert "pw" not in str(caught.value)


def test_no_proxy_sees_what_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch, door: HttpDoor) -> None:
    """A proxy from the environment is used for other hosts only."""
    with PlayingServer([{"through": "proxy"}]) as proxy, PlayingServer(lambda _request: {"direct": True}) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        assert door.get_json(server.url) == {"direct": True}
        assert door.get_json(server.url.replace("127.0.0.1", "localhost")) == {"direct": True}
        assert door.get_json("http://other.invalid/x") == {"through": "proxy"}


def test_a_proxy_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch, door: HttpDoor) -> None:
    """Settings of the machine that make no sense end in words, and name what to look at."""
    for name in ("ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "nonsense://x")
    with pytest.raises(ServiceError, match="no connection can be made from here") as caught:
        door.get_json("http://other.invalid/x")
    assert "HTTPS_PROXY" in caught.value.remedy


# -- keys --------------------------------------------------------------------------------------------------------


def test_a_key_goes_into_the_header_and_nowhere_else(door: HttpDoor, caplog: pytest.LogCaptureFixture) -> None:
    """A server that sends back all it was sent does not get the key into an error, its parts, a traceback or a log."""
    caplog.set_level(logging.DEBUG)
    key = Secret(KEY)

    def echo(request: Request) -> Status:
        return Status(401, {"error": {"message": f"bad header {request.headers['authorization']}"}})

    with PlayingServer(echo) as server:
        errors = [_error_of(ask) for ask in _asks(door, server.url, key)]
        assert all(request.headers["authorization"] == f"Bearer {KEY}" for request in server.requests)
    for error in errors:
        told = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
        assert KEY not in told
        assert "(withheld)" in told
    assert KEY not in caplog.text
    assert len(errors) == 4


def test_a_key_sent_back_as_garbage_is_not_told(door: HttpDoor) -> None:
    """Neither as text where JSON was due nor as no HTTP at all."""
    plays = [Status(200, f"you sent {KEY}"), Raw(f"{KEY} is your key\r\n\r\n".encode())]
    for answer in plays:
        with PlayingServer([answer]) as server:
            error = _error_of(lambda url=server.url: door.get_json(url, key=Secret(KEY)))  # type: ignore[misc]
        assert KEY not in "".join(traceback.format_exception(error))


def _asks(door: HttpDoor, url: str, key: Secret) -> list[Callable[[], object]]:
    def lines() -> list[str]:
        with door.post_lines(url, {}, key=key) as read:
            return list(read)

    return [
        lambda: door.get_json(url, key=key),
        lambda: door.get_bytes(url, key=key),
        lambda: door.post_json(url, {}, key=key),
        lines,
    ]


def _error_of(ask: Callable[[], object]) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        ask()
    return caught.value


# -- offline -----------------------------------------------------------------------------------------------------


def test_offline_makes_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """With sockets and look-ups forbidden, every call is refused as offline, that to this machine as well."""

    def forbidden(*_args: Any, **_more: Any) -> Any:
        pytest.fail("a socket was made")

    monkeypatch.setattr(socket, "socket", forbidden)
    monkeypatch.setattr(socket, "create_connection", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    with HttpDoor(offline=True) as door:
        for url in ("https://api.crossref.org/works", "http://localhost:11434"):
            for ask in _asks(door, url, Secret(KEY)):
                with pytest.raises(OfflineError, match="the network must not be used") as caught:
                    ask()
                assert "--offline" in caught.value.remedy


def test_offline_loads_no_http_library(tmp_path: Path) -> None:
    """Neither the door nor a refused call loads httpx."""
    script = tmp_path / "offline.py"
    script.write_text(
        "import sys\n"
        "from bmreport.http import HttpDoor, OfflineError\n"
        "try:\n"
        "    HttpDoor(offline=True).get_json('https://example.org/')\n"
        "except OfflineError:\n"
        "    print('httpx' in sys.modules)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == ("False", "")


# -- the cache ---------------------------------------------------------------------------------------------------


def test_what_was_read_lately_is_not_asked_for_again(tmp_path: Path) -> None:
    """With an age limit the second call is answered from disk, also offline; without one, never."""
    cache = DiskCache(tmp_path / "http")
    with PlayingServer([{"n": 1}, {"n": 2}]) as server:
        with HttpDoor(cache=cache) as door:
            assert [door.get_json(server.url, max_age=60) for _call in range(2)] == [{"n": 1}] * 2
            assert door.get_json(server.url) == {"n": 2}
        with HttpDoor(cache=cache, offline=True) as door:
            assert door.get_json(server.url, max_age=60) == {"n": 1}
    assert len(server.requests) == 2


def test_what_a_key_opens_is_not_kept(tmp_path: Path) -> None:
    """Answers to calls with a key leave nothing on disk, and failures neither."""
    with (
        PlayingServer([{"n": 1}, {"n": 2}, Status(500)]) as server,
        HttpDoor(cache=DiskCache(tmp_path / "http")) as door,
    ):
        assert [door.get_json(server.url, max_age=60, key=Secret(KEY)) for _call in range(2)] == [{"n": 1}, {"n": 2}]
        with pytest.raises(StatusError):
            door.get_json(server.url, max_age=60)
    assert not list(tmp_path.rglob("*.cache"))


# -- threads -----------------------------------------------------------------------------------------------------


def test_one_door_serves_many_threads() -> None:
    """Each thread gets its own answer."""
    got: dict[int, Any] = {}
    with PlayingServer(lambda request: {"n": request.json["n"]}) as server, HttpDoor() as door:

        def ask(number: int) -> None:
            got[number] = door.post_json(server.url, {"n": number})

        threads = [Thread(target=ask, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=30)
    assert got == {number: {"n": number} for number in range(12)}


class _raw_server:  # noqa: N801  # used as a function
    """A server that does what it is told with the first connection."""

    def __init__(self, serve: Callable[[socket.socket], None]) -> None:
        self._serve = serve
        self._socket = socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> str:
        Thread(target=self._accept, daemon=True).start()
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def __exit__(self, *_error: object) -> None:
        self._socket.close()

    def _accept(self) -> None:
        peer, _address = self._socket.accept()
        with peer:
            peer.recv(65_536)
            self._serve(peer)


def _drip(peer: socket.socket, head: bytes) -> None:
    peer.sendall(head)
    try:
        while True:
            peer.sendall(b".")
            time.sleep(0.05)
    except OSError:
        return


def test_retry_is_made_of_seconds() -> None:
    """The defaults can be read and changed."""
    assert json.loads(json.dumps(vars(Retry()))) == {
        "attempts": 4,
        "connects": 2,
        "first": 0.5,
        "longest": 8.0,
        "longest_asked": 60.0,
    }
