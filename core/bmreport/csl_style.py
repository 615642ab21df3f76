"""A CSL file as a style: read safely, checked for what it must have, and wrapped as a provider.

    from bmreport import CslStyle, hookimpl

    @hookimpl
    def bmreport_styles():
        return [CslStyle.from_file(files("my_package") / "house.csl")]

The file is read when the style is first used.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.errors import StyleError
from bmreport.models import NoOptions, Options
from bmreport.regular_files import open_regular
from bmreport.safe_xml import safe_parser
from bmreport.styling import CitationFormat, CslStyleSource, StyledText, StyleJob

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.abc import Traversable

    from lxml.etree import XMLParser, _Element

    from bmreport.providers import CslEngine

CSL_NAMESPACE = "http://purl.org/net/xbiblio/csl"
CSL_VERSION = "1.0"
# The largest style of the CSL repository has a quarter of a megabyte.
MAX_STYLE_BYTES = 4 * 1024 * 1024
_LINE_BREAKS = re.compile(r"\s+")


@dataclass(frozen=True)
class CslInfo:
    """What a CSL file says of itself (CSL 1.0.2, "Info").

    `short_id` is the last part of the id. `parent` is the short id of the style that a dependent style stands for; it
    is empty in an independent one, and only then do `has_citation` and `has_bibliography` mean anything.
    """

    style_id: str
    short_id: str
    title: str
    citation_format: CitationFormat
    version: str
    is_note: bool = False
    parent: str = ""
    default_locale: str = ""
    has_bibliography: bool = False


def read_csl(xml: bytes, where: str) -> CslInfo:
    """What a style says of itself; `where` (a file name or an id) stands in messages.

    No entity is expanded, no DTD and nothing from the network is read. Raises StyleError with the line and the reason
    when the text is too large, not well-formed, no CSL style, of another CSL version, or has no `citation` element.
    """
    root = parse_csl(xml, where)
    info = root.find(f"{{{CSL_NAMESPACE}}}info")
    links = {} if info is None else {link.get("rel"): link.get("href", "") for link in info.iterfind(_cs("link"))}
    parent = short_id(links.get("independent-parent", ""))
    if not parent and root.find(_cs("citation")) is None:
        raise StyleError(
            "the style has no citation element, so it cannot print a cite",
            where=f"{where}:{root.sourceline}",
            remedy="add <citation><layout>…</layout></citation>, or link to its independent-parent",
        )
    identifier = _child_text(info, "id")
    return CslInfo(
        style_id=identifier,
        short_id=short_id(identifier) or short_id(links.get("self", "")) or _stem(where),
        title=_child_text(info, "title"),
        citation_format=_citation_format(root, info),
        version=root.get("version", ""),
        is_note=root.get("class") == "note",
        parent=parent,
        default_locale=root.get("default-locale", ""),
        has_bibliography=root.find(_cs("bibliography")) is not None,
    )


def parse_csl(xml: bytes, where: str, parser: XMLParser | None = None) -> _Element:
    """The root element of a style, with the safety and the errors of `read_csl`.

    An engine may bring a `parser` made by `bmreport.safe_xml` to have element classes of its own.
    """
    etree = _etree()
    if len(xml) > MAX_STYLE_BYTES:
        raise StyleError(f"is larger than {MAX_STYLE_BYTES:,} bytes, so it is no CSL style", where=where)
    try:
        root: _Element = etree.fromstring(xml, parser or safe_parser())
    except etree.XMLSyntaxError as error:
        reason = _LINE_BREAKS.sub(" ", error.msg or "no XML")
        raise StyleError(f"is not well-formed XML: {reason}", where=f"{where}:{error.lineno or 1}") from error
    except (ValueError, LookupError) as error:
        raise StyleError(f"cannot be read as XML: {error}", where=where) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise StyleError("has a document type declaration, which a CSL style may not have", where=f"{where}:1")
    start = f"{where}:{root.sourceline}"
    if root.tag != _cs("style"):
        tag = etree.QName(root).localname
        wrong = "without the namespace of CSL" if tag == "style" else "and not <style>"
        raise StyleError(
            f"the root element is <{tag}> {wrong}",
            where=start,
            remedy=f'a style begins with <style xmlns="{CSL_NAMESPACE}">',
        )
    version = root.get("version", "")
    if version != CSL_VERSION:
        raise StyleError(
            f"is CSL version {version or 'unknown'}, not {CSL_VERSION}",
            where=start,
            remedy="update the style to CSL 1.0.2; CSL 0.8 and CSL-M are not read",
        )
    return root


def short_id(identifier: str) -> str:
    """The last part of a style's id: `apa` for `http://www.zotero.org/styles/apa`."""
    return identifier.strip().rstrip("/").rsplit("/", 1)[-1]


