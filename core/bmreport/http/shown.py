"""Addresses and answers as they may stand in a message: without keys, on one line, short."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_EXCERPT = 200
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,300})", re.IGNORECASE)
_HTML = re.compile(r"\s{0,200}(?:<!doctype html|<html|<head|<body)", re.IGNORECASE)


def shown_url(url: str) -> str:
    """The address without user name, password, query and fragment: each of them may hold a key."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "(an address that cannot be read)"
    place = f"[{host}]" if ":" in host else host
    number = f":{port}" if port is not None else ""
    return f"{parts.scheme}://{place}{number}{parts.path}"


def shown_text(text: str, length: int = _EXCERPT) -> str:
    """The beginning of a text on one line, without anything that a terminal obeys."""
    visible = "".join(letter if letter.isprintable() else " " for letter in text[: length * 4])
    line = " ".join(visible.split())
    return f"{line[:length]}…" if len(line) > length else line


def is_html(text: str) -> bool:
    """Whether a text begins as a web page does."""
    return bool(_HTML.match(text))


def what_came(text: str) -> str:
    """A few words on an answer that is not what was asked for."""
    if is_html(text):
        title = _TITLE.search(text)
        name = shown_text(title[1]) if title else ""
        return f"a web page (“{name}”)" if name else "a web page"
    return f"“{shown_text(text)}”" if text.strip() else "nothing"
