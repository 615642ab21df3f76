"""Locators: label and number, apart or inside a text."""

from __future__ import annotations

import pytest

from bmreport_csl.locators import read_locator, split_suffix_locator


@pytest.mark.parametrize(
    ("locator", "label", "expected"),
    [
        ("23", "", ("page", "23", False)),
        ("23-25", "page", ("page", "23-25", True)),
        ("p. 23", "", ("page", "23", False)),
        ("pp. 12-15", "section", ("page", "12-15", True)),
        ("chap. 2", "", ("chapter", "2", False)),
        ("ch. 4", "page", ("chapter", "4", False)),
        ("§ 5", "", ("section", "5", False)),
        ("§§ 5-6", "", ("section", "5-6", True)),
        ("s.v. heart", "", ("sub-verbo", "heart", False)),
        ("sub verbo heart", "", ("sub-verbo", "heart", False)),
        ("heart", "sub verbo", ("sub-verbo", "heart", False)),
        ("fig. 3, 4", "", ("figure", "3, 4", True)),
        ("367-368, fig. 333", "", ("page", "367-368, fig. 333", True)),
        (" 666 ", "", ("page", "666", False)),
        ("23 (emphasis added)", "page", ("page", "23 (emphasis added)", False)),
        ("iv", "section", ("section", "iv", False)),
        ("", "", ("page", "", False)),
    ],
)
def test_locators(locator: str, label: str, expected: tuple[str, str, bool]) -> None:
    """A label written before the number counts; without any it is a page."""
    assert tuple(read_locator(locator, label)) == expected


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        (", p. 23 and passim", ("page", "23", " and passim")),
        (", 23-25", ("page", "23-25", "")),
        (" chap. 2, 4", ("chapter", "2, 4", "")),
        (", see also 5", None),
        (" and others", None),
        (", §§ 5-6.", ("section", "5-6", ".")),
        ("", None),
    ],
)
def test_a_locator_at_the_beginning_of_a_suffix(suffix: str, expected: tuple[str, str, str] | None) -> None:
    """A known label with a number, or a number after a comma, is a locator; the rest stays a suffix."""
    found = split_suffix_locator(suffix)
    assert (found if found is None else (found[0].label, found[0].value, found[1])) == expected
