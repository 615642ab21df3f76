"""What one evaluation of one cite or entry knows: certain facts, disambiguation hints, and counters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport_csl.items import Item
    from bmreport_csl.name_sets import NameSet


@dataclass(slots=True)
class Hints:
    """What disambiguation found for one item; the empty hints are the style's own words."""

    counts: tuple[int, ...] = ()
    """For each rendering of names in order: how many names are shown at least, 0 for the style's own number."""
    levels: tuple[tuple[int, ...], ...] = ()
    """For each rendering of names: the given-name level of each name (0 family, 1 initials, 2 given names in full)."""
    conditions: int = 0
    """How many of the conditions `disambiguate="true"` of a cite hold, from the first."""
    year_suffix: str = ""


@dataclass(slots=True)
class Cite:
    """One cite of a cluster, as given and as it stands in the document."""

    id: str
    locator: str = ""
    label: str = ""
    prefix: str = ""
    suffix: str = ""
    suppress_author: bool = False
    author_only: bool = False
    position: str = "first"
    """first, subsequent, ibid or ibid-with-locator."""
    near_note: bool = False
    note_number: int = 0
    first_note: int = 0
    extra: dict[str, object] = field(default_factory=dict)


NO_HINTS = Hints()


class Context:
    """The state of one evaluation. Closures read the facts and write only the counters at the end."""

    __slots__ = (
        "called",
        "cite",
        "comparing",
        "conditions_seen",
        "dates",
        "found",
        "hints",
        "in_bibliography",
        "item",
        "name_index",
        "name_log",
        "names",
        "number",
        "recording",
        "sorting",
        "used",
        "variables",
        "year_suffix",
        "year_suffix_done",
    )

    def __init__(
        self, item: Item, cite: Cite | None, number: int, hints: Hints, *, in_bibliography: bool = False
    ) -> None:
        self.item = item
        self.variables = item.variables
        self.names = item.names
        self.dates = item.dates
        self.cite = cite
        self.number = number
        self.hints = hints
        self.in_bibliography = in_bibliography
        self.conditions_seen = 0
        """How many conditions `disambiguate` were tested so far."""
        self.year_suffix = hints.year_suffix
        self.year_suffix_done = False
        self.sorting = False
        self.comparing = False
        """The text is only compared with that of other cites: what changes from day to day does not count."""
        self.name_index = 0
        """How many lists of names were rendered so far: the place of the next one in the hints."""
        self.name_log: list[NameSet] | None = None
        self.used: set[str] | None = None
        """Variables that `substitute` has printed, which stay silent afterwards."""
        self.recording = False
        """A substitute is being tried: what it prints is used up at once."""
        self.called = False
        """A variable was called for since the enclosing group began."""
        self.found = False
        """One of them printed something."""
