"""The text of one date part: year, month or day, in each form."""

from __future__ import annotations

from collections.abc import Callable

from bmreport_csl.fields import style_language
from bmreport_csl.item_dates import DatePoint
from bmreport_csl.output import Output, wrapper
from bmreport_csl.scope import Scope
from bmreport_csl.style_nodes import DatePart, Look


def part_maker(part: DatePart, scope: Scope) -> Callable[[DatePoint], Output]:
    """What prints that part of a date, without affixes; empty when the date lacks it."""
    text = _MAKERS.get(part.name, _nothing)(part, scope)
    look = part.look
    bare = Look(formatting=look.formatting, quotes=look.quotes)
    wrap = wrapper(bare)
    case, read = look.text_case, scope.fields.read
    strip = look.strip_periods or scope.strip_periods
    if not case and not strip and wrap is None:
        return text

    def maker(point: DatePoint) -> Output:
        plain = text(point)
        if not plain:
            return ""
        output = read(plain, case, style_language(case, ""), strip_periods=strip)
        return wrap(output) if wrap is not None and output else output

    return maker


def _nothing(part: DatePart, scope: Scope) -> Callable[[DatePoint], str]:  # noqa: ARG001
    return lambda point: ""  # noqa: ARG005


def _year(part: DatePart, scope: Scope) -> Callable[[DatePoint], str]:  # noqa: ARG001  # the shape of all makers
    short = part.form == "short"

    def year(point: DatePoint) -> str:
        number = point.year
        if number is None:
            return ""
        if number < 1000:
            return str(abs(number))
        return f"{number % 100:02}" if short else str(number)

    return year


def era_of(scope: Scope) -> Callable[[DatePoint], str]:
    """What follows years before Christ and those before 1000, outside the look of the year (CSL 1.0.2, "AD/BC")."""
    bc, ad = scope.locale.term("bc"), scope.locale.term("ad")
    # An empty term is a word that the style does not want.
    before, after = "BC" if bc is None else bc, "AD" if ad is None else ad

    def era(point: DatePoint) -> str:
        number = point.year
        if number is None or number >= 1000 or number == 0:
            return ""
        return before if number < 0 else after

    return era


def _month(part: DatePart, scope: Scope) -> Callable[[DatePoint], str]:
    form = part.form or "long"
    locale = scope.locale
    term_form = form if form in {"long", "short"} else "long"
    months = [""] + [locale.term(f"month-{number:02}", term_form) or "" for number in range(1, 13)]
    seasons = [""] + [locale.term(f"season-{number:02}") or "" for number in range(1, 5)]
    if form == "numeric":
        months = ["", *(str(number) for number in range(1, 13))]
    elif form == "numeric-leading-zeros":
        months = ["", *(f"{number:02}" for number in range(1, 13))]

    def month(point: DatePoint) -> str:
        if point.month:
            return months[point.month] if point.month <= 12 else ""
        if point.season:
            return seasons[point.season] if point.season <= 4 else ""
        return point.season_name

    return month


def _day(part: DatePart, scope: Scope) -> Callable[[DatePoint], str]:
    form = part.form
    locale = scope.locale
    only_first = locale.limit_day_ordinals_to_day_1
    genders = [""] + [locale.gender(f"month-{number:02}") for number in range(1, 13)]

    def day(point: DatePoint) -> str:
        number = point.day
        if not number or not point.month:
            return ""
        if form == "ordinal" and (number == 1 or not only_first):
            return f"{number}{locale.ordinal_suffix(number, genders[point.month])}"
        return f"{number:02}" if form == "numeric-leading-zeros" else str(number)

    return day


_MAKERS = {"year": _year, "month": _month, "day": _day}
