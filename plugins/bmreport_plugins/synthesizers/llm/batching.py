"""Passages into batches that fill the window; no passage is ever cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.union_find import Joiner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bmreport import Contradiction
    from bmreport_plugins.synthesizers.llm.passages import Passage

__all__ = ["Batches", "fill", "kept_together"]


@dataclass(frozen=True)
class Batches:
    """The batches in order, and the passages that fit into no window by themselves."""

    batches: tuple[tuple[Passage, ...], ...]
    too_long: tuple[Passage, ...]


def fill(groups: Iterable[Sequence[Passage]], room: int, most: int, size: Callable[[Passage], int]) -> Batches:
    """Batches of at most `room` tokens and `most` passages, in the order given.

    A group stays in one batch where it fits into one; passages of one that does not are placed one by one.
    """
    batches: list[list[Passage]] = [[]]
    too_long: list[Passage] = []
    left = room

    def place(unit: Sequence[Passage], tokens: int) -> None:
        nonlocal left
        if batches[-1] and (tokens > left or len(batches[-1]) + len(unit) > most):
            batches.append([])
            left = room
        batches[-1].extend(unit)
        left -= tokens

    for group in groups:
        sizes = [size(one) for one in group]
        if sum(sizes) <= room and len(group) <= most:
            place(group, sum(sizes))
            continue
        for one, tokens in zip(group, sizes, strict=True):
            if tokens > room:
                too_long.append(one)
            else:
                place([one], tokens)
    return Batches(tuple(tuple(batch) for batch in batches if batch), tuple(too_long))


def kept_together(passages: Sequence[Passage], contradictions: Iterable[Contradiction]) -> list[list[Passage]]:
    """Passages that disagree side by side, so that one batch can speak of both; all others by themselves."""
    present = {one.id: place for place, one in enumerate(passages)}
    joiner = Joiner(len(passages))
    for contradiction in contradictions:
        places = [present[side.citation_id] for side in contradiction.sides if side.citation_id in present]
        for other in places[1:]:
            joiner.join(places[0], other, contradiction.outcome)
    return [[passages[place] for place in group] for group in joiner.groups()]
