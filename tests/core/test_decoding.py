"""From bytes to text: encodings, line ends, and what had to be mended."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.decoding import decode

TEXT = "TY  - JOUR\nAU  - Müller, Jörg\nTI  - Ωmega 中\nER  - \n"
ASCII = "TY  - JOUR\nAU  - Roe, R.\nER  - \n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8-sig"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "utf-32-le"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
    ],
    ids=["utf-8", "utf-8 bom", "utf-16-le bom", "utf-16-be bom", "utf-32 bom", "utf-16-le", "utf-16-be"],
)
def test_unicode_is_read_with_and_without_a_mark(data: bytes, encoding: str) -> None:
    """Each Unicode encoding gives the same text and its own name, and nothing to remark."""
    decoded = decode(data)
    assert decoded.text == TEXT
    assert decoded.encoding == encoding
    assert decoded.notes == ()


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_every_kind_of_line_end_becomes_a_line_feed(newline: str, encoding: str) -> None:
    """Windows, old Mac and Unix line ends are the same, in every encoding."""
    text = "AU  - Müller\nER  - \n"
    assert decode(text.replace("\n", newline).encode(encoding)).text == text


def test_windows_text_is_read_as_windows_text() -> None:
    """Accents that are no UTF-8 anywhere are Windows-1252, and the note says so and where the first one stands."""
    decoded = decode("AU  - Roe\nAU  - Müller, “Jörg”\n".encode("cp1252"))
    assert decoded.text.splitlines()[1] == "AU  - Müller, “Jörg”"
    assert decoded.encoding == "cp1252"
    assert "line 2, byte 17 (0xFC)" in decoded.notes[0]
    assert "UTF-8" in decoded.notes[0]


@pytest.mark.parametrize("bad", [b"\xff", b"\xe9", b"\x80", b"\xc3"])
def test_a_bad_byte_does_not_change_the_encoding_of_the_rest(bad: bytes) -> None:
    """One invalid byte in UTF-8 becomes U+FFFD, named by line and byte offset; all other letters stay right."""
    data = TEXT.encode() + b"N1  - " + bad + b" x\r\n"
    decoded = decode(data)
    assert decoded.encoding == "utf-8"
    assert "Müller, Jörg" in decoded.text
    assert "N1  - \ufffd x" in decoded.text
    offset = data.index(b"N1  - ") + 6
    assert decoded.notes == (f"not valid UTF-8, became U+FFFD: 1 byte, line 5, byte {offset} (0x{bad[0]:02X})",)


def test_bad_bytes_behind_windows_line_ends_are_counted_by_lines() -> None:
    """The line of a bad byte is right after Windows and old Mac line ends as well."""
    decoded = decode(b"\xc3\xa4\r\nb\rc\n\xfe")
    assert "line 4, byte 8 (0xFE)" in decoded.notes[0]


def test_many_bad_bytes_are_counted_and_only_some_shown() -> None:
    """A long list of places is cut, with the number of the others."""
    decoded = decode("ä".encode() * 20 + b"\xff" * 9)
    assert "9 bytes" in decoded.notes[0]
    assert decoded.notes[0].endswith("and 4 more")


def test_nul_characters_are_left_out_and_named() -> None:
    """NUL characters in UTF-8 go, and the note says how many and where the first one was."""
    decoded = decode(b"TY  - JOUR\nTI  - A\x00 title with\x00 holes and some more letters\n")
    assert "\x00" not in decoded.text
    assert "2 NUL characters left out, the first in line 2" in decoded.notes[0]


def test_a_cut_utf16_text_is_read_and_reported() -> None:
    """Half a character at the end of UTF-16 does not lose the rest."""
    decoded = decode(ASCII.encode("utf-16")[:-1])
    assert decoded.text.startswith("TY  - JOUR\n")
    assert "U+FFFD" in decoded.notes[0]


@pytest.mark.parametrize(("data", "text"), [(b"", ""), (b"\xef\xbb\xbf", ""), (b"a\x1a", "a"), (b"\x00", "")])
def test_small_and_empty_input(data: bytes, text: str) -> None:
    """Nothing, a mark alone, a DOS end mark and a lone NUL are all read."""
    assert decode(data).text == text


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_text(data: bytes) -> None:
    """No bytes raise; the text can be written as UTF-8 and holds neither carriage returns nor NUL."""
    decoded = decode(data)
    decoded.text.encode("utf-8")
    assert "\r" not in decoded.text
    assert "\x00" not in decoded.text


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_characters="\x00\r\x1a\ufeff", exclude_categories=["Cs"]), max_size=200))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    """Valid UTF-8 that does not look like UTF-16 is unchanged and needs no remark."""
    decoded = decode(b"first line\n" + text.encode())
    assert decoded.text == "first line\n" + text
    assert decoded.notes == ()
