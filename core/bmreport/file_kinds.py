"""What a file seems to be, told from its first bytes: for messages about files that no source reads."""

from __future__ import annotations

import re
from dataclasses import dataclass

_EXPORT = "export the citations as RIS, PubMed (nbib), CSL-JSON or JSON and give that file"


@dataclass(frozen=True)
class FileKind:
    """A kind of file by its everyday name; `binary` when no text can be in it; `remedy` says how to get at the data."""

    name: str
    binary: bool = False
    remedy: str = _EXPORT


_UNPACK = "unpack it and give the file inside"

# The first pattern that fits wins. Patterns are anchored to the start of the file.
_KINDS = tuple(
    (re.compile(pattern, re.DOTALL), kind)
    for pattern, kind in (
        (rb"%PDF", FileKind("a PDF", binary=True)),
        (rb"PK\x03\x04.{0,4000}?word/", FileKind("a Word document (DOCX)", binary=True)),
        (rb"PK\x03\x04.{0,4000}?xl/", FileKind("an Excel workbook (XLSX)", binary=True)),
        (rb"PK\x03\x04", FileKind("a zip archive or an Office file", binary=True, remedy=_UNPACK)),
        (rb"\xd0\xcf\x11\xe0", FileKind("an old Office file (DOC, XLS)", binary=True)),
        (rb"\x1f\x8b", FileKind("a gzip archive", binary=True, remedy=_UNPACK)),
        (rb"BZh\d", FileKind("a bzip2 archive", binary=True, remedy=_UNPACK)),
        (rb"\xfd7zXZ\x00|7z\xbc\xaf", FileKind("an xz or 7z archive", binary=True, remedy=_UNPACK)),
        (rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\x00|MM\x00\*", FileKind("a picture", binary=True)),
        (rb"SQLite format 3\x00", FileKind("an SQLite database", binary=True)),
        (rb"\s*\{\\rtf", FileKind("an RTF document")),
        (rb"(?:\xef\xbb\xbf)?\s*(?i:<!doctype html|<html)", FileKind("an HTML page")),
        (
            rb".{0,400}?<PubmedArticle",
            FileKind("PubMed XML", remedy="save from PubMed with the format 'PubMed' (nbib)"),
        ),
        (rb".{0,200}?<xml>\s*<records>", FileKind("EndNote XML", remedy="export from EndNote in the RIS format")),
        (rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|[a-zA-Z])", FileKind("XML")),
        (
            rb"(?:\xef\xbb\xbf)?\s*(?:FN [^\n]*\r?\nVR 1\.0|PT [JBSP]\r?\nAU )",
            FileKind("a Web of Science file", remedy="export from Web of Science in the RIS format"),
        ),
        (rb"(?:\xef\xbb\xbf)?\s*%[0A] \S", FileKind("an EndNote (Refer) file", remedy="export it in the RIS format")),
        (
            rb"(?:\xef\xbb\xbf)?\s*(?:%[^\n]*\n\s*)*@[a-zA-Z]+\s*[{(]",
            FileKind("BibTeX", remedy="export it in the RIS format"),
        ),
    )
)


def kind_of(head: bytes) -> FileKind | None:
    """What the first bytes of a file say it is; None for text of no kind that is known here."""
    return next((kind for pattern, kind in _KINDS if pattern.match(head)), None)


def is_binary(head: bytes) -> bool:
    """Whether the first bytes are those of a file that holds no text."""
    kind = kind_of(head)
    return kind is not None and kind.binary
