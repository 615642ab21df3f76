"""From any JSON to clean items: particles, suffixes, fields in the note, and what is left out with a warning."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport_csl.abbreviations import Abbreviations
from bmreport_csl.citation_labels import citation_label
from bmreport_csl.item_names import Name
from bmreport_csl.items import Item, clean_item, clean_items, read_name
from bmreport_csl.note_fields import read_note_fields
from bmreport_csl.particles import parse_names


def item(**fields: Any) -> Item:
    """One clean item; a warning is a fault."""
    warnings: list[str] = []
    found = clean_item({"id": "x", "type": "book", **fields}, 1, warnings)
    assert warnings == []
    return found


@pytest.mark.parametrize(
    ("family", "given_name", "expected"),
    [
        ("van Gogh", "Vincent", ("Gogh", "Vincent", "", "van")),
        ("Gogh", "Vincent van", ("Gogh", "Vincent", "van", "")),
        ("de la Fontaine", "Jean", ("Fontaine", "Jean", "", "de la")),
        ("La Fontaine", "Jean de", ("La Fontaine", "Jean", "de", "")),
        ("d'Alembert", "Jean", ("Alembert", "Jean", "", "d'")),
        ("al-Hakim", "Tawfiq", ("Hakim", "Tawfiq", "", "al-")),
        ("van 't Hoff", "J", ("Hoff", "J", "", "van 't")),
        ("’t Hooft", "Gerard", ("Hooft", "Gerard", "", "’t")),
        ("de Smith Jones", "A", ("Smith Jones", "A", "", "de")),
        ("Ortega y Gasset", "J", ("Ortega y Gasset", "J", "", "")),
        ("O'Brien", "Pat", ("O'Brien", "Pat", "", "")),
        ("smith", "john", ("smith", "john", "", "")),
        ("van", "X", ("van", "X", "", "")),
        ("Guttenberg", "Karl von und zu", ("Guttenberg", "Karl", "von und zu", "")),
    ],
)
def test_particles(family: str, given_name: str, expected: tuple[str, str, str, str]) -> None:
    """Lower-case words before the family name are non-dropping, those after the given name dropping particles."""
    assert parse_names(family, given_name)[:4] == expected


def test_a_quoted_family_name_is_left_alone() -> None:
    """Double quotes say that the name is one."""
    assert parse_names('"van Gogh"', "Vincent")[:4] == ("van Gogh", "Vincent", "", "")


@pytest.mark.parametrize(
    ("given_name", "expected"),
    [("John, Jr.", ("John", "Jr.", False)), ("John,! Jr.", ("John", "Jr.", True)), ("John,", ("John", "", False)),
     ("John, M.D., Ph.D.", ("John", "M.D., Ph.D.", False))],
)  # fmt: skip
def test_suffixes_in_the_given_name(given_name: str, expected: tuple[str, str, bool]) -> None:
    """What follows a comma is a suffix; an exclamation mark asks for the comma everywhere."""
    found = parse_names("Smith", given_name)
    assert (found.given, found.suffix, found.comma_suffix) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"literal": "WHO"}, Name(literal="WHO")),
        ({"family": "WHO", "isInstitution": True}, Name(literal="WHO")),
        ({"family": "van Gogh", "given": "V", "parse-names": False}, Name("van Gogh", "V")),
        ({"family": "van Gogh", "given": "V", "static-particles": True}, Name("van Gogh", "V")),
        ({"family": "Gogh", "given": "V", "non-dropping-particle": "van"}, Name("Gogh", "V", "", "van")),
        ({"family": "  A\n B ", "given": " C "}, Name("A B", "C")),
        ({"family": "A", "given": None, "suffix": "Jr."}, Name("A", "", "", "", "Jr.")),
        ({"family": 5, "given": 6.0}, Name("5", "6")),
        ({"given": "Plato"}, Name(literal="Plato")),
        ("Smith, John", Name(literal="Smith, John")),
        ({}, None), (None, None), ("", None), (5, None), ({"literal": ""}, None),
    ],
)  # fmt: skip
def test_names(value: object, expected: Name | None) -> None:
    """Names in every shape become one; particles given apart are not looked for again."""
    assert read_name(value) == expected


def test_numbers_become_text() -> None:
    """Whole floats print without a point; an empty or null field is absent."""
    found = item(volume=12, issue=3.0, page=None, title="", number=2.5)
    assert found.variables == {"volume": "12", "issue": "3", "number": "2.5"}


def test_other_names_of_variables() -> None:
    """Zotero's short names are read under those of CSL 1.0.2."""
    found = item(shortTitle="S", journalAbbreviation="J")
    assert found.variables == {"title-short": "S", "container-title-short": "J"}


