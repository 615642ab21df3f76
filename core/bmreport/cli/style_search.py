"""The work of `bmreport styles`."""

from __future__ import annotations

import json
import re

from bmreport.cli.hosting import open_host
from bmreport.cli.messages import Messages
from bmreport.cli.output import write_text
from bmreport.cli.tables import write_table
from bmreport.style_lookup import list_styles

_WORD = re.compile(r"\w+")

Row = tuple[str, str, str]


def search_styles(query: str, *, limit: int, as_json: bool, quiet: bool) -> None:
    """Print id, title and origin of the styles that fit, the closest first."""
    messages = Messages(quiet)
    found = matching(list_styles(open_host(messages)), query)
    shown = found[:limit] if limit else found
    if as_json:
        data = [{"style": style, "title": title, "from": origin} for style, title, origin in shown]
        write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    elif shown:
        write_table(("STYLE", "TITLE", "FROM"), shown)
    if not found:
        messages.note(f"no style has {query!r} in its id or title; try fewer letters, or give a .csl file to --style")
    elif len(shown) < len(found):
        messages.note(f"{len(found) - len(shown):,} more; narrow the search or use --limit 0")


def matching(rows: list[Row], query: str) -> list[Row]:
    """Rows whose id or title holds every word of the query: the exact id first, then ids, then titles."""
    words = _WORD.findall(query.casefold())
    if not words:
        return rows
    wanted = "-".join(words)
    ranked: list[tuple[int, int, Row]] = []
    for place, row in enumerate(rows):
        identifier, title = row[0].casefold(), row[1].casefold()
        if all(word in identifier or word in title for word in words):
            rank = (
                0 if identifier == wanted else 1 if identifier.startswith(wanted) else 2 if wanted in identifier else 3
            )
            ranked.append((rank, place, row))
    return [row for _rank, _place, row in sorted(ranked)]
