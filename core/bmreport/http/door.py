"""The only door to the net: every call of bmreport goes through it."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from secrets import SystemRandom
from threading import Lock
from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode

from bmreport._version import __version__
from bmreport.errors import UsageError
from bmreport.http.breaker import CircuitBreaker
from bmreport.http.call import Call
from bmreport.http.failures import (
    BrokenAnswerError,
    NoConnectionError,
    OfflineError,
    SilentError,
    StatusError,
)
from bmreport.http.limits import Limits, Retry
from bmreport.http.pace import Pace
from bmreport.http.shown import is_html, shown_text, shown_url, what_came
from bmreport.http.waiting import asked_to_wait, back_off

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bmreport.disk_cache import DiskCache
    from bmreport.http.secret import Secret
    from bmreport.http.wire import Answer, Wire

_LATER = frozenset({429, 502, 503, 504})
_MOVED = frozenset({301, 302, 303, 307, 308})
_MOST_MOVES = 5
_SERVER_ERROR = 500
_JSON = "application/json"
_REMEDIES = {
    401: "give a key, or a valid one",
    403: "the server does not allow this; see whether the key or the network is the right one",
    404: "see whether the address is right",
    429: "the server wants fewer calls; try again later",
}


class HttpDoor:
    """Calls to servers with limits, retries, a rate for each host and a rest for hosts that fail; for several threads.

    `offline` refuses every call before a socket is made. `rates` are calls a second, by host. `cache` keeps answers to
    GET for calls that give `max_age`. BMREPORT_CONTACT names an e-mail address that servers are told, as PubMed and
    Crossref ask. All methods raise ServiceError with the host, what happened and what to do; no message holds a key.
    """

    def __init__(
        self,
        *,
        offline: bool = False,
        limits: Limits | None = None,
        retry: Retry | None = None,
        rates: Mapping[str, float] | None = None,
        cache: DiskCache | None = None,
        pause: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.offline = offline
        self._limits = limits or Limits()
        self._retry = retry or Retry()
        self._agent = user_agent(os.environ.get("BMREPORT_CONTACT", ""))
        self._pace = Pace(rates or {}, clock, pause)
        self._breaker = CircuitBreaker(clock)
        self._cache = cache
        self._pause = pause
        self._chance = SystemRandom().random
        self._lock = Lock()
        self._opened: Wire | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def get_bytes(
        self,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        key: Secret | None = None,
        limits: Limits | None = None,
        max_age: float = 0.0,
        accept: str = "*/*",
    ) -> bytes:
        """The body of a resource. With `max_age` (seconds) an answer that is no older may come from the cache."""
        call = Call("GET", f"{url}?{urlencode(params)}" if params else url, accept, key=key)
        # What a key opens belongs to its owner and is not kept.
        cache = self._cache if max_age > 0 and key is None else None
        name = f"GET {accept} {call.url}"
        if cache is not None and (kept := cache.get(name, max_age=max_age)) is not None:
            return kept
        with self._moved(call, limits or self._limits) as answer:
            body = answer.read()
        if cache is not None:
            cache.put(name, body)
        return body

    def get_json(
        self,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        key: Secret | None = None,
        limits: Limits | None = None,
        max_age: float = 0.0,
    ) -> object:
        """A JSON resource, parsed. HTML or anything else where JSON is due is an error, whatever the status says."""
        body = self.get_bytes(url, params=params, key=key, limits=limits, max_age=max_age, accept=_JSON)
        return _parsed(body, shown_url(url), key)

    def post_json(self, url: str, body: object, *, key: Secret | None = None, limits: Limits | None = None) -> object:
        """The JSON answer to a JSON question. The question may be sent again, so it must change nothing."""
        call = Call("POST", url, _JSON, _encoded(body), key)
        with self._answer(call, limits or self._limits) as answer:
            _check_success(answer, call)
            return _parsed(answer.read(), call.where, key)

    @contextmanager
    def post_lines(
        self, url: str, body: object, *, key: Secret | None = None, limits: Limits | None = None
    ) -> Iterator[Iterator[str]]:
        """The answer to a JSON question line by line as it comes, for NDJSON and server-sent events.

        Leaving the block ends the answer. Reading raises ServiceError where it breaks off. As for `post_json`, a
        question is sent again only while no line has come.
        """
        call = Call("POST", url, "text/event-stream, application/x-ndjson, application/json", _encoded(body), key)
        with self._answer(call, limits or self._limits) as answer:
            _check_success(answer, call)
            if "text/html" in (answer.header("content-type") or "").lower():
                raise _not_json(answer.excerpt(), call.where)
            yield answer.lines()

    @contextmanager
    def _moved(self, call: Call, limits: Limits) -> Iterator[Answer]:
        """The successful answer, wherever the server has moved it."""
        for _move in range(_MOST_MOVES):
            with self._answer(call, limits) as answer:
                location = answer.header("location") if answer.status in _MOVED else None
                if location is None:
                    _check_success(answer, call)
                    yield answer
                    return
            call = call.moved_to(location)
        raise BrokenAnswerError(
            "points from place to place", where=call.where, remedy="see whether the address is right"
        )

    @contextmanager
    def _answer(self, call: Call, limits: Limits) -> Iterator[Answer]:
        """An answer of any status that is not "later"; the breaker hears how it went."""
        if self.offline:
            raise OfflineError(
                "is needed, and the network must not be used", where=call.where, remedy="leave out --offline"
            )
        with closing(self._patient(call, limits)) as answer:
            try:
                yield answer
            except (BrokenAnswerError, SilentError):
                self._breaker.failed(call.origin)
                raise
            except StatusError as error:
                # Whoever refuses a question is there and works.
                (self._breaker.failed if error.status >= _SERVER_ERROR else self._breaker.worked)(call.origin)
                raise
        self._breaker.worked(call.origin)

    def _patient(self, call: Call, limits: Limits) -> Answer:
        """The first answer that is not "later". Tries again as the limits allow."""
        for attempt in count(1):
            self._breaker.check(call.origin, call.where)
            self._pace.wait(call.host)
            try:
                answer = self._wire().send(call, limits)
            except (NoConnectionError, BrokenAnswerError, SilentError) as error:
                self._breaker.failed(call.origin)
                if not isinstance(error, NoConnectionError) or attempt >= self._retry.connects:
                    raise
                wait = back_off(self._retry, attempt, self._chance())
            else:
                if answer.status not in _LATER:
                    return answer
                wait = self._later(answer, call, attempt)
            self._pause(wait)
        raise AssertionError("unreachable")  # count() has no end

    def _later(self, answer: Answer, call: Call, attempt: int) -> float:
        """Seconds until the next attempt; raises StatusError when there is none."""
        with closing(answer):
            # The real time, whatever SOURCE_DATE_EPOCH says: a server's date is a moment of today.
            asked = asked_to_wait(answer.header("retry-after"), datetime.now(UTC))
            too_long = asked is not None and asked > self._retry.longest_asked
            if attempt >= self._retry.attempts or too_long:
                self._breaker.failed(call.origin)
                raise _status_error(answer, call, f"; it asks to wait {asked:.0f} s" if asked and too_long else "")
        return max(asked or 0.0, back_off(self._retry, attempt, self._chance()))

    def _wire(self) -> Wire:
        # Loaded with the first call: httpx takes longer to load than most commands run.
        from bmreport.http.wire import Wire

        with self._lock:
            if self._opened is None:
                self._opened = Wire(self._agent)
            return self._opened


def user_agent(contact: str) -> str:
    """What servers are told of the program, with the address of whoever runs it. Raises UsageError for a bad one."""
    address = contact.strip()
    if not address:
        return f"bmreport/{__version__}"
    if not (address.isascii() and address.isprintable() and "@" in address and not set(address) & set(" ()<>")):
        raise UsageError("BMREPORT_CONTACT is no e-mail address", remedy="write name@example.org, or unset it")
    return f"bmreport/{__version__} (mailto:{address})"


def _encoded(body: object) -> bytes:
    # Half a pair of surrogates is no letter, and no server takes it.
    return json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def _parsed(body: bytes, where: str, key: Secret | None) -> object:
    try:
        parsed: object = json.loads(body)
    except (ValueError, RecursionError):
        text = body[:4096].decode("utf-8", "replace")
        raise _not_json(key.scrub(text) if key else text, where) from None
    return parsed


def _not_json(text: str, where: str) -> BrokenAnswerError:
    return BrokenAnswerError(
        f"sent {what_came(text)} instead of JSON",
        where=where,
        remedy="see whether the address is right and no log-in page stands in between",
    )


def _check_success(answer: Answer, call: Call) -> None:
    location = answer.header("location") if answer.status in _MOVED else None
    if location is not None:
        # What is sent may be confidential, so it is not sent on to whoever a server names.
        place = call.moved_to(location).where
        raise BrokenAnswerError(f"points to {place}", where=call.where, remedy="give that address instead")
    if not 200 <= answer.status < 300:
        raise _status_error(answer, call)


def _status_error(answer: Answer, call: Call, more: str = "") -> StatusError:
    body = answer.excerpt()
    said = _said(body)
    return StatusError(
        f"answers with status {answer.status}{f': {said}' if said else ''}{more}",
        status=answer.status,
        body=body,
        where=call.where,
        remedy=_REMEDIES.get(answer.status, "see the server's own log, or try again later"),
    )


def _said(body: str) -> str:
    """What a server says of an error: the `error` or `message` of a JSON body, the title of a page, or the text."""
    try:
        told: object = json.loads(body)
    except (ValueError, RecursionError):
        return what_came(body) if is_html(body) else shown_text(body)
    for name in ("error", "message", "detail"):
        if isinstance(told, dict) and name in told:
            told = told[name]
    return shown_text(told if isinstance(told, str) else json.dumps(told, ensure_ascii=False))
