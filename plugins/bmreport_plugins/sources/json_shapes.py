"""What a JSON file is about, told from its keys: citations, CSL-JSON, or a report that was saved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport import InputError

if TYPE_CHECKING:
    from bmreport_plugins.sources.json_reader import JsonDocument

_OPENING = re.compile(r'\s*(?:\{\s*["}]|\[\s*(?:[{"\[\]]|\Z))')
_EVIDENCE = re.compile(
    r'"(?:passage|document_title|relevance_score|document_id|citations|user_question|synthesized_answer)"\s*:'
)
_CSL_KEY = re.compile(r'"(?:issued|container-title|citation-key|date-parts|container-title-short|publisher-place)"\s*:')
_CSL_TYPE = re.compile(
    r'"type"\s*:\s*"(?:article(?:-journal|-magazine|-newspaper)?|book|chapter|dataset|document|entry(?:-dictionary|'
    r"-encyclopedia)?|legislation|manuscript|motion_picture|paper-conference|patent|post(?:-weblog)?|preprint|report|"
    r'review(?:-book)?|software|speech|standard|thesis|webpage)"'
)
_REPORT_PARTS = frozenset({"sections", "synthesized_answer", "evidence_strength", "schema_version"})


def is_json(text: str) -> bool:
    """Whether a text begins as a JSON object or list does."""
    return _OPENING.match(text) is not None


def speaks_of_evidence(text: str) -> bool:
    """Whether keys of citations (or of a report) occur."""
    return _EVIDENCE.search(text) is not None


def speaks_of_csl(text: str) -> bool:
    """Whether keys or types of CSL-JSON occur."""
    return _CSL_KEY.search(text) is not None or _CSL_TYPE.search(text) is not None


def refuse_report(document: JsonDocument, where: str) -> None:
    """Raises InputError for a report that was saved: it is what evidence was made into, not evidence."""
    if "user_question" in document.members and _REPORT_PARTS & document.members.keys():
        raise InputError(
            "is a saved report, not a file of citations",
            where=where,
            remedy=f"look at it with `bmreport check {where}`, or give the files it was made from",
        )


def kind_of_value(value: object) -> str:
    """A JSON value's kind in plain words."""
    if value is None:
        return "null"
    kinds = {
        bool: "true or false",
        str: "a string",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "an object",
    }
    return kinds.get(type(value), type(value).__name__)
