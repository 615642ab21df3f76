"""Exporter `docx`: a Word file with live links, footnotes and styles, made by pandoc from its own document tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bmreport.errors import TemplateError
from bmreport.models import Options
from bmreport.regular_files import read_regular

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport
    from bmreport_plugins.exporters.report_content import ReportContent

_MAX_TEMPLATE_BYTES = 64 * 1024 * 1024


class DocxOptions(Options):
    """How the Word file looks."""

    paper: Literal["a4", "us-letter"] = "a4"
    """Paper size: a4 or us-letter; a template brings its own."""
    passages: bool = False
    """Whether to add the passages that the report rests on, as an appendix."""
    ledger: bool = False
    """Whether to add the claim ledger, as an appendix."""
    identifier_links: Literal["always", "style"] = "style"
    """Links to DOI, PubMed and PMC: `always`, after what the style prints, or only where the `style` prints them."""
    back_links: bool = True
    """Whether each reference ends in links to the places where it is cited."""


class DocxExporter:
    """Word 2010 and later, LibreOffice, Pages."""

    name = "docx"
    summary = "Word document with live links, footnotes and styles"
    suffix = ".docx"
    media_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    takes_template = True
    options_model = DocxOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: DocxOptions) -> bytes:
        """The file; `template` is a Word file whose styles, headers, footers and page are used.

        Raises TemplateError when the template is no Word file, ServiceError when pandoc is missing or fails.
        """
        # These bring in lxml and the report's parts, which no other format should wait for.
        from bmreport_plugins.exporters.docx_finish import finished
        from bmreport_plugins.exporters.docx_reference import completed_template
        from bmreport_plugins.exporters.pandoc import PandocError, convert
        from bmreport_plugins.exporters.pandoc_report import report_document
        from bmreport_plugins.exporters.report_content import report_content

        content = report_content(
            rendered, passages=options.passages, keep_units=True, ledger=options.ledger, pictures="raster"
        )
        if template is None:
            reference = _built_in(content, options)
        else:
            reference = completed_template(_read(template), str(template))
        tree = report_document(
            content, identifier_links=options.identifier_links == "always", back_links=options.back_links
        )
        try:
            made = convert(tree, "docx", created=content.created, reference=reference)
        except PandocError as error:
            if template is None:
                raise
            remedy = "save it anew from Word as .docx"
            raise TemplateError(f"cannot be used: {error.message}", where=str(template), remedy=remedy) from error
        return finished(made, content)


def _built_in(content: ReportContent, options: DocxOptions) -> bytes:
    from bmreport.richtext import to_plain
    from bmreport_plugins.exporters.docx_reference import PageLook, built_in_reference, short_title
    from bmreport_plugins.exporters.pandoc import default_data_file

    longest = max((len(to_plain(entry.label)) for entry in content.references), default=0)
    look = PageLook(options.paper, short_title(content.title), longest)
    return built_in_reference(default_data_file("reference.docx"), look)


def _read(template: Path) -> bytes:
    where = str(template)
    try:
        if template.is_dir():
            raise TemplateError("is a folder", where=where, remedy="name a .docx file")
        data = read_regular(template, _MAX_TEMPLATE_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TemplateError(f"cannot be read: {reason}", where=where, remedy="check the path") from error
    if len(data) > _MAX_TEMPLATE_BYTES:
        raise TemplateError("is larger than 64 MiB", where=where, remedy="use a smaller template")
    return data
