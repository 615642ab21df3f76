"""A table as data: names of columns, rows of cells with the line they stand in, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bmreport.study_rows import plan_columns

__all__ = ["HEADER_ROWS", "BrokenRow", "Score", "Table", "TableRow", "find_header", "known_names"]

HEADER_ROWS = 12
"""The header is looked for in so many rows; titles and remarks may stand above it."""
_SURE = 2

Score: TypeAlias = Callable[[Sequence[str]], int]
"""How many of these names of columns mean something to whoever reads the table."""


@dataclass(frozen=True)
class TableRow:
    """Cells in the order of the names; a row may be shorter or longer. `line` is the file's line or the sheet's row."""

    line: int
    cells: list[object]

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return all(cell is None or (isinstance(cell, str) and not cell.strip()) for cell in self.cells)


@dataclass(frozen=True)
class BrokenRow:
    """A row that is none, such as a broken line of JSON Lines."""

    line: int
    reason: str
    remedy: str


@dataclass
class Table:
    """What a file holds, whatever its format. Blank rows are left out; they are no records."""

    format: str
    names: list[str]
    rows: list[TableRow]
    broken: list[BrokenRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    encoding: str = ""
    delimiter: str = ""
    records_name_fields: bool = False
    """Whether each record names its own fields, as in JSON, so that a name may be missing in most of them."""


def known_names(names: Sequence[str]) -> int:
    """How many names are those of columns of study data."""
    return plan_columns(names).known


def find_header(rows: Sequence[TableRow], score: Score) -> int | None:
    """The place of the header among the first rows; None when there is no row at all.

    It is the first row with two names that are known, else the first with one, else the first row.
    """
    scores = [score([str(cell or "") for cell in row.cells]) for row in rows[:HEADER_ROWS]]
    for least in (_SURE, 1, 0):
        for place, known in enumerate(scores):
            if known >= least:
                return place
    return None
