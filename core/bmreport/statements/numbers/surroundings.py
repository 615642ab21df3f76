"""The words that a figure stands for: those before it (mostly the outcome) and those after it (mostly whose it is).

Keys are those of `sentence_items`: moments, doses and other figures are keys too, so that `12 % at six months` and
`15 % at one year` are told apart, and so are two words in a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers.name_lists import ACTIVE, families, names_for
from bmreport.statements.numbers.phrases import (
    common_noun,
    contrasts,
    inherited,
    names_others,
    union,
    without_once,
    without_results,
)
from bmreport.statements.numbers.quantity import Kind
from bmreport.statements.numbers.sentence_items import GENERIC, STRONG_JOINTS, VERBS, Item, keys_in
from bmreport.statements.numbers.stretches import Stretch, stretches_of
from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bmreport.statements.numbers.quantity import Quantity

__all__ = ["Arms", "Around", "around_each"]

_TRANSITIVE = word_set(
    "reduced reduces lowered lowers decreased decreases increased increases raised raises improved improves cut "
    "cuts prolonged shortened halved doubled prevented slowed relieved eased worsened lessened"
)
_CHUNK_STOPS = word_set("a an the of had has have was were is are and with")
_LIGHT_ENDS = ("ed", "ing", "ly")
_COMPARISON_ENDS = word_set("in among for by at during over after and but")
_OF_NO_ARM = frozenset({Kind.RATIO, Kind.INTERVAL, Kind.P_VALUE})
"""A ratio compares two arms, so that what two ratios are told for are no arms."""
_AUXILIARIES = word_set("was were is are did does had has have not")
_BRACKETS = frozenset("([")
_MOST_ARMS = 4
_BESIDE = 3
"""So many words either side of a figure are right beside it."""

Arms = dict[int, list[frozenset[str]]]
"""The names of the arms that a text has told so far, in order, by how many there are."""


class Around(NamedTuple):
    """The words of one figure."""

    lead: frozenset[str] = frozenset()
    """Told before it, or before the figure that its clause goes on from."""
    tail: frozenset[str] = frozenset()
    """Told after it, in a phrase that opens its clause, or as its name in a list of names."""
    near: frozenset[str] = frozenset()
    """Words of the same sentence that are no other figure's own."""
    inherits: bool = False
    """Whether the lead is that of the figure before."""
    unnamed: bool = False
    """Whether it is a later one of a list without names (`A caused less of it (43 % vs 52 %)`): A is not its name."""
    aside: frozenset[str] = frozenset()
    """Words of a relative clause that say something of this figure alone (`120 mg, which was …`)."""
    light: frozenset[str] = frozenset()
    """Keys of the sentence's words that look like verbs and adverbs (`raised`, `adding`, `significantly`)."""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """The words right before and right after it."""

    @property
    def own(self) -> frozenset[str]:
        """Its own words, before and after."""
        return self.lead | self.tail


def around_each(
    items: Sequence[Item],
    found: Sequence[Quantity],
    arms: Arms,
    carried: Callable[[int], list[frozenset[str]] | None] | None,
) -> list[Around]:
    """The words of each quantity of a sentence, in order.

    `carried` gives the names of so many arms that the text told before; a list of as many figures without names of its
    own takes them in order (`was reached by 44 % and 25 %`). The names that this sentence tells are added to `arms`.
    """
    out = [Around()] * len(found)
    for members in families(found, items).values():
        _Attachment(items, found, arms, carried, out).attach(members)
    for number, one in enumerate(found):
        if 0 <= one.head < number:
            head = out[one.head]
            out[number] = Around(head.lead, head.tail | out[number].tail, out[number].near | head.near)
    light = frozenset(key for item in items if item.text.endswith(_LIGHT_ENDS) for key in item.keys)
    for place, item in enumerate(items):
        if item.quantity >= 0:
            before = keys_in(items[max(0, place - 2 * _BESIDE) : place])[-_BESIDE:]
            after = keys_in(items[place + 1 : place + 1 + 2 * _BESIDE])[:_BESIDE]
            out[item.quantity] = out[item.quantity]._replace(before=tuple(before), after=tuple(after), light=light)
    return out


