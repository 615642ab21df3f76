"""A table in aligned columns of plain text, cells wrapped until it fits the width."""

from __future__ import annotations

from itertools import zip_longest

from bmreport_plugins.exporters.text_wrap import display_width, padded, wrap

_GAP = "  "
_NARROWEST = 8
# From so many columns on, words that stick out or rows of so many lines are worse to read than a list.
_MANY = 5
_TALLEST = 8


def text_table(header: list[str], rows: list[list[str]], width: int) -> list[str]:
    """Lines of the table. With more in it than the width has room for, each row is a list of `header: cell`."""
    columns = max(len(row) for row in (header, *rows))
    cells = [[*row, *[""] * (columns - len(row))] for row in (header, *rows)]
    if columns * (_NARROWEST + len(_GAP)) - len(_GAP) > width and columns > 1:
        return _as_list(cells, width)
    widths = _fitted([max(display_width(row[place]) for row in cells) for place in range(columns)], width)
    if columns >= _MANY and _is_cramped(cells, widths):
        return _as_list(cells, width)
    blocks = [_row(row, widths) for row in cells]
    rule = _GAP.join("-" * size for size in widths)
    lines = [*blocks[0], rule] if any(header) else [rule]
    # Where a cell takes several lines, a blank one keeps the rows apart.
    apart = any(len(block) > 1 for block in blocks[1:])
    for place, block in enumerate(blocks[1:]):
        lines.extend([""] if apart and place else [])
        lines.extend(block)
    return lines


def _is_cramped(cells: list[list[str]], widths: list[int]) -> bool:
    for row in cells:
        for cell, size in zip(row, widths, strict=True):
            lines = wrap(cell, size)
            if len(lines) > _TALLEST or max(map(display_width, lines)) > size:
                return True
    return False


def _fitted(natural: list[int], width: int) -> list[int]:
    """Column widths that fit: the widest columns give way, none below the narrowest."""
    room = width - len(_GAP) * (len(natural) - 1)
    widths = [max(size, 1) for size in natural]
    if sum(widths) <= room:
        return widths
    low, high = _NARROWEST, max(widths)
    while low < high:
        limit = (low + high + 1) // 2
        if sum(min(size, limit) for size in widths) <= room:
            low = limit
        else:
            high = limit - 1
    return [min(size, low) for size in widths]


def _row(cells: list[str], widths: list[int]) -> list[str]:
    wrapped = [wrap(cell, size) for cell, size in zip(cells, widths, strict=True)]
    lines = (zip(line, widths, strict=True) for line in zip_longest(*wrapped, fillvalue=""))
    return [_GAP.join(padded(part, size) for part, size in line).rstrip(" ") for line in lines]


def _as_list(cells: list[list[str]], width: int) -> list[str]:
    lines: list[str] = []
    for place, row in enumerate(cells[1:]):
        lines.extend([""] if place else [])
        for name, cell in zip(cells[0], row, strict=True):
            lines.extend(wrap(f"{name}: {cell}" if name else cell, width, indent="    "))
    return lines
