"""Dates of items: CSL-JSON in all its spellings, EDTF and raw text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport_csl.item_dates import NOWHEN, DatePoint, ItemDate, read_date


def point(year: int | None, month: int = 0, day: int = 0, season: int = 0, name: str = "") -> DatePoint:
    """A short way to write a date point."""
    return DatePoint(year, month, day, season, name)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"date-parts": [[2005]]}, ItemDate(point(2005))),
        ({"date-parts": [["2005", "03", "04"]]}, ItemDate(point(2005, 3, 4))),
        ({"date-parts": [[2005, 3, 4], [2005, 3, 6]]}, ItemDate(point(2005, 3, 4), point(2005, 3, 6))),
        ({"date-parts": [[2005], [0]]}, ItemDate(point(2005), NOWHEN)),
        ({"date-parts": [[2005], []]}, ItemDate(point(2005))),
        ({"date-parts": [2005, 3]}, ItemDate(point(2005, 3))),
        ({"date-parts": [[2005, 0, 4]]}, ItemDate(point(2005))),
        ({"date-parts": [[2005, 13]]}, ItemDate(point(2005, season=1))),
        ({"date-parts": [[2005, 24]]}, ItemDate(point(2005, season=4))),
        ({"date-parts": [[2005, "Mar"]]}, ItemDate(point(2005, 3))),
        ({"date-parts": [["2005-03-04"]]}, ItemDate(point(2005, 3, 4))),
        ({"date-parts": [[-180]]}, ItemDate(point(-180))),
        ({"date-parts": [[2005]], "season": 1}, ItemDate(point(2005, season=1))),
        ({"date-parts": [[2005]], "season": "Winter"}, ItemDate(point(2005, season=4))),
        ({"date-parts": [[2005]], "season": "Trinity"}, ItemDate(point(2005, name="Trinity"))),
        ({"date-parts": [[2005, 4]], "season": 1}, ItemDate(point(2005, 4))),
        ({"date-parts": [[1850]], "circa": 1}, ItemDate(point(1850), circa=True)),
        ({"date-parts": [[1850]], "circa": 0}, ItemDate(point(1850))),
        ({"literal": "in press"}, ItemDate(literal="in press")),
        ({"literal": "in press", "date-parts": [[2005]]}, ItemDate(point(2005))),
        ({"raw": "2006", "date-parts": [[2005]]}, ItemDate(point(2005))),
        ({"edtf": "2004-06~/2006-08"}, ItemDate(point(2004, 6), point(2006, 8), circa=True)),
        ({"year": 2005, "month": 3}, ItemDate(point(2005, 3))),
        ({"date-parts": [[None, 3, 4]]}, ItemDate(point(None, 3, 4))),
        (2005, ItemDate(point(2005))),
    ],
)
def test_csl_json(value: object, expected: ItemDate) -> None:
    """Every shape that CSL-JSON and its exporters use is read."""
    assert read_date(value) == expected


@pytest.mark.parametrize(
    "value",
    [None, "", " ", [], {}, {"date-parts": []}, {"date-parts": [[]]}, {"date-parts": [[0]]}, {"raw": ""},
     {"literal": " "}, True, {"date-parts": "x"}, {"raw": 5}, float("nan"), 10**30],
)  # fmt: skip
def test_nothing(value: object) -> None:
    """What holds no date gives none."""
    assert read_date(value) is None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("2005-03-04", ItemDate(point(2005, 3, 4))),
        ("20050304", ItemDate(point(2005, 3, 4))),
        ("2005/03/04", ItemDate(point(2005, 3, 4))),
        ("3/4/2005", ItemDate(point(2005, 3, 4))),
        ("13.2.2005", ItemDate(point(2005, 2, 13))),
        ("1999-12-31T10:00:00Z", ItemDate(point(1999, 12, 31))),
        ("March 4, 2005", ItemDate(point(2005, 3, 4))),
        ("4 March 2005", ItemDate(point(2005, 3, 4))),
        ("2005 Mar 4", ItemDate(point(2005, 3, 4))),
        ("15th of March 2005", ItemDate(point(2005, 3, 15))),
        ("Spring 2005", ItemDate(point(2005, season=1))),
        ("Fall 2000", ItemDate(point(2000, season=3))),
        ("Easter 2005", ItemDate(point(2005, name="Easter"))),
        ("2005-2007", ItemDate(point(2005), point(2007))),
        ("2000–2001", ItemDate(point(2000), point(2001))),
        ("2005-03/2006-04", ItemDate(point(2005, 3), point(2006, 4))),
        ("March-April 2005", ItemDate(point(2005, 3), point(2005, 4))),
        ("2020 Jan-Feb", ItemDate(point(2020, 1), point(2020, 2))),
        ("3-5 March 2005", ItemDate(point(2005, 3, 3), point(2005, 3, 5))),
        ("Mar 3-5, 2005", ItemDate(point(2005, 3, 3), point(2005, 3, 5))),
        ("Spring 1999 - Summer 2001", ItemDate(point(1999, season=1), point(2001, season=2))),
        ("Winter 2005/2006", ItemDate(point(2005, season=4), point(2006, season=4))),
        ("circa 1850", ItemDate(point(1850), circa=True)),
        ("c. 1850", ItemDate(point(1850), circa=True)),
        ("1850?", ItemDate(point(1850), circa=True)),
        ("~1850", ItemDate(point(1850), circa=True)),
        ("[1850]", ItemDate(point(1850))),
        ("100 BC", ItemDate(point(-100))),
        ("AD 50", ItemDate(point(50))),
        ("-0044-03-15", ItemDate(point(-44, 3, 15))),
        ("2004-06-XX", ItemDate(point(2004, 6))),
        ("201X", ItemDate(point(2010), point(2019), circa=True)),
        ("2005/..", ItemDate(point(2005), NOWHEN)),
        ("Y17000", ItemDate(point(17000))),
        ("平成20年3月2日", ItemDate(point(2008, 3, 2))),
        ("2005년 3월", ItemDate(point(2005, 3))),
        ("15 août 1999", ItemDate(point(1999, 8, 15))),
        ("3. März 2010", ItemDate(point(2010, 3, 3))),
    ],
)
def test_raw_dates(raw: str, expected: ItemDate) -> None:
    """Worded, numeric, EDTF, East Asian and uncertain dates are read from text."""
    assert read_date({"raw": raw}) == expected


@pytest.mark.parametrize(
    "raw", ["forthcoming", "in press", "n.d.", "05/06/07", "19th century", "1985 (1986)", "1 2005", "12 Mar"]
)
def test_other_text_is_a_literal(raw: str) -> None:
    """Text without one clear year is printed as it stands."""
    assert read_date({"raw": raw}) == ItemDate(literal=raw)


def test_dates_sort_in_time() -> None:
    """Years before Christ come first, a bare year before its months, a day before a range that begins on it."""
    values: list[Any] = [
        [[-180]],
        [[-44]],
        [[50]],
        [[2005]],
        [[2005, 3]],
        [[2005, 3, 4]],
        [[2005, 3, 4], [2005, 3, 6]],
        [[2005, 4]],
    ]
    dates = [read_date({"date-parts": parts}) for parts in values]
    keys = [date.sort_key for date in dates if date is not None]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(values)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["date-parts", "raw", "season", "circa", "literal", "edtf", "year", "month"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_can_be_read(value: object) -> None:
    """Nothing makes the reader fail; what comes out says something."""
    date = read_date(value)
    assert date is None or date.start or date.literal


@given(st.text(alphabet="0123456789-/.~?, MarchSpringcaBCtoJn–", max_size=24))
def test_any_text_can_be_read(raw: str) -> None:
    """Text that looks like a date never makes the reader fail, and days and months stay in their bounds."""
    date = read_date({"raw": raw})
    assert date is None or (0 <= date.start.month <= 12 and 0 <= date.start.day <= 31)
