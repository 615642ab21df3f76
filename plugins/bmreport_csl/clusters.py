"""From the clusters of the caller to cites: ids, locators with their labels, affixes and flags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bmreport_csl.context import Cite
from bmreport_csl.items import identifier, plain_text
from bmreport_csl.locators import read_locator
from bmreport_csl.whole_numbers import whole_number

_MAX_NOTE = 10**9
"""No document has more notes."""
_POSITIONS = {0: "first", 1: "subsequent", 2: "ibid", 3: "ibid-with-locator"}
"""The numbers under which citeproc-js knows the positions."""


def read_clusters(raw: object, warnings: list[str]) -> list[list[Cite]]:
    """Every cluster as a list of cites; what is no cluster counts as an empty one, with a warning. Never raises."""
    if not isinstance(raw, Iterable) or isinstance(raw, str | bytes | Mapping):
        if raw is not None:
            warnings.append("the clusters are no list and were left out")
        return []
    return [_cluster(entry, place, warnings) for place, entry in enumerate(raw, 1)]


def is_preview(raw: object) -> bool:
    """Bare lists of cites stand for no place in a document: they get no position and number nothing."""
    return isinstance(raw, list) and bool(raw) and all(isinstance(entry, list) for entry in raw)


def _cluster(entry: object, place: int, warnings: list[str]) -> list[Cite]:
    note = 0
    cites = entry
    if isinstance(entry, Mapping):
        cites = entry.get("citationItems")
        properties = entry.get("properties")
        if isinstance(properties, Mapping):
            note = _whole(properties.get("noteIndex"))
    if not isinstance(cites, list | tuple):
        warnings.append(f"cluster {place} holds no list of cites")
        return []
    return [cite for raw in cites if (cite := _cite(raw, note, place, warnings)) is not None]


def _cite(raw: object, note: int, place: int, warnings: list[str]) -> Cite | None:
    if not isinstance(raw, Mapping):
        if identifier(raw):
            return Cite(identifier(raw), note_number=note)
        warnings.append(f"cluster {place} holds a cite that is no object")
        return None
    label, locator, _ = read_locator(_text(raw.get("locator")), _text(raw.get("label")))
    cite = Cite(
        identifier(raw.get("id")),
        locator=locator,
        label=label,
        prefix=_text(raw.get("prefix")),
        suffix=_text(raw.get("suffix")),
        suppress_author=bool(raw.get("suppress-author")),
        author_only=bool(raw.get("author-only")),
        note_number=note,
        near_note=bool(raw.get("near-note")),
        first_note=_whole(raw.get("first-reference-note-number")),
    )
    position = raw.get("position")
    if isinstance(position, int):
        cite.position = _POSITIONS.get(position, "first")
    return cite


def _text(value: object) -> str:
    return plain_text(value) or "" if isinstance(value, str) else identifier(value)


def _whole(value: object) -> int:
    if isinstance(value, str):
        return whole_number(value.strip())
    return value if isinstance(value, int) and abs(value) <= _MAX_NOTE else 0
