"""confront: what the passages disagree on becomes a section of the draft, and a sentence of its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport.evidence import EvidenceBody
    from bmreport.models import Draft

__all__ = ["confront"]


def confront(draft: Draft, body: EvidenceBody) -> Draft:
    """TODO."""
    return draft
