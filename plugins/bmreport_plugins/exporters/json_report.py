"""Exporter `json`: the whole report as data, which `Report.load` reads back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import Options, Rendering

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport


class JsonOptions(Options):
    """What the file holds beside the report."""

    rendered: bool = False
    """Whether to add each sentence and each reference as the style prints it."""


class JsonExporter:
    """Sections, references, citations, grades, findings and provenance, with the style that was applied."""

    name = "json"
    summary = "The whole report as data, to load again"
    suffix = ".json"
    media_type = "application/json"
    takes_template = False
    options_model = JsonOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: JsonOptions) -> bytes:
        """The report as UTF-8."""
        # This brings in rich text, which listing the formats should not wait for.
        from bmreport_plugins.exporters.rendered_strings import claim_texts, reference_texts

        rendering = Rendering(
            style_id=rendered.style_id,
            style_title=rendered.style_title,
            style_sha256=rendered.style_sha256,
            engine=rendered.engine,
            locale=rendered.locale,
            warnings=list(rendered.warnings),
            claims=claim_texts(rendered) if options.rendered else {},
            references=reference_texts(rendered) if options.rendered else [],
        )
        return rendered.report.model_copy(update={"rendering": rendering}).to_json_bytes()
