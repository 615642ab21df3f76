"""Page ranges as reference managers and PubMed write them, made into the full form that CSL expects.

CSL shortens a range as the style asks (CSL 1.0.2, "page-range-format"), so the data carry both ends in full: PubMed's
`737-8` is `737-738`, `S12-9` is `S12-S19`, `401M-21M` is `401M-421M`. What is no simple range stays as it is.
"""

from __future__ import annotations

import re

_DASHES = re.compile("\\s*(?:[\u2010-\u2015\u2212]|--+)\\s*|(?<=[0-9A-Za-z])\\s+-\\s+(?=[0-9A-Za-z])")
_LABEL = re.compile(r"^(?:pages?|pp?|pgs?)\.?\s*(?=[0-9A-Za-z])(?<![a-z])", re.IGNORECASE)
_PAGE = re.compile(r"(?P<prefix>[A-Za-z]{0,8}[.:]?)(?P<number>[0-9]{1,9})(?P<suffix>[A-Za-z]{0,3})")
_COUNT = re.compile(r"((?:[ivxlcdm]{1,12},? )?[0-9]{1,6})\s*(?:(?:pp?|pages?|leaves)\.?)?", re.IGNORECASE)


def full_range(text: str) -> str:
    """One or several ranges (`454-81; discussion 482`), each with both ends in full."""
    plain = _DASHES.sub("-", _LABEL.sub("", text.strip()))
    return re.sub(r"[^\s,;]+", lambda found: _expanded(found[0]), plain)


def joined_range(start: str, end: str) -> str:
    """RIS start and end page as one range; either may be absent, equal, short (`737`, `8`) or hold the whole range."""
    first, last = full_range(start), full_range(end)
    if not first or not last or first == last:
        return first or last
    if "-" in last:
        return last if _head(last) == first else f"{first}, {last}"
    if "-" in first:
        return first if _tail(first) == last else f"{first}, {last}"
    return full_range(f"{first}-{last}")


def page_count(text: str) -> str:
    """The count in `146p`, `xii, 240 pages` or plain `150`, without the word for pages; empty when it is none."""
    found = _COUNT.fullmatch(text.strip())
    return found[1] if found else ""


def _head(span: str) -> str:
    return span.split("-", 1)[0]


def _tail(span: str) -> str:
    return span.rsplit("-", 1)[-1]


def _expanded(span: str) -> str:
    if span.count("-") != 1:
        return span
    head, tail = span.split("-")
    first, last = _PAGE.fullmatch(head), _PAGE.fullmatch(tail)
    if not first or not last:
        return span
    if last["prefix"] not in {"", first["prefix"]}:
        return span  # `731-e5`: the end is another kind of page
    number = last["number"]
    shared = len(first["number"]) - len(number)
    longer = first["number"][: max(shared, 0)] + number
    if int(longer) > int(first["number"]):
        number = longer
    return f"{head}-{first['prefix']}{number}{last['suffix']}"
