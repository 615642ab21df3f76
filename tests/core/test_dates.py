"""Dates: text, numbers, objects and CSL-JSON to CSL-JSON dates."""

import datetime
import string
from typing import NoReturn

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmreport.dates import CslDate, ParsedDate, iso_date, parse_date, same_year, year_of

EXACT = [
    ("2020-02-21", "2020-02-21"),
    ("2020-02", "2020-02"),
    ("2020", "2020"),
    (" 2020\u00a0\n", "2020"),
    ("2020-2-1", "2020-02-01"),
    ("2020-02-21T00:00:00Z", "2020-02-21"),
    ("2020/02/21", "2020-02-21"),
    ("2020/02/21/Feb 21", "2020-02-21"),
    ("2020///", "2020"),
    ("2020//", "2020"),
    ("2018/05/04/", "2018-05-04"),
    ("1948/07//", "1948-07"),
    ("2020///Feb 21", "2020-02-21"),
    ("2020 Feb 21", "2020-02-21"),
    ("2020 Feb", "2020-02"),
    ("2013 06 10", "2013-06-10"),
    ("2020 Feb-Mar", "2020-02/2020-03"),
    ("Nov-Dec 2000", "2000-11/2000-12"),
    ("2020 Dec-2021 Jan", "2020-12/2021-01"),
    ("2020 Dec 28-2021 Jan 3", "2020-12-28/2021-01-03"),
    ("2020 Feb 21-28", "2020-02-21/2020-02-28"),
    ("2020 Feb 28-Mar 2", "2020-02-28/2020-03-02"),
    ("4\u20138 Aug. 2020", "2020-08-04/2020-08-08"),
    ("28 Feb to 2 Mar 2020", "2020-02-28/2020-03-02"),
    ("21 February 2020", "2020-02-21"),
    ("21st February, 2020", "2020-02-21"),
    ("February 21, 2020", "2020-02-21"),
    ("Fri, 21 Feb 2020", "2020-02-21"),
    ("FEB 2020", "2020-02"),
    ("21-Feb-2020", "2020-02-21"),
    ("Feb-2020", "2020-02"),
    ("Feb/Mar 2020", "2020-02/2020-03"),
    ("21. Februar 2020", "2020-02-21"),
    ("März 2020", "2020-03"),
    ("1er août 2019", "2019-08-01"),
    ("21 févr. 2020", "2020-02-21"),
    ("21 de enero de 2020", "2020-01-21"),
    ("1º de março de 2020", "2020-03-01"),
    ("3 luglio 2020", "2020-07-03"),
    ("3 mei 2020", "2020-05-03"),
    ("20200221", "2020-02-21"),
    ("202002", "2020-02"),
    ("20200221T000000Z", "2020-02-21"),
    ("-0044", "-0044"),
    ("44 BC", "-0044"),
    ("44 B.C.E.", "-0044"),
    ("AD 79", "0079"),
    ("2020-02/2020-03", "2020-02/2020-03"),
    ("2020/2021", "2020/2021"),
    ("2020-2021", "2020/2021"),
    ("1995--1996", "1995/1996"),
    ("-0877/-0866", "-0877/-0866"),
    ("1999-uu-uu", "1999"),
    ("1999-XX", "1999"),
    ("2020-00-00", "2020"),
    ("[2010]", "2010"),
    ("25/12/2020", "2020-12-25"),
    ("12/25/2020", "2020-12-25"),
    ("04/04/2020", "2020-04-04"),
    ("03.04.2020", "2020-04-03"),
    ("02/2020", "2020-02"),
    ("2020. 2. 21.", "2020-02-21"),
    ("2020年2月21日", "2020-02-21"),
    ("2020년 2월", "2020-02"),
    ("２０２０年２月", "2020-02"),
    ("٢٠٢٠-٠٢-٢١", "2020-02-21"),
    (
        "१९८७-०१-१५/१९८८-०५-११",
        "1987-01-15/1988-05-11",
    ),
]


@pytest.mark.parametrize(("text", "iso"), EXACT)
def test_reads_dates_that_say_all_and_are_certain(text: str, iso: str) -> None:
    """Every common way to write a date gives the exact parts and no note."""
    parsed = parse_date(text)
    assert iso_date(parsed.csl) == iso
    assert parsed.note is None
    assert set(parsed.csl or {}) == {"date-parts"}


