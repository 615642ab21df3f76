"""The sections of a report in pandoc's document tree: paragraphs, lists, tables, figures, and how their pages lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.rendering import RenderedFigure, RenderedList, RenderedParagraph, RenderedTable, sentences
from bmreport.richtext import to_plain
from bmreport_plugins.exporters.docx_marks import END_OF_TURNED, END_OF_UPRIGHT
from bmreport_plugins.exporters.pandoc_ast import (
    AstOptions,
    Block,
    bullet_list,
    inlines,
    plain,
    raw_word,
    strong,
    table,
)
from bmreport_plugins.exporters.pandoc_figure import figure_blocks
from bmreport_plugins.exporters.pandoc_leaf import BODY, Leaf
from bmreport_plugins.exporters.table_columns import GREAT_MANY, MANY, TableColumns, column_count

if TYPE_CHECKING:
    from bmreport.rendering import RenderedClaim
    from bmreport_plugins.exporters.report_content import BlockContent, SectionContent

__all__ = ["DENSE_CELL", "LIST_ITEM", "TABLE_NOTE", "WIDE_CELL", "SectionBlocks"]

LIST_ITEM = "Compact"
TABLE_NOTE = "Table Note"
WIDE_CELL = "Wide Table Cell"
DENSE_CELL = "Dense Table Cell"
# Characters in a line of a table on an upright page, and on a turned one in the type of wide tables and of dense ones.
_LINE, _WIDE_LINE, _DENSE_LINE = 98, 156, 183
_GAP = 2  # the style of tables has 8.5 points


class SectionBlocks:
    """Makes the blocks of sections."""

    def __init__(self, leaf: Leaf, options: AstOptions) -> None:
        self._leaf = leaf
        self._options = options

    def blocks(self, sections: tuple[SectionContent, ...]) -> list[Block]:
        """All sections with their headings; marks stand where pages are turned on their side and back."""
        out: list[Block] = []
        turned = False
        for place, section in enumerate(sections, start=1):
            out.extend(_turn(turned, section.starts_turned))
            turned = section.starts_turned
            title = section.heading
            if title:
                out.append(self._leaf.heading(self._leaf.text(title), title, f"section_{place}"))
            for part in section.blocks:
                out.extend(_turn(turned, part.turned))
                turned = part.turned
                out.extend(self.block(part, BODY))
        return [*out, *([raw_word(END_OF_TURNED)] if turned else [])]

    def block(self, part: BlockContent, style: str) -> list[Block]:
        """One block; its paragraphs are in this style."""
        block = part.block
        if isinstance(block, RenderedParagraph):
            return [self._leaf.para(block.content, style)]
        if isinstance(block, RenderedList):
            item_style = style if style != BODY else LIST_ITEM
            return [bullet_list([[self._leaf.para(sentences(item), item_style)] for item in block.items])]
        if isinstance(block, RenderedFigure):
            return figure_blocks(part, block, TABLE_NOTE, self._leaf.para)
        return self._table(block, part.number, turned=part.turned)

    def _table(self, block: RenderedTable, number: int, *, turned: bool) -> list[Block]:
        count = column_count(block)
        style, line = "", _LINE
        if turned:
            style, line = (DENSE_CELL, _DENSE_LINE) if count >= GREAT_MANY else (WIDE_CELL, _WIDE_LINE)
        shares = TableColumns(block).shares(line, gap=_GAP, hyphenates=False) if count >= MANY else []
        about = sentences(block.caption)
        caption = [strong(self._leaf.text(f"Table {number}.")), {"t": "Space"}, *inlines(about, self._options)]
        made = table(
            caption,
            [self._cell(cell, style) for cell in block.header] if any(block.header) else [],
            [[self._cell(cell, style) for cell in row] for row in block.rows],
            f"table_{number}",
            [share / sum(shares) for share in shares],
        )
        return [made, *(self._leaf.para(sentences(footnote), TABLE_NOTE) for footnote in block.footnotes)]

    def _cell(self, claims: tuple[RenderedClaim, ...], style: str) -> list[Block]:
        rich = sentences(claims)
        if not rich:
            return []
        if style:
            return [self._leaf.para(rich, style)]
        direction = self._leaf.direction(to_plain(rich))
        content = plain(inlines(rich, self._options, direction))
        return [content if direction == self._options.direction else self._leaf.directed([content], direction)]


def _turn(before: bool, after: bool) -> list[Block]:
    if before is after:
        return []
    return [raw_word(END_OF_TURNED if before else END_OF_UPRIGHT)]
