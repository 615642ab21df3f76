"""Elements of citeproc-py for dates, mended (CSL 1.0.2, "Date")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from citeproc import model

from bmreport_plugins.csl_engines.citeproc_parts import seams
from bmreport_plugins.csl_engines.citeproc_parts.base import Element, Mended
from bmreport_plugins.csl_engines.citeproc_parts.cases import apply_case
from bmreport_plugins.csl_engines.citeproc_parts.records import DateValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport_plugins.csl_engines.citeproc_parts.cites import CiteItem

_NAMES = ("year", "month", "day")
_Day = tuple[int, int, int]


@dataclass(frozen=True)
class _Part:
    """One part of a date: the element that says how it looks, and the style's own wishes where a locale's is used."""

    element: Element
    attributes: dict[str, str]

    @property
    def name(self) -> str:
        return self.attributes.get("name", "")


class Date_Part(Mended, model.Date_Part):  # type: ignore[misc]  # noqa: N801  # citeproc-py names it so  # citeproc-py finds elements by class name
    """How the year, month or day looks."""


class Date(Mended, model.Date):  # type: ignore[misc]  # citeproc-py publishes no types
    """A date, a range of dates, or the words that stand for one."""

    def render(self, item: CiteItem) -> str | None:  # citeproc-py's
        """The date; nothing when the item has none."""
        variable = self.get("variable", "")
        value = item.value(variable)
        if not isinstance(value, DateValue):
            return None
        if item.sorting is not None:
            return value.sort_key
        if value.begin is None:
            return self.wrap(self.format(self.case(value.literal)))
        parts, delimiter = self._parts()
        suffix = (
            "" if self.shared.prints_year_suffix or variable != "issued" or item.has_year_suffix else item.year_suffix
        )
        text = self._range(value, parts, delimiter, suffix)
        item.has_year_suffix = item.has_year_suffix or (bool(text) and any(part.name == "year" for part in parts))
        return self.wrap(self.format(self.case(text)))

    def _parts(self) -> tuple[list[_Part], str]:
        """The parts in the order they are printed in, and what stands between them; found out once."""
        known: tuple[list[_Part], str] | None = self.__dict__.get("_known_parts")
        if known is None:
            known = self.__dict__["_known_parts"] = self._read_parts()
        return known

    def _read_parts(self) -> tuple[list[_Part], str]:
        own = {part.get("name"): dict(part.attrib) for part in self.iterfind("cs:date-part", self.nsmap)}
        form = self.get("form")
        if form is None:
            parts = [_Part(part, dict(part.attrib)) for part in self.iterfind("cs:date-part", self.nsmap)]
            return parts, self._attribute("delimiter")
        localized = self.get_date(form)
        if localized is None:
            return [], ""
        wanted = self.get("date-parts", "year-month-day").split("-")
        parts = [
            _Part(part, {**part.attrib, **own.get(part.get("name"), {})})
            for part in localized.iterfind("cs:date-part", self.nsmap)
            if part.get("name") in wanted
        ]
        return parts, localized.get("delimiter", "")

    def _range(self, value: DateValue, parts: list[_Part], delimiter: str, year_suffix: str) -> str:
        begin = value.begin or (0, 0, 0)
        if value.end is None:
            text = seams.join(self._texts(parts, begin, value.season, year_suffix), delimiter)
            return f"{text}–" if value.is_open and text else text
        differing = [place for place, part in enumerate(parts) if self._differs(part.name, begin, value.end)]
        if not differing:
            return seams.join(self._texts(parts, begin, value.season, year_suffix), delimiter)
        first, last = differing[0], differing[-1] + 1
        largest = min((parts[place] for place in differing), key=lambda part: _NAMES.index(part.name))
        dash = largest.attributes.get("range-delimiter", "–")
        start = seams.join(self._texts(parts[first:last], begin, 0, "", inner="end"), delimiter)
        end = seams.join(self._texts(parts[first:last], value.end, 0, year_suffix, inner="start"), delimiter)
        before = self._texts(parts[:first], begin, value.season, year_suffix)
        after = self._texts(parts[last:], value.end, 0, year_suffix)
        return seams.join([*before, f"{start.rstrip()}{dash}{end.lstrip()}", *after], delimiter)

    def _differs(self, name: str, begin: _Day, end: _Day) -> bool:
        """A part differs when it or a larger one does."""
        size = _NAMES.index(name) + 1 if name in _NAMES else 0
        return begin[:size] != end[:size]

    def _texts(self, parts: list[_Part], day: _Day, season: int, suffix: str, inner: str = "") -> Iterator[str]:
        """The parts that are known; next to a dash (`inner`) the affix on that side is left out."""
        for place, part in enumerate(parts):
            text = self._part_text(part, day, season, suffix)
            if text:
                cased = apply_case(text, part.attributes.get("text-case"), english=self.shared.language[:2] == "en")
                prefix = part.attributes.get("prefix", "") if inner != "start" or place else ""
                ending = part.attributes.get("suffix", "") if inner != "end" or place < len(parts) - 1 else ""
                yield seams.wrap(prefix, part.element.format(cased) or "", ending)

    def _part_text(self, part: _Part, day: _Day, season: int, year_suffix: str) -> str:
        form = part.attributes.get("form", "long")
        if part.name == "year":
            return self._year(day[0], form) + year_suffix
        if part.name == "month":
            text = self._month(day[1], season, form)
        else:
            text = self._day(day[2], part.attributes.get("form", "numeric")) if day[1] else ""
        stripped = part.attributes.get("strip-periods") == "true"
        return text.replace(".", "") if stripped else text

    def _year(self, year: int, form: str) -> str:
        if form == "short" and year >= 1000:
            return str(year)[-2:]
        if year < 0:
            return f"{-year}{self.get_single_term('bc')}"
        return f"{year}{self.get_single_term('ad')}" if year < 1000 else str(year)

    def _month(self, month: int, season: int, form: str) -> str:
        if not month:
            return self.get_single_term(f"season-{season:02}") if season else ""
        if form == "numeric":
            return str(month)
        if form == "numeric-leading-zeros":
            return f"{month:02}"
        return self.get_single_term(f"month-{month:02}", "short" if form == "short" else None)

    def _day(self, day: int, form: str) -> str:
        if not day:
            return ""
        if form == "numeric-leading-zeros":
            return f"{day:02}"
        limited = self.get_locale_option("limit-day-ordinals-to-day-1") == "true"
        if form == "ordinal" and (day == 1 or not limited):
            return str(self.shared.ordinal(day))
        return str(day)
