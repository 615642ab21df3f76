"""A file of CSL-JSON taken into the books, item by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport_plugins.sources.csljson_items import looks_like_item, map_item, says_nothing
from bmreport_plugins.sources.json_reader import Element, JsonDocument, read_json
from bmreport_plugins.sources.json_shapes import kind_of_value, refuse_report
from bmreport_plugins.sources.text_input import open_text

if TYPE_CHECKING:
    from bmreport import Harvest, Intake, SourceLocator

_LISTS = ("items", "references", "data")
_REMEDY = "give a list of CSL-JSON items; Zotero exports it as 'CSL JSON'"


def harvest_csljson(source: str, locator: SourceLocator, suffixes: frozenset[str]) -> Harvest:
    """Read everything. Raises InputError when the JSON is broken, or holds no item."""
    intake, text = open_text(source, locator, "CSL-JSON", suffixes)
    document = read_json(text, locator.label)
    refuse_report(document, locator.label)
    elements = _items_in(document, locator.label)
    if not elements and not document.broken:
        raise InputError("holds no item: the list is empty", where=locator.label, remedy=_REMEDY)
    for element in elements:
        _add(intake, element)
    for line in document.broken:
        intake.reject(line.reason, line=line.line, remedy="give one whole JSON object a line")
    for note in document.notes:
        intake.note(note)
    return intake.harvest()


def _items_in(document: JsonDocument, where: str) -> Sequence[Element]:
    if document.kind == "scalar":
        raise InputError(f"holds {kind_of_value(document.scalar)}, not CSL-JSON", where=where, remedy=_REMEDY)
    if document.kind in {"list", "lines"}:
        return document.elements
    for name in _LISTS:
        if name in document.lists:
            return document.lists[name]
    whole = {key: member.value for key, member in document.members.items()}
    if looks_like_item(whole) or "title" in whole:
        return [Element(whole, next(iter(document.members.values())).line)]
    if whole and all(isinstance(value, Mapping) for value in whole.values()):
        return [
            Element({"id": key, **member.value}, member.line)
            for key, member in document.members.items()
            if isinstance(member.value, Mapping)
        ]
    keys = ", ".join(list(whole)[:8]) or "none"
    raise InputError(f"holds no CSL-JSON item (keys: {keys})", where=where, remedy=_REMEDY)


def _add(intake: Intake, element: Element) -> None:
    item = element.value
    if not isinstance(item, Mapping):
        intake.reject(f"{kind_of_value(item)} is no CSL-JSON item", line=element.line, remedy=_REMEDY)
        return
    if says_nothing(item):
        intake.reject("the item says nothing beside its id and type", line=element.line, remedy="give at least a title")
        return
    mapped = map_item(item)
    intake.add_record(mapped.csl, abstract=mapped.abstract, notes=mapped.notes, line=element.line)
