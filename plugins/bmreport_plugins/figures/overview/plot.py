"""What the overview shows: each study with its year, its design and its people."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.study_rows import design_of
from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.study_pooling.outcome import count_people

if TYPE_CHECKING:
    from bmreport import Reference, Study

__all__ = ["NO_DESIGN", "Bin", "Item", "OverviewPlot", "items_of_references", "items_of_studies"]

NO_DESIGN = "Design not given"
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MOST_BINS = 36


@dataclass(frozen=True)
class Item:
    """One study or document."""

    label: str
    year: int | None = None
    design: str = ""
    participants: int | None = None


@dataclass(frozen=True)
class Bin:
    """Years from `first` on, as many as the plot's step; `count` studies."""

    first: int
    count: int


@dataclass(frozen=True)
class OverviewPlot:
    """A whole picture; `noun` is what the items are (study, document)."""

    title: str
    items: tuple[Item, ...]
    noun: str = "study"
    heading: str = ""
    text_size: float = 9.0
    width: float = 300.0
    name: str = "overview"
    notes: tuple[str, ...] = ()
    reference_ids: tuple[str, ...] = ()

    @property
    def years(self) -> list[int]:
        """The years that are known."""
        return [item.year for item in self.items if item.year is not None]

    @property
    def step(self) -> int:
        """How many years a bar stands for: as few as leave the bars wide enough."""
        years = self.years
        span = max(years) - min(years) + 1 if years else 1
        return next((step for step in _STEPS if math.ceil(span / step) <= _MOST_BINS), _STEPS[-1])

    @property
    def designs(self) -> list[str]:
        """Designs, the most frequent first; studies without one last."""
        names = list(dict.fromkeys(item.design for item in self.items))
        counts = {name: sum(item.design == name for item in self.items) for name in names}
        return sorted(names, key=lambda name: (not name, -counts[name], name))

    def of(self, design: str) -> list[Item]:
        """The items of a design."""
        return [item for item in self.items if item.design == design]

    def bins(self, items: Iterable[Item]) -> list[Bin]:
        """How many of these items fall into each stretch of years."""
        step = self.step
        counts: dict[int, int] = {}
        for item in items:
            if item.year is not None:
                first = item.year - item.year % step
                counts[first] = counts.get(first, 0) + 1
        return [Bin(first, counts[first]) for first in sorted(counts)]


def items_of_studies(studies: Sequence[Study]) -> tuple[Item, ...]:
    """Each study once, however many rows it has; a year in its name counts where no other is given."""
    rows: dict[str, list[Study]] = {}
    for study in studies:
        rows.setdefault(name_key(study.study), []).append(study)
    return tuple(_item(found) for found in rows.values())


def items_of_references(references: Sequence[Reference]) -> tuple[Item, ...]:
    """Documents by the year they were published in, and their design as far as their publication type says it."""
    items = []
    for reference in references:
        found = (design_of(kind) for kind in reference.publication_types)
        design = next((one for one in found if one is not None), None)
        items.append(Item(_name(reference), _issued(reference), str(design or "")))
    return tuple(items)


def _item(rows: Sequence[Study]) -> Item:
    year = next((row.year for row in rows if row.year is not None), None)
    if year is None and (said := _YEAR.search(rows[0].study)):
        year = int(said[0])
    design = next((row.design for row in rows if row.design is not None), None)
    # The people of a study are those of its largest row; rows of several outcomes are of the same people.
    people = [count for row in rows if (count := count_people([row])) is not None]
    return Item(rows[0].study, year, str(design or ""), max(people, default=None))


def _name(reference: Reference) -> str:
    return str(reference.csl.get("title") or reference.id)


def _issued(reference: Reference) -> int | None:
    issued = reference.csl.get("issued")
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    try:
        return int(parts[0][0]) if parts else None
    except (TypeError, ValueError, IndexError, KeyError):
        return None
