"""Study data from Excel workbooks, real and hostile ones."""

from __future__ import annotations

import contextlib
import io
import zipfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Harvest, InputError, Match, RunContext, SourceLocator
from bmreport.testing import assert_source_contract
from bmreport_plugins.sources import xlsx_parts, xlsx_table
from bmreport_plugins.sources.studies import StudiesOptions, StudiesSource
from bmreport_plugins.sources.table_reading import read_table
from bmreport_plugins.sources.xlsx_table import read_xlsx

from .workbooks import MAIN, RELATED, cell, relationships, sheet, workbook, zipped

HEADER = ["study", "outcome", "events1", "n1", "events2", "n2"]
ROW = ["A", "death", 1, 9, 2, 9]
STRICT = "http://purl.oclc.org/ooxml"
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="170" formatCode="[Red]0.0&quot; days&quot;"/>'
    '<numFmt numFmtId="171" formatCode="dd/mm/yy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>'
    "</styleSheet>"
)


def harvest_of(data: bytes, **options: Any) -> Harvest:
    """What the source reads from a workbook."""
    locator = SourceLocator("t.xlsx", content=data)
    return StudiesSource().read(locator, RunContext(offline=True), StudiesOptions(**options))


def cells_of(*values: object, **parts: Any) -> list[object]:
    """The cells of a row with these values, below a header."""
    return read_xlsx(workbook({"S": sheet([HEADER, values])}, **parts), "t.xlsx").rows[0].cells


def error_of(data: bytes) -> str:
    """The error that a file gives."""
    with pytest.raises(InputError) as caught:
        read_table(SourceLocator("t.xlsx", content=data))
    assert caught.value.where.startswith("t.xlsx")
    return str(caught.value)


def test_contract() -> None:
    """The source keeps the contract of every source with workbooks too."""
    assert_source_contract(StudiesSource(), "t.xlsx", workbook({"S": sheet([HEADER, ROW])}))


def test_a_workbook_is_read() -> None:
    """Rows keep the number that Excel shows, and cells their kind."""
    rows: list[list[object]] = [["Table 1"], [*HEADER], ROW, [], ["Müller & <b>", "death", 3.0, 100, "4", 99]]
    harvest = harvest_of(workbook({"S": sheet(rows)}))
    assert [(one.study, one.intervention.events, one.control.events) for one in harvest.studies] == [
        ("A", 1, 2),
        ("Müller & <b>", 3, 4),
    ]
    assert [one.origin.line for one in harvest.studies if one.origin] == [3, 5]
    report = harvest.reports[0]
    assert report.format == "study data (XLSX)"
    assert report.notes == ["1 row above the header not used, the first: 'Table 1'"]


def test_match() -> None:
    """A workbook is taken by its name or content, other zips are not."""
    data = workbook({"S": sheet([HEADER, ROW])})
    assert StudiesSource().match(SourceLocator("t.xlsx", content=data)) is Match.SUFFIX
    assert StudiesSource().match(SourceLocator("t.bin", content=data)) is Match.SUFFIX
    assert StudiesSource().match(SourceLocator("t.zip", content=zipped({"a.txt": "x"}))) is Match.NO


def test_shared_and_rich_texts() -> None:
    """Texts are shared between cells, may be made of runs, and carry remarks on pronunciation that do not belong."""
    texts = [
        "plain",
        '<si><r><t>bo</t></r><r><t xml:space="preserve">ld x</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
    ]
    shared = [f'<c r="{letter}2" t="s"><v>{place}</v></c>' for letter, place in (("A", 0), ("B", 1), ("C", 7))]
    values = cells_of(*shared, texts=texts)
    assert values[:2] == ["plain", "bold x"]
    assert "the file does not hold" in str(values[2])


def test_numbers_dates_and_percentages() -> None:
    """Dates and percentages come out as such, so that a count of 3/12 that became a date is seen."""
    given_cells = [(0, "0.57999999999999996"), (1, "45363"), (2, "0.12"), (3, "1.5"), (4, "45363.5")]
    styled = [f'<c s="{style}"><v>{value}</v></c>' for style, value in given_cells]
    assert cells_of(*styled, styles=STYLES) == [0.58, "2024-03-12", "12%", 1.5, "2024-03-12 12:00:00"]


