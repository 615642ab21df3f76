"""Exporter `csljson`: the references as CSL-JSON, for Zotero, pandoc and every other CSL program."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from bmreport.models import Options

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport

# JSON in UTF-8 has no form for half a character.
_SURROGATE = re.compile("[\ud800-\udfff]")


class CslJsonOptions(Options):
    """Which references are written."""

    include_uncited: bool = False
    """Whether to add the references that came in but are not cited."""


class CslJsonExporter:
    """A list of items with sorted keys; names, dates and identifiers in CSL's fields, `custom` as it came."""

    name = "csljson"
    summary = "References as CSL-JSON, for Zotero and pandoc"
    suffix = ".csl.json"
    media_type = "application/vnd.citationstyles.csl+json"
    takes_template = False
    options_model = CslJsonOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: CslJsonOptions) -> bytes:
        """The list as UTF-8."""
        # These bring in the models, which listing the formats should not wait for.
        from bmreport_plugins.exporters.citation_keys import citation_keys
        from bmreport_plugins.exporters.export_records import export_records

        records = export_records(rendered.report, include_uncited=options.include_uncited)
        keys = citation_keys([record.reference for record in records])
        items: list[dict[str, Any]] = [
            {"type": "document", **record.item, "id": key} for key, record in zip(keys, records, strict=True)
        ]
        text = json.dumps(items, ensure_ascii=False, indent=2, sort_keys=True, allow_nan=False)
        return (_SURROGATE.sub("\ufffd", text) + "\n").encode("utf-8")