class _Attachment:
    """Gives the words of a sentence to its figures, one sort after another."""

    def __init__(
        self,
        items: Sequence[Item],
        found: Sequence[Quantity],
        arms: Arms,
        carried: Callable[[int], list[frozenset[str]] | None] | None,
        out: list[Around],
    ) -> None:
        self._items = items
        self._found = found
        self._arms = arms
        self._carried = carried
        self._out = out

    def _arms_before(self, size: int) -> list[frozenset[str]] | None:
        """The names of so many arms that this sentence or those before it told last."""
        if self._carried is None:
            return None
        return self._arms.get(size) or self._carried(size)

    def attach(self, members: Sequence[int]) -> None:
        """Give words to the figures of one sort, whose places in the items are `members`."""
        stretches = stretches_of(self._items, members, self._found)
        lead: list[str] = []
        front: list[str] = []
        leads: list[frozenset[str]] = []
        singles: list[Stretch] = []
        for stretch in stretches:
            own_lead = keys_in(self._without_comparison(stretch.lead_begin, stretch.run[0]), pairs=True)
            goes_on = stretch.begin > 0 and all(key in GENERIC or key[0] == "#" for key in own_lead)
            opening = self._keys(stretch.begin, stretch.front_end)
            if (opening and not stretch.in_brackets) or stretch.begin == 0:
                front = opening
            if goes_on or self._is_elliptic(stretch):
                own_lead = [*inherited(lead, [*own_lead, *front]), *own_lead]
            lead = own_lead
            leads.append(frozenset(self._outcome(stretch) or lead))
            self._attach_run(stretch, lead, opening if stretch.in_brackets else front, singles, inherits=goes_on)
            front = self._front_after(stretch, front)
            singles = self._single(stretch, singles)
        for before, after in zip(stretches[-2::-1], stretches[:0:-1], strict=True):
            if after.joined:
                self._share_predicate(before, after)
        self._add_near(members, stretches, leads)

    def _keys(self, begin: int, end: int) -> list[str]:
        return keys_in(self._items[begin:end], pairs=True)

    def _without_comparison(self, begin: int, end: int) -> list[Item]:
        """The items without what is compared with: in `A against B caused 12 cases`, B is not told of the figure."""
        kept: list[Item] = []
        skipping = False
        for item in self._items[begin:end]:
            if item.text in STRONG_JOINTS and not item.depth:
                skipping = True
            elif skipping and (
                item.is_mark or item.quantity >= 0 or item.text in _COMPARISON_ENDS or item.text in VERBS
            ):
                skipping = False
            if not skipping:
                kept.append(item)
        return kept

    def _is_elliptic(self, stretch: Stretch) -> bool:
        """`A was not linked to it (1.04), whereas B was (1.36)`: what B was is told before."""
        opening = next(
            (at for at in range(stretch.run[0] - 1, stretch.begin, -1) if self._items[at].text in _BRACKETS), 0
        )
        return stretch.begin > 0 and opening > 0 and self._items[opening - 1].text in _AUXILIARIES

    def _number(self, stretch: Stretch) -> int:
        return self._items[stretch.run[0]].quantity

    def _outcome(self, stretch: Stretch) -> list[str]:
        """What a verb says was changed (`A reduced deaths by`): who changed it is told of all that follows, too."""
        stop = stretch.run[0]
        backwards = range(stop - 1, stretch.lead_begin - 1, -1)
        verb = next((at for at in backwards if self._items[at].text in _TRANSITIVE), stop)
        told = self._keys(verb + 1, stop)
        return told if any(key not in GENERIC and key[0] != "#" for key in told) else []

    def _front_after(self, stretch: Stretch, front: list[str]) -> list[str]:
        """The phrase that opens the sentence, where the figure stands in it (`Among 310 women with it, 62 …`)."""
        if stretch.begin == 0 and stretch.front_end == 0:
            comma = next((at for at in range(stretch.run[-1], stretch.tail_end) if self._items[at].text == ","), -1)
            if comma >= 0 and not any(item.text in VERBS for item in self._items[:comma]):
                return self._keys(0, comma)
        return front

    def _attach_run(
        self, stretch: Stretch, lead: Sequence[str], front: Sequence[str], singles: Sequence[Stretch], *, inherits: bool
    ) -> None:
        run, items = stretch.run, self._items
        post = frozenset(front).union(keys_in(without_results(items, run[-1] + 1, stretch.tail_end), pairs=True))
        told = names_for(items, run, stretch.begin, stretch.tail_end, stretch.stop) if len(run) > 1 else None
        outcomes = self._outcomes_before(len(run), singles) if len(run) > 1 else []
        if outcomes and told and not contrasts(items[run[0] : run[-1]]) and contrasts(items[stretch.begin : run[0]]):
            told = None  # `more deaths (12 %) and strokes (5 %) than B (9 % and 4 %)`: of `than B`, one list tells
        if told:
            names = [frozenset(name) for name in told]
            self._arms[len(run)] = names
            rest = frozenset().union(*names)
            # What follows `than` is no part of the lead.
            compared = contrasts(items[stretch.lead_begin : run[0]])
            left = without_once(lead, told[:1] if compared else told)
            common = Around(frozenset(left), post - rest, inherits=inherits)
            self._set(run, [common._replace(tail=common.tail | name) for name in names])
        elif outcomes:
            rest = frozenset(lead) - union(outcomes)
            self._set(run, [Around(rest | one, post, inherits=inherits) for one in outcomes])
        elif len(run) > 1 and (carried := self._arms_before(len(run))):
            self._set(run, [Around(frozenset(lead), post | name, inherits=inherits) for name in carried])
        else:
            clinched = contrasts(items[run[0] : run[-1]])
            one = Around(frozenset(lead), frozenset(front) if clinched else post, inherits=inherits)
            parts = [one._replace(unnamed=clinched) for _ in run]
            self._set(run, [*parts[:-1], parts[-1]._replace(tail=post)])
        which = next((at for at in range(run[-1] + 1, stretch.tail_end) if items[at].text == "which"), -1)
        if which > 0 and items[which - 1].text == ",":
            last = items[run[-1]].quantity
            self._out[last] = self._out[last]._replace(aside=frozenset(self._keys(which, stretch.tail_end)))

    def _set(self, run: Sequence[int], arounds: Sequence[Around]) -> None:
        for place, around in zip(run, arounds, strict=True):
            self._out[self._items[place].quantity] = around

    def _outcomes_before(self, size: int, singles: Sequence[Stretch]) -> list[frozenset[str]]:
        """`A had a sensitivity of 94 % and a specificity of 93 %; B had 95 % and 94 %`: the outcomes, in order."""
        if len(singles) != size:
            return []
        chunks = [self._chunk_before(stretch) for stretch in singles]
        told = [chunk - GENERIC for chunk in chunks]
        return chunks if all(told) and len(set(told)) == size else []

    def _chunk_before(self, stretch: Stretch) -> frozenset[str]:
        """The noun right before a figure, `of` and its like left out."""
        keys: list[str] = []
        for item in reversed(self._items[stretch.begin : stretch.run[0]]):
            if item.text in _BRACKETS and not keys:
                continue
            if (item.text in _CHUNK_STOPS and keys) or item.is_mark or item.quantity >= 0:
                break
            keys.extend(item.keys)
        return frozenset(keys)

    def _single(self, stretch: Stretch, singles: Sequence[Stretch]) -> list[Stretch]:
        """The single figures that have been told one after another; two and more of them may name the arms."""
        if stretch.in_brackets and singles:  # `1.4 kg (placebo 0.6 kg)`: the first is of the arm that is not named
            first = self._number(singles[-1])
            self._out[first] = self._out[first]._replace(tail=self._out[first].tail | {ACTIVE})
        if len(stretch.run) > 1:
            return []
        goes_on = stretch.joined or not keys_in(self._items[stretch.begin : stretch.run[0]])
        row = [*singles, stretch] if goes_on and singles else [stretch]
        one = self._found[self._number(row[0])]
        if stretch.joined and len(row) > 1 and one.kind not in _OF_NO_ARM and not names_others(one):
            self._take_names([self._number(other) for other in row])
        return row

    def _take_names(self, numbers: Sequence[int]) -> None:
        """`12 % with A and 15 % with B`: A and B are arms for the lists after it."""
        for size in range(2, min(len(numbers), _MOST_ARMS) + 1):
            tails = [self._out[number].tail - GENERIC - self._out[number].aside for number in numbers[-size:]]
            shared = frozenset.intersection(*tails)
            names = [tail - shared - common_noun(tails) for tail in tails]
            if all(names) and len(set(names)) == size:
                self._arms[size] = names

    def _share_predicate(self, before: Stretch, after: Stretch) -> None:
        """`28 % in one group and 16 % in the other had stopped smoking`: the verb at the end is told of both."""
        items = self._items
        verb = next((at for at in range(after.run[0] + 1, after.stop) if items[at].text in VERBS), after.stop)
        told = frozenset(keys_in(without_results(items, verb, after.stop), pairs=True)) - GENERIC
        earlier = next((at for at in range(before.run[-1] + 1, before.stop) if items[at].text in VERBS), before.stop)
        if earlier < before.stop and keys_in(items[before.run[-1] + 1 : earlier]) and not told:
            # `61 % of those on A had responded, compared with 24 % of those on B`
            told = frozenset(keys_in(without_results(items, earlier, before.stop), pairs=True)) - GENERIC
            self._tell(after, told)
        elif told and earlier == before.stop and keys_in(items[after.run[0] + 1 : verb]):
            self._tell(before, told)

    def _tell(self, stretch: Stretch, told: frozenset[str]) -> None:
        for place in stretch.run:
            number = self._items[place].quantity
            self._out[number] = self._out[number]._replace(tail=self._out[number].tail | told)

    def _add_near(self, members: Sequence[int], stretches: Sequence[Stretch], leads: Sequence[frozenset[str]]) -> None:
        out, items = self._out, self._items
        everything = frozenset(keys_in(items, pairs=True))
        for stretch, own in zip(stretches, leads, strict=True):
            for place in stretch.run:
                number = items[place].quantity
                one = out[number]
                others = union(other for other in leads if other != own and not one.inherits)
                siblings = union(out[items[at].quantity].tail for at in stretch.run if at != place)
                asides = union(out[items[at].quantity].aside for at in members if at != place)
                out[number] = one._replace(near=everything - ((others | siblings | asides) - one.own))
