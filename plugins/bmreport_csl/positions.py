"""Where each cite stands relative to earlier ones: first, subsequent, ibid, ibid-with-locator, near-note.

CSL 1.0.2, "Choose". Cites in notes and cites in the text each have their own neighbours.
"""

from __future__ import annotations

from bmreport_csl.context import Cite

DEFAULT_NEAR_NOTE = 5


def set_positions(clusters: list[list[Cite]], near_note_distance: int = DEFAULT_NEAR_NOTE) -> None:
    """Fill `position`, `first_note` and `near_note` of every cite, in the order of the document."""
    first_note: dict[str, int] = {}
    last_note: dict[str, int] = {}
    previous: dict[bool, list[Cite]] = {}
    for cluster in clusters:
        if not cluster:
            continue
        in_note = cluster[0].note_number > 0
        for index, cite in enumerate(cluster):
            if cite.author_only:  # part of a sentence: it neither has a position nor gives one
                continue
            if cite.id in first_note:
                cite.first_note = first_note[cite.id]
                before = cluster[index - 1] if index else _neighbour(previous.get(in_note, []), cite)
                cite.position = _relative(cite, before)
                cite.near_note = cite.note_number - last_note[cite.id] <= near_note_distance
            else:
                first_note[cite.id] = cite.note_number
                cite.position = "first"
            last_note[cite.id] = cite.note_number
        cites = [cite for cite in cluster if not cite.author_only]
        before_in_note = previous.get(True, [])
        if in_note and before_in_note and before_in_note[0].note_number == cluster[0].note_number:
            cites = before_in_note + cites  # two clusters in one note are neighbours, and one note for the next
        previous[in_note] = cites


def _neighbour(before: list[Cite], cite: Cite) -> Cite | None:
    """Ibid at the head of a note refers to a note with one cite only; with several nobody knows which is meant."""
    if not before:
        return None
    same_note = cite.note_number > 0 and before[-1].note_number == cite.note_number
    return before[-1] if len(before) == 1 or same_note else None


def _relative(cite: Cite, before: Cite | None) -> str:
    if before is None or before.id != cite.id:
        return "subsequent"
    if before.locator:
        if not cite.locator:
            return "subsequent"
        same = cite.locator == before.locator and cite.label == before.label
        return "ibid" if same else "ibid-with-locator"
    return "ibid-with-locator" if cite.locator else "ibid"
