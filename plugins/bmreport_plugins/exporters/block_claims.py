"""A block with each of its sentences changed, whatever kind of block it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.rendering import RenderedFigure, RenderedList, RenderedParagraph

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.rendering import RenderedBlock, RenderedClaim

__all__ = ["map_claims"]


def map_claims(block: RenderedBlock, change: Callable[[RenderedClaim], RenderedClaim]) -> RenderedBlock:
    """The same block; `change` meets its sentences in reading order."""

    def run(claims: tuple[RenderedClaim, ...]) -> tuple[RenderedClaim, ...]:
        return tuple(map(change, claims))

    if isinstance(block, RenderedParagraph):
        return replace(block, claims=run(block.claims))
    if isinstance(block, RenderedList):
        return replace(block, items=tuple(map(run, block.items)))
    if isinstance(block, RenderedFigure):
        return replace(block, caption=run(block.caption), notes=tuple(map(run, block.notes)))
    return replace(
        block,
        caption=run(block.caption),
        header=tuple(map(run, block.header)),
        rows=tuple(tuple(map(run, row)) for row in block.rows),
        footnotes=tuple(map(run, block.footnotes)),
    )
