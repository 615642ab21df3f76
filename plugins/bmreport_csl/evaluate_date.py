"""`cs:date`: parts in the order of the style or the locale, ranges with what both ends share printed once."""

from __future__ import annotations


from bmreport_csl.context import Context
from bmreport_csl.date_part_text import part_maker
from bmreport_csl.fields import field_output
from bmreport_csl.item_dates import DatePoint, ItemDate
from bmreport_csl.output import Output, Span, Tag, join, wrapper
from bmreport_csl.punctuation import glue
from bmreport_csl.scope import Render, Scope
from bmreport_csl.style_nodes import Date, DatePart, Look

_SIZE = {"year": 3, "month": 2, "day": 1}
_SHOWN = {"year": frozenset({"year"}), "year-month": frozenset({"year", "month"})}


class _Part:
    """One date part, compiled: its size, how it prints, and the affixes that fall away inside a range."""

    __slots__ = ("bare", "delimiter", "is_year", "prefix", "size", "suffix")

    def __init__(self, part: DatePart, scope: Scope) -> None:
        self.size = _SIZE.get(part.name, 0)
        self.bare = part_maker(part, scope)
        self.prefix = part.look.prefix if not scope.sorting else ""
        self.suffix = part.look.suffix if not scope.sorting else ""
        self.delimiter = part.range_delimiter or "–"
        self.is_year = part.name == "year"


def compile_date(node: Date, scope: Scope) -> Render:
    """A date in a sort key prints as digits that sort; everywhere else as the parts say."""
    name = node.variable
    if scope.sorting:
        return _sort_date(node)
    parts, delimiter, look = _layout(node, scope)
    compiled = [_Part(part, scope) for part in parts]
    wrap = wrapper(look)
    implicit = name == "issued" and not scope.explicit_suffix
    suffix_delimiter = ""
    tagged = scope.area == "citation"

    def date(context: Context) -> Output:
        context.called = True
        value = context.dates.get(name)
        if value is None:
            return ""
        if context.used is not None:
            if name in context.used:
                return ""
            if context.recording is not None:
                context.recording.add(name)
        suffix = ""
        if implicit and context.year_suffix and not context.year_suffix_done:
            suffix = suffix_delimiter + context.year_suffix
        output = _render(value, compiled, delimiter, suffix, context, tagged)
        if not output:
            return ""
        context.found = True
        return wrap(output) if wrap is not None else output

    return date


def _layout(node: Date, scope: Scope) -> tuple[list[DatePart], str, Look]:
    """A localized form takes parts and affixes from the locale; the style overrides the rest (CSL 1.0.2, "Date")."""
    if not node.form:
        return list(node.parts), node.delimiter, node.look
    form = scope.locale.date_form(node.form)
    if form is None:
        scope.warnings.append(f"the locale {scope.locale.lang} has no date form {node.form!r}")
        return list(node.parts), node.delimiter, node.look
    own = {part.name: part for part in node.parts}
    shown = _SHOWN.get(node.date_parts, frozenset({"year", "month", "day"}))
    parts = [_merged(part, own.get(part.name)) for part in form.parts if part.name in shown]
    return parts, form.delimiter or node.delimiter, node.look


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


def _render(
    value: ItemDate, parts: list[_Part], delimiter: str, suffix: str, context: Context, tagged: bool
) -> Output:
    if value.literal:
        return _with_suffix(field_output(value.literal), suffix, context, tagged)
    start, end = value.start, value.end
    if end is None:
        return _single(start, parts, delimiter, suffix, context, tagged)
    return _range(start, end, parts, delimiter, suffix, context, tagged)


def _with_suffix(output: Output, suffix: str, context: Context, tagged: bool) -> Output:
    """The year, tagged for the passes that collapse cites, with its suffix behind it."""
    if not tagged and not suffix:
        return output
    pieces: list[Output] = [output]
    if suffix:
        context.year_suffix_done = True
        pieces.append(Span([suffix], tag=Tag("year-suffix", context.year_suffix)))
    return Span(pieces, tag=Tag("year"))


