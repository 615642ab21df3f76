"""What pandoc's Word file still lacks: tabs, full-width tables, directions, properties, fixed dates.

This module imports lxml when loaded; only the Word exporter imports it, when it writes a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from bmreport.richtext.direction import first_strong
from bmreport.richtext.html import legal_text
from bmreport_plugins.exporters.docx_package import (
    DOCUMENT,
    STYLES,
    W,
    parse_part,
    part_bytes,
    read_package,
    write_package,
)
from bmreport_plugins.exporters.docx_pictures import fit_pictures
from bmreport_plugins.exporters.docx_sections import turn_pages
from bmreport_plugins.exporters.pandoc_leaf import BODY
from bmreport_plugins.exporters.pandoc_report import SUMMARY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport_plugins.exporters.report_content import ReportContent

_OUTPUT = "pandoc's output"
_FOOTNOTES = "word/footnotes.xml"
_SETTINGS = "word/settings.xml"
_CORE = "docProps/core.xml"
_APP = "docProps/app.xml"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_CP = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_DC = "http://purl.org/dc/elements/1.1/"
_DCTERMS = "http://purl.org/dc/terms/"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_EXTENDED = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
_AFTER_COMPAT = frozenset(
    f"{W}{name}" for name in ("docVars", "themeFontLang", "clrSchemeMapping", "shapeDefaults", "decimalSymbol")
)
_LIST_INDENT = 284


def finished(data: bytes, content: ReportContent) -> bytes:
    """The file as it is handed out; the same report and template give the same bytes."""
    parts = read_package(data, _OUTPUT)
    styles = parse_part(parts, STYLES, _OUTPUT)
    ids = _style_ids(styles)
    _drop_unused(styles)
    document = parse_part(parts, DOCUMENT, _OUTPUT)
    for paragraph in document.iter(f"{W}p"):
        _give_style(paragraph, ids[BODY.casefold()])
        _turn_title(paragraph, ids, content)
        _box_list_item(paragraph, ids[SUMMARY.casefold()])
    for table in document.iter(f"{W}tbl"):
        _widen(table, content.direction)
    fit_pictures(document, content, turn_pages(document))
    for name, root in ((DOCUMENT, document), (_FOOTNOTES, _parsed(parts, _FOOTNOTES))):
        if root is not None:
            _real_tabs(root)
            if name == _FOOTNOTES:
                _quiet_cites(root)
            parts[name] = part_bytes(root)
    parts[STYLES] = part_bytes(styles)
    if _SETTINGS in parts:
        settings = parse_part(parts, _SETTINGS, _OUTPUT)
        _modern(settings)
        parts[_SETTINGS] = part_bytes(settings)
    parts[_CORE] = _core_properties(content)
    parts[_APP] = f'<Properties xmlns="{_EXTENDED}"><Application>bmreport</Application></Properties>'.encode()
    return write_package(parts)


def _parsed(parts: dict[str, bytes], name: str) -> etree._Element | None:
    return parse_part(parts, name, _OUTPUT) if name in parts else None


def _style_ids(styles: etree._Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for style in styles.iter(f"{W}style"):
        name = style.find(f"{W}name")
        if name is not None:
            found.setdefault(name.get(f"{W}val", "").casefold(), style.get(f"{W}styleId", ""))
    return found


def _drop_unused(styles: etree._Element) -> None:
    """Pandoc adds thirty styles for program listings, which no report has."""
    listing = [
        style
        for style in styles.iter(f"{W}style")
        if style.get(f"{W}customStyle") == "1" and style.get(f"{W}styleId", "").endswith("Tok")
    ]
    for style in listing:
        styles.remove(style)


# -- paragraphs --------------------------------------------------------------------------------------------------


def _give_style(paragraph: etree._Element, body: str) -> None:
    """Pandoc gives no style to a paragraph that runs against the document."""
    properties = paragraph.find(f"{W}pPr")
    if properties is None:
        properties = etree.Element(f"{W}pPr")
        paragraph.insert(0, properties)
    if properties.find(f"{W}pStyle") is None:
        style = etree.Element(f"{W}pStyle")
        style.set(f"{W}val", body)
        properties.insert(0, style)


def _turn_title(paragraph: etree._Element, ids: dict[str, str], content: ReportContent) -> None:
    """Pandoc sets title and date in no direction at all."""
    properties = paragraph.find(f"{W}pPr")
    assert properties is not None  # noqa: S101  # _give_style comes before
    style = properties.find(f"{W}pStyle")
    if style is None or style.get(f"{W}val") not in (ids.get("title"), ids.get("date")):
        return
    text = "".join(str(piece) for piece in paragraph.itertext())
    if (first_strong(text) or content.direction) == "rtl" and properties.find(f"{W}bidi") is None:
        style.addnext(etree.Element(f"{W}bidi"))


def _box_list_item(paragraph: etree._Element, box: str) -> None:
    """An item of a list in the summary box starts where the box does, so that its edge is straight."""
    properties = paragraph.find(f"{W}pPr")
    style = properties.find(f"{W}pStyle") if properties is not None else None
    if properties is None or style is None or style.get(f"{W}val") != box or properties.find(f"{W}numPr") is None:
        return
    indent = etree.SubElement(properties, f"{W}ind")
    indent.set(f"{W}left", str(2 * _LIST_INDENT))
    indent.set(f"{W}hanging", str(_LIST_INDENT))


def _quiet_cites(footnotes: etree._Element) -> None:
    """In a note style the whole note leads to its reference: a page of blue would say nothing."""
    for link in footnotes.iter(f"{W}hyperlink"):
        if link.get(f"{W}anchor") is not None:
            for properties in link.iter(f"{W}rPr"):
                for style in properties.findall(f"{W}rStyle"):
                    properties.remove(style)


def _real_tabs(root: etree._Element) -> None:
    """A tab after a label is an element of its own; inside `w:t` it is a space to some readers."""
    for text in [text for text in root.iter(f"{W}t") if text.text and "\t" in text.text]:
        run = text.getparent()
        assert run is not None  # noqa: S101  # the schema has w:t only inside w:r
        place = run.index(text)
        run.remove(text)
        for offset, element in enumerate(_tabbed(text.text or "")):
            run.insert(place + offset, element)


def _tabbed(text: str) -> Iterator[etree._Element]:
    for number, piece in enumerate(text.split("\t")):
        if number:
            yield etree.Element(f"{W}tab")
        if piece:
            element = etree.Element(f"{W}t")
            element.set(_SPACE, "preserve")
            element.text = piece
            yield element


# -- tables ------------------------------------------------------------------------------------------------------


def _widen(table: etree._Element, direction: str) -> None:
    """Full width, columns in reading order, no row torn apart by a page."""
    properties = table.find(f"{W}tblPr")
    if properties is not None:
        width = properties.find(f"{W}tblW")
        if width is not None:
            width.set(f"{W}type", "pct")
            width.set(f"{W}w", "5000")
        if direction == "rtl" and properties.find(f"{W}bidiVisual") is None:
            style = properties.find(f"{W}tblStyle")
            properties.insert(0 if style is None else 1, etree.Element(f"{W}bidiVisual"))
    for row in table.iter(f"{W}tr"):
        row_properties = row.find(f"{W}trPr")
        if row_properties is None:
            row_properties = etree.Element(f"{W}trPr")
            row.insert(0, row_properties)
        row_properties.insert(0, etree.Element(f"{W}cantSplit"))


# -- settings and properties -------------------------------------------------------------------------------------


def _modern(settings: etree._Element) -> None:
    """Without a mode Word opens the file as one of Word 2007; revision ids are of no use to anyone."""
    for revisions in settings.findall(f"{W}rsids"):
        settings.remove(revisions)
    if settings.find(f"{W}compat") is not None:
        return
    compat = etree.Element(f"{W}compat")
    setting = etree.SubElement(compat, f"{W}compatSetting")
    setting.set(f"{W}name", "compatibilityMode")
    setting.set(f"{W}uri", "http://schemas.microsoft.com/office/word")
    setting.set(f"{W}val", "15")
    # The place that ECMA-376, part 1, 17.15.1.78 gives it, among the elements that pandoc writes.
    place = next((child for child in settings if child.tag in _AFTER_COMPAT), None)
    if place is None:
        settings.append(compat)
    else:
        place.addprevious(compat)


def _core_properties(content: ReportContent) -> bytes:
    root = etree.Element(f"{{{_CP}}}coreProperties", nsmap={"cp": _CP, "dc": _DC, "dcterms": _DCTERMS, "xsi": _XSI})
    values = (("title", content.title), ("subject", content.question), ("language", content.language))
    for name, value in values:
        etree.SubElement(root, f"{{{_DC}}}{name}").text = " ".join(legal_text(value).split())
    for name in ("created", "modified"):
        date = etree.SubElement(root, f"{{{_DCTERMS}}}{name}")
        date.set(f"{{{_XSI}}}type", "dcterms:W3CDTF")
        date.text = content.created.strftime("%Y-%m-%dT%H:%M:%SZ")
    return part_bytes(root)
