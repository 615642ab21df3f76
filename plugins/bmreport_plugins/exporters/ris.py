"""Exporter `ris`: the references for EndNote, Zotero, Mendeley, RefWorks, Rayyan, Covidence and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import Options

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport

# Research Information Systems' format ends lines so, EndNote on Windows expects it, and no reader minds.
_LINE_END = "\r\n"


class RisOptions(Options):
    """What the file holds."""

    include_uncited: bool = False
    """Whether to add the references that came in but are not cited."""
    certainty: bool = False
    """Whether each record says in a note how strong the report's evidence is."""


class RisExporter:
    """One record per reference; what RIS has no tag for stands in notes."""

    name = "ris"
    summary = "References as RIS, for EndNote, Zotero and others"
    suffix = ".ris"
    media_type = "application/x-research-info-systems"
    takes_template = False
    options_model = RisOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: RisOptions) -> bytes:
        """The records as UTF-8."""
        # These bring in the models, which listing the formats should not wait for.
        from bmreport_plugins.exporters.export_records import export_records
        from bmreport_plugins.exporters.ris_fields import flat, ris_fields

        report = rendered.report
        strength = flat(report.evidence_strength)
        remark = [("N1", f"Evidence strength: {strength}")] if options.certainty and strength else []
        lines: list[str] = []
        for record in export_records(report, include_uncited=options.include_uncited):
            lines.extend(f"{tag}  - {value}" for tag, value in (*ris_fields(record), *remark))
            lines.extend(["ER  - ", ""])
        return "".join(f"{line}{_LINE_END}" for line in lines).encode("utf-8")
