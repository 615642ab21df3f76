"""Taking sentences out of sections, and what is left empty with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import BulletList, Figure, Paragraph
from bmreport.models.draft import block_claims

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bmreport.models import Block, Claim, Section, Table

__all__ = ["without"]


def without(sections: Iterable[Section], gone: Callable[[Claim], bool]) -> list[Section]:
    """The sections without the sentences that `gone` names; the given ones are not changed.

    A row of a table goes when every cite of it goes, a table when every row does. A figure goes with any sentence of
    its own: a picture cannot be cut. What is empty then goes as well: an item of a list, a block, a section. A section
    that was empty before stays.
    """
    out = []
    for section in sections:
        blocks = [kept for block in section.blocks if (kept := _block(block, gone)) is not None]
        if blocks or not section.blocks:
            out.append(section.model_copy(update={"blocks": blocks}))
    return out


def _block(block: Block, gone: Callable[[Claim], bool]) -> Block | None:
    if isinstance(block, Paragraph):
        claims = _run(block.claims, gone)
        return block.model_copy(update={"claims": claims}) if claims else None
    if isinstance(block, BulletList):
        items = [kept for item in block.items if (kept := _run(item, gone))]
        return block.model_copy(update={"items": items}) if items else None
    if isinstance(block, Figure):
        return None if any(map(gone, block_claims(block))) else block
    return _table(block, gone)


def _table(table: Table, gone: Callable[[Claim], bool]) -> Table | None:
    rows = [[_run(cell, gone) for cell in row] for row in table.rows if not _row_goes(row, gone)]
    if table.rows and not rows:
        return None
    return table.model_copy(
        update={
            "caption": _run(table.caption, gone),
            "header": [_run(cell, gone) for cell in table.header],
            "rows": rows,
            "footnotes": [kept for footnote in table.footnotes if (kept := _run(footnote, gone))],
        }
    )


def _row_goes(row: list[list[Claim]], gone: Callable[[Claim], bool]) -> bool:
    """The label of a row means nothing when all that it labels is taken out."""
    claims = [claim for cell in row for claim in cell]
    cited = [claim for claim in claims if claim.cites] or claims
    return bool(cited) and all(map(gone, cited))


def _run(claims: list[Claim], gone: Callable[[Claim], bool]) -> list[Claim]:
    return [claim for claim in claims if not gone(claim)]