def test_a_date_in_a_column_of_counts_is_refused() -> None:
    """The rejection says what spreadsheets do with 3/12."""
    date = '<c r="C2" s="1"><v>45363</v></c>'
    harvest = harvest_of(workbook({"S": sheet([HEADER, ["A", "death", date, 9, 2, 9]])}, styles=STYLES))
    assert "field events1: '2024-03-12' is a date (spreadsheets make dates" in str(harvest.reports[0].rejected[0])


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('<c r="{}2"><f>1+2</f></c>', "holds a formula whose value is not stored"),
        ('<c r="{}2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', "holds the error #DIV/0!"),
        ('<c r="{}2" t="b"><v>1</v></c>', "true is no number"),
    ],
)
def test_cells_without_a_value_are_refused(value: str, said: str) -> None:
    """A formula that was never computed, or failed, is no empty cell and no text."""
    row = list(ROW)
    row[2] = value.format("C")
    assert said in str(harvest_of(workbook({"S": sheet([HEADER, row])})).reports[0].rejected[0])
    if "formula" in said:
        named = [value.format("A"), *ROW[1:]]
        assert f"field study: {said}" in str(harvest_of(workbook({"S": sheet([HEADER, named])})).reports[0].rejected[0])


def test_cells_that_are_empty() -> None:
    """#N/A and an empty cell are missing; a formula with a value has that value."""
    row = ["A", "death", '<c r="C2" t="e"><v>#N/A</v></c>', 9, '<c r="E2"><f>1+1</f><v>2</v></c>', 9]
    study = harvest_of(workbook({"S": sheet([HEADER, row])})).studies[0]
    assert (study.intervention.events, study.control.events) == (None, 2)


def test_cells_without_references() -> None:
    """Rows and cells may leave their place out; they then follow one another. One far away leaves blanks between."""
    rows = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in (HEADER, ROW))
    data = workbook({"S": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'})
    assert [row.line for row in read_xlsx(data, "t").rows] == [2]
    assert read_xlsx(data, "t").rows[0].cells == ROW
    assert cells_of("A", '<c r="D2"><v>5</v></c>') == ["A", None, None, 5]


def test_which_sheet_is_read() -> None:
    """The one that is asked for, else the first visible one with a known header; the others are named."""
    sheets = {"About": sheet([["hello"]]), "Old": sheet([HEADER, ["O", *ROW[1:]]]), "Data": sheet([HEADER, ROW])}
    data = workbook(sheets, hidden=["Old"])
    harvest = harvest_of(data)
    assert harvest.studies[0].study == "A"
    assert harvest.reports[0].notes == ["the sheet 'Data' was read; not read: About, Old"]
    assert harvest_of(data, sheet="old").studies[0].study == "O"
    with pytest.raises(InputError, match=r"has no sheet 'None' \(its sheets: About, Old, Data\)"):
        harvest_of(data, sheet="None")


def test_hidden_rows_are_read_and_told() -> None:
    """A filter must not change what is pooled in silence."""
    data = workbook({"S": sheet([HEADER, ROW]).replace('<row r="2">', '<row r="2" hidden="1">')})
    assert harvest_of(data).reports[0].notes == ["1 row that the sheet hides (a filter?) read like the others"]


def test_strict_workbooks() -> None:
    """The strict variant of the format has other namespaces and is read the same."""
    with zipfile.ZipFile(io.BytesIO(workbook({"S": sheet([HEADER, ROW])}))) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    for old, new in ((MAIN, f"{STRICT}/spreadsheetml/main"), (RELATED, f"{STRICT}/officeDocument/relationships")):
        parts = {name: text.replace(old, new) for name, text in parts.items()}
    assert harvest_of(zipped(parts)).studies[0].study == "A"


def test_a_zip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that unpacks beyond the bound stops there, whatever size it claims."""
    monkeypatch.setattr(xlsx_parts, "MAX_PART_BYTES", 1024 * 1024)
    bomb = sheet([HEADER, ROW]).replace("</sheetData>", "<row/>" * 400_000 + "</sheetData>")
    book = xlsx_parts.Workbook(workbook({"S": bomb}), "t.xlsx")
    with pytest.raises(InputError, match="unpacks to more than 1 MiB"):
        list(book.elements("xl/worksheets/sheet1.xml", "row", limit=1024 * 1024))


def test_far_cells_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells in the last column of many rows would fill memory with blanks."""
    monkeypatch.setattr(xlsx_table, "MAX_CELLS", 100_000)
    far = "".join(f'<row r="{number}"><c r="XFD{number}"><v>1</v></c></row>' for number in range(3, 20))
    data = workbook({"S": sheet([HEADER, ROW]).replace("</sheetData>", far + "</sheetData>")})
    assert "has more than 100,000 cells" in error_of(data)


def test_entities_are_not_expanded() -> None:
    """A sheet with entities of its own gives no text from them."""
    declared = '<!DOCTYPE worksheet [<!ENTITY a "SECRET"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    part = declared + sheet([HEADER, ["&a;", *ROW[1:]]]).replace("&amp;a;", "&a;&f;")
    with contextlib.suppress(InputError):
        harvest = harvest_of(workbook({"S": part}))
        assert "SECRET" not in repr(harvest)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04 nonsense", "is no Excel workbook that can be read"),
        (zipped({"xl/other.xml": "<x/>"}), "the part xl/workbook.xml is missing"),
        (zipped({"xl/workbook.xml": "<workbook/>"}), "it has no sheet"),
        (workbook({"S": "<worksheet><sheetData><row>"}), "is no Excel workbook that can be read"),
        (workbook({"S": sheet([])}), "there is nothing in its sheets"),
        (workbook({"S": ""}, more={"xl/_rels/workbook.xml.rels": relationships()}), "it has no sheet"),
        (b"\xd0\xcf\x11\xe0" + b"\x00" * 600, "is an old Office file"),
    ],
)
def test_what_is_no_workbook(data: bytes, said: str) -> None:
    """Damaged files, empty ones and old formats are errors that name the file and what to do."""
    assert said in error_of(data)