class CslStyle:
    """A CSL style as a Style provider; the engine does the work. Safe to use from several threads."""

    options_model: type[Options] = NoOptions

    def __init__(self, load: Callable[[], CslStyleSource], name: str, summary: str) -> None:
        """`load` is called once, when the style is first used."""
        self.name = name
        self.summary = summary
        self._load = load
        self._lock = threading.Lock()
        self._source: CslStyleSource | None = None

    @classmethod
    def from_file(cls, path: str | Path | Traversable, name: str | None = None, summary: str | None = None) -> CslStyle:
        """The style in a `.csl` file, which is read when it is first needed.

        `name` is the file's name without `.csl` unless it is given. Reading raises StyleError naming the file.
        """
        file = Path(path) if isinstance(path, str) else path
        stem = _stem(file.name)
        title = summary or f"CSL style {stem}"

        def load() -> CslStyleSource:
            xml = read_style_file(file)
            info = read_csl(xml, file.name)
            return CslStyleSource(info.short_id, xml, requested=name or stem, title=info.title)

        return cls(load, name or stem, title)

    @classmethod
    def from_source(cls, source: CslStyleSource, name: str | None = None, summary: str | None = None) -> CslStyle:
        """The style in a source that has been read already."""
        return cls(lambda: source, name or source.style_id, summary or source.title or f"CSL style {source.style_id}")

    @property
    def source(self) -> CslStyleSource:
        """The style's XML, read at the first call. Raises StyleError."""
        with self._lock:
            if self._source is None:
                self._source = self._load()
            return self._source

    def render(self, job: StyleJob, engine: CslEngine, options: Any) -> StyledText:  # noqa: ANN401  # as the Protocol
        """Let the engine process the style. Raises StyleError."""
        return engine.process(self.source, job, options)


def read_style_file(file: Path | Traversable) -> bytes:
    """The bytes of a style file; never more than a style may have. Raises StyleError naming the file."""
    try:
        with open_regular(file) if isinstance(file, Path) else file.open("rb") as stream:
            xml: bytes = stream.read(MAX_STYLE_BYTES + 1)
    except FileNotFoundError as error:
        raise StyleError("there is no such style file", where=str(file), remedy="check the path") from error
    except IsADirectoryError as error:
        raise StyleError("is a folder, not a style file", where=str(file)) from error
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        raise StyleError(f"the style file cannot be read: {error}", where=str(file)) from error
    return xml


def _etree() -> Any:  # noqa: ANN401  # a module; lxml publishes types for its content only
    # lxml costs more to load than all else here; only those who use a CSL style pay for it.
    from lxml import etree

    return etree


def _cs(tag: str) -> str:
    return f"{{{CSL_NAMESPACE}}}{tag}"


def _stem(name: str) -> str:
    base = name.replace("\\", "/").rsplit("/", 1)[-1]
    return base[:-4] if base.lower().endswith(".csl") else base


def _child_text(info: _Element | None, tag: str) -> str:
    child = None if info is None else info.find(_cs(tag))
    return "" if child is None else " ".join((child.text or "").split())


def _citation_format(root: _Element, info: _Element | None) -> CitationFormat:
    """The class decides on notes; else the category, and without one what the citation layout prints."""
    if root.get("class") == "note":
        return CitationFormat.NOTE
    for category in () if info is None else info.iterfind(_cs("category")):
        declared = category.get("citation-format")
        if declared and declared != "note" and declared in set(CitationFormat):
            return CitationFormat(declared)
    citation = root.find(_cs("citation"))
    for text in () if citation is None else citation.iter(_cs("text")):
        if text.get("variable") == "citation-number":
            return CitationFormat.NUMERIC
        if text.get("variable") == "citation-label":
            return CitationFormat.LABEL
    return CitationFormat.AUTHOR_DATE
