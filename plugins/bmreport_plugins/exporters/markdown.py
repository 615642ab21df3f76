"""Exporter `markdown`: CommonMark with GitHub's tables and footnotes, which pandoc reads as `commonmark_x`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bmreport.models import Options

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport


class MarkdownOptions(Options):
    """What the text holds."""

    anchors: bool = True
    """Whether each number in the text links to its reference."""
    identifier_links: Literal["always", "style"] = "style"
    """Links to DOI, PubMed and PMC: `always`, after what the style prints, or only where the `style` prints them."""
    passages: bool = False
    """Whether to add the passages that the report rests on, as an appendix."""
    ledger: bool = False
    """Whether to add the claim ledger, as an appendix."""
    figures: Literal["embed", "alt"] = "embed"
    """Pictures of figures: `embed` them in the text, each a line of some 100 kB, or print only their `alt` text."""


class MarkdownExporter:
    """Text that can be read as it is, put under version control, or turned into anything by other programs."""

    name = "markdown"
    summary = "Markdown for GitHub, pandoc and other readers of CommonMark"
    suffix = ".md"
    media_type = "text/markdown"
    takes_template = True
    options_model = MarkdownOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: MarkdownOptions) -> bytes:
        """The text as UTF-8. Raises TemplateError naming file and line when `template` cannot be rendered."""
        # These bring in the report's parts and templates, which no other format should wait for.
        from bmreport_plugins.exporters.markdown_page import MarkdownSetup, page
        from bmreport_plugins.exporters.report_content import report_content

        setup = MarkdownSetup(
            anchors=options.anchors,
            other_links=options.identifier_links == "always",
            embed=options.figures == "embed",
        )
        # Of data URIs, readers of Markdown show those of PNG.
        content = report_content(
            rendered, passages=options.passages, ledger=options.ledger, pictures="raster" if setup.embed else "words"
        )
        return page(content, setup, template).encode("utf-8", "replace")
