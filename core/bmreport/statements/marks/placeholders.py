"""Places that a writer meant to fill: `[citation needed]`, `TBD`, `XX%`, `<placeholder>`, lorem ipsum."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models.draft import AUTHOR_MARK
from bmreport.statements.marks.mark import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["placeholders"]

_TRIGGER = (
    r"(?:insert|add|cite|citations?|references?|refs?|sources?|authors?|year|date|placeholder|tbd|tbc|todo|to\sbe\s\w+|needed|missing|fill"
    r"|your|name\sof|number|value|doi|pmid|url|link|journal|details?|specify|unknown|blank|figure|table|statistic|drug\sname|text|here"
    r"|pending|to\s(?:come|follow|confirm|add|insert|verify)|verify|check|unverified|xx+|example)"
)
_FOUND = re.compile(
    rf"\[\s?(?i:{_TRIGGER})(?!\w)[^\[\]]{{0,80}}\]|\[[^\[\]]{{0,60}}(?i:\b(?:needed|here|required|tbd|todo|placeholder|missing|pending))\s?\]"
    rf"|<\s?(?i:{_TRIGGER})(?!\w)[^<>]{{0,60}}>"
    rf"|\((?i:(?:insert|add|citations?|refs?|references?|sources?)(?:\s(?:needed|here|required|missing|pending|to\sbe\s\w+|to\scome|\w+\shere))?)\)"
    r"|\((?i:authors?)(?:\set\sal\.?)?,?\s(?i:year|date|n\.d\.)\)|(?<!\w)Author\set\sal\.?,?(?:\s\(?(?:YEAR|[Yy]ear|\d{4})\)?)?"
    r"|\{\{[^{}]{0,80}\}\}|\{[A-Za-z][\w ,.-]{0,40}\}"
    r"|(?<!\w)(?:TODO|TBD|TBC|TBA|FIXME|TK)(?!\w)"
    r"|(?<![\w,#?])(?:XX+|xx+|X|Y|Z|N|#{1,9}|_{1,9}|\?{1,9})(?:\.(?:X+|x+|Y+|#{1,9}))?\s?(?:%|per\scent\b|percent)"
    r"|(?<![\w,/])X+\.X+(?!\w)|(?<![\w,/])x+\.x+(?!\w)|(?<=[=<>]\s)X{1,4}(?!\w)|(?<=[=<>])X{1,4}(?!\w)|(?<![\w,/.])XX+(?![\w/]|\s(?:chromosome|karyotype|genotype|sex|female))"
    r"|_{3,}|\?{3,}|(?i:\blorem\sipsum\b|\bdolor\ssit\samet\b)|\[\s?\.{2,3}\s?\?\s?\]|\[\s?\?\s?\]|\[\s?_+\s?\]|\[X+\]"
    r"|(?i:\bplaceholder\b(?!\s(?:drug|tablet)))"
    r"|\[[A-Z][a-z]+,?\s(?:Year|YEAR|et\sal\.?,?\s(?:Year|YEAR))\]"
)


def placeholders(text: str) -> Iterator[Mark]:
    """Each placeholder; `{author}` is bmreport's own mark and none."""
    for match in _FOUND.finditer(text):
        if match[0] != AUTHOR_MARK:
            yield Mark(match.start(), match.end(), "a placeholder")
