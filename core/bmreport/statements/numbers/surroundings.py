"""The words that a figure stands for: those told before it (mostly the outcome) and those after it (mostly whose it is).

Keys are those of `sentence_items`: moments, doses and other figures are keys too, so that `12 % at six months` and
`15 % at one year` are told apart, and so are two words in a row.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers.name_lists import ACTIVE, families, names_for, runs
from bmreport.statements.numbers.sentence_items import GENERIC, JOINTS, STRONG_JOINTS, Item, keys_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bmreport.statements.numbers.quantity import Quantity

__all__ = ["Arms", "Around", "around_each"]

_CONTRASTS = frozenset("but whereas while although though however".split())
_OPENERS = frozenset(
    "in among amongst for with at after over during by of compared across between within under on to from following given "
    "using when while without before through per throughout".split()
)
_VERBS = frozenset(
    "was were is are had has have occurred reached fell rose declined increased decreased reduced lowered raised improved "
    "developed died showed reported experienced did averaged totalled".split()
)
_TRANSITIVE = frozenset(
    "reduced reduces lowered lowers decreased decreases increased increases raised raises improved improves cut cuts prolonged "
    "shortened halved doubled prevented slowed relieved eased worsened lessened".split()
)
_RANKS = {";": 4, "versus": 3, "vs": 3, "than": 3, "compared": 3, ",": 2, "and": 2, "or": 2, ":": 1}
_MOST_ARMS = 4

Arms = dict[int, list[frozenset[str]]]
"""The names of the arms that a text has told so far, in order, by how many there are."""


class Around(NamedTuple):
    """The words of one figure."""

    lead: frozenset[str]
    """Told before it, or before the figure that its clause goes on from."""
    tail: frozenset[str]
    """Told after it, in a phrase that opens its clause, or as its name in a list of names."""
    near: frozenset[str]
    """Words of the same sentence that are no other figure's own."""
    inherits: bool = False
    """Whether the lead is that of the figure before."""
    unnamed: bool = False
    """Whether it is a later one of a list without names (`A caused less of it (43 % vs 52 %)`): A is not its name."""
    aside: frozenset[str] = frozenset()
    """Words of a relative clause that say something of this figure alone (`120 mg, which was …`)."""

    @property
    def own(self) -> frozenset[str]:
        """Its own words, before and after."""
        return self.lead | self.tail


class _Stretch(NamedTuple):
    """A list of figures and the words that are told of it: `items[begin:stop]`, from `front_end` on its lead."""

    run: Sequence[int]
    begin: int
    stop: int
    front_end: int


_NOTHING = Around(frozenset(), frozenset(), frozenset())


def around_each(items: Sequence[Item], found: Sequence[Quantity], arms: Arms) -> list[Around]:
    """The words of each quantity of a sentence, in order.

    `arms` are the names that the text gave before; a list of as many figures without names of its own takes them in
    order (`was reached by 44 % and 25 %`). The names that this sentence gives are added to it.
    """
    out = [_NOTHING] * len(found)
    for members in families(found, items).values():
        _attach(items, members, found, arms, out)
    for number, one in enumerate(found):
        if 0 <= one.head < number:
            head = out[one.head]
            out[number] = Around(head.lead, head.tail | out[number].tail, out[number].near | head.near)
    return out


def _attach(
    items: Sequence[Item], members: Sequence[int], found: Sequence[Quantity], arms: Arms, out: list[Around]
) -> None:
    """Give the words of a sentence to the figures of one sort among them."""
    stretches = _stretches(items, members, found)
    lead: list[str] = []
    front: list[str] = []
    leads: list[frozenset[str]] = []
    singles: list[int] = []
    for stretch in stretches:
        own_lead = keys_in(items[stretch.front_end : stretch.run[0]], pairs=True)
        goes_on = stretch.begin > 0 and all(key in GENERIC or key[0] == "#" for key in own_lead)
        opening = keys_in(items[stretch.begin : stretch.front_end], pairs=True)
        in_brackets = stretch.begin > 0 and items[stretch.begin].text in ("(", "[")
        if (opening and not in_brackets) or stretch.begin == 0:
            front = opening
        lead = [*_inherited(lead, [*own_lead, *front]), *own_lead] if goes_on else own_lead
        leads.append(frozenset(_outcome(items, stretch) or lead))
        _attach_run(items, stretch, (lead, opening if in_brackets else front), arms, out, inherits=goes_on)
        if (comma := _comma_of_opening(items, stretch)) >= 0:  # `Among 310 women with it, 62 …`
            front = keys_in(items[:comma], pairs=True)
        if in_brackets and singles:  # `1.4 kg (placebo 0.6 kg)`: the first is of the arm that is not named
            out[singles[-1]] = out[singles[-1]]._replace(tail=out[singles[-1]].tail | {ACTIVE})
        coordinated = len(stretch.run) == 1 and (not singles or _coordinates(items, stretch))
        singles = [*singles, items[stretch.run[0]].quantity] if coordinated else [items[stretch.run[-1]].quantity]
        if _is_joined(items, stretch) and not _names_others(found[singles[0]]):
            _take_names(out, singles, arms)
    _share_predicate(items, stretches, out)
    everything = frozenset(keys_in(items, pairs=True))
    for stretch, own in zip(stretches, leads, strict=True):
        for place in stretch.run:
            number = items[place].quantity
            one = out[number]
            others = _union(other for other in leads if other != own) if not one.inherits else frozenset()
            siblings = _union(out[items[at].quantity].tail for at in stretch.run if at != place)
            asides = _union(out[items[at].quantity].aside for at in members if at != place)
            out[number] = one._replace(near=everything - ((others | siblings | asides) - one.own))


