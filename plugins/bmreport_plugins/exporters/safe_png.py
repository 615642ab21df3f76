"""PNG from a file, checked and written anew: what is shown is a whole picture of a known size, and nothing else."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.exporters.unusable_picture import UnusablePictureError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MAX_PNG_BYTES", "PngPicture", "read_png", "safe_png"]

MAX_PNG_BYTES = 8 * 1024 * 1024

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MOST_PIXELS = 25_000_000
_STEP = 1 << 20
# Colour type -> samples per pixel, and the bit depths that it may have (PNG, third edition, table 8).
_SAMPLES = {0: (1, (1, 2, 4, 8, 16)), 2: (3, (8, 16)), 3: (1, (1, 2, 4, 8)), 4: (2, (8, 16)), 6: (4, (8, 16))}
# What changes the look of the still picture; texts, profiles, animations and unknown chunks are left out.
_KEPT = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"pHYs"})
_POINTS_PER_PIXEL = 0.75  # at 96 pixels per inch, where the file says nothing
_POINTS_PER_METRE = 72 / 0.0254
_LOW_DENSITY, _HIGH_DENSITY = 1_000, 100_000


@dataclass(frozen=True)
class PngPicture:
    """A checked picture; its size is in points."""

    data: bytes
    width: float
    height: float


def safe_png(data: bytes) -> bytes:
    """The picture without texts, animation, unknown chunks, and bytes after its end.

    Raises UnusablePictureError when it is no PNG, damaged, larger than 8 MiB or of more than 25 million pixels.
    """
    return read_png(data).data


def read_png(data: bytes) -> PngPicture:
    """As `safe_png`, with the size. Raises UnusablePictureError."""
    if len(data) > MAX_PNG_BYTES:
        raise UnusablePictureError(f"is larger than {MAX_PNG_BYTES // 1024 // 1024} MiB")
    if not data.startswith(_SIGNATURE):
        raise UnusablePictureError("is no PNG")
    kept = [(kind, body) for kind, body in _chunks(data) if kind in _KEPT]
    if kept[0][0] != b"IHDR" or len(kept[0][1]) != 13:
        raise UnusablePictureError("is damaged: it does not begin with its header")
    header = _Header(*struct.unpack(">IIBBBBB", kept[0][1]))
    header.check()
    _check_pixels(header, [body for kind, body in kept if kind == b"IDAT"])
    across, down = _density(dict(kept).get(b"pHYs", b""))
    out = b"".join([_SIGNATURE, *(_chunk(kind, body) for kind, body in kept)])
    return PngPicture(out, header.width * across, header.height * down)


@dataclass(frozen=True)
class _Header:
    """The chunk IHDR (PNG, third edition, 11.2.1)."""

    width: int
    height: int
    depth: int
    colour: int
    compression: int
    filtering: int
    interlace: int

    def check(self) -> None:
        known = self.colour in _SAMPLES and self.depth in _SAMPLES[self.colour][1]
        if not known or self.compression or self.filtering or self.interlace not in (0, 1):
            raise UnusablePictureError("is damaged: its header names no known kind of picture")
        if not 0 < self.width * self.height <= _MOST_PIXELS:
            raise UnusablePictureError(f"has {self.width} x {self.height} pixels, which is none or too many")

    @property
    def bytes_unpacked(self) -> int:
        """Each line is a filter's number and its pixels (9.2); interlaced pictures have up to seven times the lines."""
        bits = _SAMPLES[self.colour][0] * self.depth
        return sum(height * (1 + (width * bits + 7) // 8) for width, height in self._passes() if width)

    def _passes(self) -> Iterator[tuple[int, int]]:
        if not self.interlace:
            yield self.width, self.height
            return
        # Adam7 (8.2): first column and line of each pass, and the steps between them.
        for left, top, across, down in (
            *((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4)),
            *((0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)),
        ):
            yield -(-max(0, self.width - left) // across), -(-max(0, self.height - top) // down)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of each chunk up to the end of the picture."""
    place = len(_SIGNATURE)
    while place + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        body = data[place + 8 : place + 8 + length]
        check = data[place + 8 + length : place + 12 + length]
        if len(check) < 4 or zlib.crc32(kind + body) != int.from_bytes(check, "big"):
            raise UnusablePictureError(f"is damaged at byte {place}")
        yield kind, body
        if kind == b"IEND":
            return
        place += 12 + length
    raise UnusablePictureError("is cut off")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _check_pixels(header: _Header, pieces: list[bytes]) -> None:
    """Unpack step by step, and no further than the size that the header gives."""
    unpacker = zlib.decompressobj()
    size, wanted = 0, header.bytes_unpacked
    rest = b"".join(pieces)
    try:
        while rest and not unpacker.eof and size <= wanted:
            size += len(unpacker.decompress(rest, _STEP))
            rest = unpacker.unconsumed_tail
    except zlib.error as error:
        raise UnusablePictureError(f"is damaged: {error}") from error
    if size != wanted or not unpacker.eof:
        raise UnusablePictureError("is damaged: it has more or fewer pixels than its header says")


def _density(physical: bytes) -> tuple[float, float]:
    """Points per pixel, across and down (11.3.4.3)."""
    if len(physical) == 9:
        across, down, unit = struct.unpack(">IIB", physical)
        if unit == 1 and all(_LOW_DENSITY <= one <= _HIGH_DENSITY for one in (across, down)):
            return _POINTS_PER_METRE / across, _POINTS_PER_METRE / down
    return _POINTS_PER_PIXEL, _POINTS_PER_PIXEL
