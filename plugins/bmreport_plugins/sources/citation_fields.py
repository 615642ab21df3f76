"""From the JSON of one citation to the flat fields of a Citation; a pure function.

BMLibrarian and its kin wrap what belongs together: the document beside the passage (`document`), or the whole citation
beside a score (`citation`). Both are opened; the outer field wins where both say something.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from bmreport_plugins.sources.word_sets import words

_WRAPPERS = ("citation",)
_DOCUMENTS = ("document", "paper", "article")
_DOCUMENT_NAMES = {"id": "document_id", "title": "document_title"}
_DOCUMENT_FIELDS = words(
    """
    document_id document_title title authors author publication_date issued date year pmid PMID pmcid PMCID doi
    DOI publication journal container-title volume issue pages page url URL abstract publication_types csl
    """
)
_RELEVANCE = ("relevance_score", "relevance", "score")


def citation_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """The citation's fields on one level; fields that Citation does not know stay as they are."""
    fields = dict(given)
    for wrapper in _WRAPPERS:
        inner = fields.get(wrapper)
        if isinstance(inner, Mapping) and "passage" not in fields:
            del fields[wrapper]
            fields = {**fields, **inner}
    for name in _DOCUMENTS:
        document = fields.get(name)
        if isinstance(document, Mapping):
            _open_document(fields, name, document)
    return fields


def wrong_relevance(fields: Mapping[str, Any]) -> str:
    """Why a relevance score that Python would take for a number is none; empty when there is nothing to say."""
    for name in _RELEVANCE:
        value = fields.get(name)
        if isinstance(value, bool):
            return f"{str(value).lower()} is no number"
        if isinstance(value, float) and math.isnan(value):
            return "NaN is no number"
    return ""


def _open_document(fields: dict[str, Any], name: str, document: Mapping[str, Any]) -> None:
    """Fill what the citation does not say itself; what is left of the document stays under its name."""
    left = {}
    for key, value in document.items():
        field = _DOCUMENT_NAMES.get(key, key)
        if field in _DOCUMENT_FIELDS and fields.get(field) in (None, "", []):
            fields[field] = value
        elif field not in _DOCUMENT_FIELDS or fields.get(field) != value:
            left[key] = value
    if left:
        fields[name] = left
    else:
        del fields[name]
