"""A style compiled for one locale: the citation and bibliography areas as closures, with their options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bmreport_csl.compiler import compile_nodes
from bmreport_csl.context import Context
from bmreport_csl.fields import FieldReader
from bmreport_csl.locale import Locale
from bmreport_csl.needed_variables import NeededVariables
from bmreport_csl.output import Output, Wrap, join, wrapper
from bmreport_csl.positions import DEFAULT_NEAR_NOTE
from bmreport_csl.scope import Render, Scope, name_options
from bmreport_csl.sorting import Sorter
from bmreport_csl.style_nodes import Area, Choose, Group, Look, Names, Node, ParsedStyle, Text
from bmreport_csl.whole_numbers import whole_number
from bmreport_csl.writer import QuoteMarks


class CompiledArea:
    """`cs:citation` or `cs:bibliography`."""

    def __init__(
        self,
        area: Area,
        name: str,
        style: ParsedStyle,
        locale: Locale,
        warnings: list[str],
        *,
        in_sentence: bool = False,
    ) -> None:
        self.options = area.options
        self.layout = area.layout
        self.wrap = _layout_wrap(area.layout.look)
        """Puts the look of the layout around a cluster or an entry."""
        self.scope = Scope(
            style=style,
            locale=locale,
            area=name,
            name_options=name_options(style.options, area.options),
            options=area.options,
            needs=NeededVariables(style.macros),
            fields=FieldReader(locale.lang, locale.quotes),
            delimiter=area.layout.delimiter if name == "bibliography" else "",
            explicit_suffix=any(_prints_year_suffix(node) for node in reachable(_layouts(style), style)),
            warnings=warnings,
            in_sentence=in_sentence,
        )
        self.children: tuple[Render, ...] = compile_nodes(area.layout.children, self.scope)
        self.disambiguate_tests = sum(_tests_disambiguate(node) for node in reachable(area.layout.children, style))
        """How many conditions `disambiguate` a cite may meet."""
        self.sorter = Sorter(area.sort, self.scope)

    def body(self, context: Context) -> Output:
        """One cite or entry, without the affixes of the layout."""
        return join(self.parts(context), self.scope.delimiter)

    def parts(self, context: Context) -> list[Output]:
        """The same, its outermost elements apart: `second-field-align` sets the first one off."""
        return [output for child in self.children if (output := child(context))]


@dataclass(frozen=True)
class CompiledStyle:
    """All that rendering needs; never changed, so that threads may share it."""

    parsed: ParsedStyle
    locale: Locale
    citation: CompiledArea
    bibliography: CompiledArea | None
    quotes: QuoteMarks
    near_note_distance: int
    warnings: tuple[str, ...]

    @cached_property
    def in_sentence(self) -> CompiledArea:
        """The citation area as a sentence wants it, with the word "and" for its sign."""
        return CompiledArea(self.parsed.citation, "citation", self.parsed, self.locale, [], in_sentence=True)


def compile_style(parsed: ParsedStyle, locale: Locale) -> CompiledStyle:
    """Compile both areas for a locale."""
    warnings: list[str] = list(parsed.warnings)
    citation = CompiledArea(parsed.citation, "citation", parsed, locale, warnings)
    bibliography = None
    if parsed.bibliography is not None:
        bibliography = CompiledArea(parsed.bibliography, "bibliography", parsed, locale, warnings)
    outer_open, outer_close, inner_open, inner_close = locale.quotes
    quotes = QuoteMarks(outer_open, outer_close, inner_open, inner_close, swallow=locale.punctuation_in_quote)
    near = whole_number(citation.options.get("near-note-distance"), DEFAULT_NEAR_NOTE)
    return CompiledStyle(parsed, locale, citation, bibliography, quotes, near, tuple(dict.fromkeys(warnings)))


def _layout_wrap(look: Look) -> Wrap:
    """The look of a layout: its affixes stand inside its formatting, other than elsewhere."""
    inner = wrapper(Look(prefix=look.prefix, suffix=look.suffix))
    outer = wrapper(Look(formatting=look.formatting))
    if outer is None:
        return inner if inner is not None else _unchanged
    if inner is None:
        return outer
    return lambda content: outer(inner(content))


def _unchanged(content: Output) -> Output:
    return content


def _layouts(style: ParsedStyle) -> tuple[Node, ...]:
    """What both areas print: a suffix placed by hand in one of them is added by itself in neither."""
    return tuple(
        node for area in (style.citation, style.bibliography) if area is not None for node in area.layout.children
    )


def _prints_year_suffix(node: Node) -> bool:
    return isinstance(node, Text) and node.variable == "year-suffix"


def _tests_disambiguate(node: Node) -> bool:
    return isinstance(node, Choose) and any(
        condition.kind == "disambiguate" for branch in node.branches for condition in branch.conditions
    )


def reachable(nodes: tuple[Node, ...], style: ParsedStyle) -> Iterator[Node]:
    """These nodes and all below them, each macro once."""
    seen: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        match node:
            case Text() if node.macro and node.macro not in seen:
                seen.add(node.macro)
                stack.extend(style.macros.get(node.macro, ()))
            case Group():
                stack.extend(node.children)
            case Names():
                stack.extend(node.substitute)
            case Choose():
                stack.extend(child for branch in node.branches for child in branch.children)
