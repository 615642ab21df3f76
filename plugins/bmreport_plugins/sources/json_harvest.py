"""A JSON file of citations taken into the books, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bmreport import InputError, Reference
from bmreport.intake import problem_text
from bmreport_plugins.sources.citation_fields import citation_fields, wrong_relevance
from bmreport_plugins.sources.csljson_items import looks_like_item, map_item
from bmreport_plugins.sources.json_reader import Element, JsonDocument, read_json
from bmreport_plugins.sources.json_shapes import kind_of_value, refuse_report
from bmreport_plugins.sources.text_input import open_text, plural

if TYPE_CHECKING:
    from bmreport import Harvest, Intake, SourceLocator

_LISTS = ("citations", "evidence", "extracted_citations", "records", "documents", "results")
_QUESTIONS = ("question", "user_question", "research_question")
_TITLES = ("title", "report_title")
_CITATION_KEYS = frozenset({"passage", "abstract", "document_title", "title", "document", "citation"})
_REMEDY = "give a list of citations, or an object with `citations` (and `question`)"


def harvest_json(source: str, locator: SourceLocator, suffixes: frozenset[str]) -> Harvest:
    """Read everything. Raises InputError when the JSON is broken, or holds no citation."""
    intake, text = open_text(source, locator, "JSON", suffixes)
    document = read_json(text, locator.label)
    refuse_report(document, locator.label)
    elements = _citations_in(document, locator.label)
    _read_heading(intake, document)
    for element in elements:
        _add(intake, element)
    for line in document.broken:
        intake.reject(line.reason, line=line.line, remedy="give one whole JSON object a line")
    for reference in document.lists.get("references", ()):
        _add_reference(intake, reference)
    for note in document.notes:
        intake.note(note)
    return intake.harvest()


def _citations_in(document: JsonDocument, where: str) -> Sequence[Element]:
    """The elements that should be citations, whatever shape the file has."""
    if document.kind == "scalar":
        raise InputError(f"holds {kind_of_value(document.scalar)}, not citations", where=where, remedy=_REMEDY)
    if document.kind == "lines":
        return [element for element in document.elements if not _is_heading(element.value)]
    if document.kind == "list":
        found: Sequence[Element] = document.elements
    else:
        found = _citations_of_object(document, where)
    if not found and not document.lists.get("references"):
        raise InputError("holds no citation: the list is empty", where=where, remedy=_REMEDY)
    return found


def _citations_of_object(document: JsonDocument, where: str) -> Sequence[Element]:
    for name in _LISTS:
        if name in document.lists:
            return document.lists[name]
        member = document.members.get(name)
        if member and isinstance(member.value, Mapping):
            return _of_map(member.value, member.line)
        if member and name == "citations":
            raise InputError(
                f"`citations` is {kind_of_value(member.value)}, not a list",
                where=f"{where}:{member.line}",
                remedy=_REMEDY,
            )
    whole = {key: member.value for key, member in document.members.items()}
    if "references" in document.lists and "passage" not in whole:
        return []
    if _CITATION_KEYS & whole.keys():
        return [Element(whole, next(iter(document.members.values())).line)]
    if whole and all(isinstance(value, Mapping) and _CITATION_KEYS & value.keys() for value in whole.values()):
        return [
            element for key, member in document.members.items() for element in _of_map({key: member.value}, member.line)
        ]
    keys = ", ".join(list(whole)[:8]) or "none"
    raise InputError(f"holds neither `citations` nor a citation (keys: {keys})", where=where, remedy=_REMEDY)


def _of_map(named: Mapping[str, object], line: int) -> list[Element]:
    """Citations by id; those of a nested map all start at its line, as far as is known."""
    return [
        Element({"id": key, **value} if isinstance(value, Mapping) else value, line) for key, value in named.items()
    ]


def _is_heading(value: object) -> bool:
    """The first line of a JSON Lines file may carry the question alone."""
    return (
        isinstance(value, Mapping)
        and not _CITATION_KEYS - {"title"} & value.keys()
        and any(key in value for key in _QUESTIONS)
    )


def _read_heading(intake: Intake, document: JsonDocument) -> None:
    """Question and title of the file; other keys beside the citations are named, not lost in silence."""
    if document.kind == "lines":
        heading = next((element.value for element in document.elements if _is_heading(element.value)), {})
        values = dict(heading) if isinstance(heading, Mapping) else {}
    elif any(name in document.members for name in (*_LISTS, "references")):
        values = {key: member.value for key, member in document.members.items()}
    else:
        return
    intake.report.question = next((text for name in _QUESTIONS if (text := _text(values.get(name)))), "")
    intake.report.title = next((text for name in _TITLES if (text := _text(values.get(name)))), "")
    read = {*_QUESTIONS, *_TITLES, "references", next((name for name in _LISTS if name in values), "")}
    unread = [key for key in values if key not in read]
    if unread:
        intake.note(f"{plural(len(unread), 'key')} beside the citations not used: {', '.join(unread[:12])}")


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _add(intake: Intake, element: Element) -> None:
    if not isinstance(element.value, Mapping):
        intake.reject(
            f"{kind_of_value(element.value)} is no citation",
            line=element.line,
            remedy="give an object with passage, document_title and so on",
        )
        return
    fields = citation_fields(element.value)
    wrong = wrong_relevance(fields)
    if wrong:
        intake.reject(wrong, field="relevance_score", line=element.line, remedy="give a number from 0 to 1")
        return
    intake.add_citation(fields, line=element.line)


def _add_reference(intake: Intake, element: Element) -> None:
    """A bare reference: CSL-JSON, or the loose fields that BMLibrarian writes."""
    value = element.value
    if not isinstance(value, Mapping):
        intake.reject(f"{kind_of_value(value)} is no reference", line=element.line, remedy="give an object")
        return
    if looks_like_item(value):
        mapped = map_item(value)
        intake.add_record(mapped.csl, notes=mapped.notes, line=element.line)
        return
    fields = {**value, "number": None, "origin": intake.origin(line=element.line)}
    try:
        reference = _reference(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        intake.reject(problem_text(first), field=field, line=element.line, remedy="correct that field")
        return
    intake.add_reference(reference)


def _reference(fields: dict[str, object]) -> Reference:
    """A reference without the fields that it does not know, which a note names. Raises pydantic's ValidationError."""
    try:
        return Reference.model_validate(fields)
    except ValidationError as error:
        unknown = {str(one["loc"][0]) for one in error.errors() if one["type"] == "extra_forbidden"}
        if not unknown:
            raise
    known = {key: value for key, value in fields.items() if key not in unknown}
    reference = Reference.model_validate(known)
    reference.notes.append(f"fields not known and left out: {', '.join(sorted(unknown))}")
    return reference
