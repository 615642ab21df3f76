"""Records and cites made to break the processor: nesting, size, odd characters, numbers out of all bounds."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bmreport_csl import Style, process

from .test_properties import assert_well_formed, texts

STYLES = ["nlm-citation-sequence", "apa", "chicago-notes-bibliography"]
LOADED = {name: Style.load(name) for name in STYLES}
CITED: list[Any] = [{"citationItems": [{"id": "a"}]}]
MARKS = [
    "<i>" * 5000,
    "<i>" * 5000 + "x" + "</i>" * 5000,
    "<i><b>" * 3000 + "x" + "</i></b>" * 3000,
    '<span class="nocase">' * 2000 + "x" + "</span>" * 2000,
    "'a " * 3000,
    "“" * 5000 + "x" + "”" * 5000,
    "\"a' " * 3000,
]


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("text", MARKS, ids=range(len(MARKS)))
def test_mark_up_may_be_nested_without_end(name: str, text: str) -> None:
    """Tags and quotes inside each other thousands of times are printed, in any field and in a cite's affixes."""
    item = {"id": "a", "type": "book", "title": f"T{text}", "author": [{"family": text, "given": "B"}]}
    cited = [{"citationItems": [{"id": "a", "prefix": text, "suffix": text}]}]
    result = process(LOADED[name], [item], cited)
    for printed in texts(result):
        assert_well_formed(printed)
    assert result.citations[0]


@pytest.mark.parametrize("name", [*STYLES, "nature", "chicago-author-date"])
@pytest.mark.parametrize("cite", [{}, {"locator": "3", "prefix": "see"}], ids=["plain", "locators"])
def test_a_cluster_may_hold_any_number_of_cites(name: str, cite: dict[str, Any]) -> None:
    """More cites in one cluster than Python has levels of recursion."""
    ids = [str(number) for number in range(sys.getrecursionlimit() + 200)]
    items = [{"id": key, "type": "book", "title": f"T{key}"} for key in ids]
    result = process(Style.load(name), items, [{"citationItems": [{"id": key, **cite} for key in ids[::2]]}])
    assert_well_formed(result.citations[0])
    assert result.citations[0]


@pytest.mark.parametrize(
    "field",
    [
        {"author": "a\ud800"},
        {"author": ["a\ud800"]},
        {"author": [{"family": "a\ud800", "given": "\ud800"}]},
        {"author": [{"literal": "\ud800"}]},
        {"title": "\ud800"},
        {"title": ["a\ud800", "b"]},
        {"issued": "a\ud800"},
        {"issued": {"raw": "a\ud800"}},
        {"issued": {"edtf": "a\ud800"}},
        {"issued": {"literal": "\ud800"}},
        {"issued": {"date-parts": [[2000]], "season": "a\ud800"}},
        {"issued": {"date-parts": [["a\ud800"]]}},
        {"note": "issued: a\ud800\neditor: \ud800"},
        {"volume": ["\ud800"]},
    ],
    ids=str,
)
def test_what_no_file_can_hold_is_not_printed(field: dict[str, Any]) -> None:
    """A lone surrogate in any shape of field never reaches the output or the warnings."""
    for style in LOADED.values():
        result = process(style, [{"id": "a", "type": "book", **field}], CITED)
        for printed in [*texts(result), *result.warnings]:
            printed.encode("utf-8")


NOTES: list[object] = ["9" * 5000, 10**5000, -(10**5000), "²", "-1", -1, True, 1.5, None, [], {}]


@pytest.mark.parametrize("value", NOTES, ids=range(len(NOTES)))
def test_a_note_number_may_be_anything(value: object) -> None:
    """What is no number of a note counts as none."""
    item = {"id": "a", "type": "book", "title": "T"}
    cited = [
        {"citationItems": [{"id": "a", "first-reference-note-number": value}], "properties": {"noteIndex": value}}
    ] * 3
    assert all("T" in text for text in process(LOADED["apa"], [item], cited).citations)


@pytest.mark.parametrize("value", ["1" + " " * 20000 + "x", "1 & " * 5000, "1-" * 20000, "9" * 5000 + "-" + "9" * 5001])
@pytest.mark.parametrize("key", ["volume", "page", "edition", "note", "locator"])
def test_a_long_value_is_no_number(key: str, value: str) -> None:
    """Numbers and pages are not searched for in texts of a length that no number has."""
    item = {"id": "a", "type": "article-journal", "title": "T", key: value}
    cited = [{"citationItems": [{"id": "a", "locator": value}]}]
    for style in LOADED.values():
        assert all(texts(process(style, [item], cited)))


def test_a_field_in_a_note_that_never_ends() -> None:
    """Blanks after the key of a field in braces are not tried in every way."""
    item = {"id": "a", "type": "book", "title": "T", "note": "{:volume:" + " " * 100_000}
    assert "T" in process(LOADED["apa"], [item], CITED).citations[0]


def test_threads_print_the_same() -> None:
    """Eight threads that share a style, in several languages, print what one prints."""
    items = [
        {"id": str(n), "type": "book", "title": "T <i>x</i>", "author": [{"family": "A", "given": f"B{n % 3}"}]}
        for n in range(30)
    ]
    cited = [{"citationItems": [{"id": item["id"]} for item in items]}]
    languages = ["en-US", "de-DE", "fr-FR", "zh-CN"]
    alone = {language: process(Style.load("apa"), items, cited, language) for language in languages}
    shared = Style.load("apa")
    with ThreadPoolExecutor(8) as pool:
        jobs = [(language, pool.submit(process, shared, items, cited, language)) for language in languages * 4]
        assert all(job.result() == alone[language] for language, job in jobs)


def test_languages_do_not_pile_up() -> None:
    """A style keeps a bounded number of languages, however many are asked for."""
    style = Style.load("nlm-citation-sequence")
    for number in range(80):
        process(style, [], [], f"x{number}")
    assert len(style._compiled) <= 64


def test_many_namesakes_are_told_apart_at_once() -> None:
    """The number of cites that are evaluated grows with the number of works that look alike, not with its square."""
    style = LOADED["chicago-notes-bibliography"]

    def evaluations(count: int) -> int:
        from bmreport_csl.disambiguation import _Resolver

        calls = 0
        usual = _Resolver._text

        def counted(self: Any, *args: Any) -> str:
            nonlocal calls
            calls += 1
            return usual(self, *args)

        items = [
            {"id": str(n), "type": "book", "title": "T", "author": [{"family": "Smith", "given": f"J{n}"}]}
            for n in range(count)
        ]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_Resolver, "_text", counted)
            process(style, items, [])
        return calls

    few = evaluations(40)
    assert few > 0
    assert evaluations(160) <= 5 * few
