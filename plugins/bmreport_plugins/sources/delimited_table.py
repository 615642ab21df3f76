"""Text with separators (CSV, TSV and their kin) as a table; the separator is told by the header it makes."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator

from bmreport import InputError
from bmreport_plugins.sources.table import HEADER_ROWS, Score, Table, TableRow, find_header, known_names
from bmreport_plugins.sources.text_input import plural

__all__ = ["DELIMITERS", "first_names", "read_delimited"]

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
"""Separators by name, in order of preference."""
_FORMATS = {",": "CSV", ";": "CSV (semicolons)", "\t": "TSV", "|": "table with | between cells"}
_SEP_LINE = re.compile(r"sep=(?P<mark>[,;|\t])[ \t]*\n", re.IGNORECASE)
_SHOWN = 60


def read_delimited(text: str, where: str, *, delimiter: str = "", score: Score = known_names) -> Table:
    """Read a whole text. Raises InputError naming the line for a quote that never ends, or a table without rows."""
    said = _SEP_LINE.match(text)
    mark = delimiter or (said["mark"] if said else "") or _delimiter(text, score)
    records = _records(text, mark, where)
    if said:
        next(records, None)
    rows = [row for row in records if not row.is_blank]
    comments = list(itertools.takewhile(_is_comment, rows[:HEADER_ROWS]))
    header = find_header(rows[len(comments) :], score)
    if header is None:
        raise InputError("holds no table: there is nothing in it", where=where, remedy="give a header and rows")
    header += len(comments)
    table = Table(
        format=_FORMATS[mark],
        names=[str(cell).strip() for cell in rows[header].cells],
        rows=[row for row in rows[header + 1 :] if not _is_comment(row)],
        delimiter=mark,
    )
    if header:
        first = " ".join(str(cell) for cell in rows[0].cells if cell)
        table.notes.append(f"{plural(header, 'line')} above the header not used, the first: {first[:_SHOWN]!r}")
    left = len(rows) - header - 1 - len(table.rows)
    if left:
        table.notes.append(f"{plural(left, 'line')} of comment (with # in front) not used")
    return table


def first_names(text: str, score: Score = known_names) -> list[str]:
    """The names of columns at the beginning of a text, for telling its format; empty when it is no table."""
    head = text[: text.rfind("\n") + 1] or text
    mark = _delimiter(head, score)
    try:
        rows = [row for row in itertools.islice(_records(head, mark, ""), HEADER_ROWS) if not row.is_blank]
    except InputError:
        return []
    header = find_header(rows, score)
    return [] if header is None else [str(cell).strip() for cell in rows[header].cells]


def _delimiter(text: str, score: Score) -> str:
    """The separator whose header has most known names; among equals the one that makes most columns, then a comma."""
    best, found = (-1, -1), ","
    for mark in DELIMITERS.values():
        try:
            rows = [row for row in itertools.islice(_records(text, mark, ""), HEADER_ROWS) if not row.is_blank]
        except InputError:
            continue
        header = find_header(rows, score)
        if header is not None:
            names = [str(cell) for cell in rows[header].cells]
            quality = (score(names), len(names))
            if quality > best:
                best, found = quality, mark
    return found


def _records(text: str, mark: str, where: str) -> Iterator[TableRow]:
    """Records with the line that each begins in; a cell in quotes may hold line ends."""
    reader = csv.reader(io.StringIO(text), delimiter=mark, strict=True, skipinitialspace=mark != "\t")
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise _broken(error, where, line) from error
        yield TableRow(line, list(cells))
        line = reader.line_num + 1


def _broken(error: csv.Error, where: str, line: int) -> InputError:
    message = str(error)
    if "unexpected end" in message:
        reason, remedy = "a quote opens and never closes", "close it, or double the quotes that belong to the text"
    elif "field larger" in message:
        reason, remedy = "a cell is longer than any can be; does a quote open and never close?", "correct the quotes"
    else:
        reason, remedy = f"the quotes cannot be read ({message})", "double the quotes that belong to the text"
    return InputError(reason, where=f"{where}:{line}", remedy=remedy)


def _is_comment(row: TableRow) -> bool:
    return bool(row.cells) and str(row.cells[0]).lstrip().startswith("#")
