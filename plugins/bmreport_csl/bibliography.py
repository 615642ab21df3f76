"""The list of references: one output for each item, with the first field set off where the style asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from bmreport_csl.areas import CompiledArea, CompiledStyle
from bmreport_csl.output import Output, Span, join
from bmreport_csl.registry import Registry
from bmreport_csl.subsequent_author import substitute_subsequent_authors

NO_STYLES: Mapping[str, CompiledStyle] = MappingProxyType({})


def render_bibliography(
    style: CompiledStyle, registry: Registry, speaking: Mapping[str, CompiledStyle] = NO_STYLES
) -> Iterable[tuple[str, Output]] | None:
    """Entries in their order; None when the style has no bibliography. Items of which nothing prints are left out.

    `speaking` gives items the style in a language of their own.
    """
    area = style.bibliography
    if area is None:
        return None
    entries = _entries(style, area, registry, speaking)
    mark = area.options.get("subsequent-author-substitute")
    if mark is None:
        return entries
    rule = area.options.get("subsequent-author-substitute-rule", "complete-all")
    return substitute_subsequent_authors(list(entries), area.scope.fields.read(mark), rule)


def _entries(
    style: CompiledStyle, area: CompiledArea, registry: Registry, speaking: Mapping[str, CompiledStyle]
) -> Iterator[tuple[str, Output]]:
    """One entry after the other, made when it is asked for, so that only one tree lives at a time."""
    align = area.options.get("second-field-align", "")
    for item_id in registry.order:
        own = speaking.get(item_id, style).bibliography or area
        parts = own.parts(registry.context(item_id, None, in_bibliography=True))
        if parts:
            yield item_id, _entry(parts, own, align)


def _entry(parts: list[Output], area: CompiledArea, align: str) -> Output:
    if align and len(parts) > 1:
        label = Span([parts[0]], display="left-margin")
        rest = Span([Span([join(parts[1:], area.scope.delimiter)])], display="right-inline")
        return area.wrap(Span([label, rest]))
    return area.wrap(join(parts, area.scope.delimiter))
