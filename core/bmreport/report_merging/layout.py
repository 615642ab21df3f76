"""The sections of a report out of its parts, as readers get them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import Figure, SectionKind
from bmreport.report_merging.disagreeing import confronted
from bmreport.report_merging.grafting import grafted
from bmreport.report_merging.names import Names
from bmreport.report_merging.overlaps import documents_of, overlap_section, overlaps
from bmreport.report_merging.parts import composed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.evidence import EvidenceBody
    from bmreport.models import Section
    from bmreport.report_merging.parts import Part

__all__ = ["laid_out", "unique_documents"]


def laid_out(parts: Sequence[Part], body: EvidenceBody) -> list[Section]:
    """The answers; of several questions, then what the passages disagree on, and the documents that they share."""
    if len(parts) == 1:
        return _with_figure_names(confronted(parts[0].sections, body))
    shown = [one for part in parts for one in part.sections if one.kind is SectionKind.CONTRADICTIONS]
    documents = [len(documents_of(part, body.reference_of)) for part in parts]
    told = confronted([*composed(parts, documents), *grafted([], shown)], body, at_end=True)
    return _with_figure_names([*told, *overlap_section(overlaps(parts, body), parts, body)])


def unique_documents(parts: Sequence[Part], body: EvidenceBody) -> int:
    """How many documents the answers rest on."""
    return len({identifier for part in parts for identifier in documents_of(part, body.reference_of)})


def _with_figure_names(sections: list[Section]) -> list[Section]:
    """Figures whose names differ: their files are named after them."""
    names = Names()
    return [
        section.model_copy(
            update={
                "blocks": [
                    block.model_copy(update={"name": names.free(block.name)}) if isinstance(block, Figure) else block
                    for block in section.blocks
                ]
            }
        )
        for section in sections
    ]
