"""The one way in which XML from a file is parsed: nothing in it can name an entity, a file or an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import XMLParser

__all__ = ["safe_parser"]


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
