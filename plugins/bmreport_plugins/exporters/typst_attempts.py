"""A report set again until it comes out: in other fonts, without a picture that Typst refuses, on upright pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.errors import BmreportError
from bmreport.rendering import RenderedFigure
from bmreport_plugins.exporters.pictures import Picture, Pictures, picture_finding
from bmreport_plugins.exporters.typst_compile import NoGlyph, compile_pdf
from bmreport_plugins.exporters.typst_document import PageSetup, document_source
from bmreport_plugins.exporters.typst_fonts import (
    MissingGlyphError,
    embedded_fonts,
    needs_system_fonts,
    system_fonts,
)
from bmreport_plugins.exporters.typst_pictures import can_be_set
from bmreport_plugins.exporters.wide_blocks import with_turns

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.models import Finding
    from bmreport_plugins.exporters.report_content import BlockContent, ReportContent, SectionContent

__all__ = ["Attempts"]


class Attempts:
    """One report on its way to a PDF; each attempt changes what made the one before it fail."""

    def __init__(self, content: ReportContent, setup: PageSetup, template: Path | None, font: str) -> None:
        self._content = content
        self._setup = setup
        self._template = template
        self._font = font
        self._fonts = embedded_fonts()
        self._undrawn: frozenset[str] = frozenset()

    def pdf(self, *, replaces_glyphs: bool) -> bytes:
        """The PDF.

        Raises TemplateError, ConfigError when the font is not installed, and MissingGlyphError unless it
        `replaces_glyphs` that no font has.
        """
        source = self._source()
        if self._font or needs_system_fonts(source):
            self._fonts = system_fonts(source, self._content.language, self._font)
            source = self._source()
        while True:
            try:
                return compile_pdf(source, self._fonts, self._content.created, str(self._template or ""))
            except NoGlyph as found:
                self._take_other_fonts(source, found.characters, replaces_glyphs=replaces_glyphs)
            except BmreportError:
                if not self._change_pictures() and not self._stay_upright():
                    raise
            source = self._source()

    def _source(self) -> str:
        return document_source(self._content, self._setup, self._fonts, self._template, self._undrawn)

    def _take_other_fonts(self, source: str, missing: frozenset[str], *, replaces_glyphs: bool) -> None:
        if not self._fonts.system:
            self._fonts = system_fonts(source, self._content.language, self._font)
            return
        if not replaces_glyphs:
            raise MissingGlyphError(self._undrawn | missing)
        if missing <= self._undrawn:
            raise MissingGlyphError(missing)
        self._undrawn |= missing

    def _change_pictures(self) -> bool:
        """Whether there were pictures that Typst does not take; other ones, or words, stand in their places now."""
        refused: list[Finding] = []

        def settable(block: BlockContent) -> BlockContent:
            picture = block.picture
            if picture is None or not picture.is_shown or can_be_set(picture, self._fonts):
                return block
            spare = self._spare(block, picture)
            shown = "its PNG" if spare.is_shown else "its description"
            message = f"its picture cannot be set in a PDF; {shown} is shown instead"
            refused.append(picture_finding(f"figure {block.number}", message))
            return replace(block, picture=spare, wide=block.wide and spare.is_shown)

        def all_settable(sections: tuple[SectionContent, ...]) -> tuple[SectionContent, ...]:
            return tuple(replace(section, blocks=with_turns(map(settable, section.blocks))) for section in sections)

        lead, body = all_settable(self._content.lead), all_settable(self._content.body)
        if refused:
            self._content = replace(self._content, lead=lead, body=body, checks=(*self._content.checks, *refused))
        return bool(refused)

    def _spare(self, block: BlockContent, refused: Picture) -> Picture:
        """The figure's PNG, if it was the SVG that was refused and the PNG is not; else its words."""
        if refused.svg and isinstance(block.block, RenderedFigure):
            picture = Pictures("raster").read(block.block, block.number)
            if picture.is_shown and can_be_set(picture, self._fonts):
                return picture
        return refused.words_alone()

    def _stay_upright(self) -> bool:
        """Whether pages were to be turned; a user's template may print the sections where no page can begin."""
        if self._template is None or not self._setup.turns_pages:
            return False
        self._setup = replace(self._setup, turns_pages=False)
        return any(block.turned for section in self._content.body for block in section.blocks)
