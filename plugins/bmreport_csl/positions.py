"""Where each cite stands relative to earlier ones: first, subsequent, ibid, ibid-with-locator, near-note (CSL 1.0.2, "Choose")."""

from __future__ import annotations

from bmreport_csl.context import Cite

DEFAULT_NEAR_NOTE = 5


def set_positions(clusters: list[list[Cite]], near_note_distance: int = DEFAULT_NEAR_NOTE) -> None:
    """Fill `position`, `first_note` and `near_note` of every cite, in the order of the document."""
    first_note: dict[str, int] = {}
    last_note: dict[str, int] = {}
    previous: list[Cite] = []
    for cluster in clusters:
        for index, cite in enumerate(cluster):
            if cite.id not in first_note:
                first_note[cite.id] = cite.note_number
                cite.position = "first"
            else:
                cite.first_note = first_note[cite.id]
                before = cluster[index - 1] if index else _only_cite(previous, cite)
                cite.position = _relative(cite, before)
                distance = cite.note_number - last_note[cite.id]
                cite.near_note = distance <= near_note_distance
            last_note[cite.id] = cite.note_number
        previous = cluster


def _only_cite(previous: list[Cite], cite: Cite) -> Cite | None:
    """The cite that an ibid at the head of a cluster may refer to: the previous cluster must hold one item only."""
    del cite
    return previous[-1] if previous and all(other.id == previous[0].id for other in previous) else None


def _relative(cite: Cite, before: Cite | None) -> str:
    if before is None or before.id != cite.id:
        return "subsequent"
    if before.locator:
        if not cite.locator:
            return "subsequent"
        same = cite.locator == before.locator and cite.label == before.label
        return "ibid" if same else "ibid-with-locator"
    return "ibid-with-locator" if cite.locator else "ibid"
