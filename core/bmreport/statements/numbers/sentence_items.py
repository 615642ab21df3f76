"""A sentence as a row of words, marks and quantities, the words by their keys (`synonyms.keys_of`)."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from bmreport.lexical import STOP_WORDS
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.synonyms import keys_of
from bmreport.statements.word_sets import word_list, word_set
from bmreport.statements.words import NUMBER, PUNCT, WORD, read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.statements.words import Word

__all__ = ["GENERIC", "JOINTS", "LIGHT", "STRONG_JOINTS", "VERBS", "WITHOUT", "Item", "items_of", "keys_in"]

WITHOUT = "#without"
"""The key of `without`, `no` and `not`: what stands with it is told of the others."""

STRONG_JOINTS = word_set("vs v versus than compared")
JOINTS = STRONG_JOINTS | word_set("and or nor while whereas but &")
VERBS = word_set(
    "was were is are had has have occurred reached fell rose declined increased decreased reduced lowered raised "
    "improved developed died showed reported experienced did averaged totalled accounted agreed led"
)
"""Verbs that results are told with."""
_NEGATIONS = word_set("without no not none never nor neither lacking")
_BARE = word_set("hr or rr ci iqr sd se md smd respectively vs aor ahr irr cri v etc") | JOINTS
_KEPT = frozenset(key for word in read_words("systolic diastolic left right") for key in (word.stem,))
_MOMENTS = {"baseline": "#time baseline", "fortnight": "#time 14 days"}
_DAYS_A_MONTH = 30.4375
_MONTHS_FROM = 50
"""From so many days on, a time is told in months, which weeks do not divide evenly."""

_GENERIC_WORDS = """
    patient participant group arm rate risk outcome treatment study trial year month week day event number total
    mean median level score increase reduce lower higher decrease fall rise less more fewer few than compare
    versus occur report show have receive respectively case people adult person subject individual respective
    estimate value proportion percent percentage point interval confidence ratio hazard odds relative absolute
    difference significant adjust model analysis overall result baseline follow up change assign randomise
    allocate therapy frequency incidence least about approximately average range standard deviation reach great
    high low large small good bad improve improvement similar primary secondary endpoint end daily cohort sample
    size include enrol find associate association pool develop experience need record see observe recorded seen
    noted identify found made given took taken went reached attain achieve drop clinical clinically gave yield
    produce lead led cause bring brought amount stand stood remain moderate substantial excellent fair age aged
    figure corresponding geometric yielded dropped climbed account accounted comprise constitute carrier user
    recipient fell fallen rose risen averaged averaging proportions scores
"""
GENERIC = frozenset(key for word in _GENERIC_WORDS.split() for keys in keys_of(read_words(word)) for key in keys)
"""Words that tell little of what a figure is of, because results of all sorts are told with them."""


LIGHT = frozenset(
    key
    for word in word_list(
        "often frequently commonly early late beyond carry new long short composite main key quite much"
    )
    for keys in keys_of(read_words(word))
    for key in keys
)
"""Words that may stand with any outcome and name none."""


class Item(NamedTuple):
    """A word, a mark or a quantity; `quantity` is its position in the sentence's quantities, -1 for the others."""

    text: str
    keys: tuple[str, ...] = ()
    quantity: int = -1
    is_mark: bool = False
    depth: int = 0


def items_of(text: str, found: Sequence[Quantity]) -> list[Item]:
    """The items of a sentence in order; a quantity is one item, its unit included."""
    words = read_words(text)
    starts = [one.start for one in found]
    # The sign of a figure may be part of the word, and no part of the quantity.
    inside = [_within(found, starts, word.end - 1 if word.kind == NUMBER else word.start) for word in words]
    outside = [word for word, number in zip(words, inside, strict=True) if number < 0]
    keys = dict(zip((word.start for word in outside), keys_of(outside), strict=True))
    items: list[Item] = []
    last = -1
    for place, (word, number) in enumerate(zip(words, inside, strict=True)):
        if number >= 0:
            if number != last:
                is_whole = number > 0 and found[number - 1].whole > 0
                named_keys = _name_keys(items, found, number)
                keys_of_it = () if is_whole else named_keys or _figure_keys(found[number])
                if found[number].kind is Kind.PLAIN and place and _is_acronym(text, words[place - 1]):
                    keys_of_it = (f"{words[place - 1].text}{found[number].value:g}",)  # `PASI 90`
                items.append(Item("", keys_of_it, number, depth=word.depth))
            last = number
        elif word.kind == NUMBER and place and words[place - 1].end >= word.start - 1 and items and items[-1].keys:
            # `BRCA1`, `IL-6`: the figure is part of the name
            items[-1] = items[-1]._replace(keys=(*items[-1].keys, f"{items[-1].text}{word.text}"))
        elif word.kind == PUNCT:
            items.append(Item(word.text, is_mark=True, depth=word.depth))
        elif word.text == "than" and place + 1 < len(words) and inside[place + 1] >= 0:
            continue  # `less than 15 mm` compares nothing
        elif word.kind == WORD and _compares(words, inside, place):
            items.append(Item("versus", depth=word.depth))
        elif word.kind == WORD:
            items.append(Item(word.text, _word_keys(word.text, word.stem, keys[word.start]), depth=word.depth))
    return items


