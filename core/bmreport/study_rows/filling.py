"""One row while it is read: its cells by what they hold, the problems found, and remarks that stay with the study."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from bmreport.study_rows.cells import Cell, CellError, Unreadable, is_missing
from bmreport.study_rows.columns import Column, Role

__all__ = ["Filling", "Place", "Problem", "text_of"]

T = TypeVar("T")
Place: TypeAlias = tuple[int, Column]
"""Where a column stands in a row, and the column."""

_NO_TEXT = frozenset(("na", "n/a", "nr", "nan", "null", "#n/a", "-", "–", "—"))


@dataclass(frozen=True)
class Problem:
    """Why a row cannot be used: the column by its name in the file, the reason, what to do."""

    column: str
    reason: str
    remedy: str = ""


@dataclass
class Filling:
    """A row at work. `places` maps each role to its columns, in order."""

    cells: Sequence[object]
    places: Mapping[Role, Sequence[Place]]
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def cell(self, place: int) -> object:
        """A cell; a row may be shorter than its table."""
        return self.cells[place] if place < len(self.cells) else None

    def first(self, role: Role) -> Place | None:
        """The column of a role that a table has but once."""
        places = self.places.get(role, ())
        return places[0] if places else None

    def text(self, place: int, column: Column) -> str:
        """A cell as text; empty where nothing stands."""
        return self.use(place, column, text_of) or ""

    def text_at(self, role: Role) -> str:
        """The text under the column of a role; empty when the table has none."""
        found = self.first(role)
        return self.text(*found) if found else ""

    def number(self, place: int, column: Column, read: Callable[[Cell], T]) -> T | None:
        """A cell as a number by `read`; None where nothing stands, or where there is a problem, which is kept."""
        cell = self.cell(place)
        if isinstance(cell, Unreadable):
            self.refuse(column, cell.reason, cell.remedy)
            return None
        if not isinstance(cell, str | int | float | None):
            self.refuse(column, f"{_kind(cell)} is no number", "give the number alone")
            return None
        return None if is_missing(cell) else self.use(place, column, read)

    def use(self, place: int, column: Column, read: Callable[..., T]) -> T | None:
        """What `read` makes of a cell; a CellError becomes a problem of the row."""
        try:
            return read(self.cell(place))
        except CellError as error:
            self.refuse(column, error.reason, error.remedy)
            return None

    def refuse(self, column: Column, reason: str, remedy: str = "") -> None:
        """Keep a problem."""
        self.problems.append(Problem(column.name, reason, remedy))


def text_of(cell: object) -> str:
    """A cell as text on one line. Raises CellError for a list or a record."""
    if isinstance(cell, str):
        text = re.sub(r"\s+", " ", cell).strip()
        return "" if text.casefold() in _NO_TEXT else text
    if cell is None or cell != cell:  # only NaN differs from itself
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return f"{cell:.0f}"
    if isinstance(cell, int | float):
        return str(cell)
    if isinstance(cell, Unreadable):
        raise CellError(cell.reason, cell.remedy)
    raise CellError(f"{_kind(cell)} is no text", "give one text")


def _kind(cell: object) -> str:
    if isinstance(cell, list | tuple):
        return "a list"
    return "a record" if isinstance(cell, Mapping) else f"a {type(cell).__name__}"
