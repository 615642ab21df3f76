"""What holds for any input: no failure, well-formed output, the same answer twice."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from bmreport_csl import Style, process

from .records import PEOPLE, RECORDS, clusters

STYLES = ["nlm-citation-sequence", "apa", "chicago-notes-bibliography", "modern-language-association", "nature"]
LOADED = {name: Style.load(name) for name in STYLES}

TEXT = st.text(st.characters(), max_size=20) | st.sampled_from(
    ["<i>a</i>", "<i>open", "</i>", "a & b < c > d", '"quoted" text', "שלום עולם", "مرحبا", "\ud800",
     "\u202eright to left", "a\x00b", "'", "”", "<span class=\"nocase\">x</span>", "<b><i></b></i>",
     "*_[]`#$@\\", "</div></div>"]
)  # fmt: skip
SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=8
)
NAME = st.fixed_dictionaries(
    {}, optional={"family": TEXT, "given": TEXT, "literal": TEXT, "suffix": TEXT, "isInstitution": SCALAR}
) | st.sampled_from(PEOPLE)
DATE = st.fixed_dictionaries(
    {},
    optional={
        "date-parts": st.lists(st.lists(st.integers(-3000, 3000) | SCALAR, max_size=4), max_size=3),
        "raw": TEXT,
        "season": SCALAR,
        "circa": SCALAR,
        "literal": TEXT,
    },
)
ITEM = st.fixed_dictionaries(
    {"id": st.sampled_from(["a", "b", "c"]) | st.integers(0, 3)},
    optional={
        "type": st.sampled_from(["article-journal", "book", "chapter", "webpage", "report", "legislation"]) | SCALAR,
        "title": TEXT | JSON,
        "author": st.lists(NAME, max_size=4) | JSON,
        "editor": st.lists(NAME, max_size=2),
        "issued": DATE | JSON,
        "container-title": TEXT,
        "volume": SCALAR,
        "page": TEXT | st.sampled_from(["1-2", "S1-S5", "1-2, 5-9", "--"]),
        "edition": SCALAR,
        "URL": TEXT,
        "DOI": TEXT,
        "note": TEXT,
        "language": TEXT | st.sampled_from(["en", "de", "tr", "zh-CN"]),
    },
)
CITE = st.fixed_dictionaries(
    {"id": st.sampled_from(["a", "b", "c", "1", "missing"])},
    optional={"locator": SCALAR, "label": st.sampled_from(["page", "chapter"]) | SCALAR, "prefix": TEXT, "suffix": TEXT,
              "suppress-author": st.booleans(), "author-only": st.booleans()},
)  # fmt: skip
CLUSTER = st.fixed_dictionaries(
    {"citationItems": st.lists(CITE, max_size=3)},
    optional={"properties": st.fixed_dictionaries({"noteIndex": st.integers(0, 9)}) | SCALAR},
)


class _TagCheck(HTMLParser):
    """Notes tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


def assert_well_formed(text: str) -> None:
    """The text is a well-formed piece of HTML, and of XML too where no control character stands in it."""
    check = _TagCheck()
    check.feed(text)
    check.close()
    assert not check.open, text
    assert not check.faults, text
    if text.isprintable():
        etree.fromstring(f"<p>{text}</p>")


def texts(result: Any) -> list[str]:
    """All that a result prints."""
    return [*result.citations, *(text for _, text in result.bibliography or ())]


@settings(max_examples=60, deadline=None)
@given(st.lists(ITEM, max_size=4), st.lists(CLUSTER, max_size=4), st.sampled_from(STYLES))
def test_any_records_print_well_formed_html(items: list[Any], cited: list[Any], name: str) -> None:
    """Whatever the records and cites hold, the output is well-formed and can be written as UTF-8."""
    result = process(LOADED[name], items, cited)
    assert len(result.citations) == len(cited)
    for text in texts(result):
        text.encode("utf-8")
        assert_well_formed(text)


@settings(max_examples=40, deadline=None)
@given(JSON, JSON, st.sampled_from(STYLES[:2]), st.sampled_from(["text", "html", "markdown", "typst"]))
def test_any_json_gives_at_worst_a_warning(items: Any, cited: Any, name: str, form: str) -> None:
    """Values of any shape in the place of records and clusters never raise."""
    result = process(LOADED[name], items, cited, format=form)
    assert all(isinstance(text, str) for text in texts(result))


@settings(max_examples=25, deadline=None)
@given(st.lists(ITEM, max_size=4), st.lists(CLUSTER, max_size=4), st.sampled_from(STYLES))
def test_the_same_input_gives_the_same_output(items: list[Any], cited: list[Any], name: str) -> None:
    """Rendering twice, with other work between, or with a fresh style gives the same; the input is not changed."""
    before = repr((items, cited))
    first = process(LOADED[name], items, cited)
    process(LOADED[name], RECORDS[:5], clusters()[:3], format="text")
    assert process(LOADED[name], items, cited) == first
    assert process(Style.load(name), items, cited) == first
    assert repr((items, cited)) == before


@pytest.mark.parametrize("name", STYLES)
def test_records_that_were_saved_and_read_print_the_same(name: str) -> None:
    """JSON is all that a record needs."""
    assert process(LOADED[name], json.loads(json.dumps(RECORDS)), clusters()) == process(
        LOADED[name], RECORDS, clusters()
    )


@pytest.mark.parametrize("name", STYLES)
def test_the_order_of_records_does_not_change_what_is_cited(name: str) -> None:
    """Cited records are numbered by their cites, so the order in which they are given does not matter."""
    assert process(LOADED[name], RECORDS[::-1], clusters()) == process(LOADED[name], RECORDS, clusters())


def test_a_huge_number_does_no_harm() -> None:
    """Numbers beyond all bounds are left out or printed, never computed with."""
    item = {
        "id": "a",
        "type": "book",
        "title": "T",
        "volume": 10**5000,
        "edition": "9" * 300,
        "issued": {"date-parts": [[10**40, 10**40]]},
    }
    result = process(LOADED["apa"], [item], [{"citationItems": [{"id": "a", "locator": "9" * 500}]}])
    assert "T" in result.citations[0]
    assert any("volume" in warning for warning in result.warnings)
