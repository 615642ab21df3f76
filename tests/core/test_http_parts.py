"""The parts of the door that need no socket: words, waits, lines, addresses of this machine, keys, rests."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.http import NoConnectionError, Retry, Secret, is_loopback
from bmreport.http.breaker import FAILURES, REST, CircuitBreaker
from bmreport.http.call import Call
from bmreport.http.failures import BrokenAnswerError
from bmreport.http.lines import decoded_lines
from bmreport.http.loopback import names_loopback
from bmreport.http.shown import shown_text, shown_url, what_came
from bmreport.http.waiting import asked_to_wait, back_off

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


# -- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://api.example.org/v1?key=s3cret#frag", "https://api.example.org/v1"),
        ("http://jane:s3cret@example.org:8080/a", "http://example.org:8080/a"),
        ("http://[::1]:8080/a?x=1", "http://[::1]:8080/a"),
        ("http://[::1", "(an address that cannot be read)"),
        ("http://h:x/", "(an address that cannot be read)"),
    ],
)
def test_an_address_is_shown_without_what_may_be_a_key(url: str, shown: str) -> None:
    """User name, password, query and fragment are left out."""
    assert shown_url(url) == shown


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_a_shown_text_is_one_short_line(text: str) -> None:
    """Whatever a server sends: one line, printable, bounded."""
    shown = shown_text(text, 50)
    assert len(shown) <= 51
    assert all(letter.isprintable() for letter in shown)
    assert what_came(text)


# -- waits -------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5000), st.floats(0, 1))
def test_waits_grow_to_a_limit(attempt: int, chance: float) -> None:
    """Never more than the limit, never less than half of what is due, for any number of attempts."""
    retry = Retry()
    wait = back_off(retry, attempt, chance)
    due = min(retry.longest, retry.first * 2.0 ** min(attempt - 1, 100))
    assert due / 2 <= wait <= due


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60.0),
        ("Mon, 30 Nov 2026 12:01:00 -0000", 60.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("9" * 400, 999_999_999.0),
        ("-5", None),
        ("1.5", None),
        ("²", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_date(header: str | None, seconds: float | None) -> None:
    """RFC 9110 allows both; all else says nothing."""
    assert asked_to_wait(header, NOW) == seconds


# -- lines -------------------------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=20)), st.data())
def test_lines_do_not_depend_on_how_they_are_cut(lines: list[str], data: st.DataObject) -> None:
    """However the bytes are cut into chunks, also within a letter, the same lines come; U+2028 ends none."""
    joined = "".join(f"{line}\r\n" for line in lines).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(joined)), max_size=6)))
    edges = [0, *cuts, len(joined)]
    chunks = [joined[start:end] for start, end in pairwise(edges)]
    assert list(decoded_lines(chunks, 1000, "here")) == lines


def test_the_last_line_may_lack_its_end() -> None:
    """What follows the last line break is a line when there is anything."""
    assert list(decoded_lines([b"a\nb"], 10, "here")) == ["a", "b"]
    assert list(decoded_lines([b"a\n", b""], 10, "here")) == ["a"]
    assert list(decoded_lines([], 10, "here")) == []


def test_a_line_is_bounded_however_it_comes() -> None:
    """In one chunk or in many."""
    for chunks in ([b"x" * 11], [b"x"] * 11, [b"a\n" + b"x" * 11 + b"\nb"]):
        with pytest.raises(BrokenAnswerError, match="more than 10 bytes"):
            list(decoded_lines(chunks, 10, "here"))


# -- this machine ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]", "::ffff:127.0.0.1"]
)
def test_addresses_of_this_machine(host: str) -> None:
    """By name or number."""
    assert names_loopback(host)
    assert is_loopback(host, lambda _name: ["127.0.0.1", "::1"])


@pytest.mark.parametrize(
    "host",
    [
        "0.0.0.0",  # noqa: S104  # nothing is bound to it
        "::",
        "",
        "192.168.1.5",
        "10.0.0.1",
        "localhost.evil.org",
        "127.0.0.1.nip.io",
        "0x7f.1",
        "2130706433",
        "::ffff:8.8.8.8",
    ],
)
def test_addresses_elsewhere(host: str) -> None:
    """Also those that lead here today: a name of one's own may lead elsewhere tomorrow."""
    assert not is_loopback(host, lambda _name: ["127.0.0.1"])


def test_localhost_that_leads_elsewhere_is_elsewhere() -> None:
    """A hosts file or a name server may say so."""
    assert not is_loopback("localhost", lambda _name: ["127.0.0.1", "203.0.113.9"])


def test_localhost_that_cannot_be_looked_up_leads_nowhere() -> None:
    """Nothing can be sent to it, so nothing is given away."""

    def fail(_name: str) -> list[str]:
        raise OSError

    assert is_loopback("localhost", fail)


# -- keys --------------------------------------------------------------------------------------------------------


def test_a_key_cannot_be_printed() -> None:
    """By no way of printing, nor as part of something, nor by writing it to a file."""
    key = Secret("sk-3f9a-secret")
    call = Call("GET", "http://127.0.0.1/", "*/*", key=key)
    told = f"{key} {key!r} {key!s} {[key]} {call} {vars(call)} %s" % key
    assert "3f9a" not in told
    assert key.reveal() == "sk-3f9a-secret"
    with pytest.raises(TypeError):
        pickle.dumps(key)


def test_a_key_is_taken_out_of_texts() -> None:
    """All places; what is too short to be a key is left alone."""
    assert Secret("abcdef").scrub("x abcdef abcdef") == "x (withheld) (withheld)"
    assert Secret("ab").scrub("cabbage") == "cabbage"
    assert Secret("").scrub("text") == "text"


# -- rests -------------------------------------------------------------------------------------------------------


def test_only_one_call_tries_a_host_after_its_rest() -> None:
    """The others wait for what it finds; its failure begins the rest anew."""
    clock = [0.0]
    breaker = CircuitBreaker(lambda: clock[0])
    for _failure in range(FAILURES):
        breaker.check("host", "here")
        breaker.failed("host")
    clock[0] = REST + 1
    breaker.check("host", "here")
    with pytest.raises(NoConnectionError):
        breaker.check("host", "here")
    breaker.failed("host")
    with pytest.raises(NoConnectionError, match="6 calls in a row"):
        breaker.check("host", "here")
    breaker.check("other", "there")


# -- moves -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "place", "why"),
    [
        ("https://a.org/x", "http://a.org/x", "not encrypted"),
        ("https://a.org/x", "http://127.0.0.1/x", "not encrypted"),
        ("http://a.org/x", "http://127.0.0.1:11434/api/delete", "which is this machine"),
        ("http://a.org/x", "//localhost/", "which is this machine"),
    ],
)
def test_places_that_must_not_be_followed(start: str, place: str, why: str) -> None:
    """A server on the net sends nobody to where nobody can listen or to services of this machine."""
    with pytest.raises(BrokenAnswerError, match=why):
        Call("GET", start, "*/*").moved_to(place)
