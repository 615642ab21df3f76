"""Small questions about the words beside figures, for `surroundings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.numbers.sentence_items import STRONG_JOINTS, Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.statements.numbers.quantity import Quantity

__all__ = ["common_noun", "contrasts", "inherited", "names_others", "union", "without_once", "without_results"]


def contrasts(items: Sequence[Item]) -> bool:
    """Whether a comparison stands among the items."""
    return any(item.text in STRONG_JOINTS for item in items)


def union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """All keys of the sets."""
    return frozenset().union(*sets)


def names_others(one: Quantity) -> bool:
    """Whether the figure is a dose or a time in whole units, which tells of which figure one speaks."""
    return one.unit is not None and one.unit.dimension.startswith(("mass", "time")) and one.step >= 1


def inherited(lead: Sequence[str], own: Sequence[str]) -> list[str]:
    """What a figure takes over from the one before: the outcome and its time, no dose and no other figure."""
    has_time = any(key.startswith("#time") for key in own)
    return [key for key in lead if key[0] != "#" or (key.startswith("#time") and not has_time)]


def without_once(lead: Sequence[str], names: Sequence[Sequence[str]]) -> list[str]:
    """The lead without the names, each taken out once: a word of theirs may stand in it again."""
    left = list(lead)
    for key in {key for name in names for key in name}:
        if key in left:
            left.remove(key)
    return left


def without_results(items: Sequence[Item], begin: int, end: int) -> list[Item]:
    """The items without what stands in brackets with figures of its own: `(risk ratio 1.76, …)`."""
    kept: list[Item] = []
    at = begin
    while at < end:
        if items[at].text not in ("(", "["):
            kept.append(items[at])
            at += 1
            continue
        close = next((place for place in range(at + 1, end) if items[place].depth < items[at].depth), end)
        close = next((place for place in range(at + 1, close) if items[place].text in (")", "]")), close)
        if not any(item.quantity >= 0 for item in items[at:close]):
            kept.extend(items[at:close])
        at = max(close, at + 1)
    return kept


def common_noun(tails: Sequence[frozenset[str]]) -> frozenset[str]:
    """The noun that `8.8 % with mechanical and 9.1 % with manual compressions` tells but once."""
    pairs = [key for key in tails[-1] if " " in key and key[0] != "#"]
    if not pairs or not any(len(tail) == 1 for tail in tails[:-1]):
        return frozenset()
    firsts = {pair.split(" ")[0] for pair in pairs}
    return frozenset(pair.split(" ")[1] for pair in pairs) - firsts
