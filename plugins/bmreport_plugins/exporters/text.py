"""Exporter `text`: the report as BMLibrarian prints it, for a terminal, a mail or a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from bmreport.models import Options

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport


class TextOptions(Options):
    """How the text is laid out."""

    width: int = Field(default=80, ge=40, le=500)
    """Columns of a line; references and long words stay whole."""
    checks: bool = True
    """Whether to list errors and warnings of the checks."""
    ledger: bool = False
    """Whether to add the claim ledger."""


class TextExporter:
    """Plain text in UTF-8, safe to print on a terminal."""

    name = "text"
    summary = "Plain text for the terminal"
    suffix = ".txt"
    media_type = "text/plain"
    takes_template = False
    options_model = TextOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: TextOptions) -> bytes:
        """The text; its layout is fixed and needs no template."""
        # These bring in the report's parts, which no other format should wait for.
        from bmreport_plugins.exporters.report_content import report_content
        from bmreport_plugins.exporters.text_page import page

        content = report_content(
            rendered, passages=False, checks=options.checks, ledger=options.ledger, pictures="words"
        )
        return page(content, rendered.report, width=options.width).encode("utf-8")
