"""The only module that speaks through httpx. Loaded with the first call, for httpx takes a while to load."""

from __future__ import annotations

import math
import ssl
import time
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Lock, Thread
from typing import TYPE_CHECKING

import httpx

from bmreport.errors import ServiceError
from bmreport.http.failures import BrokenAnswerError, NoConnectionError, SilentError
from bmreport.http.lines import decoded_lines
from bmreport.http.loopback import names_loopback
from bmreport.http.shown import shown_text

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from bmreport.http.call import Call
    from bmreport.http.limits import Limits
    from bmreport.http.secret import Secret

_EXCERPT_BYTES = 65_536
_CODINGS = frozenset({"", "identity", "gzip", "deflate"})


class Wire:
    """The clients behind a door: those for this machine, which no proxy may see, and one for all other hosts."""

    def __init__(self, agent: str) -> None:
        self._agent = agent
        self._lock = Lock()
        self._clients: dict[tuple[bool, bool], httpx.Client] = {}

    def send(self, call: Call, limits: Limits) -> Answer:
        """Make the call and return once the head of the answer is there. Raises ServiceError."""
        headers = {"Accept": call.accept, "Accept-Encoding": "identity" if call.method == "POST" else "gzip"}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        timeout = httpx.Timeout(limits.silence, connect=limits.connect, pool=None)
        deadline = None if limits.whole is None else time.monotonic() + limits.whole
        with _in_plain_words(call, limits, begun=False):
            client = self._client(call)
            request = client.build_request(call.method, call.url, content=call.body, headers=headers, timeout=timeout)
            auth = _Bearer(call.key) if call.key else None
            longest = min(limits.connect + limits.silence, limits.whole or math.inf)
            response = _within(longest, lambda: client.send(request, stream=True, auth=auth))
        return Answer(response, call, limits, deadline)

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            for client in self._clients.values():
                client.close()
            self._clients.clear()

    def _client(self, call: Call) -> httpx.Client:
        local = names_loopback(call.host)
        plain = local and call.url.startswith("http:")
        with self._lock:
            if (local, plain) not in self._clients:
                # A context without a single authority trusts nobody; where nothing is encrypted that saves loading all
                # of them.
                verify = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True
                # Redirects are followed by the door, which knows what may go where.
                self._clients[local, plain] = httpx.Client(
                    trust_env=not local, verify=verify, follow_redirects=False, headers={"User-Agent": self._agent}
                )
            return self._clients[local, plain]


