"""The parts that all figures are made of: canvas, widths, axes, numbers, data files, printing."""

from __future__ import annotations

import math
from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import InputError
from bmreport.testing import HOSTILE_TEXTS
from bmreport_plugins.exporters.safe_svg import safe_svg
from bmreport_plugins.figures.axes import Axis
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.metrics import runs, text_width, wrap
from bmreport_plugins.figures.numbers import decimals_for, fixed, p_value, ratio
from bmreport_plugins.figures.printing import Page, to_pdf, to_png
from bmreport_plugins.figures.sheet import Sheet, exact, kind_of_sheet, read_sheet
from bmreport_plugins.figures.signs import draw_sign
from bmreport_plugins.risk_of_bias import SIGNS

TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40)


# -- canvas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*HOSTILE_TEXTS, "a & b < c", "]]>", '" onload="x', "\x00\x1b[31m", "\ud800 lone"])
def test_text_from_a_file_is_only_ever_text(text: str) -> None:
    """Whatever stands in a name, the picture is well-formed, has no element more, and passes the exporters' screen."""
    canvas = Canvas()
    canvas.text(10, 20, text, 9)
    svg = canvas.svg(200, 50, text, text)
    assert {element.tag.rpartition("}")[2] for element in fromstring(svg).iter()} <= {  # noqa: S314  # our own picture
        "svg",
        "title",
        "desc",
        "rect",
        "text",
    }
    assert safe_svg(svg).startswith("<svg")


def test_a_place_that_is_no_number_is_refused() -> None:
    """A coordinate that is infinite or no number is an error of the code, not a broken picture."""
    for value in (math.inf, math.nan):
        with pytest.raises(ValueError, match="no place on a page"):
            Canvas().line(0, 0, value, 1)


def test_signs_from_another_font_do_not_change_the_letters_beside_them() -> None:
    """A text with a sign that the main font lacks is written in pieces; other text and right-to-left text is not."""
    assert runs("Grade ⊕⊕ low") == [("Grade ", True), ("⊕⊕ ", False), ("low", True)]
    assert runs("Müller 2010, τ² = 1") == [("Müller 2010, τ² = 1", True)]
    assert runs("محمد 2016") == [("محمد 2016", False)]
    canvas = Canvas()
    canvas.text(100, 20, "Grade ⊕⊕", 10, anchor="end")
    assert canvas.svg(200, 50, "t", "d").count("<text") == 2


# -- widths --------------------------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(TEXTS, st.floats(20, 200), st.booleans())
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: float, bold: bool) -> None:  # drawn
    """No line is wider than asked, unless it is one character; all characters but blanks are there, in their order."""
    lines = wrap(text, width, 9, bold=bold)
    assert lines
    for line in lines:
        assert text_width(line, 9, bold=bold) <= width + 1e-6 or len(line) == 1

    def kept(some: str) -> str:
        return "".join(character for character in some if character not in " \t\r\n")

    assert kept("".join(lines)) == kept(text)


def test_a_no_break_space_holds_words_together() -> None:
    """A line is not broken between `n =` and its number."""
    assert wrap("Records screened (n\u00a0=\u00a01,000)", 90, 9)[1] == "(n\u00a0=\u00a01,000)"


def test_bold_and_wide_scripts_are_wider() -> None:
    """Bold text takes more room, an ideograph a whole square, a combining mark none."""
    assert text_width("Weight", 9, bold=True) > text_width("Weight", 9)
    assert text_width("李", 10) == pytest.approx(10)
    assert text_width("e\u0301", 10) == text_width("e", 10)


