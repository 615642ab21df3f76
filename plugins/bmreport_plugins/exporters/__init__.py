"""Built-in exporters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.hookspecs import hookimpl
from bmreport_plugins.exporters.csljson import CslJsonExporter
from bmreport_plugins.exporters.docx import DocxExporter
from bmreport_plugins.exporters.html import HtmlExporter
from bmreport_plugins.exporters.json_report import JsonExporter
from bmreport_plugins.exporters.ledger_csv import LedgerCsvExporter
from bmreport_plugins.exporters.ledger_json import LedgerJsonExporter
from bmreport_plugins.exporters.markdown import MarkdownExporter
from bmreport_plugins.exporters.pdf import PdfExporter
from bmreport_plugins.exporters.ris import RisExporter
from bmreport_plugins.exporters.text import TextExporter

if TYPE_CHECKING:
    from bmreport.providers import Exporter


@hookimpl
def bmreport_exporters() -> list[Exporter]:
    """One object per format."""
    return [
        CslJsonExporter(),
        DocxExporter(),
        HtmlExporter(),
        JsonExporter(),
        LedgerCsvExporter(),
        LedgerJsonExporter(),
        MarkdownExporter(),
        PdfExporter(),
        RisExporter(),
        TextExporter(),
    ]
