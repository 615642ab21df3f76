"""Every style of the installed collection loads and formats."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bmreport_csl import Style, StyleError, process
from bmreport_csl.library import StyleLibrary

from .golden import items as golden_items
from .records import RECORDS, clusters
from .shared_data import GOLDEN, missing

LIBRARY = StyleLibrary()
INDEPENDENT = sorted(path.stem for path in LIBRARY.folder.glob("*.csl"))
DEPENDENT = sorted(path.stem for path in (LIBRARY.folder / "dependent").glob("*.csl"))
EVERY = 1 if os.environ.get("BMREPORT_ALL_STYLES") else 40
"""Every so many styles are tried; all of them with the environment variable set, as `tox -e csl` does."""


def records() -> list[dict[str, Any]]:
    """The 40 shared records where they are, ours otherwise."""
    return RECORDS if missing(GOLDEN) else golden_items()


@pytest.mark.parametrize("style_id", INDEPENDENT[::EVERY])
def test_an_independent_style_formats_all_records(style_id: str) -> None:
    """A style prints every cluster as text, and every record in its list, without failing."""
    items = records()
    cited = [{"citationItems": [{"id": item["id"]}], "properties": {"noteIndex": n}} for n, item in enumerate(items, 1)]
    result = process(Style.load(style_id), items, cited)
    assert all(isinstance(text, str) and text for text in result.citations)
    assert result.bibliography is None or all(text for _, text in result.bibliography)


@pytest.mark.parametrize("style_id", INDEPENDENT[7 :: EVERY * 4])
@pytest.mark.parametrize("form", ["text", "html", "markdown", "typst"])
def test_every_format_prints_our_records(style_id: str, form: str) -> None:
    """Our own records with locators, affixes and author-only cites print in every format."""
    result = process(Style.load(style_id), RECORDS, clusters(), format=form)
    assert len(result.citations) == len(clusters())


@pytest.mark.parametrize("style_id", DEPENDENT[:: EVERY * 4 if EVERY > 1 else 1])
def test_a_dependent_style_resolves(style_id: str) -> None:
    """A dependent style gives its parent, or an error that names the missing one."""
    words = ""
    try:
        found = LIBRARY.read(style_id)
    except StyleError as error:
        words = str(error)
    assert "depends on the style" in words if words else b"<style" in found.data
