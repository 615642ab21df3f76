"""YAML from files: text, lists and mappings, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.errors import InputError
from bmreport.safe_yaml import MAX_YAML_BYTES, read_yaml, read_yaml_file


def test_scalars_stay_as_they_were_written() -> None:
    """`No` is a word and `1.10` a version: whoever wants another kind of value reads it himself."""
    text = "a: No\nb: [1.10, 2019-08-22, ~]\nc: {d: 010}\ne:\n"
    assert read_yaml(text, "x.yaml") == {"a": "No", "b": ["1.10", "2019-08-22", "~"], "c": {"d": "010"}, "e": ""}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x [1]\nb: *x", r"x\.yaml:2:4: is not valid YAML: an alias"),
        ("a: 1\na: 2", r"x\.yaml:2:1: .* the key 'a' stands twice"),
        ("a: [1", r"x\.yaml:1:6: is not valid YAML"),
        ("? [x]\n: 1", "a key must be text"),
        ("a: 1\n---\nb: 2", "another document"),
        ("[" * 100_000, "nested too deeply"),
        ("a: \x07", "is not valid YAML"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    """Broken YAML, aliases, doubled keys and endless nesting are errors that name the place."""
    with pytest.raises(InputError, match=message):
        read_yaml(text, "x.yaml")


def test_tags_make_no_objects() -> None:
    """A tag that asks for a Python object gives the plain content."""
    assert read_yaml("!!python/object/apply:os.getcwd []", "x.yaml") == []


def test_files_are_bounded(tmp_path: Path) -> None:
    """A file beyond 1 MiB, a folder or a missing file is an error that names it."""
    large = tmp_path / "large.yaml"
    large.write_bytes(b"a" * (MAX_YAML_BYTES + 1))
    for path, reason in (
        (large, "larger than 1 MiB"),
        (tmp_path, "cannot be read"),
        (tmp_path / "no", "cannot be read"),
    ):
        with pytest.raises(InputError, match=reason) as caught:
            read_yaml_file(path)
        assert caught.value.where == str(path)


@settings(max_examples=60)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text gives plain values or an InputError."""
    try:
        value = read_yaml(text, "x.yaml")
    except InputError:
        return
    assert value is None or isinstance(value, str | list | dict)
