"""Line: one sentence on its way into the report, and how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport import Claim

__all__ = ["Line", "Origin"]


class Origin(StrEnum):
    """Who wrote a sentence."""

    MODEL = "model"
    """The model, at the first try."""
    REPAIRED = "repaired"
    """The model, after its faults were named."""
    MARKED = "marked"
    """The model; a check says that the passages do not hold it, and the claim ledger shows so."""
    REPLACED = "replaced"
    """A passage, word for word, in place of a sentence of the model's that did not hold."""
    QUOTED = "quoted"
    """A passage, word for word, because the model could not be asked."""
    REPEATED = "repeated"
    """A sentence that stands in the report already, taken up again in its summary."""
    CODE = "code"
    """bmreport itself: a remark on the report."""


@dataclass(frozen=True)
class Line:
    """A claim with its origin; `reason` says in a few words why the model's own sentence is not there, or is marked."""

    claim: Claim
    origin: Origin
    reason: str = ""
    summary: bool = False
    """Whether the model calls it a summary of others."""

    @property
    def by_model(self) -> bool:
        """Whether these are the model's own words."""
        return self.origin in (Origin.MODEL, Origin.REPAIRED, Origin.MARKED)
