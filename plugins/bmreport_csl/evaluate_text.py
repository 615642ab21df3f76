"""`cs:text`: a variable, a macro, a term or a fixed value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bmreport_csl.citation_labels import citation_label
from bmreport_csl.context import Context
from bmreport_csl.evaluate_group import conditional
from bmreport_csl.fields import style_language
from bmreport_csl.links import LINKED, link_target
from bmreport_csl.numbers import tidy_number
from bmreport_csl.output import Output, Span, Tag, TagKind, Wrap, first_text, wrapper
from bmreport_csl.page_ranges import page_range
from bmreport_csl.scope import Render, Scope
from bmreport_csl.scripts import is_romanesque
from bmreport_csl.style_nodes import Look, Node, Text

CompileSequence = Callable[[tuple[Node, ...], Scope], Render]
NUMBER_VARIABLES = frozenset({
    "chapter-number", "collection-number", "edition", "issue", "number", "number-of-pages", "number-of-volumes", "part",
    "part-number", "printing-number", "section", "supplement-number", "version", "volume",
})  # fmt: skip
_TERM_TAG = Tag("term")
_SHORT = {"title": "title-short", "container-title": "container-title-short"}


def compile_text(node: Text, scope: Scope, compile_sequence: CompileSequence) -> Render:
    """Choose the closure by what the text prints."""
    if node.macro:
        return _macro(node, scope, compile_sequence)
    if node.variable:
        return _variable(node, scope)
    return _fixed(node, scope)


def _macro(node: Text, scope: Scope, compile_sequence: CompileSequence) -> Render:
    """A macro call behaves like a group; macros are compiled once for each kind of surroundings.

    Text case on the call itself has no effect, as in citeproc-js: it belongs to the elements that print.
    """
    inner = scope.narrowed(
        strip_periods=scope.strip_periods or node.look.strip_periods,
        parent_names=None,
        delimiter="",
        is_top=False,
        first_only=False,
    )
    key = (node.macro, *inner.macro_key)
    body = inner.macros.get(key)
    if body is None:
        children = scope.style.macros.get(node.macro, ())
        body = inner.macros[key] = conditional(
            (compile_sequence(children, inner),), "", inner, needs=inner.needs.of_macro(node.macro)
        )
    wrap = _text_wrap(node.look, scope)
    if wrap is None:
        return body
    call, around = body, wrap

    def macro(context: Context) -> Output:
        output = call(context)
        return around(output) if output else ""

    return macro


def _fixed(node: Text, scope: Scope) -> Render:
    """A term or a value never changes, so it is rendered once, at compile time."""
    look = node.look
    raw = node.value if not node.term else term_text(node, scope)
    if not raw:
        return lambda context: ""  # noqa: ARG005
    strip = scope.strip_periods or look.strip_periods
    language = style_language(look.text_case, scope.locale.lang)
    content = scope.fields.read(raw, look.text_case, language, strip_periods=strip)
    wrap = _text_wrap(look, scope)
    output = wrap(content) if wrap is not None and content else content
    if (
        node.term
        and scope.area == "citation"
        and scope.style.is_note
        and not look.text_case
        and first_text(output)[:1].islower()
    ):
        output = Span([output], tag=_TERM_TAG)
    return lambda context: output  # noqa: ARG005


def term_text(node: Text, scope: Scope) -> str:
    """The term of a text element, with a warning where the locale has none."""
    found = scope.locale.term(node.term, node.form, node.plural)
    if found is None:
        scope.warnings.append(f"the locale {scope.locale.lang} has no term {node.term!r}")
        return ""
    return found


def _text_wrap(look: Look, scope: Scope, tag: Tag | None = None) -> Wrap | None:
    if look.display and not scope.is_top:
        look = replace(look, display="")
    return wrapper(look, tag=tag)


def _variable(node: Text, scope: Scope) -> Render:
    special = _SPECIAL.get(node.variable)
    if special is not None:
        return special(node, scope)
    if node.variable in {"page", "page-first"}:
        return _page(node, scope)
    if node.variable in NUMBER_VARIABLES:
        return _plain_variable(node, scope, _number_writer(scope))
    return _plain_variable(node, scope, None)


def _number_writer(scope: Scope) -> Callable[[str], str]:
    """Numbers with tidy separators; a hyphen between two of them becomes what joins pages, as in citeproc-js."""
    delimiter = scope.locale.term("page-range-delimiter") or "–"
    if delimiter == "–":
        return tidy_number
    return lambda value: joined_range(value, tidy_number(value), delimiter)


def joined_range(value: str, text: str, delimiter: str) -> str:
    """The tidy text of a number with its ranges joined by the delimiter, where they were written with a hyphen."""
    return text.replace("–", delimiter) if "-" in value else text


def _plain_variable(node: Text, scope: Scope, tidy: Callable[[str], str] | None) -> Render:
    """A string variable; the short form falls back to the long one (CSL 1.0.2, "Text")."""
    name = node.variable
    short = _SHORT.get(name, f"{name}-short") if node.form == "short" else ""
    look = node.look
    case, strip = look.text_case, scope.strip_periods or look.strip_periods
    read = scope.fields.read
    wrap = _text_wrap(look, scope)
    # Scripts without italics are left upright, as citeproc-js does.
    italic = look.formatting.font_style == "italic"
    upright = _text_wrap(replace(look, formatting=replace(look.formatting, font_style="")), scope) if italic else None

    linked = name in LINKED and not scope.sorting

    def variable(context: Context) -> Output:
        context.called = True
        variables = context.variables
        value = variables.get(short) or variables.get(name) if short else variables.get(name)
        if not value:
            return ""
        if context.used is not None:
            if name in context.used:
                return ""
            if context.recording:
                context.used.add(name)
        context.found = True
        if tidy is not None:
            value = tidy(value)
        output = read(value, case, context.item.language, strip_periods=strip)
        if linked and (target := link_target(name, value)):
            output = Span([output], tag=Tag("link", target))
        if italic and not is_romanesque(value):
            return upright(output) if upright is not None else output
        return wrap(output) if wrap is not None and output else output

    return variable


def _page(node: Text, scope: Scope) -> Render:
    form = scope.style.options.get("page-range-format", "")
    delimiter = scope.locale.term("page-range-delimiter") or "–"
    first_only = node.variable == "page-first"
    wrap = _text_wrap(node.look, scope)
    strip = scope.strip_periods or node.look.strip_periods
    case, read = node.look.text_case, scope.fields.read

    def page(context: Context) -> Output:
        context.called = True
        value = context.variables.get("page-first" if first_only else "page") or context.variables.get("page")
        if not value or (context.used is not None and node.variable in context.used):
            return ""
        context.found = True
        text = first_page(value) if first_only else page_range(value, form, delimiter)
        output = read(text, case, strip_periods=strip)
        return wrap(output) if wrap is not None and output else output

    return page


def first_page(text: str) -> str:
    """The first page of a range or list."""
    for index, char in enumerate(text):
        if char in "-–—,&; ":
            return text[:index].strip()
    return text


def _locator(node: Text, scope: Scope) -> Render:
    form = scope.style.options.get("page-range-format", "")
    delimiter = scope.locale.term("page-range-delimiter") or "–"
    ampersand = scope.locale.and_sign
    wrap = _text_wrap(node.look, scope, Tag("locator"))
    strip = scope.strip_periods or node.look.strip_periods
    case, read = node.look.text_case, scope.fields.read

    def locator(context: Context) -> Output:
        context.called = True
        cite = context.cite
        if cite is None or not cite.locator:
            return ""
        context.found = True
        if cite.label == "page":
            text = page_range(cite.locator, form, delimiter)
            if ampersand != "&":
                text = text.replace(" & ", f" {ampersand} ")
        else:
            text = joined_range(cite.locator, tidy_number(cite.locator, ampersand), delimiter)
        output = read(text, case, strip_periods=strip)
        return wrap(output) if wrap is not None and output else output

    return locator


def _citation_number(node: Text, scope: Scope) -> Render:
    wrap = _text_wrap(node.look, scope)
    sorting = scope.sorting

    def number(context: Context) -> Output:
        context.called = True
        if not context.number:
            return ""
        context.found = True
        if sorting:
            return f"{context.number:07}"
        output: Output = Span([str(context.number)], tag=Tag("citation-number", context.number))
        return wrap(output) if wrap is not None else output

    return number


def _cite_text(kind: TagKind, read: Callable[[Context], str]) -> Callable[[Text, Scope], Render]:
    def compile_it(node: Text, scope: Scope) -> Render:
        wrap = _text_wrap(node.look, scope, Tag(kind))

        def render(context: Context) -> Output:
            text = read(context)
            if kind != "year-suffix":
                context.called = True
            if not text:
                return ""
            context.found = True
            return wrap(text) if wrap is not None else text

        return render

    return compile_it


def _citation_label(node: Text, scope: Scope) -> Render:
    """The label takes the year suffix, so that no date prints it again."""
    wrap = _text_wrap(node.look, scope)

    def label(context: Context) -> Output:
        context.called = True
        text = citation_label(context.item)
        if not text:
            return ""
        context.found = True
        suffix = _read_year_suffix(context)
        output: Output = Span([text, Span([suffix], tag=Tag("year-suffix", suffix))]) if suffix else text
        return wrap(output) if wrap is not None else output

    return label


def _read_year_suffix(context: Context) -> str:
    if context.year_suffix:
        context.year_suffix_done = True
    return context.year_suffix


def _read_first_note(context: Context) -> str:
    cite = context.cite
    return str(cite.first_note) if cite is not None and cite.first_note and cite.position != "first" else ""


_SPECIAL: dict[str, Callable[[Text, Scope], Render]] = {
    "locator": _locator,
    "citation-label": _citation_label,
    "citation-number": _citation_number,
    "year-suffix": _cite_text("year-suffix", _read_year_suffix),
    "first-reference-note-number": _cite_text("cite", _read_first_note),
}
