"""Each figure of a text by itself: its sign, its unit or per cent sign, its label, what it counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from bmreport.statements.numbers.count_nouns import counted, noun_after
from bmreport.statements.numbers.figure_names import class_before, is_name, time_before
from bmreport.statements.numbers.measures import RATIOS, Measure, measure_in
from bmreport.statements.numbers.numerals import Numeral, Writing, numerals
from bmreport.statements.numbers.quantity import Kind
from bmreport.statements.numbers.units import Unit, unit_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Figure", "figures"]


@dataclass(slots=True)
class Figure:
    """A numeral with what stands around it. `tail` is where its unit ends; it is `numeral.end` when it has none."""

    numeral: Numeral
    kind: Kind
    tail: int
    unit: Unit | None = None
    counted: str = ""
    noun: str = ""
    negative: bool = False
    measure: Measure = Measure.NONE


_PERCENT = re.compile(
    r"[\s\u00a0-]?(?:(?P<points>%[\s-]points?(?!\w)|percentage[\s-]points?(?!\w)|percent[\s-]points?(?!\w)|pp(?:ts?)?(?!\w)|p\.p\.)"
    r"|%|per\s?cent(?:age)?(?!\w)|pct(?!\w))",
    re.IGNORECASE,
)
_LEVEL = re.compile(
    r"[\s\u00a0-]?(?:(?:two-sided|one-sided|bootstrap(?:ped)?|Bayesian|exact|simultaneous)\s)?"
    r"(?:CIs?(?!\w)|C\.I\.|CrIs?(?!\w)|HDI|confidence|credib|prediction\sint|limits\sof|posterior|uncertainty\sint)"
)
_FOLD = re.compile(
    r"[\s-]?(?:fold(?!\w)|times\s(?:as|more|higher|greater|lower|less|the|that)(?!\w)|×(?!\s?10)|x(?!\w))"
)
_POINT = re.compile(r"[\s-]points?(?!\w)")
_POINT_UNIT = Unit("point", 1.0)
_RATE = re.compile(
    r"(?:[\s-][a-z-]+){1,4}?(?=\s(?:per|/)\s(?:\d|hundred|thousand|million|person|patient|wom[ae]n|child|year|month|week|day))"
)
_AGED = re.compile(
    r"\b(?:aged?|ages|(?:age|people|men|women|adults|those|children|boys|girls|patients|participants) of"
    r"|(?:older|younger) than)"
    r"(?: at least| between| from| over| under| up to)?[ \u00a0]?[≥≤<>]?[ \u00a0]?$"
)
_AND_OVER = re.compile(r"[ \u00a0]?(?:(?:and|or) (?:older|over|above|younger|under)\b|\+(?!\d))")
_ENUMERATES = re.compile(r"\(\d\)\s[a-z]")
_MOST_LISTED = 10
_YEARS = Unit("time", 365.25)
_UP_TO = re.compile(r"[\s\u00a0]?(?:–|-|to|and|through)[\s\u00a0]?")
_CURRENCIES = "$£€¥"
_CURRENCY_OF = {"dollar": "$", "euro": "€", "usd": "$", "eur": "€", "gbp": "£", "yen": "¥"}
_CURRENCY_AFTER = re.compile(r"[\s\u00a0](?:US[\s-])?(dollar|euro|usd|eur|gbp|yen)s?(?!\w)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.?!]\s|\n\s*\n")
_OF_TIME = re.compile(r"(?<!\w)(?:at|after|by|over|within|during|for|in|to|through)\s(?:the\s)?$")
_BARE = RATIOS | {Measure.SMD, Measure.AUC, Measure.KAPPA, Measure.R, Measure.NNT, Measure.NNH}
_ASIDES = frozenset({Measure.CI, Measure.SPREAD, Measure.SD, Measure.SE})
"""Labels that may stand in brackets behind another one: `mean (SD) 12.3 (4.5)`."""
_NO_SHARE = RATIOS | {Measure.P, Measure.N, Measure.AUC, Measure.KAPPA, Measure.R, Measure.I2}
_SHARED = frozenset({Kind.PERCENT, Kind.POINTS, Kind.MEASURE, Kind.TIMES, Kind.COUNT})
_LIST = re.compile(
    r"[\s\u00a0]?(?:,|;|–|-|/|±|\+/-|&|(?:,\s)?(?:and|or|to|vs\.?|v|versus|than|compared\s(?:with|to)|against|through)(?!\w))"
    r"[\s\u00a0]?(?:(?:and|or|about|from|the|with|vs|versus)\s)?[-–+(]?"
)
_LABEL_REACH = 70
_LOWEST_LEVEL = 50
_YEAR_DIGITS = 4


def figures(text: str, found: Iterable[Numeral] | None = None) -> list[Figure]:
    """The figures of a text that `typography.plain` has made, in order; `found` are its numerals, if they are known."""
    lower = text.lower()
    each = numerals(text) if found is None else found
    out = list(_each(text, lower if len(lower) == len(text) else text, each))
    _label(text, out)
    _share_units(text, out)
    return out


def _each(text: str, lower: str, each: Iterable[Numeral]) -> Iterator[Figure]:
    until = 0
    for numeral in each:
        if numeral.start < until:  # the 1000 of `per 1000 person-years` belongs to the unit
            continue
        figure = _read(text, lower, numeral)
        figure.negative = _is_negative(text, numeral.start)
        until = figure.tail
        yield figure


def _read(text: str, lower: str, numeral: Numeral) -> Figure:
    at = numeral.end
    if numeral.writing is Writing.SHARE:
        share = numeral._replace(value=numeral.value * 100, step=numeral.step * 100)
        return Figure(share, Kind.PERCENT, at)
    if numeral.writing is Writing.TIMES:
        return Figure(numeral, Kind.TIMES, at)
    if match := _PERCENT.match(text, at):
        if match["points"]:
            return Figure(numeral, Kind.POINTS, match.end())
        is_level = numeral.value >= _LOWEST_LEVEL and _LEVEL.match(text, match.end())
        return Figure(numeral, Kind.LEVEL if is_level else Kind.PERCENT, match.end())
    if match := _FOLD.match(text, at):
        return Figure(numeral, Kind.TIMES, match.end())
    unit, end = unit_at(text, at)
    if money := _currency(text, numeral.start, at):
        return Figure(numeral, Kind.MEASURE, end, _of_money(unit or Unit("", 1.0), money))
    if is_name(text, numeral.start, at) and (unit is None or text[numeral.start - 1 : numeral.start] == "-"):
        return Figure(numeral, Kind.NAME, at)
    return _bare(text, lower, numeral) if unit is None else Figure(numeral, Kind.MEASURE, end, unit)


def _of_money(unit: Unit, money: str) -> Unit:
    return unit._replace(dimension=money + unit.dimension)


def _currency(text: str, start: int, end: int) -> str:
    """The sign of the currency of a sum: `£20`, `20 euros`; empty when it is no sum."""
    if start and text[start - 1] in _CURRENCIES:
        return text[start - 1]
    match = _CURRENCY_AFTER.match(text, end)
    return _CURRENCY_OF[match[1].lower()] if match else ""


def _bare(text: str, lower: str, numeral: Numeral) -> Figure:
    """A figure without a unit: a count of something, a year, a point of time, part of a name, or just a figure."""
    at = numeral.end
    if (match := _RATE.match(lower, at)) and (rate := unit_at(text, match.end()))[0]:
        return Figure(numeral, Kind.MEASURE, rate[1], rate[0])
    if numeral.writing is Writing.ORDINAL:
        return Figure(numeral, Kind.NAME, at)
    noun, _ = counted(lower, at)
    if noun == "people" or (noun and numeral.writing is Writing.WORDS):
        return Figure(numeral, Kind.COUNT, at, counted=noun)
    if unit := time_before(text, numeral.start):
        return Figure(numeral, Kind.MEASURE, at, unit)
    if numeral.step == 1.0 and class_before(text, numeral.start, numeral.value):
        return Figure(numeral, Kind.NAME, at)
    if noun:
        return Figure(numeral, Kind.COUNT, at, counted=noun)
    if match := _POINT.match(text, at):
        return Figure(numeral, Kind.MEASURE, match.end(), _POINT_UNIT)
    if at - numeral.start == _YEAR_DIGITS and 1900 <= numeral.value < 2100 and text[numeral.start : at].isdigit():
        return Figure(numeral, Kind.YEAR, at)
    if numeral.value < _MOST_LISTED and _ENUMERATES.match(text, numeral.start - 1) and numeral.start:
        return Figure(numeral, Kind.NAME, at)
    if unit := _age(lower, numeral.start, at):
        return Figure(numeral, Kind.MEASURE, at, unit)
    return Figure(numeral, Kind.PLAIN, at, noun=noun_after(lower, at))


def _age(lower: str, start: int, end: int) -> Unit | None:
    """Years, for a figure that is an age without saying so: `aged 65`, `65 and over`."""
    told = _AGED.search(lower, max(0, start - 24), start) or _AND_OVER.match(lower, end)
    return _YEARS if told else None


def _is_negative(text: str, start: int) -> bool:
    """Whether a minus stands before the figure, and no hyphen or dash of a range."""
    if start and text[start - 1] in _CURRENCIES:
        start -= 1
    if not start or text[start - 1] not in "-–":
        return False
    before = text[start - 2] if start > 1 else " "
    if not before.isspace():
        return before in "([=<>≤≥,;:~±–-"
    earlier = text[max(0, start - 8) : start - 1].rstrip()
    return not earlier or not (earlier[-1].isdigit() or earlier[-1] == "%")


def _label(text: str, found: list[Figure]) -> None:
    """Give each figure the label before it; a label skips the figures that it cannot belong to."""
    waiting, seen_at, until = Measure.NONE, 0, 0
    for figure in found:
        start = figure.numeral.start
        measure, end = measure_in(text, max(until, start - _LABEL_REACH), start)
        aside = bool(measure in _ASIDES and text.startswith(")", end))
        if measure is not Measure.NONE and not aside:
            waiting, seen_at = measure, end
        if waiting is not Measure.NONE:
            if start - seen_at > _LABEL_REACH or _SENTENCE_END.search(text, seen_at, start):
                waiting = Measure.NONE
            elif _fits(text, waiting, figure):
                figure.measure = waiting
                waiting = Measure.NONE
        if aside:
            waiting, seen_at = measure, end
        until = figure.tail


def _fits(text: str, measure: Measure, figure: Figure) -> bool:
    if figure.kind in (Kind.LEVEL, Kind.NAME, Kind.YEAR, Kind.TIMES):
        return False
    if measure is Measure.P:
        return figure.kind is Kind.PLAIN and figure.numeral.value <= 1
    if measure is Measure.N:
        return figure.kind in (Kind.PLAIN, Kind.COUNT) and figure.numeral.step >= 1
    if measure in _BARE:
        return figure.kind is Kind.PLAIN
    is_moment = figure.unit is not None and figure.unit.dimension == "time"
    return not (is_moment and _OF_TIME.search(text, max(0, figure.numeral.start - 16), figure.numeral.start))


def _share_units(text: str, found: list[Figure]) -> None:
    """`8 to 12 mg`, `12, 15 and 18 %`: the unit after the last figure is that of all."""
    for before, after in zip(found[-2::-1], found[:0:-1], strict=True):
        if before.kind is not Kind.PLAIN or after.kind not in _SHARED or before.measure in _NO_SHARE:
            continue
        if after.measure is not Measure.NONE and after.measure not in _ASIDES:
            continue
        if _LIST.fullmatch(text, before.tail, after.numeral.start):
            before.kind, before.unit, before.counted = after.kind, after.unit, after.counted
    for before, after in pairwise(found):
        told = before.kind is Kind.POINTS and after.unit is not None and after.unit.dimension == "point"
        if told and _LIST.fullmatch(text, before.tail, after.numeral.start):
            after.kind, after.unit = Kind.POINTS, None  # `2.1 percentage points versus 1.9 points`
        # `aged 45 to 70`
        is_bare = after.kind is Kind.PLAIN and after.numeral.step >= 1
        if before.unit is _YEARS and is_bare and _UP_TO.fullmatch(text, before.tail, after.numeral.start):
            after.kind, after.unit = before.kind, before.unit
