"""A Word file as parts: read with bounds, written with fixed dates and order, its XML without entities or network.

This module imports lxml when loaded; only the Word exporter imports it, when it writes a file.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING

from lxml import etree

from bmreport.errors import TemplateError
from bmreport.safe_xml import safe_parser

if TYPE_CHECKING:
    from collections.abc import Mapping

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
CONTENT_TYPES = "[Content_Types].xml"
DOCUMENT = "word/document.xml"
DOCUMENT_RELS = "word/_rels/document.xml.rels"
STYLES = "word/styles.xml"

_MAX_PARTS = 5_000
_MAX_BYTES = 256 * 1024 * 1024
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# The earliest date that ZIP knows, the same in every file.
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_SAVE_AS = "save it from Word as a .docx file"


def read_package(data: bytes, where: str) -> dict[str, bytes]:
    """Parts by name. Raises TemplateError when the bytes are no Word file or unpack to more than 256 MiB."""
    if data.startswith(_OLE_MAGIC):
        raise TemplateError("is an old .doc file or has a password", where=where, remedy=_SAVE_AS)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > _MAX_PARTS or sum(entry.file_size for entry in entries) > _MAX_BYTES:
                raise TemplateError("unpacks to more than 256 MiB", where=where, remedy="use a smaller template")
            parts = {entry.filename: archive.read(entry) for entry in entries}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise TemplateError(f"is not a Word file: {error}", where=where, remedy=_SAVE_AS) from error
    for name in (CONTENT_TYPES, DOCUMENT, STYLES):
        if name not in parts:
            raise TemplateError(f"is not a Word file: {name} is missing", where=where, remedy=_SAVE_AS)
    return parts


def write_package(parts: Mapping[str, bytes]) -> bytes:
    """The same parts always give the same bytes. Content types come first, as some readers look only there."""
    first = (CONTENT_TYPES, "_rels/.rels")
    names = [*(name for name in first if name in parts), *sorted(name for name in parts if name not in first)]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            archive.writestr(entry, parts[name])
    return out.getvalue()


def parse_part(parts: Mapping[str, bytes], name: str, where: str) -> etree._Element:
    """The root element of a part. Raises TemplateError naming the part when it is not well formed or has a DTD."""
    try:
        root = etree.fromstring(parts[name], safe_parser(comments=True))
    except etree.XMLSyntaxError as error:
        raise TemplateError(f"the part {name} is damaged: {error}", where=where, remedy=_SAVE_AS) from error
    if root.getroottree().docinfo.doctype:  # type: ignore[union-attr]  # the stubs know no doctype
        raise TemplateError(f"the part {name} declares entities", where=where, remedy=_SAVE_AS)
    return root


def part_bytes(root: etree._Element) -> bytes:
    """A part as Word writes it: UTF-8 with a declaration."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
