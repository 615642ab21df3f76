"""Server-sent events, as far as model servers use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WITHOUT_DATA = frozenset({"", "event", "id", "retry"})


def events(lines: Iterable[str]) -> Iterator[str]:
    """The data of each event (HTML standard, 9.2); an empty text for a comment, which is a sign of life.

    A server that answers with one JSON document instead, as if not asked to stream, gives that document as one event.
    llama.cpp before 2025 sent errors in a field of its own, which counts as data.
    """
    data: list[str] = []
    document: list[str] = []
    for line in lines:
        if document or (not data and line.lstrip().startswith("{")):
            document.append(line)
            continue
        field, _colon, value = line.partition(":")
        if field in {"data", "error"}:
            data.append(value.removeprefix(" "))
        elif field in _WITHOUT_DATA and line:
            yield ""
        elif line:  # no event at all, such as a page; the standard would drop it in silence
            yield line
        elif data:
            yield "\n".join(data)
            data = []
    # What stands at the end without an empty line below it was cut off, or comes from a server that does not care.
    for rest in (data, document):
        if rest:
            yield "\n".join(rest)