@pytest.mark.parametrize(
    ("text", "year", "season"),
    [
        ("1998 Winter", 1998, 4),
        ("Winter 1998", 1998, 4),
        ("2000 Spring", 2000, 1),
        ("Fall 2003", 2003, 3),
        ("Sommer 2003", 2003, 2),
        ("été 2003", 2003, 2),
        ("2020///Autumn", 2020, 3),
        ("2004-22", 2004, 2),
        ("2020-24", 2020, 4),
    ],
)
def test_seasons(text: str, year: int, season: int) -> None:
    """Seasons are numbered 1 to 4 as CSL-JSON has them."""
    assert parse_date(text) == ParsedDate({"date-parts": [[year]], "season": season})


def test_a_season_that_may_be_two_years_is_noted() -> None:
    """EDTF reads 2020-21 as spring 2020; many mean the years 2020 and 2021."""
    parsed = parse_date("2020-21")
    assert parsed.csl == {"date-parts": [[2020]], "season": 1}
    assert parsed.note is not None
    assert "2020/2021" in parsed.note


def test_a_season_over_two_years() -> None:
    """A winter issue keeps both its years and its season."""
    for text in ("Winter 1998/99", "Winter 1998-1999", "1998-1999 Winter"):
        assert parse_date(text) == ParsedDate({"date-parts": [[1998], [1999]], "season": 4})


@pytest.mark.parametrize(
    ("text", "year"),
    [("ca. 1850", 1850), ("c. 1850", 1850), ("circa 1850", 1850), ("[ca. 1850]", 1850), ("about 1850", 1850),
     ("2010?", 2010), ("[2010?]", 2010), ("2010~", 2010), ("1723?~", 1723), ("1723\\~", 1723), ("-3000~", -3000)],
)  # fmt: skip
def test_circa(text: str, year: int) -> None:
    """Uncertain dates keep their year and say that it is approximate."""
    assert parse_date(text) == ParsedDate({"date-parts": [[year]], "circa": True})


def test_c_before_a_year_is_circa_with_a_note() -> None:
    """Libraries write c2010 for copyright too, so the note says how it was read."""
    parsed = parse_date("c2010")
    assert parsed.csl == {"date-parts": [[2010]], "circa": True}
    assert parsed.note is not None
    assert "copyright" in parsed.note


@pytest.mark.parametrize(
    ("text", "iso", "said"),
    [
        ("03/04/2020", "2020", "03/04/2020"),
        ("03-04-2020", "2020", "03-04-2020"),
        ("2020-13-45", "2020", "month 13"),
        ("1996-13-03", "1996", "month 13"),
        ("2020-02-30", "2020-02", "day 30"),
        ("2021-02-29", "2021-02", "day 29"),
        ("2020 Feb 31", "2020-02", "day 31"),
        ("20200231", "2020-02", "day 31"),
        ("2020-02-21T10:30:00Z", "2020-02-21", "10:30:00"),
        ("2016-07-18T20:26:06+10:00", "2016-07-18", "20:26:06"),
        ("Fri, 21 Feb 2020 10:00:00 GMT", "2020-02-21", "10:00:00"),
        ("2013/02/15/received", "2013-02-15", "received"),
        ("2013/02/18 [received]", "2013-02-18", "received"),
        ("2016 [ecollection]", "2016", "ecollection"),
        ("Published online 2020 Feb 21", "2020-02-21", "published online"),
        ("Epub 2020-02-21", "2020-02-21", "epub"),
        ("Start date: 20170812", "2017-08-12", "start date"),
        ("2020 Christmas", "2020", "christmas"),
        ("in press 2020", "2020", "in press"),
        ("2020 1st Quart", "2020", "1st Quart"),
        ("1985a", "1985", "1985a"),
        ("2020-052", "2020", "052"),
        ("1998/", "1998", "open"),
        ("1998/..", "1998", "open"),
        ("1999/open", "1999", "open"),
        ("../2004-01-01", "2004-01-01", "open"),
        ("2019 Dec-Jan", "2019-12", "2019-01"),
        ("1998-99", "1998/1999", "1998 to 1999"),
        ("Spring-Summer 2020", "2020", "season"),
        ("2012-22/2012-23", "2012", "season"),
    ],
)
def test_whatever_is_left_out_or_guessed_is_said(text: str, iso: str, said: str) -> None:
    """When the date holds less than the text, or took a guess, the note names the point."""
    parsed = parse_date(text)
    assert iso_date(parsed.csl) == iso
    assert parsed.note is not None
    assert said in parsed.note


