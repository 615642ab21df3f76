"""Page ranges in all formats (CSL 1.0.2, Appendix V)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport_csl.page_ranges import page_range

FORMATS = ["", "expanded", "minimal", "minimal-two", "chicago", "chicago-15", "chicago-16"]


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ("3-10", ["3–10", "3–10", "3–10", "3–10", "3–10", "3–10", "3–10"]),
        ("71-72", ["71–72", "71–72", "71–2", "71–72", "71–72", "71–72", "71–72"]),
        ("100-104", ["100–104", "100–104", "100–4", "100–04", "100–104", "100–104", "100–104"]),
        ("107-108", ["107–108", "107–108", "107–8", "107–08", "107–8", "107–8", "107–8"]),
        ("321-28", ["321–28", "321–328", "321–8", "321–28", "321–28", "321–28", "321–28"]),
        ("1496-1504", ["1496–1504", "1496–1504", "1496–504", "1496–504", "1496–1504", "1496–1504", "1496–504"]),
        (
            "13792-13803",
            ["13792–13803", "13792–13803", "13792–803", "13792–803", "13792–803", "13792–803", "13792–803"],
        ),
        ("200-1000", ["200–1000"] * 7),
        ("128-123", ["128–123"] * 7),
        ("123-123", ["123–123"] * 7),
        ("S123-S128", ["S123–S128", "S123–S128", "S123–8", "S123–28", "S123–28", "S123–28", "S123–28"]),
        (
            "1-3, 15-19",
            ["1–3, 15–19", "1–3, 15–19", "1–3, 15–9", "1–3, 15–19", "1–3, 15–19", "1–3, 15–19", "1–3, 15–19"],
        ),
        ("iv-x", ["iv–x"] * 7),
        ("12a-12c", ["12a–12c"] * 7),
    ],
)
def test_formats(pages: str, expected: list[str]) -> None:
    """Each format shortens the last page in its own way."""
    assert [page_range(pages, form) for form in FORMATS] == expected


@pytest.mark.parametrize(
    "pages", ["A12-B13", "Michaelson-Morely", "3-B", "1.1-1.5", "1:101-1:108", "123-", "12", "e1012", ""]
)
@pytest.mark.parametrize("form", FORMATS)
def test_what_is_no_range_stays(pages: str, form: str) -> None:
    """A hyphen between things that form no range is left alone in every format."""
    assert page_range(pages, form) == pages


@pytest.mark.parametrize(
    ("pages", "expected"),
    [("3\\-B", "3-B"), ("1\\-2-1\\-5", "1-2–1-5"), ("123 - 128", "123–128"), ("123–128", "123–128"),
     ("123--128", "123–128"), ("123-128 suppl", "123–128 suppl"), ("pp. 123-128", "123–128"), ("p. 12", "12"),
     ("n11564 - 1568", "n11564-1568")],
)  # fmt: skip
def test_spellings(pages: str, expected: str) -> None:
    """Escaped hyphens are no ranges; blanks, dashes and a label before the pages are tidied."""
    assert page_range(pages, "") == expected


def test_the_delimiter_is_the_locales() -> None:
    """The locale's page-range-delimiter joins the pages, even one with a backslash in it."""
    assert page_range("253-257", "chicago", "‑") == "253‑57"
    assert page_range("253-257 a", "", r"\1") == r"253\1257 a"


@given(st.text(alphabet="0123456789-–, &SePp.ivx\\", max_size=24), st.sampled_from(FORMATS))
def test_any_pages_can_be_formatted(pages: str, form: str) -> None:
    """No value makes it fail, and formatting what is formatted changes nothing where the format shortens nothing."""
    assert isinstance(page_range(pages, form), str)


@given(st.integers(1, 99999), st.integers(0, 999), st.sampled_from(FORMATS))
def test_the_first_page_is_never_shortened(first: int, length: int, form: str) -> None:
    """The first page stands in full and the last one ends with the digits that it has."""
    start, end = page_range(f"{first}-{first + length}", form).split("–")
    assert start == str(first)
    assert str(first + length).endswith(end)
