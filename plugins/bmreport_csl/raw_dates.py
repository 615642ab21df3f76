"""Dates written as text: ISO 8601, EDTF, numeric and worded dates, ranges, seasons and years before Christ."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bmreport_csl.item_dates import NOWHEN, DatePoint, ItemDate

_MAX_LENGTH = 200

# The shortest beginnings that tell the months apart, in English, German, French, Spanish, Italian, Portuguese, Dutch.
_MONTH_STARTS = (
    ("jan", "ene", "gen", "jän"),
    ("feb", "fev", "fév"),
    ("mar", "mär", "maa", "mrz", "mrt"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag", "mei"),
    ("jun", "juin", "giu"),
    ("jul", "juil", "lug"),
    ("aug", "aoû", "aou", "ago"),
    ("sep", "set"),
    ("oct", "okt", "ott", "out"),
    ("nov",),
    ("dec", "déc", "dez", "dic"),
)
_SEASON_STARTS = (("spr",), ("sum",), ("fal", "aut"), ("win",))
_CIRCA = re.compile(r"(?i)^(?:circa|ca\.?|c\.|approx(?:imately|\.)?|about)\s+|^c\.?(?=\d)|^~|[?~%]$")
_EDTF_POINT = re.compile(
    r"(?P<year>[Yy]-?\d{5,9}|-?\d{4}|-\d{1,3})(?:-(?P<month>\d{1,2}|XX|xx|uu)(?:-(?P<day>\d{1,2}|XX|xx|uu))?)?(?:T[\d:.]+\S*)?"
)
_BASIC = re.compile(r"(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_DECADE = re.compile(r"(\d{2,3})[Xxu]{1,2}")
_YEAR_FIRST = re.compile(r"(-?\d{3,4})[-/_.](\d{1,2})(?:[-/_.](\d{1,2}))?")
_YEAR_LAST = re.compile(r"(?:(\d{1,2})[-/.])?(\d{1,2})[-/.](\d{4})")
_RANGE = re.compile(r"\s*(?:–|—|--|\.\.|\bto\b|\buntil\b)\s*|\s+-\s+")
_ERA = re.compile(r"(?i)(?:(\d{1,4})\s*(b\.?\s?c\.?(?:\s?e\.?)?|c\.?e\.?|a\.?d\.?)|(a\.?d\.?)\s*(\d{1,4}))")
_TOKEN = re.compile(r"\d+(?:st|nd|rd|th|er|º|°|[^\W\d_]+)?|[^\W\d_]+\.?")
_NUMBER_TOKEN = re.compile(r"(\d{1,6})(?:st|nd|rd|th|er|º|°|[a-z])?")
_FILLERS = frozenset({"of", "de", "the", "del", "di", "le", "den"})
_JAPANESE_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_EAST_ASIAN = re.compile(
    r"(?P<era>明治|大正|昭和|平成|令和)?(?P<year>\d{1,4}|元)[年년]\s*(?:(?P<month>\d{1,2})[月월]\s*(?:(?P<day>\d{1,2})[日일])?)?"
)


def read_raw_date(text: str) -> ItemDate | None:
    """The date that a text says. What holds no year becomes a literal; None for blank text. Never raises."""
    stripped = " ".join(text.split())
    if not stripped:
        return None
    if len(stripped) > _MAX_LENGTH:
        return ItemDate(literal=stripped)
    rest, circa = _without_circa(stripped)
    for read in (_edtf, _east_asian, _era, _numeric, _worded):
        found = read(rest)
        if found is not None:
            return replace(found, circa=True) if circa else found
    return ItemDate(literal=stripped)


def month_number(word: str) -> int:
    """1–12 for a month's name or its beginning, in several languages; 0 for anything else."""
    return _start_of(word, _MONTH_STARTS)


def _season_number(word: str) -> int:
    return _start_of(word, _SEASON_STARTS)


def _start_of(word: str, starts: tuple[tuple[str, ...], ...]) -> int:
    lower = word.strip(" .").lower()
    for number, beginnings in enumerate(starts, 1):
        if any(lower.startswith(beginning) for beginning in beginnings):
            return number
    return 0


def _without_circa(text: str) -> tuple[str, bool]:
    circa = False
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1].strip()
    while (found := _CIRCA.search(text)) is not None and found.group():
        text, circa = (text[: found.start()] + text[found.end() :]).strip(), True
    return text, circa


def _edtf(text: str) -> ItemDate | None:
    """EDTF levels 0 and 1, and `start/end` with an open side."""
    if (basic := _BASIC.fullmatch(text)) is not None:
        point = _checked(*(int(digits) for digits in basic.groups()))
        return ItemDate(point) if point is not None else None
    first, slash, second = text.partition("/")
    start = _edtf_point(first)
    if not slash:
        if start is None and (decade := _DECADE.fullmatch(text)) is not None:
            width = 10 ** (4 - len(decade[1]))
            year = int(decade[1]) * width
            return ItemDate(DatePoint(year), DatePoint(year + width - 1), circa=True)
        return ItemDate(start[0], None, start[1]) if start is not None else None
    if second in {"", ".."} and start is not None:
        return ItemDate(start[0], NOWHEN, start[1]) if second else ItemDate(start[0], None, start[1])
    end = _edtf_point(second)
    if first in {"", ".."} and end is not None:
        return ItemDate(end[0], None, end[1])
    if start is None or end is None:
        return None
    return _range(start[0], end[0], start[1] or end[1])


