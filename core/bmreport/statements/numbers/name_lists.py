"""Lists of figures and the lists of names that go with them: `3.1 % vs 4.2 %` of `apixaban` and `warfarin`."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.sentence_items import GENERIC, JOINTS, STRONG_JOINTS, WITHOUT, Item, keys_in
from bmreport.statements.synonyms import keys_of
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import read_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["ACTIVE", "arms_in", "comparator_in", "families", "names_for", "runs"]

_BETWEEN = JOINTS | word_set("to with the in for of a an by at from up about approximately around was were only")
_CHUNK_ENDS = word_set(
    "in with among for on at under by after during from of was were is are had has have did occurred occur "
    "reported to between than vs versus compared and or showed reached received the who which that reduced "
    "increased fell rose experienced developed died ranged averaged lowered raised improved"
)
_LONGEST_CHUNK = 5
_ARM_CUES = word_set(
    "received receive receiving took taking assigned randomised randomized randomly allocated given compared "
    "treated underwent undergo allocate allocation either comparing compares used"
)
_ARM_NOUNS = word_set("group groups arm arms patients participants recipients users women men children adults cohorts")
_CONTRASTS = word_set("but whereas while although though however")
_ARM_OPENERS = word_set("with in on among for after under by given receiving taking of between from")
_MOST_ARMS = 4
ACTIVE = "#active"
"""The key of the arm that is no comparator, where a text gives two figures without names: it comes first."""
_COMPARATOR = re.compile(r"\b(?:placebo|sham|vehicle|usual care|standard care|no treatment|controls?)\b", re.IGNORECASE)


def families(found: Sequence[Quantity], items: Sequence[Item]) -> Mapping[str, list[int]]:
    """Places in `items` of the figures of one sort, by the name of the sort."""
    out: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        if item.quantity >= 0 and not _belongs(found, item.quantity):
            out.setdefault(_family(found[item.quantity]), []).append(place)
    return out


def _belongs(found: Sequence[Quantity], number: int) -> bool:
    """Whether the figure is told with another: the whole of `9 of 96`, the second of `61 (7.2%)`."""
    one = found[number]
    return one.kind is Kind.LEVEL or (one.head >= 0 and one.kind not in (Kind.INTERVAL, Kind.P_VALUE))


def _family(one: Quantity) -> str:
    if one.kind is Kind.MEASURE and one.unit is not None:
        return f"{one.unit.dimension} {one.unit.per}"
    if one.kind in (Kind.POINTS, Kind.PERCENT):
        return Kind.PERCENT.value
    if one.kind in (Kind.PLAIN, Kind.COUNT):
        return "whole number" if one.step >= 1 else "figure"
    return one.kind.value


def runs(items: Sequence[Item], members: Sequence[int], found: Sequence[Quantity]) -> list[list[int]]:
    """The figures by lists: those with nothing but joints between them are one list."""
    out = [[members[0]]]
    for before, after in pairwise(members):
        if _joined(items, before, after, found):
            out[-1].append(after)
        else:
            out.append([after])
    return out


def _joined(items: Sequence[Item], before: int, after: int, found: Sequence[Quantity]) -> bool:
    depth = items[before].depth
    between = [
        item
        for item in items[before + 1 : after]
        if item.depth <= depth and not (item.quantity >= 0 and _belongs(found, item.quantity))
    ]
    if any(item.keys or item.quantity >= 0 or not (item.text in _BETWEEN or item.text in ",/()") for item in between):
        return False
    return any(item.text in JOINTS or item.text in ",/" or item.text == "to" for item in between)


def names_for(
    items: Sequence[Item], run: Sequence[int], begin: int, tail_end: int, stop: int
) -> list[list[str]] | None:
    """The keys of the names that go with the figures of a list, in order: after it, or else before it.

    `items[begin:stop]` are told of the list; a comparison may stand after what is told of it alone (`tail_end`).
    """
    contrast = next((at for at in range(run[-1] + 1, stop) if items[at].text in _CONTRASTS), stop)
    stop = contrast if contrast < stop else max(tail_end, stop)
    after = _names_in(items, run[-1] + 1, stop, len(run), first=True)
    if after is not None:
        return after
    contrasted = any(item.text in STRONG_JOINTS for item in items[run[0] : run[-1]])
    return _names_in(items, begin, run[0], len(run), first=False, contrasted=contrasted)


def _names_in(
    items: Sequence[Item], begin: int, stop: int, wanted: int, *, first: bool, contrasted: bool = False
) -> list[list[str]] | None:
    joints = [place for place in range(begin, stop) if _joins(items[place])]
    strong = [place for place in joints if items[place].text in STRONG_JOINTS]
    if wanted == 2:
        plain = [place for place in joints if items[place].text in ("and", "or", "/")]
        if contrasted:  # two outcomes joined by `and` are not what `12 % vs 15 %` contrasts
            plain = [place for place in plain if any(item.text in _ARM_NOUNS for item in items[place + 1 : place + 5])]
        choice = strong or plain
        chosen = choice[:1] if first else choice[-1:]
    else:
        chosen = _series(items, joints, wanted)
    return _chunks(items, chosen, begin, stop, wanted)


def _chunks(items: Sequence[Item], chosen: Sequence[int], begin: int, stop: int, wanted: int) -> list[list[str]] | None:
    if len(chosen) != wanted - 1:
        return None
    chunks = [_chunk_before(items, chosen[0], begin)]
    if wanted == 2 and items[chosen[0]].text in STRONG_JOINTS and not _is_arm(items, chosen[0], len(chunks[0]), begin):
        chunks[0] = [Item("", (ACTIVE,))]  # `raised it more than sham (5.1 vs 2.3)`
    chunks.extend(_chunk_after(items, one, other) for one, other in zip(chosen, [*chosen[1:], stop], strict=True))
    names = _with_head(chunks)
    if wanted == 2 and WITHOUT in names[1] and WITHOUT not in names[0]:
        # `patients who did and did not receive A`: A is told of the first
        names = [names[0] + [key for key in names[1] if WITHOUT not in key], [WITHOUT]]
    told = [frozenset(name) - GENERIC for name in names]
    return names if all(told) and len(set(told)) == wanted else None


def _is_arm(items: Sequence[Item], joint: int, length: int, begin: int) -> bool:
    """Whether the words before a comparison name an arm (`with A than with B`, `A versus B`) and no outcome."""
    first = joint - length
    if all(key in GENERIC for item in items[first:joint] for key in item.keys):
        return False
    before = items[first - 1].text if first > begin else ""
    return (
        before in _ARM_OPENERS
        or any(item.text in _ARM_OPENERS for item in items[first:joint])
        or (items[joint].text in ("vs", "v", "versus") and first <= begin + 1)
    )


def _with_head(chunks: Sequence[Sequence[Item]]) -> list[list[str]]:
    """The keys of the names. The noun of `early and late caffeine` belongs to both."""
    names = [keys_in(chunk, pairs=True) for chunk in chunks]
    words = [[key for item in chunk for key in item.keys] for chunk in chunks]
    if len(words[-1]) > 1 and all(len(word) == 1 for word in words[:-1]):
        for name in names[:-1]:
            name.extend((words[-1][-1], f"{name[-1]} {words[-1][-1]}"))
    return names


def _joins(item: Item) -> bool:
    if item.text in ("whereas", "while", "but"):
        return False
    return item.text in JOINTS or (item.is_mark and item.text in ",/")


def _series(items: Sequence[Item], joints: Sequence[int], wanted: int) -> list[int]:
    """The joints of `A, B and C`: as many as needed, the last of them a word."""
    merged = [
        place for number, place in enumerate(joints) if number + 1 >= len(joints) or joints[number + 1] != place + 1
    ]
    for end in range(len(merged) - 1, -1, -1):
        if items[merged[end]].text in ("and", "or") and end >= wanted - 2:
            return merged[end - wanted + 2 : end + 1]
    return []


def _chunk_before(items: Sequence[Item], place: int, begin: int) -> list[Item]:
    chunk: list[Item] = []
    told = 0
    for item in reversed(items[begin:place]):
        ends = item.is_mark or (item.quantity >= 0 and not item.keys) or (item.text in _CHUNK_ENDS and told)
        if ends or told >= _LONGEST_CHUNK:
            break
        chunk.append(item)
        told += sum(key[0] != "#" or key == WITHOUT for key in item.keys)
    return chunk[::-1]


def _chunk_after(items: Sequence[Item], place: int, stop: int) -> list[Item]:
    chunk: list[Item] = []
    told = 0
    for item in items[place + 1 : stop]:
        ends = item.is_mark or ((item.text in _CHUNK_ENDS or (item.quantity >= 0 and not item.keys)) and told)
        if ends or told >= _LONGEST_CHUNK:
            break
        chunk.append(item)
        told += len(item.keys)
    return chunk


def arms_in(items: Sequence[Item]) -> dict[int, list[frozenset[str]]]:
    """The names of the arms that a sentence says were compared, by how many: `received A or B`, `with or without A`."""
    cue = next((place for place, item in enumerate(items) if item.text in _ARM_CUES), -1)
    if cue < 0:
        return {}
    if items[cue].text == "compared" and cue and items[cue - 1].text in ("was", "were") and cue + 1 < len(items):
        # `A was compared with B`
        chunks = _chunk_before(items, cue - 1, 0), _chunk_after(items, cue + 1, len(items))
        names = _with_head(chunks)
        return {2: [frozenset(name) for name in names]} if all(names) else {}
    stop = next((place for place in range(cue + 1, len(items)) if items[place].text in (";", ":")), len(items))
    joints = [place for place in range(cue + 1, stop) if _joins(items[place])]
    out: dict[int, list[frozenset[str]]] = {}
    for wanted in range(2, _MOST_ARMS + 1):
        if wanted == 2:
            ors = [place for place in joints if items[place].text in ("or", "versus", "vs", "v")]
            ands = [place for place in joints if items[place].text == "and"]
            chosen = ors[:1] or ands[:1]
        else:
            chosen = _series(items, joints, wanted)
        if found := _chunks(items, chosen, cue + 1, stop, wanted):
            out[wanted] = [frozenset(name) for name in found]
    if 2 in out and WITHOUT in out[2][1]:  # `with or without A`
        out[2] = [out[2][1] - {WITHOUT}, frozenset({WITHOUT})]
    return out


def comparator_in(text: str) -> str:
    """The key of the comparator that a text names, `placebo` before others; empty when it names none."""
    found = [match[0].lower() for match in _COMPARATOR.finditer(text)]
    if not found:
        return ""
    word = "placebo" if "placebo" in found else found[0].split()[0]
    return next((key for keys in keys_of(read_words(word)) for key in keys), "")
