"""Number variables: numeric, plural, ordinal, roman (CSL 1.0.2, "Number")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport_csl.library import LocaleLibrary
from bmreport_csl.locale import Locale, load_locale
from bmreport_csl.numbers import is_numeric, is_plural, read_number, render_number, roman, tidy_number

LIBRARY = LocaleLibrary()


@pytest.fixture(scope="module")
def english() -> Locale:
    """The US English locale."""
    return load_locale("en-US", (), LIBRARY)


@pytest.mark.parametrize(
    "value", ["1", "2nd", "D2", "D2b", "2b", "1950s", "iv", "1-3", "1–3", "1 - 3", "2, 4", "2 & 4", "2&4", "2, and 3",
              "1/2", "3\\-B", "iv-x", "1, 2-4 & 6", "12-", "S1-S5", "2 et 3"]
)  # fmt: skip
def test_numeric_values(value: str) -> None:
    """Numbers, with letters before or after them and joined by hyphens, commas or ampersands, are numeric."""
    assert is_numeric(value)


@pytest.mark.parametrize(
    "value", ["", "second", "2nd edition", "2,4", "1,234", "1.5", "IV", "A", "A-B", "Suppl 2", "2 Suppl 1", "(2)", "#2",
              "1:2", "Vol. 3", "n/a", "3rd rev. ed.", "&", "version: 2002, amended June 1, 2010", "A1B2"]
)  # fmt: skip
def test_values_that_are_not_numeric(value: str) -> None:
    """Text with a number in it is not numeric."""
    assert not is_numeric(value)


@pytest.mark.parametrize(
    ("value", "plural"),
    [("1", False), ("S1", False), ("1-3", True), ("i–ix", True), ("XII-XV", True), ("2, 4", True), ("5 & 6", True),
     ("3\\-B", False), ("Michaelson-Morely", False), ("A-B", False), ("213 et 235", True), ("367-368, fig. 333", True),
     ("1, fol. 186, 8 April 1544", False), ("passim", False)],
)  # fmt: skip
def test_plural(value: str, plural: bool) -> None:
    """A value that names several numbers takes the plural; an escaped hyphen and words do not make several."""
    assert is_plural(value) is plural


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [("2", "ordinal", "2nd"), ("11", "ordinal", "11th"), ("21", "ordinal", "21st"), ("112", "ordinal", "112th"),
     ("2", "long-ordinal", "second"), ("11", "long-ordinal", "11th"), ("42", "roman", "xlii"),
     ("007", "ordinal", "007"),
     ("1-3", "roman", "i–iii"), ("2, 4", "ordinal", "2nd, 4th"), ("2b", "ordinal", "2b"), ("2&4", "numeric", "2 & 4"),
     ("second", "ordinal", "second"), ("1\\-3", "ordinal", "1-3"), ("S1-S5", "roman", "S1–S5"),
     ("S1-5", "numeric", "S1-5")],
)  # fmt: skip
def test_forms(english: Locale, value: str, form: str, expected: str) -> None:
    """Whole numbers take the form, each on its own; all else stays as it is."""
    assert render_number(value, form, english) == expected


@pytest.mark.parametrize(
    ("language", "gender", "expected"),
    [("fr-FR", "feminine", "1ʳᵉ"), ("fr-FR", "masculine", "1ᵉʳ"), ("ca-AD", "", "1a"), ("ca-AD", "masculine", "1r"),
     ("de-DE", "", "1."), ("pt-PT", "masculine", "1.º")],
)  # fmt: skip
def test_the_gender_of_the_noun_chooses_the_ordinal(language: str, gender: str, expected: str) -> None:
    """Ordinals agree with the gender of the noun; a locale without neuter forms falls back within the language."""
    assert render_number("1", "ordinal", load_locale(language, (), LIBRARY), gender) == expected


def test_the_symbol_for_and_takes_the_place_of_an_ampersand() -> None:
    """A locale may write another sign for `&` between numbers."""
    assert tidy_number("2 & 4", "und") == "2 und 4"


@given(st.integers(min_value=1, max_value=3999))
def test_roman_numerals_add_up(number: int) -> None:
    """The signs of a roman numeral add up to the number."""
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    signs = [values[sign] for sign in roman(number)]
    total = sum(-a if a < b else a for a, b in zip(signs, [*signs[1:], 0], strict=True))
    assert total == number


@given(st.text(max_size=30))
def test_no_text_is_lost(value: str) -> None:
    """Every letter and digit of a value is printed, whatever it is."""
    printed = tidy_number(value)
    assert [c for c in printed if c.isalnum()] == [c for c in value if c.isalnum()]
    assert read_number(value) == read_number(value)
