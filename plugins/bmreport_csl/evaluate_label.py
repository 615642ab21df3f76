"""`cs:label` outside names: the term for a number, page or locator, in singular or plural."""

from __future__ import annotations

from bmreport_csl.context import Context
from bmreport_csl.fields import style_language
from bmreport_csl.numbers import is_plural
from bmreport_csl.output import Output, Tag, wrapper
from bmreport_csl.scope import Render, Scope
from bmreport_csl.style_nodes import Label


def compile_label(node: Label, scope: Scope) -> Render:
    """The label of a variable prints only beside a value; it never counts as a value itself."""
    if node.variable == "locator":
        return _locator_label(node, scope)
    name, plural = node.variable, node.plural
    pair = (label_output(node, scope, name, plural=False), label_output(node, scope, name, plural=True))
    counts_things = name.startswith("number-of-")

    def label(context: Context) -> Output:
        value = context.variables.get(name)
        if not value:
            value = _cite_value(name, context)
        if not value:
            return ""
        many = is_plural(value) if not counts_things else value.strip() != "1"
        return pair[plural == "always" or (many and plural != "never")]

    return label


def _cite_value(name: str, context: Context) -> str:
    """Numbers that belong to the cite, not to the item."""
    if name == "citation-number":
        return str(context.number)
    if name == "first-reference-note-number" and context.cite is not None and context.cite.first_note:
        return str(context.cite.first_note)
    return ""


def _locator_label(node: Label, scope: Scope) -> Render:
    plural = node.plural
    known: dict[tuple[str, bool], Output] = {}

    def label(context: Context) -> Output:
        cite = context.cite
        if cite is None or not cite.locator:
            return ""
        key = (cite.label or "page", plural == "always" or (plural != "never" and is_plural(cite.locator)))
        output = known.get(key)
        if output is None:
            output = known[key] = label_output(node, scope, *key)
        return output

    return label


def label_output(node: Label, scope: Scope, term: str, plural: bool) -> Output:
    """The finished label; empty where the locale has no such term."""
    look = node.look
    raw = scope.locale.term(term, node.form, plural) or ""
    strip = look.strip_periods or scope.strip_periods
    content = scope.fields.read(raw, look.text_case, style_language(look.text_case, ""), strip_periods=strip)
    if not content:
        return ""
    wrap = wrapper(look, tag=None if scope.area == "bibliography" else Tag("label"))
    return wrap(content) if wrap is not None else content