def _coordinates(items: Sequence[Item], stretch: _Stretch) -> bool:
    """Whether nothing but a joint parts this figure from the one before: `12 % with A, 14 % with B and 15 % with C`."""
    return _is_joined(items, stretch) or not keys_in(items[stretch.begin : stretch.run[0]])


def _is_joined(items: Sequence[Item], stretch: _Stretch) -> bool:
    between = items[stretch.begin : min(stretch.begin + 2, stretch.run[0])]
    return len(stretch.run) == 1 and any(item.text in JOINTS or item.text == ";" for item in between)


def _names_others(one: Quantity) -> bool:
    """Whether the figure is a dose or a time in whole units, which tells of which figure one speaks."""
    return one.unit is not None and one.unit.dimension.startswith(("mass", "time")) and one.step >= 1


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _stretches(items: Sequence[Item], members: Sequence[int], found: Sequence[Quantity]) -> list[_Stretch]:
    lists = runs(items, members, found)
    cuts = [_cut(items, one[-1], other[0]) for one, other in pairwise(lists)]
    return [
        _Stretch(run, begin, stop, _front_end(items, begin, run[0]))
        for run, begin, stop in zip(lists, [0, *cuts], [*cuts, len(items)], strict=True)
    ]


def _inherited(lead: Sequence[str], own: Sequence[str]) -> list[str]:
    """What a figure takes over from the one before: the outcome and its time, no dose and no other figure."""
    has_time = any(key.startswith("#time") for key in own)
    return [key for key in lead if key[0] != "#" or (key.startswith("#time") and not has_time)]


def _outcome(items: Sequence[Item], stretch: _Stretch) -> list[str]:
    """What a verb says was changed (`the drug reduced deaths by`): who changed it is told of all that follows, too."""
    stop = stretch.run[0]
    verb = next((at for at in range(stop - 1, stretch.front_end - 1, -1) if items[at].text in _TRANSITIVE), stop)
    told = keys_in(items[verb + 1 : stop], pairs=True)
    return told if any(key not in GENERIC and key[0] != "#" for key in told) else []


def _front_end(items: Sequence[Item], begin: int, stop: int) -> int:
    """Where a phrase that opens the clause ends (`Among men, …`, `and in the warfarin group 4 %`); it names no outcome."""
    if begin < stop and items[begin].text in ("(", "[") and begin > 0:
        return stop  # `18.3 kg (placebo 11.9 kg)`
    first = next((at for at in range(begin, stop) if items[at].text not in JOINTS and not items[at].is_mark), stop)
    if first >= stop or items[first].text not in _OPENERS:
        return begin
    for at in range(first, stop):
        if items[at].is_mark and items[at].text == "," and items[at].depth == items[first].depth:
            return at + 1
    told = any(item.text in _VERBS for item in items[first:stop])
    return stop if begin > 0 and not told else begin


def _comma_of_opening(items: Sequence[Item], stretch: _Stretch) -> int:
    """The comma that ends a phrase at the sentence's start with the figure in it; -1 when there is none."""
    if stretch.begin or items[0].text not in _OPENERS or any(item.text == "," for item in items[: stretch.run[0]]):
        return -1
    return next((at for at in range(stretch.run[-1] + 1, len(items)) if items[at].text == "," and not items[at].depth), -1)


