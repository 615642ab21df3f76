"""Variables written into the `note` field, as Zotero users do: `{:original-date: 1999}` or lines `volume: 3`."""

from __future__ import annotations

import re

_BRACED = re.compile(r"\{:([-_a-z]+|[A-Z]+):([^{}]*)\}")
_LINE = re.compile(r"([-_a-z]+|[A-Z]+):\s*(.*)")


def read_note_fields(note: str) -> tuple[list[tuple[str, str]], str]:
    """The fields in order, and the note without them.

    A line counts when its key is all lower case (or all capitals, `PMID`) and it stands at the top, or below one line
    of free text; the first other line ends the block (what citeproc-js does, as its fixtures and print show).
    """
    if ":" not in note:
        return [], note
    fields = [(found[1], found[2].strip()) for found in _BRACED.finditer(note)]
    lines = (_BRACED.sub("", note) if fields else note).split("\n")
    kept: list[str] = []
    for place, line in enumerate(lines):
        found = _LINE.fullmatch(line.strip())
        if found is not None:
            fields.append((found[1], found[2].strip()))
        elif place and line.strip():
            kept.extend(lines[place:])
            break
        else:
            kept.append(line)
    if not fields:
        return [], note
    return fields, "\n".join(kept).strip()
