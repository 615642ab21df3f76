"""What a CSL engine does to an entry at last: lines of their own for blocks, no white space at the ends."""

from __future__ import annotations

from dataclasses import replace

from bmreport.richtext.nodes import Effect, Node, RichText, Styled, Text, joined

_LINE_EFFECTS = frozenset({Effect.BLOCK, Effect.INDENT})


def in_lines(rich: RichText) -> RichText:
    """Where a style breaks lines, what follows a block gets a line of its own; the first line is just the text."""
    lines: list[list[Node]] = [[]]
    for node in rich:
        if isinstance(node, Styled) and node.effect in _LINE_EFFECTS:
            lines += [[node], []]
        elif lines[-1] or not isinstance(node, Text) or node.text.strip():
            lines[-1].append(node)
    first, *others = [line for line in lines if line] or [[]]
    if not others:
        return rich
    out = list(first[0].children) if _is_line(first) and isinstance(first[0], Styled) else first
    return (*out, *(line[0] if _is_line(line) else Styled(Effect.BLOCK, trimmed(tuple(line))) for line in others))


def trimmed(rich: RichText) -> RichText:
    """Without white space at either end, however deep it lies."""
    return _trim(_trim(rich, 0), -1)


def _is_line(nodes: list[Node]) -> bool:
    return isinstance(nodes[0], Styled) and nodes[0].effect in _LINE_EFFECTS


def _trim(rich: RichText, end: int) -> RichText:
    """Without white space at the start (0) or at the end (-1)."""
    nodes = list(rich)
    while nodes:
        node = nodes[end]
        if isinstance(node, Text):
            text = node.text.rstrip() if end else node.text.lstrip()
            kept: list[Node] = [Text(text)] if text else []
        else:
            children = _trim(node.children, end)
            kept = [replace(node, children=children)] if children else []
        if kept:
            nodes[end] = kept[0]
            break
        del nodes[end]
    return joined([tuple(nodes)])