@pytest.mark.parametrize(
    ("note", "fields", "rest"),
    [
        ("volume: 3", [("volume", "3")], ""),
        ("text\nvolume: 3\nPMID: 4\nmore", [("volume", "3"), ("PMID", "4")], "text\nmore"),
        ("text {:original-date: 1999} more", [("original-date", "1999")], "text  more"),
        ("volume: 3\nfree text\nissue: 4", [("volume", "3")], "free text\nissue: 4"),
        ("See volume: 3", [], "See volume: 3"),
        ("Original Title: X", [], "Original Title: X"),
        ("plain", [], "plain"),
    ],
)
def test_fields_in_the_note(note: str, fields: list[tuple[str, str]], rest: str) -> None:
    """Lines and braces with a variable's name are fields, prose is not."""
    assert read_note_fields(note) == (fields, rest)


def test_the_note_fills_what_the_record_lacks() -> None:
    """The record wins over its note, but for type and dates; what finds no place stays in the note."""
    found = item(
        volume="9",
        issued={"raw": "2001"},
        note="type: article-journal\nvolume: 3\nissued: 1999\nauthor: Doe || Jane\nauthor: WHO",
    )
    assert (found.type, found.variables, found.dates["issued"].start.year) == (
        "article-journal", {"volume": "9", "note": "volume: 3"}, 1999,
    )  # fmt: skip
    assert found.names["author"] == (Name("Doe", "Jane"), Name(literal="WHO"))


def test_warnings_name_the_item_and_the_field() -> None:
    """What is left out is told, with the id and the field."""
    warnings: list[str] = []
    items = clean_items(
        [{"id": 1, "volume": {"a": 1}, "author": [5], "issued": {"x": 1}}, {"title": "T"}, 7, {"id": "1"}], warnings
    )
    assert list(items) == ["1", "2", "3"]
    assert [warning.partition(" and ")[0] for warning in warnings] == [
        "item '1': volume holds an object",
        "item '1': author holds a name that is a number or empty, which was left out",
        "item '1': issued holds no date that can be read",
        "item 2 has no id; its place is taken as one",
        "item 3 is no record but a number",
        "item '1' is given twice; the last one counts",
    ]


@pytest.mark.parametrize("raw", [None, 5, "x", b"x", True])
def test_what_is_no_list_of_items(raw: object) -> None:
    """A value that is no list gives no items and one warning."""
    warnings: list[str] = []
    assert clean_items(raw, warnings) == {}
    assert len(warnings) == 1


def test_a_lone_surrogate_is_replaced() -> None:
    """A character that no file can hold becomes a blank, so that the output can be written."""
    found = item(title="a\ud800b\x00c")
    assert found.variables["title"] == "a b c"


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"author": [{"family": "Smith"}], "issued": {"raw": "2005"}}, "Smit05"),
        ({"author": [{"family": "Smith"}, {"family": "Jones"}], "issued": {"raw": "2005"}}, "SmJo05"),
        ({"author": [{"family": "A"}, {"family": "B"}, {"family": "C"}, {"family": "D"}, {"family": "E"}]}, "ABCD00"),
        ({"title": "The big title", "issued": {"raw": "1999"}}, "Theb99"),
        ({"citation-label": "Own"}, "Own"),
        ({}, "00"),
    ],
)
def test_citation_labels(fields: dict[str, Any], label: str) -> None:
    """Letters of the creators, or of the title, and two digits of the year."""
    assert citation_label(item(**fields)) == label


def test_abbreviations() -> None:
    """Lists in Zotero's JSON are found by variable and full form, in any case; broken parts are skipped."""
    table = Abbreviations({"default": {"container-title": {"Journal of X": "J X", "Y": 5}, "title": 3}, "us": None})
    assert table.find("container-title", "journal  of x") == "J X"
    assert table.find("container-title", "Y") is None
    assert not Abbreviations()


KEYS = st.sampled_from(["id", "type", "title", "author", "issued", "note", "volume", "language", "page", "event", "x"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(KEYS | st.sampled_from(["family", "given", "literal", "raw"]), inner, max_size=4)
    ),
    max_leaves=15,
)


@given(JSON)
def test_any_json_gives_items(raw: object) -> None:
    """Any JSON is read without failing, into items whose texts are not empty."""
    warnings: list[str] = []
    items = clean_items(raw, warnings)
    assert all(key == found.id and all(found.variables.values()) for key, found in items.items())


@given(st.text(alphabet="abAB'’- .,!\"é", max_size=20), st.text(alphabet="abAB'’- .,!é", max_size=20))
def test_no_letter_of_a_name_is_lost(family: str, given_name: str) -> None:
    """However a name is taken apart, all its letters are still there."""
    parts = parse_names(family, given_name)
    letters = "".join([parts.given, parts.dropping, parts.non_dropping, parts.family, parts.suffix])
    assert sorted(filter(str.isalpha, letters)) == sorted(filter(str.isalpha, family + given_name))
