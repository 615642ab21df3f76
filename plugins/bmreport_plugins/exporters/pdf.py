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
        from bmreport_plugins.exporters.typst_compile import NoGlyph, compile_pdf
        from bmreport_plugins.exporters.typst_document import PageSetup, document_source
        from bmreport_plugins.exporters.typst_fonts import (
            MissingGlyphError,
            embedded_fonts,
            needs_system_fonts,
            system_fonts,
        )

        content = report_content(rendered, passages=options.passages, keep_units=True, ledger=options.ledger)
        setup = PageSetup(options.paper, options.font_size)
        fonts = embedded_fonts()
        undrawn: frozenset[str] = frozenset()
        source = document_source(content, setup, fonts, template)
        if options.font or needs_system_fonts(source):
            fonts = system_fonts(source, content.language, options.font)
            source = document_source(content, setup, fonts, template)
        while True:
            try:
                return compile_pdf(source, fonts, content.created, str(template or ""))
            except NoGlyph as found:
                if fonts.system and options.missing_glyphs == "fail":
                    raise MissingGlyphError(undrawn | found.characters) from None
                if fonts.system and found.characters <= undrawn:
                    raise MissingGlyphError(found.characters) from None
                undrawn |= found.characters if fonts.system else frozenset()
                if not fonts.system:
                    fonts = system_fonts(source, content.language, options.font)
            source = document_source(content, setup, fonts, template, undrawn)
