"""Exporter `pdf`: the report laid out like a journal article, set by Typst in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from bmreport.models import Options

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport


class PdfOptions(Options):
    """How the PDF looks."""

    paper: Literal["a4", "us-letter"] = "a4"
    """Paper size: a4 or us-letter."""
    font_size: float = Field(default=10.5, ge=6, le=24)
    """Size of the text in points, 6 to 24."""
    font: str = ""
    """An installed font family to set the text in; empty takes the built-in one, which looks the same everywhere."""
    passages: bool = False
    """Whether to add the passages that the report rests on, as an appendix."""
    ledger: bool = False
    """Whether to add the claim ledger, as an appendix."""
    missing_glyphs: Literal["replace", "fail"] = "replace"
    """What to do when no font has a glyph: replace it by its code point and say so, or fail naming the characters."""


class PdfExporter:
    """PDF/UA-1: tagged, with outline, links from each cite to its reference and back, and metadata."""

    name = "pdf"
    summary = "PDF laid out like a journal article; needs no LaTeX"
    suffix = ".pdf"
    media_type = "application/pdf"
    takes_template = True
    options_model = PdfOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: PdfOptions) -> bytes:
        """Lay out and compile.

        Raises TemplateError, ConfigError when the font is not installed, and MissingGlyphError when asked to fail.
        """
        # These bring in typst, rich text and templates, which no other format should wait for.
        from bmreport_plugins.exporters.report_content import report_content
        from bmreport_plugins.exporters.typst_attempts import Attempts
        from bmreport_plugins.exporters.typst_document import PageSetup

        content = report_content(
            rendered, passages=options.passages, keep_units=True, ledger=options.ledger, pictures="vector"
        )
        attempts = Attempts(content, PageSetup(options.paper, options.font_size), template, options.font)
        return attempts.pdf(replaces_glyphs=options.missing_glyphs == "replace")
