"""Clusters: every cite evaluated, then sorted, grouped, collapsed and joined."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_csl.areas import CompiledArea, CompiledStyle, layout_wrap
from bmreport_csl.context import Cite
from bmreport_csl.collapse import CollapseOptions, collapse, read_collapse
from bmreport_csl.fields import FieldReader
from bmreport_csl.output import Output, Span, find, join, replace
from bmreport_csl.registry import Registry

NO_FORM = "[CSL STYLE ERROR: reference with no printed form.]"
"""What stands for a cite of which the style prints nothing, as in citeproc-js: a hole that can be seen."""


@dataclass(slots=True)
class RenderedCite:
    """One cite of a cluster on its way to the page."""

    cite: Cite
    output: Output
    number: int


def render_clusters(clusters: list[list[Cite]], style: CompiledStyle, registry: Registry) -> list[Output]:
    """One output for each cluster."""
    options = read_collapse(style.citation)
    return [_cluster(cluster, style, registry, options) for cluster in clusters]


def _cluster(cluster: list[Cite], style: CompiledStyle, registry: Registry, options: CollapseOptions) -> Output:
    area = style.citation
    known = [cite for cite in cluster if cite.id in registry.items]
    known = _sorted(known, area, registry)
    rendered = [_cite(cite, area, registry) for cite in known]
    if rendered and all(entry.cite.author_only for entry in rendered):
        return join([entry.output for entry in rendered], area.layout.delimiter)
    output = collapse(rendered, options)
    if not output:
        return ""
    return layout_wrap(area.layout.look, output)


def _sorted(cites: list[Cite], area: CompiledArea, registry: Registry) -> list[Cite]:
    if len(cites) < 2 or not area.sorter:
        return cites
    return area.sorter.sort([(area.sorter.values(registry.context(cite.id, cite)), cite) for cite in cites])


def _cite(cite: Cite, area: CompiledArea, registry: Registry) -> RenderedCite:
    context = registry.context(cite.id, cite)
    output = area.body(context)
    if cite.suppress_author:
        output = without_names(output)
    elif cite.author_only:
        output = only_names(output)
    if not output:
        output = NO_FORM
    return RenderedCite(cite, _with_affixes(cite, output, area.scope.fields), context.number)


def without_names(output: Output) -> Output:
    """The cite without its first names."""
    first = next(find(output, "names"), None)
    return replace(output, first, "") if first is not None else output


def only_names(output: Output) -> Output:
    """Only the first names of a cite, as a sentence would name them."""
    return next(find(output, "names"), output)


def _with_affixes(cite: Cite, output: Output, fields: FieldReader) -> Output:
    """The cite's own prefix and suffix, with a space where the writer left it out."""
    if not cite.prefix and not cite.suffix:
        return output
    parts: list[Output] = []
    if cite.prefix:
        prefix = cite.prefix
        if not prefix[-1].isspace() and prefix[-1].isalnum():
            prefix += " "
        parts.append(fields.read(prefix))
    parts.append(output)
    if cite.suffix:
        suffix = cite.suffix
        if suffix[0].isalnum() or suffix[0] in "([":
            suffix = f" {suffix}"
        parts.append(fields.read(suffix))
    return Span(parts)


