"""Cites that belong together in a cluster: grouped by author, collapsed to years, suffixes or number ranges.

CSL 1.0.2, "Cite Grouping" and "Cite Collapsing"; which delimiter stands where follows citeproc-js. Cites are compared
by the tagged spans of their output.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from bmreport_csl.areas import CompiledArea
from bmreport_csl.output import Output, Span, find, plain, replace

if TYPE_CHECKING:
    from bmreport_csl.citations import RenderedCite

_RANGE_MINIMUM = 3
_RANGE_DASH = "–"
_OWN_PUNCTUATION = frozenset(",;.")
"""A cite's prefix that begins, or suffix that ends, with one of these stands in place of the delimiter."""


@dataclass(frozen=True, slots=True)
class CollapseOptions:
    """The attributes of `cs:citation` that rule grouping and collapsing."""

    kind: str
    """citation-number, year, year-suffix, year-suffix-ranged, or empty."""
    delimiter: str
    group_delimiter: str
    suffix_delimiter: str
    after_delimiter: str | None
    grouping: bool


def read_collapse(area: CompiledArea) -> CollapseOptions:
    """The options with their defaults."""
    options = area.options
    delimiter = area.layout.delimiter
    kind = options.get("collapse", "")
    own_group, after = options.get("cite-group-delimiter"), options.get("after-collapse-delimiter")
    group = own_group if own_group is not None else delimiter if area.scope.style.is_note else ", "
    suffix = own_group if own_group is not None else options.get("year-suffix-delimiter", delimiter)
    return CollapseOptions(
        kind=kind,
        delimiter=delimiter,
        group_delimiter=delimiter if after is not None else group,
        suffix_delimiter=suffix,
        after_delimiter=after,
        grouping=kind.startswith("year") or own_group is not None,
    )


def collapse(cites: list[RenderedCite], options: CollapseOptions) -> Output:
    """The cites of one cluster as one output."""
    if len(cites) < 2:
        return cites[0].output if cites else ""
    if options.kind == "citation-number":
        return _by_number(cites, options)
    if options.grouping:
        return _by_author(cites, options)
    delimiters = [_between(a, b, options.delimiter) for a, b in pairwise(cites)]
    return joined([cite.output for cite in cites], delimiters)


def _between(before: RenderedCite, entry: RenderedCite, delimiter: str) -> str:
    """The delimiter, unless the author of the text wrote punctuation there."""
    if entry.cite.prefix[:1] in _OWN_PUNCTUATION and entry.cite.prefix:
        return ""
    if before.cite.suffix[-1:] in _OWN_PUNCTUATION and before.cite.suffix:
        return " "
    return delimiter


def _by_number(cites: list[RenderedCite], options: CollapseOptions) -> Output:
    """Runs of three and more consecutive numbers become ranges."""
    pieces: list[Output] = []
    delimiters: list[str] = []
    index = 0
    while index < len(cites):
        end = index
        while end + 1 < len(cites) and _follows(cites[end], cites[end + 1]):
            end += 1
        if end - index + 1 >= _RANGE_MINIMUM:
            pieces.append(Span([cites[index].output, cites[end].output], delimiter=_RANGE_DASH))
        else:
            end = index
            pieces.append(cites[index].output)
        after = options.after_delimiter if cites[end].cite.locator else None
        delimiter = after if after is not None else options.delimiter
        if end + 1 < len(cites):
            delimiters.append(_between(cites[end], cites[end + 1], delimiter))
        index = end + 1
    return joined(pieces, delimiters)


def _follows(first: RenderedCite, second: RenderedCite) -> bool:
    """A range may begin with a cite that has a prefix; nothing else may stand inside it or at its end."""
    return (
        second.number == first.number + 1
        and not (first.cite.suffix or second.cite.prefix or second.cite.suffix)
        and not (first.cite.author_only or second.cite.author_only)
        and not (_prints_locator(first) or _prints_locator(second))
    )


def _prints_locator(entry: RenderedCite) -> bool:
    return bool(entry.cite.locator) and next(find(entry.output, "locator"), None) is not None


def _has_number(entry: RenderedCite) -> bool:
    """The cite prints its number, and not, for instance, a label."""
    return next(find(entry.output, "citation-number"), None) is not None


def _is_bare(entry: RenderedCite) -> bool:
    cite = entry.cite
    return not (cite.locator or cite.prefix or cite.suffix or cite.author_only)