def _name_keys(items: list[Item], found: Sequence[Quantity], number: int) -> tuple[str, ...]:
    """`grade 3 or 4`: the key of a figure that is part of a name; the joint before it joins no names of arms."""
    if found[number].kind is not Kind.NAME or not items:
        return ()
    if len(items) > 2 and (items[-1].text in JOINTS or items[-1].text == "to"):
        before = items[-2].quantity
        if before >= 0 and found[before].kind is Kind.NAME:
            items.pop()
            return (f"{items[-2].text}{found[number].value:g}",)
    return (f"{items[-1].text}{found[number].value:g}",)


def _is_acronym(text: str, word: Word) -> bool:
    return word.kind == WORD and word.end - word.start > 2 and text[word.start : word.end].isupper()


def _compares(words: Sequence[Word], inside: Sequence[int], place: int) -> bool:
    """`12 % against 15 %`, `relative to placebo`; but `vaccinated against influenza`, `relative risk`."""
    text = words[place].text
    if text == "against":
        return any(number >= 0 for number in inside[place + 1 : place + 3])
    return text == "relative" and place + 1 < len(words) and words[place + 1].text == "to"


def _within(found: Sequence[Quantity], starts: Sequence[int], at: int) -> int:
    number = bisect_right(starts, at) - 1
    return number if number >= 0 and at < found[number].tail else -1


def _word_keys(word: str, stem: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    if word in _NEGATIONS:
        return (WITHOUT,)
    if word in _MOMENTS:
        return (_MOMENTS[word],)
    bare = word in STOP_WORDS or word in _BARE or len(word) == 1
    if bare and keys == (stem,):  # `all` of `all-cause death` stands for the phrase
        return ()
    # A phrase has one key; these words of it tell two outcomes apart.
    return (*keys, stem) if stem in _KEPT and stem not in keys else keys


def _figure_keys(one: Quantity) -> tuple[str, ...]:
    """A moment, a dose, an age or a year may say which figure is meant."""
    if one.kind in (Kind.LEVEL, Kind.INTERVAL, Kind.P_VALUE):
        return ()
    keys: tuple[str, ...] = ()
    if one.kind is Kind.YEAR:
        return (f"#year {one.value:g}" + (f"–{one.high:g}" if one.high is not None else ""),)
    if one.unit is not None and one.unit.dimension not in ("time", "point") and one.high is None:
        return (f"#{one.unit.dimension} {abs(one.value) * one.unit.factor:.4g}",)
    if one.unit is not None and one.unit.dimension == "time":
        keys = (f"#time{_stretch(one.value, one)}{_stretch(one.high, one)}",)
        if one.tail > one.end:
            return keys
    if one.step >= 1 and one.head < 0 and (keys or one.kind is Kind.PLAIN):
        keys = (*keys, f"#{one.value:g}" + (f"–{one.high:g}" if one.high is not None else ""))
    return keys


def _stretch(value: float | None, one: Quantity) -> str:
    if value is None or one.unit is None:
        return ""
    days = abs(value) * one.unit.factor
    return f" {round(days / _DAYS_A_MONTH)} months" if days > _MONTHS_FROM else f" {days:.3g} days"


def keys_in(items: Iterable[Item], *, pairs: bool = False) -> list[str]:
    """The keys of the items; with `pairs`, also each two words that follow one another."""
    out: list[str] = []
    before = ""
    for item in items:
        if pairs and not item.keys and item.text != "of":
            before = ""
        if pairs and item.keys and LIGHT.issuperset(item.keys):
            out.extend(item.keys)
            continue
        for key in item.keys:
            out.append(key)
            if pairs and key[0] != "#":
                if before:
                    out.append(f"{before} {key}")
                before = key
    return out
