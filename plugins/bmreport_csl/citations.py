"""Clusters: every cite evaluated, then sorted, grouped, collapsed and joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bmreport_csl.areas import CompiledArea, CompiledStyle
from bmreport_csl.collapse import CollapseOptions, collapse, read_collapse
from bmreport_csl.context import Cite
from bmreport_csl.fields import FieldReader
from bmreport_csl.output import Output, Span, Tag, find, join, plain, replace
from bmreport_csl.registry import Registry
from bmreport_csl.scripts import is_romanesque

_AFFIX = Tag("affix")
NO_FORM = "[CSL STYLE ERROR: reference with no printed form.]"
"""What stands for a cite of which the style prints nothing, as in citeproc-js: a hole that can be seen."""

NOTHING_LEFT = "[NO_PRINTED_FORM]"
"""The same for a cite that has nothing beside the names that were suppressed."""


@dataclass(slots=True)
class RenderedCite:
    """One cite of a cluster on its way to the page."""

    cite: Cite
    output: Output
    number: int


def render_clusters(
    clusters: list[list[Cite]], style: CompiledStyle, registry: Registry, *, tagged: bool = False
) -> Iterator[Output]:
    """One output for each cluster, made when it is asked for, so that only one tree lives at a time.

    `tagged` marks each cite with the id of its item.
    """
    options = read_collapse(style.citation)
    return (_cluster(cluster, style, registry, options, tagged) for cluster in clusters)


def _cluster(
    cluster: list[Cite], style: CompiledStyle, registry: Registry, options: CollapseOptions, tagged: bool
) -> Output:
    area = style.citation
    known = [cite for cite in cluster if cite.id in registry.items]
    rendered = _sorted([_evaluated(cite, area, registry) for cite in known], area, registry, options)
    for index, entry in enumerate(rendered):
        entry.output = _finished(entry, area, tagged, is_first=index == 0)
    if rendered and all(entry.cite.author_only for entry in rendered):
        return join([entry.output for entry in rendered], area.layout.delimiter)
    output = collapse(rendered, options)
    if not output or output == NOTHING_LEFT:
        return output
    return area.wrap(output)


def _evaluated(cite: Cite, area: CompiledArea, registry: Registry) -> RenderedCite:
    context = registry.context(cite.id, cite)
    return RenderedCite(cite, area.body(context), context.number)


def _sorted(
    cites: list[RenderedCite], area: CompiledArea, registry: Registry, options: CollapseOptions
) -> list[RenderedCite]:
    """By the keys of the style; where years collapse, the names come second, so that the same ones stand together."""
    sorter = area.sorter
    if len(cites) < 2 or not sorter:
        return cites
    keys = [(sorter.values(registry.sort_context(entry.cite)), entry) for entry in cites]
    by_names = None
    if options.kind.startswith("year"):
        # Only the names compare, not the "and" between the last two.
        joint = f" {area.scope.locale.term('and') or '&'} "
        by_names = [names_text(entry.output).replace(joint, " ").replace(" & ", " ") for entry in cites]
    return sorter.sort(keys, by_names)


def _finished(entry: RenderedCite, area: CompiledArea, tagged: bool, *, is_first: bool) -> Output:
    """The cite with or without its names, and between the affixes of its author."""
    cite, output = entry.cite, entry.output
    if cite.suppress_author:
        output = without_names(output)
    elif cite.author_only:
        output = only_names(output)
    if not output:
        output = NOTHING_LEFT if cite.suppress_author else NO_FORM
    elif area.scope.style.is_note and _starts_sentence(cite.prefix, is_first):
        output = _capitalized(output)
    if tagged:
        output = Span([output], tag=Tag("cite-id", cite.id))
    return _with_affixes(cite, output, area.scope.fields)


def names_text(output: Output) -> str:
    """The first names of a cite as they print."""
    first = next(find(output, "names"), None)
    return plain(first) if first is not None else ""


def without_names(output: Output) -> Output:
    """The cite without its first names."""
    first = next(find(output, "names"), None)
    return replace(output, first, "") if first is not None else output


def only_names(output: Output) -> Output:
    """Only the first names of a cite, as a sentence would name them."""
    return next(find(output, "names"), output)


def _starts_sentence(prefix: str, is_first: bool) -> bool:
    """The first cite of a note begins a sentence, and so does one whose prefix ends a sentence of several words."""
    words = prefix.strip().rstrip("\"'”’)")
    return is_first if not words else words[-1] in ".!?" and " " in words


def _capitalized(output: Output) -> Output:
    """A term such as `ibid` that comes first gets a capital letter."""
    path: list[Span] = []
    inner = output
    is_term = False
    while not isinstance(inner, str):
        if inner.prefix:
            return output
        is_term = is_term or (inner.tag is not None and inner.tag.kind == "term")
        path.append(inner)
        inner = inner.children[0]
    if not is_term:
        return output
    changed: Output = inner[0].upper() + inner[1:]
    for span in reversed(path):
        changed = span.copy_with([changed, *span.children[1:]])
    return changed


def _wants_space_behind(character: str) -> bool:
    """Not behind a space, a dash, a slash or what opens, and not where the script has no spaces."""
    if character.isspace() or character in "-–—/…([{“‘«„‚‹§":
        return False
    return not character.isalpha() or is_romanesque(character)


def _with_affixes(cite: Cite, output: Output, fields: FieldReader) -> Output:
    """The cite's own prefix and suffix, with a space where the writer left it out."""
    if not cite.prefix and not cite.suffix:
        return output
    parts: list[Output] = []
    if cite.prefix:
        prefix = cite.prefix
        if _wants_space_behind(prefix[-1]):
            prefix += " "
        parts.append(fields.read(prefix))
    parts.append(output)
    if cite.suffix:
        suffix = cite.suffix
        if suffix[0] in "([&" or (suffix[0].isalpha() and is_romanesque(suffix[0])):
            suffix = f" {suffix}"
        parts.append(Span([fields.read(suffix)], tag=_AFFIX))
    return Span(parts)
