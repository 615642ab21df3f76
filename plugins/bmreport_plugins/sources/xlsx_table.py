"""A sheet of an Excel workbook as a table; cells keep being numbers, dates and percentages show as such.

Excel makes dates of entries such as `3/12`; they come out as dates, so that whoever needs a number can say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport.study_rows import Unreadable
from bmreport_plugins.sources.table import HEADER_ROWS, Score, Table, TableRow, find_header, known_names
from bmreport_plugins.sources.text_input import plural
from bmreport_plugins.sources.xlsx_parts import Sheet, Workbook, text_in

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["read_xlsx"]

MAX_COLUMNS = 16_384
MAX_CELLS = 20_000_000
_REFERENCE = re.compile(r"(?P<column>[A-Z]{1,3})(?P<row>[0-9]{1,7})")
# Built-in formats of dates and times, those of Asian locales included (ECMA-376, 18.8.30).
_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_PERCENT = frozenset((9, 10))
_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_LONGEST_CODE = 255
_EPOCH = datetime(1899, 12, 30)  # Excel's dates have no time zone
_LATEST = 2_958_465
_NO_VALUE = Unreadable(
    "holds a formula whose value is not stored", "open the file in Excel or LibreOffice, save it, and give it again"
)


def read_xlsx(data: bytes, where: str, *, sheet: str = "", score: Score = known_names) -> Table:
    """Read one sheet: the one that is named, else the first visible one with a header that is known.

    Raises InputError when the workbook cannot be read, has no such sheet, or nothing in it.
    """
    workbook = Workbook(data, where)
    sheets = workbook.sheets()
    reader = _Cells(workbook, where)
    wanted = _wanted(sheets, sheet, where)
    chosen, rows = _chosen(wanted, reader, score)
    header = find_header(rows, score)
    if header is None:
        raise InputError("holds no table: there is nothing in its sheets", where=where, remedy="give a header and rows")
    names = ["" if cell is None else _shown(cell) for cell in rows[header].cells]
    table = Table(format="XLSX", names=names, rows=rows[header + 1 :])
    others = [one.name for one in sheets if one != chosen]
    if others:
        table.notes.append(f"the sheet {chosen.name!r} was read; not read: {', '.join(others[:12])}")
    if header:
        first = " ".join(_shown(cell) for cell in rows[0].cells if cell is not None)
        table.notes.append(f"{plural(header, 'row')} above the header not used, the first: {first[:60]!r}")
    if reader.hidden_rows:
        table.notes.append(f"{plural(reader.hidden_rows, 'row')} that the sheet hides (a filter?) read like the others")
    return table


def _wanted(sheets: list[Sheet], name: str, where: str) -> list[Sheet]:
    if not name:
        return [sheet for sheet in sheets if not sheet.hidden] or sheets
    found = [sheet for sheet in sheets if sheet.name.casefold() == name.strip().casefold()]
    if not found:
        there = ", ".join(sheet.name for sheet in sheets)
        raise InputError(f"has no sheet {name!r:.60}", where=where, remedy=f"its sheets: {there}")
    return found


def _chosen(sheets: list[Sheet], reader: _Cells, score: Score) -> tuple[Sheet, list[TableRow]]:
    """The first sheet whose header has names that are known, else the first with anything in it."""
    first: Sheet | None = None
    for sheet in sheets:
        head = reader.rows(sheet, most=HEADER_ROWS)
        header = find_header(head, score)
        if header is not None and score([_shown(cell) for cell in head[header].cells]) > 1:
            return sheet, reader.rows(sheet)
        if head and first is None:
            first = sheet
    chosen = first or sheets[0]
    return chosen, reader.rows(chosen)


class _Cells:
    """Reads the cells of a workbook's sheets."""

    def __init__(self, workbook: Workbook, where: str) -> None:
        self._workbook = workbook
        self._where = where
        self._texts = workbook.shared_texts()
        styles, codes = workbook.formats()
        self._kinds = [_kind(style, codes.get(style, "")) for style in styles]
        self.hidden_rows = 0

    def rows(self, sheet: Sheet, *, most: int | None = None) -> list[TableRow]:
        """The rows that hold something; `most` stops early."""
        self.hidden_rows = 0
        found: list[TableRow] = []
        cells = 0
        for row in self._rows(sheet):
            cells += len(row.cells)
            if cells > MAX_CELLS:
                raise InputError(
                    f"the sheet {sheet.name!r:.60} has more than {MAX_CELLS:,} cells",
                    where=self._where,
                    remedy="delete what is far from the table, or save the sheet as CSV",
                )
            if not row.is_blank:
                found.append(row)
            if most is not None and len(found) >= most:
                break
        return found

    def _rows(self, sheet: Sheet) -> Iterator[TableRow]:
        number = 0
        for element in self._workbook.elements(sheet.part, "row"):
            given = element.get("r", "")
            number = int(given) if given.isascii() and given.isdecimal() and len(given) < 9 else number + 1
            row = TableRow(number, self._cells(element))
            self.hidden_rows += element.get("hidden") in ("1", "true") and not row.is_blank
            yield row

    def _cells(self, row: _Element) -> list[object]:
        cells: list[object] = []
        for element in row:
            if not str(element.tag).endswith("}c"):
                continue
            place = _place(element.get("r", ""), len(cells))
            value = self._value(element)
            if value is not None and place < MAX_COLUMNS:
                cells.extend([None] * (place + 1 - len(cells)))
                cells[place] = value
        return cells

    def _value(self, element: _Element) -> object:
        kind = element.get("t", "n")
        if kind == "inlineStr":
            inline = next((child for child in element if str(child.tag).endswith("}is")), None)
            return text_in(inline) if inline is not None else None
        parts = {str(child.tag).rpartition("}")[2]: child.text for child in element}
        text = parts.get("v")
        if text is None:
            return _NO_VALUE if "f" in parts else None
        if kind == "s":
            return self._shared(text)
        if kind == "b":
            return text.strip() in ("1", "true")
        if kind == "e" and text != "#N/A":
            return Unreadable(f"holds the error {text:.20}", "correct the formula")
        if kind in ("str", "e", "d"):
            return text
        return self._number(text, element.get("s", ""))

    def _shared(self, text: str) -> object:
        place = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else len(self._texts)
        return (
            self._texts[place]
            if place < len(self._texts)
            else Unreadable("names a text that the file does not hold", "save the file again")
        )

    def _number(self, text: str, style: str) -> object:
        try:
            number = float(text)
        except ValueError:
            return text
        kind = self._kinds[int(style)] if style.isdecimal() and int(style) < len(self._kinds) else ""
        if kind == "date" and 0 <= number <= _LATEST:
            return (_EPOCH + timedelta(days=number)).isoformat(sep=" ").removesuffix(" 00:00:00")
        if kind == "percent":
            return f"{number * 100:.12g}%"
        return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _place(reference: str, following: int) -> int:
    """The column of a cell from 0; a cell without reference follows the last one."""
    found = _REFERENCE.fullmatch(reference)
    if not found:
        return following
    place = 0
    for letter in found["column"]:
        place = place * 26 + ord(letter) - 64
    return place - 1


def _kind(number: int, code: str) -> str:
    bare = _LITERAL.sub("", code[:_LONGEST_CODE].split(";", 1)[0]).casefold()
    if number in _PERCENT or "%" in bare:
        return "percent"
    return "date" if number in _DATES or (bare != "general" and re.search("[dmyhs]", bare)) else ""


def _shown(cell: object) -> str:
    return str(cell).strip() if cell is not None else ""