# -- axes ----------------------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(st.floats(-12, 12), st.floats(0.05, 14), st.booleans())
def test_ticks_lie_on_the_axis_and_do_not_touch(start: float, span: float, log: bool) -> None:  # drawn
    """Every axis has a tick or more, in order, with labels apart; one that holds 1 (or 0) has a tick there."""
    low, high = (math.exp(start), math.exp(start + span)) if log else (start, start + span)
    axis = Axis(low, high, 50, 240, log)
    ticks = axis.ticks(9)
    assert ticks or (log and high / low < 1.2)
    for tick in ticks:
        assert axis.holds(tick.value)
        assert 50 - 1e-6 <= axis.at(tick.value) <= 240 + 1e-6
    for one, other in pairwise(ticks):
        room = axis.at(other.value) - axis.at(one.value)
        assert room > (text_width(one.label, 9) + text_width(other.label, 9)) / 2
    null = 1.0 if log else 0.0
    if len(ticks) > 2 and low * 1.01 < null < high * 0.99:
        assert null in [tick.value for tick in ticks]


def test_ratios_get_the_ticks_that_people_expect() -> None:
    """0.5 stands across from 2, and steps get coarser as the axis gets longer."""
    assert [tick.label for tick in Axis(0.1, 10, 0, 190, log=True).ticks(9)] == [
        "0.1",
        "0.2",
        "0.5",
        "1",
        "2",
        "5",
        "10",
    ]
    assert [tick.label for tick in Axis(0.8, 1.3, 0, 190, log=True).ticks(9)] == [
        "0.8",
        "0.9",
        "1",
        "1.1",
        "1.2",
        "1.3",
    ]
    assert [tick.label for tick in Axis(1e-4, 1e4, 0, 190, log=True).ticks(9)] == [
        "0.0001",
        "0.01",
        "1",
        "100",
        "10,000",
    ]


# -- numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (fixed(-0.001), "0.00"),
        (fixed(-1.5, 1), "−1.5"),
        (fixed(1234.5, 1), "1,234.5"),
        (fixed(math.inf), "∞"),
        (fixed(2.5e7), "2.5e7"),
        (ratio(0.0034), "0.0034"),
        (ratio(0.456), "0.46"),
        (ratio(16.16), "16.2"),
        (ratio(255.3), "255"),
        (p_value(0.0004), "P < 0.001"),
        (p_value(0.0044), "P = 0.004"),
        (p_value(0.0496), "P = 0.050"),
        (p_value(0.234), "P = 0.23"),
        (p_value(0.999), "P > 0.99"),
        (str(decimals_for([120.0, -300.0, 5.0])), "0"),
        (str(decimals_for([])), "2"),
    ],
)
def test_numbers_are_printed_as_journals_do(shown: str, expected: str) -> None:
    """A true minus sign, no minus zero, no more digits than tell anything."""
    assert shown == expected


# -- data files ----------------------------------------------------------------------------------------------------


@settings(max_examples=80)
@given(st.lists(st.lists(TEXTS, min_size=2, max_size=2), max_size=5), TEXTS)
def test_a_data_file_gives_back_what_was_written(rows: list[list[str]], value: str) -> None:
    """Any text comes back as it was, also what a spreadsheet would take for a formula."""
    clean = [[" ".join(cell.split()) for cell in row] for row in rows if any(cell.split() for cell in row)]
    kept = " ".join(value.split())
    sheet = Sheet.of("forest", [("title", kept)], ("one", "two"), clean)
    read = read_sheet(sheet.to_csv().encode(), "x.csv")
    assert read.kind == "forest"
    assert read.setting("title") == kept
    assert [[line.text("one"), line.text("two")] for line in read.lines] == clean


def test_formulas_are_defused_but_numbers_are_not() -> None:
    """A cell that a spreadsheet would compute begins with an apostrophe; a negative number stays a number."""
    text = Sheet.of("forest", [], ("a", "b"), [["=1+1", "-0.5"], ["'quoted", "@x"]]).to_csv()
    assert "'=1+1,-0.5" in text
    assert "''quoted,'@x" in text


