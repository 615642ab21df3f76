"""`cs:names`: name variables with labels, the editor-translator merge, and `cs:substitute`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bmreport_csl.context import Context
from bmreport_csl.evaluate_label import label_output
from bmreport_csl.item_names import Name
from bmreport_csl.name_list import NameList
from bmreport_csl.name_options import read_options
from bmreport_csl.name_sets import NameSet
from bmreport_csl.output import Output, Span, Tag, join, wrapper
from bmreport_csl.scope import Render, Scope
from bmreport_csl.style_nodes import PLAIN, Label, Names, Node, Text

CompileNode = Callable[[Node, Scope], Render]
_LIST_TAG = Tag("name-list")
NO_NAMES: tuple[Name, ...] = ()


def compile_names(node: Names, scope: Scope, compile_node: CompileNode) -> Render:
    """Render the variables that have names; where none has, try the substitutes in order."""
    node = _inherited(node, scope)
    writer = _NamesWriter(node, scope)
    inner = scope.narrowed(parent_names=node, delimiter="", is_top=False, first_only=True)
    substitutes = tuple((compile_node(child, inner), _is_term(child)) for child in node.substitute)
    look = node.look if scope.is_top or not node.look.display else replace(node.look, display="")
    wrap = wrapper(look)
    names_tag = Tag("names")

    def names(context: Context) -> Output:
        context.called = True
        output = writer.render(context)
        if output:
            output = wrap(output) if wrap is not None else output
        elif substitutes:
            output = _substituted(substitutes, context)  # has a look of its own
        if not output:
            return ""
        context.found = True
        return Span([output], tag=names_tag)

    return names


def _is_term(node: Node) -> bool:
    return isinstance(node, Text) and bool(node.term)


def _inherited(node: Names, scope: Scope) -> Names:
    """In `substitute`, a names element takes over the children it lacks (CSL 1.0.2, "Substitute")."""
    parent = scope.parent_names
    if parent is None:
        return node
    bare = node.name is None and node.et_al is None and node.label is None
    return replace(
        node,
        name=node.name or parent.name,
        et_al=node.et_al or parent.et_al,
        label=parent.label if bare else node.label,
        label_first=parent.label_first if bare else node.label_first,
        delimiter=node.delimiter if node.delimiter is not None else parent.delimiter,
        look=parent.look if node.look == PLAIN else node.look,
    )


def _substituted(substitutes: tuple[tuple[Render, bool], ...], context: Context) -> Output:
    """The first substitute that prints, or is a term; its variables stay silent in the rest of the cite."""
    outer = context.recording
    if context.used is None:
        context.used = set()
    context.recording = True
    output: Output = ""
    for render, is_term in substitutes:
        output = render(context)
        if output or is_term:
            break
    context.recording = outer
    return output


class _NamesWriter:
    """The variables of one names element."""

    def __init__(self, node: Names, scope: Scope) -> None:
        self.variables = node.variables
        self.options = read_options(node.name, node.et_al, scope)
        self.list = NameList(self.options, scope)
        self.sorting = scope.sorting
        self.delimiter = node.delimiter if node.delimiter is not None else scope.name_options.get("names-delimiter", "")
        self.label = node.label if not scope.sorting else None
        self.label_first = node.label_first
        self.scope = scope
        self.labels: dict[tuple[str, bool], Output] = {}
        self.merged_term = ""
        if set(node.variables) == {"editor", "translator"} and scope.locale.term(
            "editortranslator", self._label_form()
        ):
            self.merged_term = "editortranslator"
        self.tag_lists = scope.area == "bibliography" and "subsequent-author-substitute" in scope.options
        self.counts_only = self.options.form == "count"

    def _label_form(self) -> str:
        return self.label.form if self.label is not None else "long"

    def render(self, context: Context) -> Output:
        """All variables that have names, or nothing."""
        found: list[tuple[str, tuple[Name, ...]]] = []
        names = context.names
        for variable in self.variables:
            persons = names.get(variable, NO_NAMES)
            if persons and (context.used is None or variable not in context.used):
                found.append((variable, persons))
                if context.recording and context.used is not None:
                    context.used.add(variable)
        if not found:
            return ""
        if self.counts_only:
            return self._count(found, context)
        if self.merged_term and len(found) == 2 and found[0][1] == found[1][1]:
            found = [(self.merged_term, found[0][1])]
        parts = [output for term, persons in found if (output := self._one(term, persons, context))]
        return join(parts, self.delimiter)

    def _one(self, term: str, persons: tuple[Name, ...], context: Context) -> Output:
        index = context.name_index
        context.name_index = index + 1
        shown = self._shown(len(persons), context)
        levels: tuple[int, ...] = ()
        hints = context.hints
        if hints.counts and index < len(hints.counts):
            shown = max(shown, min(hints.counts[index], len(persons)))
        if hints.levels and index < len(hints.levels):
            levels = hints.levels[index]
        if context.name_log is not None:
            context.name_log.append(NameSet(persons, shown, self.options))
        output = self.list.render(persons, shown, levels, more=term == "author" and context.item.truncated)
        if output and self.tag_lists:
            output = Span([output], tag=_LIST_TAG)
        if not output or self.label is None:
            return output
        label = self._label(self.label, term, len(persons) > 1)
        if not label:
            return output
        return join([label, output] if self.label_first else [output, label])

    def _label(self, node: Label, term: str, many: bool) -> Output:
        plural = node.plural == "always" or (many and node.plural != "never")
        key = (term, plural)
        output = self.labels.get(key)
        if output is None:
            output = self.labels[key] = label_output(node, self.scope, term, plural)
        return output

    def _shown(self, count: int, context: Context) -> int:
        cite = context.cite
        if cite is not None and cite.position != "first":
            return self.options.subsequent.shown(count)
        return self.options.truncation.shown(count)

    def _count(self, found: list[tuple[str, tuple[Name, ...]]], context: Context) -> Output:
        total = sum(self._shown(len(persons), context) for _, persons in found)
        return f"{total:05}" if self.sorting else str(total)
