"""Three arms or more that a sentence on methods names in order: `were given A, B or placebo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.arm_keys import arm_keys
from bmreport.statements.outcomes import UNITS
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import PUNCT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["arms_listed"]

_GIVING = word_set(
    "given received receive receiving took take taking assigned randomised randomized allocated underwent undergoing "
    "either used followed"
)
_COMPARING = word_set("between compared comparing")
_STOPS = word_set(
    "for at every over during on within until daily weekly twice once monthly in from by was were when each"
)
_NO_SEPARATORS = word_set("( ) [ ] :")
_FEWEST = 3
_LONGEST = 60


def arms_listed(words: Sequence[Word]) -> tuple[frozenset[str], ...]:
    """Keys of each arm of the first list of three or more; none without such a list."""
    plain = [at for at, word in enumerate(words) if not word.depth and word.text not in _NO_SEPARATORS]
    for place, at in enumerate(plain):
        text = words[at].text
        if text in _GIVING or text in _COMPARING:
            joint = "and" if text in _COMPARING else "or"
            arms = [arm_keys(words, *item) for item in _items(words, plain[place + 1 : place + _LONGEST], joint)]
            if len(arms) >= _FEWEST and all(arm - UNITS for arm in arms):
                return tuple(arms)
    return ()


def _items(words: Sequence[Word], places: Sequence[int], joint: str) -> list[tuple[int, int]]:
    """The items of a list, the last of them after the joint; none where it has no such joint."""
    items: list[list[int]] = [[]]
    is_last = named = False
    for at in places:
        text = words[at].text
        if text == "to" and len(items) == 1:
            items, named = [[]], False  # `assigned, after a week, to A, B or C`
        elif text == joint:
            is_last = True
            if items[-1] or named:
                items.append([])
            named = False
        elif words[at].kind == PUNCT and text != "/":
            if is_last or text != ",":
                break
            items.append([])
            named = False
        elif named or (items[-1] and text in _STOPS):
            if is_last:
                break
            named = True  # `15 mg once daily`: the rest of an item names it no more
        elif text in ("and", "or"):
            return []
        else:
            items[-1].append(at)
    return [(one[0], one[-1] + 1) for one in items if one] if is_last and all(items) else []