@settings(max_examples=100)
@given(st.floats(allow_nan=False))
def test_numbers_in_data_files_are_exact(value: float) -> None:
    """The number that is read is the one that was written, to the last bit."""
    read = read_sheet(Sheet.of("x", [], ("n",), [[exact(value)], ["1"]]).to_csv().encode(), "x.csv")
    assert read.lines[0].number("n") == value


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_spreadsheet_may_save_a_data_file(separator: str) -> None:
    """Other separators, a byte order mark, padded rows and decimal commas are read alike."""
    mark = "\ufeff" if separator == ";" else ""
    number = "0,5" if separator == ";" else "0.5"
    text = separator.join(
        ["# bmreport figure", "forest", "", "\n# title", "A", "", "\na", "b", "", "\nx", number, "", "\n"]
    )
    read = read_sheet((mark + text).encode(), "x.csv")
    assert kind_of_sheet((mark + text).encode()) == "forest"
    assert (read.setting("title"), read.header, read.lines[0].number("b")) == ("A", ("a", "b"), 0.5)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('# bmreport figure,forest\na,b\n"x,1\n', "quotes"),
        ("# bmreport figure,forest\n# title,x\n", "no rows"),
        ("# bmreport figure,forest\na,a\n1,2\n", "two columns"),
        ("# bmreport figure,forest\na,b\n1,2,3\n", "3 cells"),
    ],
)
def test_a_broken_data_file_is_refused_with_its_line(text: str, reason: str) -> None:
    """The message names the file, and the line where there is one."""
    with pytest.raises(InputError, match=reason) as caught:
        read_sheet(text.encode(), "f.csv")
    assert caught.value.where.startswith("f.csv")
    assert caught.value.remedy


def test_a_cell_that_is_no_number_names_file_line_and_column() -> None:
    """`0.8 (0.7)` is no number; neither is a count of half a study."""
    read = read_sheet(b"# bmreport figure,forest\na,b\n0.8 (0.7),2.5\n", "f.csv")
    with pytest.raises(InputError, match=r"'0.8 \(0.7\)' is no number") as caught:
        read.lines[0].number("a")
    assert caught.value.where == "f.csv:3: column a"
    with pytest.raises(InputError, match=r"'2.5' is no count"):
        read.lines[0].count("b")


# -- printing ------------------------------------------------------------------------------------------------------


def test_pictures_are_printed_with_text_as_text() -> None:
    """The PDF holds the words as text, and its title; the PNG has 300 pixels to the inch."""
    import io

    from pypdf import PdfReader

    canvas = Canvas()
    canvas.text(10, 30, "Müller 2010: τ² = 0.5 (−1 to 2) ⊕", 9)
    page = Page(canvas.svg(216, 72, "A & B", "words"), 216, 72, "A & B", "words")
    reader = PdfReader(io.BytesIO(to_pdf(page)))
    assert "Müller 2010: τ² = 0.5" in reader.pages[0].extract_text()
    assert reader.metadata is not None
    assert reader.metadata.title == "A & B"
    assert reader.metadata.creation_date is None
    png = to_png(page)
    assert int.from_bytes(png[16:20], "big") == 900
    assert int.from_bytes(png[20:24], "big") == 300


def test_very_tall_pictures_stay_within_bounds() -> None:
    """A picture as tall as a wall gets fewer pixels to the inch, not more memory."""
    page = Page(Canvas().svg(700, 9000, "t", "d"), 700, 9000, "t", "d")
    png = to_png(page)
    assert int.from_bytes(png[16:20], "big") * int.from_bytes(png[20:24], "big") <= 25_100_000


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_has_a_shape_of_its_own(sign: str) -> None:
    """Signs are told apart without colour: no two have the same strokes."""

    def strokes(one: str) -> list[str]:
        canvas = Canvas()
        draw_sign(canvas, one, 20, 20, 10)
        lines = canvas.svg(40, 40, "t", "d").splitlines()[4:-1]
        return [line.replace(SIGNS[one].ink, "ink") for line in lines]

    assert strokes(sign)
    assert all(strokes(sign) != strokes(other) for other in SIGNS if other != sign)
