"""Marked text read back into rich text, with links and pointers in their places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.richtext import Effect, Link, Node, RefLink, RichText, Styled, Text, joined
from bmreport.richtext.lines import in_lines, trimmed
from bmreport.richtext.pointers import pointer
from bmreport_plugins.csl_engines.citeproc_parts.marks import Mark, unescape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_MARK = re.compile("([\U0010f800-\U0010f8fe])")
_STYLE_EFFECTS = {
    Mark.ITALIC: Effect.ITALIC,
    Mark.BOLD: Effect.BOLD,
    Mark.SUPERSCRIPT: Effect.SUPERSCRIPT,
    Mark.SUBSCRIPT: Effect.SUBSCRIPT,
    Mark.SMALL_CAPS: Effect.SMALL_CAPS,
    Mark.UNDERLINE: Effect.UNDERLINE,
    Mark.NORMAL: Effect.NORMAL,
    Mark.BLOCK: Effect.BLOCK,
    Mark.INDENT: Effect.INDENT,
}
_FIELD_EFFECTS = {Mark.FIELD_ITALIC: Effect.ITALIC, Mark.FIELD_BOLD: Effect.BOLD}
_LINKS = frozenset({Mark.DOI, Mark.URL, Mark.PMID, Mark.PMCID})
# What belongs to the link although the style prints it before the variable.
_LEADS = {
    Mark.DOI: re.compile(r"(?:https?://(?:dx\.)?doi\.org/|\bdoi:\s?)$", re.IGNORECASE),
    Mark.PMID: re.compile(r"\bPMID:\s?$", re.IGNORECASE),
    Mark.PMCID: re.compile(r"\bPMCID:\s?$", re.IGNORECASE),
}


@dataclass(frozen=True)
class CiteTarget:
    """What the next cite mark stands for: the id of its item, and the addresses its variables link to."""

    reference_id: str
    links: Mapping[Mark, str]


@dataclass
class _Frame:
    """Something opened and not yet closed."""

    mark: str
    nodes: list[Node] = field(default_factory=list)
    effect: Effect | None = None
    target: CiteTarget | None = None
    has_number: bool = False


def read_marked(text: str, links: Mapping[Mark, str], targets: list[CiteTarget] | None = None) -> RichText:
    """The rich text that `text` stands for.

    `links` are the addresses of an entry; in a cluster each cite has its own, and `targets` names them in the order of
    the marks. A cite with a number points by its number, any other as a whole. Marks without a partner are forgiven.
    """
    reader = _Reader(links, iter(targets or ()))
    for piece in _MARK.split(text):
        if not piece:
            continue
        if not _MARK.fullmatch(piece):
            reader.add_text(piece)
        elif piece == Mark.CLOSE:
            reader.close()
        elif piece < Mark.CLOSE:
            reader.open(piece)
    return reader.finish()


class _Reader:
    def __init__(self, links: Mapping[Mark, str], targets: Iterator[CiteTarget]) -> None:
        self._stack = [_Frame("", target=CiteTarget("", links))]
        self._targets = targets
        self._closers: dict[str, Callable[[_Frame], list[Node]]] = {Mark.CITE: self._cite, Mark.NUMBER: self._number}

    def add_text(self, text: str) -> None:
        nodes = self._stack[-1].nodes
        literal = unescape(text)
        if nodes and isinstance(nodes[-1], Text):
            nodes[-1] = Text(nodes[-1].text + literal)
        elif literal:
            nodes.append(Text(literal))

    def open(self, mark: str) -> None:
        frame = _Frame(mark, target=self._stack[-1].target)
        if mark == Mark.CITE:
            frame.target = next(self._targets, None) or frame.target
        elif mark in _FIELD_EFFECTS:
            effect = _FIELD_EFFECTS[mark]  # type: ignore[index]  # membership was just tested
            frame.effect = Effect.NORMAL if self._under(effect) else effect
        elif mark in _STYLE_EFFECTS:
            effect = _STYLE_EFFECTS[mark]  # type: ignore[index]  # as above
            redundant = effect is Effect.NORMAL and not (self._under(Effect.ITALIC) or self._under(Effect.BOLD))
            frame.effect = None if redundant else effect
        self._stack.append(frame)

    def close(self) -> None:
        if len(self._stack) == 1:
            return
        frame = self._stack.pop()
        for node in self._closed(frame):
            self._append(node)

    def finish(self) -> RichText:
        while len(self._stack) > 1:
            self.close()
        return in_lines(trimmed(joined([tuple(self._stack[0].nodes)])))

    def _closed(self, frame: _Frame) -> list[Node]:
        if not frame.nodes:
            return []
        if frame.mark in self._closers:
            return self._closers[frame.mark](frame)
        if frame.mark in _LINKS:
            return self._link(frame)
        if frame.effect is not None:
            return [Styled(frame.effect, tuple(frame.nodes))]
        return frame.nodes

    def _number(self, frame: _Frame) -> list[Node]:
        cite = next((opened for opened in reversed(self._stack) if opened.mark == Mark.CITE), None)
        if cite is None or cite.target is None:
            return frame.nodes
        cite.has_number = True
        return [RefLink(cite.target.reference_id, tuple(frame.nodes))]

    def _cite(self, frame: _Frame) -> list[Node]:
        """A pointer as a whole. It ends where a link begins, since no format has links within links."""
        if frame.has_number or frame.target is None:
            return frame.nodes
        return list(pointer(frame.target.reference_id, tuple(frame.nodes)))

    def _link(self, frame: _Frame) -> list[Node]:
        mark = Mark(frame.mark)
        href = frame.target.links.get(mark) if frame.target else None
        if not href:
            return frame.nodes
        children = list(frame.nodes)
        before = self._stack[-1].nodes
        last = before[-1] if before and mark in _LEADS else None
        if isinstance(last, Text) and (lead := _LEADS[mark].search(last.text)):
            before[-1:] = [Text(last.text[: lead.start()])] if lead.start() else []
            children.insert(0, Text(lead[0]))
        return [Link(href, joined([tuple(children)]))]

    def _append(self, node: Node) -> None:
        nodes = self._stack[-1].nodes
        if isinstance(node, Text) and nodes and isinstance(nodes[-1], Text):
            nodes[-1] = Text(nodes[-1].text + node.text)
        else:
            nodes.append(node)

    def _under(self, effect: Effect) -> bool:
        """Whether the effect holds here; NORMAL ends it."""
        holds = False
        for frame in self._stack:
            holds = frame.effect is not Effect.NORMAL and (holds or frame.effect is effect)
        return holds
