"""Rendering: the style that a saved report was printed in, and the text that came out."""

from __future__ import annotations

from pydantic import Field

from bmreport.models.base import Model


class RenderedEntry(Model):
    """One line of the reference list as plain text; `label` is the part that hangs left."""

    reference_id: str
    label: str = ""
    text: str


class Rendering(Model):
    """What was applied to a report when it was exported. Rendering it again does not look at this."""

    style_id: str = ""
    style_title: str = ""
    style_sha256: str = ""
    engine: str = ""
    locale: str = ""
    warnings: list[str] = Field(default_factory=list)
    claims: dict[str, str] = Field(default_factory=dict)
    """Claim id -> the sentence with its cites."""
    references: list[RenderedEntry] = Field(default_factory=list)
    """The reference list in its order."""
