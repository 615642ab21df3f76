"""Any file that holds a table, by its content: XLSX, JSON, or text with separators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport.decoding import decode
from bmreport.file_kinds import kind_of
from bmreport_plugins.sources.delimited_table import read_delimited
from bmreport_plugins.sources.json_shapes import is_json
from bmreport_plugins.sources.json_table import read_json_table
from bmreport_plugins.sources.table import Score, Table, known_names
from bmreport_plugins.sources.xlsx_table import read_xlsx

if TYPE_CHECKING:
    from bmreport import SourceLocator

__all__ = ["is_workbook", "read_table"]

_ZIP = b"PK\x03\x04"
_REMEDY = "save it as CSV, TSV, XLSX or JSON"


def read_table(locator: SourceLocator, *, sheet: str = "", delimiter: str = "", score: Score = known_names) -> Table:
    """The table of a file. `sheet` names one of a workbook, `delimiter` is the separator of a text where it is known.

    Raises InputError naming the file, and the line where it can.
    """
    data = locator.data
    if not data.strip():
        raise InputError("is empty", where=locator.label, remedy="export it again")
    if is_workbook(locator):
        return read_xlsx(data, locator.label, sheet=sheet, score=score)
    kind = kind_of(data[:8192])
    if kind:
        raise InputError(f"is {kind.name}, no table", where=locator.label, remedy=_REMEDY)
    decoded = decode(data)
    if not decoded.text.strip():
        raise InputError("is empty", where=locator.label, remedy="export it again")
    if is_json(decoded.text):
        table = read_json_table(decoded.text, locator.label)
    else:
        table = read_delimited(decoded.text, locator.label, delimiter=delimiter, score=score)
    table.encoding = decoded.encoding
    table.notes[:0] = decoded.notes
    return table


def is_workbook(locator: SourceLocator) -> bool:
    """Whether the first bytes are those of an Excel workbook, or of a zip that is called like one."""
    if not locator.head.startswith(_ZIP):
        return False
    kind = kind_of(locator.head[:8192])
    return (kind is not None and "XLSX" in kind.name) or locator.suffix in (".xlsx", ".xlsm")
