"""A server on a real socket that plays a list of answers, good and bad, and remembers what it was asked."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, Self, TypeAlias
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """What came in. Header names are in lower case."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    def message(self, role: str) -> str:
        """The text of the messages of a chat with this role."""
        return "\n".join(one["content"] for one in self.json["messages"] if one["role"] == role)

    @property
    def system(self) -> str:
        """What a chat says as system."""
        return self.message("system")

    @property
    def user(self) -> str:
        """What a chat says as user."""
        return self.message("user")

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema that a chat asks for; empty where it asks for none."""
        wanted = self.json.get("format") or self.json.get("response_format", {}).get("json_schema", {}).get("schema")
        return wanted if isinstance(wanted, dict) else {}


@dataclass(frozen=True)
class Hang:
    """After so many characters of the text, nothing more comes and nothing ends."""

    after_chars: int = 0
    text: str = '{"sentences": [{"text": "Aspirin lowered the risk.", "ids": ["p1"]}]}'


@dataclass(frozen=True)
class Drop:
    """After so many characters of the text, the connection breaks; with 0, before the head of the answer."""

    after_chars: int = 0
    text: str = '{"sentences": [{"text": "Aspirin lowered the risk.", "ids": ["p1"]}]}'


@dataclass(frozen=True)
class Status:
    """An answer of this status with this body: text, or something for JSON."""

    code: int
    body: object = ""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Raw:
    """These bytes and nothing else, in place of all that HTTP asks for; then the connection ends."""

    data: bytes


Answer: TypeAlias = object
"""Text, something for JSON, Hang, Drop, Status, Raw, or a function that makes one of them from a request."""


class Broken(Exception):  # noqa: N818  # no error: the play says so
    """Ends the connection at once."""


class PlayingServer:
    """A server that gives the answers of a list one after the other; a single function in its place answers for ever.

    Use it as a context manager; `url` is its address, `requests` what it was asked so far, `left` what it did not play.
    Entered again after its end, it is back under the same address.
    When the list is at its end it answers with status 500, which no client should need.
    """

    def __init__(self, answers: Iterable[Answer] | Callable[[Request], Answer] = ()) -> None:
        self.requests: list[Request] = []
        self.closing = Event()
        self._lock = Lock()
        self._always = answers if callable(answers) else None
        self._answers = [] if callable(answers) else list(answers)
        self._server: _Server | None = None
        self._port = 0

    @property
    def url(self) -> str:
        """The address without a slash at its end."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def left(self) -> int:
        """How many answers were not asked for."""
        return len(self._answers)

    def asked(self, path: str) -> list[Request]:
        """The requests to a path."""
        return [request for request in self.requests if request.path == path]

    def __enter__(self) -> Self:
        self.closing.clear()
        self._server = _Server(("127.0.0.1", self._port), self)
        self._port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the server, every answer that hangs, and all connections, as when it is killed."""
        self.closing.set()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server.hang_up()
            self._server = None

    def next_answer(self, request: Request) -> Answer:
        """What is to be played for this request."""
        if self._always is not None:
            return self._always(request)
        with self._lock:
            answer = self._answers.pop(0) if self._answers else Status(500, "the play is at its end")
        return answer(request) if callable(answer) else answer

    def reply(self, request: Request, out: Out) -> None:
        """Answer a request. What is played is all there is; servers that speak a protocol replace this."""
        self.play(self.next_answer(request), out)

    def play(self, answer: Answer, out: Out) -> None:
        """Play one answer as plain HTTP."""
        if isinstance(answer, Status):
            out.whole(answer.code, answer.body, answer.headers)
        elif isinstance(answer, Raw):
            out.raw(answer.data)
        elif isinstance(answer, Hang | Drop):
            if answer.after_chars:
                out.begin("text/plain; charset=utf-8")
                out.piece(answer.text[: answer.after_chars])
            out.stop_short(answer)
        else:
            out.whole(200, answer)


class Out:
    """The way back to whoever asked: an answer in one go, or piece by piece."""

    def __init__(self, handler: _Handler) -> None:
        self._handler = handler

    def whole(self, code: int, body: object, headers: dict[str, str] | None = None) -> None:
        """An answer in one go: text as it is, bytes as they are, all else as JSON."""
        plain = isinstance(body, str | bytes)
        data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        self._handler.send_response(code)
        named = {name.lower() for name in headers or {}}
        if "content-type" not in named:
            self._handler.send_header("Content-Type", "text/plain; charset=utf-8" if plain else "application/json")
        if "content-length" not in named:
            self._handler.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self._handler.send_header(name, value)
        self._handler.end_headers()
        self._handler.wfile.write(data)

    def begin(self, content_type: str) -> None:
        """The head of an answer that comes in pieces."""
        self._handler.send_response(200)
        self._handler.send_header("Content-Type", content_type)
        self._handler.send_header("Transfer-Encoding", "chunked")
        self._handler.end_headers()

    def piece(self, text: str) -> None:
        """A piece of it."""
        data = text.encode()
        if data:
            self._handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self._handler.wfile.flush()

    def end(self) -> None:
        """The end of it."""
        self._handler.wfile.write(b"0\r\n\r\n")

    def raw(self, data: bytes) -> None:
        """Bytes past all rules."""
        self._handler.wfile.write(data)
        self._handler.wfile.flush()
        self._handler.close_connection = True

    def stop_short(self, how: Hang | Drop) -> None:
        """Say no more: wait until the server ends, or break the connection."""
        self._handler.wfile.flush()
        if isinstance(how, Hang):
            self._handler.player.closing.wait()
        raise Broken


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], player: PlayingServer) -> None:
        self.player = player
        self._open: set[socket.socket] = set()
        self._lock = Lock()
        super().__init__(address, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, and remember the connection."""
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close one connection."""
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """Close all connections that are open."""
        with self._lock:
            still_open = list(self._open)
        for connection in still_open:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:  # it is closed already
                continue

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a client that goes away in the middle is what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each small piece waits for the one before it to be acknowledged

    @property
    def player(self) -> PlayingServer:
        """Whose play this is."""
        assert isinstance(self.server, _Server)
        return self.server.player

    def do_GET(self) -> None:
        """Any question without a body."""
        self._serve()

    def do_POST(self) -> None:
        """Any question with one."""
        self._serve()

    def log_message(self, *_args: object) -> None:
        """Write no log."""

    def _serve(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, parts.path, parse_qs(parts.query), headers, self.rfile.read(length))
        self.player.requests.append(request)
        try:
            self.player.reply(request, Out(self))
        except Broken:
            self.close_connection = True  # in the middle of an answer, as when a server is killed


def pieces(text: str, size: int = 4) -> Iterator[str]:
    """A text in pieces such as a model's tokens: words with the blank before them, long ones in parts."""
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and end - start < size and not text[end].isspace():
            end += 1
        yield text[start:end]
        start = end
