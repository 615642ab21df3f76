"""Tables on standard output: folded to the terminal's width, one line a row when piped."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from bmreport.cli.messages import printable
from bmreport.cli.output import is_terminal, write_text

if TYPE_CHECKING:
    from collections.abc import Sequence

# Wider than any row: rows stay on one line for grep and the like.
_PIPE_WIDTH = 100_000


def write_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under headings. Cell text is literal; nothing in it is mark-up."""
    # rich takes a tenth of a second to load; only commands that print a table pay for it.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terminal = is_terminal()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(Text(heading), overflow="fold", no_wrap=not terminal)
    for row in rows:
        table.add_row(*(Text(_one_line(cell)) for cell in row))
    # Rendered to a string first: rich itself stops at a character that the terminal's encoding lacks.
    console = Console(
        file=io.StringIO(),
        width=None if terminal else _PIPE_WIDTH,
        color_system=None,
        emoji=False,
        highlight=False,
        markup=False,
        legacy_windows=False,
    )
    with console.capture() as capture:
        console.print(table)
    write_text("".join(f"{line.rstrip()}\n" for line in capture.get().splitlines()))


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))
