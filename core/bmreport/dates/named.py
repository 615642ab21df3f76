"""Dates given as text with names of months or seasons."""

from __future__ import annotations

from typing import NamedTuple

from bmreport.dates.building import found_dates, quoted_text
from bmreport.dates.types import FoundDate
from bmreport.dates.vocabulary import FILLERS, MONTHS, ORDINAL, RANGE_MARKS, SEASONS, TOKEN, WEEKDAYS, word_set


class _Token(NamedTuple):
    kind: str  # Y year, M month, D day, S season, R range mark, "" unknown
    value: int
    text: str


# Dashes and slashes that only stand between the parts of one date: 21-Feb-2020, Feb/2020.
_ONE_DATE = word_set("DRMRY YRMRD MRDRY MRY YRM")

_SKIPPED = FILLERS | WEEKDAYS


def read_named(text: str) -> FoundDate | None:
    """2020 Feb 21, February 21, 2020, 2020 Nov-Dec, 2020 Dec 28-2021 Jan 3, Winter 1998 and their like."""
    if text.startswith("-"):
        return None  # a year before Christ that the stricter readings refused
    tokens = [_token(word) for word in TOKEN.findall(ORDINAL.sub(r"\1", text)) if word not in _SKIPPED]
    known = [token for token in tokens if token.kind]
    if "".join(token.kind for token in known) in _ONE_DATE:
        known = [token for token in known if token.kind != "R"]
    sides: list[dict[str, int]] = [{}]
    for token in known:
        if token.kind == "R":
            sides.append({})
        elif token.kind in sides[-1]:
            return None
        else:
            sides[-1][token.kind] = token.value
    lonely_mark = len(sides) > 1 and not (sides[0] and sides[-1])
    sides = [side for side in sides if side]
    if not 1 <= len(sides) <= 2 or not _complete(sides):
        return None
    found = found_dates(text, *([side["Y"], side.get("M"), side.get("D")] for side in sides))
    seasons = list(dict.fromkeys(side["S"] for side in sides if "S" in side))
    found.season = seasons[0] if seasons else 0
    if len(seasons) > 1:
        found.notes.append(f"only the first season of {quoted_text(text)} was kept")
    if lonely_mark:
        found.notes.append(f"only part of {quoted_text(text)} was read")
    if unknown := " ".join(token.text for token in tokens if not token.kind):
        found.notes.append(f"left out of {quoted_text(text)}: {unknown}")
    return found


def _token(word: str) -> _Token:
    if word.isdecimal():
        return _Token({1: "D", 2: "D", 4: "Y"}.get(len(word), ""), int(word[:9]), word)
    if word in RANGE_MARKS:
        return _Token("R", 0, word)
    if month := MONTHS.get(word):
        return _Token("M", month, word)
    season = SEASONS.get(word, 0)
    return _Token("S" if season else "", season, word)


def _complete(sides: list[dict[str, int]]) -> bool:
    """Fill what one side of a range leaves to the other; False when it is no date or range."""
    left, right = sides[0], sides[-1]
    if set(right) == {"D"} and "D" not in left and len(sides) == 2:
        if "M" not in left and "Y" in left and right["D"] == (left["Y"] + 1) % 100:
            right["Y"] = left["Y"] + 1  # Winter 1998/99
            del right["D"]
        else:
            left |= sides.pop()  # 2020 Feb-21
    for one, other in ((left, right), (right, left)):
        if "Y" in other:
            one.setdefault("Y", other["Y"])
        if "D" in one and "M" in other:
            one.setdefault("M", other["M"])
    return all("Y" in side and ("M" in side or "D" not in side) for side in sides)