def _attach_run(
    items: Sequence[Item], stretch: _Stretch, words: tuple[Sequence[str], Sequence[str]], arms: Arms,
    out: list[Around], *, inherits: bool,
) -> None:  # fmt: skip
    run, stop = stretch.run, stretch.stop
    end = next((at for at in range(run[-1] + 1, stop) if items[at].text in _CONTRASTS), stop)
    told = names_for(items, run, stretch.begin, end) if len(run) > 1 else None
    names = [frozenset(name) for name in told] if told else arms.get(len(run)) if len(run) > 1 else None
    comma = _comma_of_opening(items, stretch)
    depth = _own_depth(items, run[0])
    end = next((at for at in range(run[-1] + 1, end) if at != comma and _ends_tail(items, at, depth)), end)
    lead, front = frozenset(words[0]), frozenset(words[1])
    post = front.union(keys_in(_without_results(items, run[-1] + 1, end), pairs=True))
    if names is not None:
        rest = _union(names) if told else frozenset()
        for name, place in zip(names, run, strict=True):
            own = lead - rest, (post - rest) | name
            out[items[place].quantity] = Around(*own, _NOTHING.near, inherits)
        arms[len(run)] = names
    else:
        clinched = any(item.text in STRONG_JOINTS for item in items[run[0] : run[-1]])
        for place in run:
            tail = front if clinched and place != run[-1] else post
            unnamed = clinched and place != run[0]
            out[items[place].quantity] = Around(lead, tail, _NOTHING.near, inherits, unnamed)
    which = next((at for at in range(run[-1] + 1, end) if items[at].text == "which"), end)
    if which < end and items[which - 1].text == ",":
        last = items[run[-1]].quantity
        out[last] = out[last]._replace(aside=frozenset(keys_in(items[which:end], pairs=True)))


def _without_results(items: Sequence[Item], begin: int, end: int) -> list[Item]:
    """The items without what stands in brackets with figures of its own: `(risk ratio 1.76, …)`."""
    kept: list[Item] = []
    at = begin
    while at < end:
        if items[at].text not in ("(", "["):
            kept.append(items[at])
            at += 1
            continue
        close = next((place for place in range(at + 1, end) if items[place].depth < items[at].depth or items[place].text in (")", "]")), end)
        if not any(item.quantity >= 0 for item in items[at:close]):
            kept.extend(items[at:close])
        at = max(close, at + 1)
    return kept


def _take_names(out: Sequence[Around], singles: Sequence[int], arms: Arms) -> None:
    """`12 % with A and 15 % with B`: A and B are arms for the lists after it."""
    for size in range(2, min(len(singles), _MOST_ARMS) + 1):
        tails = [out[number].tail - GENERIC - out[number].aside for number in singles[-size:]]
        shared = frozenset.intersection(*tails)
        names = [tail - shared - _common_noun(tails) for tail in tails]
        if all(names) and len(set(names)) == size:
            arms[size] = names


def _common_noun(tails: Sequence[frozenset[str]]) -> frozenset[str]:
    """The noun that `8.8 % with mechanical and 9.1 % with manual compressions` tells but once."""
    pairs = [key for key in tails[-1] if " " in key and key[0] != "#"]
    if not pairs or not any(len(tail) == 1 for tail in tails[:-1]):
        return frozenset()
    firsts = {pair.split(" ")[0] for pair in pairs}
    return frozenset(pair.split(" ")[1] for pair in pairs) - firsts


def _share_predicate(items: Sequence[Item], stretches: Sequence[_Stretch], out: list[Around]) -> None:
    """`28 % in one group and 16 % in the other had stopped smoking`: the verb at the end is told of both."""
    last = stretches[-1]
    if len(stretches) < 2 or len(last.run) > 1:
        return
    verb = next((at for at in range(last.run[0] + 1, last.stop) if items[at].text in _VERBS), last.stop)
    told = frozenset(keys_in(items[verb + 1 : last.stop], pairs=True))
    if not told or not keys_in(items[last.run[0] + 1 : verb]):
        return
    for stretch in stretches[:-1]:
        following = items[stretch.run[-1] + 1 : stretch.stop]
        if not any(item.text in _VERBS for item in following):
            for place in stretch.run:
                one = out[items[place].quantity]
                out[items[place].quantity] = one._replace(tail=one.tail | told)


def _own_depth(items: Sequence[Item], first: int) -> int:
    """How many brackets a figure stands in; brackets that hold nothing but it and its label count as none (`(κ 0.74)`)."""
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
    if depth and items[after].depth <= depth:
        closed = next((place for place in range(at, after) if items[place].text in (")", "]") and items[place].depth <= depth), -1)
        if closed >= 0:
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


def _rank(item: Item) -> int:
    return 3 if item.text in _CONTRASTS else _RANKS.get(item.text, 0)
