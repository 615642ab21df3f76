"""The parts of an Excel workbook (XLSX), read within bounds: a zip may claim to be small and unpack without end.

The format is ECMA-376 (Office Open XML); parts are found by their relationships, never by guessed names.
"""

from __future__ import annotations

import io
import lzma
import posixpath
import re
import struct
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from bmreport import InputError
from bmreport.safe_xml import safe_elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

__all__ = ["MAX_PART_BYTES", "Sheet", "Workbook"]

MAX_PART_BYTES = 256 * 1024 * 1024
"""No part may unpack to more; a million cells need some 40 MiB."""
MAX_TEXT_BYTES = 64 * 1024 * 1024
"""The texts that cells share are held in memory."""
_ENCRYPTED = 0x1
# All that `zipfile` lets through when bytes of an archive are damaged.
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, OSError, EOFError, ValueError, RuntimeError,
    NotImplementedError,
)  # fmt: skip
_REL_ID = re.compile(r"\{[^}]*/relationships\}id")
_REMEDY = "open it in Excel or LibreOffice and save it again as XLSX or CSV"


@dataclass(frozen=True)
class Sheet:
    """A sheet by name; `part` is where its cells lie in the zip."""

    name: str
    part: str
    hidden: bool


class Workbook:
    """An open workbook. Raises InputError from every method when the file is damaged, locked or out of bounds."""

    def __init__(self, data: bytes, where: str) -> None:
        self._where = where
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as error:
            raise self._damaged(str(error)) from error
        self._names = {name.lstrip("/").casefold(): name for name in self._zip.namelist()}
        main = self._targets("").get("officeDocument", [("", "xl/workbook.xml")])
        self._main = main[0][1]
        self._related = self._targets(self._main)

    def sheets(self) -> list[Sheet]:
        """The sheets with cells, in the order of their tabs."""
        parts = dict(self._related.get("worksheet", []))
        found = []
        for element in self.elements(self._main, "sheet"):
            ids = [str(value) for key, value in element.items() if _REL_ID.fullmatch(str(key))]
            if ids and ids[0] in parts:
                hidden = element.get("state", "visible") != "visible"
                found.append(Sheet(element.get("name", ""), parts[ids[0]], hidden))
        if not found:
            raise self._damaged("it has no sheet")
        return found

    def shared_texts(self) -> list[str]:
        """Texts that cells name by number; remarks on pronunciation are left out."""
        texts: list[str] = []
        for _id, part in self._related.get("sharedStrings", []):
            texts.extend(text_in(element) for element in self.elements(part, "si", limit=MAX_TEXT_BYTES))
        return texts

    def formats(self) -> tuple[list[int], dict[int, str]]:
        """The number format of each cell style, and the codes of the workbook's own formats."""
        styles: list[int] = []
        codes: dict[int, str] = {}
        for _id, part in self._related.get("styles", []):
            for element in self.elements(part, "numFmt", "cellXfs", limit=MAX_TEXT_BYTES):
                if element.tag.endswith("}cellXfs"):
                    styles = [_whole(child.get("numFmtId")) for child in element if _name(child) == "xf"]
                else:
                    codes[_whole(element.get("numFmtId"))] = element.get("formatCode", "")
        return styles, codes

    def elements(self, part: str, *names: str, limit: int = MAX_PART_BYTES) -> Iterator[_Element]:
        """The elements of these names in a part, one after the other; each is gone once the next is asked for."""
        from lxml import etree  # loaded by safe_elements in any case

        with self._open(part) as stream:
            bounded = _Bounded(stream, limit)
            try:
                yield from safe_elements(bounded, *(f"{{*}}{name}" for name in names))  # type: ignore[arg-type]  # it needs `read` alone
            except etree.XMLSyntaxError as error:
                if bounded.over:
                    raise self._too_large(part, limit) from error
                raise self._damaged(f"{part}: {error}") from error
            except _DAMAGE as error:
                raise self._damaged(f"{part}: {error}") from error
            if bounded.over:
                raise self._too_large(part, limit)

    def _open(self, part: str) -> BinaryIO:
        name = self._names.get(part.casefold())
        if name is None:
            raise self._damaged(f"the part {part} is missing")
        if self._zip.getinfo(name).flag_bits & _ENCRYPTED:
            raise InputError("is locked with a password", where=self._where, remedy="save it without a password")
        try:
            return self._zip.open(name)  # type: ignore[return-value]  # IO[bytes] reads bytes
        except _DAMAGE as error:
            raise self._damaged(f"{part}: {error}") from error

    def _targets(self, part: str) -> dict[str, list[tuple[str, str]]]:
        """What a part is related to: kind of relationship -> pairs of id and part."""
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        found: dict[str, list[tuple[str, str]]] = {}
        if relations.casefold() not in self._names:
            return found
        for element in self.elements(relations, "Relationship", limit=MAX_TEXT_BYTES):
            if element.get("TargetMode") == "External":
                continue
            target = element.get("Target", "")
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            kind = element.get("Type", "").rsplit("/", 1)[-1]
            found.setdefault(kind, []).append((element.get("Id", ""), path))
        return found

    def _damaged(self, reason: str) -> InputError:
        return InputError(f"is no Excel workbook that can be read: {reason:.200}", where=self._where, remedy=_REMEDY)

    def _too_large(self, part: str, limit: int) -> InputError:
        return InputError(
            f"unpacks to more than {limit // 1024 // 1024} MiB ({part})",
            where=self._where,
            remedy="save the one sheet that is needed as CSV",
        )


def text_in(element: _Element) -> str:
    """The text of a cell, its runs joined; the furigana of Japanese text (`rPh`) is no part of it."""
    parts = []
    for child in element:
        if _name(child) == "t":
            parts.append(child.text or "")
        elif _name(child) == "r":
            parts.extend(run.text or "" for run in child if _name(run) == "t")
    return "".join(parts)


class _Bounded:
    """A stream that ends after so many bytes and remembers that there were more."""

    def __init__(self, stream: BinaryIO, limit: int) -> None:
        self._stream = stream
        self._left = limit
        self.over = False

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(min(size, 1 << 20) if size > 0 else 1 << 20)
        self._left -= len(data)
        if self._left < 0:
            self.over = True
            return b""
        return data


def _name(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0
