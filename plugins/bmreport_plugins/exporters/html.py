"""Exporter `html`: one self-contained page without script or remote resource."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bmreport.models import Options

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport


class HtmlExportOptions(Options):
    """What the page holds."""

    passages: bool = False
    """Whether to add the passages that the report rests on, as an appendix."""
    ledger: bool = True
    """Whether each judged sentence shows its passage and checks, and the claim ledger is in the printed page."""
    contents: Literal["auto", "yes", "no"] = "auto"
    """Whether the page has a table of contents; `auto`: long reports do."""
    identifier_links: Literal["always", "style"] = "always"
    """Links to DOI, PubMed and PMC: `always`, after what the style prints, or only where the `style` prints them."""
    fragment: bool = False
    """Write one `div` for a page or notebook that has a frame of its own, not a whole page."""
    id_prefix: str = ""
    """What every id in the HTML starts with; a fragment makes up its own, so that several fit on one page."""


class HtmlExporter:
    """HTML5 for the screen, light or dark, wide or narrow, and for paper."""

    name = "html"
    summary = "Self-contained web page"
    suffix = ".html"
    media_type = "text/html"
    takes_template = True
    options_model = HtmlExportOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: HtmlExportOptions) -> bytes:
        """The page as UTF-8. Raises TemplateError naming file and line when `template` cannot be rendered."""
        # These bring in the report's parts and templates, which no other format should wait for.
        from bmreport_plugins.exporters.html_page import PageSetup, page
        from bmreport_plugins.exporters.report_content import report_content

        setup = PageSetup(
            contents=options.contents,
            other_links=options.identifier_links == "always",
            fragment=options.fragment,
            id_prefix=options.id_prefix,
        )
        content = report_content(
            rendered, passages=options.passages, keep_units=True, ledger=options.ledger, pictures="vector"
        )
        return page(content, setup, template).encode("utf-8")
