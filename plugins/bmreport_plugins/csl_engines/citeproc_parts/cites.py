"""A cite while it is rendered, and where it stands in the document (CSL 1.0.2, "Choose", `position`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport_plugins.csl_engines.citeproc_parts.marks import escape, from_field

if TYPE_CHECKING:
    from bmreport.models import Cite
    from bmreport_plugins.csl_engines.citeproc_parts.base import Element
    from bmreport_plugins.csl_engines.citeproc_parts.records import Record, Value


@dataclass(frozen=True)
class LocatorValue:
    """A place within the item; `label` is a CSL locator term."""

    label: str
    identifier: str


@dataclass(frozen=True)
class SortOptions:
    """What a sort key asks of names (CSL 1.0.2, "Sorting"); empty where it asks nothing."""

    names: dict[str, str] = field(default_factory=dict)


class CiteItem:
    """One item in one place, as citeproc-py's elements see it; what they find out on the way is kept here."""

    def __init__(self, key: str, record: Record, number: int, area: str, cite: Cite | None = None) -> None:
        self.key = key
        self.reference = record
        self.number = number
        self.area = area
        """`citation` or `bibliography`; options of names depend on it."""
        self.prefix = from_field(cite.prefix) if cite else ""
        self.suffix = from_field(cite.suffix) if cite else ""
        self.locator = _locator(cite)
        self.positions: frozenset[str] = frozenset()
        self.first_note = 0
        self.year_suffix = ""
        self.reset()

    def reset(self, sorting: SortOptions | None = None) -> None:
        """Forget what the last rendering left behind."""
        self.sorting = sorting
        self.suppressed: set[str] = set()
        """Variables that stood in for missing names, and so are not printed again."""
        self.called = 0
        self.found = 0
        self.trace: list[str] | None = None
        """Variables printed since a substitute began; None outside of one."""
        self.names_around: Element = None
        """The `names` element whose substitute is being tried; a bare `names` inside looks as it does."""
        self.has_year_suffix = False

    @property
    def is_bare(self) -> bool:
        """Whether nothing but the item is cited, so that the cite may become part of a range."""
        return not (self.prefix or self.suffix or self.locator)

    @property
    def fallback(self) -> str:
        """What stands for a cite of which a style prints nothing: title or id, so that no cite is lost."""
        return str(self.reference.get("title-short") or self.reference.get("title") or escape(self.key))

    def value(self, variable: str) -> Value | None:
        """A variable's value for printing, None when it is absent or suppressed; groups hear of it."""
        found = None if variable in self.suppressed else self.reference.get(variable)
        self.note(variable, found is not None)
        return found

    def note(self, variable: str, found: bool) -> None:
        """Tell the group around that a variable was called (CSL 1.0.2, "Group")."""
        self.called += 1
        if found:
            self.found += 1
            if self.trace is not None:
                self.trace.append(variable)


def _locator(cite: Cite | None) -> LocatorValue | None:
    if cite is None or cite.locator is None or not cite.locator.value.strip():
        return None
    label = cite.locator.label.strip().lower().replace("_", "-") or "page"
    return LocatorValue(label, from_field(cite.locator.value.strip()))


class Positions:
    """Walks the cites in reading order and gives each its positions; one step costs the same however long the text."""

    def __init__(self, near_note_distance: int) -> None:
        self._near = near_note_distance
        self._first_note: dict[str, int] = {}
        self._last_note: dict[str, int] = {}
        self._previous: list[CiteItem] = []

    def visit(self, cluster: list[CiteItem], note_number: int) -> None:
        """Set `positions` and `first_note` of the cites of the next cluster."""
        before = self._previous
        for place, item in enumerate(cluster):
            preceding = cluster[place - 1] if place else (before[0] if len(before) == 1 else None)
            item.positions = self._positions(item, preceding, note_number)
            item.first_note = self._first_note.setdefault(item.key, note_number)
            self._last_note[item.key] = note_number
        self._previous = cluster

    def _positions(self, item: CiteItem, preceding: CiteItem | None, note_number: int) -> frozenset[str]:
        if item.key not in self._first_note:
            return frozenset({"first"})
        found = {"subsequent"}
        if note_number - self._last_note[item.key] <= self._near:
            found.add("near-note")
        if preceding is not None and preceding.key == item.key:
            if preceding.locator == item.locator:
                found.add("ibid")
            elif item.locator:  # a cite without a locator cannot stand for one that has
                found |= {"ibid", "ibid-with-locator"}
        return frozenset(found)
