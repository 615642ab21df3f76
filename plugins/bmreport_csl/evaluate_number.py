"""`cs:number`: numeric, ordinal, long-ordinal or roman."""

from __future__ import annotations

from bmreport_csl.context import Context
from bmreport_csl.evaluate_text import compile_text, joined_range
from bmreport_csl.fields import style_language
from bmreport_csl.numbers import render_number
from bmreport_csl.output import Output, wrapper
from bmreport_csl.scope import Render, Scope
from bmreport_csl.style_nodes import Number, Text
from bmreport_csl.text_case import change_case


def compile_number(node: Number, scope: Scope) -> Render:
    """Variables of the cite and plain pages print as text does; all others in the form asked for."""
    name, form, look = node.variable, node.form, node.look
    if name in {"citation-number", "first-reference-note-number", "page", "page-first", "year-suffix"} or (
        name == "locator" and form == "numeric"
    ):
        return compile_text(Text(look, variable=name), scope, lambda nodes, inner: lambda context: "")  # noqa: ARG005
    locale = scope.locale
    wrap = wrapper(look)
    case, strip = look.text_case, scope.strip_periods or look.strip_periods
    gender = locale.gender(name)
    delimiter = locale.term("page-range-delimiter") or "–"

    def number(context: Context) -> Output:
        context.called = True
        value = (context.cite.locator if context.cite else "") if name == "locator" else context.variables.get(name)
        if not value or (context.used is not None and name in context.used):
            return ""
        context.found = True
        text = joined_range(value, render_number(value, form, locale, gender), delimiter)
        if strip:
            text = text.replace(".", "")
        output: Output = change_case(text, case, style_language(case, locale.lang)) if case else text
        return wrap(output) if wrap is not None and output else output

    return number
