"""Cites that belong together in a cluster: grouped by author, collapsed to years, suffixes or number ranges.

CSL 1.0.2, "Cite Grouping" and "Cite Collapsing". Cites are compared by the tagged spans of their output.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_csl.areas import CompiledArea
from bmreport_csl.output import Output, Span, find, join, plain, replace

if TYPE_CHECKING:
    from bmreport_csl.citations import RenderedCite

_RANGE_MINIMUM = 3


@dataclass(frozen=True, slots=True)
class CollapseOptions:
    """The attributes of `cs:citation` that rule grouping and collapsing."""

    kind: str
    delimiter: str
    group_delimiter: str
    suffix_delimiter: str
    after_delimiter: str
    grouping: bool


def read_collapse(area: CompiledArea) -> CollapseOptions:
    """The options with their defaults."""
    options = area.options
    delimiter = area.layout.delimiter
    kind = options.get("collapse", "")
    by_author = kind in {"year", "year-suffix", "year-suffix-ranged"}
    return CollapseOptions(
        kind=kind,
        delimiter=delimiter,
        group_delimiter=options.get("cite-group-delimiter", ", "),
        suffix_delimiter=options.get("year-suffix-delimiter", delimiter),
        after_delimiter=options.get("after-collapse-delimiter", delimiter),
        grouping=by_author or "cite-group-delimiter" in options,
    )


def collapse(cites: list[RenderedCite], options: CollapseOptions) -> Output:
    """The cites of one cluster as one output."""
    if len(cites) < 2:
        return cites[0].output if cites else ""
    if options.kind == "citation-number":
        return _by_number(cites, options)
    if options.grouping:
        return _by_author(cites, options)
    return join([cite.output for cite in cites], options.delimiter)


def _by_number(cites: list[RenderedCite], options: CollapseOptions) -> Output:
    """Runs of three and more consecutive numbers become ranges."""
    pieces: list[Output] = []
    collapsed: list[bool] = []
    index = 0
    while index < len(cites):
        end = index
        while end + 1 < len(cites) and _follows(cites[end], cites[end + 1]):
            end += 1
        if end - index + 1 >= _RANGE_MINIMUM:
            pieces.append(Span([cites[index].output, cites[end].output], delimiter="–"))
            collapsed.append(True)
            index = end + 1
            continue
        pieces.append(cites[index].output)
        collapsed.append(False)
        index += 1
    return _joined(pieces, [
        options.after_delimiter if collapsed[i] else options.delimiter for i in range(len(pieces) - 1)
    ])  # fmt: skip


def _follows(first: RenderedCite, second: RenderedCite) -> bool:
    return second.number == first.number + 1 and _is_bare(first) and _is_bare(second)


def _is_bare(entry: RenderedCite) -> bool:
    cite = entry.cite
    return not (cite.locator or cite.prefix or cite.suffix or cite.author_only)


def _by_author(cites: list[RenderedCite], options: CollapseOptions) -> Output:
    """Groups of cites with the same names, in the place of the first of them."""
    groups: dict[str, list[RenderedCite]] = {}
    for place, entry in enumerate(cites):
        names = next(find(entry.output, "names"), None)
        groups.setdefault(plain(names) if names is not None else f"\0{place}", []).append(entry)
    pieces = [_group(group, options) for group in groups.values()]
    grouped = [len(group) > 1 and options.kind != "" for group in groups.values()]
    return _joined(pieces, [
        options.after_delimiter if grouped[i] else options.delimiter for i in range(len(pieces) - 1)
    ])  # fmt: skip


def _group(group: list[RenderedCite], options: CollapseOptions) -> Output:
    if len(group) == 1:
        return group[0].output
    outputs = [group[0].output]
    delimiters: list[str] = []
    for before, entry in zip(group, group[1:], strict=False):
        output = entry.output
        if options.kind and not entry.cite.prefix:
            names = next(find(output, "names"), None)
            output = replace(output, names, "") if names is not None else output
        suffix = _same_year_suffix(before, entry) if options.kind.startswith("year-suffix") else None
        if suffix is not None:
            outputs.append(suffix)
            delimiters.append(options.suffix_delimiter)
        else:
            outputs.append(output)
            delimiters.append(options.group_delimiter)
    if options.kind == "year-suffix-ranged":
        outputs, delimiters = _ranged(group, outputs, delimiters, options.suffix_delimiter)
    return _joined(outputs, delimiters)


def _same_year_suffix(before: RenderedCite, entry: RenderedCite) -> Span | None:
    """The year suffix of a cite that may stand alone: same year as the one before, and nothing else to say."""
    if not (_is_bare(before) and _is_bare(entry)):
        return None
    first, second = _year(before.output), _year(entry.output)
    if first is None or first != second:
        return None
    return next(_suffixes(entry.output), None)


def _suffixes(output: Output) -> Iterator[Span]:
    """The year suffixes of a cite, wherever they stand."""
    if isinstance(output, str):
        return
    if output.tag is not None and output.tag.kind == "year-suffix":
        yield output
        return
    for child in output.children:
        yield from _suffixes(child)


def _year(output: Output) -> str | None:
    """The year without its suffix."""
    span = next(find(output, "year"), None)
    if span is None:
        return None
    suffix = next(_suffixes(span), None)
    return plain(replace(span, suffix, "") if suffix is not None else span)


def _ranged(
    group: list[RenderedCite], outputs: list[Output], delimiters: list[str], suffix_delimiter: str
) -> tuple[list[Output], list[str]]:
    """Runs of three and more consecutive suffixes become ranges."""
    letters = [plain(span) if (span := next(_suffixes(entry.output), None)) is not None else "" for entry in group]
    new_outputs, new_delimiters = [outputs[0]], []
    index = 0
    while index < len(group):
        end = index
        while end < len(delimiters) and delimiters[end] == suffix_delimiter and _next(letters[end], letters[end + 1]):
            end += 1
        if end - index + 1 >= _RANGE_MINIMUM:
            new_outputs[-1] = Span([new_outputs[-1], outputs[end]], delimiter="–")
        else:
            end = index
        if end < len(delimiters):
            new_delimiters.append(delimiters[end])
            new_outputs.append(outputs[end + 1])
        index = end + 1
    return new_outputs, new_delimiters


def _next(first: str, second: str) -> bool:
    return len(first) == len(second) == 1 and ord(second) == ord(first) + 1


def _joined(pieces: list[Output], delimiters: list[str]) -> Output:
    """Pieces with a delimiter of its own between each two."""
    output = pieces[0]
    for delimiter, piece in zip(delimiters, pieces[1:], strict=True):
        output = join([output, piece], delimiter)
    return output
