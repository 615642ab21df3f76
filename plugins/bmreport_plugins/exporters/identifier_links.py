"""DOI, PMID, PMCID and URL of a reference as live links, where its style prints them and where it does not."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bmreport.identifiers import doi_url, is_doi, is_pmid, pmcid_url, pmid_url
from bmreport.richtext import Link, Node, RichText, Styled, Text
from bmreport.richtext.html import safe_href

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport.models import Reference


@dataclass(frozen=True)
class IdentifierLink:
    """Where a reference can be looked up: what to call it and the address."""

    label: str
    href: str
    bare: str
    """The identifier alone, which is part of every way in which a style may print it."""
    pattern: str
    """A regular expression for these ways."""


def identifier_links(reference: Reference) -> tuple[IdentifierLink, ...]:
    """The addresses of a reference, the most lasting first."""
    found: list[IdentifierLink] = []
    if reference.doi and is_doi(reference.doi):
        shown = rf"(?<![\w./])(?:https?://(?:dx\.)?doi\.org/)?{re.escape(reference.doi)}(?![\w/])"
        found.append(IdentifierLink("DOI", doi_url(reference.doi), reference.doi, shown))
    if reference.pmid and is_pmid(reference.pmid):
        shown = rf"\bPMID\s*:?\s*{reference.pmid}(?!\d)"
        found.append(IdentifierLink("PubMed", pmid_url(reference.pmid), reference.pmid, shown))
    if reference.pmcid and re.fullmatch(r"PMC\d+", reference.pmcid):
        shown = rf"\b{reference.pmcid}(?!\d)"
        found.append(IdentifierLink("PMC", pmcid_url(reference.pmcid), reference.pmcid, shown))
    url = reference.csl.get("URL")
    href = safe_href(url) if isinstance(url, str) else None
    if href is not None and href not in {link.href for link in found}:
        bare = str(url).strip()
        found.append(IdentifierLink("Web page", href, bare, rf"{re.escape(bare)}(?![\w/])"))
    return tuple(found)


def link_identifiers(body: RichText, links: tuple[IdentifierLink, ...]) -> tuple[RichText, tuple[IdentifierLink, ...]]:
    """The entry with the identifiers that it prints made live, and the links to those that it does not print.

    Text that is a link already stays as the style made it.
    """
    linked = _linked(body, links)
    live = {_bare(href) for href in _hrefs(linked)}
    return linked, tuple(link for link in links if _bare(link.href) not in live)


def _linked(rich: RichText, links: tuple[IdentifierLink, ...]) -> RichText:
    out: list[Node] = []
    for node in rich:
        if isinstance(node, Text):
            out.extend(_split(node.text, links))
        elif isinstance(node, Styled):
            out.append(replace(node, children=_linked(node.children, links)))
        else:
            out.append(node)
    return tuple(out)


def _split(text: str, links: tuple[IdentifierLink, ...]) -> Iterator[Node]:
    # Most text holds no identifier, or an engine has linked it; making a pattern for it costs more than this look.
    plain = text.casefold()
    links = tuple(link for link in links if link.bare.casefold() in plain)
    shown = "|".join(f"(?P<g{place}>{link.pattern})" for place, link in enumerate(links))
    position = 0
    for match in re.finditer(shown, text, re.IGNORECASE) if links else ():
        if match.start() > position:
            yield Text(text[position : match.start()])
        link = links[int(str(match.lastgroup)[1:])]
        yield Link(link.href, (Text(match[0]),))
        position = match.end()
    if position < len(text):
        yield Text(text[position:])


def _hrefs(rich: RichText) -> Iterator[str]:
    for node in rich:
        if isinstance(node, Link):
            yield node.href
        if not isinstance(node, Text):
            yield from _hrefs(node.children)


def _bare(href: str) -> str:
    """Addresses that lead to one place compare equal: scheme, `dx.`, case and a last slash do not matter."""
    return re.sub(r"^https?://(?:dx\.|www\.)?", "", href.strip().casefold()).rstrip("/")
