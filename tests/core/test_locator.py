"""What users name as evidence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bmreport.errors import InputError
from bmreport.locator import HEAD_BYTES, SourceLocator

SCHEMES = frozenset({"ris", "pubmed"})


def test_a_scheme_is_split_off_only_for_known_sources() -> None:
    """`pubmed:aspirin` names a source, `C:\\x.ris` and `mystery:x` are paths."""
    assert SourceLocator.parse("pubmed:aspirin stroke", SCHEMES) == SourceLocator("aspirin stroke", scheme="pubmed")
    assert SourceLocator.parse("C:\\x.ris", SCHEMES).scheme == ""
    assert SourceLocator.parse("mystery:x", SCHEMES).text == "mystery:x"


def test_a_file_gives_head_and_data(tmp_path: Path) -> None:
    """The head is the first 64 KiB, the data is everything."""
    file = tmp_path / "A.RIS"
    file.write_bytes(b"x" * (HEAD_BYTES + 5))
    locator = SourceLocator(str(file))
    assert locator.is_file
    assert not locator.is_folder
    assert locator.suffix == ".ris"
    assert len(locator.head) == HEAD_BYTES
    assert len(locator.data) == HEAD_BYTES + 5


def test_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is standard input; head and data see the same bytes."""

    class Stdin:
        buffer = io.BytesIO(b"TY  - JOUR")

    monkeypatch.setattr("sys.stdin", Stdin())
    locator = SourceLocator("-")
    assert locator.is_stdin
    assert locator.head == b"TY  - JOUR"
    assert locator.data == b"TY  - JOUR"
    assert locator.label == "standard input"


def test_a_missing_file_has_no_head_and_says_so(tmp_path: Path) -> None:
    """Looking is safe; reading names the file."""
    locator = SourceLocator(str(tmp_path / "none.ris"))
    assert locator.head == b""
    with pytest.raises(InputError, match="none.ris"):
        _ = locator.data


@pytest.mark.parametrize("text", ["\x00", "a" * 5000, "~nobody-of-that-name/x"])
def test_impossible_paths_are_no_files(text: str) -> None:
    """Null bytes, endless names and unknown homes are neither file nor folder, and nothing crashes."""
    locator = SourceLocator(text)
    assert not locator.is_file
    assert not locator.is_folder
    assert locator.head == b""