def test_a_locked_workbook() -> None:
    """A part with the flag of encryption is told as what it is."""
    data = bytearray(workbook({"S": sheet([HEADER, ROW])}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(mark, place + 1)
    assert "is locked with a password" in error_of(bytes(data))


def test_parts_outside_are_not_followed() -> None:
    """A relationship to an address or out of the zip leads nowhere."""
    away = relationships(("rId1", "worksheet", "../../../../etc/passwd"))
    assert "is missing" in error_of(workbook({"S": sheet([HEADER, ROW])}, more={"xl/_rels/workbook.xml.rels": away}))


def test_ten_thousand_rows() -> None:
    """Every row of a large sheet is accounted for."""
    rows: list[list[object]] = [[*HEADER], *([f"S{place}", *ROW[1:]] for place in range(10_000))]
    report = harvest_of(workbook({"S": sheet(rows)})).reports[0]
    assert (report.records, report.kept) == (10_000, 10_000)


values = st.none() | st.booleans() | st.integers(-9, 9**9) | st.floats(allow_nan=False, allow_infinity=False)
printable = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=8)


@settings(max_examples=40)
@given(st.lists(st.lists(values | printable.filter(lambda text: not text.startswith("<c")), max_size=6), max_size=5))
def test_what_was_written_is_read(rows: list[list[object]]) -> None:
    """Texts, numbers and blanks of any sheet come back in their places."""
    read = {row.line: row.cells for row in read_xlsx(workbook({"S": sheet([HEADER, *rows])}), "t.xlsx").rows}
    for number, row in enumerate(rows, start=2):
        filled = [value if value != "" else None for value in row]
        while filled and filled[-1] is None:
            filled.pop()
        got = [value if value != "" else None for value in read.get(number, [])]
        while got and got[-1] is None:
            got.pop()
        assert got == filled


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_workbooks_are_errors(data: st.DataObject) -> None:
    """A workbook with any bytes changed is read or refused, never a crash."""
    book = bytearray(workbook({"S": sheet([HEADER, ROW])}, texts=["x"], styles=STYLES))
    for _ in range(data.draw(st.integers(1, 4))):
        book[data.draw(st.integers(4, len(book) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(InputError):
        read_xlsx(bytes(book), "t.xlsx")
