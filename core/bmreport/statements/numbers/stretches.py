"""Stretches: which words of a sentence are told of which figures of one sort, by joints, brackets and commas."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers.name_lists import runs
from bmreport.statements.numbers.sentence_items import JOINTS, STRONG_JOINTS, VERBS, Item
from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.numbers.quantity import Quantity

__all__ = ["Stretch", "stretches_of"]

_CONTRASTS = word_set("but whereas while although though however")
_OPENERS = word_set(
    "in among amongst for with at after over during by of compared across between within under on to from "
    "following given using when while without before through per throughout"
)
_GROUPS = word_set("cohort group subgroup arm population stratum")
_RELATIVES = word_set("who which that whose and or did not")
_AUXILIARIES = word_set("was were had has is are")
_LONG = 5
_RANKS = {";": 4, "versus": 3, "vs": 3, "than": 3, "compared": 3, ",": 2, "and": 2, "or": 2, "nor": 2, ":": 1}


class Stretch(NamedTuple):
    """A list of figures and the words that are told of it.

    `items[begin:front_end]` is the phrase that opens its clause (`Among men, …`), `items[lead_begin:run[0]]` what is
    told before the list, `items[run[-1] + 1:tail_end]` what is told after it; all to `stop` are nearer to it than to
    others.
    """

    run: Sequence[int]
    begin: int
    front_end: int
    lead_begin: int
    tail_end: int
    stop: int
    in_brackets: bool
    """Whether it stands in brackets after another figure (`18.3 kg (placebo 11.9 kg)`)."""
    joined: bool
    """Whether it is one figure that a joint sets beside the one before (`12 % with A and 15 % with B`)."""


def stretches_of(items: Sequence[Item], members: Sequence[int], found: Sequence[Quantity]) -> list[Stretch]:
    """The stretches of a sentence for the figures of one sort, whose places in `items` are `members`, in order."""
    lists = runs(items, members, found)
    cuts = [_cut(items, one[-1], other[0]) for one, other in pairwise(lists)]
    return [
        _stretch(items, run, begin, stop)
        for run, begin, stop in zip(lists, [0, *cuts], [*cuts, len(items)], strict=True)
    ]


def _stretch(items: Sequence[Item], run: Sequence[int], begin: int, stop: int) -> Stretch:
    clause = _clause_begin(items, begin, run[0])
    front_end = _front_end(items, clause, run[0])
    comma = _comma_of_opening(items, run, begin)
    end = next((at for at in range(run[-1] + 1, stop) if items[at].text in _CONTRASTS), stop)
    depth = _own_depth(items, run[0])
    tail_end = next((at for at in range(run[-1] + 1, end) if at != comma and _ends_tail(items, at, depth)), end)
    between = items[begin : min(begin + 2, run[0])]
    return Stretch(
        run=run,
        begin=clause,
        front_end=front_end,
        lead_begin=front_end,
        tail_end=tail_end,
        stop=stop,
        in_brackets=begin > 0 and items[begin].text in ("(", "["),
        joined=len(run) == 1 and any(item.text in JOINTS or item.text == ";" for item in between),
    )


def _clause_begin(items: Sequence[Item], begin: int, stop: int) -> int:
    """Where the clause with the figure begins: after `…, and` or `;` when a verb stands on both sides of it."""
    verb_after = False
    for at in range(stop - 1, begin, -1):
        item = items[at]
        verb_after = verb_after or _is_verb(item)
        opens = (
            item.text in _CONTRASTS
            or item.text == ";"
            or (item.text in ("and", "yet", "so") and items[at - 1].text == ",")
            or (item.text == "and" and not _is_verb(items[at + 1]) and _has_auxiliary(items[at + 2 : stop]))
        )
        if opens and not item.depth and verb_after and any(_is_verb(other) for other in items[begin:at]):
            return at + 1
    return begin


def _has_auxiliary(items: Sequence[Item]) -> bool:
    return any(item.text in _AUXILIARIES for item in items)


def _is_verb(item: Item) -> bool:
    return item.text in VERBS or (len(item.text) > _LONG and item.text.endswith("ed"))


def _front_end(items: Sequence[Item], begin: int, stop: int) -> int:
    """Where a phrase that opens the clause ends (`Among men, …`, `and in group A 4 %`); it names no outcome."""
    if begin < stop and items[begin].text in ("(", "[") and begin > 0:
        return stop
    first = next((at for at in range(begin, stop) if items[at].text not in JOINTS and not items[at].is_mark), stop)
    if first >= stop or items[first].text not in _OPENERS:
        return begin
    for at in range(first, stop):
        if items[at].is_mark and items[at].text == "," and items[at].depth == items[first].depth:
            return at + 1
    told = any(item.text in VERBS for item in items[first:stop])
    if begin > 0 and not told:
        return stop
    # `In the older cohort mortality was 12 %` goes without a comma.
    group = next((at for at in range(first, stop - 1) if items[at].text in _GROUPS), -1)
    following = items[group + 1]
    goes_on = following.is_mark or following.text in _OPENERS or _is_verb(following) or following.text in _RELATIVES
    return begin if group < 0 or goes_on else group + 1


def _comma_of_opening(items: Sequence[Item], run: Sequence[int], begin: int) -> int:
    """The comma that ends a phrase at the sentence's start with the figure in it; -1 when there is none."""
    if begin or items[0].text not in _OPENERS or any(item.text == "," for item in items[: run[0]]):
        return -1
    return next((at for at in range(run[-1] + 1, len(items)) if items[at].text == "," and not items[at].depth), -1)


