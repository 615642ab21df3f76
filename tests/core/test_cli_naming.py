"""File names made from titles and questions."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmreport.cli.naming import MAX_BYTES, safe_slug

LONG = "Does low-dose aspirin, compared with placebo or no treatment at all, prevent a first heart attack in adults"


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Does aspirin prevent a first heart attack?", "does-aspirin-prevent-a-first-heart-attack"),
        ("The 80/20 rule: C:\\temp", "the-80-20-rule-c-temp"),
        ("../../etc/passwd", "etc-passwd"),
        ("  spaces\tand\nlines  ", "spaces-and-lines"),
        ("Don't stop", "dont-stop"),
        ("Ménière's Krankheit", "ménières-krankheit"),
        ("高血圧の治療", "高血圧の治療"),
        ("CON", "report-con"),
        ("com1", "report-com1"),
        ("LPT9", "report-lpt9"),
        ("", "report"),
        ("???", "report"),
        ("a\u202egpj.exe\x00", "a-gpj-exe"),
    ],
)
def test_titles_become_safe_names(title: str, slug: str) -> None:
    """Path separators, device names, control and reordering marks do not survive; letters of any script do."""
    assert safe_slug(title) == slug


def test_long_titles_with_the_same_start_differ() -> None:
    """A cut name ends in a hash of the whole text."""
    first, second = safe_slug(f"{LONG} with diabetes?"), safe_slug(f"{LONG} without diabetes?")
    assert first != second
    assert first.startswith("does-low-dose-aspirin-compared-with-placebo")


@settings(max_examples=150)
@given(st.text(max_size=300))
@example("\ud800" * 3)
@example("İ" * 80)
@example("a" * 500)
def test_every_text_gives_a_name_that_any_system_takes(text: str) -> None:
    """Whatever the text, the name is one short path component, stable under Unicode normalisation, and repeatable."""
    slug = safe_slug(text)
    assert slug
    assert len(slug.encode()) <= MAX_BYTES
    assert Path(slug).name == slug
    assert not set(slug) & set('<>:"/\\|?*. ')
    assert not slug.startswith(("-", "~"))
    assert all(unicodedata.category(character)[0] != "C" for character in slug)
    assert safe_slug(text) == slug


@settings(max_examples=20)
@given(st.text(max_size=120))
def test_the_name_can_be_written(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """The file system at hand takes the name."""
    folder = tmp_path_factory.mktemp("names")
    path = folder / f"{safe_slug(text)}.pdf"
    path.write_bytes(b"x")
    assert [found.read_bytes() for found in folder.iterdir()] == [b"x"]