@pytest.mark.parametrize(
    "text",
    ["in press", "In Press", "n.d.", "[n.d.]", "forthcoming", "submitted", "Epub ahead of print", "im Druck", "o. J.",
     "sous presse", "en prensa", "no prelo", "出版中"],
)  # fmt: skip
def test_terms_of_status_are_literal_without_a_note(text: str) -> None:
    """A known term instead of a date is kept as it stands."""
    assert parse_date(text) == ParsedDate({"literal": text})


@pytest.mark.parametrize(
    "text",
    ["whenever", "Access Date", "July", "JUN 8", "10", "10 15", "3/4/20", "23051999", "202X", "199u", "20uu", "19--",
     "2020s", "-0876}", "-1500 or so", "Y17000002", "1998 and 2003 and 2007", "2020" * 100],
)  # fmt: skip
def test_text_without_a_readable_date_stays_whole(text: str) -> None:
    """Nothing is made up: the text is kept, and the note says that it could not be read."""
    parsed = parse_date(text)
    assert parsed.csl == {"literal": text}
    assert parsed.note


NOTHING: list[object] = [
    None, "", "  \u200b\t", "/", "///", float("nan"), [], [None], {}, {"date-parts": [[]]}, {"date-parts": [[None]]},
    {"date-parts": []}, {"raw": ""}, {"literal": " "},
]  # fmt: skip


@pytest.mark.parametrize("value", NOTHING)
def test_nothing_is_no_date_and_no_fault(value: object) -> None:
    """Empty values of every kind give neither a date nor a note."""
    assert parse_date(value) == ParsedDate(None, None)


NO_DATES: list[object] = [
    "0000", "0000-00-00", "0000/00/00", 0, [0], "-", "?", True, 10**20, 3.5, float("inf"), b"2020", object(),
    {"season": 1}, {"date-parts": "2020"}, ["x"], {1: 2, "year": []}, [10**20],
]  # fmt: skip


@pytest.mark.parametrize("value", NO_DATES)
def test_what_is_no_date_is_noted(value: object) -> None:
    """Fillers, wrong types and numbers out of range give no date but a note."""
    parsed = parse_date(value)
    assert parsed.csl is None
    assert parsed.note


def test_numbers_too_large_to_print_are_noted() -> None:
    """Python refuses to write out integers of thousands of digits; the note does without."""
    assert "large" in (parse_date(10**5000).note or "")
    assert parse_date([10**5000, 1]).note
    assert parse_date([2020, 10**5000]).csl == {"date-parts": [[2020]]}


class NotATime:
    """pandas.NaT: has a year, which is NaN."""

    year = month = day = float("nan")


class Hostile:
    """An object whose attribute cannot be read."""

    @property
    def year(self) -> NoReturn:
        """Fail as a lazy record might."""
        raise RuntimeError("gone")


class Index:
    """A whole number of another library."""

    def __index__(self) -> int:
        """Give the number."""
        return 2020


@pytest.mark.parametrize(
    ("value", "iso"),
    [
        (2020, "2020"),
        (-44, "-0044"),
        (2020.0, "2020"),
        (20200221, "2020-02-21"),
        (Index(), "2020"),
        (datetime.date(2020, 2, 21), "2020-02-21"),
        (datetime.datetime(2020, 2, 21, tzinfo=datetime.UTC), "2020-02-21"),
        ([2020, 2, 21], "2020-02-21"),
        ((2020, 2), "2020-02"),
        ([[2020, 2], [2020, 3]], "2020-02/2020-03"),
        (["2020", "02", None], "2020-02"),
        ({"date-parts": [["2020", "02", "21"]]}, "2020-02-21"),
        ({"date-parts": [[2020, None]]}, "2020"),
        ({"date-parts": [[2020.0, 2.0]]}, "2020-02"),
        ({"date-parts": [2020, 2]}, "2020-02"),
        ({"date-parts": [[1988], [1992]]}, "1988/1992"),
        ({"date-parts": [[2020, 2], [2020, 2]]}, "2020-02"),
        ({"date-parts": [[-44]]}, "-0044"),
        ({"raw": "2004-04-01"}, "2004-04-01"),
        ({"date-time": "2022-08-19T00:00:00Z"}, "2022-08-19"),
        ({"year": "2020", "month": "Feb", "day": 21}, "2020-02-21"),
        ({"Year": 2020, "Month": "02"}, "2020-02"),
        ({"MedlineDate": "2000 Nov-Dec"}, "2000-11/2000-12"),
    ],
)
def test_numbers_objects_and_structures(value: object, iso: str) -> None:
    """Dates that come as data are read without a note."""
    parsed = parse_date(value)
    assert iso_date(parsed.csl) == iso
    assert parsed.note is None


