"""Cells and tables of plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Cite, Claim, ClaimRole, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Cell", "plain", "table"]

Cell = list[Claim]


def plain(text: str, references: Iterable[str] = ()) -> Cell:
    """Words that no passage says, because they are computed; with the cites of the studies they were computed from."""
    cites = [Cite(reference_id=identifier) for identifier in references if identifier]
    return [Claim(text=text, cites=cites, role=ClaimRole.BACKGROUND)]


def table(
    caption: str, header: Sequence[str], rows: Iterable[Sequence[str | Cell]], footnotes: Iterable[str] = ()
) -> Table:
    """A table of texts and of cells that are made already."""
    return Table(
        caption=plain(f"{caption[:1].upper()}{caption[1:]}"),
        header=[plain(name) for name in header],
        rows=[[cell if isinstance(cell, list) else plain(cell) for cell in row] for row in rows],
        footnotes=[plain(note) for note in footnotes if note],
    )
