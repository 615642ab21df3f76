"""From bytes to text: byte-order marks, UTF-8, UTF-16, Windows-1252, and a word on whatever had to be mended.

What is tried, in this order: a byte-order mark; NUL bytes in every other place (UTF-16 without a mark); UTF-8; else
Windows-1252, which old reference managers write. A few bad bytes in text that is UTF-8 elsewhere do not change the
encoding of the rest: each becomes U+FFFD, and a note says where it stood.
"""

from __future__ import annotations

import codecs
import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKS = (
    # UTF-32-LE begins as UTF-16-LE does, so the longer marks come first.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 4096
_SHOWN = 5
# `surrogateescape` turns the invalid byte 0xNN into the lone surrogate U+DCNN, which no valid UTF-8 can hold.
_ESCAPED = re.compile("[\udc80-\udcff]")
_NEWLINE = re.compile(rb"\r\n?|\n")


@dataclass(frozen=True)
class Decoded:
    """The text with a line feed for every kind of line end, the Python codec it was read with, and what was altered."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decode(data: bytes) -> Decoded:
    """Read bytes as text; never raises. Line numbers in the notes start at 1, byte offsets at 0."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            if encoding == "utf-8-sig":
                return _decode_utf8(data, encoding, len(mark))
            return _decode_wide(data, encoding, len(mark))
    wide = _utf16_by_nuls(data)
    if wide:
        return _decode_wide(data, wide, 0)
    return _decode_utf8(data, "utf-8", 0) if _is_utf8(data) else _decode_cp1252(data)


def _utf16_by_nuls(data: bytes) -> str:
    """UTF-16 without a mark: ASCII letters leave a NUL in every other byte, and only there."""
    sample = data[: min(_SAMPLE, len(data) - len(data) % 2)]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    enough = max(1, len(sample) // 10)
    if odd >= enough and even * 20 <= odd:
        return "utf-16-le"
    if even >= enough and odd * 20 <= even:
        return "utf-16-be"
    return ""


def _is_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8, or are so but for some bad ones: at least as many letters decode as fail."""
    text = data.decode("utf-8", "surrogateescape")
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    bad = sum(1 for _ in _ESCAPED.finditer(text))
    return bad == 0 or beyond_ascii - bad >= bad


def _decode_utf8(data: bytes, encoding: str, start: int) -> Decoded:
    text = data[start:].decode("utf-8", "surrogateescape")
    notes = []
    places = list(_bad_places(text, start))
    if places:
        notes.append(f"not valid UTF-8, became U+FFFD: {_counted(len(places), 'byte')}, {_shown(places, data)}")
        text = _ESCAPED.sub("\ufffd", text)
    return _finish(text, encoding, notes)


def _bad_places(text: str, start: int) -> Iterator[int]:
    """Byte offsets of the escaped bytes; each stretch of text is measured once."""
    offset, position = start, 0
    for found in _ESCAPED.finditer(text):
        offset += len(text[position : found.start()].encode("utf-8", "surrogateescape"))
        position = found.start()
        yield offset


def _decode_cp1252(data: bytes) -> Decoded:
    # Five bytes have no letter in Windows-1252.
    places = [found.start() for found in re.finditer(rb"[\x81\x8d\x8f\x90\x9d]", data)]
    first = [found.start() for found in itertools.islice(re.finditer(rb"[\x80-\xff]", data), 1)]
    notes = [
        f"the file is not UTF-8 ({_shown(first, data)}) and was read as Windows-1252 (cp1252); "
        "if letters look wrong, save it as UTF-8"
    ]
    if places:
        notes.append(f"no letter in cp1252, became U+FFFD: {_counted(len(places), 'byte')}, {_shown(places, data)}")
    return _finish(data.decode("cp1252", "replace"), "cp1252", notes)


def _decode_wide(data: bytes, encoding: str, start: int) -> Decoded:
    """UTF-16 and UTF-32."""
    text = data[start:].decode(encoding, "replace")
    notes = []
    if "\ufffd" in text:
        line = text.count("\n", 0, text.index("\ufffd")) + 1
        notes.append(f"some bytes are no {encoding.upper()} and became U+FFFD, the first in line {line}")
    return _finish(text, encoding, notes)


def _finish(text: str, encoding: str, notes: list[str]) -> Decoded:
    # DOS editors end a file with Ctrl-Z.
    text = text.removesuffix("\x1a").replace("\r\n", "\n").replace("\r", "\n")
    nuls = text.count("\x00")
    if nuls:
        line = text.count("\n", 0, text.index("\x00")) + 1
        notes.append(f"{_counted(nuls, 'NUL character')} left out, the first in line {line}; the file may be damaged")
        text = text.replace("\x00", "")
    return Decoded(text, encoding, tuple(notes))


def _shown(places: list[int], data: bytes) -> str:
    """Line and byte offset of the first few places."""
    shown, line, position = [], 1, 0
    for offset in places[:_SHOWN]:
        line += sum(1 for _ in _NEWLINE.finditer(data, position, offset))
        position = offset
        shown.append(f"line {line}, byte {offset} (0x{data[offset]:02X})")
    more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    return "; ".join(shown) + more


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
