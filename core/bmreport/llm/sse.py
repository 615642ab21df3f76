"""Server-sent events, as far as model servers use them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LONGEST = 4 << 20  # characters of one event
_WITHOUT_DATA = frozenset({"", "event", "id", "retry"})


def events(lines: Iterable[str]) -> Iterator[str]:
    """The data of each event (HTML standard, 9.2); an empty text for a comment, which is a sign of life.

    A server that answers with one JSON document instead, as if not asked to stream, gives that document as one event.
    An event over 4 Mi characters ends the stream, cut off: parsed, JSON takes many times the memory of its text.
    llama.cpp before 2025 sent errors in a field of its own, which counts as data.
    """
    data: list[str] = []
    document: list[str] = []
    length = 0
    for line in lines:
        length = (length if data or document else 0) + len(line) + 1
        if length > _LONGEST:
            break
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
