"""Contradiction: two passages that say different things of one outcome."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from bmreport.models.base import Model
from bmreport.models.draft import Quote


class ContradictionKind(StrEnum):
    """How two passages disagree."""

    DIRECTION = "opposite direction"
    INTERVALS = "disjoint intervals"


class ContradictionSide(Model):
    """One of the two: its own words, and what they say in short (`lowers`, `HR 0.76 (0.65 to 0.89)`)."""

    citation_id: str
    quote: Quote
    statement: str


class Contradiction(Model):
    """What two citations disagree on, and why they are held to disagree."""

    outcome: str
    kind: ContradictionKind
    sides: list[ContradictionSide] = Field(min_length=2)
    reason: str
