"""`cs:date`: in the style's own order of parts, or in a layout of the locale."""

from __future__ import annotations

from dataclasses import replace

from bmreport_csl.context import Context
from bmreport_csl.date_keys import ALL_PARTS, date_key
from bmreport_csl.date_writer import DateWriter
from bmreport_csl.output import Output, wrapper
from bmreport_csl.scope import Render, Scope
from bmreport_csl.style_nodes import Date, DatePart, Look

_SHOWN = {"year": frozenset({"year"}), "year-month": frozenset({"year", "month"})}


def compile_date(node: Date, scope: Scope) -> Render:
    """A date in a sort key prints digits that sort; everywhere else what its parts say."""
    if scope.sorting:
        return _sort_date(node)
    name = node.variable
    parts, delimiter = _layout(node, scope)
    # A year suffix that the style does not place itself follows the first year that prints ("Disambiguation").
    writer = DateWriter(parts, delimiter, scope, takes_suffix=not scope.explicit_suffix)
    look = node.look if scope.is_top or not node.look.display else replace(node.look, display="")
    wrap = wrapper(look)
    volatile = name == "accessed"

    def date(context: Context) -> Output:
        context.called = True
        value = context.dates.get(name)
        if value is None or (volatile and context.comparing):
            return ""
        if context.used is not None:
            if name in context.used:
                return ""
            if context.recording:
                context.used.add(name)
        output = writer.write(value, context)
        if not output:
            return ""
        context.found = True
        return wrap(output) if wrap is not None else output

    return date


def _layout(node: Date, scope: Scope) -> tuple[list[DatePart], str]:
    """A localized form takes parts and affixes from the locale; the style overrides the rest (CSL 1.0.2, "Date")."""
    if not node.form:
        return list(node.parts), node.delimiter
    form = scope.locale.date_form(node.form)
    if form is None:
        scope.warnings.append(f"the locale {scope.locale.lang} has no date form {node.form!r}")
        return list(node.parts), node.delimiter
    own = {part.name: part for part in node.parts}
    shown = _SHOWN.get(node.date_parts, ALL_PARTS)
    parts = [_merged(part, own.get(part.name)) for part in form.parts if part.name in shown]
    return parts, form.delimiter or node.delimiter


def _merged(part: DatePart, own: DatePart | None) -> DatePart:
    if own is None:
        return part
    theirs, ours = part.look, own.look
    look = Look(
        formatting=ours.formatting or theirs.formatting,
        prefix=theirs.prefix,
        suffix=theirs.suffix,
        text_case=ours.text_case or theirs.text_case,
        strip_periods=ours.strip_periods or theirs.strip_periods,
    )
    return DatePart(look, part.name, own.form or part.form, own.range_delimiter or part.range_delimiter)


def _sort_date(node: Date) -> Render:
    """In a macro only the parts count that the date element names."""
    shown = _SHOWN.get(node.date_parts, ALL_PARTS) if node.form else frozenset(part.name for part in node.parts)

    def key(context: Context) -> Output:
        context.called = True
        value = context.dates.get(node.variable)
        if value is None:
            return ""
        context.found = True
        return date_key(value, shown)

    return key