def _affixed(part: _Part, output: Output, prefix: bool = True, suffix: bool = True) -> Output:
    before, after = part.prefix if prefix else "", part.suffix if suffix else ""
    if not before and not after:
        return output
    if isinstance(output, str):
        return glue(glue(before, output), after)
    return Span([output], prefix=before, suffix=after)


def _single(
    point: DatePoint, parts: list[_Part], delimiter: str, suffix: str, context: Context, tagged: bool
) -> Output:
    pieces: list[Output] = []
    for part in parts:
        output = part.bare(point)
        if output:
            if part.is_year:
                output = _with_suffix(output, suffix, context, tagged)
            pieces.append(_affixed(part, output))
    return join(pieces, delimiter)


def _range(
    start: DatePoint, end: DatePoint, parts: list[_Part], delimiter: str, suffix: str, context: Context, tagged: bool
) -> Output:
    """Parts larger than the largest one that differs stand once; the others form a block for each end.

    The block runs from the first to the last part that differs; the delimiter is that of the largest part that differs.
    """
    differing = _largest_difference(start, end, parts)
    block = [index for index, part in enumerate(parts) if part.size <= differing and (part.bare(start) or part.bare(end))]
    if not block:
        return _single(start, parts, delimiter, suffix, context, tagged)
    first, last = block[0], block[-1]
    dash = next((part.delimiter for part in parts if part.size == differing), "–")
    pieces: list[Output] = []
    for part in parts[:first]:
        output = part.bare(start)
        if output:
            output = _with_suffix(output, suffix, context, tagged) if part.is_year else output
            pieces.append(_affixed(part, output))
    pieces.append(_block(start, end, parts[first : last + 1], dash, delimiter, suffix, context, tagged))
    for part in parts[last + 1 :]:
        output = part.bare(start)
        if output:
            output = _with_suffix(output, suffix, context, tagged) if part.is_year else output
            pieces.append(_affixed(part, output))
    return join([piece for piece in pieces if piece], delimiter)


def _largest_difference(start: DatePoint, end: DatePoint, parts: list[_Part]) -> int:
    shown = {part.size for part in parts}
    if 3 in shown and start.year != end.year:
        return 3
    months = (start.month, start.season, start.season_name), (end.month, end.season, end.season_name)
    if 2 in shown and months[0] != months[1]:
        return 2
    return 1 if 1 in shown and start.day != end.day else 0


def _block(
    start: DatePoint, end: DatePoint, parts: list[_Part], dash: str, delimiter: str, suffix: str, context: Context,
    tagged: bool,
) -> Output:
    """Both ends around the dash; the affixes that would touch the dash fall away."""
    left = [(part, output) for part in parts if (output := part.bare(start))]
    right = [(part, output) for part in parts if (output := part.bare(end))]
    before = [_affixed(part, output, suffix=index < len(left) - 1) for index, (part, output) in enumerate(left)]
    if not right:
        return Span([join(before, delimiter), dash]) if before else ""
    after: list[Output] = []
    for index, (part, output) in enumerate(right):
        year = _with_suffix(output, suffix, context, tagged) if part.is_year else output
        after.append(_affixed(part, year, prefix=index > 0))
    if not before:
        return join(after, delimiter)
    return Span([join(before, delimiter), join(after, delimiter)], delimiter=dash)


def _sort_date(node: Date) -> Render:
    """Digits that sort as the date does; in a macro only the parts that the date element names."""
    shown = {part.name for part in node.parts} if not node.form else set(_SHOWN.get(node.date_parts, _SIZE))

    def key(context: Context) -> Output:
        context.called = True
        value = context.dates.get(node.variable)
        if value is None:
            return ""
        context.found = True
        return date_sort_key(value, shown)

    return key


def date_sort_key(value: ItemDate, shown: set[str] | frozenset[str] = frozenset(_SIZE)) -> str:
    """A string that sorts like the date: years before Christ count backwards, parts that are missing come first."""
    if value.literal and value.start.year is None:
        return value.literal
    ends = [value.start, *([value.end] if value.end is not None else [])]
    texts = []
    for point in ends:
        year, month, day = point.sort_key
        number = 500_000_000 + year
        texts.append(
            f"{number:010}"
            + (f"{month:02}" if "month" in shown else "00")
            + (f"{day:02}" if "day" in shown else "00")
        )
    return "-".join(texts)



