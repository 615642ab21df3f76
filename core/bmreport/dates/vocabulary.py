"""Words, signs and patterns by which dates are read."""

from __future__ import annotations

import re


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


# English, German, French, Spanish, Italian, Portuguese, Dutch; without accents.
_MONTH_NAMES = (
    "january januar janner janvier enero gennaio janeiro januari",
    "february februar feber fevrier febrero febbraio fevereiro februari",
    "march marz maerz mars marzo marco maart mrt",
    "april avril abril aprile",
    "may mai mayo maggio maio mei maj",
    "june juni juin junio giugno junho",
    "july juli juillet julio luglio julho",
    "august aout agosto augustus",
    "september septembre septiembre setiembre settembre setembro",
    "october oktober octobre octubre ottobre outubro",
    "november novembre noviembre novembro",
    "december dezember decembre diciembre dicembre dezembro",
)

_SEASON_NAMES = (
    "spring spr fruhling fruehling fruhjahr printemps primavera lente voorjaar",
    "summer sum sommer ete verano estate verao zomer",
    "autumn aut fall herbst automne otono autunno outono herfst najaar",
    "winter win hiver invierno inverno",
)


def _month_table() -> dict[str, int]:
    """Names and abbreviations of three letters or more, but none that fits two months ("jui", "juin" or "juillet")."""
    meanings: dict[str, set[int]] = {}
    for number, names in enumerate(_MONTH_NAMES, start=1):
        for name in names.split():
            for length in range(3, len(name) + 1):
                meanings.setdefault(name[:length], set()).add(number)
    return {name: numbers.pop() for name, numbers in meanings.items() if len(numbers) == 1}


MONTHS = _month_table()

SEASONS = {name: number for number, names in enumerate(_SEASON_NAMES, start=1) for name in names.split()}

RANGE_MARKS = word_set("- / to through until bis au al ao a tot t/m and und et y e & en")

FILLERS = word_set("of de del the den le el d der di , . ( ) [ ]")

WEEKDAYS = word_set("mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday")

STATUS = re.compile(
    r"in press|in print|forthcoming|to appear|n\.? ?d\.?|no date|undated|date unknown|unknown|submitted|accepted|"
    r"under review|in review|in preparation|in progress|unpublished|preprint|online first|ahead of print|"
    r"(?:e?pub(?:lished)? )?(?:online )?ahead of print|advance online publication|ongoing|"
    r"s\.? ?[ad]\.?|o\. ?j\.?|ohne jahr|im druck|im erscheinen|eingereicht|sous presse|a paraitre|sans date|"
    r"en prensa|sin fecha|in stampa|senza data|no prelo|sem data|in druk|z\. ?j\.?|出版中|印刷中|в печати",
)

DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")

_UNSEEN = dict.fromkeys([0xAD, 0x61C, *range(0x200B, 0x2010), 0x2060, 0xFEFF, *range(0x202A, 0x202F)])

_CONTROL = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")

CLEANING = _UNSEEN | _CONTROL

SURROGATE = re.compile("[\ud800-\udfff]")

LAST_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

LONGEST = 200  # no date is longer; longer text stays literal unread

TIME = re.compile(
    r"(?:(?<=\d)t| +|(?<=\d),? +at )(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?)"
    r"(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?(?= |$)"
)

CIRCA_BEFORE = re.compile(r"(?:circa|approximately|approx\.?|about|around|ca\.|~) ?|(?:ca|c\.?|um|vers) ?(?=[-\d])")

CIRCA_AFTER = re.compile(r"(?<=\d)\\?[?~%]+(?=/|$)")

BC = re.compile(r"(\d{1,4}) ?(?:b\.? ?c\.?(?: ?e\.?)?|v\. ?chr\.?|av\. ?j\.?-c\.?|a\.? ?c\.?)")

AD = re.compile(r"(?:ad|a\.d\.) ?(\d{1,4})|(\d{1,4}) ?(?:ad|a\.d\.|ce|c\.e\.)")

BLURRED = re.compile(r"-?\d{1,3}[xu*?_-]{1,3}|-?\d{3,4}'?s")

UNSPECIFIED = re.compile(r"(?:-(?:uu|xx)){1,2}$")

COMPACT = re.compile(r"([12]\d{3})(\d{2})(\d{2})?(?:t?(\d{4}(?:\d{2})?)z?)?")

NUMERIC = re.compile(r"(-?\d{3,4})(?:([-/. ]) ?(\d{1,2})(?:\2 ?(\d{1,2}))?)?\.?")

DAY_FIRST = re.compile(r"(?:(\d{1,2})([-/. ]) ?)?(\d{1,2})[-/. ] ?(\d{4})")

EAST_ASIAN = re.compile(r"(\d{1,4}) ?[年년] ?(?:(\d{1,2}) ?[月월] ?(?:(\d{1,2}) ?[日일])?)?")

ISO = re.compile(r"(-?\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")

OPEN = {"", *word_set(".. open unknown *")}

RIS = re.compile(r"(\d{4})/(\d{0,2})/(\d{0,2})(?:/(.*))?")

LONE_YEAR = re.compile(r"(?<!\w)(?<!^-)(1\d{3}|2[01]\d{2})(?!\d)")

WORDS_AROUND = re.compile(r"(?:([^\W\d]\D*) )?(\d(?:.*\d)?)(?:[ ,]+([^\W\d]\D*|[(\[]\D*))?")

TOKEN = re.compile(r"\d+|t/m|[^\W\d_]+|[^\s\d]")

ORDINAL = re.compile(r"\b(\d\d?)(?:st|nd|rd|th|er|o|a)\b")
