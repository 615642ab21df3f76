"""Registration numbers of trials."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.registrations import normal_registration, registrations_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("nct01234567", "NCT01234567"),
        ("NCT 01234567", "NCT01234567"),
        ("isrctn:12345678", "ISRCTN12345678"),
        ("EudraCT number 2004-000446-20", "EudraCT 2004-000446-20"),
        ("2004-000446-20", "EudraCT 2004-000446-20"),
        ("ACTRN12605000000123", "ACTRN12605000000123"),
        ("ChiCTR-TRC-10001234", "ChiCTR-TRC-10001234"),
        ("CTRI/2012/01/002345", "CTRI/2012/01/002345"),
        ("IRCT20120215009014N1", "IRCT20120215009014N1"),
        (" own number 7 ", "own number 7"),
    ],
)
def test_one_spelling_each(text: str, number: str) -> None:
    """A number is one and the same however it is typed; other texts come back trimmed."""
    assert normal_registration(text) == number


def test_numbers_in_prose() -> None:
    """Numbers are found in prose, each once, and digits that belong to something else are not."""
    text = "Registered (NCT01234567; ISRCTN12345678). See NCT01234567, PNCT01234567, NCT0123456789 and KCT12."
    assert registrations_in(text) == ["NCT01234567", "ISRCTN12345678"]


@settings(max_examples=60)
@given(st.text(max_size=40))
def test_normal_form_is_stable(text: str) -> None:
    """What was normalised once does not change again."""
    once = normal_registration(text)
    assert normal_registration(once) == once


def test_endless_repetition_costs_little() -> None:
    """A text that is all but a number, many thousand times, is read in linear time."""
    assert registrations_in("EudraCT " * 50_000 + "EU" + " " * 100_000 + "NCT:" * 50_000) == []
