"""Reading XML safely: no entities, no network, bounded size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_csl.errors import StyleError

if TYPE_CHECKING:
    from lxml import etree

CSL = "{http://purl.org/net/xbiblio/csl}"
_MAX_BYTES = 8 * 1024 * 1024


def read_xml(data: bytes, name: str) -> etree._Element:
    """The root element. Raises StyleError with the line for XML that is malformed, too large, or declares entities."""
    # lxml costs 15 ms at import and is needed for styles only.
    from lxml import etree

    if len(data) > _MAX_BYTES:
        raise StyleError(f"larger than {_MAX_BYTES // 1024**2} MiB", name=name)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise StyleError(f"not well-formed XML: {error.msg}", line=error.lineno, name=name) from error
    except ValueError as error:
        raise StyleError(f"not XML: {error}", name=name) from error
    declarations = root.getroottree().docinfo.internalDTD
    if declarations is not None and any(True for _ in declarations.iterentities()):  # type: ignore[union-attr]  # stubs
        raise StyleError("declares XML entities, which are refused", name=name)
    return root


def local_name(element: etree._Element) -> str:
    """The tag without its namespace; empty for entities and what else is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def line_of(element: etree._Element) -> int | None:
    """The line of the file on which the element begins, where it is known."""
    line = element.sourceline
    return line if isinstance(line, int) else None
