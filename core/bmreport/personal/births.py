"""Dates of birth, and names beside them."""

from __future__ import annotations

import re

from bmreport.personal.form import Form, Kind

__all__ = ["BIRTHS"]

_MONTH = (
    r"(?i:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]vrier|mar(?:ch|s)?|m[äa]rz|apr(?:il)?|avril|ma[yi]|june?|juin"
    r"|juni|july?|juli|juillet|aug(?:ust)?|ao[ûu]t|sep(?:t|tember|tembre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?"
    r"|de[cz](?:ember)?|d[ée]cembre)\.?"
)
_PART = r"\d\s?\d?"
_DATE = (
    rf"(?:{_PART}\s?[./-]\s?{_PART}\s?[./-]\s?(?:\d\s?\d\s?\d\s?\d|\d\d)(?!\d)"
    r"|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s(?:of\s)?{_MONTH},?\s\d{{4}}|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}})"
)
_WORD = r"[A-ZÀ-ÖØ-Þ][^\W\d_]{0,24}(?:['’-][A-ZÀ-ÖØ-Þ]?[^\W\d_]{1,24})?"
_SMALL = r"(?:(?:van|von|zu|de|la|le|du|der|den|di|da|dos|al|el|bin|ibn|ten)\s)"
_NAME = rf"(?:{_WORD},?\s(?:[A-Z]\.?\s){{0,2}}{_SMALL}{{0,2}}{_WORD}(?:\s{_WORD})?)"
_LABEL = (
    r"(?i:d\s?\.?\s?o\s?\.?\s?b\b\.?|(?:date of birth|birth[- ]?date|birthday|birth(?=\s?[:=])|geburtsdatum"
    r"|date de naissance)\b|geb\b\.?|geboren\b|n[ée]e?\s(?=le\b))"
)
_LINK = r"[\s:=]{0,3}(?:(?i:is|was|ist|war|on|am|le)\s){0,2}"
_BORN = rf"(?:{_LABEL}|(?i:born\b)|\bb\.|\*){_LINK}"
# After a label even eight digits are a date, and three numbers with blanks between them.
_LABELLED_DATE = rf"(?:{_DATE}|\d{{8}}(?!\d)|\d{{1,2}}\s\d{{1,2}}\s\d{{4}}(?!\d)|\d{{4}},?\s{_MONTH}\s\d{{1,2}}(?!\d))"
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Mister|Herrn?|Frau|Monsieur|Madame|Mme|Mlle|[Pp]atient(?:in)?|Pat|[Nn]ame|Nom)"
_BETWEEN = r"\s?[,;(:-]?\s{0,2}"

# `All Danish Children born on 1 January 1995` names nobody.
_GROUP_NOUNS = """
    children infants babies neonates newborns singletons twins births boys girls women men mothers fathers adults
    people persons individuals participants patients subjects residents citizens members students offspring those all
    cohort cohorts registry study trial sample population eligible inclusion criteria group groups veterans
"""
_GROUPS = frozenset(_GROUP_NOUNS.split())
_RANGE = re.compile(
    r"\s?(?:-|and\b|to\b|through\b|until\b|till\b|or\s(?:later|earlier|before|after)|bis\b|et\b|onwards?\b)"
)


def _one_person(match: re.Match[str]) -> bool:
    if any(word.strip(",.").lower() in _GROUPS for word in (match.groupdict().get("name") or "").split()):
        return False
    return not _RANGE.match(match.string, match.end())


_HINTS = ("dob", "birth", "born", "geb", "naissance", "né", "*", "(b", ",b")
_NAMED = Kind("name with date of birth", _one_person)
_BARE = Kind("date of birth", _one_person)

BIRTHS = (
    Form(
        re.compile(rf"(?P<named>(?:\b{_TITLE}\b[.:]?\s{{1,2}})?\b(?P<name>{_NAME}){_BETWEEN}{_BORN}{_DATE})"),
        {"named": _NAMED},
        _HINTS,
    ),
    Form(
        re.compile(rf"(?P<named>\b{_TITLE}\b[.:]?\s{{1,2}}(?P<name>{_NAME}|{_WORD}){_BETWEEN}(?:{_BORN})?{_DATE})"),
        {"named": _NAMED},
    ),
    Form(
        re.compile(
            rf"(?<!\w)(?P<bare>{_LABEL}{_LINK}{_LABELLED_DATE}|(?i:he|she|patient|who)\s(?:was\s)?(?i:born)\s(?:on\s)?{_DATE})"
        ),
        {"bare": _BARE},
        _HINTS,
    ),
    Form(
        re.compile(rf"(?P<bare>\b(?i:patient(?:'s)?\s?name|name of (?:the )?patient)\s?[:=]\s?(?P<name>{_NAME}))"),
        {"bare": Kind("patient's name", _one_person)},
        ("name",),
    ),
)
"""A name with a date of birth, a labelled date of birth, a labelled name."""
