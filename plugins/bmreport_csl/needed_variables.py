"""Which variables of an item a part of a style needs to print at all, told from the style alone.

This only spares evaluation: a group of which no variable is filled is silent anyway (CSL 1.0.2, "Group").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from bmreport_csl.style_nodes import Choose, Date, Group, Label, Names, Node, Number, Text

Needs: TypeAlias = "frozenset[str] | None"
"""One of these must be filled; None where nothing can be said."""

_OF_CITES = frozenset({"citation-label", "citation-number", "first-reference-note-number", "locator", "year-suffix"})


class NeededVariables:
    """Answers for one style; macros are looked at once."""

    def __init__(self, macros: Mapping[str, tuple[Node, ...]]) -> None:
        self._macros = macros
        self._known: dict[str, Needs] = {}

    def of_group(self, children: tuple[Node, ...]) -> Needs:
        """For the children of a group or a macro, whose terms and labels are silent without a variable."""
        found: set[str] = set()
        for child in children:
            if isinstance(child, Label) or (isinstance(child, Text) and not child.variable and not child.macro):
                continue
            needs = self._of(child)
            if needs is None:
                return None
            found |= needs
        return frozenset(found) or None

    def of_macro(self, name: str) -> Needs:
        """For a macro, which is a group."""
        if name not in self._known:
            self._known[name] = self.of_group(self._macros.get(name, ()))
        return self._known[name]

    def _of(self, node: Node) -> Needs:
        match node:
            case Text(variable=variable) if variable:
                if variable in _OF_CITES:
                    return None
                return frozenset((variable, f"{variable}-short", "page" if variable == "page-first" else variable))
            case Text(macro=macro) if macro:
                return self.of_macro(macro)
            case Number(variable=variable) | Date(variable=variable):
                return None if variable in _OF_CITES else frozenset((variable,))
            case Group():
                return self.of_group(node.children)
            case Names():
                return self._of_names(node)
            case Choose():
                return self._of_choose(node)
        return None

    def _of_names(self, node: Names) -> Needs:
        found = set(node.variables)
        for child in node.substitute:
            needs = self._of(child)
            if needs is None:
                return None
            found |= needs
        return frozenset(found)

    def _of_choose(self, node: Choose) -> Needs:
        """Any branch may be taken; a branch that prints without a variable leaves nothing to be said."""
        found: set[str] = set()
        for branch in node.branches:
            needs = self.of_group(branch.children)
            if needs is None:
                if branch.children:
                    return None
                continue
            found |= needs
        return frozenset(found)
