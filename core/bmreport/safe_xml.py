"""The one way in which XML from a file is parsed: nothing in it can name an entity, a file or an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lxml.etree import XMLParser, _Element

__all__ = ["safe_elements", "safe_parser"]


def safe_parser(*, comments: bool = False) -> XMLParser:
    """An XML parser that expands no entity, reads no DTD and no network; libxml2's limits on size and depth hold.

    Comments and processing instructions are left out, unless `comments` keeps them for a file that is written again.
    """
    # lxml costs more to load than most of what asks for a parser; only those who parse XML pay for it.
    from lxml import etree

    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=not comments,
        remove_pis=not comments,
    )


def safe_elements(stream: BinaryIO, *names: str) -> Iterator[_Element]:
    """The elements of these names (`{*}row` for any namespace) one after the other, under the same limits.

    Each is emptied once the next is asked for, so that a long document needs no more memory than a short one. Raises
    lxml's XMLSyntaxError.
    """
    from lxml import etree  # as above

    events = etree.iterparse(
        stream,
        events=("end",),
        tag=names,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    for _event, element in events:
        yield element
        element.clear()
        while (before := element.getprevious()) is not None and (parent := element.getparent()) is not None:
            parent.remove(before)
