"""`cs:group`: children with a delimiter, silent when every variable called for in it is empty."""

from __future__ import annotations

from dataclasses import replace

from bmreport_csl.context import Context
from bmreport_csl.needed_variables import Needs
from bmreport_csl.output import Output, join, wrapper
from bmreport_csl.scope import CompileNodes, Render, Scope
from bmreport_csl.style_nodes import PLAIN, Group


def compile_group(node: Group, scope: Scope, compile_nodes: CompileNodes) -> Render:
    """A group is evaluated once; the counters then say whether it counts (CSL 1.0.2, "Group")."""
    children = compile_nodes(node.children, scope.narrowed(delimiter=node.delimiter, is_top=False, first_only=False))
    return conditional(children, node.delimiter, scope, node, scope.needs.of_group(node.children))


def conditional(
    children: tuple[Render, ...],
    delimiter: str,
    scope: Scope,
    node: Group | None = None,
    needs: Needs = None,
) -> Render:
    """The group rule around some closures."""
    look = node.look if node is not None else PLAIN
    wrap = wrapper(look if scope.is_top or not look.display else replace(look, display=""))

    def group(context: Context) -> Output:
        if needs is not None and needs.isdisjoint(context.item.present):
            context.called = True
            return ""
        called, found = context.called, context.found
        context.called = context.found = False
        parts = [output for child in children if (output := child(context))]
        if context.called and not context.found:
            context.found = found
            return ""
        if called:
            context.called = True
        if found or parts:
            context.found = True
        if not parts:
            return ""
        content = join(parts, delimiter)
        return wrap(content) if wrap is not None else content

    return group
