"""The quantities of a text: figures, paired where two make a range, and with what each belongs to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.statements.numbers.figures import Figure, figures
from bmreport.statements.numbers.measures import DIFFERENCES, RATIOS, Measure
from bmreport.statements.numbers.quantity import Kind, Quantity
from bmreport.statements.numbers.typography import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.numbers.numerals import Numeral

__all__ = ["quantities"]

_LINK = re.compile(
    r"[\s\u00a0]?(?P<link>–|-|~|to(?!\w)|through(?!\w)|until(?!\w)|,|;|and(?!\w)|/|:|(?:out\s)?of(?!\w)|±|\+/-)[\s\u00a0]?"
    r"(?:(?:the|all|a\stotal\sof|planned|randomi[sz]ed|eligible|enrolled|first|last)\s){0,2}[-–+]?[$£€¥]?"
)
_TO = frozenset(["–", "-", "~", "to", "through", "until"])
_BETWEEN = re.compile(r"\b(?:between|from|CI|interval|IQR|range)\b[\s:,=(\[]*[-–+]?$", re.IGNORECASE)
_CONTRAST = re.compile(r"[,;]\s(?:although|but|while|whereas|whilst|though|however|yet)\s")
_SENTENCE_END = re.compile(r"[.?!]\s+[A-Z]")
_RELATIONS = {"<": "<", ">": ">", "≤": "≤", "≥": "≥", "~": "~"}
_CURRENCY = re.compile(r"(?:us|au|nz|ca|hk|a|c)?[$£€¥]$")
_LEADS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("no less than ", "no fewer than ", "at least ", "minimum of ", "not less than "), "≥"),
    (("no more than ", "up to ", "at most ", "maximum of ", "within ", "not more than "), "≤"),
    (
        (
            "less than ", "fewer than ", "below ", "under ", "lower than ", "younger than ", "smaller than ",
            "just under ",
        ), "<",
    ),
    (("more than ", "greater than ", "above ", "over ", "older than ", "higher than ", "exceeding ", "exceeded "), ">"),
    (
        (
            "about ", "approximately ", "around ", "nearly ", "almost ", "roughly ", "some ", "circa ", "ca. ",
            "close to ",
            "approx. ", "c. ", "approaching ", "an estimated ", "estimated at ",
        ),
        "~",
    ),
)  # fmt: skip
_LONGEST_LEAD = 16
_HEAD_REACH = 120
_NOUN_AND_N = re.compile(r"(?:[\s\u00a0](?!and\b|or\b)[^\s(),;]{1,24}){1,5}[\s\u00a0][(\[][nN][\s\u00a0]?=[\s\u00a0]?")
_JOINED = re.compile(r"(?:\b(?:and|or|versus|vs\.?|but|to)|,)[\s\u00a0](?:of[\s\u00a0]|only[\s\u00a0])?$")
_OPEN_BRACKET = re.compile(r"[(\[][^()\[\]]*$")
_LONGEST_LABEL = 40
_SHARES = frozenset({Kind.PERCENT, Kind.PLAIN, Kind.COUNT})
_NOUN_AND_BRACKET = re.compile(r"(?:[\s\u00a0][a-z-]{1,20}){0,5}[\s\u00a0]?[(\[]")
_RIGHT_AFTER = re.compile(
    r"[\s\u00a0]?[(\[,;]{1,2}[\s\u00a0]?(?:(?:95|90|99|97\.5|98)[\s\u00a0]?%[\s\u00a0-]?)?(?:CI|CrI|(?:confidence|credible)\sintervals?)?"
    r"[\s\u00a0:,=]{0,3}(?:of|from|was)?[\s\u00a0]?[(\[]?[-–+]?"
)
_EFFECTS = RATIOS | DIFFERENCES | {Measure.AUC, Measure.KAPPA, Measure.R, Measure.RRR, Measure.BETA, Measure.NNT}
_BARE_EFFECTS = RATIOS | {Measure.SMD, Measure.AUC, Measure.KAPPA, Measure.R}
_NO_HEADS = frozenset({Kind.LEVEL, Kind.INTERVAL, Kind.P_VALUE, Kind.NAME, Kind.YEAR, Kind.ODDS})


def quantities(text: str, numerals: Sequence[Numeral] | None = None) -> list[Quantity]:
    """The quantities of a text in order. Names with digits are among them, as NAME; never raises.

    Offsets are those of the text. The cost is linear in its length. `numerals` are the text's, if they are known.
    """
    reading = plain(text)
    found = figures(reading, numerals)
    made: list[Quantity] = []
    at = 0
    while at < len(found):
        figure, following = found[at], found[at + 1] if at + 1 < len(found) else None
        pair = _pair(reading, found, at) if following else None
        if pair is not None:
            made.extend(pair)
            at += 2
        else:
            made.append(_single(reading, figure))
            at += 1
    return _with_heads(reading, made)


def _pair(text: str, found: list[Figure], at: int) -> tuple[Quantity, ...] | None:
    """The figures at `at` and after it as one range, a part and its whole, or an allocation; None when they are two."""
    low, high = found[at], found[at + 1]
    link = _LINK.fullmatch(text, low.tail, high.numeral.start)
    if not link or low.kind in (Kind.LEVEL, Kind.NAME) or high.kind in (Kind.LEVEL, Kind.NAME):
        return None
    sign = link["link"]
    if sign in ("±", "+/-"):
        high.measure = Measure.SD
        return None
    if sign in ("/", "of", "out of"):
        return _part_of_whole(text, low, high)
    if sign == ":":
        return (_odds(text, low, high),) if low.kind is Kind.PLAIN and high.kind is Kind.PLAIN else None
    if not _is_range(text, found, at, sign):
        return None
    return (_range(text, found, at),)


def _is_range(text: str, found: list[Figure], at: int, link: str) -> bool:
    low, high = found[at], found[at + 1]
    if low.measure in (Measure.P, Measure.SD, Measure.SE) or high.measure is Measure.P:
        return False
    if high.measure is not Measure.NONE and high.measure != low.measure:
        return False
    if low.kind is not high.kind and low.kind is not Kind.PLAIN:
        return low.kind is Kind.YEAR and high.kind is Kind.PLAIN and link != "," and high.numeral.value < 100
    is_interval = low.measure in (Measure.CI, Measure.SPREAD)
    if link == "to" and not is_interval and _is_change(text, low):
        return False
    if link in _TO:
        rises = _signed(low) <= _signed(high)
        return rises or is_interval or link == "to" or _in_brackets(text, found, at)
    if link == "and":
        return is_interval or bool(_BETWEEN.search(text, max(0, low.numeral.start - 12), low.numeral.start))
    return is_interval or (_in_brackets(text, found, at) and _around_estimate(found, at))


def _is_change(text: str, low: Figure) -> bool:
    """`from 8.2 % to 6.1 %`, which tells two figures; `from 18 to 65 years` tells a range."""
    is_stretch = low.unit is not None and low.unit.dimension == "time"
    if low.kind is Kind.YEAR or (low.numeral.step >= 1 and (is_stretch or low.kind is Kind.PLAIN)):
        return False
    return text.endswith(("from ", "From "), 0, low.numeral.start)


def _around_estimate(found: list[Figure], at: int) -> bool:
    """Whether the figure before two in brackets is an estimate, or lies between them: `63% (45-75)`."""
    if at == 0 or found[at - 1].kind in (Kind.NAME, Kind.YEAR, Kind.LEVEL):
        return False
    low, high = sorted((_signed(found[at]), _signed(found[at + 1])))
    return found[at - 1].measure in _EFFECTS or low <= _signed(found[at - 1]) <= high


def _in_brackets(text: str, found: list[Figure], at: int) -> bool:
    """`0.76 (0.65, 0.89)`: the two stand alone in brackets, right after another figure."""
    low, high = found[at], found[at + 1]
    start = low.numeral.start - (1 if low.negative else 0)
    if at == 0 or text[high.tail : high.tail + 1] not in (")", "]", ";", ","):
        return False
    between = text[found[at - 1].tail : start].strip()
    if between in ("(", "["):
        return True
    estimate = found[at - 1].numeral.start
    return between in (",", ";") and bool(_OPEN_BRACKET.search(text, max(0, estimate - _LONGEST_LABEL), estimate))


def _range(text: str, found: list[Figure], at: int) -> Quantity:
    low, high = found[at], found[at + 1]
    first, last = _signed(low), _signed(high)
    if low.kind is Kind.YEAR and high.kind is not Kind.YEAR:  # 2010–15
        last += first - first % 100
    kind = high.kind if low.kind is Kind.PLAIN else low.kind
    effect = at > 0 and (found[at - 1].kind is Kind.LEVEL or _around_estimate(found, at))
    if low.measure is Measure.CI or (effect and low.measure is Measure.NONE and _in_brackets(text, found, at)):
        kind = Kind.INTERVAL
    steps = low.numeral.step, high.numeral.step
    if first > last and kind is Kind.INTERVAL:
        first, last, steps = last, first, steps[::-1]
    return _single(text, low)._replace(
        end=high.numeral.end, tail=high.tail, kind=kind, value=first, step=steps[0], high=last, high_step=steps[1],
        unit=low.unit or high.unit, counted=low.counted or high.counted,
    )  # fmt: skip


def _part_of_whole(text: str, part: Figure, whole: Figure) -> tuple[Quantity, ...] | None:
    """`12/100`, `12 of 100`: two counts, the first of which is a share of the second."""
    if part.kind not in (Kind.PLAIN, Kind.COUNT) or whole.kind not in (Kind.PLAIN, Kind.COUNT):
        return None
    if min(part.numeral.step, whole.numeral.step) < 1 or not part.numeral.value <= whole.numeral.value:
        return None
    if Measure.NONE is not part.measure is not Measure.N:
        return None
    one, all_of = _single(text, part), _single(text, whole)
    return one._replace(kind=Kind.COUNT, whole=whole.numeral.value, counted=whole.counted), all_of._replace(
        kind=Kind.COUNT
    )


def _odds(text: str, left: Figure, right: Figure) -> Quantity:
    value = left.numeral.value / right.numeral.value if right.numeral.value else 0.0
    return _single(text, left)._replace(end=right.numeral.end, tail=right.tail, kind=Kind.ODDS, value=value, step=1e-6)


def _single(text: str, figure: Figure) -> Quantity:
    numeral, kind = figure.numeral, figure.kind
    if figure.measure is Measure.P:
        kind = Kind.P_VALUE
    elif figure.measure in RATIOS:
        kind = Kind.RATIO
    elif figure.measure is Measure.N:
        kind = Kind.COUNT
    return Quantity(
        start=numeral.start, end=numeral.end, kind=kind, value=_signed(figure), step=numeral.step, unit=figure.unit,
        relation=_relation(text, numeral.start), measure=figure.measure, counted=figure.counted, noun=figure.noun,
        writing=numeral.writing,
        digits=numeral.digits, tail=figure.tail,
    )  # fmt: skip


def _signed(figure: Figure) -> float:
    return -figure.numeral.value if figure.negative else figure.numeral.value


def _relation(text: str, start: int) -> str:
    lead = text[max(0, start - _LONGEST_LEAD) : start].lower()
    lead = _CURRENCY.sub("", lead)
    bare = lead.rstrip(" \u00a0-+=(")
    if bare and (relation := _RELATIONS.get(bare[-1])):
        if bare[-2:-1] in ("<", ">"):
            return bare[-2]
        return {"<": "≤", ">": "≥"}[relation] if lead.rstrip(" \u00a0").endswith(("<=", ">=")) else relation
    if lead[-1:] != " ":
        return ""
    return next((sign for words, sign in _LEADS if lead.endswith(words)), "")


def _with_heads(text: str, made: list[Quantity]) -> list[Quantity]:
    """Tie each interval and each p value to the figure that it is told for."""
    last_effect = last = -1
    labelled: Quantity | None = None
    for number, one in enumerate(made):
        if one.kind in (Kind.INTERVAL, Kind.P_VALUE):
            head = last if _follows(text, made, last, one.start) else last_effect if last_effect >= 0 else last
            if head < 0 or not _is_near(text, made[head].tail, one.start):
                continue
            made[number] = one._replace(head=head)
            if (
                made[head].kind is Kind.PLAIN
                and made[head].measure is Measure.NONE
                and one.high is not None
                and labelled
            ):
                # `a hazard ratio of 0.12 (0.00-0.34) in A and 0.47 (0.27-0.75) in B`
                made[head] = made[head]._replace(kind=labelled.kind, measure=labelled.measure)
        elif one.kind not in _NO_HEADS:
            before = made[last] if last >= 0 else None
            if before and (before.whole == one.value > 0 and last == number - 1):
                made[number] = one._replace(head=last)
                continue
            if before and _in_brackets_after(text, made[number - 1], one):
                made[number] = one._replace(head=last)
                continue
            if labelled and one.kind is Kind.PLAIN and one.measure is Measure.NONE and _goes_on(text, one):
                made[number] = one._replace(kind=labelled.kind, measure=labelled.measure)
            if made[number].measure in _BARE_EFFECTS:
                labelled = made[number]
            elif labelled and _SENTENCE_END.search(text, made[last].tail, one.start):
                labelled = None
            last = number
            if made[number].measure in _EFFECTS:
                last_effect = number
    return made


def _goes_on(text: str, one: Quantity) -> bool:
    """Whether a bare decimal goes on with a list: `a hazard ratio of 0.47 in A and 0.12 in B`."""
    return one.step < 1 and bool(_JOINED.search(text, max(0, one.start - 12), one.start))


def _in_brackets_after(text: str, before: Quantity, one: Quantity) -> bool:
    """`34 of 120 participants (28.3%)`: the second says the same in another way."""
    if text[one.tail : one.tail + 1] not in (")", "]") or one.measure not in (Measure.NONE, Measure.N):
        return False
    if one.measure is Measure.N:
        return before.kind in (Kind.COUNT, Kind.PLAIN) and bool(_NOUN_AND_N.fullmatch(text, before.tail, one.start))
    if before.kind not in (Kind.COUNT, Kind.PLAIN, Kind.PERCENT) or before.step < 1 or one.kind not in _SHARES:
        return False
    return before.high is None and bool(_NOUN_AND_BRACKET.fullmatch(text, before.tail, one.start))


def _follows(text: str, made: list[Quantity], last: int, start: int) -> bool:
    """Whether an interval stands right after the last figure, at most a bracket and `95% CI` between."""
    return last >= 0 and bool(_RIGHT_AFTER.fullmatch(text, made[last].tail, start))


def _is_near(text: str, end: int, start: int) -> bool:
    return start - end <= _HEAD_REACH and not (
        _SENTENCE_END.search(text, end, start) or _CONTRAST.search(text, end, start)
    )
