"""Reference marks that a writer put into the text: `[3]`, `(Smith et al., 2019)`, `ref. 4`, superscript figures.

bmreport numbers references itself, when a report is rendered; a mark inside a sentence points at nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.statements.marks.mark import Mark
from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["author_years", "bracketed_numbers", "named_references", "superscripts"]

_NUMBERS = r"\d{1,4}(?:\s?[,;–—‐‑−-]\s?\d{1,4}){0,30}"
_BRACKETED = re.compile(
    rf"\[\s?(?P<numbers>{_NUMBERS})\s?\](?![A-Za-z]|-[a-z])"
    r"|\[\s?(?:\d{1,4}\s?[,:]\s?)pp?\.\s?\d{1,5}(?:\s?[–-]\s?\d{1,5})?\s?\]"
    r"|【[^】]{1,60}】|\[\s?\d{1,4}\s?†[^\]]{0,40}\]|\[\^[\w-]{1,40}\]|\[?@[a-z][\w:.-]{2,40}\]?|\\cite[a-z]{0,8}\{[^}]{0,80}\}"
    r"|\[\s?#\s?\d{1,4}\s?\]"
)
_STATISTIC_BEFORE = re.compile(
    r"(?:\bCI\b|\bCrI\b|interval|IQR|interquartile|range[sd]?|quartiles?|limits?|median|mean|SD|\bn\b|\d\s?(?:%|[a-zµA-Z/]{1,8})?)"
    r"[\s:,=]{0,3}$"
)
_IN_PARENTHESES = re.compile(rf"(?<=[A-Za-z)\]”\"’%])\s?\((?P<numbers>{_NUMBERS})\)(?=\s?(?:[.;,:]|$))")

_NAME = r"[A-ZÀ-ÖØ-Þ][^\W\d_]{1,24}(?:[-'’][A-Za-zÀ-ÿ][^\W\d_]{1,24})?"
_PARTICLE = r"(?:(?:van|von|de|der|den|la|le|du|di|da|dos|el|al|bin|ten|ter)\s){0,2}"
_YEAR = r"(?:1[89]|20)\d\d[a-z]?|n\.d\.|in press|[Yy]ear|YEAR"
_ETAL = r"(?:,?\s(?:et\sal\.?|and\s(?:colleagues|co-?workers|others)|&\sal\.?))"
_AUTHORS = rf"{_PARTICLE}{_NAME}(?:{_ETAL}|(?:,?\s(?:and|&)\s|,\s){_PARTICLE}{_NAME}){{0,4}}"
_AUTHOR_YEAR = re.compile(
    rf"[(\[](?:(?:see|e\.g\.|cf\.|reviewed\sin|adapted\sfrom)[,\s]\s?)?(?P<first>{_AUTHORS}),?\s\(?(?:{_YEAR})\)?(?:,\s(?:{_YEAR})){{0,3}}"
    rf"(?:\s?[;,]\s?{_AUTHORS},?\s(?:{_YEAR})){{0,8}}(?:,\spp?\.\s?\d+(?:[–-]\d+)?)?[)\]]"
    rf"|(?P<narrative>{_PARTICLE}{_NAME}(?:{_ETAL}|\s(?:and|&)\s{_NAME}))\s?[(\[](?:{_YEAR})[)\]]"
    rf"|(?P<one>{_NAME})(?:['’]s)?\s[(\[](?P<year>(?:1[89]|20)\d\d[a-z]?)[)\]]"
    rf"|(?P<etal>{_PARTICLE}{_NAME}{_ETAL}(?!\w)(?:,?\s(?:{_YEAR})(?!\w))?)"
    rf"|[(\[](?P<bare>(?:1[89]|20)\d\d)[)\]]"
)
_MONTHS = word_set(
    "january february march april may june july august september october november december jan feb mar apr jun "
    "jul aug sep sept oct nov dec spring summer autumn winter fall since until before after by in from table "
    "figure version edition phase week day stage wave period year"
)
_NAMED = re.compile(
    r"(?<![\w-])(?:refs?\.?|references?|citations?|cit\.|source|sources|footnotes?|endnotes?|passages?|documents?|excerpts?|evidence|abstracts?)"
    r"\s?(?:nos?\.?\s|numbers?\s|#\s?)?\[?(?P<numbers>\d{1,3}(?:\s?(?:,|;|–|-|and|&|to)\s?\d{1,3}){0,8})\]?"
    r"(?![\w%]|\.\d|,\d|\s?(?:–|-|to)\s?\d|\s?(?:%|mg|g|kg|mL|ml|µg|mmol|mmHg|years?|months?|weeks?|days?|hours?|patients|participants|trials"
    r"|studies|people|per|cm|mm|IU|points?)\b)",
    re.IGNORECASE,
)
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,⁻˒‚–-][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*")
_UNIT_BEFORE = re.compile(
    r"(?<![^\W\d_])(?:[kcdmµun]?m|[kmµnp]?g|[mdµ]?[lL]|kg|s|h|min|d|mol|[mµn]mol|mo|yr|cells?|IU|W|J|R|r|I|χ|χ̃|chi|η|ε|τ|ω|σ|q|Q|T|F|x|e|p|Ca|Mg|Na"
    r"|K|Cl|Fe|Zn|Cu|HCO|NH|SO|PO|log|Gy|Hz|beats?|µ|L|ft|in|CO|U|mmHg|Pa|kPa)$"
)


def bracketed_numbers(text: str) -> Iterator[Mark]:
    """`[3]`, `[1,2]`, `[4–6]`, `【3†source】`, `[^1]`, `(12)` at the end of a statement."""
    for match in _BRACKETED.finditer(text):
        numbers = match["numbers"]
        if (
            numbers
            and len(re.findall(r"\d+", numbers)) == 2
            and _STATISTIC_BEFORE.search(text, max(0, match.start() - 30), match.start())
        ):
            continue  # `median 23 [12-34]`
        yield Mark(match.start(), match.end(), "a reference mark")
    for match in _IN_PARENTHESES.finditer(text):
        if not re.fullmatch(r"(?:19|20)\d\d(?:\s?[–-]\s?(?:19|20)?\d\d)?", match["numbers"]):
            yield Mark(match.start("numbers") - 1, match.end(), "a reference number")


def author_years(text: str) -> Iterator[Mark]:
    """`(Smith et al., 2019)`, `Smith and Jones (2019)`, `Smith et al.`, `(2019)`."""
    for match in _AUTHOR_YEAR.finditer(text):
        first = match["first"] or match["one"] or ""
        words = re.split(r"[\s,]+", first.lower())
        if first and (words[0] in _MONTHS or words[-1] in _MONTHS):
            continue
        if match["one"] and not _is_name_like(text, match):
            continue
        yield Mark(match.start(), match.end(), "an author-year cite" if not match["bare"] else "a year in brackets")


def _is_name_like(text: str, match: re.Match[str]) -> bool:
    """`Smith (2019) found`, not `Guideline (2019)` after a small word."""
    return (
        match.start() == 0
        or text[max(0, match.start() - 4) : match.start()].lower() in (" by ", "and ")
        or text[match.start() - 2 : match.start()] in (". ", "; ", ", ")
    )


def named_references(text: str) -> Iterator[Mark]:
    """`ref. 4`, `reference 12`, `sources 3 and 4`, `citation 2`."""
    for match in _NAMED.finditer(text):
        yield Mark(match.start(), match.end(), "a reference number")


def superscripts(text: str) -> Iterator[Mark]:
    """Raised figures after a word or a mark of punctuation; those of units, powers, ions and isotopes are none."""
    for match in _SUPERSCRIPT.finditer(text):
        start = match.start()
        before = text[start - 1 : start]
        after = text[match.end() : match.end() + 1]
        if (
            not before
            or before.isspace()
            or before.isdigit()
            or before in "⁻⁺−-^(/[×"
            or after in ("⁺", "⁻", "+")
            or after.isalpha()
        ):
            continue
        if _UNIT_BEFORE.search(text, max(0, start - 12), start):
            continue
        yield Mark(start, match.end(), "a superscript reference mark")
