"""Lists of abbreviations, in the JSON that Zotero and citeproc-js use."""

from __future__ import annotations

from collections.abc import Mapping


class Abbreviations:
    """`{"default": {"container-title": {"Journal of X": "J X"}}}`; other keys beside `default` are read too."""

    def __init__(self, table: Mapping[str, object] | None = None) -> None:
        self._table: dict[tuple[str, str], str] = {}
        for place in (table or {}).values():
            if not isinstance(place, Mapping):
                continue
            for variable, entries in place.items():
                if isinstance(entries, Mapping):
                    for full, short in entries.items():
                        if isinstance(short, str) and short:
                            self._table.setdefault((str(variable), _key(str(full))), short)

    def __bool__(self) -> bool:
        return bool(self._table)

    def find(self, variable: str, value: str) -> str | None:
        """The short form of a variable's value; upper and lower case and spaces do not matter."""
        return self._table.get((variable, _key(value)))


def _key(text: str) -> str:
    return " ".join(text.split()).casefold()