class Answer:
    """An answer whose head has come; its body is read within the limits. Close it."""

    def __init__(self, response: httpx.Response, call: Call, limits: Limits, deadline: float | None) -> None:
        self._response = response
        self._call = call
        self._limits = limits
        self._deadline = deadline
        self.where = call.where
        self.status = response.status_code

    def header(self, name: str) -> str | None:
        """The value of a header."""
        value: str | None = self._response.headers.get(name)
        return value

    def chunks(self) -> Iterator[bytes]:
        """The body piece by piece. Raises ServiceError where it breaks off, is too large or takes too long."""
        total = 0
        self._check_coding()
        with _in_plain_words(self._call, self._limits, begun=True):
            for chunk in self._response.iter_bytes():
                total += len(chunk)
                if total > self._limits.max_bytes:
                    raise BrokenAnswerError(
                        f"sent more than {self._limits.max_bytes} bytes",
                        where=self.where,
                        remedy="see whether this is the right server",
                    )
                if self._deadline is not None and time.monotonic() > self._deadline:
                    raise _too_slow(self.where, f"is not done after {self._limits.whole:g} s")
                yield chunk

    def lines(self) -> Iterator[str]:
        """The body line by line, without the key: a server may send back what it was sent."""
        lines = decoded_lines(self._timed(self.chunks()), self._limits.max_line, self.where)
        return map(self._call.key.scrub, lines) if self._call.key else lines

    def read(self) -> bytes:
        """The whole body."""
        return b"".join(self.chunks())

    def excerpt(self) -> str:
        """The beginning of the body, for a message; as much of it as comes in the time that one silence may take."""
        parts: list[bytes] = []
        left, end = _EXCERPT_BYTES, time.monotonic() + self._limits.silence
        try:
            for chunk in self.chunks():
                parts.append(chunk)
                left -= len(chunk)
                if left < 0 or time.monotonic() > end:
                    break
        except ServiceError:  # the status has the say; that its text broke off adds nothing
            pass
        text = b"".join(parts)[:_EXCERPT_BYTES].decode("utf-8", "replace")
        return self._call.key.scrub(text) if self._call.key else text

    def _timed(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """The chunks, as long as a line ends now and then: bytes that make no line are no sign of life."""
        heard = time.monotonic()
        for chunk in chunks:
            now = time.monotonic()
            if b"\n" in chunk:
                heard = now
            elif now - heard > self._limits.silence:
                raise _too_slow(self.where, f"ended no line for {self._limits.silence:g} s")
            yield chunk

    def _check_coding(self) -> None:
        """Raise BrokenAnswerError for a body that is packed twice, or in a way that nobody asked for.

        What is packed twice unpacks a million times over, and all at once, before its bytes can be counted.
        """
        coding = (self.header("content-encoding") or "").strip().lower()
        if coding not in _CODINGS:
            raise BrokenAnswerError(
                f"sent a body that is packed as “{shown_text(coding, 60)}”",
                where=self.where,
                remedy="see whether this is the right server",
            )

    def close(self) -> None:
        """Give the connection back, or end it where the body was not read to its end."""
        self._response.close()


def _within(seconds: float, send: Callable[[], httpx.Response]) -> httpx.Response:
    """The answer whose head has come in time. Raises httpx.ReadTimeout, and what `send` raises.

    httpx bounds the time between two bytes, so a head that comes byte by byte, or is put off by one interim answer
    after the other, would keep a run waiting for ever. The thread that waits for it ends with the connection.
    """
    head: Future[httpx.Response] = Future()

    def wait() -> None:
        try:
            response = send()
        except BaseException as error:  # noqa: BLE001  # it is raised again where the answer is waited for
            if head.set_running_or_notify_cancel():
                head.set_exception(error)
            return
        if head.set_running_or_notify_cancel():
            head.set_result(response)
        else:
            response.close()

    Thread(target=wait, daemon=True).start()
    try:
        return head.result(seconds)
    except TimeoutError:
        if head.cancel():
            raise httpx.ReadTimeout("no head of an answer") from None
        return head.result()


class _Bearer(httpx.Auth):
    """Puts the key into the header at the last moment, so that no request object of ours holds it."""

    def __init__(self, key: Secret) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["Authorization"] = f"Bearer {self._key.reveal()}"
        yield request


@contextmanager
def _in_plain_words(call: Call, limits: Limits, *, begun: bool) -> Iterator[None]:
    """Turn what httpx raises into ServiceError. `begun`: the head of an answer has come.

    No cause is attached: the messages of httpx may quote an address with all that it holds, or a header.
    """
    where = call.where
    try:
        yield
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
        raise _no_connection(where, error, call) from None
    except httpx.TimeoutException:
        raise _too_slow(where, f"sent nothing for {limits.silence:g} s") from None
    except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
        # A server that hangs up before its first byte got nothing done; one that sends nonsense is no such server.
        hung_up = isinstance(error, httpx.NetworkError) or "without sending" in str(error)
        if hung_up and not begun:
            raise _no_connection(where, error, call) from None
        raise BrokenAnswerError(
            "broke off in the middle of its answer" if begun else f"sent no HTTP: {_reason(error, call)}",
            where=where,
            remedy="see the server's own log, then try again" if begun else "see whether this is the right port",
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
        raise BrokenAnswerError(
            f"cannot be spoken to: {_reason(error, call)}", where=where, remedy="see whether the address is right"
        ) from None
    except (OSError, ValueError, ImportError) as error:
        raise ServiceError(
            f"no connection can be made from here: {_reason(error, call)}",
            where=where,
            remedy="see the settings of this machine for proxies and certificates (HTTPS_PROXY, SSL_CERT_FILE)",
        ) from None


def _no_connection(where: str, error: Exception, call: Call) -> NoConnectionError:
    certificate = "CERTIFICATE" in str(error)
    return NoConnectionError(
        f"cannot be reached: {_reason(error, call)}",
        where=where,
        remedy="name the authority that signed its certificate in SSL_CERT_FILE"
        if certificate
        else "see whether the server runs and the address is right",
    )


def _too_slow(where: str, what: str) -> SilentError:
    return SilentError(what, where=where, remedy="see whether the server is overloaded, or give it more time")


def _reason(error: Exception, call: Call) -> str:
    text = shown_text(str(error)) or type(error).__name__
    return call.key.scrub(text) if call.key else text
