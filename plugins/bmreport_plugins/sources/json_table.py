"""JSON as a table: a list of records, JSON Lines, or an object that holds such a list; records inside are flattened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bmreport import InputError
from bmreport.study_rows import flat_names
from bmreport_plugins.sources.json_reader import Element, JsonDocument, read_json
from bmreport_plugins.sources.json_shapes import kind_of_value
from bmreport_plugins.sources.table import BrokenRow, Table, TableRow
from bmreport_plugins.sources.text_input import plural

__all__ = ["read_json_table"]

MAX_FIELDS = 1_000
"""Each record is as wide as all of them together."""
_LISTS = ("studies", "rows", "data", "records", "study_data")
_REMEDY = "give a list of objects, or an object with `studies`"


def read_json_table(text: str, where: str) -> Table:
    """Read a whole text. Raises InputError when the JSON is broken, or holds no list of records."""
    document = read_json(text, where)
    elements = _elements(document, where)
    places: dict[str, int] = {}
    kind = "JSON Lines" if document.kind == "lines" else "JSON"
    table = Table(format=kind, names=[], rows=[], records_name_fields=True)
    for element in elements:
        if not isinstance(element.value, Mapping):
            table.broken.append(BrokenRow(element.line, f"{kind_of_value(element.value)} is no record", _REMEDY))
            continue
        flat = flat_names(element.value)
        cells: list[object] = [None] * len(places)
        for name, value in flat.items():
            if name in places:
                cells[places[name]] = value
            else:
                places[name] = len(places)
                cells.append(value)
        if len(places) > MAX_FIELDS:
            raise InputError(
                f"its records have more than {MAX_FIELDS:,} different fields",
                where=f"{where}:{element.line}",
                remedy=_REMEDY,
            )
        table.rows.append(TableRow(element.line, cells))
    table.names.extend(places)
    table.broken.extend(BrokenRow(one.line, one.reason, "give one whole JSON object a line") for one in document.broken)
    table.notes.extend(document.notes)
    table.notes.extend(_unread(document))
    return table


def _elements(document: JsonDocument, where: str) -> Sequence[Element]:
    if document.kind == "scalar":
        raise InputError(f"holds {kind_of_value(document.scalar)}, no table", where=where, remedy=_REMEDY)
    if document.kind in {"list", "lines"}:
        found: Sequence[Element] = document.elements
    else:
        name = next((name for name in _LISTS if name in document.lists), "")
        if not name:
            keys = ", ".join(list(document.members)[:8]) or "none"
            raise InputError(f"holds no list of records (keys: {keys})", where=where, remedy=_REMEDY)
        found = document.lists[name]
    if not found and not document.broken:
        raise InputError("holds no record: the list is empty", where=where, remedy=_REMEDY)
    return found


def _unread(document: JsonDocument) -> list[str]:
    if document.kind != "object":
        return []
    name = next(name for name in _LISTS if name in document.lists)
    others = [key for key in document.members if key != name]
    return [f"{plural(len(others), 'key')} beside `{name}` not used: {', '.join(others[:12])}"] if others else []