def test_objects_that_only_look_like_dates() -> None:
    """NaT is no date and no fault; an attribute that fails is a note, not an error."""
    assert parse_date(NotATime()) == ParsedDate(None)
    assert "RuntimeError" in (parse_date(Hostile()).note or "")


def test_time_of_day_of_an_object_is_noted() -> None:
    """CSL dates have no time; only midnight goes without saying."""
    parsed = parse_date(datetime.datetime(2020, 2, 21, 10, tzinfo=datetime.UTC))
    assert iso_date(parsed.csl) == "2020-02-21"
    assert "time of day" in (parsed.note or "")


@pytest.mark.parametrize(
    ("value", "iso", "said"),
    [
        ({"date-parts": [[2018, 10, 21, 13]]}, "2018-10-21", "more than"),
        ({"date-parts": [[2018], [2019], [2020]]}, "2018/2019", "first two"),
        ({"date-parts": [[1992], [1988]]}, "1992", "1988"),
        ({"date-parts": [[2020, None, 5]]}, "2020", "day"),
        ({"date-parts": [[2020, "Feb"]]}, "2020", "Feb"),
        ({"date-parts": [[2020, 13]]}, "2020", "month 13"),
        ({"date-parts": [[2020]], "season": "rainy"}, "2020", "rainy"),
        ({"year": 2020, "day": 5}, "2020", "day"),
        ({"raw": "03/04/2020"}, "2020", "03/04/2020"),
    ],
)
def test_faults_in_structures_are_noted(value: object, iso: str, said: str) -> None:
    """Excess, impossible and unreadable parts are cut off and named."""
    parsed = parse_date(value)
    assert iso_date(parsed.csl) == iso
    assert parsed.note is not None
    assert said in parsed.note


@pytest.mark.parametrize(
    ("value", "csl"),
    [
        ({"literal": "in press"}, {"literal": "in press"}),
        ([{"literal": "1908-1912"}], {"literal": "1908-1912"}),
        ({"literal": "1908-1912"}, {"literal": "1908-1912"}),
        ({"date-parts": [[2020]], "literal": "MMXX"}, {"date-parts": [[2020]], "literal": "MMXX"}),
        ({"date-parts": [[2020]], "raw": "2020?"}, {"date-parts": [[2020]], "raw": "2020?"}),
        ({"date-parts": [[1850]], "circa": 1}, {"date-parts": [[1850]], "circa": True}),
        ({"date-parts": [[1850]], "circa": "false"}, {"date-parts": [[1850]]}),
        ({"date-parts": [[1998]], "season": "Winter"}, {"date-parts": [[1998]], "season": 4}),
        ({"date-parts": [[1998]], "season": "3"}, {"date-parts": [[1998]], "season": 3}),
        ({"date-parts": [[1998, 23]]}, {"date-parts": [[1998]], "season": 3}),
        ({"raw": "1998", "circa": True}, {"date-parts": [[1998]], "circa": True}),
    ],
)
def test_what_csl_json_says_beside_the_parts_is_kept(value: object, csl: CslDate) -> None:
    """Literal, raw, circa and season of CSL-JSON survive in their proper types."""
    assert parse_date(value) == ParsedDate(csl)


