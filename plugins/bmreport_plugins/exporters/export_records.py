"""The bibliographic records that a data export writes, complete with what the report knows beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bmreport.models import Reference, Report


@dataclass(frozen=True)
class ExportRecord:
    """A reference and its CSL-JSON item; where the item had no abstract, a citation's stands in it."""

    reference: Reference
    item: dict[str, Any]


def export_records(report: Report, *, include_uncited: bool) -> list[ExportRecord]:
    """Cited references in the order of their numbers, then, if asked for, those that nothing cites."""
    abstracts: dict[str, str] = {}
    for citation in report.citations:
        if citation.abstract:
            abstracts.setdefault(report.reference_of.get(citation.id, ""), citation.abstract)
    listed = [*report.references, *(report.further_reading if include_uncited else ())]
    return [ExportRecord(reference, _item(reference, abstracts.get(reference.id, ""))) for reference in listed]


def _item(reference: Reference, abstract: str) -> dict[str, Any]:
    item = dict(reference.csl)
    if abstract and not item.get("abstract"):
        item["abstract"] = abstract
    return item