def _by_author(cites: list[RenderedCite], options: CollapseOptions) -> Output:
    """Names that the cite before has shown already fall away, and with them the year where suffixes stand alone."""
    pieces = [cites[0].output]
    delimiters: list[str] = []
    kept = [cites[0]]
    names = _names(cites[0].output)
    collapsed = False
    last_collapsed = False
    for before, entry in pairwise(cites):
        last_collapsed, collapsed = collapsed, False
        own = _names(entry.output)
        output = entry.output
        delimiter = options.delimiter
        if own == names:
            collapsed = bool(options.kind)
            output = _without_names(output) if collapsed else output
            delimiter = options.group_delimiter
            suffix = _same_year_suffix(before, entry) if options.kind.startswith("year-suffix") else None
            if suffix is not None:
                output = _with_affixes_of(entry, suffix)
                if _is_bare(before) and _is_bare(entry):
                    delimiter = options.suffix_delimiter
        if not output:
            continue  # it had only the names
        pieces.append(output)
        kept.append(entry)
        delimiter = _delimiter(delimiter, before, options, last_collapsed, collapsed)
        delimiters.append(_between(before, entry, delimiter))
        names = own
    if options.kind == "year-suffix-ranged":
        pieces, delimiters = _ranged(kept, pieces, delimiters)
    return joined(pieces, delimiters)


def _delimiter(
    usual: str, before: RenderedCite, options: CollapseOptions, last_collapsed: bool, collapsed: bool
) -> str:
    """`after-collapse-delimiter` follows a locator and the end of a group."""
    after = options.after_delimiter
    if after is None:
        return usual
    if before.cite.locator or (not collapsed and (last_collapsed or options.kind != "year-suffix")):
        return after
    return usual


def _names(output: Output) -> str:
    span = next(find(output, "names"), None)
    return plain(span) if span is not None else ""


def _without_names(output: Output) -> Output:
    span = next(find(output, "names"), None)
    return replace(output, span, "") if span is not None else output


def _with_affixes_of(entry: RenderedCite, suffix: Span) -> Output:
    """The year suffix in place of the cite, with the locator and the affixes that the cite has."""
    names = next(find(entry.output, "names"), None)
    output = replace(entry.output, names, "") if names is not None else entry.output
    year = next(find(output, "year"), None)
    if _is_bare(entry):
        return suffix
    if year is None:
        return output
    return replace(output, year, suffix if next(_suffixes(year), None) is not None else "")


def _same_year_suffix(before: RenderedCite, entry: RenderedCite) -> Span | None:
    """The year suffix of a cite, if the cite before is of the same year."""
    first = _year(before.output)
    if first is None or first != _year(entry.output):
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


def _ranged(cites: list[RenderedCite], pieces: list[Output], delimiters: list[str]) -> tuple[list[Output], list[str]]:
    """Runs of three and more consecutive suffixes become ranges."""
    letters = [_letter(entry, index, pieces) for index, entry in enumerate(cites)]
    new_pieces: list[Output] = []
    new_delimiters: list[str] = []
    index = 0
    while index < len(pieces):
        end = index
        while end + 1 < len(pieces) and _next(letters[end], letters[end + 1]) and pieces[end + 1].__class__ is not str:
            if not _stands_alone(pieces[end + 1]):
                break
            end += 1
        if end - index + 1 >= _RANGE_MINIMUM:
            new_pieces.append(Span([pieces[index], pieces[end]], delimiter=_RANGE_DASH))
        else:
            end = index
            new_pieces.append(pieces[index])
        if end < len(delimiters):
            new_delimiters.append(delimiters[end])
        index = end + 1
    return new_pieces, new_delimiters


def _letter(entry: RenderedCite, index: int, pieces: list[Output]) -> str:
    if not _is_bare(entry):
        return ""
    span = next(_suffixes(pieces[index]), None)
    return plain(span) if span is not None else ""


def _stands_alone(output: Output) -> bool:
    """Only a year suffix, without names and year."""
    span = next(_suffixes(output), None)
    return span is not None and plain(span).strip() == plain(output).strip()


def _next(first: str, second: str) -> bool:
    return len(first) == len(second) == 1 and ord(second) == ord(first) + 1


def joined(pieces: list[Output], delimiters: list[str]) -> Output:
    """Pieces with a delimiter of its own between each two, nested by halves, so that no cluster is too deep to walk."""
    if len(pieces) == 1:
        return pieces[0]
    half = len(pieces) // 2
    left, right = joined(pieces[:half], delimiters[: half - 1]), joined(pieces[half:], delimiters[half:])
    # Cites are finished texts: nothing between delimiter and cite is put right.
    return Span([left, right], delimiter=delimiters[half - 1], rich=True)