def test_year_of_and_same_year() -> None:
    """The first year counts; an unknown year is like no other, not even another unknown."""
    start, literal = parse_date("2020 Dec-2021 Jan").csl, parse_date("in press").csl
    assert year_of(start) == 2020
    assert year_of(literal) is None
    assert year_of(None) is None
    assert same_year(start, parse_date("2020").csl)
    assert not same_year(start, parse_date("2021").csl)
    assert not same_year(literal, literal)
    assert iso_date(literal) is None
    assert iso_date(None) is None


SPECIAL = """2020 1998 -0044 0000 21 13 02 1 Feb March mai Winter été - / // . , ~ ? ca. c T10:00:00Z T00:00 BC AD to
    and a uu XX .. [ ] ( ) 年 月 ٢ ２ in press Epub 20200221 \u2013 \\ \ud800 \x00 \u200b"""
PIECES = st.sampled_from([*SPECIAL.split(), " "])
DATE_TEXT = st.one_of(
    st.text(max_size=30),
    st.text(alphabet=string.digits + "-/ .", max_size=14),
    st.lists(PIECES, max_size=8).map(" ".join),
    st.lists(PIECES, max_size=8).map("".join),
)
KEYS = st.sampled_from(["date-parts", "season", "circa", "literal", "raw", "date-time", "year", "month", "day", "x"])
SCALARS = st.none() | st.booleans() | st.integers(-3, 40) | st.integers() | st.floats() | DATE_TEXT
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=10
)
OBJECTS = st.dates() | st.datetimes() | st.times() | st.timedeltas() | st.binary(max_size=5) | st.complex_numbers()


@settings(max_examples=400, deadline=None)
@given(JSON | OBJECTS)
@example({"literal": "x", "season": 1, "circa": True})
def test_any_value_is_read_or_noted_and_reading_again_changes_nothing(value: object) -> None:
    """parse_date never raises, is idempotent, and gives only well-formed dates."""
    parsed = parse_date(value)
    assert parse_date(parsed.csl).csl == parsed.csl
    assert parse_date(parsed.csl).note is None or "literal" in (parsed.csl or {})
    for parts in (parsed.csl or {}).get("date-parts", []):
        datetime.date(abs(parts[0]) if len(parts) < 3 else 2000, *[*parts[1:], 1, 1][:2])
    assert year_of(parsed.csl) is None or iso_date(parsed.csl)
    assert parsed.note is None or len(parsed.note) < 2000


@settings(max_examples=200, deadline=None)
@given(DATE_TEXT)
@example("WIN/1")
def test_no_text_with_content_vanishes(text: str) -> None:
    """A text with any letter or digit gives a date, a literal or a note."""
    parsed = parse_date(text)
    assert parsed.csl or parsed.note or not any(map(str.isalnum, text))


@settings(max_examples=200, deadline=None)
@given(st.dates(), st.dates(), st.sampled_from([4, 7, 10]))
def test_iso_dates_make_the_round_trip(start: datetime.date, end: datetime.date, length: int) -> None:
    """Years, months, days and ranges in ISO form come back as they were."""
    first, last = sorted(day.isoformat()[:length] for day in (start, end))
    text = first if first == last else f"{first}/{last}"
    parsed = parse_date(text)
    assert iso_date(parsed.csl) == text
    assert parsed.note is None


@pytest.mark.parametrize("unit", ["2020-", "2020 Feb ", "1", "/", "a", "- ", "[", "c", "٠"])
def test_huge_text_is_kept_as_it_is(unit: str) -> None:
    """A megabyte is no date: it comes back as text with a short note."""
    text = unit * (1_000_000 // len(unit))
    parsed = parse_date(text)
    assert parsed.csl == {"literal": text.strip()}
    assert len(parsed.note or "") < 200


DATE_PARTS = st.lists(st.integers(-2, 35) | st.sampled_from([2020, 1999, 9999, 10000, 12, 28, 29, True]), max_size=4)


@settings(max_examples=200, deadline=None)
@given(DATE_PARTS)
@example([2020, 2, 21])
@example([2021, 2, 29])
@example([True])
def test_a_csl_date_reads_as_its_parts_do(parts: list[int]) -> None:
    """The short way for plain CSL dates gives what the parts alone give, and shares no list with its input."""
    read = parse_date({"date-parts": [parts]})
    assert read == parse_date([parts])
    assert read.csl is None or all(kept is not parts for kept in read.csl.get("date-parts", []))
