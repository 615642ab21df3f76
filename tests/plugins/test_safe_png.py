"""Checking of PNG: whole pictures of a bounded size come through, and nothing that is not the picture."""

from __future__ import annotations

import struct
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport_plugins.exporters.safe_png import MAX_PNG_BYTES, read_png, safe_png
from bmreport_plugins.exporters.unusable_picture import UnusablePictureError

from .figure_reports import SIGNATURE, chunk, png


def made(width: int, height: int, depth: int, colour: int, lines: bytes, *, interlace: int = 0) -> bytes:
    """A PNG with this header and these unpacked lines."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def test_a_picture_comes_through_with_its_size() -> None:
    """At 96 pixels to the inch, or at what the file says."""
    plain, fine = read_png(png(96, 48)), read_png(png(96, 48, dots_per_inch=192))
    assert (plain.width, plain.height) == (72, 36)
    assert (fine.width, fine.height) == pytest.approx((36, 18), rel=1e-3)


def test_what_is_not_the_picture_is_left_out() -> None:
    """Texts, profiles, animation, private chunks, and what follows the end."""
    extra = b"".join(chunk(kind, b"x" * 20) for kind in (b"tEXt", b"iTXt", b"iCCP", b"acTL", b"eXIf", b"prVt"))
    data = safe_png(png(extra=extra) + b"PK\x03\x04 and a ZIP file")
    assert data == png()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no PNG"),
        (b"GIF89a", "no PNG"),
        (b"\xff\xd8\xff\xe0 JFIF", "no PNG"),
        (b"<svg/>", "no PNG"),
        (SIGNATURE, "cut off"),
        (png()[:-12], "cut off"),
        (png()[:50], "damaged"),
        (png().replace(b"IDAT", b"IDAX"), "damaged"),
        (SIGNATURE + chunk(b"IEND", b""), "header"),
        (SIGNATURE + chunk(b"IDAT", b"") + png()[8:], "header"),
        (made(4, 4, 3, 0, b""), "no known kind"),
        (made(4, 4, 8, 5, b""), "no known kind"),
        (made(0, 4, 8, 0, b""), "pixels"),
        (made(50_000, 50_000, 8, 0, b""), "pixels"),
        (made(4, 4, 8, 0, b"\0" * 10), "more or fewer"),
        (made(4, 4, 8, 0, b"\0" * 5_000_000), "more or fewer"),
        (
            SIGNATURE
            + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", b"no zlib")
            + chunk(b"IEND", b""),
            "damaged",
        ),
        (SIGNATURE + b"x" * MAX_PNG_BYTES, "larger"),
    ],
    ids=range(18),
)
def test_what_is_no_whole_png_is_refused(data: bytes, reason: str) -> None:
    """Other formats, cut and damaged files, unknown headers, too many pixels, bombs."""
    with pytest.raises(UnusablePictureError, match=reason):
        safe_png(data)


@pytest.mark.parametrize(
    ("width", "height", "depth", "colour", "size"),
    [(9, 5, 1, 0, 5 * 3), (9, 5, 2, 3, 5 * 4), (9, 5, 16, 2, 5 * 55), (9, 5, 8, 4, 5 * 19), (9, 5, 8, 6, 5 * 37)],
)
def test_every_kind_of_pixel_is_known(width: int, height: int, depth: int, colour: int, size: int) -> None:
    """Lines are as long as depth and colours make them (a filter's number and the pixels)."""
    assert safe_png(made(width, height, depth, colour, b"\0" * size))


def test_interlaced_pictures_are_measured_by_their_passes() -> None:
    """Adam7 of 8 x 8 grey pixels: seven passes of 1, 1, 1, 2, 2, 4 and 4 lines."""
    size = sum(lines * (1 + width) for lines, width in ((1, 1), (1, 1), (1, 2), (2, 2), (2, 4), (4, 4), (4, 8)))
    assert safe_png(made(8, 8, 8, 0, b"\0" * size, interlace=1))
    with pytest.raises(UnusablePictureError):
        safe_png(made(8, 8, 8, 0, b"\0" * (size - 1), interlace=1))


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 100), st.integers(0, 100))
def test_damage_is_refused_and_never_raises_anything_else(noise: bytes, start: int, length: int) -> None:
    """Any bytes in any place give a whole picture or the one error."""
    whole = png()
    data = whole[:start] + noise + whole[start + length :]
    try:
        came_out = safe_png(data)
    except UnusablePictureError:
        came_out = b""
    assert came_out == whole if data == whole else came_out in (b"", safe_png(came_out or whole))
