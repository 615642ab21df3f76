"""Paragraphs, lists and tables of a report as plain Typst, whose look is the template's business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.rendering import RenderedList, RenderedParagraph, RenderedTable, sentences
from bmreport.richtext import Note, RefLink, Text, to_plain
from bmreport.richtext.direction import first_strong
from bmreport.richtext.typst import TypstOptions, to_typst

if TYPE_CHECKING:
    from bmreport.rendering import RenderedClaim
    from bmreport.richtext import RichText
    from bmreport_plugins.exporters.report_content import BlockContent

_Cells = tuple[tuple["RenderedClaim", ...], ...]
# Widths are reckoned in characters: a line of a table, the same in the smaller size of a table with many columns, the
# room between two columns, a cell that should not be broken, and the longest that counts.
_LINE = 106
_SMALL_LINE = 116
_GAP = 4
_SHORT = 20
_LONGEST = 90
_MANY = 5
_LONGEST_UNCUT = 400
_RULE = "table.hline(stroke: 0.9pt)"
_THIN_RULE = "table.hline(stroke: 0.45pt)"


def block_typst(block: BlockContent, options: TypstOptions) -> str:
    """One block as Typst mark-up."""
    if isinstance(block.block, RenderedParagraph):
        return run_typst(block.block.content, options)
    if isinstance(block.block, RenderedList):
        return _list(block.block, options)
    return _table(block.block, block.number, options)


def run_typst(rich: RichText, options: TypstOptions) -> str:
    """A run of text that stands alone (paragraph, item, cell, entry), in the direction of its first letter."""
    inner = to_typst(rich, options)
    direction = first_strong(to_plain(rich))
    return f"#[#set text(dir: {direction});{inner}];" if direction and (direction == "rtl") != options.rtl else inner


def _list(block: RenderedList, options: TypstOptions) -> str:
    return f"#list({_cells(block.items, options)});" if block.items else ""


def _table(table: RenderedTable, number: int, options: TypstOptions) -> str:
    """A figure with its caption, so that the table has a name in the file's structure."""
    columns = max((len(row) for row in (table.header, *table.rows)), default=0)
    if not columns:
        return ""
    parts = [f"columns: ({_widths(table, columns)},)", _header(table.header, columns, options)]
    parts += [_row(row, columns, options) for row in table.rows]
    parts += [_RULE, *_footnotes(table.footnotes, columns, options)]
    caption = to_typst(sentences(table.caption), options)
    named = f", caption: figure.caption(position: top)[{caption}]" if caption else ""
    size = "set text(size: 0.91em)\n" if columns >= _MANY else ""
    return (
        f'#figure(kind: table, supplement: [Table], numbering: _ => "{number}"{named}, '
        f"{{\n{size}table({', '.join(parts)})\n}});"
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


def _widths(table: RenderedTable, columns: int) -> str:
    """Shares of the width: short columns in one line when there is room for that, long ones in proportion."""
    longest = [1] * columns
    word = [1] * columns
    # A heading may well take two lines.
    for row, lines in ((table.header, 2), *((row, 1) for row in table.rows)):
        for place, cell in enumerate(row):
            text = to_plain(sentences(cell))
            longest[place] = max(longest[place], min(len(text) // lines, _LONGEST))
            word[place] = max(word[place], *(len(part) for part in text.split()), 1)
    room = max((_LINE if columns < _MANY else _SMALL_LINE) - _GAP * columns, columns)
    least = [max(length, widest) if length <= _SHORT else widest for length, widest in zip(longest, word, strict=True)]
    if sum(least) > 0.8 * room:
        least = [min(widest, room // columns) for widest in word]
    return ", ".join(f"{share + _GAP}fr" for share in _shares(longest, least, room))


def _shares(wanted: list[int], least: list[int], room: int) -> list[int]:
    """`wanted` in proportion, so that all fit into `room` and none is less than its `least`."""
    scale = min(1.0, room / sum(wanted))
    pairs = list(zip(wanted, least, strict=True))
    # What the short columns take beyond their proportion, the others go without.
    taken = sum(floor for length, floor in pairs if length * scale < floor)
    shared = sum(length for length, floor in pairs if length * scale >= floor)
    scale = min(1.0, max(room - taken, 1) / shared) if shared else scale
    return [max(round(length * scale), floor) for length, floor in pairs]


def _has_pointer(rich: RichText) -> bool:
    return any(
        isinstance(node, RefLink | Note) or (not isinstance(node, Text) and _has_pointer(node.children))
        for node in rich
    )
