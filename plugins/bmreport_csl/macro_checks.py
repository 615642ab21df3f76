"""Macros that are undefined, call themselves, or call each other too often or too deep are faults of a style."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bmreport_csl.errors import StyleError
from bmreport_csl.style_nodes import Choose, Group, Names, Node, ParsedStyle, Text
from bmreport_csl.xml_reading import CSL, line_of

if TYPE_CHECKING:
    from lxml import etree

_MAX_CALLS = 1_000_000
"""Beyond this a style was made to keep the reader waiting; the largest of the published ones reach 87,000."""
_MAX_DEPTH = 100
"""Elements inside each other, macros written out. Rendering walks them by recursion; published styles stay below 50."""


def check_macros(style: ParsedStyle, root: etree._Element, name: str) -> None:
    """Raises StyleError, with the line of the macro, for what could not be rendered; styles come from anywhere."""
    checks = _Checks(style, root, name)
    for area in filter(None, (style.citation, style.bibliography)):
        for macro in (key.macro for key in area.sort if key.macro):
            checks.walk(macro)
        checks.layout(area.layout.children)


class _Checks:
    """What is known of the macros that were walked so far."""

    def __init__(self, style: ParsedStyle, root: etree._Element, name: str) -> None:
        self.root = root
        self.name = name
        self.leaves = {macro: list(_leaves(nodes)) for macro, nodes in style.macros.items()}
        self.calls = {macro: [called for called, _ in leaves if called] for macro, leaves in self.leaves.items()}
        self.costs: dict[str, int] = {}
        self.depths: dict[str, int] = {}

    def layout(self, nodes: tuple[Node, ...]) -> None:
        """The macros that a layout calls, and how deep it is with them."""
        for macro, depth in _leaves(nodes):
            if macro:
                self.walk(macro)
            if depth + self.depths.get(macro, 0) > _MAX_DEPTH:
                where = f"through the call of macro {macro!r} " if macro else ""
                line = self._call_line(macro) if macro else None
                raise StyleError(f"elements are {where}nested deeper than {_MAX_DEPTH}", line=line, name=self.name)

    def walk(self, root: str) -> None:
        """Everything that one call of `root` leads to in the end, without recursion."""
        stack: list[tuple[str, int]] = [(root, 0)]
        path: dict[str, None] = {}
        while stack:
            macro, index = stack.pop()
            if index == 0:
                if macro in path:
                    raise self._error(macro, "calls itself")
                if macro not in self.calls:
                    raise StyleError(f"macro {macro!r} is not defined", line=self._call_line(macro), name=self.name)
                if macro in self.costs:
                    continue
                path[macro] = None
            if index < len(self.calls[macro]):
                stack.append((macro, index + 1))
                stack.append((self.calls[macro][index], 0))
                continue
            del path[macro]
            self._settle(macro)

    def _settle(self, macro: str) -> None:
        """Cost and depth of a macro of which all that it calls is known."""
        self.costs[macro] = 1 + sum(self.costs[called] for called in self.calls[macro])
        if self.costs[macro] > _MAX_CALLS:
            raise self._error(macro, f"leads to more than {_MAX_CALLS} calls of macros")
        self.depths[macro] = 1 + max(
            (depth + self.depths.get(called, 0) for called, depth in self.leaves[macro]), default=0
        )
        if self.depths[macro] > _MAX_DEPTH:
            raise self._error(macro, f"leads to elements nested deeper than {_MAX_DEPTH}")

    def _error(self, macro: str, words: str) -> StyleError:
        line = next((line_of(e) for e in self.root.findall(f"{CSL}macro") if e.get("name") == macro), None)
        return StyleError(f"macro {macro!r} {words}", line=line, name=self.name)

    def _call_line(self, macro: str) -> int | None:
        return next((line_of(e) for e in self.root.iter() if e.get("macro") == macro), None)


def _leaves(nodes: tuple[Node, ...]) -> Iterator[tuple[str, int]]:
    """The innermost elements: the macro that each one calls, if any, and how many elements stand around it."""
    stack = [(node, 0) for node in nodes]
    while stack:
        node, depth = stack.pop()
        children: list[Node] = []
        match node:
            case Group():
                children.extend(node.children)
            case Names():
                children.extend(node.substitute)
            case Choose():
                children.extend(child for branch in node.branches for child in branch.children)
        if children:
            stack.extend((child, depth + 1) for child in children)
        else:
            yield node.macro if isinstance(node, Text) else "", depth
