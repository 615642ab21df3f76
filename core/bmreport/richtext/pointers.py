"""Pointers and links side by side: no format has links within links."""

from __future__ import annotations

import re

from bmreport.richtext.nodes import Link, Node, RefLink, RichText, Styled, Text, joined

# What belongs to a link although the style prints it before the variable.
_LEAD = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|\bdoi:\s?|\bPMID:\s?|\bPMCID:\s?)$", re.IGNORECASE)


def pointer(reference_id: str, rich: RichText) -> RichText:
    """A cite as a pointer to its reference. It ends where a link begins; a cite that is all link loses that link."""
    first = next((place for place, node in enumerate(rich) if has_link(node)), len(rich))
    if first == 0:
        return (RefLink(reference_id, without_links(rich)),) if rich else ()
    return (RefLink(reference_id, rich[:first]), *rich[first:])


def has_link(node: Node) -> bool:
    """Whether a node is, or holds, a link."""
    return isinstance(node, Link) or (isinstance(node, Styled) and any(map(has_link, node.children)))


def without_links(rich: RichText) -> RichText:
    """The same text without its links."""
    parts: list[RichText] = []
    for node in rich:
        if isinstance(node, Link):
            parts.append(without_links(node.children))
        elif isinstance(node, Styled):
            parts.append((Styled(node.effect, without_links(node.children)),))
        else:
            parts.append((node,))
    return joined(parts)


def leads_taken(rich: RichText) -> RichText:
    """Links begin with what leads to them, such as `https://doi.org/` and `doi:`, where it stands just before them."""
    out: list[Node] = []
    for node in rich:
        if (
            isinstance(node, Link)
            and out
            and isinstance(before := out[-1], Text)
            and (lead := _LEAD.search(before.text))
        ):
            out[-1:] = [Text(before.text[: lead.start()])] if lead.start() else []
            out.append(Link(node.href, joined([(Text(lead[0]),), node.children])))
        else:
            out.append(node)
    return tuple(out)