def _own_depth(items: Sequence[Item], first: int) -> int:
    """How many brackets a figure stands in; brackets with nothing but it and its label count as none (`(κ 0.74)`)."""
    depth = items[first].depth
    at = first - 1
    while at >= 0 and items[at].depth == depth and items[at].text not in ("(", "["):
        if items[at].keys or items[at].quantity >= 0:
            return depth
        at -= 1
    return depth - 1 if depth and at >= 0 and items[at].text in ("(", "[") else depth


def _ends_tail(items: Sequence[Item], at: int, depth: int) -> bool:
    """Whether the words after the last figure cease to tell of it: at a comparison, and at a comma of its clause."""
    item = items[at]
    if item.text in STRONG_JOINTS or (item.depth < depth and item.text not in (")", "]")):
        return True
    following = items[at + 1].text if at + 1 < len(items) else ""
    is_break = item.is_mark and item.text in ",;" and item.depth <= depth
    return is_break and following not in ("which", "who", "that")


def _cut(items: Sequence[Item], before: int, after: int) -> int:
    """Where the words between two figures part: those before it belong to the first figure."""
    at, depth = before + 1, items[before].depth
    if depth and items[after].depth <= depth and (closed := _closing(items, at, after, depth)) >= 0:
        at, depth = closed + 1, depth - 1
    if items[after].depth > depth:  # the second stands in brackets after the first
        opened = [place for place in range(at, after) if items[place].text in ("(", "[")]
        if opened and not any(items[place].depth <= depth and items[place].keys for place in range(at, opened[-1])):
            return opened[-1]
    while at < after and (items[at].depth > depth or items[at].text in (")", "]")):
        at += 1  # what stands in brackets right after a figure is part of it
    if at < after and _rank(items[at]):
        return at
    best, rank = after, 0
    for place in range(at, after):
        here = _rank(items[place])
        if here and here >= rank:
            best, rank = place, here
    return best


def _closing(items: Sequence[Item], begin: int, end: int, depth: int) -> int:
    """The place where the bracket of this depth closes, or -1."""
    places = (place for place in range(begin, end) if items[place].text in (")", "]") and items[place].depth <= depth)
    return next(places, -1)


def _rank(item: Item) -> int:
    return 3 if item.text in _CONTRASTS else _RANKS.get(item.text, 0)
