"""Source `csljson`: CSL-JSON as Zotero, pandoc, manubot and citeproc write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bmreport import Harvest, InputError, Intake, Match, NoOptions, RunContext, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import is_binary
from bmreport_plugins.sources.csljson_items import looks_like_item, map_item, says_nothing
from bmreport_plugins.sources.json_reader import Element, JsonDocument, read_json
from bmreport_plugins.sources.json_shapes import (
    is_json,
    kind_of_value,
    refuse_report,
    speaks_of_csl,
    speaks_of_evidence,
)
from bmreport_plugins.sources.text_input import open_text

_SUFFIXES = frozenset({".json", ".csljson", ".jsonl"})
_OWN_ENDINGS = (".csljson", ".csl.json")
_LISTS = ("items", "references", "data")
_REMEDY = "give a list of CSL-JSON items; Zotero exports it as 'CSL JSON'"


class CslJsonSource:
    """Reads a list of items, one item, `{"items": […]}`, or items by id."""

    name = "csljson"
    summary = "CSL-JSON, as Zotero, pandoc and citeproc write it"
    options_model = NoOptions

    def match(self, locator: SourceLocator) -> Match:
        """By the keys and types of CSL-JSON, else by the file name; a file with passages is the `json` source's."""
        if locator.is_folder or is_binary(locator.head):
            return Match.NO
        text = decode(locator.head).text
        if is_json(text) and speaks_of_evidence(text):
            return Match.NO
        if is_json(text) and speaks_of_csl(text):
            return Match.CONTENT
        return Match.SUFFIX if locator.label.lower().endswith(_OWN_ENDINGS) else Match.NO

    def read(self, locator: SourceLocator, context: RunContext, options: NoOptions) -> Harvest:
        """Read everything. Raises InputError when the JSON is broken, or holds no item."""
        intake, text = open_text(self.name, locator, "CSL-JSON", _SUFFIXES)
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