def _edtf_point(text: str) -> tuple[DatePoint, bool] | None:
    bare = text.strip().rstrip("?~%")
    found = _EDTF_POINT.fullmatch(bare)
    if found is None:
        return None
    year = int(found["year"].lstrip("Yy"))
    month = int(found["month"]) if (found["month"] or "").isdecimal() else 0
    day = int(found["day"]) if (found["day"] or "").isdecimal() else 0
    point = _checked(year, month, day)
    return None if point is None else (point, bare != text.strip())


def _checked(year: int, month: int, day: int) -> DatePoint | None:
    """A point whose month and day can be; months 13–16 and 21–24 are seasons."""
    for first in (13, 21):
        if first <= month <= first + 3:
            return DatePoint(year, season=month - first + 1)
    return DatePoint(year, month, day if month else 0) if month <= 12 and day <= 31 else None


def _range(start: DatePoint, end: DatePoint, circa: bool = False) -> ItemDate:
    return ItemDate(start, None, circa) if start == end else ItemDate(start, end, circa)


def _east_asian(text: str) -> ItemDate | None:
    found = _EAST_ASIAN.fullmatch(text)
    if found is None:
        return None
    year = 1 if found["year"] == "元" else int(found["year"])
    return ItemDate(
        DatePoint(year + _JAPANESE_ERAS.get(found["era"] or "", 0), int(found["month"] or 0), int(found["day"] or 0))
    )


def _era(text: str) -> ItemDate | None:
    """A year with its era alone, `44 BC`."""
    found = _ERA.fullmatch(text)
    if found is None:
        return None
    year = int(found[1] or found[4])
    return ItemDate(DatePoint(-year if (found[2] or "").lower().startswith("b") else year))


def _numeric(text: str) -> ItemDate | None:
    """`2005/03/04`, `3/4/2005`, `13.2.2005`, and ranges of years and of such dates."""
    if (found := re.fullmatch(r"(\d{4})\s*[-/–—]\s*(\d{4})", text)) is not None:
        return _range(DatePoint(int(found[1])), DatePoint(int(found[2])))
    if (point := _numeric_point(text)) is not None:
        return ItemDate(point)
    pieces = _RANGE.split(text)
    if len(pieces) == 2 and all(pieces):
        start, end = (_numeric_point(piece) or (_edtf_point(piece) or (None, False))[0] for piece in pieces)
        if start is not None and end is not None:
            return _range(start, end)
    return None


def _numeric_point(text: str) -> DatePoint | None:
    if (found := _YEAR_FIRST.fullmatch(text)) is not None:
        return _checked(int(found[1]), int(found[2]), int(found[3] or 0))
    if (found := _YEAR_LAST.fullmatch(text)) is not None:
        first, second = int(found[1] or 0), int(found[2])
        if not found[1]:
            return _checked(int(found[3]), second, 0)
        # The month comes first, as in American usage, unless it cannot be one.
        month, day = (second, first) if first > 12 else (first, second)
        return _checked(int(found[3]), month, day) if month <= 12 else None
    return None


@dataclass(slots=True)
class _Side:
    """What the words of one side of a range say."""

    year: int | None = None
    month: int = 0
    day: int = 0
    season: int = 0
    name: str = ""

    def filled(self, other: _Side) -> DatePoint:
        """With what only the other side says: `March–April 2005`, `3–5 March 2005`."""
        month, season = self.month, self.season
        if not month and not season and not self.name and self.day:
            month, season = other.month, other.season
        year = self.year if self.year is not None else other.year
        return DatePoint(year, month, self.day if month else 0, season, self.name)


def _worded(text: str) -> ItemDate | None:
    pieces = _split_words(text)
    sides = [_side(piece) for piece in pieces]
    known = [side for side in sides if side is not None]
    if len(known) != len(sides) or all(side.year is None for side in known):
        return None
    if len(known) == 1:
        if known[0].day and not known[0].month:  # `1 2005` may mean anything
            return None
        return ItemDate(known[0].filled(known[0]))
    start, end = known
    if start.year is not None and end.year is not None and not (end.month or end.season or end.name):
        end.month, end.season = (0, start.season) if start.season else (0, 0)
    return _range(start.filled(end), _end(start, end))


def _end(start: _Side, end: _Side) -> DatePoint:
    """`Mar 3–5, 2005`: the second side may lack the month that the first one has."""
    point = end.filled(start)
    if not point.month and end.day and start.month:
        return replace(point, month=start.month, day=end.day)
    return point


def _split_words(text: str) -> list[str]:
    for pattern in (_RANGE, re.compile(r"\s*[-/]\s*")):
        pieces = pattern.split(text)
        if len(pieces) == 2 and all(pieces):
            return pieces
    return [text]


def _side(text: str) -> _Side | None:
    side = _Side()
    tokens = _TOKEN.findall(text)
    if not tokens or re.search(r"[^\w\s.,'’()-]", text):
        return None
    for token in tokens:
        if token[0].isdecimal():
            if not _take_number(side, token):
                return None
        elif not side.month and (month := month_number(token)) and len(token) >= 3:
            side.month = month
        elif not side.season and (season := _season_number(token)) and len(token) >= 3:
            side.season = season
        elif token.lower() not in _FILLERS:
            side.name = f"{side.name} {token}".strip()
    if side.name and (side.month or side.season or side.day):
        return None
    return side


def _take_number(side: _Side, token: str) -> bool:
    found = _NUMBER_TOKEN.fullmatch(token)
    if found is None:
        return False
    number, length = int(found[1]), len(found[1])
    if length in (3, 4) and side.year is None:
        side.year = number
        return True
    if length <= 2 and not side.day and 1 <= number <= 31:
        side.day = number
        return True
    return False
