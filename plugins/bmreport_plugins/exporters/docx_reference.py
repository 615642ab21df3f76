"""The style model that pandoc fills: our own journal look, or a house template with the styles it lacks.

This module imports lxml when loaded; only the Word exporter imports it, when it writes a file.
"""

from __future__ import annotations

import copy
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from bmreport.errors import TemplateError
from bmreport.resources import data_text
from bmreport.richtext.direction import first_strong
from bmreport.richtext.html import legal_text
from bmreport.safe_xml import safe_parser
from bmreport_plugins.exporters.docx_package import (
    CONTENT_TYPES,
    DOCUMENT,
    DOCUMENT_RELS,
    STYLES,
    W,
    parse_part,
    part_bytes,
    read_package,
    write_package,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

PAPERS: Mapping[str, tuple[int, int]] = {"a4": (11906, 16838), "us-letter": (12240, 15840)}
"""Width and height in twentieths of a point."""

_BUILT_IN = "pandoc's reference.docx"
_STYLES_FILE = "docx/styles.xml"
_WML = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_PACKAGE_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_MARGIN = 1134  # 20 mm
_SHORT_TITLE = 72
_NARROWEST_LABEL = 454
_LABEL_CHARACTER = 105  # the widest digit of the list's type, in twentieths of a point
# Sizes of these say what they are; a house template's own size wins everywhere else.
_SIZED = frozenset(
    {"title", "heading 1", "heading 2", "heading 3", "footnote text", "wide table cell", "dense table cell"}
)
_NOT_NEEDED = frozenset({"header", "footer", "no list"})
_LOOK = frozenset({f"{W}rFonts", f"{W}color"})
_SIZE = frozenset({f"{W}sz", f"{W}szCs"})


@dataclass(frozen=True)
class PageLook:
    """What differs from one report to the next in the built-in look; `longest_label` is in characters."""

    paper: str
    running_head: str
    longest_label: int


def built_in_reference(default: bytes, look: PageLook) -> bytes:
    """Pandoc's own reference document with our styles, page size, running head and page numbers."""
    parts = read_package(default, _BUILT_IN)
    styles = _our_styles()
    _fit_labels(styles, look.longest_label)
    parts[STYLES] = part_bytes(styles)
    parts[DOCUMENT] = _section(look.paper)
    parts[DOCUMENT_RELS] = _with_relations(parts)
    parts[CONTENT_TYPES] = _with_types(parts)
    parts["word/header1.xml"] = _header(look.running_head)
    parts["word/footer1.xml"] = parts["word/footer2.xml"] = _footer()
    return write_package(parts)


def completed_template(data: bytes, where: str) -> bytes:
    """A copy of a house template in which every style that a report uses is there; its own stay as they are.

    Raises TemplateError when it is no Word file.
    """
    parts = read_package(data, where)
    for name in parts:
        if name.endswith((".xml", ".rels")):
            parse_part(parts, name, where)  # pandoc would say what is wrong in its own words only
    styles = parse_part(parts, STYLES, where)
    if styles.tag != f"{W}styles":
        raise TemplateError(f"the part {STYLES} holds no styles", where=where, remedy="save it from Word as .docx")
    ids = {_name(style): style.get(f"{W}styleId", "") for style in styles.iter(f"{W}style")}
    taken = set(ids.values())
    ours = _our_styles()
    names = {style.get(f"{W}styleId", ""): _name(style) for style in ours.iter(f"{W}style")}
    missing = [style for style in ours.iter(f"{W}style") if _name(style) not in {*ids, *_NOT_NEEDED}]
    for style in missing:
        wanted = style.get(f"{W}styleId", "")
        ids[_name(style)] = _free(wanted, taken)
        taken.add(ids[_name(style)])
    with_default = {style.get(f"{W}type") for style in styles.iter(f"{W}style") if style.get(f"{W}default") == "1"}
    for style in missing:
        styles.append(_adapted(style, ids, names, with_default))
    parts[STYLES] = part_bytes(styles)
    return write_package(parts)


def short_title(title: str) -> str:
    """The title for the running head, cut at a word."""
    short = textwrap.shorten(title, _SHORT_TITLE, placeholder=" …")
    return short if len(short) > _SHORT_TITLE // 2 or len(title) <= _SHORT_TITLE else f"{title[:_SHORT_TITLE]}…"


# -- styles ------------------------------------------------------------------------------------------------------


def _our_styles() -> etree._Element:
    return etree.fromstring(data_text("templates", _STYLES_FILE).encode("utf-8"), safe_parser())


def _name(style: etree._Element) -> str:
    """Word compares names of styles without case."""
    name = style.find(f"{W}name")
    return (name.get(f"{W}val", "") if name is not None else "").casefold()


def _free(wanted: str, taken: set[str]) -> str:
    number = 1
    free = wanted
    while free in taken:
        number += 1
        free = f"{wanted}{number}"
    return free


def _adapted(
    style: etree._Element, ids: Mapping[str, str], names: Mapping[str, str], with_default: set[str | None]
) -> etree._Element:
    """One of our styles for a house template: its ids, its fonts, its colours."""
    new = copy.deepcopy(style)
    new.set(f"{W}styleId", ids[_name(style)])
    if new.get(f"{W}type") in with_default and new.get(f"{W}default") is not None:
        del new.attrib[f"{W}default"]
    for tag in ("basedOn", "next"):
        other = new.find(f"{W}{tag}")
        if other is not None:
            other.set(f"{W}val", ids[names[other.get(f"{W}val", "")]])
    unwanted = _LOOK if _name(style) in _SIZED else _LOOK | _SIZE
    for properties in new.iter(f"{W}rPr"):
        for child in [child for child in properties if child.tag in unwanted]:
            properties.remove(child)
    return new


def _fit_labels(styles: etree._Element, longest: int) -> None:
    """Let the reference list hang as far as its longest label needs."""
    width = str(max(_NARROWEST_LABEL, _LABEL_CHARACTER * (longest + 1)))
    for style in styles.iter(f"{W}style"):
        if _name(style) == "bibliography":
            for element in style.iter(f"{W}tab"):
                element.set(f"{W}pos", width)
            for element in style.iter(f"{W}ind"):
                element.set(f"{W}left", width)
                element.set(f"{W}hanging", width)


# -- page --------------------------------------------------------------------------------------------------------


def _section(paper: str) -> bytes:
    width, height = PAPERS[paper]
    return (
        f'<w:document xmlns:w="{_WML}" xmlns:r="{_RELATIONS}"><w:body><w:p/><w:sectPr>'
        '<w:headerReference w:type="default" r:id="rIdHeader"/><w:footerReference w:type="default" r:id="rIdFooter"/>'
        '<w:footerReference w:type="first" r:id="rIdFirstFooter"/>'
        f'<w:pgSz w:w="{width}" w:h="{height}"/>'
        f'<w:pgMar w:top="{_MARGIN}" w:right="{_MARGIN}" w:bottom="{_MARGIN}" w:left="{_MARGIN}" '
        'w:header="567" w:footer="567" w:gutter="0"/><w:titlePg/></w:sectPr></w:body></w:document>'
    ).encode()


def _header(title: str) -> bytes:
    root = etree.Element(f"{W}hdr", nsmap={"w": _WML})
    paragraph = etree.SubElement(root, f"{W}p")
    properties = etree.SubElement(paragraph, f"{W}pPr")
    etree.SubElement(properties, f"{W}pStyle").set(f"{W}val", "Header")
    run = etree.SubElement(paragraph, f"{W}r")
    if first_strong(title) == "rtl":
        etree.SubElement(properties, f"{W}bidi")
        etree.SubElement(etree.SubElement(run, f"{W}rPr"), f"{W}rtl")
    etree.SubElement(run, f"{W}t").text = " ".join(legal_text(title).split())
    return part_bytes(root)


def _footer() -> bytes:
    """Page number and number of pages, as fields that Word counts."""
    field = '<w:fldSimple w:instr=" {} "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    between = '<w:r><w:t xml:space="preserve"> / </w:t></w:r>'
    return (
        f'<w:ftr xmlns:w="{_WML}"><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>'
        f"{field.format('PAGE')}{between}{field.format('NUMPAGES')}</w:p></w:ftr>"
    ).encode()


def _with_relations(parts: Mapping[str, bytes]) -> bytes:
    root = parse_part(parts, DOCUMENT_RELS, _BUILT_IN)
    for identifier, kind, target in (
        ("rIdHeader", "header", "header1.xml"),
        ("rIdFooter", "footer", "footer1.xml"),
        ("rIdFirstFooter", "footer", "footer2.xml"),
    ):
        relation = etree.SubElement(root, f"{_PACKAGE_RELATIONS}Relationship")
        relation.set("Id", identifier)
        relation.set("Type", f"{_RELATIONS}/{kind}")
        relation.set("Target", target)
    return part_bytes(root)


def _with_types(parts: Mapping[str, bytes]) -> bytes:
    root = parse_part(parts, CONTENT_TYPES, _BUILT_IN)
    for name in ("header1", "footer1", "footer2"):
        override = etree.SubElement(root, f"{_PACKAGE_TYPES}Override")
        override.set("PartName", f"/word/{name}.xml")
        kind = name.rstrip("12")
        override.set("ContentType", f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}+xml")
    return part_bytes(root)
