"""Paragraphs, lists, tables and figures of a report as plain Typst, whose look is the template's business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.rendering import RenderedFigure, RenderedList, RenderedParagraph, RenderedTable, sentences
from bmreport.richtext import Note, RefLink, Text, to_plain
from bmreport.richtext.typst import TypstOptions, to_typst
from bmreport_plugins.exporters.table_columns import column_count
from bmreport_plugins.exporters.typst_columns import column_look
from bmreport_plugins.exporters.typst_figure import figure_typst
from bmreport_plugins.exporters.typst_run import run_typst

if TYPE_CHECKING:
    from bmreport.rendering import RenderedClaim
    from bmreport.richtext import RichText
    from bmreport_plugins.exporters.report_content import BlockContent

_Cells = tuple[tuple["RenderedClaim", ...], ...]
_LONGEST_UNCUT = 400
_RULE = "table.hline(stroke: 0.9pt)"
_THIN_RULE = "table.hline(stroke: 0.45pt)"
_FAINT_RULE = "table.hline(stroke: 0.25pt + luma(70%))"


def block_typst(block: BlockContent, options: TypstOptions, *, turned: bool = False) -> str:
    """One block as Typst mark-up; `turned` says that its page lies on its side."""
    if isinstance(block.block, RenderedParagraph):
        return run_typst(block.block.content, options)
    if isinstance(block.block, RenderedList):
        return _list(block.block, options)
    if isinstance(block.block, RenderedFigure):
        return figure_typst(block, block.block, options)
    return _table(block.block, block.number, options, turned=turned)


def _list(block: RenderedList, options: TypstOptions) -> str:
    return f"#list({_cells(block.items, options)});" if block.items else ""


def _table(table: RenderedTable, number: int, options: TypstOptions, *, turned: bool) -> str:
    """A figure with its caption, so that the table has a name in the file's structure."""
    columns = column_count(table)
    if not columns:
        return ""
    look = column_look(table, turned=turned)
    parts = [f"columns: ({look.widths},)", _header(table.header, columns, options)]
    rows = [_row(row, columns, options) for row in table.rows]
    # On a turned page cells run over several lines; the eye needs help to stay in a row.
    parts.append(f", {_FAINT_RULE}, ".join(rows) if turned else ", ".join(rows))
    parts += [_RULE, *_footnotes(table.footnotes, columns, options)]
    caption = to_typst(sentences(table.caption), options)
    named = f", caption: figure.caption(position: top)[{caption}]" if caption else ""
    return (
        f'#figure(kind: table, supplement: [Table], numbering: _ => "{number}"{named}, '
        f"{{\n{look.rules}table({', '.join(part for part in parts if part)})\n}});"
    )


def _footnotes(runs: _Cells, columns: int, options: TypstOptions) -> list[str]:
    """A foot that goes with the last rows, if it is short enough to be kept in one piece."""
    notes = " \\\n".join(run_typst(sentences(run), options) for run in runs if run)
    if not notes:
        return []
    cell = f"table.cell(colspan: {columns}, inset: (top: 0.6em))[#set text(size: 0.92em);{notes}]"
    length = sum(len(to_plain(sentences(run))) for run in runs)
    return [cell if length > _LONGEST_UNCUT else f"table.footer(repeat: false, {cell})"]


def _header(header: _Cells, columns: int, options: TypstOptions) -> str:
    """The heading row. It is repeated on each page, unless a label in it would then be there twice."""
    length = sum(len(to_plain(sentences(cell)).strip()) for cell in header)
    if not length:
        return _RULE
    cells = ", ".join(f"[#strong[{run_typst(sentences(cell), options)}];]" for cell in _padded(header, columns))
    row = f"{_RULE}, {cells}, {_THIN_RULE}"
    if length > _LONGEST_UNCUT:  # Typst does not cut headings, and this one may be taller than a page
        return row
    once = any(_has_pointer(sentences(cell)) for cell in header)
    return f"table.header(repeat: {'false' if once else 'true'}, {row})"


def _row(row: _Cells, columns: int, options: TypstOptions) -> str:
    return _cells(_padded(row, columns), options)


def _padded(row: _Cells, columns: int) -> _Cells:
    return (*row, *((),) * (columns - len(row)))


def _cells(runs: _Cells, options: TypstOptions) -> str:
    return ", ".join(f"[{run_typst(sentences(run), options)}]" for run in runs)


def _has_pointer(rich: RichText) -> bool:
    return any(
        isinstance(node, RefLink | Note) or (not isinstance(node, Text) and _has_pointer(node.children))
        for node in rich
    )
