"""Revision: one change that was made to a finished report."""

from __future__ import annotations

from pydantic import Field

from bmreport.models.base import Model
from bmreport.models.moment import Moment


class Revision(Model):
    """What `bmreport refine` or `bmreport merge` did, when, and at whose word."""

    made_at: Moment
    action: str
    """`refine` or `merge`."""
    note: str = ""
    """What the person who asked for it wrote."""
    excluded: list[str] = Field(default_factory=list)
    """Citation ids taken out."""
    added: list[str] = Field(default_factory=list)
    """Citation ids that came in."""
    kept_claims: int = Field(default=0, ge=0)
    """Claims that stand as they stood."""
    new_claims: int = Field(default=0, ge=0)
    dropped_claims: list[str] = Field(default_factory=list)
    """Texts of the claims that went."""
    sources: list[str] = Field(default_factory=list)
    """Questions of the reports that were merged, or inputs that were added."""
