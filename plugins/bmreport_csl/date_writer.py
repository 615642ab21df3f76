"""A date as output: one day or a range of two, of which what both ends share stands once."""

from __future__ import annotations

from collections.abc import Sequence

from bmreport_csl.context import Context
from bmreport_csl.date_part_text import era_of, part_maker
from bmreport_csl.item_dates import DatePoint, ItemDate
from bmreport_csl.output import Output, Span, Tag, affixed, join, wrapper
from bmreport_csl.scope import Scope
from bmreport_csl.style_nodes import DatePart, Look

_SIZES = {"year": 3, "month": 2, "day": 1}
_YEAR, _MONTH, _DAY = 3, 2, 1
_DASH = "–"
_YEAR_TAG = Tag("year")


class _Part:
    """One date part, compiled: its size, how it prints, and the affixes that fall away beside a dash."""

    __slots__ = ("bare", "dash", "look", "prefix", "size", "suffix")

    def __init__(self, part: DatePart, scope: Scope) -> None:
        self.size = _SIZES.get(part.name, 0)
        self.bare = part_maker(part, scope)
        self.look = part.look
        self.prefix = part.look.prefix
        self.suffix = part.look.suffix
        self.dash = part.range_delimiter or _DASH

    def affixed(self, output: Output, *, prefix: bool = True, suffix: bool = True) -> Output:
        """The part with those of its affixes that are wanted."""
        before, after = self.prefix if prefix else "", self.suffix if suffix else ""
        wrap = affixed(before, after)
        return wrap(output) if wrap is not None else output


class DateWriter:
    """The parts of one date element and what stands between them."""

    def __init__(self, parts: Sequence[DatePart], delimiter: str, scope: Scope, *, takes_suffix: bool) -> None:
        self.parts = [_Part(part, scope) for part in parts]
        self.has_year = any(part.size == _YEAR for part in self.parts)
        self.delimiter = delimiter
        self.takes_suffix = takes_suffix
        self.tagged = scope.area == "citation"
        self.read = scope.fields.read
        self.era = era_of(scope)

    def write(self, value: ItemDate, context: Context) -> Output:
        """The date; empty when it has none of the parts."""
        if value.literal:  # stands where the year would
            if not self.has_year:
                return ""
            return self._year([self.read(value.literal)], Look(), context)
        if value.end is None:
            return self._pieces(self.parts, value.start, context)
        return self._range(value.start, value.end, context)

    def _year(self, pieces: list[Output], look: Look, context: Context, *, with_suffix: bool = True) -> Output:
        """The year, tagged for the passes that collapse cites; its suffix looks as the year does, affixes and all."""
        suffix = context.year_suffix if with_suffix and self.takes_suffix and not context.year_suffix_done else ""
        if suffix:
            context.year_suffix_done = True
            wrap = wrapper(look, tag=Tag("year-suffix", suffix))
            pieces = [*pieces, wrap(suffix) if wrap is not None else suffix]
        if len(pieces) == 1 and not self.tagged:
            return pieces[0]
        return Span(pieces, tag=_YEAR_TAG)

    def _one(
        self, part: _Part, point: DatePoint, context: Context, *, prefix: bool = True, suffix: bool = True,
        year_suffix: bool = True,
    ) -> Output:  # fmt: skip
        """One part with its affixes; empty when the date lacks it. The era of a year stands behind its suffix."""
        output = part.bare(point)
        if not output:
            return ""
        output = part.affixed(output, prefix=prefix, suffix=suffix)
        if part.size != _YEAR:
            return output
        era = self.era(point)
        return self._year([output, era] if era else [output], part.look, context, with_suffix=year_suffix)

    def _pieces(self, parts: Sequence[_Part], point: DatePoint, context: Context) -> Output:
        return join([output for part in parts if (output := self._one(part, point, context))], self.delimiter)

    def _range(self, start: DatePoint, end: DatePoint, context: Context) -> Output:
        """Parts larger than the largest one that differs stand once; the others form a block for each end.

        The block runs from the first to the last of them; its dash is that of the largest part that differs.
        """
        parts = self.parts
        largest = self._largest_difference(start, end)
        block = [i for i, part in enumerate(parts) if part.size <= largest and (part.bare(start) or part.bare(end))]
        if not block:
            return self._pieces(parts, start, context)
        first, last = block[0], block[-1] + 1
        dash = next((part.dash for part in parts if part.size == largest), _DASH)
        pieces = [
            self._pieces(parts[:first], start, context),
            self._block(parts[first:last], start, end, dash, context),
            self._pieces(parts[last:], start, context),
        ]
        return join([piece for piece in pieces if piece], self.delimiter)

    def _largest_difference(self, start: DatePoint, end: DatePoint) -> int:
        shown = {part.size for part in self.parts}
        if _YEAR in shown and start.year != end.year:
            return _YEAR
        if _MONTH in shown and (start.month, start.season, start.season_name) != (
            end.month, end.season, end.season_name
        ):  # fmt: skip
            return _MONTH
        return _DAY if _DAY in shown and start.day != end.day else 0

    def _block(self, parts: Sequence[_Part], start: DatePoint, end: DatePoint, dash: str, context: Context) -> Output:
        """Both ends around the dash, without the affixes that would touch it; the suffix goes to the later year."""
        left = [part for part in parts if part.bare(start)]
        right = [part for part in parts if part.bare(end)]
        before = join(
            [
                self._one(part, start, context, suffix=i < len(left) - 1, year_suffix=False)
                for i, part in enumerate(left)
            ],
            self.delimiter,
        )
        after = join(
            [self._one(part, end, context, prefix=i > 0 or not left) for i, part in enumerate(right)], self.delimiter
        )
        if not before:
            return after
        return Span([before, after], delimiter=dash) if after else Span([before, dash])
