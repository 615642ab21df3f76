"""Lines out of chunks of bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.http.failures import BrokenAnswerError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def decoded_lines(chunks: Iterable[bytes], max_line: int, where: str) -> Iterator[str]:
    r"""The lines of a UTF-8 stream, without their ends; the last one may lack its end.

    Only \n and \r\n end a line. Other line separators of Unicode may stand inside a JSON string, so `str.splitlines`
    would cut one in two. Raises BrokenAnswerError for a line over `max_line` bytes and for bytes that are not UTF-8.
    """
    parts: list[bytes] = []
    length = 0
    for chunk in chunks:
        head, *rest = chunk.split(b"\n")
        parts.append(head)
        length += len(head)
        _check(length, max_line, where)
        for part in rest:
            yield _text(b"".join(parts), where)
            parts, length = [part], len(part)
            _check(length, max_line, where)
    if length:
        yield _text(b"".join(parts), where)


def _check(length: int, max_line: int, where: str) -> None:
    if length > max_line:
        raise BrokenAnswerError(
            f"sent a line of more than {max_line} bytes", where=where, remedy="see whether this is the right server"
        )


def _text(line: bytes, where: str) -> str:
    try:
        return line.removesuffix(b"\r").decode("utf-8")
    except UnicodeDecodeError as error:
        raise BrokenAnswerError(
            f"sent bytes that are not UTF-8 text (byte {error.start + 1} of a line)",
            where=where,
            remedy="see whether this is the right server",
        ) from None
