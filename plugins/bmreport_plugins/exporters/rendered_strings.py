"""Sentences and references as a style prints them, as plain text for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import RenderedEntry
from bmreport.richtext import to_plain

if TYPE_CHECKING:
    from bmreport.rendering import RenderedReport


def claim_texts(rendered: RenderedReport) -> dict[str, str]:
    """Claim id -> the sentence with its cites; claims without an id are left out."""
    return {
        claim.claim.id: to_plain(claim.content)
        for section in rendered.sections
        for block in section.blocks
        for run in block.runs
        for claim in run
        if claim.claim.id
    }


def reference_texts(rendered: RenderedReport) -> list[RenderedEntry]:
    """The reference list in its order."""
    return [
        RenderedEntry(reference_id=entry.reference.id, label=to_plain(entry.label), text=to_plain(entry.body))
        for entry in (*rendered.references, *rendered.further_reading)
    ]
