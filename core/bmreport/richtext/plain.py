"""Rich text as plain characters."""

from __future__ import annotations

from bmreport.richtext.nodes import Effect, Note, RichText, Styled, Text


def to_plain(rich: RichText) -> str:
    """Text without effects; a display block starts on a new line, a footnote shows as its number in brackets."""
    out: list[str] = []
    for node in rich:
        if isinstance(node, Text):
            out.append(node.text)
        elif isinstance(node, Note):
            out.append(f"[{node.number}]")
        elif isinstance(node, Styled) and node.effect in (Effect.BLOCK, Effect.INDENT):
            out.append("\n" + to_plain(node.children))
        else:
            out.append(to_plain(node.children))
    return "".join(out)
