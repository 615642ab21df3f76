"""From nodes to closures. Everything a node says is settled here once, so that evaluation only reads variables."""

from __future__ import annotations

from bmreport_csl.context import Context
from bmreport_csl.evaluate_choose import compile_choose
from bmreport_csl.evaluate_date import compile_date
from bmreport_csl.evaluate_group import compile_group
from bmreport_csl.evaluate_label import compile_label
from bmreport_csl.evaluate_names import compile_names
from bmreport_csl.evaluate_number import compile_number
from bmreport_csl.evaluate_text import compile_text
from bmreport_csl.output import Output, join
from bmreport_csl.scope import Render, Scope
from bmreport_csl.style_nodes import Choose, Date, Group, Label, Names, Node, Number, Text


def compile_nodes(nodes: tuple[Node, ...], scope: Scope) -> tuple[Render, ...]:
    """The closures of some sibling nodes, in order."""
    return tuple(compile_node(node, scope) for node in nodes)


def compile_node(node: Node, scope: Scope) -> Render:
    """The closure of one node."""
    match node:
        case Text():
            return compile_text(node, scope, compile_sequence)
        case Group():
            return compile_group(node, scope, compile_nodes)
        case Choose():
            return compile_choose(node, scope, compile_nodes)
        case Names():
            return compile_names(node, scope, compile_node)
        case Date():
            return compile_date(node, scope)
        case Number():
            return compile_number(node, scope)
        case Label():
            return compile_label(node, scope)


def compile_sequence(nodes: tuple[Node, ...], scope: Scope, delimiter: str = "") -> Render:
    """One closure for some sibling nodes."""
    renders = compile_nodes(nodes, scope)
    if len(renders) == 1:
        return renders[0]

    def sequence(context: Context) -> Output:
        return join([output for render in renders if (output := render(context))], delimiter)

    return sequence
